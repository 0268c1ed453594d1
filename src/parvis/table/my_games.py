"""The games of one person: a list that can be narrowed, and what they add up to.

A list reads a page of rows, a sum the small rows of `results`; no table is opened for either.
Imports the store with its schema, results and what a list is made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
import sqlalchemy as sa

from parvis.table.results import AGAINST, ALONE, BATCH, PEOPLE, add_lacking, lacking
from parvis.table.schema import CHAIRS, RESULTS, TABLES
from parvis.table.store import Store
from parvis.table.stored import TableSummary

STATES = ("running", "finished")
OUTCOMES = ("won", "tied", "lost")
KINDS = (
    "game",
    "practice",
    "record",
)  # a game, one with knowledge of what comes, one from elsewhere
AT_A_TIME = 1000  # results that are added up
LATEST = 60  # games of which a plot shows the points
read_sources = msgspec.json.Decoder(dict[str, int]).decode


@dataclass(frozen=True)
class Filter:
    """Which of the games are meant; an empty word means any."""

    game: str = ""
    state: str = ""
    outcome: str = ""
    against: str = ""
    kind: str = ""

    def narrowed(self) -> bool:
        return self != Filter()

    def given(self) -> dict[str, str]:
        """What an address has to say."""
        return {name: value for name, value in vars(self).items() if value}


@dataclass(frozen=True)
class Page:
    """Some games, the latest first, and where the next page begins."""

    tables: list[TableSummary]
    older: float | None
    count: int


@dataclass
class Tally:
    """How many games there were, and what became of them."""

    games: int = 0
    won: int = 0
    tied: int = 0
    whole: int = 0  # played to their end
    points: int = 0  # of those
    best: int | None = None

    def add(self, points: int, won: bool, tied: bool, whole: bool = True) -> None:
        self.games += 1
        self.won += won and not tied
        self.tied += tied
        if whole:
            self.whole += 1
            self.points += points
            self.best = points if self.best is None else max(self.best, points)

    @property
    def lost(self) -> int:
        return self.games - self.won - self.tied

    @property
    def mean(self) -> float:
        return self.points / self.whole if self.whole else 0.0


@dataclass
class Sum:
    """What the games of one person add up to. Of a game, `latest` are its last points, oldest
    first, each with whether it was won."""

    games: dict[str, Tally] = field(default_factory=dict)
    against: dict[str, dict[str, Tally]] = field(default_factory=dict)  # by game, by whom
    sources: dict[str, dict[str, int]] = field(default_factory=dict)  # by game, by clause
    latest: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)


def mine(person: str) -> sa.ColumnElement[bool]:
    """The tables where this browser holds a seat, but not those for learning; and what it brought
    from elsewhere."""
    held = sa.select(CHAIRS.c.table_id).where(CHAIRS.c.person == person)
    brought = sa.and_(TABLES.c.host == person, TABLES.c.purpose == "record")
    return sa.or_(sa.and_(TABLES.c.id.in_(held), TABLES.c.purpose != "lesson"), brought)


def wanted(person: str, asked: Filter) -> sa.ColumnElement[bool]:
    """The tables that a filter means."""
    terms: list[sa.ColumnElement[bool]] = [mine(person)]
    # So told that no index of all games that are over is gone through for one's own.
    is_over = sa.case((TABLES.c.over, 1), else_=0)
    if asked.game:
        terms.append(TABLES.c.game == asked.game)
    if asked.state:
        terms.append(is_over == int(asked.state == "finished"))
    if asked.kind == "record":
        terms.append(TABLES.c.purpose == "record")
    elif asked.kind:
        terms += [TABLES.c.purpose != "record", TABLES.c.practice.is_(asked.kind == "practice")]
    if asked.outcome or asked.against:
        terms.append(came_out(person, asked))
    return sa.and_(*terms)


def came_out(person: str, asked: Filter) -> sa.ColumnElement[bool]:
    """Whether a seat of this person's has such a result; people are known while a game goes on."""
    of_seat = sa.and_(
        RESULTS.c.table_id == CHAIRS.c.table_id,
        RESULTS.c.seat == CHAIRS.c.seat,
        CHAIRS.c.person == person,
        RESULTS.c.table_id == TABLES.c.id,
    )
    if asked.outcome == "won":
        of_seat = sa.and_(of_seat, RESULTS.c.won.is_(True), RESULTS.c.tied.is_(False))
    elif asked.outcome:
        column = RESULTS.c.tied if asked.outcome == "tied" else RESULTS.c.won
        of_seat = sa.and_(of_seat, column.is_(asked.outcome == "tied"))
    if asked.against:
        of_seat = sa.and_(of_seat, RESULTS.c.against == asked.against)
    found: sa.ColumnElement[bool] = sa.exists().where(of_seat)
    if asked.against == PEOPLE and not asked.outcome:
        others = sa.exists().where(
            CHAIRS.c.table_id == TABLES.c.id,
            CHAIRS.c.kind == "person",
            CHAIRS.c.person != person,
        )
        going = sa.case((TABLES.c.over, 1), else_=0) == 0
        found = sa.or_(found, sa.and_(going, others))
    return found


def page(store: Store, person: str, asked: Filter, most: int, before: float | None = None) -> Page:
    """Some of these games, played before a time; and how many there are in all."""
    meant = wanted(person, asked)
    with store.reading() as connection:
        count = connection.execute(sa.select(sa.func.count()).where(meant)).scalar() or 0
    shown = meant if before is None else sa.and_(meant, TABLES.c.last < before)
    found = store.listed(shown, most + 1)
    older = found[most - 1].last if len(found) > most else None
    return Page(found[:most], older, count)


def summed(store: Store, person: str) -> Sum:
    """All games of a person that are over, added up: without practice, without records from
    elsewhere and without those where they sat on all chairs. Of those that ended before their end
    it counts who won."""
    total = Sum()
    rows = (
        sa.select(
            TABLES.c.game,
            RESULTS.c.points,
            RESULTS.c.won,
            RESULTS.c.tied,
            RESULTS.c.against,
            RESULTS.c.sources,
            TABLES.c.stopped,
        )
        .select_from(
            CHAIRS.join(
                RESULTS,
                sa.and_(RESULTS.c.table_id == CHAIRS.c.table_id, RESULTS.c.seat == CHAIRS.c.seat),
            ).join(TABLES, TABLES.c.id == CHAIRS.c.table_id)
        )
        .where(
            CHAIRS.c.person == person,
            TABLES.c.purpose == "",
            TABLES.c.origin == "",  # where one may have known what comes
            TABLES.c.practice.is_(False),
            RESULTS.c.against != ALONE,
        )
        .order_by(TABLES.c.last)
    )
    with store.reading() as connection:
        found = connection.execute(rows, execution_options={"yield_per": AT_A_TIME})
        for game, points, won, tied, against, sources, stopped in found:
            for tally in (
                total.games.setdefault(game, Tally()),
                total.against.setdefault(game, {}).setdefault(against, Tally()),
            ):
                tally.add(points, won, tied, not stopped)
            if stopped:
                continue
            own = total.sources.setdefault(game, {})
            for clause, scored in read_sources(sources).items():
                own[clause] = own.get(clause, 0) + scored
            latest = total.latest.setdefault(game, [])
            latest.append((points, won))
            del latest[:-LATEST]
    return total


def add_older(store: Store, person: str) -> bool:
    """Add results of some games from before they were kept; whether there may be more of them."""
    with store.reading() as connection:
        tables = lacking(connection, person, BATCH)
    if tables:
        # Another server may be at the same games: of equal rows the first ones stay.
        with suppress(sa.exc.IntegrityError), store.writing() as connection:
            add_lacking(connection, tables)
    return len(tables) == BATCH


def ids(store: Store, person: str, after: str = "", most: int = 100) -> list[str]:
    """The tables of a person, by their ids, some at a time."""
    rows = sa.select(TABLES.c.id).where(mine(person), TABLES.c.id > after)
    with store.reading() as connection:
        return list(connection.execute(rows.order_by(TABLES.c.id).limit(most)).scalars())


def read_filter(asked: Mapping[str, str], games: tuple[str, ...]) -> Filter:
    """What an address asks for; whatever it says that means nothing is left out."""
    allowed = {
        "game": games,
        "state": STATES,
        "outcome": OUTCOMES,
        "against": AGAINST,
        "kind": KINDS,
    }
    return Filter(
        **{name: asked[name] for name, values in allowed.items() if asked.get(name, "") in values}
    )

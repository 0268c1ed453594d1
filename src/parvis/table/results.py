"""How a game came out for each seat: points by their clauses, won or not, against whom.

It is stored when a game ends, so that a person's games can be added up without opening any; games
from before that are added when somebody asks for them.
Imports the bots' levels, the engine's games, the store with its schema, chairs and positions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from parvis.bots import level_of
from parvis.bots.levels import SCALE
from parvis.engine.game import REGISTER
from parvis.engine.position import Position
from parvis.table.chair import Chair, read_chair
from parvis.table.event import key_of
from parvis.table.schema import CHAIRS, EVENTS, RESULTS, SNAPSHOTS, TABLES
from parvis.table.stored import Result, Standing, read_standing

PEOPLE, BOTS, ALONE = "people", "bots", ""  # against whom: a level of bots says which
AGAINST = (*SCALE, BOTS, PEOPLE)
MOST_SOURCES = 60  # clauses that are kept of a seat
BATCH = 50  # games that are added at a time
# Of a game that counts for nobody: it was looked at, and no seat has anything of it.
NO_RESULT = Result(-1, 0, False, False, ALONE, {})


def results_of(
    game: str, standing: Standing, lines: Iterable[Mapping[str, Any]], chairs: Sequence[Chair]
) -> tuple[Result, ...]:
    """The results of all seats from how it stood, the lines of the ledger and who sat where."""
    sources: list[dict[str, int]] = [{} for _ in standing]
    for line in lines:
        if line["points"] and line["side"] < len(sources):
            own = sources[line["side"]]
            if line["clause"] in own or len(own) < MOST_SOURCES:
                own[line["clause"]] = own.get(line["clause"], 0) + line["points"]
    tied = sum(won for _, _, won in standing) > 1
    return tuple(
        Result(seat, points, won, tied and won, against(game, chairs, seats, seat), sources[side])
        for side, (seats, points, won) in enumerate(standing)
        for seat in seats
    )


def results_at(
    game: str, position: Position, standing: Standing, chairs: Sequence[Chair]
) -> tuple[Result, ...]:
    """The same at the end of a game."""
    return results_of(game, standing, [line.plain() for line in position.ledger()], chairs)


def against(game: str, chairs: Sequence[Chair], side: Sequence[int], seat: int) -> str:
    """Against whom a seat played: people; or the level of the strongest bot; or nobody else."""
    own = set(chairs[seat].persons)
    others = [chair for number, chair in enumerate(chairs) if number not in side]
    if any(chair.kind == "person" and own.isdisjoint(chair.persons) for chair in others):
        return PEOPLE
    bots = {chair.bot for chair in others if chair.kind == "bot"}
    if not bots:
        return ALONE
    declared = REGISTER.get(game)
    levels = {level_of(declared, bot) for bot in bots} if declared is not None else set()
    return next((level for level in reversed(SCALE) if level in levels), BOTS)


def put_results(connection: sa.Connection, table: str, results: Iterable[Result]) -> None:
    """In place of those that were kept of this table."""
    connection.execute(sa.delete(RESULTS).where(RESULTS.c.table_id == table))
    rows = [
        {
            "table_id": table,
            "seat": one.seat,
            "points": one.points,
            "won": one.won,
            "tied": one.tied,
            "against": one.against,
            "sources": json.dumps(one.sources),
        }
        for one in results
    ]
    if rows:
        connection.execute(sa.insert(RESULTS), rows)


# Games that had ended before results were kept.


def lacking(connection: sa.Connection, person: str, most: int) -> list[str]:
    """Games of a person that are over and whose results are not kept."""
    held = sa.select(CHAIRS.c.table_id).where(CHAIRS.c.person == person)
    kept = sa.exists().where(RESULTS.c.table_id == TABLES.c.id)
    over = sa.case((TABLES.c.over, 1), else_=0) == 1
    rows = sa.select(TABLES.c.id).where(TABLES.c.id.in_(held), over, ~kept).limit(most)
    return list(connection.execute(rows).scalars())


def add_lacking(connection: sa.Connection, tables: Sequence[str]) -> None:
    """Their results, from what is kept of them: the last snapshot and who sat down when."""
    rows = connection.execute(
        sa.select(TABLES.c.id, TABLES.c.game, TABLES.c.seats, TABLES.c.standing, SNAPSHOTS.c.shown)
        .outerjoin(SNAPSHOTS, SNAPSHOTS.c.table_id == TABLES.c.id)
        .where(TABLES.c.id.in_(tables))
        .order_by(SNAPSHOTS.c.n)
    )
    last = {row.id: row for row in rows}
    sat = connection.execute(
        sa.select(EVENTS.c.table_id, EVENTS.c.kind, EVENTS.c.seat, EVENTS.c.data)
        .where(EVENTS.c.table_id.in_(tables), EVENTS.c.kind.in_(("made", "chair")))
        .order_by(EVENTS.c.n)
    )
    chairs: dict[str, list[Chair]] = {row.id: [Chair()] * row.seats for row in last.values()}
    for event in sat:
        data = json.loads(event.data)
        if event.kind == "made":
            chairs[event.table_id] = [read_chair(chair) for chair in data["chairs"]]
        else:
            chairs[event.table_id][event.seat] = read_chair(data["chair"])
    for row in last.values():
        shown = msgspec.json.decode(row.shown) if row.shown else {}
        standing = read_standing(row.standing) or standing_in(shown)
        found = results_of(row.game, standing, shown.get("ledger") or [], chairs[row.id])
        put_results(connection, row.id, found or [NO_RESULT])


def standing_in(shown: Mapping[str, Any]) -> Standing:
    """How a game stood, from the views that were kept of it."""
    view = (shown.get("views") or {}).get(key_of(None)) or {}
    winners = view.get("winners") or []
    return tuple(
        (list(seats), points, any(seat in winners for seat in seats))
        for seats, points in zip(view.get("sides") or [], view.get("scores") or [], strict=False)
    )

"""All games of a person: a list that can be narrowed, what they add up to, and all in one file.

Imports the site, the table's sums, the plots and the rows of the home page.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

import parvis
from parvis.bots.levels import LEVEL_WORDS
from parvis.engine.game import REGISTER
from parvis.engine.words import Speech
from parvis.table import my_games
from parvis.table.awaited import tables_for
from parvis.table.export import Export
from parvis.table.my_games import KINDS, OUTCOMES, STATES, Filter, Sum, Tally
from parvis.table.results import AGAINST, BOTS, PEOPLE
from parvis.table.store import StoreError
from parvis.web import plots
from parvis.web.identity import Reader
from parvis.web.pages.home import my_table
from parvis.web.pages.parts import game_name
from parvis.web.security import client_of
from parvis.web.site import Site
from parvis.web.speech import speech_for

A_PAGE = 24
STATE_WORDS = {"running": "page.games.running", "finished": "page.games.finished"}
OUTCOME_WORDS = {
    "won": "page.games.won",
    "tied": "page.games.tied",
    "lost": "page.games.lost",
}
KIND_WORDS = {
    "game": "page.games.kind.game",
    "practice": "page.games.kind.practice",
    "record": "page.games.kind.record",
}
AGAINST_WORDS = {
    **LEVEL_WORDS,
    BOTS: "page.games.against.bots",
    PEOPLE: "page.games.against.people",
}


async def games(site: Site, request: Request) -> Response:
    reader = site.reader(request)
    known = tuple(game.id for game in parvis.all_games())
    asked = my_games.read_filter(request.query_params, known)
    before = moment(request.query_params.get("before", ""))
    store, ask = site.registry.store, site.registry.errands.run
    more = await ask(my_games.add_older, store, reader.person)
    if more and reader.person not in site.adding:
        site.adding.add(reader.person)
        site.registry.spawn(add_all(site, reader.person))
    page, total, waiting = await asyncio.gather(
        ask(my_games.page, store, reader.person, asked, A_PAGE, before),
        ask(my_games.summed, store, reader.person),
        ask(tables_for, store, reader.person),
    )
    speech, now = speech_for(reader.language), site.registry.clock()
    return site.page(
        request,
        reader,
        "my_games",
        speech,
        tables=[my_table(listed, reader, speech, now, waiting) for listed in page.tables],
        count=page.count,
        older=address(asked, page.older) if page.older else "",
        first=before is None,
        narrowed=asked.narrowed(),
        filters=filters(asked, speech),
        sums=sums(total, asked, reader),
        adding=more,
    )


async def add_all(site: Site, person: str) -> None:
    """The rest of the games that ended before results were kept, without hurry."""
    store, ask = site.registry.store, site.registry.errands.run
    try:
        while await ask(my_games.add_older, store, person):
            await asyncio.sleep(0.1)
    except StoreError:
        pass  # when the page is asked for once more
    finally:
        site.adding.discard(person)


def moment(text: str) -> float | None:
    """A time as the address of older games has it.

    >>> moment("1763236200.5"), moment("now")
    (1763236200.5, None)
    """
    fine = text.isascii() and text.replace(".", "", 1).isdecimal() and len(text) < 24
    return float(text) if fine else None


def address(asked: Filter, before: float) -> str:
    return "/games?" + urlencode({**asked.given(), "before": f"{before}"}) + "#list"


def filters(asked: Filter, speech: Speech) -> list[dict[str, object]]:
    """What the list can be narrowed by, as selects."""
    games = {game.id: game.name for game in parvis.all_games()}
    words: Mapping[str, Mapping[str, str]] = {
        "game": games,
        "state": {value: speech(STATE_WORDS[value]) for value in STATES},
        "outcome": {value: speech(OUTCOME_WORDS[value]) for value in OUTCOMES},
        "against": {value: speech(AGAINST_WORDS[value]) for value in AGAINST},
        "kind": {value: speech(KIND_WORDS[value]) for value in KINDS},
    }
    labels = {
        "game": "page.games.by.game",
        "state": "page.games.by.state",
        "outcome": "page.games.by.outcome",
        "against": "page.games.by.against",
        "kind": "page.games.by.kind",
    }
    return [
        {
            "name": name,
            "label": speech(labels[name]),
            "value": getattr(asked, name),
            "choices": [{"value": value, "label": label} for value, label in choices.items()],
        }
        for name, choices in words.items()
    ]


def sums(total: Sum, asked: Filter, reader: Reader) -> list[dict[str, object]]:
    """What the games add up to, a game at a time, those played most first."""
    games = [asked.game] if asked.game else list(total.games)
    played = [game for game in games if game in total.games]
    played.sort(key=lambda game: -total.games[game].games)
    return [summed(total, game, reader.language) for game in played]


def summed(total: Sum, game: str, language: str) -> dict[str, object]:
    declared = REGISTER.get(game)
    speech = speech_for(language, declared)
    tally, latest = total.games[game], total.latest.get(game, [])
    order = {level: at for at, level in enumerate(AGAINST)}
    against = sorted(total.against[game].items(), key=lambda one: order.get(one[0], len(order)))
    return {
        "id": game,
        "name": game_name(game),
        "tally": tally,
        "bar": outcome_bar(tally),
        "against": [
            {
                "label": speech(AGAINST_WORDS[value]),
                "tally": each,
                "bar": outcome_bar(each),
            }
            for value, each in against
            if value in AGAINST_WORDS
        ],
        "sources": sources(total, game, language),
        "line": points_line(latest, speech) if len(latest) > 1 else "",
        "shown": len(latest),
    }


def points_line(latest: list[tuple[int, bool]], speech: Speech) -> str:
    values = [points for points, _ in latest]
    label = speech(
        "page.games.points.label", n=len(values), low=min(values), high=max(values),
        mean=round(sum(values) / len(values)),
    )  # fmt: skip
    return plots.points_line(latest, label)


def outcome_bar(tally: Tally) -> str:
    return plots.share_bar([(tally.won, "won"), (tally.tied, "tied"), (tally.lost, "lost")])


def sources(total: Sum, game: str, language: str) -> list[dict[str, object]]:
    """Where a game's points came from: a mean a game for each clause, in the order of the rules."""
    declared = REGISTER.get(game)
    clauses = declared.rulebook(language).clauses if declared is not None else {}
    order = {clause: at for at, clause in enumerate(clauses)}
    count = total.games[game].whole
    means = {clause: points / count for clause, points in total.sources.get(game, {}).items()}
    most = max(map(abs, means.values()), default=0.0)
    return [
        {
            "clause": clause,
            "title": clauses[clause].title if clause in clauses else clause,
            "rules": f"/rules/{game}#{clause}",
            "mean": means[clause],
            "bar": plots.length_bar(means[clause], most),
        }
        for clause in sorted(means, key=lambda one: (order.get(one, len(order)), one))
    ]


async def export(site: Site, request: Request) -> Response:
    """Every game as a record, in one file that is made while it is sent."""
    reader = site.reader(request)
    site.spend(site.exports, client_of(request))
    made = Export(site.registry.store, reader.person)
    ask = site.registry.errands.run
    first = await ask(made.next)  # what fails, fails before the answer begins

    async def pieces() -> AsyncIterator[bytes]:
        piece = first
        while piece is not None:
            yield piece
            piece = await ask(made.next)

    headers = {
        "content-disposition": 'attachment; filename="parvis-games.zip"',
        "cache-control": "no-store",
    }
    return StreamingResponse(pieces(), media_type="application/zip", headers=headers)

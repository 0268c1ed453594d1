"""Open tables, narrowed by what one looks for. Imports the site, the lobby and the home's rows."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

import parvis
from parvis.engine.rulebook import LANGUAGES
from parvis.table import shunned
from parvis.table.lobby import Wanted, open_tables
from parvis.web.fields import most_seats
from parvis.web.pages.home import open_table
from parvis.web.site import OWN_NAMES, Site
from parvis.web.speech import speech_for
from parvis.web.timing import PACE_WORDS


def read_wanted(asked: dict[str, str]) -> Wanted:
    """What an address asks for; what it does not know it leaves aside."""
    games = [game.id for game in parvis.all_games()]
    seats = asked.get("seats", "")
    counts = [str(count) for count in range(1, most_seats(parvis.all_games()) + 1)]
    return Wanted(
        asked.get("game", "") if asked.get("game") in games else "",
        int(seats) if seats in counts else 0,
        asked.get("language", "") if asked.get("language") in LANGUAGES else "",
        asked.get("pace", "") if asked.get("pace") in PACE_WORDS else "",
    )


async def lobby(site: Site, request: Request) -> Response:
    reader = site.reader(request)
    speech = speech_for(reader.language)
    wanted = read_wanted(dict(request.query_params))
    store, ask, now = site.registry.store, site.registry.errands.run, site.registry.clock()
    apart = await ask(shunned.apart, store, reader.person)
    found = await ask(open_tables, store, wanted, reader.person, apart, now)
    games = parvis.all_games()
    return site.page(
        request,
        reader,
        "lobby",
        open=[open_table(listed, speech, now) for listed in found],
        wanted=wanted,
        games=[{"id": game.id, "name": game.name} for game in games],
        counts=list(range(min(min(game.seats) for game in games), most_seats(games) + 1)),
        own_names=OWN_NAMES,
        paces={pace: speech(key) for pace, key in PACE_WORDS.items()},
    )

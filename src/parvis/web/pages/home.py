"""The home page, and a table in one click. Imports the site and what templates are given."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

import parvis
from parvis.bots import characters_for, levels_for, usual_bot
from parvis.engine.game import Game
from parvis.engine.words import Speech
from parvis.table import shunned
from parvis.table.awaited import tables_for
from parvis.table.chair import Chair
from parvis.table.commands import Command, Take
from parvis.table.decisions import Refused, bot_name
from parvis.table.lobby import OpenTable, Wanted, level_by, open_tables, results_lately
from parvis.table.people import touch
from parvis.table.pruning import removed_of
from parvis.table.stored import Standing, TableSummary
from parvis.web.cast import character_choices
from parvis.web.forms import seat_count
from parvis.web.identity import Reader
from parvis.web.pages.parts import game_name, plain_game
from parvis.web.site import Site
from parvis.web.speech import (
    known_bots,
    level_choices,
    removed_words,
    speech_for,
    when,
)
from parvis.web.timing import PACE_WORDS, duration

SHOWN = 6  # of my games that go on, before one asks for all
LATELY = 4  # of those that are over
PLACES = {2: "page.home.second", 3: "page.home.third", 4: "page.home.fourth"}
OPEN = 12  # of those that anybody may come to
STOPPED_WORDS = {
    "agreed": "page.home.stopped.agreed",
    "closed": "page.home.stopped.closed",
    "resigned": "page.home.stopped.resigned",
    "time": "page.home.stopped.time",
}


async def home(site: Site, request: Request) -> Response:
    reader = site.reader(request)
    store, ask = site.registry.store, site.registry.errands.run
    now = site.registry.clock()
    apart = await ask(shunned.apart, store, reader.person)
    going, ended, public, gone, waiting, _ = await asyncio.gather(
        ask(store.of_person, reader.person, False),
        ask(store.of_person, reader.person, True, LATELY),
        ask(open_tables, store, Wanted(), reader.person, apart, now, OPEN),
        ask(removed_of, store, reader.person, now),
        ask(tables_for, store, reader.person),
        ask(touch, store, reader.person, now),
    )
    speech = speech_for(reader.language)
    mine = [my_table(listed, reader, speech, now, waiting) for listed in going]
    mine.sort(key=lambda table: not table["mine"])  # the order by time stays within
    return site.page(
        request,
        reader,
        "home",
        games=[offered(game, reader) for game in parvis.all_games()],
        waiting=len(waiting),
        mine=mine[:SHOWN],
        more_mine=mine[SHOWN:],
        finished=[my_table(listed, reader, speech, now) for listed in ended],
        removed=[
            {"game_name": game_name(one.game), "words": removed_words(one, speech)} for one in gone
        ],
        open=[open_table(listed, speech, now) for listed in public],
    )


def offered(game: Game, reader: Reader) -> dict[str, object]:
    """A game with all that one click needs: how many play, and how well the bots do."""
    speech = speech_for(reader.language, game)
    return {
        **plain_game(game, speech),
        "levels": level_choices(speech, game),
        "characters": character_choices(speech, game),
        "usual": usual_bot(game),
        "usual_seats": seat_count(game, ""),
    }


def my_table(
    listed: TableSummary,
    reader: Reader,
    speech: Speech,
    now: float,
    waiting: Collection[str] = (),
) -> dict[str, object]:
    names = seat_names(listed, speech)
    held = [seat for seat, person, _, _ in listed.chairs if person == reader.person]
    mine = held[0] if len(held) == 1 else None  # people around one screen go by their names
    return {
        "id": listed.id,
        "url": f"/t/{listed.id}",
        "game": listed.game,
        "game_name": game_name(listed.game),
        "players": list(names.values()),
        "mine": listed.id in waiting,
        "asked": listed.id in waiting and listed.turn not in held,
        "over": listed.over,
        "left": time_left(listed, now, speech),
        "outcome": outcome(listed.standing, held, speech, listed.stopped) if listed.over else "",
        "practice": listed.practice,
        "turn": "" if listed.turn is None or listed.over else names.get(listed.turn, ""),
        "standing": [
            {
                "names": [
                    speech("page.home.me") if seat == mine else names.get(seat, "")
                    for seat in seats
                ],
                "points": points,
                "won": won,
            }
            for seats, points, won in listed.standing
        ],
        "picture": f"/t/{listed.id}/picture.svg?v={reader.language}{listed.last:.3f}",
        "when": when(listed.last, now, speech),
        "at": datetime.fromtimestamp(listed.last, UTC).isoformat(timespec="seconds"),
    }


def outcome(standing: Standing, held: Collection[int], speech: Speech, stopped: str = "") -> str:
    """How a game came out for whoever held these seats; just that it is over, if for several sides
    or for nobody. One that ended before its end says why, and has no places."""
    winners = sum(won for _, _, won in standing)
    mine = [side for side in standing if not set(side[0]).isdisjoint(held)]
    told = speech("page.home.over")
    won = False
    if len(mine) == 1 and winners:
        _, points, won = mine[0]
        better = sum(theirs > points or ahead for _, theirs, ahead in standing)
        told = speech(PLACES.get(better + 1, "page.home.over"), n=len(standing))
    if won:
        told = speech("page.home.tied" if winners > 1 else "page.home.won")
    if stopped:
        why = speech(STOPPED_WORDS[stopped])
        return f"{why} · {told}" if won else why
    return told


def time_left(listed: TableSummary, now: float, speech: Speech) -> str:
    """How long until the time of who is to decide is up, where there is a clock."""
    if listed.due is None or listed.over or listed.turn is None:
        return ""
    people = {seat for seat, _, kind, _ in listed.chairs if kind == "person"}
    if listed.turn not in people or listed.due <= now:
        return ""
    return speech("page.home.left", time=duration(listed.due - now, speech.language))


async def play_now(site: Site, request: Request) -> Response:
    """One click: me and bots."""
    game = site.game(request)
    form = await site.form(request)
    reader = await site.named(site.reader(request), form.get("name", ""))
    seats = seat_count(game, form.get("seats", ""))
    bot = form.get("bot", usual_bot(game))
    if bot not in known_bots(game):
        raise HTTPException(422)
    chairs = [Chair("person", reader.name, (reader.person,))]
    for seat, other in enumerate(company(game, bot, seats - 1), 1):
        name = bot_name(game, other, seat, [chair.name for chair in chairs])
        chairs.append(Chair("bot", name, (), other))
    await site.check_room(request, reader)
    live = await site.registry.make(game.id, chairs, reader.person)
    return site.onward(request, reader, f"/t/{live.table.config.id}")


def company(game: Game, bot: str, count: int) -> list[str]:
    """So many bots: all alike, or a character and then the others of its game.

    >>> from parvis import game_of
    >>> company(game_of("neotopia"), "igor", 3), company(game_of("neotopia"), "level:2", 2)
    (['igor', 'nora', 'zelda'], ['level:2', 'level:2'])
    """
    cast = [each.id for each in characters_for(game)]
    if bot not in cast:
        return [bot] * count
    found = [bot, *(other for other in cast if other != bot)]
    return [found[at % len(found)] for at in range(count)]


async def play_open(site: Site, request: Request) -> Response:
    """One click: with whoever is there, and until then with bots that make room."""
    game = site.game(request)
    form = await site.form(request)
    reader = await site.named(site.reader(request), form.get("name", ""))
    seats = seat_count(game, form.get("seats", ""))
    store, ask, now = site.registry.store, site.registry.errands.run, site.registry.clock()
    apart = await ask(shunned.apart, store, reader.person)
    wanted = Wanted(game.id, seats)
    for listed in await ask(open_tables, store, wanted, reader.person, apart, now):
        if listed.there and await sits_down(site, reader, listed):
            return site.onward(request, reader, f"/t/{listed.id}")
    level = level_by(await ask(results_lately, store, reader.person, game.id))
    bot = form.get("bot", "")
    if bot not in known_bots(game) or bot == usual_bot(game):  # nothing else was chosen
        bot = levels_for(game).get(level, usual_bot(game))
    chairs = [Chair("person", reader.name, (reader.person,))]
    for seat in range(1, seats):
        name = bot_name(game, bot, seat, [chair.name for chair in chairs])
        chairs.append(Chair("bot", name, (), bot, yields=bot))
    await site.check_room(request, reader)
    live = await site.registry.make(
        game.id, chairs, reader.person, private=False, language=reader.language
    )
    return site.onward(request, reader, f"/t/{live.table.config.id}")


async def sits_down(site: Site, reader: Reader, listed: OpenTable) -> bool:
    """Whether a reader has got one of the seats of a table."""
    live = await site.registry.open(listed.id)
    for seat in listed.vacant():
        try:
            wish = await site.seating(live, reader.person, Take(seat, reader.name))
            await site.registry.command(live, Command(reader.person, wish))
        except Refused:
            continue
        await site.hold_name(reader.person, wish.name)
        return True
    return False


def seat_names(listed: TableSummary, speech: Speech) -> dict[int, str]:
    return {seat: name or speech("kit.seat", number=seat + 1) for seat, _, _, name in listed.chairs}


def open_table(listed: OpenTable, speech: Speech, now: float) -> dict[str, object]:
    """A table that anybody may come to, for lists."""
    kinds = [kind for _, _, kind, _ in listed.chairs]
    return {
        "url": f"/join/{listed.code}",
        "game_name": game_name(listed.game),
        "players": list(
            dict.fromkeys(name for _, _, kind, name in listed.chairs if kind == "person" and name)
        ),
        "free": kinds.count("open"),
        "yields": kinds.count("yields"),
        "seats": listed.seats,
        "language": listed.language,
        "there": listed.there,
        "begun": listed.begun,
        "when": when(listed.made, now, speech),
        "practice": listed.practice,
        "pace": speech(PACE_WORDS[listed.pace]) if listed.pace else "",
    }

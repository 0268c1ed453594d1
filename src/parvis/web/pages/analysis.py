"""The analysis of a finished game: its page, begun and stopped by a form, and its pictures.

Imports the site, the table's analyses and replay, and the analyst's words. Of a game that goes on
nothing is ever told: every route here answers 409 until it is over.
"""

from __future__ import annotations

import gzip
from dataclasses import replace

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parvis.bots import telling
from parvis.bots.analysis import FINE, VERDICTS, Analysis, Decision, Performance, Value
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.tokens import THEMES
from parvis.engine.record import RecordError
from parvis.engine.words import Speech
from parvis.table.analyses import Standing, TooMany
from parvis.table.replay import CannotReplay, Replay
from parvis.web.pages.games import drawn
from parvis.web.pages.parts import plain_table
from parvis.web.pages.replay import Found, over, refusal
from parvis.web.pages.table import own_seat
from parvis.web.replay import ALL, read_at, read_eyes
from parvis.web.security import client_of
from parvis.web.serializer import SHAPES
from parvis.web.site import Site
from parvis.web.victory_graph import NARROW, WIDE, graph

ASKED_AGAIN = 3  # seconds after which a page without scripts looks again how far it is
STATE_WORDS = {
    "none": "page.analysis.lead",
    "waiting": "page.analysis.waiting",
    "running": "page.analysis.running",
    "failed": "page.analysis.failed",
    "stopped": "page.analysis.stopped",
}
PARTS = 8  # moments of the course that are told in figures


def owns(found: Found) -> bool:
    """Whether the reader played this game, or brought it here."""
    person = found.reader.person if found.reader.known else ""
    return bool(person) and (bool(found.table.held(person)) or person in found.table.hosts)


async def analysis(site: Site, request: Request) -> Response:
    """What was found; or how far it is, or how it is begun."""
    try:
        found = await over(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    table, total = found.table, len(found.replay)
    standing = await site.analyses.standing(table.config.id, total)
    return await shown(site, request, found, standing)


async def act(site: Site, request: Request) -> Response:
    """Begin or stop."""
    form = await site.form(request)
    try:
        found = await over(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    id = found.table.config.id
    if form.get("do") == "stop":
        if not owns(found):
            raise HTTPException(403)
        await site.analyses.stop(id)
    elif form.get("do") == "start":
        site.spend(site.analyses_of_address, client_of(request))
        try:
            await site.analyses.start(id, found.table.record())
        except TooMany:
            standing = Standing("none", 0, len(found.replay))
            return await shown(site, request, found, standing, found.speech("page.analysis.busy"))
        except RecordError:
            return await refusal(site, request, CannotReplay("rules"))
    else:
        raise HTTPException(400)
    return site.onward(request, found.reader, f"/t/{id}/analysis")


async def shown(
    site: Site, request: Request, found: Found, standing: Standing, trouble: str = ""
) -> Response:
    table, speech = found.table, found.speech
    result = standing.result
    told: dict[str, object] = {}
    if result is not None:
        asked = request.query_params
        usual = own_seat(table, found.reader.person) if found.reader.known else None
        chosen = read_eyes(asked.get("seat", ""), table.config.seats, usual)
        every = bool(asked.get("all"))
        told = await site.desk.ask(
            lambda: summary(result, found, chosen, every, f"/t/{table.config.id}")
        )
    key = STATE_WORDS.get(standing.state, "page.analysis.lead")
    facts = {"done": standing.done, "total": standing.total}
    return site.page(
        request,
        found.reader,
        "analysis",
        speech,
        503 if trouble else 200,
        table=plain_table(request, table),
        standing=standing,
        state=speech.tell(key, facts if key == STATE_WORDS["running"] else None),
        trouble=trouble,
        mine=owns(found),
        again=ASKED_AGAIN,
        told=told,
        everybody=ALL,
    )


# What is told of a result.


def percent(share: float, speech: Speech) -> str:
    return speech("page.analysis.percent", share=telling.hundredths(share))


def change(value: Value, speech: Speech) -> dict[str, str]:
    """A change of the chance of victory: with its sign, and its standard error."""
    share = telling.hundredths(value.share)
    return {
        "share": telling.signed(share, speech),
        "error": speech.spoken(telling.hundredths(value.share_error)),
        "points": telling.signed(telling.points(value.margin), speech),
    }


def summary(
    found: Analysis, of: Found, chosen: int | None, every: bool, address: str
) -> dict[str, object]:
    """All that the page says, in the reader's language."""
    speech, replay = of.speech, of.replay
    names = [speech.spoken(telling.people_of(found, side)) for side in range(len(found.sides))]
    wanted = [
        decision
        for decision in found.decisions
        if (every or decision.verdict != FINE) and chosen in (None, decision.seat)
    ]
    course = f"{address}/replay"
    by_side = {player.side: player for player in reversed(found.players)}
    return {
        "players": [plain_player(player, speech) for player in found.players],
        "sides": [
            plain_side(found, by_side[side], names[side], speech) for side in sorted(by_side)
        ],
        "graphs": [
            Markup(graph(found, names, course, speech("page.analysis.moves"), wide))
            for wide in (WIDE, NARROW)
        ],
        "names": [
            {"name": name, "seat": seats[0], "shape": SHAPES[seats[0] % len(SHAPES)]}
            for name, seats in zip(names, found.sides, strict=True)
        ],
        "figures": figures(found, speech),
        "moments": [
            plain_moment(found, number, of, address) for number in range(len(found.moments))
        ],
        "decisions": [plain_decision(decision, replay, speech, address) for decision in wanted],
        "chosen": chosen,
        "every": every,
        "figure_words": [
            {"name": speech(name), "help": speech(help)} for name, help in telling.FIGURE_WORDS
        ],
        "verdicts": [speech(telling.VERDICT_WORDS[name]) for name in VERDICTS[1:]],
    }


def plain_player(player: Performance, speech: Speech) -> dict[str, object]:
    """How a seat played."""
    return {
        "seat": player.seat,
        "name": speech.name(player.seat),
        "shape": SHAPES[player.seat % len(SHAPES)],
        "decisions": player.decisions,
        "verdicts": [player.verdicts[name] for name in VERDICTS[1:]],
        "loss": percent(player.loss.share, speech),
        "points": speech.spoken(telling.points(player.loss.margin)),
        "mean": speech("page.analysis.percent", share=round(100 * player.mean_cost, 2)),
        "rating": speech(telling.RATING_WORDS[player.rating]),
        "rated": player.rating,
    }


def plain_side(
    found: Analysis, player: Performance, name: str, speech: Speech
) -> dict[str, object]:
    """From the start to the result."""
    seat = found.sides[player.side][0]
    return {
        "name": name,
        "seat": seat,
        "shape": SHAPES[seat % len(SHAPES)],
        "start": percent(player.start.share, speech),
        "luck": change(player.luck, speech),
        "own": change(player.own, speech),
        "others": change(player.others, speech),
        "result": percent(player.result.share, speech),
        "adjusted": percent(player.adjusted.share, speech),
    }


def figures(found: Analysis, speech: Speech) -> list[dict[str, object]]:
    """The course in figures, at some moments: what the graph shows, for who does not see it."""
    last = len(found.course) - 1
    moments = sorted({round(last * part / PARTS) for part in range(PARTS + 1)})
    return [
        {"at": at, "shares": [percent(value.share, speech) for value in found.course[at]]}
        for at in moments
    ]


def plain_moment(found: Analysis, number: int, of: Found, address: str) -> dict[str, object]:
    """A moment that decided the game."""
    moment, speech = found.moments[number], of.speech
    decision = next((each for each in found.decisions if each.number == moment.number), None)
    if moment.kind != "error":
        decision = None
    before = of.replay.position(moment.number - 1)
    played = before.read(of.replay.moves[moment.number - 1])
    picture = f"{address}/analysis/picture.svg?move={moment.number}"
    plain: dict[str, object] = {
        "number": number + 1,
        "move": moment.number,
        "seat": moment.seat,
        "shape": SHAPES[moment.seat % len(SHAPES)],
        "kind": moment.kind,
        "says": telling.moment_of(moment, found, speech),
        "words": telling.told(before, played, of.replay.mover(moment.number), speech),
        "picture": picture,
        "better": None,
        "replay": f"{address}/replay?at={moment.number}&as={moment.seat}",
    }
    if decision is not None:
        plain["better"] = plain_decision(decision, of.replay, speech, address)
        plain["better_picture"] = f"{picture}&better=1"
    return plain


def plain_decision(
    decision: Decision, replay: Replay, speech: Speech, address: str
) -> dict[str, object]:
    """A decision: what was played, what was better, what that cost and why."""
    before = replay.position(decision.number - 1)
    seat = decision.seat
    better = ""
    if decision.best != decision.played:
        better = telling.told(before, before.read(decision.best), seat, speech)
    game = replay.game
    best, played = decision.moves[0].value, decision.moves[0].value
    for weighed in decision.moves:
        if weighed.move == decision.played:
            played = weighed.value
    return {
        "number": decision.number,
        "seat": seat,
        "name": speech.name(seat),
        "shape": SHAPES[seat % len(SHAPES)],
        "words": telling.told(before, before.read(decision.played), seat, speech),
        "better": better,
        "verdict": decision.verdict,
        "says": speech(telling.VERDICT_WORDS[decision.verdict]),
        "cost": telling.cost_of(decision.loss, speech) if decision.verdict != FINE else "",
        "expected": percent(played.share, speech),
        "could": percent(best.share, speech),
        "reasons": [
            {"clause": clause, "words": words}
            for clause, words in telling.reasons_of(decision, game, speech)
        ],
        "rules": f"/rules/{game.id}",
        "picture": f"{address}/analysis/picture.svg?move={decision.number}",
        "replay": f"{address}/replay?at={decision.number - 1}&as={seat}",
    }


async def picture(site: Site, request: Request) -> Response:
    """The board after a move as its seat saw it, or after the better one, before any chance."""
    try:
        found = await over(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    standing = await site.analyses.standing(found.table.config.id, len(found.replay))
    asked = request.query_params
    number = read_at(asked.get("move", ""), len(found.replay))
    result, theme = standing.result, asked.get("theme", "light")
    if result is None or not number or theme not in THEMES:
        raise HTTPException(404)
    decision = next((each for each in result.decisions if each.number == number), None)
    better = bool(asked.get("better")) and decision is not None

    def made() -> bytes:
        replay = found.replay
        seat = replay.mover(number)
        before = replay.position(number - 1)
        if better and decision is not None:
            position = before.foresee(before.read(decision.best))
        else:
            position = replay.position(number)
        shown, drawing = (
            replay.game.draw(each.view(seat), found.speech) for each in (before, position)
        )
        panels = worth_showing(shown.panels, drawing.panels)
        drawing.panels = [replace(panel, title="") for panel in panels]
        return gzip.compress(drawing.sheet(theme).encode(), 5, mtime=0)

    return drawn(request, await site.desk.ask(made), "no-store")


def worth_showing(before: list[Panel], after: list[Panel]) -> list[Panel]:
    """The board; or what lies beside it, if a move has changed something only there."""
    known = {panel.id: panel.fragments for panel in before}
    changed = [panel for panel in after if known.get(panel.id) != panel.fragments]
    boards = [panel for panel in after if panel.role == "board"]
    beside = [panel for panel in changed if panel.role == "supply"]
    if beside and not any(panel in changed for panel in boards):
        return beside
    return boards or after

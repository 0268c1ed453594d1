"""What a viewer is shown at a table, as the message `state`; drawn and said once for all alike.

Imports the picture, the history, the readers' words and the messages; no socket, no page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import get_args
from weakref import WeakKeyDictionary

from parvis.engine.game import Game
from parvis.engine.words import Speech
from parvis.table.live_table import LiveTable
from parvis.table.table import Table
from parvis.web import history
from parvis.web.identity import seat_link
from parvis.web.messages import (
    Asked,
    Bot,
    Entry,
    Proof,
    Seat,
    Shape,
    Side,
    State,
    TakeBack,
    Turn,
)
from parvis.web.picture import Picture, Viewer, draw
from parvis.web.speech import bot_choices, bot_label, speech_at, speech_for

SHAPES: tuple[Shape, ...] = get_args(Shape)
MOST_VIEWERS = 100  # whose seats are remembered at one table


@dataclass
class TableCache:
    """What was drawn and said at one table, each with the stamp of what it was made from."""

    pictures: dict[object, tuple[object, Picture]] = field(default_factory=dict)
    logs: dict[object, tuple[object, int, list[Entry]]] = field(default_factory=dict)
    seats: dict[object, tuple[object, list[Seat]]] = field(default_factory=dict)


class Serializer:
    """Makes states; keeps what viewers share, for as long as a table is in memory."""

    def __init__(self) -> None:
        self.caches: WeakKeyDictionary[LiveTable, TableCache] = WeakKeyDictionary()

    def at(self, live: LiveTable) -> TableCache:
        found = self.caches.get(live)
        if found is None:
            found = self.caches[live] = TableCache()
        return found

    def picture(self, live: LiveTable, viewer: Viewer) -> Picture:
        """The position as a seat sees it, drawn anew only if it or a name has changed."""
        table, pictures = live.table, self.at(live).pictures
        key = (viewer.seat, viewer.language, viewer.tall)
        stamp = (table.moved, table.chaired)
        known = pictures.get(key)
        if known is None or known[0] != stamp:
            speech = speech_at(table, viewer.language)
            known = pictures[key] = (stamp, draw(table, viewer, speech))
        return known[1]

    def log(self, live: LiveTable, viewer: Viewer, speech: Speech) -> list[Entry]:
        """The end of the log in words; only new entries are added."""
        table, logs = live.table, self.at(live).logs
        key = (viewer.seat, viewer.language)
        stamp = (table.chaired, table.undone)
        known = logs.get(key)
        if known is None or known[0] != stamp:
            known = (stamp, max(0, len(table.log) - history.MOST_LINES), [])
        _, count, lines = known
        if count < len(table.log):
            new = [history.entry_in_words(entry, viewer, speech) for entry in table.log[count:]]
            lines = [*lines, *new][-history.MOST_LINES :]
            logs[key] = (stamp, len(table.log), lines)
        return lines

    def seats(
        self, live: LiveTable, viewer: Viewer, speech: Speech, sides: list[Side]
    ) -> list[Seat]:
        """Who sits where; kept until someone comes, goes, or changes seats."""
        seats = self.at(live).seats
        key = (viewer.person, viewer.language)
        stamp = (live.table.chaired, live.presence.changes, [side.seats for side in sides])
        known = seats.get(key)
        if known is None or known[0] != stamp:
            if len(seats) >= MOST_VIEWERS:
                seats.clear()  # of the many who looked on, most are gone
            known = seats[key] = (stamp, seats_now(live, viewer, speech, sides))
        return known[1]

    def state(self, live: LiveTable, viewer: Viewer, now: float) -> State:
        """Everything that a viewer is shown."""
        table = live.table
        game, config = table.game, table.config
        speech = speech_at(table, viewer.language)
        drawn = self.picture(live, viewer)
        log = self.log(live, viewer, speech)
        seated = {person for chair in table.chairs for person in chair.persons}
        return State(
            n=table.n,
            at=int(table.at),
            seat=viewer.seat,
            held=list(table.held(viewer.person)),
            title=game.name if game is not None else config.game,
            ask=asked_of(table, viewer, speech, drawn),
            turn=turn_now(live, viewer, speech, now),
            panels=drawn.panels,
            tree=drawn.tree,
            seats=self.seats(live, viewer, speech, drawn.sides),
            sides=drawn.sides,
            ledger=drawn.ledger,
            log=log,
            since=history.since(table, viewer),
            last=history.last_places(log),
            chat=history.chat_lines(table),
            watching=live.presence.watching(seated),
            undo=take_back(table, viewer, speech),
            practice=bool(table.practice),
            over=drawn.over,
            winners=drawn.winners,
            read_only=speech("table.read_only") if table.position is None else None,
            commitment=config.commitment,
            proof=Proof(config.seed, config.salt) if table.over() else None,
            bots=bot_list(game, viewer.language) if game is not None else [],
            host=viewer.person == config.host,
        )


def seat_for(table: Table, person: str, before: int | None) -> int | None:
    """The seat to look from: the one to decide if it is held, else the one looked from before."""
    held = table.held(person)
    turn = table.turn()
    if turn in held:
        return turn
    if before in held:
        return before
    return held[0] if held else None


def seats_now(live: LiveTable, viewer: Viewer, speech: Speech, sides: list[Side]) -> list[Seat]:
    table = live.table
    held = table.held(viewer.person)
    side_of = {seat: side.side for side in sides for seat in side.seats}
    return [
        Seat(
            seat=seat,
            name=speech.name(seat),
            kind=chair.kind,
            here=chair.kind == "bot" or live.presence.here(chair.persons),
            mine=seat in held,
            side=side_of.get(seat, seat),
            shape=SHAPES[seat % len(SHAPES)],
            bot=bot_label(speech, chair.bot) if chair.bot else None,
            sits_in=chair.sits_in,
            link=seat_link(table, seat)
            if seat in held or (chair.kind == "open" and held)
            else None,
        )
        for seat, chair in enumerate(table.chairs)
    ]


def asked_of(table: Table, viewer: Viewer, speech: Speech, drawn: Picture) -> str:
    """One sentence: what is asked of this seat, or whom all wait for."""
    if table.position is None:
        return speech("table.read_only")
    if drawn.over:
        names = [f"@{seat}" for seat in drawn.winners if seat != viewer.seat]
        if viewer.seat not in drawn.winners:
            return speech("table.ask.winners", n=len(names), names=names)
        return speech("table.ask.won_with", names=names) if names else speech("table.ask.won")
    turn = table.turn()
    if turn is None:
        return ""
    if drawn.tree:
        return drawn.tree[0].ask
    chair = table.chairs[turn]
    if turn == viewer.seat and chair.sits_in:
        return speech("table.ask.sits_in")
    if chair.bot:
        return speech("table.ask.bot", name=f"@{turn}")
    if chair.kind == "open":
        return speech("table.ask.open", name=f"@{turn}")
    return speech("table.ask.person", name=f"@{turn}")


def take_back(table: Table, viewer: Viewer, speech: Speech) -> TakeBack:
    asked = table.asked
    if asked is None:
        found = table.undoable_by(viewer.person)
        return TakeBack(None if found is None else found[1], None)
    held = table.held(viewer.person)
    waiting = [seat for seat in table.persons_beside(asked.seat) if seat not in asked.agreed]
    return TakeBack(
        None,
        Asked(
            seat=asked.seat,
            name=speech.name(asked.seat),
            moves=len(table.moves) - asked.to,
            mine=asked.seat in held,
            vote=any(seat in waiting for seat in held),
            waiting=[speech.name(seat) for seat in waiting],
        ),
    )


def turn_now(live: LiveTable, viewer: Viewer, speech: Speech, now: float) -> Turn:
    turn, bot = live.table.turn(), live.thinking
    mine = turn is not None and turn == viewer.seat and live.table.chairs[turn].by_person
    if bot is None or bot.seat != turn:
        return Turn(turn, mine, None, None, None)
    spent = min(bot.due, max(0.0, now - bot.since))
    progress = round(spent / bot.due, 2) if bot.due else 0.0
    return Turn(turn, mine, speech.name(bot.seat), progress, round(bot.due - spent, 2))


@cache
def bot_list(game: Game, language: str) -> list[Bot]:
    """The bots that can sit down, in words."""
    speech = speech_for(language, game)
    return [Bot(value, bot_label(speech, value)) for value in bot_choices(game)]

"""What a viewer is shown at a table; made and said once for all alike.

Imports the picture, the history, the readers' words and the messages; no socket, no page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, get_args
from weakref import WeakKeyDictionary

from parvis.bots import bot_label
from parvis.engine.drawing.part import Memory
from parvis.engine.game import Game
from parvis.engine.words import Speech
from parvis.table.live_table import LiveTable
from parvis.table.presence import SCREEN
from parvis.table.table import Entry as LogEntry
from parvis.table.table import Table
from parvis.web import history
from parvis.web.cast import face_of
from parvis.web.identity import seat_link
from parvis.web.messages import (
    Asked,
    Bot,
    Chat,
    Clocks,
    Entry,
    Line,
    Next,
    Proof,
    Region,
    Seat,
    Shape,
    Side,
    State,
    StopOffered,
    TakeBack,
    Turn,
)
from parvis.web.picture import Picture, Score, Viewer, draw, line_in_words, score_of
from parvis.web.replay import stopped_in_words
from parvis.web.result import Course
from parvis.web.speech import bot_choices, speech_at, speech_for
from parvis.web.timing import timing_in_words
from parvis.web.updates import Shown, Told, places_in

SHAPES: tuple[Shape, ...] = get_args(Shape)
MOST_VIEWERS = 100  # whose seats are remembered at one table
MOST_ENTRIES = 32  # of the log that were just said


@dataclass
class TableCache:
    """What was made and said at one table, each with the stamp of what it was made from."""

    speeches: dict[str, tuple[int, Speech]] = field(default_factory=dict)
    score: tuple[int, Score] | None = None
    ledgers: dict[str, tuple[Score, int, list[Line]]] = field(default_factory=dict)
    parts: Memory = field(default_factory=dict)  # of drawings
    pictures: dict[object, tuple[object, Picture]] = field(default_factory=dict)
    entries: dict[object, Entry] = field(default_factory=dict)
    told: int = -1  # the event up to which these were said
    seats: dict[object, tuple[object, list[Seat]]] = field(default_factory=dict)
    descriptions: dict[object, tuple[object, list[Region]]] = field(default_factory=dict)
    chat: list[Chat] = field(default_factory=list)
    course: Course | None = None  # of a game that is over, once somebody has asked


class Serializer:
    """Makes states; keeps what viewers share, for as long as somebody looks."""

    def __init__(self) -> None:
        self.caches: WeakKeyDictionary[LiveTable, TableCache] = WeakKeyDictionary()
        self.latest: tuple[LiveTable, TableCache] | None = None  # asked for again and again

    def at(self, live: LiveTable) -> TableCache:
        latest = self.latest
        if latest is not None and latest[0] is live:
            return latest[1]
        found = self.caches.get(live)
        if found is None:
            found = self.caches[live] = TableCache()
        self.latest = (live, found)
        return found

    def let_go(self, live: LiveTable) -> None:
        """Nobody looks at a table any more: all that was drawn and said there is made anew for who
        comes back."""
        self.caches.pop(live, None)
        self.latest = None

    def speech(self, live: LiveTable, language: str) -> Speech:
        """The words and names of a table in a language."""
        speeches, stamp = self.at(live).speeches, live.table.chaired
        known = speeches.get(language)
        if known is None or known[0] != stamp:
            known = speeches[language] = (stamp, speech_at(live.table, language))
        return known[1]

    def score(self, live: LiveTable) -> Score:
        """The points, reckoned once for all who look; the same object as long as they are."""
        cache, stamp = self.at(live), live.table.moved
        if cache.score is None or cache.score[0] != stamp:
            score = score_of(live.table)
            if cache.score is not None and cache.score[1] == score:
                score = cache.score[1]
            cache.score = (stamp, score)
        return cache.score[1]

    def ledger(self, live: LiveTable, language: str) -> list[Line]:
        """Every line in words; lines that stay are the same objects."""
        score, stamp, ledgers = self.score(live), live.table.chaired, self.at(live).ledgers
        known = ledgers.get(language)
        if known is not None and known[0] is score and known[1] == stamp:
            return known[2]
        speech = self.speech(live, language)
        before, said = (
            ([], []) if known is None or known[1] != stamp else (known[0].lines, known[2])
        )
        lines = [
            line_in_words(line.plain(), speech) if place is None else said[place]
            for line, place in zip(score.lines, places_in(before, score.lines), strict=True)
        ]
        ledgers[language] = (score, stamp, lines)
        return lines

    def picture(self, live: LiveTable, viewer: Viewer) -> Picture:
        """The position as a seat sees it, made anew only if it or a name has changed."""
        table, pictures = live.table, self.at(live).pictures
        key = (viewer.seat, viewer.language, viewer.tall)
        stamp = (table.moved, table.chaired)
        known = pictures.get(key)
        if known is None or known[0] != stamp:
            made = draw(table, viewer, self.speech(live, viewer.language), self.at(live).parts)
            known = pictures[key] = (stamp, made)
        return known[1]

    def keeps_secrets(self, live: LiveTable, viewer: Viewer) -> bool:
        """Whether the seat behind a curtain has a hand that the others must not see."""
        behind = self.picture(live, viewer._replace(seat=viewer.curtain, curtain=None))
        return any(panel.role == "hand" for panel in behind.panels)

    def log(self, live: LiveTable, viewer: Viewer) -> Told:
        """The log as a viewer is told it; what was told before is not said again."""
        table = live.table
        stamp = (viewer.seat, viewer.language, table.chaired, table.undone)

        def after(n: int) -> list[Entry]:
            """The entries after event n, as far as they are still told."""
            lately = table.log[-history.MOST_LINES :]
            return [self.entry(live, told, viewer) for told in lately if told.n > n]

        return Told(stamp, table.log[-1].n if table.log else -1, after)

    def entry(self, live: LiveTable, told: LogEntry, viewer: Viewer) -> Entry:
        """An entry in words, said once for all who saw the same."""
        cache = self.at(live)
        entries = cache.entries
        if cache.told != live.table.n:  # who is told what came before is told all of it, anew
            entries.clear()
            cache.told = live.table.n
        key = (told.n, told.undone, told.own(viewer.seat), viewer.language, live.table.chaired)
        found = entries.get(key)
        if found is None:
            if len(entries) >= MOST_ENTRIES:
                entries.clear()
            speech = self.speech(live, viewer.language)
            ends = live.table.game.ends if live.table.game is not None else {}
            found = entries[key] = history.entry_in_words(told, viewer, speech, ends)
        return found

    def last_places(self, live: LiveTable, viewer: Viewer) -> list[str]:
        """What the last move touched."""
        for told in reversed(live.table.log):
            if told.kind == "move" and not told.undone:
                return self.entry(live, told, viewer).places
        return []

    def chat(self, live: LiveTable, viewer: Viewer) -> list[Chat]:
        """The end of the chat; the same list as long as nobody says anything. Whoever does not
        want to hear somebody has a list of their own."""
        if viewer.unheard:
            return history.chat_lines(live.table, viewer.unheard)
        cache, said = self.at(live), live.table.chat
        if (cache.chat[-1].n if cache.chat else -1) != (said[-1].n if said else -1):
            cache.chat = history.chat_lines(live.table)
        return cache.chat

    def seats(
        self, live: LiveTable, viewer: Viewer, speech: Speech, sides: list[Side], began: float
    ) -> list[Seat]:
        """Who sits where; kept until someone comes, goes, or changes seats."""
        seats = self.at(live).seats
        key = (viewer.person, viewer.language)
        phase = (bool(live.table.moves), live.table.over())
        stamp = (live.table.chaired, live.presence.changes, phase, [side.seats for side in sides])
        known = seats.get(key)
        if known is None or known[0] != stamp:
            if len(seats) >= MOST_VIEWERS:
                seats.clear()  # of the many who looked on, most are gone
            known = seats[key] = (stamp, seats_now(live, viewer, speech, sides, began))
        return known[1]

    def shown(self, live: LiveTable, viewer: Viewer, now: float, monotonic: float = 0.0) -> Shown:
        """Everything that a viewer is shown; the time, and what the clock of presence says."""
        table = live.table
        game, config = table.game, table.config
        speech = self.speech(live, viewer.language)
        drawn, score = self.picture(live, viewer), self.score(live)
        seated = {SCREEN, *(person for chair in table.chairs for person in chair.persons)}
        state = State(
            n=table.n,
            at=int(table.at),
            seat=viewer.seat,
            held=list(table.held(viewer.person)),
            curtain=viewer.curtain,
            title=game.name if game is not None else config.game,
            ask=" ".join(
                [*freed(table, viewer, speech), asked_of(live, viewer, speech, drawn, score)]
            ),
            turn=turn_now(live, viewer, speech, now),
            panels=[],
            tree=drawn.tree,
            seats=self.seats(live, viewer, speech, score.sides, now - monotonic),
            sides=score.sides,
            ledger=self.ledger(live, viewer.language),
            log=[],
            since=history.since(table, viewer),
            last=self.last_places(live, viewer),
            chat=self.chat(live, viewer),
            watching=live.presence.watching(seated),
            undo=take_back(table, viewer, speech),
            practice=bool(table.practice),
            clocks=clocks_now(table, speech, now),
            stopping=stopping(table, viewer, speech),
            stopped=stopped_in_words(table.stopped, speech),
            over=score.over,
            winners=score.winners,
            read_only=why_read_only(table, speech),
            commitment=config.commitment,
            proof=Proof(config.seed, config.salt) if table.over() else None,
            bots=bot_list(game, viewer.language) if game is not None else [],
            host=viewer.person in table.hosts,
            hostless=may_host(live, viewer, now),
            again=next_table(table, viewer),
            screen=live.presence.here((SCREEN,)),
        )
        return Shown(state, drawn.panels, self.log(live, viewer))


class Outlook(NamedTuple):
    """The seat that a browser looks from, if any, and the one whose person is waited for."""

    seat: int | None
    curtain: int | None = None


def outlook(table: Table, person: str, before: int | None) -> Outlook:
    """The seat to look from: the one to decide if it is held, else the one looked from before.

    Around one screen nothing of a hand is shown until its person says that they are there: then
    `before` is their seat.
    """
    held = table.held(person)
    turn = table.turn()
    shares = sum(table.chairs[seat].by_person for seat in held) > 1 and not table.over()
    if shares and turn in held and turn != before and table.chairs[turn].by_person:
        return Outlook(None, turn)
    if turn in held and not shares:
        return Outlook(turn)
    if before in held:
        return Outlook(before)
    return Outlook(held[0] if held and not shares else None)


def seats_now(
    live: LiveTable, viewer: Viewer, speech: Speech, sides: list[Side], began: float
) -> list[Seat]:
    """Who sits where. `began` is the time at which the clock of presence began."""
    table = live.table
    held = table.held(viewer.person)
    left = [live.presence.gone_at(chair.persons) for chair in table.chairs]
    frees = viewer.person in table.hosts and table.turn() is not None
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
            bot=bot_label(speech, table.game, chair.bot) if chair.bot else None,
            face=face_of(table.game, chair.bot) if chair.bot else None,
            sits_in=chair.sits_in,
            vacant=chair.vacant,
            left=None if (gone := left[seat]) is None else int(began + gone),
            free=frees
            and chair.kind == "person"
            and not chair.given_up
            and seat not in held
            and (gone is not None or not table.moves),
            link=seat_link(table, seat) if seat in held or (chair.vacant and held) else None,
            given_up=chair.given_up,
            hosts=not table.hosts.isdisjoint(chair.persons),
        )
        for seat, chair in enumerate(table.chairs)
    ]


def may_host(live: LiveTable, viewer: Viewer, now: float) -> bool:
    """Whether who sits here may take the place of a host who has been gone for long, or who only
    made the screen that all look at."""
    table = live.table
    if table.over() or viewer.person in table.hosts or not table.held(viewer.person):
        return False
    gone = table.misses_host(now) and not live.presence.here(table.hosts)
    return gone or live.only_shown()


def next_table(table: Table, viewer: Viewer) -> Next | None:
    """Where the same people play once more; only they are told."""
    if not table.again or not table.held(viewer.person):
        return None
    return Next(f"/t/{table.again}", table.asks_again)


def freed(table: Table, viewer: Viewer, speech: Speech) -> list[str]:
    """A sentence for who comes back and finds that their seat was opened meanwhile."""
    seat = table.freed.get(viewer.person)
    if seat is None or table.over() or table.held(viewer.person):
        return []
    still_open = table.chairs[seat].vacant
    key = "table.ask.freed.open" if still_open else "table.ask.freed.taken"
    return [speech(key, seat=seat + 1)]


def why_read_only(table: Table, speech: Speech) -> str | None:
    """Why a game can only be looked at, and what of it still stands."""
    if table.position is not None:
        return None
    if table.over():
        return speech("table.read_only.over", version=table.config.rules)
    return speech("table.read_only")


def asked_of(live: LiveTable, viewer: Viewer, speech: Speech, drawn: Picture, score: Score) -> str:
    """One sentence: what is asked of this seat, or whom all wait for."""
    table = live.table
    if table.position is None:
        return why_read_only(table, speech) or ""
    if table.stopped is not None:
        told = table.stopped.sentence()
        return speech.tell(told.key, told.params)
    if score.over:
        names = [f"@{seat}" for seat in score.winners if seat != viewer.seat]
        if viewer.seat not in score.winners:
            return speech("table.ask.winners", n=len(names), names=names)
        return speech("table.ask.won_with", names=names) if names else speech("table.ask.won")
    turn = table.turn()
    if turn is None:
        return ""
    if drawn.ask:
        return drawn.ask
    chair = table.chairs[turn]
    if viewer.curtain is not None:
        return speech("table.ask.curtain", name=f"@{viewer.curtain}")
    if turn == viewer.seat and chair.given_up:
        return speech("table.ask.bot", name=f"@{turn}")
    if turn == viewer.seat and chair.sits_in:
        return speech("table.ask.sits_in")
    if live.held_back:
        return speech("table.ask.held_back")
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
    waiting = table.unanswered()
    return TakeBack(
        None,
        Asked(
            seat=asked.seat,
            name=speech.name(asked.seat),
            moves=len(table.moves) - asked.to,
            mine=asked.seat in held,
            vote=any(seat in waiting for seat in held),
            waiting=[speech.name(seat) for seat in waiting],
            anew=asked.anew,
        ),
    )


def clocks_now(table: Table, speech: Speech, now: float) -> Clocks | None:
    """How much time each seat has at this moment."""
    if table.clocks is None or table.over():
        return None
    clocks = table.clocks.now(now)
    timing = clocks.timing
    night = timing.next_night(clocks.at)
    return Clocks(
        timing.pace,
        timing.zero,
        timing_in_words(timing, speech.language),
        [
            int(seconds) if chair.by_person else None
            for seconds, chair in zip(clocks.left, table.chairs, strict=True)
        ],
        clocks.running,
        clocks.up and clocks.running is not None,
        None if night is None else [int(edge - clocks.at) for edge in night],
    )


def stopping(table: Table, viewer: Viewer, speech: Speech) -> StopOffered | None:
    offer = table.offer
    if offer is None:
        return None
    held, waiting = table.held(viewer.person), table.asked_to_stop()
    return StopOffered(
        seat=offer.seat,
        name=speech.name(offer.seat),
        mine=offer.seat in held,
        vote=any(seat in waiting for seat in held),
        waiting=[speech.name(seat) for seat in waiting],
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
    return [Bot(value, bot_label(speech, game, value)) for value in bot_choices(game)]

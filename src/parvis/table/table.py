"""A table: its event log folded into who sits where, the position, what was said and done.

The fold is a cache. `apply` takes the events one by one; a position that is known already (from
the move that was just decided, or from a snapshot) is taken instead of being played again.
Imports the engine, chairs, events and what a store keeps.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import msgspec

from parvis.engine.chance import Stream, key_of_seed
from parvis.engine.codec import Codec
from parvis.engine.codec import Kind as MoveKind
from parvis.engine.game import REGISTER, Game, read_position
from parvis.engine.options import as_text
from parvis.engine.packs import Pack, PackError, read_pack
from parvis.engine.position import Position
from parvis.engine.record import BACK, Record, fingerprint_of, taken_up
from parvis.engine.refusal import Illegal, Malformed
from parvis.engine.sentence import Sentence, read_sentence
from parvis.engine.setting import Setting
from parvis.engine.text import TextError
from parvis.table.chair import Chair, read_chair
from parvis.table.clocks import Clocks, begun_clocks
from parvis.table.ending import Stopped, read_stopped, winners_without
from parvis.table.event import Event, key_of, packed, whole
from parvis.table.stored import Snapshot, StoredTable, TableConfig
from parvis.table.timing import A_DAY, Timing, read_timing

# How a seat can take back: at once; at once, but then the game is practice; if the others agree.
Way = Literal["free", "practice", "ask"]
LINES = 8  # of those taken back that are remembered
TOLD = 60  # entries of the log that can still be told; none before them is kept
MOST_SAID = 1 << 12  # notations of moves whose kinds are remembered
EVERY = 16  # moves between two positions that are kept for undo
KEPT = 2  # of these positions: whoever goes back further waits a millisecond or two
# What somebody does themselves, other than sitting down and getting up.
OWN_DOING = frozenset({"move", "undo", "ask", "vote", "withdraw", "chat", "stop"})
HOST_MISSED = A_DAY  # without a sign of the host; then another may take their place
HOST_MISSED_LONG = 3 * A_DAY  # where one has days for a turn


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A line of play that was taken back, whole; after which move it leaves the one that stands.

    It left it when it was taken back, even if the same is played again: all have seen just that.
    """

    at: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A move that stands: its notation, whose it was, the event."""

    text: str
    seat: int
    n: int


@dataclass(slots=True)
class Entry:
    """Something in the log that is told in words."""

    n: int
    kind: str
    seat: int | None
    stories: str | None = None  # packed
    key: str = ""
    params: dict[str, object] | None = None
    undone: bool = False
    owners: tuple[str, ...] | None = None  # who was told a story of their own, once it was asked

    def own(self, seat: int | None) -> str:
        """Which of its stories a seat (None: who looks on) was told."""
        if not self.stories:
            return key_of(None)
        if self.owners is None:
            self.owners = tuple(map(sys.intern, read_owners(self.stories)))
        own = key_of(seat)
        return own if own in self.owners else key_of(None)

    def sentences(self, seat: int | None) -> list[Sentence]:
        """What a seat (None: who looks on) saw of it."""
        if self.stories is None:
            return [Sentence(self.key, self.params or {})]
        if not self.stories:
            return []
        own = read_owners(self.stories)[self.own(seat)]
        return [read_sentence(plain) for plain in read_story(own)]


read_owners = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
read_story = msgspec.json.Decoder(list[dict[str, object]]).decode


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the chat."""

    n: int
    seat: int
    name: str
    text: str
    persons: tuple[str, ...] = ()  # who held the seat then


@dataclass(frozen=True)
class Asked:
    """Someone wants to take back; who has agreed. `anew`: all of it, having just sat down."""

    seat: int
    to: int
    agreed: frozenset[int] = frozenset()
    anew: bool = False


@dataclass(frozen=True)
class Offer:
    """Someone wants to stop the game together; those who have agreed."""

    seat: int
    agreed: frozenset[int] = frozenset()


class Table:
    """All that is known of a table. `position` is None if it can only be looked at."""

    def __init__(self, config: TableConfig) -> None:
        self.config = config
        self.game: Game | None = REGISTER.get(config.game)
        self.n = -1
        self.at = config.created
        self.chairs: list[Chair] = [Chair() for _ in range(config.seats)]
        self.position: Position | None = None
        self.before: Position | None = None  # the position before the last move, if it is at hand
        self.kept: dict[int, Position] = {}  # by the number of moves, the last ones
        self.moves: list[Played] = []
        self.course: list[str] = []  # the same with what was taken back, as a record has it
        self.taken_back: list[TakenBack] = []  # the last lines of play that were
        self.moved = 0  # the event that last changed the position
        self.undone = 0  # the event that last took moves back
        self.practice = 0  # the first move played again knowing what would come; 0: none
        self.asked: Asked | None = None
        self.log: list[Entry] = []  # its end
        self.chat: list[Said] = []
        self.commands: dict[str, int] = {}
        self.seen: dict[str, set[int]] = {}  # which seats' hands a browser has seen
        self.freed: dict[str, int] = {}  # who lost which seat by the host, and sits nowhere since
        # By the seat of such a one: how many moves there were. They cannot agree, so these stand.
        self.settled: dict[int, int] = {}
        self.frozen: dict[str, object] | None = None  # what is shown of a game of older rules
        self.ended: Snapshot | None = None  # the last position, as kept, of a game of older rules
        self.chaired = 0  # the event that last changed a chair
        self.showing: dict[int, bool] = {}  # by a move's event: whether it showed more than itself
        self.source: tuple[str, int] | None = (
            None  # the table whose position it began from, and when
        )
        self.timing: Timing | None = None  # what was agreed on time; None: there is no clock
        self.clocks: Clocks | None = None
        self.offer: Offer | None = None  # to stop together
        self.stopped: Stopped | None = None  # how it ended before its end, if it did
        self.gave_up: dict[int, int] = {}  # by seat: after how many moves
        self.hosts: frozenset[str] = frozenset({config.host} - {""})
        self.host_at = config.created  # when the host last did something here
        self.again = ""  # the next table, if one was made for the same people
        self.asks_again: int | None = None  # the seat that made it

    # Positions.

    @property
    def pack(self) -> Pack:
        standard = self.game is not None and self.game.pack.digest == self.config.digest
        if standard and self.game is not None:
            return self.game.pack
        return read_pack(self.config.pack)

    def own_pack(self) -> Pack | None:
        """The pack, unless it is the one that comes with the game."""
        pack = self.pack
        return None if pack.standard else pack

    def first(self) -> Position:
        """The position before the first move."""
        assert self.game is not None
        setting = self.game.settle(self.config.seats, self.config.options, self.own_pack())
        return begun(self.game, setting, self.config.seed, self.config.origin)

    def at_move(self, count: int) -> Position:
        """The position after this many moves, from the nearest one that is kept."""
        near = max((known for known in self.kept if known <= count), default=None)
        position = self.first() if near is None else self.kept[near].copy()
        for played in self.moves[near or 0 : count]:
            position.play(position.read(played.text))
        return position

    def keep(self) -> None:
        """Remember the position now and then, so that an undo need not replay the game."""
        if self.position is not None and len(self.moves) % EVERY == 0:
            self.kept[len(self.moves)] = self.position.copy()
            for known in sorted(self.kept)[:-KEPT]:
                del self.kept[known]

    # The fold.

    def apply(self, event: Event, position: Position | None = None) -> None:
        """Take an event in. `position` is the one after it, if it is known."""
        assert event.n == self.n + 1, f"event {event.n} after {self.n}"
        self.n = event.n
        self.at = event.at
        if event.command is not None:
            self.commands[event.command] = event.n
        if event.kind in OWN_DOING and event.seat is not None and self.is_hosts(event.seat):
            self.host_at = event.at
        before = self.chairs if event.kind != "chair" else self.chairs.copy()
        getattr(self, f"apply_{event.kind}")(event, position)
        if len(self.log) > TOLD:
            del self.log[:-TOLD]
        if self.clocks is not None:
            over = self.stopped is not None
            self.clocks = self.clocks.after(event, before, self.chairs, over)

    def take(self, events: Sequence[Event], position: Position | None) -> None:
        """Take in events that were decided here, with the position that they lead to."""
        for event in events:
            self.apply(event, position if event.kind in ("move", "undo") else None)

    def ahead(self, events: Sequence[Event], position: Position | None) -> Table:
        """As it will be after these events, to be asked about: nothing here is changed.

        What is only told of it (log, chat, commands) is left out, and it is not played on.
        """
        later = object.__new__(Table)
        later.__dict__.update(self.__dict__)
        later.chairs, later.moves = self.chairs.copy(), self.moves.copy()
        later.log, later.chat, later.course, later.commands = [], [], [], {}
        later.kept, later.freed, later.settled = {}, self.freed.copy(), self.settled.copy()
        later.gave_up = self.gave_up.copy()
        later.seen = {}
        later.take(events, position)
        return later

    def apply_made(self, event: Event, position: Position | None) -> None:
        chairs = event.data["chairs"]
        assert isinstance(chairs, list)
        self.chairs = [read_chair(chair) for chair in chairs]
        source = event.data.get("source")
        if isinstance(source, list):
            self.source = (str(source[0]), whole(source[1]))
        self.look()
        self.timing = read_timing(event.data.get("timing"))
        if self.timing is not None:
            turn = event.data.get("turn")
            assert turn is None or isinstance(turn, int)
            self.clocks = begun_clocks(self.timing, event.at, turn, self.chairs)

    def look(self) -> None:
        for seat, chair in enumerate(self.chairs):
            for person in chair.persons:
                self.seen.setdefault(person, set()).add(seat)

    def apply_move(self, event: Event, position: Position | None) -> None:
        assert event.seat is not None
        text = event.data["text"]
        assert isinstance(text, str)
        text = sys.intern(text)  # tables and moves are many, and notations few
        self.before = None
        if position is not None:
            self.before, self.position = self.position, position
        elif self.position is not None:
            self.position.play(self.position.read(text))
        self.moves.append(Played(text, event.seat, event.n))
        self.course.append(text)
        self.moved = event.n
        if self.asked is not None and not (self.asked.anew and self.chairs[event.seat].bot):
            self.asked = None  # bots do not decide whether it begins anew
        self.keep()
        self.log.append(Entry(event.n, "move", event.seat, event.stories))

    def apply_undo(self, event: Event, position: Position | None) -> None:
        to = whole(event.data["to"])
        gone = self.moves[to:]
        if self.moved != self.undone:  # otherwise the last line begins with these moves
            line = TakenBack(to, tuple(played.text for played in self.moves))
            self.taken_back = [*self.taken_back, line][-LINES:]
        self.taken_back = [replace(line, at=min(line.at, to)) for line in self.taken_back]
        self.course.append(f"{BACK}{len(gone)}")
        first = gone[0].n
        if position is not None or self.position is not None:
            self.position = position or self.at_move(to)
        self.before = None
        del self.moves[to:]
        self.kept = {count: known for count, known in self.kept.items() if count <= to}
        self.keep()
        agreed, practice = bool(event.data.get("agreed")), event.data.get("practice")
        if practice is None and self.asked is None:
            # Older logs say "agreed" also of one who was alone and asked nobody.
            agreed, practice = False, agreed
        if practice or self.practice:
            self.practice = min(self.practice or to + 1, to + 1)
        self.moved = self.undone = event.n
        self.asked = None
        for entry in reversed(self.log):
            if entry.n < first:
                break
            entry.undone = entry.undone or entry.kind == "move"
        key = "table.log.undo.agreed" if agreed else "table.log.undo.free"
        if practice:
            key = "table.log.undo.practice"
        if event.data.get("anew"):
            key = "table.log.undo.anew"
        params: dict[str, object] = {"name": f"@{event.seat}", "n": len(gone)}
        self.log.append(Entry(event.n, "undo", event.seat, None, key, params))

    def apply_ask(self, event: Event, position: Position | None) -> None:
        assert event.seat is not None
        anew = bool(event.data.get("anew"))
        self.asked = Asked(event.seat, whole(event.data["to"]), anew=anew)
        params: dict[str, object] = {"name": f"@{event.seat}", "n": len(self.moves) - self.asked.to}
        key = "table.log.ask.anew" if anew else "table.log.ask"
        self.log.append(Entry(event.n, "ask", event.seat, None, key, params))

    def apply_vote(self, event: Event, position: Position | None) -> None:
        assert event.seat is not None
        yes = event.data["yes"] is True
        if self.asked is not None:
            agreed = self.asked.agreed | {event.seat}
            self.asked = replace(self.asked, agreed=agreed) if yes else None
        key = "table.log.vote.yes" if yes else "table.log.vote.no"
        self.log.append(Entry(event.n, "vote", event.seat, None, key, {"name": f"@{event.seat}"}))

    def apply_withdraw(self, event: Event, position: Position | None) -> None:
        self.asked = None
        params: dict[str, object] = {"name": f"@{event.seat}"}
        self.log.append(Entry(event.n, "ask", event.seat, None, "table.log.withdraw", params))

    def apply_chat(self, event: Event, position: Position | None) -> None:
        assert event.seat is not None
        name, text = str(event.data["name"]), str(event.data["text"])
        self.chat.append(Said(event.n, event.seat, name, text, self.chairs[event.seat].persons))

    def apply_chair(self, event: Event, position: Position | None) -> None:
        assert event.seat is not None
        before = self.chairs[event.seat]
        self.chairs[event.seat] = read_chair(event.data["chair"])
        self.look()
        self.chaired = event.n
        if event.data["why"] == "free":
            self.freed.update(dict.fromkeys(before.persons, event.seat))
            if before.votes and self.moves:
                self.settled[event.seat] = len(self.moves)
                self.asked = None
        for person in self.chairs[event.seat].persons:
            if self.freed.pop(person, None) == event.seat:
                self.settled.pop(event.seat, None)
        if self.asked is not None and before.turnover != self.chairs[event.seat].turnover:
            agreed = self.asked.agreed - {event.seat}  # who sits there now has not answered
            self.asked = replace(self.asked, agreed=agreed)
        if self.asked is not None and self.chairs[self.asked.seat].given_up:
            self.asked = None
        if not self.unanswered():
            self.asked = None  # whoever was asked is not there any more
        self.follow_offer(event.seat, before.turnover != self.chairs[event.seat].turnover)
        if self.chairs[event.seat].given_up and not before.given_up:
            self.gave_up[event.seat] = whole(event.data.get("moves", len(self.moves)))
        key = CHAIR_WORDS[str(event.data["why"])]
        if key:
            after = self.chairs[event.seat]
            who = before if event.data["why"] == "leave" else after  # a bot may be there at once
            name = who.name or after.name or before.name or f"@{event.seat}"
            params: dict[str, object] = {"name": name, "seat": event.seat + 1}
            self.log.append(Entry(event.n, "seat", event.seat, None, key, params))

    def apply_rules(self, event: Event, position: Position | None) -> None:
        rules = whole(event.data["to"])
        self.config = replace(self.config, rules=rules)
        params: dict[str, object] = {"version": rules}
        self.log.append(Entry(event.n, "seat", None, None, "table.log.rules", params))

    def apply_again(self, event: Event, position: Position | None) -> None:
        self.again, self.asks_again = str(event.data["table"]), event.seat
        params: dict[str, object] = {"name": f"@{event.seat}"}
        self.log.append(Entry(event.n, "seat", event.seat, None, "table.log.again", params))

    def follow_offer(self, seat: int, anew: bool) -> None:
        """Who sits at a seat has changed, perhaps all `anew`: they have not answered."""
        if self.offer is None:
            return
        if anew:
            self.offer = replace(self.offer, agreed=self.offer.agreed - {seat})
        gone = self.offer.seat == seat and (anew or not self.chairs[seat].votes)
        if gone or not self.asked_to_stop():
            self.offer = None

    def apply_time(self, event: Event, position: Position | None) -> None:
        key = TIME_WORDS[str(event.data["then"])]
        params: dict[str, object] = {"name": f"@{event.seat}"}
        self.log.append(Entry(event.n, "time", event.seat, None, key, params))

    def apply_stood(self, event: Event, position: Position | None) -> None:
        params: dict[str, object] = {"name": f"@{event.seat}"}
        self.log.append(Entry(event.n, "time", event.seat, None, "table.log.stood", params))

    def apply_stop(self, event: Event, position: Position | None) -> None:
        assert event.seat is not None
        yes, offer = event.data["yes"] is True, self.offer
        if offer is None:
            self.offer, key = Offer(event.seat), "table.log.stop.offer"
        elif yes:
            agreed = offer.agreed | {event.seat}
            self.offer, key = replace(offer, agreed=agreed), "table.log.stop.yes"
        else:
            own = event.seat == offer.seat
            self.offer, key = None, "table.log.stop.withdraw" if own else "table.log.stop.no"
        params: dict[str, object] = {"name": f"@{event.seat}"}
        self.log.append(Entry(event.n, "stop", event.seat, None, key, params))

    def apply_end(self, event: Event, position: Position | None) -> None:
        self.stopped = read_stopped(event)
        self.asked = self.offer = None
        self.moved = event.n  # whatever was decided for the position is too late
        sentence = self.stopped.sentence()
        params = dict(sentence.params)
        self.log.append(Entry(event.n, "end", event.seat, None, sentence.key, params))

    def apply_host(self, event: Event, position: Position | None) -> None:
        persons = event.data["persons"]
        assert isinstance(persons, list)
        self.hosts = frozenset(str(person) for person in persons)
        self.host_at = event.at
        self.chaired = event.n
        params: dict[str, object] = {"name": f"@{event.seat}"}
        key = "table.log.host.taken" if event.data.get("taken") else "table.log.host"
        self.log.append(Entry(event.n, "seat", event.seat, None, key, params))

    # Questions.

    def turn(self) -> int | None:
        return None if self.position is None or self.stopped else self.position.turn()

    def over(self) -> bool:
        if self.stopped is not None:
            return True
        if self.position is None:
            return self.frozen is not None and self.frozen.get("over") is True
        return self.position.over()

    def winners(self) -> list[int]:
        """The winning seats; none before the end. Who gave up cannot win."""
        if self.stopped is not None:
            return list(self.stopped.winners)
        if (position := self.position) is not None:
            if not position.over():
                return []
            won, sides, scores = position.winners(), position.sides(), position.scores()
        else:
            view: Mapping[str, Any] = self.last_view() or {}
            won, sides, scores = (view.get(name) or [] for name in ("winners", "sides", "scores"))
        return winners_without(won, sides, scores, self.chairs)

    def due(self) -> float | None:
        """When a server has something to do here though nobody looks; None: nothing to come.

        A bot plays at once where people come and go, and a seat's time may be up.
        """
        if self.clocks is None or self.position is None or self.over():
            return None
        turn = self.clocks.turn
        if turn is not None and self.chairs[turn].bot:
            return self.at if self.unattended() else None
        return self.clocks.due()

    def unattended(self) -> bool:
        """Whether bots play here also when nobody looks: people come back to it later."""
        return self.clocks is not None and any(chair.kind == "person" for chair in self.chairs)

    def held(self, person: str) -> tuple[int, ...]:
        """The seats that a browser holds."""
        if not person:
            return ()
        return tuple([seat for seat, chair in enumerate(self.chairs) if person in chair.persons])

    def view_of(self, seat: int | None) -> Mapping[str, object] | None:
        """What a seat sees, of a game of older rules as it was kept; None if nothing was."""
        if self.position is not None:
            return self.position.view(seat)
        views = (self.frozen or {}).get("views")
        found = views.get(key_of(seat)) if isinstance(views, dict) else None
        return found if isinstance(found, dict) else None

    def last_view(self) -> Mapping[str, object] | None:
        """What all saw in the end of a game that is not played on, as it was kept."""
        shown = self.frozen if self.ended is None else self.ended.shown
        views = (shown or {}).get("views")
        found = views.get(key_of(None)) if isinstance(views, dict) else None
        return found if isinstance(found, dict) else None

    def is_hosts(self, seat: int) -> bool:
        """Whether the host plays here, and no bot for them."""
        chair = self.chairs[seat]
        return not chair.bot and not self.hosts.isdisjoint(chair.persons)

    def misses_host(self, now: float) -> bool:
        """Whether the host has done nothing here for so long that they may be gone for good."""
        days = self.timing is not None and self.timing.pace == "days"
        return now - self.host_at > (HOST_MISSED_LONG if days else HOST_MISSED)

    def only_bots(self) -> bool:
        """Whether no person plays: bots, perhaps some of them for persons."""
        return not any(chair.by_person for chair in self.chairs)

    def persons_beside(self, seat: int) -> list[int]:
        """The other seats whose persons are asked, here or away; bots always agree.

        Whoever holds several seats need not ask themselves.
        """
        return beside(self.chairs, seat)

    def unanswered(self) -> list[int]:
        """Who is still to answer the one who wants to take back."""
        if self.asked is None:
            return []
        return [s for s in self.persons_beside(self.asked.seat) if s not in self.asked.agreed]

    def asked_to_stop(self) -> list[int]:
        """Who is still to answer the one who wants to stop together."""
        if self.offer is None:
            return []
        return [s for s in self.persons_beside(self.offer.seat) if s not in self.offer.agreed]

    def undoable(self, seat: int) -> tuple[int, Way] | None:
        """To which move this seat can go back, and how."""
        if self.position is None or self.over() or self.chairs[seat].given_up:
            return None
        count = len(self.moves)
        if count and self.moves[-1].seat == seat == self.turn() and not self.shows(count - 1):
            to = count - 1
            while to and self.merely(to) and self.moves[to - 1].seat == seat:
                if self.shows(to - 1):
                    break
                to -= 1
            return to, "free"
        for number in range(count - 1, -1, -1):
            if self.moves[number].seat == seat and not self.merely(number):
                if self.settled and number < max(self.settled.values()):
                    return None
                if self.persons_beside(seat):
                    return number, "ask"
                return number, "practice" if self.knows_after(number) else "free"
        return None

    def undoable_by(self, person: str) -> tuple[int, Way, int] | None:
        """The same for a browser: of the seats that it holds, the one that moved last."""
        ways: list[tuple[int, Way, int]] = []
        for seat in self.held(person):
            found = self.undoable(seat)
            if found is not None:
                ways.append((*found, seat))
        return max(ways, default=None)

    def knows_after(self, count: int) -> bool:
        """Whether who goes back to so many moves, the next one their own, knows what came then.

        That is: someone else has moved, or something was drawn or turned up.
        """
        numbers = range(count, len(self.moves))
        own = self.moves[count].seat
        return any(self.moves[number].seat != own for number in numbers) or any(
            self.shows(number) for number in numbers
        )

    def shows(self, number: int) -> bool:
        """Whether a move showed somebody more than the move itself; the last few are remembered."""
        played = self.moves[number]
        found = self.showing.get(played.n)
        if found is None:
            last = number == len(self.moves) - 1
            before = self.before_move(number)
            move = before.read(played.text)
            found = before.shows_more(move, self.position if last else None)
            if len(self.showing) >= EVERY:
                self.showing.clear()
            self.showing[played.n] = found
        return found

    def merely(self, number: int) -> bool:
        """Whether a move did nothing but go on: such a one is not taken back alone.

        Where only its seat knows whether it had a choice, any that declines counts as such: else
        taking back would tell.
        """
        assert self.position is not None
        kind = kind_said(self.position.codec, self.moves[number].text)
        if not kind.declines or kind.secretly:
            return kind.declines
        return self.before_move(number).going_on() is not None

    def before_move(self, number: int) -> Position:
        """The position in which a move was played."""
        at_hand = self.before if number == len(self.moves) - 1 else None
        return at_hand or self.at_move(number)

    # Records.

    def record(self) -> Record:
        """The game as anyone may see it: before the end without moves, which tell hands."""
        return self.whole_record() if self.over() else self.agreed()

    def whole_record(self) -> Record:
        """The game so far with its seed, for who keeps the table."""
        record = replace(
            self.agreed(),
            seed=self.config.seed,
            salt=self.config.salt,
            origin=self.config.origin,
            moves=tuple(played.text for played in self.moves),
            course=tuple(self.course) if self.undone else (),
            stopped=self.stopped.why if self.stopped is not None else "",
            gave_up=dict(sorted(self.gave_up.items())),
        )
        if record.stopped or record.gave_up:
            record = replace(record, won=tuple(self.winners()))
        if self.ended is not None:  # by the rules that it was played under, whatever today's say
            result = None if self.stopped is not None else result_of(self.ended)
            return replace(record, result=result, final=fingerprint_of(self.ended.text))
        return record if self.position is None else record.finish(self.position)

    def agreed(self) -> Record:
        """What is known of a game from the start."""
        return Record(
            self.config.game,
            self.config.rules,
            self.config.seats,
            options=self.changed_options(),
            pack=self.own_pack(),
            commitment=self.config.commitment,
            players=tuple(chair.name for chair in self.chairs),
            practice=self.practice,
        )

    def changed_options(self) -> dict[str, str]:
        """The options that are not as usual; all of them where today's usual ones tell nothing."""
        options = self.config.options
        if self.game is None or self.config.rules != self.game.rules:
            return {name: as_text(value) for name, value in options.items()}
        return self.game.changed(options)


# What the log says when somebody's time is up, by what happens then.
TIME_WORDS = {
    "bot": "table.log.time.bot",
    "wait": "table.log.time.wait",
    "give_up": "table.log.time.give_up",
}

# What the log says when someone sits down or gets up; nothing for a second browser.
CHAIR_WORDS = {
    "take": "table.log.take",
    "leave": "table.log.leave",
    "free": "table.log.free",
    "bot_in": "table.log.bot_in",
    "bot_out": "table.log.bot_out",
    "link": "",
    "resign": "table.log.resign",
    "time": "",  # that their time is up is told already
}


@lru_cache(MOST_SAID)
def kind_said(codec: Codec, text: str) -> MoveKind:
    """What kind of move a notation says."""
    return codec.kind_of(codec.read(text))


def beside(chairs: Sequence[Chair], seat: int) -> list[int]:
    """The seats, beside one, whose persons are asked when it wants to take back."""
    own = frozenset(chairs[seat].persons)
    return [
        other
        for other, chair in enumerate(chairs)
        if other != seat and chair.votes and own.isdisjoint(chair.persons)
    ]


def begun(game: Game, setting: Setting, seed: str, origin: str) -> Position:
    """The first position of a game; ValueError if it cannot begin from `origin`."""
    chance = Stream(key_of_seed(seed))
    return taken_up(origin, setting, chance) if origin else game.begin(setting, chance)


def snapshot_of(position: Position, n: int, moves: int, stopped: bool = False) -> Snapshot:
    """A position after event n and this many moves, to be kept; perhaps the last all the same."""
    text = position.text()
    views = {key_of(seat): position.view(seat) for seat in (None, *range(position.seats))}
    shown: dict[str, object] = {
        "views": views,
        "ledger": [line.plain() for line in position.ledger()],
        "over": stopped or position.over(),
    }
    return Snapshot(n, moves, text, position_hash(text), packed(shown))


def position_hash(text: str) -> str:
    """SHA-256 of a position's text without the rules version, which may rise."""
    return hashlib.sha256(text.partition(" ")[2].encode()).hexdigest()


def result_of(snapshot: Snapshot) -> tuple[int, ...] | None:
    """The points of a game that had ended when its position was kept."""
    views = snapshot.shown.get("views")
    seen = views.get(key_of(None)) if isinstance(views, dict) else None
    scores = seen.get("scores") if isinstance(seen, dict) else None
    return tuple(scores) if isinstance(scores, list) else None


def fold(kept: StoredTable) -> Table:
    """A table from what is kept of it.

    Up to the snapshot moves are not played again; if it is lost, all are. A game of other rules
    goes on if its moves lead to the hash that was stored; otherwise it is shown as it was kept.
    """
    table = Table(kept.config)
    game, snapshot = table.game, kept.snapshot
    same_rules = game is not None and kept.config.rules == game.rules
    if snapshot is not None and not same_rules and snapshot.shown.get("over") is True:
        table.ended = snapshot
    position = kept_position(table, snapshot) if same_rules and snapshot is not None else None
    if position is not None and snapshot is not None:
        for event in kept.events:
            table.apply(event)
            if event.n == snapshot.n:
                table.position = position
                table.keep()
        return table
    if replays(kept, snapshot) if snapshot is not None else same_rules:
        table.position = table.first()
        table.keep()
        for event in kept.events:
            table.apply(event)
        return table
    for event in kept.events:
        table.apply(event)
    table.frozen = {} if snapshot is None else snapshot.shown
    return table


def kept_position(table: Table, snapshot: Snapshot) -> Position | None:
    """The position of a snapshot, if it can be read and is the one that was kept."""
    try:
        position = read_position(snapshot.text, table.own_pack())
    except (TextError, PackError):
        return None
    return position if position_hash(position.text()) == snapshot.hash else None


def replays(kept: StoredTable, snapshot: Snapshot) -> bool:
    """Whether the moves, played by the rules of today, lead to the position that was kept."""
    table = Table(kept.config)
    try:
        table.position = table.first()
        for event in kept.events:
            table.apply(event)
            if event.n == snapshot.n:
                return position_hash(table.position.text()) == snapshot.hash
    except (Illegal, Malformed, ValueError, LookupError, AssertionError):
        return False
    return False

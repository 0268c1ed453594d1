"""A whole game as a readable text file.

    parvis record 1
    game: cites-nouvelles
    rules: 1
    seats: 4
    option award: cumulative
    from: cites-nouvelles/1%20seats=4%20…
    commitment: 6e0c…
    seed: 7f31…
    salt: 90aa…
    player 1: Ada
    practice: 2
    gave up 2: 1
    result: 320 180
    final: 51d2…
    moves: 3
      1: !T !H T14
    course: 5
      1: !T !M <1 !H T14

Of the options only those are written that differ from their defaults. `from` is there if the game
began from a position: its text. That, seed and salt are left out until the game has ended; the
commitment is there from the start. `final` is SHA-256 of the last
position's text. `practice` is there if somebody took moves back who knew what came after them: the
first move that was played again with that knowledge. `course` is there if moves were taken back:
all that was played, in its order, with `<2` where two moves were. Who gave up stands there with the
number of moves after which they did. A game that ended before its end has no result but says why
(`stopped`: resigned, time, agreed or closed); there, and where somebody gave up, `won` has the
numbers of the winners, or is empty. A pack of one's own stands at the
end, each line behind `| `.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from parvis.engine import seeds
from parvis.engine.chance import Stream, key_of_seed
from parvis.engine.game import Game, game_of, take_up
from parvis.engine.packs import Pack, PackError, read_pack
from parvis.engine.position import Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.setting import Setting
from parvis.engine.text import decode, encode, header, one_line
from parvis.engine.words import Speech

FIRST_LINE = "parvis record 1"
LARGEST = 2_000_000
A_ROW = 8
BACK = "<"  # in a course, before the number of moves that are taken back
Fault = Literal[
    "other", "large", "line", "row", "missing", "game", "setting", "pack", "short", "players",
    "origin", "rules", "going", "over", "illegal", "malformed", "none", "final", "result",
    "course", "promise", "long", "stopped",
]  # fmt: skip
CheckName = Literal["promise", "rules", "moves", "back", "final", "result", "stopped"]
# Why a game ended before its end: somebody resigned, or their time was up and it was agreed that
# they then give up; all agreed; the host closed the table.
Stop = Literal["resigned", "time", "agreed", "closed"]
STOPS: tuple[Stop, ...] = get_args(Stop)


class RecordError(ValueError):
    """What is wrong with a record, and in which line (0: in the whole).

    `fault` names it for who tells it in another language, with the facts that belong to it.
    """

    def __init__(self, line: int, reason: str, fault: Fault, **facts: object) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason
        self.fault: Fault = fault
        self.facts = facts


class OtherRules(RecordError):
    """A record of a version of the rules that this program does not play."""

    def __init__(self, recorded: int, own: int) -> None:
        reason = f"recorded by rules version {recorded}; this program has {own}"
        super().__init__(0, reason, "rules", recorded=recorded, own=own)
        self.recorded = recorded
        self.own = own


@dataclass(frozen=True)
class Check:
    """Something that holds of a record: what it is called, in words, of how many it is true."""

    name: CheckName
    words: str
    count: int = 0


@dataclass(frozen=True)
class Record:
    """A game from its first move on: what was agreed, who played, every move.

    >>> import parvis
    >>> record = parvis.Record.begin("cites-nouvelles", seats=2, seed="7")
    >>> position = record.start()
    >>> position.play(position.moves()[0])
    """

    game: str
    rules: int
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    pack: Pack | None = None
    commitment: str = ""
    seed: str = ""
    salt: str = ""
    players: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    result: tuple[int, ...] | None = None
    final: str = ""
    rows: tuple[int, ...] = ()  # the line of each move in the file it was read from
    practice: int = 0  # the first move that was played again knowing what would come; 0: none
    course: tuple[str, ...] = ()  # all that was played, if some of it was taken back
    origin: str = ""  # the text of the position that it began from; empty: as its options say
    stopped: Stop | Literal[""] = ""  # why it ended before its end
    gave_up: Mapping[int, int] = field(default_factory=dict)  # by seat, after how many moves
    won: tuple[int, ...] | None = None  # who won, where that does not follow from the position

    @staticmethod
    def begin(
        game: str,
        seats: int,
        seed: str = "",
        options: Mapping[str, object] | None = None,
        pack: Pack | None = None,
        players: tuple[str, ...] = (),
        origin: str = "",
    ) -> Record:
        """The record of a game that is about to start; without a seed, a secret one is drawn.

        `origin` is the text of a position to begin from, of the same seats, options and pack.
        """
        declared = game_of(game)
        setting = declared.settle(seats, options, pack)
        seed = seed or seeds.new_seed()
        salt = seeds.new_salt()
        return Record(
            game,
            declared.rules,
            seats,
            options=declared.changed(setting.options),
            pack=None if setting.pack.standard else setting.pack,
            commitment=seeds.commitment(seed, salt),
            seed=seed,
            salt=salt,
            players=players,
            origin=origin,
        )

    def declared(self) -> Game:
        """The game that the record is of."""
        return game_of(self.game)

    def start(self) -> Position:
        """The position before the first move."""
        game = self.declared()
        if self.rules != game.rules:
            raise OtherRules(self.rules, game.rules)
        if not self.seed:
            reason = "the seed is not in the record yet: the game has not ended"
            raise RecordError(0, reason, "going")
        setting = game.settle(self.seats, self.options, self.pack)
        chance = Stream(key_of_seed(self.seed))
        return (
            taken_up(self.origin, setting, chance) if self.origin else game.begin(setting, chance)
        )

    def replay(self) -> Iterator[tuple[Position, int]]:
        """Every position with the move that was played in it; stop early as you like.

        The position that comes is the one that goes on: copy it to keep it.
        """
        position = self.start()
        for number, text in enumerate(self.moves):
            line = self.rows[number] if number < len(self.rows) else 0
            where = f"move {number + 1} ({text[:30]})"
            this: dict[str, object] = {"number": number + 1, "move": text[:30]}
            if position.over():
                raise RecordError(line, f"{where}: the game was over before it", "over", **this)
            try:
                move = position.read(text)
                position.check(move)
            except Illegal as error:
                why = f"{self.told(error.refusal)} ({error.refusal.clause})"
                this["refusal"] = error.refusal
                raise RecordError(
                    line, f"{where} is not legal: {why}", "illegal", **this
                ) from error
            except Malformed as error:
                raise RecordError(line, f"{where}: {error}", "malformed", **this) from error
            yield position, move
            position.play(move)

    def told(self, refusal: Refusal) -> str:
        """A refusal in words, in the language of all that is said of records."""
        speech = Speech("en", [self.declared().catalogue("en")], self.players)
        return speech.tell(refusal.key, refusal.params)

    def position(self, at: int | None = None) -> Position:
        """The position after `at` moves (None: after all)."""
        count = len(self.moves) if at is None else at
        if not 0 <= count <= len(self.moves):
            reason = f"the record has {len(self.moves)} moves; there is no move {at}"
            raise RecordError(0, reason, "none", number=at)
        cut = replace(self, moves=self.moves[:count])
        position = cut.start()
        for current, _ in cut.replay():
            position = current  # the same object each time; it goes on when the loop does
        return position

    def today(self) -> Record:
        """The record as one of today's rules, if they lead to the same end; else `OtherRules`."""
        own = self.declared().rules
        if self.rules == own:
            return self
        renewed = replace(self, rules=own)
        try:
            last = renewed.position()
        except ValueError as error:
            raise OtherRules(self.rules, own) from error
        text = last.text().replace(f"{self.game}/{own} ", f"{self.game}/{self.rules} ", 1)
        same_result = self.result is None or list(self.result) == last.scores()
        if not self.final or fingerprint_of(text) != self.final or not same_result:
            raise OtherRules(self.rules, own)
        return replace(renewed, final=fingerprint(last))

    def with_move(self, position: Position, move: int) -> Record:
        """The record one move longer; `position` is the one before the move."""
        played = position.say(move)
        course = (*self.course, played) if self.course else ()
        return replace(self, moves=(*self.moves, played), course=course)

    def finish(self, position: Position) -> Record:
        """The record with result and fingerprint of its last position."""
        result = tuple(position.scores()) if position.over() else None
        return replace(self, result=result, final=fingerprint(position))

    def verify(self) -> list[str]:
        """What was checked, in sentences; `RecordError` if anything does not hold."""
        return [check.words for check in self.checks()]

    def checks(self) -> list[Check]:
        """The same, each under its name."""
        checked = self.check_promise()
        if self.rules != self.declared().rules:
            renewed = self.today()
            words = f"rules version {renewed.rules} plays it as version {self.rules} did"
            checked.append(Check("rules", words, renewed.rules))
            return [*checked, *renewed.checks()[len(checked) - 1 :]]
        position = self.position()
        count = len(self.moves)
        checked.append(Check("moves", f"all {count} moves are legal", count))
        if self.course:
            back = self.retrace()
            checked.append(Check("back", f"so were the {back} that were taken back", back))
        if self.final:
            if fingerprint(position) != self.final:
                reason = "the moves lead to another position than the recorded one"
                raise RecordError(0, reason, "final")
            checked.append(Check("final", "the last position is the recorded one"))
        if self.result is not None:
            if not position.over():
                raise RecordError(0, "a result is given, but the game is not over", "going")
            if list(self.result) != position.scores():
                reason = f"the result is given as {self.result}, but it is {position.scores()}"
                raise RecordError(0, reason, "result")
            checked.append(Check("result", "the result is right"))
        if self.stopped or self.gave_up:
            self.check_end(position)
            words = "who gave up or stopped, and who won, fits the position"
            checked.append(Check("stopped", words))
        return checked

    def check_end(self, position: Position) -> None:
        """Whether the game can have ended as it is told, of one that was stopped or given up."""
        won = self.won or ()
        wrong = ""
        if self.stopped and (position.over() or self.result is not None):
            wrong = "the game is over, and cannot have been stopped"
        elif self.stopped in ("agreed", "closed") and won:
            wrong = "nobody wins a game that was stopped so"
        elif self.stopped in ("resigned", "time") and not self.gave_up:
            wrong = "nobody gave up"
        elif any(not set(won) >= set(side) for side in position.sides() if set(side) & set(won)):
            wrong = "a side wins with all its seats"
        elif won and all(seat in self.gave_up for seat in won):
            wrong = "who gave up cannot win"
        elif position.over() and not won:
            wrong = "a game that is over has a winner"
        elif any(after > len(self.moves) for after in self.gave_up.values()):
            wrong = "somebody gave up after the last move"
        if wrong:
            raise RecordError(0, f"the end: {wrong}", "stopped")

    def retrace(self) -> int:
        """Play all that was played, in its order; how many moves of it were taken back."""
        reached, back = [self.start()], 0
        played: list[str] = []
        for text in self.course:
            if (count := taken_back(text)) is not None:
                if not 1 <= count <= len(played):
                    reason = f"course: {text[:12]} takes back what was not played"
                    raise RecordError(0, reason, "course")
                del reached[-count:], played[-count:]
                back += count
                continue
            after = reached[-1].copy()
            try:
                after.play(after.read(text))
            except (Illegal, Malformed) as error:
                reason = f"course: {text[:30]} was no legal move then"
                raise RecordError(0, reason, "course") from error
            reached.append(after)
            played.append(text)
        if tuple(played) != self.moves:
            raise RecordError(0, "course: it does not lead to the moves", "course")
        return back

    def verify_promise(self) -> list[str]:
        """The same for the shuffle alone, which needs no rules."""
        return [check.words for check in self.check_promise()]

    def check_promise(self) -> list[Check]:
        if not self.commitment:
            return []
        if not self.seed:
            raise RecordError(0, "seed and salt are not published yet", "going")
        if not seeds.keeps(self.commitment, self.seed, self.salt):
            raise RecordError(0, "seed and salt are not those that were promised", "promise")
        words = "seed and salt fit the commitment made before the first move"
        return [Check("promise", words)]

    def public(self) -> Record:
        """The record without what tells hidden things, as it may be shown during the game."""
        return replace(self, seed="", salt="", origin="")

    def text(self) -> str:
        """The record as a file's content."""
        lines = [FIRST_LINE, f"game: {self.game}", f"rules: {self.rules}", f"seats: {self.seats}"]
        lines += [f"option {name}: {encode(value)}" for name, value in self.options.items()]
        if self.origin:
            lines.append(f"from: {encode(self.origin)}")
        for name in ("commitment", "seed", "salt"):
            value = getattr(self, name)
            if value:
                lines.append(f"{name}: {encode(value)}")
        for number, player in enumerate(self.players, 1):
            lines.append(f"player {number}: {one_line(player)}")
        if self.practice:
            lines.append(f"practice: {self.practice}")
        lines += [f"gave up {seat + 1}: {after}" for seat, after in self.gave_up.items()]
        if self.stopped:
            lines.append(f"stopped: {self.stopped}")
        if self.won is not None:
            lines.append(" ".join(["won:", *(str(seat + 1) for seat in self.won)]))
        if self.result is not None:
            lines.append("result: " + " ".join(str(points) for points in self.result))
        if self.final:
            lines.append(f"final: {self.final}")
        for name, played in (("moves", self.moves), ("course", self.course)):
            if played or name == "moves":
                lines.append(f"{name}: {len(played)}")
            for first in range(0, len(played), A_ROW):
                lines.append(f"{first + 1:5}: {' '.join(played[first : first + A_ROW])}")
        if self.pack is not None:
            lines.append("pack:")
            lines += [f"| {line}" for line in self.pack.source.split("\n")]
        return "\n".join(lines) + "\n"

    @staticmethod
    def read(source: str) -> Record:
        """A record from a file's content; `RecordError` names the line and the reason."""
        return RecordReader(source).record()


def taken_up(origin: str, setting: Setting, chance: Stream) -> Position:
    """The position that a game of this setting begins from; `RecordError` if it is of another."""
    try:
        position = take_up(origin, chance, None if setting.pack.standard else setting.pack)
    except ValueError as error:
        raise RecordError(0, f"from: {error}", "origin") from error
    if header(position.setting) != header(setting):
        reason = "from: a position of another game, other seats or other options"
        raise RecordError(0, reason, "origin")
    return position


def fingerprint(position: Position) -> str:
    """SHA-256 of a position's text."""
    return fingerprint_of(position.text())


def fingerprint_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def taken_back(text: str) -> int | None:
    """How many moves a word of a course takes back; None if it is a move.

    >>> taken_back("<2"), taken_back("T14")
    (2, None)
    """
    count = text.removeprefix(BACK)
    if count == text:
        return None
    return int(count) if count.isascii() and count.isdecimal() and len(count) < 9 else 0


class RecordReader:
    """Reads a record line by line, trusting nothing."""

    def __init__(self, source: str) -> None:
        if len(source) > LARGEST:
            reason = f"the file has {len(source)} characters; the limit is {LARGEST}"
            raise RecordError(0, reason, "large")
        self.lines = source.removeprefix("\ufeff").splitlines()
        self.values: dict[str, str] = {}
        self.where: dict[str, int] = {}
        self.options: dict[str, str] = {}
        self.players: dict[int, str] = {}
        self.gave_up: dict[int, int] = {}
        self.moves: list[str] = []
        self.rows: list[int] = []
        self.course: list[str] = []
        self.pack: list[str] | None = None

    def record(self) -> Record:
        if not self.lines or self.lines[0].strip() != FIRST_LINE:
            raise RecordError(1, f"expected {FIRST_LINE!r}: this is no record", "other")
        for number, line in enumerate(self.lines[1:], 2):
            self.take(number, line)
        return self.made()

    def take(self, number: int, line: str) -> None:
        if self.pack is not None:
            if not line.startswith("|"):
                reason = "expected a line of the pack, beginning with |"
                raise RecordError(number, reason, "line", found=line.strip()[:40])
            self.pack.append(line[2:])
            return
        if not line.strip():
            return
        name, colon, value = line.strip().partition(":")
        value = value.strip()
        if not colon:
            reason = f"expected name: value, found {line.strip()[:40]!r}"
            raise RecordError(number, reason, "line", found=line.strip()[:40])
        if name.isdecimal() and "moves" in self.values:
            self.take_moves(number, name, value)
        elif name.startswith("option "):
            self.options[name.removeprefix("option ").strip()] = decode(value)
        elif name.startswith("player ") and name.removeprefix("player ") in tuple("123456789"):
            self.players[int(name.removeprefix("player "))] = one_line(value)
        elif name.startswith("gave up ") and name.removeprefix("gave up ") in tuple("123456789"):
            seat = int(name.removeprefix("gave up ")) - 1
            self.gave_up[seat] = self.number(number, name, value, LARGEST)
        elif name == "pack":
            self.pack = []
        elif name in FIELDS:
            if name in self.values:
                raise RecordError(number, f"{name} is given twice", "line", found=name)
            self.values[name] = decode(value)
            self.where[name] = number
        else:
            raise RecordError(number, f"unknown entry {name[:40]!r}", "line", found=name[:40])

    def take_moves(self, number: int, name: str, value: str) -> None:
        """A row of moves, or of the course that stands after them."""
        played = self.course if "course" in self.values else self.moves
        if len(name) > 9 or int(name) != len(played) + 1:
            reason = f"expected move {len(played) + 1} here, found {name[:12]}"
            raise RecordError(number, reason, "row", number=len(played) + 1, found=name[:12])
        played += value.split()
        if played is self.moves:
            self.rows += [number] * (len(self.moves) - len(self.rows))

    def whole(self, name: str, high: int) -> int:
        text = self.needed(name)
        return self.number(self.where[name], name, text, high)

    def number(self, line: int, name: str, text: str, high: int) -> int:
        if not text.isdecimal() or not text.isascii() or len(text) > 9 or int(text) > high:
            raise RecordError(
                line,
                f"{name}: expected a whole number up to {high}, found {text[:20]!r}",
                "line",
                found=f"{name}: {text[:20]}",
            )
        return int(text)

    def needed(self, name: str) -> str:
        if name not in self.values:
            raise RecordError(0, f"{name} is missing", "missing", name=name)
        return self.values[name]

    def made(self) -> Record:
        try:
            game = game_of(self.needed("game"))
        except RecordError:
            raise
        except ValueError as error:
            found = self.values["game"][:40]
            raise RecordError(self.where["game"], str(error), "game", found=found) from error
        seats, rules = self.whole("seats", 9), self.whole("rules", 10**6)
        pack: Pack | None = None
        try:
            if self.pack is not None:
                pack = read_pack("\n".join(self.pack))
            if rules == game.rules:  # other rules may have had other options
                game.settle(seats, self.options, pack)
        except PackError as error:
            raise RecordError(0, f"pack: {error}", "pack", why=str(error)) from error
        except ValueError as error:
            raise RecordError(self.where["seats"], str(error), "setting", why=str(error)) from error
        for name, played in (("moves", self.moves), ("course", self.course)):
            declared = self.whole(name, LARGEST) if name in self.values or name == "moves" else 0
            if declared != len(played):
                raise RecordError(
                    len(self.lines),
                    f"{declared} {name} are announced and {len(played)} are here: cut short?",
                    "short",
                    announced=declared,
                    found=len(played),
                )
        if sorted(self.players) != list(range(1, len(self.players) + 1)):
            raise RecordError(0, "the players are not numbered from 1", "players")
        return Record(
            game.id,
            rules,
            seats,
            options=self.options,
            pack=pack,
            commitment=self.values.get("commitment", ""),
            seed=self.values.get("seed", ""),
            salt=self.values.get("salt", ""),
            players=tuple(self.players[number] for number in sorted(self.players)),
            moves=tuple(self.moves),
            result=self.result(),
            final=self.values.get("final", ""),
            rows=tuple(self.rows),
            practice=self.practice(),
            course=tuple(self.course),
            origin=self.values.get("from", ""),
            stopped=self.stopped(),
            gave_up=self.given_up(seats),
            won=self.won(seats),
        )

    def stopped(self) -> Stop | Literal[""]:
        text = self.values.get("stopped", "")
        found = [why for why in STOPS if why == text]
        if "stopped" in self.values and not found:
            reason = f"stopped: expected one of {', '.join(STOPS)}, found {text[:20]!r}"
            raise RecordError(self.where["stopped"], reason, "line", found=f"stopped: {text[:20]}")
        return found[0] if found else ""

    def given_up(self, seats: int) -> dict[int, int]:
        for seat in self.gave_up:
            if seat >= seats:
                reason = f"gave up {seat + 1}: there are {seats} seats"
                raise RecordError(0, reason, "line", found=f"gave up {seat + 1}")
        return dict(sorted(self.gave_up.items()))

    def won(self, seats: int) -> tuple[int, ...] | None:
        if "won" not in self.values:
            return None
        numbers = self.values["won"].split()
        if any(number not in tuple("123456789")[:seats] for number in numbers):
            found = f"won: {self.values['won'][:20]}"
            reason = f"won: expected numbers of seats, found {found[5:]!r}"
            raise RecordError(self.where["won"], reason, "line", found=found)
        return tuple(sorted({int(number) - 1 for number in numbers}))

    def practice(self) -> int:
        if "practice" not in self.values:
            return 0
        number = self.whole("practice", LARGEST)
        if not number:
            reason = "practice: moves are numbered from 1"
            raise RecordError(self.where["practice"], reason, "line", found="practice: 0")
        return number

    def result(self) -> tuple[int, ...] | None:
        text = self.values.get("result", "")
        points: list[int] = []
        for part in text.split():
            if not part.removeprefix("-").isdecimal() or len(part) > 9:
                reason = f"result: expected numbers, found {part[:20]!r}"
                found = f"result: {part[:20]}"
                raise RecordError(self.where["result"], reason, "line", found=found)
            points.append(int(part))
        return tuple(points) if points else None


FIELDS = (
    "game", "rules", "seats", "from", "commitment", "seed", "salt", "practice", "result", "final",
    "moves", "course", "stopped", "won",
)  # fmt: skip

"""What a seat saw on lines of play that were taken back, and guesses that agree with it.

Taking back makes nobody forget: who saw a card drawn, or another's card played, still knows. So a
guess is made where the lines part, the lines are played on it, and what the seat would have seen is
compared with what it saw. A memory holds no more than that seat was shown: of a move of another's
that lies face down, all that it may have been.
Imports the engine; knows no table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from parvis.engine.build import COMPILED
from parvis.engine.chance import Rng
from parvis.engine.game import read_position
from parvis.engine.packs import Pack
from parvis.engine.position import Position

WORLDS = 24  # guesses that are kept of those that agree
TRIES = 750 if COMPILED else 150
Step = tuple[tuple[int, ...], str]  # a move as the seat was told it, and what the seat saw then
Line = tuple[Step, ...]
Left = tuple[int, Line]  # a line that was taken back: after which step of what stands it parted


@dataclass(frozen=True)
class Memory:
    """Where the first line parts, as a guess of the seat's; those taken back; what stands since."""

    seat: int
    start: str
    taken_back: tuple[Left, ...]
    stands: Line = ()

    def plain(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "start": self.start,
            "taken_back": self.taken_back,
            "stands": self.stands,
        }


def read_memory(plain: Mapping[str, Any]) -> Memory:
    """Read back what `Memory.plain` wrote."""
    taken_back = tuple((at, read_line(line)) for at, line in plain["taken_back"])
    return Memory(plain["seat"], plain["start"], taken_back, read_line(plain["stands"]))


def read_line(plain: Iterable[tuple[Iterable[int], str]]) -> Line:
    return tuple((tuple(moves), sight) for moves, sight in plain)


def sight(position: Position, seat: int) -> str:
    """A short name for all that a seat sees: equal ones have it in common."""
    return hashlib.sha256(position.text(seat).encode()).hexdigest()[:16]


def seen(position: Position, moves: Iterable[str], seat: int) -> Line:
    """What a seat sees when these moves are played one after the other; the position stays."""
    ahead = position.copy()
    line: list[Step] = []
    for text in moves:
        move = ahead.read(text)
        told = (move,) if ahead.turn() == seat else tuple(ahead.alike(move))
        ahead.play(move)
        line.append((told, sight(ahead, seat)))
    return tuple(line)


def agreeing(world: Position, line: Line, seat: int, rng: Rng) -> int:
    """Play a line on a world as long as the seat sees what it saw; how many moves that is.

    Of a move face down, any that it may have been is played.
    """
    for number, (told, saw) in enumerate(line):
        moves = [move for move in told if world.bar(move) is None]
        if not moves:  # another seat has not what it played
            return number
        world.play(moves[int(rng.below(len(moves)))])
        if sight(world, seat) != saw:
            return number
    return len(line)


def followed(world: Position, line: Line, seat: int, rng: Rng) -> list[Position]:
    """A world and what it becomes, step by step, as long as the seat sees what it saw."""
    path = [world]
    for step in line:
        ahead = path[-1].copy()
        if not agreeing(ahead, (step,), seat, rng):
            break
        path.append(ahead)
    return path


def remember(position: Position, memory: Memory, rng: Rng, pack: Pack | None = None) -> None:
    """Let guesses of a position, which has the seat's view, agree with what the seat remembers."""
    position.worlds = worlds(memory, read_position(memory.start, pack), rng)


def worlds(memory: Memory, start: Position, rng: Rng, tries: int = TRIES) -> list[Position] | None:
    """Guesses of the position that stands which agree best with what its seat remembers.

    None if nothing is known beyond the view: every guess agrees, or none of so many leads there.
    """
    seat = memory.seat
    whole = sum(len(line) for _, line in memory.taken_back)
    best = -1
    found: list[Position] = []
    for tried in range(tries):
        if best < 0 and tried > tries // 3:
            return None  # too much was shown since
        path = followed(start.guess(seat, rng), memory.stands, seat, rng)
        if len(path) <= len(memory.stands):
            continue
        agreed = sum(agreeing(path[at].copy(), line, seat, rng) for at, line in memory.taken_back)
        if agreed > best:
            best, found = agreed, []
        if agreed == best and len(found) < WORLDS:
            found.append(path[-1])
        if best == whole and len(found) == WORLDS:
            return None if tried < WORLDS else found
    return found or None

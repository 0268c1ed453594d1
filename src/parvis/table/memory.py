"""What a seat remembers of moves that were taken back, for the bot that thinks for it.

Imports the folded table, and how bots hold what was seen.
"""

from __future__ import annotations

from parvis.bots.memory import Left, Memory, remember, seen
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.table.table import Table

LONGEST = 12  # moves since a line parted: what was seen longer ago than that is let go


def memory_of(table: Table, seat: int, rng: Rng) -> Memory | None:
    """What a seat saw on lines that were taken back and left not long ago; None without any."""
    near = [line for line in table.taken_back if len(table.moves) - line.at <= LONGEST]
    if not near:
        return None
    root = min(line.at for line in near)
    start = table.at_move(root)
    stands = seen(start, [played.text for played in table.moves[root:]], seat)
    left: list[Left] = []
    for line in near:
        at = line.at - root
        shown = seen(start, line.moves[root : root + LONGEST], seat)[at:]
        # What looks just like what stands shows nothing more.
        if shown != stands[at : at + len(shown)] and (at, shown) not in left:
            left.append((at, shown))
    if not left:
        return None
    return Memory(seat, start.guess(seat, rng).text(), tuple(left), stands)


def plain_memory(table: Table, seat: int, rng: Rng) -> dict[str, object] | None:
    """The same as plain data, to be sent to a worker."""
    memory = memory_of(table, seat, rng)
    return None if memory is None else memory.plain()


def remembering(table: Table, seat: int, rng: Rng) -> Position:
    """What a bot beside the table is given: where moves were taken back, a guess that remembers."""
    assert table.position is not None
    memory = memory_of(table, seat, rng)
    if memory is None:
        return table.position
    guess = table.position.guess(seat, rng)
    remember(guess, memory, rng, table.own_pack())
    return guess

"""What the one to decide may ask before deciding: why not, what would it bring, what would you do.

Answers are plain and typed, without words or drawing. Others are `Refused`: an answer might tell
them a hand. Imports the folded table, its guard, for whom is asked, and the answer of a bot.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from parvis.bots import usual_bot
from parvis.engine.position import Position
from parvis.engine.refusal import Illegal, Refusal
from parvis.engine.sentence import Sentence
from parvis.table.decisions import Refused, acting
from parvis.table.fair_queue import Asker
from parvis.table.table import Table
from parvis.table.worker_pool import BotAnswer

PlainLine = dict[str, Any]  # of the ledger, as `Line.plain` has it


class Thinker(Protocol):
    """Whoever lets a bot think for a seat."""

    async def think(
        self, table: Table, seat: int, bot: str, asker: Asker, seed: int | None = None
    ) -> BotAnswer: ...


@dataclass(frozen=True)
class Preview:
    """What a move would bring before any chance: what its seat would see, lines, points."""

    seat: int
    before: dict[str, object]  # what it sees now
    view: dict[str, object]
    went: list[PlainLine]
    came: list[PlainLine]
    scores: list[int]


def deciding(table: Table, person: str) -> tuple[Position, int]:
    """The position, and the seat to decide if this browser holds it; else `Refused`."""
    if table.position is None:
        raise Refused("over", "table.refused.read_only")
    if table.over():
        raise Refused("over", "table.refused.over")
    return table.position, acting(table, person)


def why(table: Table, person: str, path: tuple[str, ...]) -> Refusal | None:
    """Why nothing legal begins with these picks; None if something does."""
    position, _ = deciding(table, person)
    return position.why(path)


def preview(table: Table, person: str, move: int) -> Preview | Refusal:
    """What a move would bring, or what bars it; `Malformed` if the number names none."""
    return foreseen(*deciding(table, person), move)


def foreseen(position: Position, seat: int, move: int) -> Preview | Refusal:
    """`preview` for a seat of which it is known that it may ask."""
    try:
        seen: dict[str, Any] = position.preview(move, seat)
    except Illegal as error:
        return error.refusal
    return Preview(seat, position.view(seat), **seen)


def hint(
    table: Table, person: str, bots: Thinker, household: str = ""
) -> Coroutine[Any, Any, BotAnswer | None]:
    """What a bot would do; whether one may ask is said at once, the answer takes its time.

    The same question has the same answer: chance comes from what the seat sees, and the usual bots
    think by simulations, never by the clock.
    """
    position, seat = deciding(table, person)
    assert table.game is not None
    bot = usual_bot(table.game)
    seed = seed_of(position, seat, bot)
    moved = table.moved  # a move of another server is played on the same position
    asker = Asker(frozenset({household}), table.config.id)

    async def advice() -> BotAnswer | None:
        answer = await bots.think(table, seat, bot, asker, seed)
        return answer if table.moved == moved else None  # of what is past, nothing

    return advice()


def advised(position: Position, move: int, spelt: str) -> Sentence:
    """A move in words, and what it brings at once to the one who is to decide."""
    seat = position.turn()
    assert seat is not None
    side = position.side_of(seat)
    gain = position.foresee(move).scores()[side] - position.scores()[side]
    if not gain:
        return Sentence("table.hint.nothing", {"move": spelt})
    key = "table.hint.gain" if gain > 0 else "table.hint.loss"
    return Sentence(key, {"move": spelt, "n": abs(gain)})


def seed_of(position: Position, seat: int, bot: str) -> int:
    """A number that follows from what a seat sees, the settings and the bot alone."""
    setting = position.setting
    told = [setting.game, setting.rules, setting.seats, setting.options, setting.pack.digest, bot]
    text = json.dumps([told, position.view(seat)], sort_keys=True, default=str)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")

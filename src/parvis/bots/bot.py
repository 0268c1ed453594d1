"""What a bot is.

A bot is a name and a function `think(position, rng, budget) -> Thought`. It never meets the true
position: `Bot.choose` guesses first, and a guess depends on nothing but the seat's view and the
generator. So whatever `think` looks at, it cannot see more than its seat may; what its seat cannot
know is a mere guess in what it is handed, and a bot that cares re-guesses as often as it likes.

A game's own bots stand in `bots/<folder of the game>.py`, which exposes `BOTS`:

    def think(position: Position, rng: Rng, budget: Budget) -> Thought:
        seat = position.turn()
        assert seat is not None
        side = position.side_of(seat)
        values = []
        for move in position.moves():
            ahead = position.foresee(move)
            values.append((move, float(ahead.scores()[side])))
        return ranked(values, rng)

    BOTS = (Bot("greedy", think),)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence


class BotError(ValueError):
    """A bot or a budget that does not exist."""


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move: simulations, seconds, or what ends first.

    Zero is no limit. With simulations alone a choice is the same every time for one seed.
    """

    simulations: int = 0
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return self.simulations > 0 or self.seconds > 0

    def __str__(self) -> str:
        if self.seconds:
            return f"{self.seconds:g}s"
        return str(self.simulations) if self.simulations else ""


@dataclass(frozen=True)
class Considered:
    """A move that a bot weighed: its value (more is better) and how many simulations it got.

    `share` is the share of victory that the bot expects of it (0 to 1), if it can tell.
    """

    move: int
    value: float
    visits: int = 0
    share: float | None = None


@dataclass(frozen=True)
class Thought:
    """What a bot chose, what it weighed (best first), and why in words if it can say."""

    move: int
    considered: tuple[Considered, ...] = ()
    reasons: tuple[Sentence, ...] = ()
    simulations: int = 0
    seconds: float = 0.0


Think = Callable[[Position, Rng, Budget], Thought]


@dataclass(frozen=True)
class Bot:
    """A player of positions: a name, a way to think, and the levels one can ask for."""

    name: str
    think: Think
    levels: Mapping[str, Budget] = field(default_factory=dict)
    usual: Budget = field(default_factory=Budget)
    within: float = 0.0  # seconds: when people who wait have its answer, however slow the machine

    def choose(self, position: Position, rng: Rng, budget: Budget | None = None) -> Thought:
        """The bot's choice for the seat whose turn it is.

        The position may be the true one or a guess of that seat: both have the same view, and
        what the bot thinks about is a new guess made from that view.
        """
        seat = position.turn()
        if seat is None:
            raise BotError("nobody is to decide in this position")
        return self.think(position.guess(seat, rng.spawn()), rng, budget or self.usual)


@dataclass(frozen=True)
class Player:
    """A bot with the budget it plays at."""

    bot: Bot
    budget: Budget = field(default_factory=Budget)

    @property
    def seconds(self) -> float:
        """How long it may think where people wait; 0: it takes no time to speak of."""
        return self.budget.seconds or self.bot.within

    def choose(self, position: Position, rng: Rng, seconds: float = 0.0) -> Thought:
        """The bot's choice within its budget, and within some seconds if people wait."""
        budget = replace(self.budget, seconds=seconds) if seconds else self.budget
        return self.bot.choose(position, rng, budget)

    def __str__(self) -> str:
        return f"{self.bot.name}:{self.budget}" if self.budget else self.bot.name


def ranked(values: list[tuple[int, float]], rng: Rng) -> Thought:
    """The thought of a bot that gives each move a value; chance decides between equals.

    >>> ranked([(3, 1.0), (8, 2.5), (9, 0.0)], Rng(1)).move
    8
    """
    best = max(value for _, value in values)
    equals = [move for move, value in values if value == best]
    chosen = equals[int(rng.below(len(equals)))]
    order = sorted(values, key=lambda pair: (-pair[1], pair[0] != chosen, pair[0]))
    return Thought(chosen, tuple(Considered(move, value) for move, value in order))


def read_budget(text: str) -> Budget:
    """A budget from text: `500` is simulations, `1.5s` seconds.

    >>> read_budget("1.5s").seconds, read_budget("500").simulations
    (1.5, 500)
    """
    number = text.removesuffix("s")
    fine = number.isascii() and number.replace(".", "", 1).isdecimal() and len(number) < 10
    if fine and number != text and 0 < float(number) <= 600:
        return Budget(seconds=float(number))
    if fine and number == text and number.isdecimal() and int(number) > 0:
        return Budget(simulations=int(number))
    raise BotError(
        f"a budget is a number of simulations (500) or of seconds (1.5s, at most 600s), "
        f"not {text[:20]!r}"
    )

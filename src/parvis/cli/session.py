"""A game in progress at one terminal: players, moves, undo, what each seat was told."""

from __future__ import annotations

from dataclasses import dataclass

from parvis.bots import Player, Thought, player_of
from parvis.engine.chance import Rng, key_of_seed
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.record import Record
from parvis.engine.sentence import Sentence

BOT = "bot "  # what the name of a bot in a record begins with


@dataclass(frozen=True)
class Step:
    """A move that was played: where, by whom, and whether it showed something new."""

    before: Position
    seat: int
    revealed: bool
    stories: tuple[list[Sentence], ...]  # what each seat saw of it


class Session:
    """The record so far, the position it leads to, and who sits where."""

    def __init__(self, game: Game, record: Record, position: Position) -> None:
        self.game = game
        self.record = record
        self.position = position
        self.players: list[Player | None] = [
            player_of(game, name.removeprefix(BOT)) if name.startswith(BOT) else None
            for name in record.players
        ]
        self.steps = steps_of(record)
        # How many steps each seat has been told of; those of a resumed game are old.
        self.told = [len(self.steps)] * len(self.players)
        # From the seed too, so that a game with a given seed and simulations is always the same.
        self.rng = Rng(int.from_bytes(key_of_seed(f"bots {record.seed}")[:8], "big"))

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return shown_names(self.record.players)

    @property
    def people(self) -> list[int]:
        """The seats that persons have."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    def think(self) -> Thought:
        """What the bot whose turn it is wants to play."""
        seat = self.position.turn()
        player = None if seat is None else self.players[seat]
        assert player is not None
        return player.choose(self.position, self.rng)

    def play(self, move: int) -> list[Sentence]:
        """Play a move; what a spectator sees of it. Every seat has its own story.

        An illegal one raises `Illegal` and changes nothing.
        """
        before, after = self.position, self.position.copy()
        seat = before.turn()
        assert seat is not None
        after.play(move)
        told = before.recount(move, None)
        stories = tuple(before.recount(move, other) for other in range(len(self.players)))
        self.record = self.record.with_move(before, move)
        self.position = after
        self.steps.append(Step(before, seat, before.shows_more(move, after), stories))
        return told

    def may_undo(self) -> bool:
        """Whether the last move was mine, in this very turn, and showed nothing new to anyone."""
        if not self.steps or self.position.over():
            return False
        last = self.steps[-1]
        return last.seat == self.position.turn() and not last.revealed

    def may_peek(self) -> bool:
        """Whether one who is alone with bots has a move to take back, knowing what came next."""
        return self.people == [self.position.turn()] and any(
            step.seat == self.people[0] for step in self.steps
        )

    def undo(self) -> None:
        """Take back my last move; the game is practice if it was not free to be taken back."""
        knowing = not self.may_undo()
        seat = self.position.turn()
        count = 1
        while self.steps[-count].seat != seat:
            count += 1
        self.position = self.steps[-count].before
        del self.steps[-count:]
        self.record = self.record.taken_back(len(self.record.moves) - count, knowing)
        self.told = [min(told, len(self.steps)) for told in self.told]

    def tell(self, seat: int) -> list[Sentence]:
        """What a seat has not been told yet."""
        news = self.steps[self.told[seat] :]
        self.told[seat] = len(self.steps)
        return [sentence for step in news for sentence in step.stories[seat]]


def steps_of(record: Record) -> list[Step]:
    """The moves that a resumed game begins with, as steps that nobody is told of any more."""
    steps: list[Step] = []
    for position, move in record.replay():
        seat = position.turn()
        assert seat is not None
        last = len(steps) == len(record.moves) - 1  # only the last one can be free to take back
        revealed = not last or position.reveals(move)
        steps.append(Step(position.copy(), seat, revealed, ([],) * record.seats))
    return steps


def shown_names(players: tuple[str, ...]) -> list[str]:
    """Players' names as they are shown: a bot is called by its kind, and no two alike.

    >>> shown_names(("Ada", "bot flat:0.6s", "bot flat:2s"))
    ['Ada', 'flat 1', 'flat 2']
    """
    names = [
        name.removeprefix(BOT).partition(":")[0] if name.startswith(BOT) else name
        for name in players
    ]
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]

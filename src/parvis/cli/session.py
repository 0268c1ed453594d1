"""A table at one terminal: the same table as in the browser, its log kept as a record.

Imports the folded table, its commands and what they bring, bots and records; no store, no socket.
"""

from __future__ import annotations

from dataclasses import replace

from parvis.bots import Thought, player_of
from parvis.bots.advice import Advice
from parvis.bots.adviser import advise, seed_of
from parvis.engine.chance import Rng, key_of_seed
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.record import Record
from parvis.engine.refusal import Refusal
from parvis.engine.sentence import Sentence
from parvis.table import questions
from parvis.table.chair import Chair
from parvis.table.commands import Command, Move, Request, Undo
from parvis.table.decisions import Outcome, bot_name, decide, played
from parvis.table.from_record import table_of
from parvis.table.memory import remembering

BOT = "bot "  # what the name of a bot in a record begins with
HERE = "terminal"  # who holds every seat that persons have: all look at one screen


class Session:
    """A table, and how much of its log each seat has been told."""

    def __init__(self, record: Record) -> None:
        self.table = table_of(record, chairs_of(record.players, record.declared()), HERE)
        self.players = record.players
        # What a resumed game begins with is old.
        self.heard = [self.table.n] * record.seats
        # From the seed too, so that a game with a given seed and simulations is always the same.
        self.rng = Rng(int.from_bytes(key_of_seed(f"bots {record.seed}")[:8], "big"))

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def position(self) -> Position:
        assert self.table.position is not None
        return self.table.position

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [chair.name for chair in self.table.chairs]

    @property
    def people(self) -> list[int]:
        """The seats that persons have."""
        return [seat for seat, chair in enumerate(self.table.chairs) if chair.by_person]

    def record(self) -> Record:
        """The whole game so far, with its seed."""
        return replace(self.table.whole_record(), players=self.players)

    # Bots.

    def think(self) -> Thought:
        """What the bot whose turn it is wants to play."""
        seat = self.position.turn()
        assert seat is not None
        bot = player_of(self.game, self.table.chairs[seat].bot)
        return bot.choose(remembering(self.table, seat, self.rng), self.rng)

    def play_for_bot(self, move: int) -> None:
        seat = self.position.turn()
        assert seat is not None
        self.take(played(self.table, seat, move))

    # Persons; what is not allowed raises `Refused` and changes nothing.

    def play(self, move: int) -> None:
        self.ask(Move(self.table.n, move))

    def undo(self, practice: bool = False) -> None:
        """Take back my last move; `practice` if I know what that makes of the game."""
        self.ask(Undo(practice))

    def ask(self, request: Request) -> None:
        self.take(decide(self.table, Command(HERE, request)))

    def take(self, outcome: Outcome) -> None:
        self.table.take(outcome.numbered(self.table.n, 0.0), outcome.position)

    # Questions of the one to decide.

    def why(self, path: tuple[str, ...]) -> Refusal | None:
        """Why nothing legal begins with these picks."""
        return questions.why(self.table, HERE, path)

    def preview(self, move: int) -> questions.Preview | Refusal:
        """What a move would bring, or what bars it."""
        return questions.preview(self.table, HERE, move)

    def hint(self, picks: tuple[str, ...] = ()) -> Advice:
        """What to play, from what the seat to decide sees and remembers."""
        position, seat = questions.deciding(self.table, HERE)
        seed = seed_of(position, seat)
        return advise(remembering(self.table, seat, Rng(seed)), seed, picks)

    # What is told.

    def news(self, seat: int) -> list[Sentence]:
        """What a seat has not been told yet."""
        news = [entry for entry in self.table.log if entry.n > self.heard[seat]]
        self.heard[seat] = self.table.n
        return [
            sentence for entry in news if not entry.undone for sentence in entry.sentences(seat)
        ]

    def latest(self) -> list[Sentence]:
        """What someone who looks on sees of the last move."""
        return self.table.log[-1].sentences(None)


def chairs_of(players: tuple[str, ...], game: Game | None) -> list[Chair]:
    return [
        Chair("bot", name, (), player.removeprefix(BOT))
        if player.startswith(BOT)
        else Chair("person", name, (HERE,))
        for player, name in zip(players, shown_names(players, game), strict=True)
    ]


def shown_names(players: tuple[str, ...], game: Game | None = None) -> list[str]:
    """Players' names as they are shown: bots are called as in the browser, and no two alike.

    >>> shown_names(("Ada", "bot flat:300", "bot greedy"))
    ['Ada', 'Bruno', 'Celia']
    """
    names = [
        bot_name(game, name.removeprefix(BOT), seat, ()) if name.startswith(BOT) else name
        for seat, name in enumerate(players)
    ]
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]

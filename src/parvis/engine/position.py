"""A position of a game: the contract that every game fulfils."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from parvis.engine import ledger as ledgers
from parvis.engine.chance import Chance, Rng
from parvis.engine.ledger import Line
from parvis.engine.refusal import Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.engine.text import header

EVERYTHING: Final = -1  # for `text`: what the box knows, not what a seat knows


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A position: who is to decide, what may be done, what it is worth, what a seat may know.

    `play` is `decide` (all that follows from public facts and the move itself) and then
    `resolve` (chance and disclosure). While something is left to resolve the position is
    pending: nobody's turn, and yet not over. `foresee` stops there, and from it the engine
    derives `preview` and `reveals`.
    """

    def __init__(self, setting: Setting, chance: Chance) -> None:
        self.setting = setting
        self.chance = chance

    # What a game writes: the course of play.

    def turn(self) -> int | None:
        """The seat to decide; None when the game is over (or pending, inside a preview)."""
        raise NotImplementedError

    def over(self) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    def sides(self) -> list[list[int]]:
        """Which seats play together; scores are by side."""
        return [[seat] for seat in range(self.setting.seats)]

    @property
    def move_limit(self) -> int:
        """Well-formed move ids are below this number."""
        raise NotImplementedError

    def names(self, move: int) -> bool:
        """Whether this id names a move of the game at all, legal now or not."""
        raise NotImplementedError

    def moves(self) -> list[int]:
        """The legal moves, ascending."""
        raise NotImplementedError

    def play(self, move: int) -> None:
        """Play a move; an illegal one raises `Illegal` with its refusal and changes nothing."""
        raise NotImplementedError

    def foresee(self, move: int) -> Position:
        """A copy in which the move is decided but nothing is drawn or disclosed."""
        raise NotImplementedError

    def copy(self) -> Position:
        """An independent copy."""
        raise NotImplementedError

    def playout(self, rng: Rng) -> int:
        """Play this position to the end by uniformly random moves; how many were played.

        All chance comes from `rng`.
        """
        raise NotImplementedError

    def refusal(self, move: int) -> Refusal | None:
        """None if the move is legal now, else why it is not; `Malformed` if it names nothing."""
        raise NotImplementedError

    def fitting(self, path: tuple[str, ...]) -> list[int]:
        """The well-formed moves, legal or not, that begin with these picks of the choice tree."""
        raise NotImplementedError

    # What a game writes: points.

    def scores(self) -> list[int]:
        """Points by side if the game ended now."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The winning seats; empty until the game is over."""
        raise NotImplementedError

    def ledger(self) -> list[Line]:
        """Every point with its clause and places; sums to `scores`."""
        raise NotImplementedError

    # What a game writes: knowledge.

    def view(self, seat: int | None) -> dict[str, object]:
        """All that a seat may know, as plain data (None: a spectator)."""
        raise NotImplementedError

    def guess(self, seat: int | None, rng: Rng) -> Position:
        """A full position that this seat could be in; all its future chance comes from `rng`."""
        raise NotImplementedError

    def story(self, move: int, seat: int | None) -> list[Sentence]:
        """What happens when this legal move is played, as that seat sees it."""
        raise NotImplementedError

    # What a game writes: text.

    def say(self, move: int) -> str:
        """A well-formed move in notation: short, without white space."""
        raise NotImplementedError

    def read(self, text: str) -> int:
        """The move that a notation names; `Malformed` if it names none."""
        raise NotImplementedError

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        """The text field by field: EVERYTHING, or what a seat (None: a spectator) knows."""
        raise NotImplementedError

    # What the engine derives.

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return self.setting.seats

    def text(self, seat: int | None = EVERYTHING) -> str:
        """The whole position in a line of text; with a seat, what that seat knows."""
        parts = header(self.setting)
        if seat == EVERYTHING:
            parts.append(("chance", self.chance.text()))
        else:
            parts.append(("seen-by", "spectator" if seat is None else str(seat)))
        parts.extend(self.fields(seat))
        return " ".join([f"{name}={value}" if value else name for name, value in parts])

    def preview(self, move: int, seat: int | None) -> dict[str, object]:
        """What a legal move would bring before any chance or disclosure: view and ledger change."""
        ahead = self.foresee(move)
        went, came = ledgers.change(self.ledger(), ahead.ledger())
        return {
            "view": ahead.view(seat),
            "went": [line.plain() for line in went],
            "came": [line.plain() for line in came],
            "scores": ahead.scores(),
        }

    def reveals(self, move: int) -> bool:
        """Whether someone knows more after this legal move than the move itself tells."""
        ahead = self.foresee(move)
        after = self.copy()
        after.play(move)
        if ahead.view(None) != after.view(None):
            return True
        for seat in range(self.setting.seats):
            if ahead.view(seat) != after.view(seat):
                return True
        return False

    def why(self, path: tuple[str, ...]) -> Refusal | None:
        """Why nothing legal begins with these picks: the refusal of what gets furthest.

        None if something legal does, or if the picks name nothing at all.
        """
        best: Refusal | None = None
        for move in self.fitting(path):
            refusal = self.refusal(move)
            if refusal is None:
                return None
            if best is None or refusal.reach > best.reach:
                best = refusal
        return best

    def side_of(self, seat: int) -> int:
        """The side a seat belongs to."""
        sides = self.sides()
        for side in range(len(sides)):
            if seat in sides[side]:
                return side
        raise ValueError(f"there is no seat {seat}")

    def frame(self, seat: int | None) -> dict[str, object]:
        """The part of a view that all games have."""
        turn = self.turn()
        mine = turn is not None and turn == seat
        return {
            "game": self.setting.game,
            "rules": self.setting.rules,
            "seats": self.setting.seats,
            "options": self.setting.options,
            "seat": seat,
            "turn": turn,
            "over": self.over(),
            "sides": self.sides(),
            "scores": self.scores(),
            "winners": self.winners(),
            "moves": self.moves() if mine else [],
        }

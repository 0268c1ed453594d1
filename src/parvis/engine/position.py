"""A position of a game: the contract that every game fulfils.

The engine owns the course of play, the frame of a refusal, previews, undo and copies; a game
writes its state and the methods under "What a game writes".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from parvis.engine import ledger as ledgers
from parvis.engine.chance import Chance, Rng
from parvis.engine.codec import Codec, Kind
from parvis.engine.ledger import Line
from parvis.engine.refusal import Bar, Illegal, Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.engine.text import header

if TYPE_CHECKING:
    from parvis.engine.picture import Picture

EVERYTHING: Final = -1  # for `text`: what the box knows, not what a seat knows


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A position: who is to decide, what may be done, what it is worth, what a seat may know.

    `play` is a check, then `decide` (all that follows from public facts and the move itself), then
    `resolve` (chance and disclosure). While something is left to resolve the position is pending:
    nobody's turn, and yet not over. `foresee` stops there, and from it the engine derives
    `preview` and `reveals`.
    """

    # Guesses that agree with more than the view: see `parvis.bots.memory`. Copies have none.
    worlds: list[Position] | None = None

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
    def codec(self) -> Codec:
        """The game's kinds of move."""
        raise NotImplementedError

    def bar(self, move: i64) -> Bar | None:
        """What bars a well-formed move now; None if it is legal.

        This is the one place where a game says which moves are allowed.
        """
        raise NotImplementedError

    def facts(self, move: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        """What the words of a bar speak of when it bars this move, and the places concerned.

        Unless a game says more: the parts of the move, and the picks that make it.
        """
        kind = self.codec.kind_of(move)
        picks = [self.pick(kind, n, int(kind.part(move, n))) for n in range(len(kind.parts))]
        return self.codec.meaning(move), tuple(picks)

    def candidates(self) -> list[int]:
        """Well-formed moves among which all legal ones are, ascending; asked only on a turn."""
        return self.codec.moves()

    def decide(self, move: i64) -> None:
        """Do all of a legal move that follows from public facts and the move itself."""
        raise NotImplementedError

    def resolve(self) -> None:
        """Draw, deal and disclose whatever is pending; do nothing if nothing is."""

    def twin(self, chance: Chance) -> Position:
        """An independent copy of the state that draws from this chance."""
        raise NotImplementedError

    def redealt(self, rng: Rng) -> Position:
        """A copy in which all that nobody has seen is dealt anew; every view stays as it is.

        All its chance comes from `rng`. Unless a game says more: nothing is dealt in advance.
        """
        return self.twin(rng.spawn())

    def pick(self, kind: Kind, n: int, value: int) -> str:
        """What one picks in the choice tree for this value of a kind's n-th part: `tile-7`."""
        part = kind.parts[n]
        return f"{part.name}-{part.texts[value]}"

    # What a game writes: points.

    def scores(self) -> list[int]:
        """Points by side if the game ended now."""
        return ledgers.totals(self.ledger(), len(self.sides()))

    def winners(self) -> list[int]:
        """The winning seats, those of the best side or sides; empty until the game is over."""
        if not self.over():
            return []
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[self.side_of(seat)] == max(scores)]

    def ledger(self) -> list[Line]:
        """Every point with its clause and places; sums to `scores`."""
        raise NotImplementedError

    # What a game writes: knowledge. The public methods below check the seat first.

    def seen(self, seat: int | None) -> dict[str, object]:
        """The game's own part of a view."""
        raise NotImplementedError

    def guessed(self, seat: int | None, rng: Rng) -> Position:
        """The game's part of `guess`."""
        raise NotImplementedError

    def recount(self, move: int, seat: int | None) -> list[Sentence]:
        """The game's part of `story`."""
        raise NotImplementedError

    def alike(self, move: int) -> list[int]:
        """The well-formed moves that no other seat can tell from this one when it is played.

        The same for all of them, whatever is hidden. Unless a game says more: the move alone.
        """
        return [move]

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        """The text field by field: EVERYTHING, or what a seat (None: a spectator) knows."""
        raise NotImplementedError

    # What the engine does: moves.

    @property
    def move_limit(self) -> int:
        """Well-formed moves are below this number."""
        return self.codec.limit

    def names(self, move: int) -> bool:
        """Whether this number names a move of the game at all, legal now or not."""
        return self.codec.names(move)

    def meaning(self, move: int) -> dict[str, object]:
        """The kind of a well-formed move and its named parts, as words."""
        return self.codec.meaning(move)

    def say(self, move: int) -> str:
        """A well-formed move in notation: short, without white space."""
        return self.codec.say(move)

    def read(self, text: str) -> int:
        """The move that a notation names; `Malformed` if it names none."""
        return self.codec.read(text)

    def moves(self) -> list[int]:
        """The legal moves, ascending."""
        if self.turn() is None:
            return []
        return [move for move in self.candidates() if self.bar(move) is None]

    def going_on(self) -> int | None:
        """The one legal move, if it does nothing but go on; None if anything can be done."""
        if self.turn() is None:
            return None
        for kind in self.codec.kinds:
            if kind.declines and self.bar(kind.base) is None:
                moves = self.moves()
                return moves[0] if len(moves) == 1 else None
        return None

    def refusal(self, move: int) -> Refusal | None:
        """None if the move is legal now, else why it is not; `Malformed` if it names nothing."""
        self.codec.check(move)
        bar = self.bar(move)
        return None if bar is None else self.explain(move, bar)

    def explain(self, move: int, bar: Bar) -> Refusal:
        """The refusal of a move that this bars."""
        params, places = self.facts(move, bar)
        return Refusal(bar.clause, bar.key, params, places, bar.reach)

    def check(self, move: int) -> None:
        """Raise `Illegal` with the refusal of a move that is not legal now."""
        codec = self.codec
        if not codec.names(move):
            codec.check(move)
        bar = self.bar(move)
        if bar is not None:
            raise Illegal(self.explain(move, bar))

    def play(self, move: int) -> None:
        """Play a move; an illegal one raises `Illegal` with its refusal and changes nothing."""
        self.check(move)
        self.decide(move)
        self.resolve()

    def foresee(self, move: int) -> Position:
        """A copy in which the move is decided but nothing is drawn or disclosed."""
        self.check(move)
        ahead = self.copy()
        ahead.decide(move)
        return ahead

    def copy(self) -> Position:
        """An independent copy."""
        return self.twin(self.chance.copy())

    def random_move(self, rng: Rng) -> i64:
        """A legal move, every one equally likely."""
        moves = self.moves()
        return moves[rng.below(len(moves))]

    def playout(self, rng: Rng) -> int:
        """Play this position to the end by uniformly random moves; how many were played.

        All chance comes from `rng`.
        """
        self.chance = rng
        self.resolve()
        played: i64 = 0
        while not self.over():
            self.decide(self.random_move(rng))
            self.resolve()
            played += 1
        return int(played)

    def fitting(self, path: tuple[str, ...]) -> list[int]:
        """The well-formed moves, legal or not, that begin with these picks of the choice tree."""
        found: list[int] = []
        for kind in self.codec.kinds:
            rest = path
            if kind.lead and rest:
                if rest[0] != kind.lead:
                    continue
                rest = rest[1:]
            if len(rest) > len(kind.parts):
                continue
            moves = [int(kind.base)]
            for n in range(len(kind.parts)):
                values = list(range(int(kind.parts[n].size)))
                if n < len(rest):
                    values = [value for value in values if self.pick(kind, n, value) == rest[n]]
                stride = kind.strides[n]
                moves = [move + value * stride for move in moves for value in values]
            found.extend([move for move in moves if self.names(move)])
        return found

    def why(self, path: tuple[str, ...]) -> Refusal | None:
        """Why nothing legal begins with these picks: the refusal of what gets furthest.

        None if something legal does, or if the picks name nothing at all.
        """
        if not path and self.turn() is not None:
            return None  # whoever is to decide can; all moves begin with nothing
        best = -1
        furthest: Bar | None = None
        for move in self.fitting(path):
            bar = self.bar(move)
            if bar is None:
                return None
            if furthest is None or bar.reach > furthest.reach:
                best = move
                furthest = bar
        return None if furthest is None else self.explain(best, furthest)

    # What the engine does: knowledge.

    def check_seat(self, seat: int | None) -> None:
        """Raise a ValueError for a seat that is not at this table."""
        if seat is not None and not 0 <= seat < self.setting.seats:
            raise ValueError(f"seats are numbered 0 to {self.setting.seats - 1}, not {seat}")

    def view(self, seat: int | None) -> dict[str, object]:
        """All that a seat may know, as plain data (None: a spectator)."""
        self.check_seat(seat)
        view = self.frame(seat)
        view.update(self.seen(seat))
        return view

    def guess(self, seat: int | None, rng: Rng) -> Position:
        """A full position that this seat could be in; all its future chance comes from `rng`.

        Where `worlds` are known for the seat to decide, it is one of them, and knows them too. Then
        its chance is that world's own: what was drawn once is drawn again.
        """
        self.check_seat(seat)
        worlds = self.worlds
        if worlds is None or seat != self.turn():
            return self.guessed(seat, rng)
        guess = worlds[rng.below(len(worlds))].copy()
        guess.worlds = worlds
        return guess

    def story(self, move: int, seat: int | None) -> list[Sentence]:
        """What happens when this legal move is played, as that seat sees it."""
        self.check_seat(seat)
        self.check(move)
        return self.recount(move, seat)

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

    def picture(self, seat: int | None = None) -> Picture:
        """The table as a seat sees it (None: a spectator), for a notebook or a file."""
        from parvis.engine.picture import Picture  # playing needs no drawing

        return Picture(self.view(seat))

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    def __repr__(self) -> str:
        """The game, its seats and whose turn it is: no more than a spectator knows."""
        turn = self.turn()
        if turn is not None:
            state = f"seat {turn} to decide"
        elif self.over():
            state = f"over, scores {self.scores()}"
        else:
            state = "pending"
        return f"<{self.setting.game}: {self.setting.seats} seats, {state}>"

    def reveals(self, move: int) -> bool:
        """Whether someone knows more after this legal move than the move itself tells."""
        self.check(move)
        return self.shows_more(move)

    def shows_more(self, move: int, after: Position | None = None) -> bool:
        """`reveals` for a move that was checked already; `after` if it was played already, too."""
        ahead = self.copy()
        ahead.decide(move)
        if ahead.over() or ahead.turn() is not None:
            return False  # nothing is pending
        if after is None:
            after = ahead.copy()
            after.resolve()
        if ahead.view(None) != after.view(None):
            return True
        for seat in range(self.setting.seats):
            if ahead.view(seat) != after.view(seat):
                return True
        return False

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
            "kinds": self.codec.plain,
            "moves": self.moves() if mine else [],
        }

    # What the engine does: seats and text.

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return self.setting.seats

    def side_of(self, seat: int) -> int:
        """The side a seat belongs to."""
        sides = self.sides()
        for side in range(len(sides)):
            if seat in sides[side]:
                return side
        raise ValueError(f"there is no seat {seat}")

    def text(self, seat: int | None = EVERYTHING) -> str:
        """The whole position in a line of text; with a seat, what that seat knows."""
        parts = header(self.setting)
        if seat == EVERYTHING:
            parts.append(("chance", self.chance.text()))
        else:
            self.check_seat(seat)
            parts.append(("seen-by", "spectator" if seat is None else str(seat)))
        parts.extend(self.fields(seat))
        return " ".join([f"{name}={value}" if value else name for name, value in parts])

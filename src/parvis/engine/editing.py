"""Editing a position: what can be put where, numbered, picked and refused as moves are.

An editor is made for one position and the seat from which somebody looks at it. Its kinds of edit
are declared by a codec, as kinds of move are; each edit is a few fields of the position's text that
are others then, and the text is read anew, so an edited position is one that could be read, and
nothing is in two places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parvis.engine.choices import Node, Step, Tree, Way, tree_of
from parvis.engine.codec import Codec, Kind
from parvis.engine.drawing.panel import Panel
from parvis.engine.game import read_position
from parvis.engine.position import EVERYTHING, Position
from parvis.engine.refusal import Bar, Illegal, Refusal
from parvis.engine.text import TextError, header
from parvis.engine.words import Speech

IMPOSSIBLE: Final = "kit.edit.impossible"
AWAY: Final = "edit-away"  # the button that takes something away
MOST_TRIED: Final = 3000  # edits that are looked at to say why none fits


class Editor:
    """What can be changed of a position by who looks from a seat."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position = position
        self.seat = seat
        self.fields = dict(position.fields(EVERYTHING))

    # What a game writes.

    @property
    def codec(self) -> Codec:
        """The kinds of edit."""
        raise NotImplementedError

    def pick(self, kind: Kind, n: int, value: int) -> str:
        """What one picks for this value of a kind's n-th part."""
        part = kind.parts[n]
        return f"{part.name}-{part.texts[value]}"

    def candidates(self) -> list[int]:
        """Edits among which all are that nothing bars."""
        return self.codec.moves()

    def bar(self, edit: int) -> Bar | None:
        """What bars an edit."""
        raise NotImplementedError

    def facts(self, edit: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        """What the words of a bar speak of, and the places concerned."""
        kind = self.codec.kind_of(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(kind.values(edit))]
        return self.codec.meaning(edit), tuple(picks)

    def change(self, edit: int) -> Mapping[str, str]:
        """The fields of the text that are others after an edit that nothing bars."""
        raise NotImplementedError

    def emptied(self) -> Mapping[str, str]:
        """The fields that are others when all is cleared away that can be."""
        raise NotImplementedError

    def steps(self, edit: int, speech: Speech) -> tuple[Step, ...]:
        """The picks that lead to an edit."""
        raise NotImplementedError

    def palette(self, speech: Speech) -> Panel | None:
        """What can be put somewhere and is not to be seen on the table."""
        return None

    # What the engine does.

    def edits(self) -> list[int]:
        """The edits that nothing bars."""
        return [edit for edit in self.candidates() if self.bar(edit) is None]

    def tree(self, speech: Speech) -> Tree:
        """The same as a tree of things one can pick."""
        return tree_of(*self.ways(speech))

    def ways(self, speech: Speech) -> tuple[list[Way], dict[int, Node]]:
        """Every edit with its steps; where many differ in their last pick only, one of them stands
        for all, and the last question is told apart (see `tree_of`)."""
        return [(edit, self.steps(edit, speech)) for edit in self.edits()], {}

    def refusal(self, edit: int) -> Refusal | None:
        """Why something cannot be edited so; None if it can."""
        self.codec.check(edit)
        bar = self.bar(edit)
        if bar is None:
            return None
        params, places = self.facts(edit, bar)
        return Refusal(bar.clause, bar.key, params, places, bar.reach)

    def edited(self, edit: int) -> Position:
        """The position after an edit; `Illegal` with a refusal if it cannot be."""
        refusal = self.refusal(edit)
        if refusal is not None:
            raise Illegal(refusal)
        return self.rewritten(self.change(edit))

    def cleared(self) -> Position:
        """The position with nothing on the board."""
        return self.rewritten(self.emptied())

    def rewritten(self, changes: Mapping[str, str]) -> Position:
        """The position with these fields of its text; `Illegal` if that is none of the game."""
        setting = self.position.setting
        words = [*header(setting), ("chance", self.position.chance.text())]
        words += [*{**self.fields, **changes}.items()]
        text = " ".join([f"{name}={value}" if value else name for name, value in words])
        try:
            return read_position(text, None if setting.pack.standard else setting.pack)
        except TextError as error:
            raise Illegal(Refusal("", IMPOSSIBLE)) from error

    def fitting(self, picks: tuple[str, ...]) -> list[int]:
        """Well-formed edits, barred or not, that these picks are of, in any order."""
        found: list[int] = []
        for kind in self.codec.kinds:
            rest = [*picks]
            edits = [int(kind.base)]
            for n in range(len(kind.parts)):
                values = list(range(int(kind.parts[n].size)))
                named = [value for value in values if self.pick(kind, n, value) in rest]
                if named:
                    rest.remove(self.pick(kind, n, named[0]))
                stride = kind.strides[n]
                edits = [edit + value * stride for edit in edits for value in named or values]
            if all(pick.startswith(("edit-", "turn-")) for pick in rest):  # buttons, turns
                found += edits
        return [edit for edit in found if self.codec.names(edit)]

    def why(self, path: tuple[str, ...]) -> Refusal | None:
        """Why nothing can be edited with these picks: the refusal of what gets furthest."""
        furthest: Refusal | None = None
        for edit in self.fitting(path)[:MOST_TRIED] if path else []:
            bar = self.bar(edit)
            if bar is None:
                return None
            if furthest is None or bar.reach > furthest.reach:
                furthest = self.refusal(edit)
        return furthest


# Steps that all games have.


def button(pick: str, label: str, ask: str, does: str = "") -> Step:
    """An answer that is no place."""
    return Step(ask, pick, label, button=True, does=does)


def first(pick: str, speech: Speech) -> Step:
    """Something on the table that one picks first; its name is its title in the drawing."""
    return Step(speech("kit.edit.ask"), pick, "", titled=True)


def away(speech: Speech) -> Step:
    """Take it away: the only thing to do with what was picked."""
    words = speech("kit.edit.away")
    return Step(speech("kit.edit.with"), AWAY, words, button=True, does=words)


def lead(name: str, key: str, speech: Speech) -> Step:
    """A button that asks for more: whose turn, which round."""
    return button(f"edit-{name}", speech(key), speech("kit.edit.ask"))

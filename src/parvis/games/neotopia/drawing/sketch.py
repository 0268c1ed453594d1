"""What all parts of the drawing share: the view, the language, whose colour is which."""

from __future__ import annotations

from parvis.engine.drawing.svg import Number
from parvis.engine.words import Speech
from parvis.games.neotopia.drawing import pieces
from parvis.games.neotopia.labels import colour_in
from parvis.games.neotopia.schema import View

GROUNDS = (("yellow", "dots"), ("blue", "waves"), ("green", "grass"))  # tint and hatching


class Sketch:
    """A view with the means to draw it."""

    def __init__(self, view: View, speech: Speech, tall: bool) -> None:
        self.view = view
        self.speech = speech
        self.tall = tall

    def colour(self, seat: int | None) -> int | None:
        """The colour that a seat plays."""
        return colour_in(self.view, seat)

    def played(self, seat: int, x: Number, y: Number, size: Number) -> list[str]:
        """The element whose colour a seat plays, if it is settled."""
        colour = self.colour(seat)
        return [] if colour is None else [pieces.element(colour, x, y, size)]

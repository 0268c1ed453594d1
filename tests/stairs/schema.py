"""What a view of the stairs holds, beside what every view does."""

from typing import Annotated, Literal

from parvis.engine.schema import Frame


class View(Frame):
    """All that a seat may know."""

    phase: Annotated[Literal["mark", "draw", "dealing", "play"], "what is to be done"]
    turns: Annotated[int, "how many turns are over"]
    marks: Annotated[list[int | None], "by step: the seat whose mark it bears"]
    hand: Annotated[list[int], "the seat's own cards, ascending; none for a spectator"]
    points: Annotated[list[int], "by seat: what its cards have brought"]

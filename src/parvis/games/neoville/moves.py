"""The kinds of move and their named parts.

`e4=sg/r*w` lays that tile, turned so, in slot e4; `none` puts no piece on it; `F8@ne` puts the
Forest skyscraper of 8 on its north-east square, `mill-left@sw` a windmill; `+gs/wr*` takes that
tile of the row, `+stack` the top of the stack.
"""

from __future__ import annotations

from typing import Final

from parvis.engine.codec import Codec, Kind, Part

# The numbers of the kinds, in the order of the codec.
LAY: Final = 0
NONE: Final = 1
PUT: Final = 2
TAKE: Final = 3
STACK: Final = 4


class Moves:
    """The kinds of move of a pack: its tiles in every direction, its pieces."""

    def __init__(
        self,
        looks: list[str],
        slots: list[str],
        pieces: list[str],
        squares: list[str],
        faces: list[str],
    ) -> None:
        self.lay = Kind("lay", "{slot}={tile}", (Part("tile", looks), Part("slot", slots)))
        self.none = Kind("none", "none", declines=True)
        self.put = Kind("put", "{piece}@{square}", (Part("piece", pieces), Part("square", squares)))
        self.take = Kind("take", "+{tile}", (Part("tile", faces),))
        self.stack = Kind("stack", "+stack")
        self.codec = Codec([self.lay, self.none, self.put, self.take, self.stack])

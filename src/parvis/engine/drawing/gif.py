"""An animated picture: GIF, which everything shows; needs `PIL`.

Of each picture only the points that differ from the one before are kept, all others are clear, so a
move costs what it changed.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from parvis.engine.drawing.tokens import TOKENS, colour

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 255  # and one that is clear
CLEAR = 255
EXACT = 120  # of the colours, taken as they are where they are frequent
SAMPLES = 5  # pictures from which the colours are taken
FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def gif(frames: Sequence[Image], seconds: Sequence[float], theme: str = "light") -> bytes:
    """Pictures (of one size) one after the other, each for its time, over and over.

    The named colours of the theme stay what they are, however small what bears them.
    """
    from PIL import GifImagePlugin

    palette = colours_of(frames, theme)
    width, height = frames[0].size
    colours = (palette.getpalette() or [])[: 3 * COLOURS]
    out = bytearray(b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0))
    out += bytes(colours).ljust(3 * 256, b"\0") + FOR_EVER
    for (left, top, part), shown in zip(changes(frames, palette), seconds, strict=True):
        out += struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b101, round(100 * shown), CLEAR, 0)
        for piece in GifImagePlugin.getdata(part, (left, top)):
            out += piece
    return bytes(out + b";")


def colours_of(frames: Sequence[Image], theme: str) -> Image:
    """A picture with the colours that do best for all: the theme's own, those that are frequent in
    a few of the frames, and some that stand for the rest."""
    from PIL import Image

    step = max(1, (len(frames) - 1) // (SAMPLES - 1))
    chosen = [*frames[::step][: SAMPLES - 1], frames[-1]]
    width, height = frames[0].size
    strip = Image.new("RGB", (width, height * len(chosen)))
    for row, frame in enumerate(chosen):
        strip.paste(frame, (0, row * height))
    points = strip.tobytes()
    count = Counter(zip(points[::3], points[1::3], points[2::3], strict=True))
    frequent = [shade for shade, _ in count.most_common(EXACT)]
    others = strip.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    mixed = others.getpalette() or []
    rest = list(zip(mixed[::3], mixed[1::3], mixed[2::3], strict=True))
    all_of_them = list(dict.fromkeys([*plain_colours(theme), *frequent, *rest]))[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for shade in all_of_them for part in shade])
    return palette


def plain_colours(theme: str) -> list[tuple[int, int, int]]:
    """The named colours that cover what they are put on."""
    named = [colour(token, theme) for token in TOKENS]
    parts = [bytes.fromhex(value[1:]) for value in named if len(value) == 7]
    return [(red, green, blue) for red, green, blue in parts]


def changes(frames: Sequence[Image], palette: Image) -> Iterator[tuple[int, int, Image]]:
    """What each frame changes, and where; the first one is whole."""
    from PIL import Image, ImageChops

    before: Image.Image | None = None
    for frame in frames:
        flat = frame.quantize(palette=palette, dither=Image.Dither.NONE)
        if before is None:
            yield 0, 0, flat
        else:
            # Where two numbers of colours differ, they do so after a turn around 256 as well.
            moved = ImageChops.subtract_modulo(plain(flat), plain(before)).point(
                lambda value: 255 if value else 0
            )
            box = moved.getbbox() or (0, 0, 1, 1)
            part = Image.new("P", flat.size, CLEAR)
            part.paste(flat, (0, 0), moved)
            yield box[0], box[1], part.crop(box)
        before = flat


def plain(picture: Image) -> Image:
    """The numbers of its colours as shades of grey."""
    from PIL import Image

    return Image.frombytes("L", picture.size, picture.tobytes())

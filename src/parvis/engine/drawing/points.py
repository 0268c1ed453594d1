"""Drawings as pictures of points, for whoever cannot show lines: needs `resvg_py`.

Texts are set in the typeface of the pages, whose two weights lie in `faces`, so that a picture is
the same on every machine, also on one without any font. Only letters that these lack (a name in
another script) are looked for among the fonts of the system.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

FACES = [str(Path(__file__).parent / "faces" / f"{name}.ttf") for name in ("regular", "bold")]
LARGEST = 16_000_000  # points of one picture
OWN = re.compile(r"[\x00-ſƒȘșȚțˆˇ˚˜̀-̈–—‘’‚“”„†•…‹›⁄€ℓ™−∕≥]*")
SIZE = re.compile(r"<svg[^>]*? width='([\d.]+)'[^>]*? height='([\d.]+)'")


def png(svg: str, zoom: float = 2.0) -> bytes:
    """A sheet as PNG, so many times as large as its own coordinates; a huge one less large.

    >>> from parvis.engine.drawing.panel import Drawing, Panel
    >>> png(Drawing([Panel("board", "board", "Board", 90, 40)]).sheet(), 1)[:4]
    b'\\x89PNG'
    """
    import resvg_py

    width, height = size_of(svg)
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=min(zoom, math.sqrt(LARGEST / (width * height))),
        font_files=FACES,
        skip_system_fonts=OWN.fullmatch(svg) is not None,
    )


def size_of(svg: str) -> tuple[float, float]:
    """The width and height of a sheet.

    >>> size_of("<svg viewBox='0 0 90 40' width='90' height='40'/>")
    (90.0, 40.0)
    """
    found = SIZE.match(svg)
    if found is None:
        raise ValueError("a sheet says how large it is")
    return float(found[1]), float(found[2])

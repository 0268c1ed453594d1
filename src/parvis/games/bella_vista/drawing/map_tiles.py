"""The tiles of a city that people lay out on a form: what they are called and look like."""

from __future__ import annotations

from parvis.engine.drawing.map_tile import CELL, MapTile
from parvis.engine.drawing.svg import rect
from parvis.games.bella_vista.drawing.tiles import park, river, tile_picture
from parvis.games.bella_vista.labels import TILE_KEYS
from parvis.games.bella_vista.layouts import LETTERS, PARK, PARKS, RIVERS


def framed(picture: str, wide: int, high: int) -> str:
    """With an ink line around it."""
    edge = rect(0, 0, wide, high, fill="none", stroke="var(--ink)", stroke_width=2)
    return picture + edge


MAP_TILES: tuple[MapTile, ...] = (
    *(
        MapTile(letter, 2, 2, 1, TILE_KEYS[kind], tile_picture(kind, 0, 0, 2 * CELL))
        for kind, letter in enumerate(LETTERS)
    ),
    MapTile("*", 1, 1, PARKS, TILE_KEYS[PARK], framed(park(0, 0, CELL), CELL, CELL)),
    *(
        MapTile(
            str(number + 1),
            2,
            1,
            1,
            "bv.tile.river",
            framed(river(0, 0, 2 * CELL, CELL), 2 * CELL, CELL),
            framed(river(0, 0, CELL, 2 * CELL), CELL, 2 * CELL),
        )
        for number in range(RIVERS)
    ),
)

"""Cities and positions to test with, drawn as maps.

A map has a letter for each square: s g r w for soil, grass, rock, water; capitals with a park;
the letters of the row below (1 2 3 4) with a sport; a dot where there is no tile.
"""

from __future__ import annotations

import json
import re

import parvis
from parvis.engine.packs import Pack
from parvis.engine.refusal import Refusal
from parvis.games.neoville.city import City, bare_city, lay_tile, put_piece
from parvis.games.neoville.components import (
    A_SEAT,
    CORNERS,
    HAND,
    SHEET,
    WIDTH,
    Components,
    read_components,
    read_slot,
)
from parvis.games.neoville.position import Neoville

PACK: Pack = parvis.game_of("neoville").pack
PARTS: Components = read_components(PACK)
# The least that a game of four needs: 60 tiles, so that the stack runs out on the way.
SMALL_PACK = re.sub(
    r"tiles = \[[^]]*\]", f"tiles = {json.dumps(PARTS.faces[:60])}", PACK.source, count=1
)
GROUNDS = {letter: n % 4 + 1 + n // 4 * 8 for n, letter in enumerate("sgrwSGRW1234")}


def town(rows: str, pieces: str = "", corner: str = "c3") -> City:
    """A city from a map; pieces as `F8 2,3` (row and column of the map), semicolons between."""
    lines = rows.split()
    city = bare_city()
    first = read_slot(corner)
    for row in range(0, len(lines), 2):
        for column in range(0, len(lines[row]), 2):
            letters = lines[row][column : column + 2] + lines[row + 1][column : column + 2]
            if "." in letters:
                assert letters == "....", "a tile is there or it is not"
                continue
            look = 0
            for n, letter in enumerate(letters):
                look |= GROUNDS[letter] << (5 * n)
            lay_tile(city.cells, first + row // 2 * SHEET + column // 2, look)
    for item in pieces.split(";") if pieces else []:
        code, where = item.split()
        down, across = (int(number) for number in where.split(","))
        put_piece(city.cells, CORNERS[first] + down * WIDTH + across, PARTS.kind_of[code])
    return city


def begin(seats: int = 2, seed: int = 1, **options: object) -> Neoville:
    """A game's first position, seat 0 to begin unless the options say otherwise."""
    options.setdefault("first", 1)
    position = parvis.start("neoville", seats=seats, seed=seed, options=options)
    assert isinstance(position, Neoville)
    return position


def table(
    rows: str, hand: str, pieces: str = "", corner: str = "c3", seats: int = 2, **options: object
) -> Neoville:
    """Seat 0 to lay a tile: its city from a map, its hand from tiles that others have not seen."""
    position = begin(seats, 1, **options)
    city = town(rows, pieces, corner)
    position.cities[0] = city
    tiles = rows.replace("\n", " ").split()
    laid = sum(1 for row in tiles[::2] for n in range(0, len(row), 2) if row[n] != ".")
    position.done = laid * seats
    for piece in pieces.split(";") if pieces else []:
        kind = PARTS.kind_of[piece.split()[0]]
        if kind < 28:
            position.stock &= ~(1 << kind)
    give(position, 0, hand)
    return position


def give(position: Neoville, seat: int, hand: str) -> None:
    """Put these tiles into a hand, unseen by the others."""
    tiles = position.tiles
    for n in range(A_SEAT):
        tiles[seat * A_SEAT + n] = 0
    for n, look in enumerate(hand.split()):
        tiles[seat * A_SEAT + HAND + n] = face_of(look) + 1


def face_of(tile: str) -> int:
    """The number of a tile among the faces."""
    return PARTS.face_of[PARTS.look_of[tile]]


def refused(position: parvis.Position, text: str) -> Refusal:
    """Why a move, given in notation, is refused."""
    refusal = position.refusal(position.read(text))
    assert refusal is not None, f"{text} is allowed"
    return refusal


def allowed(position: parvis.Position, text: str) -> bool:
    """Whether a move, given in notation, is legal."""
    return position.read(text) in position.moves()


def play(position: parvis.Position, *texts: str) -> None:
    """Play moves given in notation."""
    for text in texts:
        position.play(position.read(text))


def told(refusal: Refusal, language: str = "en") -> str:
    """A refusal in words."""
    speech = parvis.Speech(language, [parvis.game_of("neoville").catalogue(language)])
    return speech.tell(refusal.key, refusal.params)


# Four rock districts, each with a skyscraper, around one empty slot (d4): a tile with any rock on
# it would join two of them, however it is turned.
RING = """
    gsgsgsgs
    sgrrgwsg
    gr..rwgs
    sr..rgsw
    gsrrgsgs
    sgwgsgsg
    gsgsgsgs
    sgsgsgsg
"""
RING_PIECES = "S4 1,2;S6 2,1;S8 2,4;S10 4,2"

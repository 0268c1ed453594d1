"""Positions for tests, told in a few words."""

from __future__ import annotations

import parvis
from parvis.engine.game import game_of
from parvis.engine.packs import Pack
from parvis.games.neotopia import legality
from parvis.games.neotopia.components import Components, read_components
from parvis.games.neotopia.moves import Runs
from parvis.games.neotopia.position import Neotopia

PARTS: Components = read_components(game_of("neotopia").pack)


def table(
    elements: str = "",
    hands: str = "-/-",
    pack: Pack | None = None,
    options: str = "",
    **fields: str,
) -> Neotopia:
    """A position in the middle of a turn of seat 0.

    `elements` are spaces with their colours (`Dd4=r Dd5=g`), `hands` the designs of every seat;
    other fields of a position's text are given by name.
    """
    parts = PARTS if pack is None else read_components(pack)
    seats = hands.count("/") + 1
    rows = [list("." * len(parts.layouts[parts.layout_of[region]].x)) for region in range(3)]
    for word in elements.split():
        code, _, colour = word.partition("=")
        space = parts.space_of_code[code]
        rows[parts.region_of[space]][parts.spot_of[space]] = colour
    tiles = [str(tile) for tile in range(parts.tiles) if parts.tiles_at(seats) >> tile & 1]
    values = {
        "phase": "act",
        "turn": "0",
        "first": "0",
        "colours": "brgp"[:seats],
        "round": "2",
        "left": "3",
        "used": "0",
        "end": "far",
        "acted": "1",
        "at": "-",
        "board": "/".join("".join(row) for row in rows),
        "stock": "rgpb/rgpb/rgpb/rgpb",
        "tiles": ",".join(tiles),
        "flag": "1",
        "lying": "." * 12,
        "pile": "4,4,4",
        "top": "gai",
        "covered": "2,2,2,3",
        "held": ",".join("0" * (4 * seats)),
        "offer": ".,.,.,.",
        "known": "/".join("-" * seats),
        "hands": hands,
        "builds": "-",
        **fields,
    }
    words = [f"{name}={value}" for name, value in values.items()]
    own = f"pack={pack.digest}" if pack else ""
    head = f"neotopia/{game_of('neotopia').rules} seats={seats} {options} {own}"
    chance = f"chance={parvis.Rng(7).text()}"
    position = parvis.read_position(" ".join([head, chance, *words]), pack)
    assert isinstance(position, Neotopia)
    return position


def ahead(position: Neotopia, move: str) -> Neotopia:
    """What a move brings before anything is turned up."""
    foreseen = position.foresee(position.read(move))
    assert isinstance(foreseen, Neotopia)
    return foreseen


def legal(position: Neotopia) -> set[str]:
    """All legal moves in notation."""
    return {position.say(move) for move in position.moves()}


def moves_by_all_ways(position: Neotopia) -> list[int]:
    """The legal moves: what bars the others, a list, a count and picking each one agree."""
    moves = position.moves()
    assert moves == [move for move in position.codec.moves() if position.bar(move) is None]
    runs = Runs()
    legality.legal(position, runs)
    assert runs.total == len(moves)
    for n, move in enumerate(moves):
        runs = Runs(n)
        legality.legal(position, runs)
        assert runs.picked == move
    return moves


def held(position: Neotopia, seat: int) -> list[int]:
    """Grants, automations, initiatives and permits of a seat."""
    return list(position.held[seat * 4 : seat * 4 + 4])


def stock(position: Neotopia, place: int) -> list[int]:
    """Red, green, purple, blue elements of a factory (3: of the centre)."""
    return list(position.stock[place * 4 : place * 4 + 4])


def codes(position: Neotopia, seat: int) -> list[str]:
    """The designs of a hand."""
    parts = position.parts
    return [
        parts.codes[parts.design_of[n]] for n in range(parts.cards) if position.hand[seat] >> n & 1
    ]

"""The table as a view knows it: the city, the offers, the town hall, the contracts, the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.drawing.panel import Drawing
from parvis.engine.packs import Pack
from parvis.engine.words import Speech
from parvis.games.bella_vista.components import read_components
from parvis.games.bella_vista.drawing import townhall
from parvis.games.bella_vista.drawing.architects import area, hand
from parvis.games.bella_vista.drawing.city import city
from parvis.games.bella_vista.drawing.laying import laying, tiles_left
from parvis.games.bella_vista.drawing.map_tiles import MAP_TILES
from parvis.games.bella_vista.drawing.symbols import SYMBOLS

__all__ = ["MAP_TILES", "SYMBOLS", "draw", "maps"]

View = Mapping[str, Any]


def draw(view: View, speech: Speech, tall: bool = False) -> Drawing:
    """The panels of the table."""
    if view["phase"] == "layout":
        return Drawing([laying(view, speech), tiles_left(view, speech, tall)], SYMBOLS)
    panels = [city(view, speech, tall)]
    if view["seat"] is not None:
        panels.append(hand(view, speech, tall))
    panels += townhall.panels(view, speech, tall)
    panels += [area(view, seat, speech) for seat in range(view["seats"]) if seat != view["seat"]]
    return Drawing(panels, SYMBOLS)


def maps(pack: Pack) -> Mapping[str, str]:
    """The cities that come with a pack, to begin one's own from."""
    return read_components(pack).maps

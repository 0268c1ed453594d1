"""The table as a view knows it: the city, the projects on offer, hands and bonuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.drawing.panel import Drawing
from parvis.engine.words import Speech
from parvis.games.neotopia.drawing.cards import hand, supply
from parvis.games.neotopia.drawing.city import city
from parvis.games.neotopia.drawing.players import area
from parvis.games.neotopia.drawing.symbols import SYMBOLS
from parvis.games.neotopia.labels import colour_in
from parvis.games.neotopia.schema import View

__all__ = ["SYMBOLS", "draw"]


def draw(view: Mapping[str, object], speech: Speech, tall: bool = False) -> Drawing:
    """All panels of a view."""
    seen = cast(View, view)
    seat, seats = seen["seat"], seen["seats"]
    colours = tuple([colour_in(seen, other) for other in range(seats)])
    names = tuple([speech.name(other) for other in range(seats)])
    mine = None if seat is None else colours[seat]
    panels = city(seen, speech, colours, names, tall)
    if seat is not None:
        panels.append(hand(seen, seat, speech, mine, tall))
    panels.append(supply(seen, speech, mine, tall))
    others = [(n + (seat or 0)) % seats for n in range(seats)]
    panels += [area(seen, other, speech, colours[other]) for other in others if other != seat]
    return Drawing(panels, SYMBOLS)

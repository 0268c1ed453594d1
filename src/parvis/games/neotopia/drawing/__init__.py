"""The table as a view knows it: the city, the projects on offer, hands and bonuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.drawing.panel import Drawing
from parvis.engine.words import Speech
from parvis.games.neotopia.drawing.cards import Cards
from parvis.games.neotopia.drawing.city import City
from parvis.games.neotopia.drawing.players import Players
from parvis.games.neotopia.schema import View


def draw(view: Mapping[str, object], speech: Speech, tall: bool = False) -> Drawing:
    """All panels of a view."""
    seen = cast(View, view)
    seat = seen["seat"]
    cards = Cards(seen, speech, tall)
    panels = [City(seen, speech, tall).city()]
    if seat is not None:
        panels.append(cards.hand(seat))
    panels.append(cards.supply())
    players = Players(seen, speech, tall)
    others = [(n + (seat or 0)) % seen["seats"] for n in range(seen["seats"])]
    panels += [players.area(other) for other in others if other != seat]
    return Drawing(panels)

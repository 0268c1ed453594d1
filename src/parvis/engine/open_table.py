"""A position drawn for whoever looks at it: from a seat, beside the table, or with all hands open.

All hands open is for games that are over, and for who keeps the record.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.words import Speech

# A seat; None: who looks on; open: who sees every hand.
Onlooker = int | None | Literal["open"]


def drawn_for(
    game: Game, position: Position, onlooker: Onlooker, speech: Speech, tall: bool = False
) -> Drawing:
    """The drawing of a position for one who looks at it so."""
    if onlooker != "open":
        return game.draw(position.view(onlooker), speech, tall)
    drawing = game.draw(position.view(None), speech, tall)
    panels = list(drawing.panels)
    for seat in range(position.seats):
        own = game.draw(position.view(seat), speech, tall).panels
        panels += [open_hand(panel, seat, speech) for panel in own if panel.role == "hand"]
    return replace(drawing, panels=panels)


def open_hand(panel: Panel, seat: int, speech: Speech) -> Panel:
    """A hand beside others: under a name of its own, and told whose it is."""
    id = f"{panel.id}-of-{seat}"
    return replace(
        panel,
        id=id,
        seat=seat,
        title=speech("kit.hand.of", name=f"@{seat}"),
        fragments={id + name.removeprefix(panel.id): one for name, one in panel.fragments.items()},
    )

"""Endings that recorded games of Bella Vista show, besides how the game was won."""

from __future__ import annotations

from parvis.engine.position import Position
from parvis.games.bella_vista.components import ASIDE, HEIGHTS
from parvis.games.bella_vista.position import BellaVista


def below_zero(position: Position) -> bool:
    """BV-6.6."""
    return min(position.scores()) < 0


def set_aside(position: Position) -> bool:
    """BV-4.5: an architect's building fitted nowhere."""
    assert isinstance(position, BellaVista)
    count = (4 if position.seats == 2 else position.seats) * HEIGHTS
    return ASIDE in position.site[:count]


def laid_by_players(position: Position) -> bool:
    """BV-2.1."""
    assert isinstance(position, BellaVista)
    return bool(position.laid)


BRANCHES = {
    "below-zero": below_zero,
    "set-aside": set_aside,
    "laid-by-players": laid_by_players,
}

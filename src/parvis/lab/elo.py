"""One scale for bots that played each other: Elo's, fitted by Bradley and Terry's model.

Who has strength a among k others of strength b wins with chance a / (a + k b); 400 points are ten
times the strength. Imports ladders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10

from parvis.lab.ladder import Rung

MIDDLE = 1500.0
TENFOLD = 400.0
STEPS = 2000
PRIOR = 0.5  # a game that both half won, lest who always wins is infinitely strong


def ratings(rungs: Sequence[Rung], anchor: str = "") -> Mapping[str, float]:
    """Each bot's points; the anchor has 1500, or the mean of all if there is none.

    >>> rung = Rung("a", "b", 2, 2, games=100, won=75.0)
    >>> found = ratings([rung], "b")
    >>> round(found["b"]), round(found["a"])
    (1500, 1689)
    """
    bots = list(dict.fromkeys(name for rung in rungs for name in (rung.bot, rung.against)))
    strength = dict.fromkeys(bots, 1.0)
    won = dict.fromkeys(bots, 0.0)
    for rung in rungs:
        others = rung.sides - 1
        won[rung.bot] += rung.won + PRIOR
        won[rung.against] += rung.games - rung.won + PRIOR * others
    for _ in range(STEPS):
        due = dict.fromkeys(bots, 0.0)
        for rung in rungs:
            others = rung.sides - 1
            games = rung.games + PRIOR * rung.sides
            whole = strength[rung.bot] + others * strength[rung.against]
            due[rung.bot] += games / whole
            due[rung.against] += games * others / whole
        fitted = {bot: won[bot] / due[bot] for bot in bots}
        mean = sum(log10(value) for value in fitted.values()) / len(bots)
        strength = {bot: value / 10**mean for bot, value in fitted.items()}
    zero = strength.get(anchor, 1.0)
    return {bot: MIDDLE + TENFOLD * log10(strength[bot] / zero) for bot in bots}

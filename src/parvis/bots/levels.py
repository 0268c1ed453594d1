"""How strong an opponent people ask for: one scale for all games, 1 beginner to 8 master.

What is kept of a game, and typed at the command line, is `level:5`. A game's own levels stand in
its data file (`parvis.bots.skill`); one without has more and more simulations. Levels think by
simulations, so that their order holds on slow machines too. Imports nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

SCALE = ("1", "2", "3", "4", "5", "6", "7", "8")  # weakest first
LEVEL_WORDS = {
    "1": "bot.level.1",
    "2": "bot.level.2",
    "3": "bot.level.3",
    "4": "bot.level.4",
    "5": "bot.level.5",
    "6": "bot.level.6",
    "7": "bot.level.7",
    "8": "bot.level.8",
}
WHO_WORDS = {
    "1": "bot.who.1",
    "2": "bot.who.2",
    "3": "bot.who.3",
    "4": "bot.who.4",
    "5": "bot.who.5",
    "6": "bot.who.6",
    "7": "bot.who.7",
    "8": "bot.who.8",
}
LEVEL = "level"
USUAL = "4"  # who wants a game has an opponent worth playing
# What levels were called when there were four; games from then, and people, still say so.
EARLIER: Mapping[str, str] = {"beginner": "1", "easy": "2", "good": "4", "strong": "6"}

# A game that says nothing itself: more simulations are stronger in every game.
BY_SIMULATIONS: Mapping[str, int] = {
    "1": 4,
    "2": 12,
    "3": 36,
    "4": 100,
    "5": 300,
    "6": 900,
    "7": 2700,
    "8": 8000,
}


def level_name(level: str) -> str:
    """
    >>> level_name("5")
    'level:5'
    """
    return f"{LEVEL}:{level}"

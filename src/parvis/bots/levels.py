"""How strong an opponent people ask for: a scale in plain words, and who plays at each step.

The scale is the same for all games; each has a bot for some of its steps, weakest first, as
`parvis ladder` measured them. What is kept of a game, and typed at the command line, is the bot
itself. Budgets are simulations, so that the order holds on slow machines too. Imports nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

# Weakest first. There is room between them: a step is found by its name, never by its number.
SCALE = ("beginner", "easy", "good", "strong")
LEVEL_WORDS = {
    "beginner": "bot.level.beginner",
    "easy": "bot.level.easy",
    "good": "bot.level.good",
    "strong": "bot.level.strong",
}
WHO_WORDS = {
    "beginner": "bot.who.beginner",
    "easy": "bot.who.easy",
    "good": "bot.who.good",
    "strong": "bot.who.strong",
}
USUAL = "good"  # every game has it: who wants a game has an opponent worth playing

# A game that says nothing itself: more simulations are stronger in every game.
BY_SIMULATIONS: Mapping[str, str] = {
    "beginner": "random",
    "easy": "flat:30",
    "good": "flat:300",
    "strong": "flat:3000",
}

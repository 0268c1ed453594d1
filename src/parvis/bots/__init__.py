"""Players that see only what their seat may see, and the register of them.

`random` and `flat` play every game. A game's own bots stand in `bots/<folder of the game>.py`,
which exposes `BOTS`, a tuple of `Bot`; see `parvis.bots.bot` for how one is written. It may have
`LEVELS` too: who plays at which step of the scale (`parvis.bots.levels`). A game from elsewhere has
them in its own folder, in `bots.py`.
Imports games and the engine; knows no table and no web.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from types import ModuleType

from parvis.bots.bot import Bot, BotError, Budget, Player, Thought, ranked, read_budget
from parvis.bots.flat import think as flat_think
from parvis.bots.levels import BY_SIMULATIONS, SCALE, USUAL, WHO_WORDS
from parvis.bots.uniform import RANDOM
from parvis.engine.game import Game
from parvis.engine.words import Speech

__all__ = [
    "FLAT",
    "RANDOM",
    "Bot",
    "BotError",
    "Budget",
    "Player",
    "Thought",
    "bot_label",
    "bot_of",
    "bots_for",
    "level_of",
    "levels_for",
    "player_of",
    "ranked",
    "read_budget",
    "usual_bot",
]

FLAT = Bot(
    name="flat",
    think=flat_think,
    levels={
        "quick": Budget(seconds=0.15),
        "steady": Budget(seconds=0.6),
        "strong": Budget(seconds=2.0),
    },
    usual=Budget(seconds=0.6),
)


def bots_for(game: Game) -> tuple[Bot, ...]:
    """The bots that can play a game, those of the game itself last.

    >>> from parvis import game_of
    >>> [bot.name for bot in bots_for(game_of("cites-nouvelles"))][:2]
    ['random', 'flat']
    """
    own = own_bots(game)
    return (RANDOM, FLAT) if own is None else (RANDOM, FLAT, *own.BOTS)


@cache
def own_bots(game: Game) -> ModuleType | None:
    """The module of a game's own bots, if it has any."""
    home, _, folder = game.package.rpartition(".")
    own = f"{__name__}.{folder}" if home == "parvis.games" else f"{game.package}.bots"
    return None if importlib.util.find_spec(own) is None else importlib.import_module(own)


@cache
def levels_for(game: Game) -> Mapping[str, str]:
    """The steps of the scale that a game has, weakest first, and the bot of each.

    >>> from parvis import game_of
    >>> list(levels_for(game_of("cites-nouvelles")))
    ['beginner', 'easy', 'good', 'strong']
    """
    own: Mapping[str, str] = getattr(own_bots(game), "LEVELS", BY_SIMULATIONS)
    return {level: own[level] for level in SCALE if level in own}


def level_of(game: Game, text: str) -> str | None:
    """The step of the scale at which a bot plays; None if it is none of them."""
    return next((level for level, bot in levels_for(game).items() if bot == text), None)


def bot_label(speech: Speech, game: Game | None, text: str) -> str:
    """A bot in words: by its level, or as it is written if it has none."""
    level = None if game is None else level_of(game, text)
    return text if level is None else speech(WHO_WORDS[level])


def usual_bot(game: Game) -> str:
    """Who plays where nobody says otherwise."""
    return levels_for(game)[USUAL]


def bot_of(game: Game, name: str) -> Bot:
    """The bot of a name; `BotError` names those there are."""
    bots = bots_for(game)
    for bot in bots:
        if bot.name == name:
            return bot
    known = ", ".join(bot.name for bot in bots)
    raise BotError(f"unknown bot {name[:40]!r}; for {game.id} there are: {known}")


def player_of(game: Game, text: str) -> Player:
    """A bot and its budget from `name`, `name:level`, `name:200` or `name:1.5s`; or from a step of
    the scale, `good`.

    >>> from parvis import game_of
    >>> player = player_of(game_of("cites-nouvelles"), "flat:200")
    >>> player.bot.name, player.budget.simulations
    ('flat', 200)
    """
    text = text.strip()
    name, colon, amount = levels_for(game).get(text, text).partition(":")
    bot = bot_of(game, name)
    if not colon:
        return Player(bot, bot.usual)
    if amount in bot.levels:
        return Player(bot, bot.levels[amount])
    try:
        return Player(bot, read_budget(amount))
    except BotError as error:
        if bot.levels:
            raise BotError(f"{error}, or one of {', '.join(bot.levels)}") from error
        raise

"""Players that see only what their seat may see, and the register of them.

`random`, `flat` and `ismcts` play every game. A game's own bots stand in
`bots/<folder of the game>.py`: `BOTS`, a tuple of `Bot` (`parvis.bots.bot` tells how one is
written), and `sense`, which makes what its levels think with of their weights
(`parvis.bots.skill`, `parvis.bots.search`). A game from elsewhere has them in its own folder, in
`bots.py`. Imports games and the engine; knows no table and no web.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from types import ModuleType

from parvis.bots.bot import Bot, BotError, Budget, Player, Thought, ranked, read_budget
from parvis.bots.flat import think as flat_think
from parvis.bots.ismcts import think as ismcts_think
from parvis.bots.levels import BY_SIMULATIONS, EARLIER, LEVEL, SCALE, USUAL, WHO_WORDS, level_name
from parvis.bots.search import Sense, search
from parvis.bots.skill import Character, Skill, Skills, changed, read_changes, skills_in
from parvis.bots.uniform import RANDOM
from parvis.engine.chance import Rng
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.words import Speech

__all__ = [
    "FLAT",
    "ISMCTS",
    "RANDOM",
    "Bot",
    "BotError",
    "Budget",
    "Character",
    "Player",
    "Thought",
    "bot_label",
    "bot_of",
    "bots_for",
    "characters_for",
    "level_of",
    "levels_for",
    "player_of",
    "ranked",
    "read_budget",
    "skills_of",
    "usual_bot",
]

WITHIN = 1.0  # seconds: a level that searches answers by then, and plays weaker if it must

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


# A faithful plain one, to measure others by.
ISMCTS = Bot(name="ismcts", think=ismcts_think, usual=Budget(simulations=1000))


def bots_for(game: Game) -> tuple[Bot, ...]:
    """The bots that can play a game, those of the game itself last.

    >>> from parvis import game_of
    >>> [bot.name for bot in bots_for(game_of("cites-nouvelles"))][:2]
    ['random', 'flat']
    """
    own = own_bots(game)
    return (RANDOM, FLAT, ISMCTS) if own is None else (RANDOM, FLAT, ISMCTS, *own.BOTS)


@cache
def own_bots(game: Game) -> ModuleType | None:
    """The module of a game's own bots, if it has any."""
    home, _, folder = game.package.rpartition(".")
    own = f"{__name__}.{folder}" if home == "parvis.games" else f"{game.package}.bots"
    return None if importlib.util.find_spec(own) is None else importlib.import_module(own)


def skills_of(game: Game) -> Skills | None:
    """What a game's own bots can do, if it has any."""
    home, _, folder = game.package.rpartition(".")
    return skills_in(folder) if home == "parvis.games" else None


def characters_for(game: Game) -> tuple[Character, ...]:
    """The named opponents of a game.

    >>> from parvis import game_of
    >>> len(characters_for(game_of("neoville"))) >= 3
    True
    """
    skills = skills_of(game)
    return () if skills is None else skills.characters


@cache
def levels_for(game: Game) -> Mapping[str, str]:
    """The steps of the scale, weakest first, and the bot of each.

    >>> from parvis import game_of
    >>> list(levels_for(game_of("cites-nouvelles")).values())[:2]
    ['level:1', 'level:2']
    """
    return {level: level_name(level) for level in SCALE}


def level_of(game: Game, text: str) -> str | None:
    """The step of the scale at which a bot plays; None if it is none of them.

    >>> from parvis import game_of
    >>> level_of(game_of("neoville"), "level:5"), level_of(game_of("neoville"), "flat:200")
    ('5', None)
    """
    for character in characters_for(game):
        if character.id == text:
            return str(character.level)
    level = EARLIER.get(text, text.removeprefix(f"{LEVEL}:"))
    return level if level in SCALE and text != level else None


def bot_label(speech: Speech, game: Game | None, text: str) -> str:
    """A bot in words: by its level, or by how it plays if it has none."""
    level = None if game is None else level_of(game, text)
    if level is not None:
        return speech(WHO_WORDS[level])
    name, _, budget = text.partition(":")
    if name == RANDOM.name:
        return speech("bot.who.random")
    if budget.isdecimal():
        return speech("bot.who.simulating", n=int(budget))
    return speech("bot.who.other", bot=text.replace(":", " "))


def usual_bot(game: Game) -> str:
    """Who plays where nobody says otherwise."""
    return levels_for(game)[USUAL]


def bot_of(game: Game, name: str) -> Bot:
    """The bot of a name; `BotError` names those there are."""
    bots = bots_for(game)
    for bot in bots:
        if bot.name == name:
            return bot
    levels = f"{level_name(SCALE[0])} to {level_name(SCALE[-1])}"
    names = [each.id for each in characters_for(game)] + [bot.name for bot in bots]
    known = ", ".join([levels, *names])
    raise BotError(f"unknown bot {name[:40]!r}; for {game.id} there are: {known}")


def player_of(game: Game, text: str) -> Player:
    """A bot and its budget from `level:5`, the name of a character, `name`, `name:level`,
    `name:200` or `name:1.5s`; what follows changes a level: `level:5 worlds=8`.

    >>> from parvis import game_of
    >>> player = player_of(game_of("cites-nouvelles"), "flat:200")
    >>> player.bot.name, player.budget.simulations
    ('flat', 200)
    >>> str(player_of(game_of("cites-nouvelles"), "level:3"))
    'level:3'
    """
    text = " ".join(text.split()) or text
    skilled = skilled_bot(game, text)
    if skilled is not None:
        return Player(skilled)
    name, colon, amount = text.partition(":")
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


@lru_cache(256)
def skilled_bot(game: Game, text: str) -> Bot | None:
    """A level or a character, perhaps with something changed; None if it is neither."""
    if not text:
        return None
    name, changes = read_changes(text)
    name = level_name(EARLIER[name]) if name in EARLIER else name
    skills = skills_of(game)
    kind, _, level = name.partition(":")
    if kind == LEVEL:
        if level not in SCALE:
            raise BotError(
                f"levels are {LEVEL}:{SCALE[0]} to {LEVEL}:{SCALE[-1]}, not {text[:40]!r}"
            )
        if skills is None:
            return Bot(name, partial(simulating, BY_SIMULATIONS[level]), within=WITHIN)
        skill = skills.levels[int(level) - 1]
    else:
        known = {each.id: each.skill for each in characters_for(game)}
        if name not in known:
            return None
        skill = known[name]
    skill = changed(skill, changes, text[:60])
    own = own_bots(game)
    assert own is not None
    think = partial(skilful, own.sense(skill.weights), skill)
    name = " ".join([name, *text.split()[1:]])
    return Bot(name, think, within=WITHIN if skill.worlds else 0.0)


def simulating(simulations: int, position: Position, rng: Rng, budget: Budget) -> Thought:
    """A level of a game that has no bots of its own."""
    return flat_think(position, rng, Budget(simulations, budget.seconds))


def skilful(sense: Sense, skill: Skill, position: Position, rng: Rng, budget: Budget) -> Thought:
    """A level of a game's own; the budget is when to have an answer, if anything."""
    return search(sense, position, rng, skill, budget.seconds)

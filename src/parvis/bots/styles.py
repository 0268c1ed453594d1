"""Characters in words: who they are, and how they like to play. Imports the register of bots."""

from __future__ import annotations

from parvis.bots import Character, characters_for
from parvis.bots.levels import LEVEL_WORDS
from parvis.engine.game import Game
from parvis.engine.words import Speech

STYLE_WORDS = {
    "builder": "bot.style.builder",
    "miser": "bot.style.miser",
    "spoiler": "bot.style.spoiler",
}


def character_of(game: Game | None, bot: str) -> Character | None:
    """The character that a bot is, if it is one.

    >>> from parvis import game_of
    >>> character_of(game_of("neoville"), "level:4") is None
    True
    """
    if game is None:
        return None
    return next((each for each in characters_for(game) if each.id == bot), None)


def level_words(character: Character, speech: Speech) -> str:
    """How strong a character is: `4 good`."""
    return speech(LEVEL_WORDS[str(character.level)])


def introduced(character: Character, speech: Speech) -> str:
    """A character in one line: name, level, style."""
    style = speech(STYLE_WORDS[character.style])
    return f"{character.name} ({level_words(character, speech)}): {style}"

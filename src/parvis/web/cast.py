"""The characters of a game as pages show them: words and faces.

Imports the register of bots, their words, and the addresses of files.
"""

from __future__ import annotations

from parvis.bots import characters_for
from parvis.bots.styles import STYLE_WORDS, character_of, introduced, level_words
from parvis.engine.game import Game
from parvis.engine.words import Speech
from parvis.web.assets import static_url


def character_choices(speech: Speech, game: Game) -> list[dict[str, str]]:
    """The characters of a game, as a form offers them."""
    return [
        {
            "value": each.id,
            "name": each.name,
            "level": level_words(each, speech),
            "style": speech(STYLE_WORDS[each.style]),
            "label": introduced(each, speech),
            "face": face_of(game, each.id),
        }
        for each in characters_for(game)
    ]


def face_of(game: Game | None, bot: str) -> str:
    """The address of a bot's face: a character's own, or that of all others."""
    character = character_of(game, bot)
    return static_url(f"faces/{'robot' if character is None else character.id}.svg")

"""`parvis pack`: check one's own components, or print those that come with a game.

Imports packs and games of the engine.
"""

from __future__ import annotations

from argparse import Namespace

from parvis.cli import files
from parvis.cli.screen import Screen
from parvis.cli.trouble import Trouble
from parvis.engine.game import Game, UnknownGame, game_of
from parvis.engine.packs import Pack, PackError
from parvis.games import all_games


def likely(pack: Pack) -> Game:
    """The game whose own pack has most entries in common with this one."""
    return max(all_games(), key=lambda game: len(set(game.pack.data) & set(pack.data)))


def check(asked: Namespace, screen: Screen) -> int:
    """`parvis pack check`."""
    pack = files.pack_of(asked.file)
    try:
        game = game_of(asked.game) if asked.game else likely(pack)
        game.check_pack(pack)
    except UnknownGame as error:
        raise Trouble(str(error)) from error
    except PackError as error:
        raise Trouble(f"{asked.file} ({game.id}): {error}") from error
    same = pack.digest == game.pack.digest
    screen.say("cli.pack.fine", file=asked.file, game=game.name, name=pack.name)
    screen.say("cli.pack.standard" if same else "cli.pack.play", game=game.id, file=asked.file)
    return 0


def show(asked: Namespace, screen: Screen) -> int:
    """`parvis pack show`."""
    try:
        game = game_of(asked.game)
    except UnknownGame as error:
        raise Trouble(str(error)) from error
    screen.console.file.write(game.pack.source)
    return 0

"""`parvis games`, and the terminal's way to choose one when none is named.

Imports bots, games and the screen.
"""

from __future__ import annotations

from argparse import Namespace

from rich.table import Table

import parvis
from parvis.bots import bots_for, characters_for, levels_for, usual_bot
from parvis.bots.levels import LEVEL_WORDS
from parvis.bots.styles import introduced
from parvis.cli.play import play
from parvis.cli.screen import Screen, speech_for
from parvis.cli.trouble import Goodbye, Trouble
from parvis.engine.game import Game
from parvis.engine.options import Option
from parvis.engine.schema import page
from parvis.engine.words import Speech
from parvis.games import all_games


def games(asked: Namespace, screen: Screen) -> int:
    """`parvis games`: what there is, for how many, by which options and bots."""
    for game in all_games():
        say = speech_for(game, screen.language)
        counts = ", ".join(map(str, game.seats))
        screen.show(f"{game.name}  ({game.id})", style="bold")
        screen.show(
            "  " + say("cli.games.seats", counts=counts),
            "  " + say("cli.games.bots", bots=", ".join(bot.name for bot in bots_for(game))),
            "  " + say("cli.games.levels", levels=levels_of(game, say)),
        )
        for each in characters_for(game):
            screen.show(f"    {each.id}: {introduced(each, say)}")
        if game.options:
            table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
            for option in game.options:
                table.add_row(option.name, values(option), say.tell(option.key))
            screen.show(table)
    return 0


def levels_of(game: Game, say: Speech) -> str:
    """The levels of a game in words, each with the bot that plays there."""
    levels = levels_for(game).items()
    return ", ".join(f"{level} ({say(LEVEL_WORDS[level])}, {bot})" for level, bot in levels)


def schema(asked: Namespace, screen: Screen) -> int:
    """`parvis schema`: the page that tells what a game's views hold."""
    try:
        print(page(parvis.game_of(asked.game)), end="")
    except parvis.UnknownGame as error:
        raise Trouble(str(error)) from error
    return 0


def values(option: Option) -> str:
    """The values that an option takes, the default first."""
    if option.kind == "bool":
        return "true, false" if option.default else "false, true"
    if option.kind == "choice":
        rest = [choice for choice in option.choices if choice != option.default]
        return ", ".join([str(option.default), *rest])
    if option.kind == "int":
        return f"{option.default} ({option.low}–{option.high})"
    return "…"


def play_or_choose(asked: Namespace, screen: Screen) -> int:
    """`parvis play`."""
    named = asked.game or asked.last or asked.origin is not None
    return play(asked, screen) if named else choose(asked, screen)


def choose(asked: Namespace, screen: Screen) -> int:
    """Which game, how many players, and off we go."""
    found = all_games()
    try:
        screen.say("cli.choose.game")
        for number, game in enumerate(found, 1):
            screen.show(f"{number:3} {game.name}")
        game = found[number_from(screen, list(range(1, len(found) + 1))) - 1]
        screen.say("cli.choose.seats", counts=", ".join(map(str, game.seats)))
        seats = number_from(screen, list(game.seats))
        screen.say("cli.choose.people")
        people = number_from(screen, list(range(1, seats + 1)))
    except Goodbye:
        return 0
    wanted: dict[str, object] = {
        "names": None,
        "options": None,
        "pack": None,
        "seed": None,
        "save": None,
        "origin": None,
        "at": None,
    }
    wanted |= vars(asked)
    wanted |= {"game": game.id, "seats": seats, "last": False}
    wanted["bots"] = ",".join([usual_bot(game)] * (seats - people)) or "none"
    return play(Namespace(**wanted), screen)


def number_from(screen: Screen, numbers: list[int]) -> int:
    """One of these numbers; an empty line is the first."""
    while True:
        typed = screen.ask("> ")
        if not typed:
            return numbers[0]
        if typed.casefold() in ("q", "quit"):
            raise Goodbye
        if typed.isascii() and typed.isdecimal() and int(typed[:6]) in numbers:
            return int(typed[:6])
        screen.say("cli.choose.again", numbers=", ".join(map(str, numbers)))

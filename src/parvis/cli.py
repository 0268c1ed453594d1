"""The `parvis` command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import parvis


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments; its exit code."""
    parser = argparse.ArgumentParser(prog="parvis", description="One table for four games.")
    parser.add_argument("--version", action="version", version=version())
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("games", help="list the games (what happens without a command)")
    parser.parse_args(arguments)
    for game in parvis.all_games():
        print(f"{game.id}: {game.name}, {', '.join(map(str, game.seats))} players")
    return 0


def version() -> str:
    return f"Parvis {parvis.__version__} ({'compiled' if parvis.COMPILED else 'interpreted'})"

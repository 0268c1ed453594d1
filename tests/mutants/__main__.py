"""What `./test --mutants GAME` does: python -m tests.mutants GAME [--seconds N]."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import parvis
from tests.mutants.report import Survivors, rule_modules, shown
from tests.mutants.runner import try_out


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="./test --mutants", description=__doc__)
    parser.add_argument("game", help="its id or its folder")
    parser.add_argument("--seconds", type=float, default=900, help="stop after so many (900)")
    parser.add_argument("--bound", type=float, default=95, help="percent to be killed (95)")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--only", default="", help="of these files or functions, or this line")
    asked = parser.parse_args(arguments)
    if parvis.COMPILED:
        parser.error("this is the compiled Parvis; set PYTHONPATH=src")
    survivors = Survivors.of(asked.game)
    outcome = try_out(
        survivors.game,
        rule_modules(survivors),
        asked.seconds,
        asked.jobs,
        lambda mutant: survivors.wants(mutant, asked.only),
        progress=lambda text: print(f"  {text}", flush=True),
    )
    if not outcome.mutants:
        parser.error(f"there is no mutant of {asked.only or 'this game'}")
    text, good = shown(outcome, survivors, asked.bound, whole=not asked.only)
    print(text)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What is known of a game's mutants beforehand, and what is said of them afterwards.

`tests/<game>/mutants.toml` lists the survivors that are accepted, by their text and not by their
line, and functions that hold no rule at all:

    modules = ["position.py", "scoring.py"]   # only if they are not found by themselves

    [[survivor]]
    file = "position.py"
    function = "Stairs.turn"
    was = "if self.over() or len(self.table) == self.seats:"
    now = "if len(self.table) == self.seats:"
    reason = "the table is always full when the game is over"

    [[apart]]
    file = "position.py"
    function = "Stairs.playout"
    reason = "its moves are compared with the oracle's in random games"
"""

from __future__ import annotations

import importlib
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import setup
from parvis.engine.game import REGISTER, Game
from tests.clauses import TESTS, folder_of, game_in
from tests.mutants.mutations import Mutant
from tests.mutants.runner import Outcome

# Compiled, but no rules: components are data, the others tell what is so.
NO_RULES = {
    "components", "guessing", "labels", "moves", "notation", "options", "stories", "views",
}  # fmt: skip


@dataclass
class Survivors:
    """What `mutants.toml` says."""

    game: Game
    modules: list[str] = field(default_factory=list)
    listed: dict[tuple[str, str, str, str], str] = field(default_factory=dict)
    apart: dict[tuple[str, str], str] = field(default_factory=dict)

    @staticmethod
    def of(name: str) -> Survivors:
        """Those of a game, by its id or its folder."""
        game = REGISTER.get(name) or game_in(name.replace("-", "_"))
        if game is None:
            raise SystemExit(f"no game {name}; there are: {', '.join(sorted(REGISTER))}")
        path = TESTS / folder_of(game) / "mutants.toml"
        return Survivors.read(game, path.read_text(encoding="utf-8") if path.exists() else "")

    @staticmethod
    def read(game: Game, source: str) -> Survivors:
        entries = tomllib.loads(source)
        survivors = Survivors(game, entries.pop("modules", []))
        for entry in entries.pop("survivor", []):
            key = (entry["file"], entry["function"], entry["was"], entry["now"])
            survivors.listed[key] = entry["reason"]
        for entry in entries.pop("apart", []):
            survivors.apart[entry["file"], entry["function"]] = entry["reason"]
        if entries:
            raise SystemExit(f"mutants.toml: unknown {', '.join(entries)}")
        short = [
            reason
            for reason in [*survivors.listed.values(), *survivors.apart.values()]
            if len(reason) < 15
        ]
        if short:
            raise SystemExit(f"mutants.toml: a reason is a sentence, not {short[0]!r}")
        return survivors

    def wants(self, mutant: Mutant, only: str) -> bool:
        where = f"{mutant.path.name}:{mutant.line}: {mutant.function}"
        named = only in where if not only[-1:].isdecimal() else where.startswith(f"{only}:")
        return named and (mutant.path.name, mutant.function) not in self.apart


def rule_modules(survivors: Survivors) -> list[Path]:
    """The modules that hold the rules: those that are compiled, but for `NO_RULES`."""
    package = importlib.import_module(survivors.game.package)
    assert package.__file__ is not None
    home = Path(package.__file__).parent
    if survivors.modules:
        return [home / name for name in survivors.modules]
    compiled = [setup.ROOT / name for name in setup.compiled_files(home.name)]
    found = sorted(path for path in compiled if path.parent == home and path.stem not in NO_RULES)
    # Where legality has a module of its own, the refusals only word it.
    decided = any(path.stem == "legality" for path in found)
    return [path for path in found if not (decided and path.stem == "refusals")]


def shown(
    outcome: Outcome, survivors: Survivors, bound: float, whole: bool = True
) -> tuple[str, bool]:
    """What came of it, and whether it is good enough."""
    if outcome.trouble:
        return outcome.trouble, False
    accepted = [mutant for mutant in outcome.alive if mutant.key in survivors.listed]
    alive = [mutant for mutant in outcome.alive if mutant.key not in survivors.listed]
    stale = {mutant.key for mutant in outcome.tried if mutant.key in survivors.listed} - {
        mutant.key for mutant in accepted
    }
    gone = set(survivors.listed) - {mutant.key for mutant in outcome.mutants} if whole else set()
    lines = [
        f"{where(mutant)}: {mutant.was}  →  {mutant.now}"
        + ("   (no rule test comes here)" if id(mutant) in outcome.unreached else "")
        for mutant in sorted(alive, key=lambda mutant: (mutant.path.name, mutant.line))
    ]
    lines += [f"listed, but killed now: {' | '.join(key)}" for key in sorted(stale)]
    lines += [f"listed, but no such mutant: {' | '.join(key)}" for key in sorted(gone)]
    lines.append("")
    tried = Counter(mutant.path.name for mutant in outcome.tried)
    lost = Counter(mutant.path.name for mutant in alive)
    kept = Counter(mutant.path.name for mutant in accepted)
    for name in [*sorted(tried), ""]:
        n, a, k = (
            (tried[name], lost[name], kept[name])
            if name
            else (len(outcome.tried), len(alive), len(accepted))
        )
        lines.append(
            f"{name or 'in all':<16} {n - a - k:5} killed of {n - k:5}  {percent(n - a - k, n - k)}"
            + (f"   {k} accepted apart" if k else "")
        )
    killed = len(outcome.tried) - len(outcome.alive)
    counted = len(outcome.tried) - len(accepted)
    rest = len(outcome.mutants) - len(outcome.tried)
    lines.append(
        f"{outcome.tests} rule tests; all {len(outcome.mutants)} mutants tried"
        if not rest
        else f"{outcome.tests} rule tests; {len(outcome.tried)} of {len(outcome.mutants)} mutants "
        "tried before the time was up: a sample, always in the same order"
    )
    if survivors.apart:
        lines.append("apart: " + ", ".join(f"{f} {name}" for f, name in sorted(survivors.apart)))
    return "\n".join(lines), not stale and not gone and 100 * killed >= bound * counted


def where(mutant: Mutant) -> str:
    return f"{mutant.path.name}:{mutant.line} {mutant.function}".rstrip()


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f} %" if whole else "    –"

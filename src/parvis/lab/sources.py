"""What decides how games go, as a digest: rules, bots and their weights. Imports games."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path

from parvis.engine.game import Game
from parvis.games import all_games

READ = (".py", ".toml")
PACKAGE = Path(str(resources.files("parvis")))
# What all games are played by; pictures and words may change.
ENGINE = ("bits", "chance", "codec", "ledger", "position", "setting")


def digest_of(folders: Sequence[str]) -> str:
    """All sources in some folders of the package."""
    found = (path for folder in folders for path in (PACKAGE / folder).rglob("*"))
    return digest(path for path in found if path.suffix in READ)


def digest_for(game: Game) -> str:
    """What one game goes by: its rules, as far as playing runs them, its pack, its bots."""
    own = game.package.rpartition(".")[2]
    rules: Sequence[str] = getattr(importlib.import_module(game.package), "COMPILED", ())
    found = [PACKAGE / "engine" / f"{name}.py" for name in ENGINE]
    folder = Path(str(resources.files(game.package)))
    found += [folder / name for name in ("pack.toml", "components.py", "guessing.py")]
    found += [folder / f"{name}.py" for name in rules]
    others = {each.package.rpartition(".")[2] for each in all_games()} - {own}
    bots = (path for path in (PACKAGE / "bots").rglob("*") if path.suffix in READ)
    found += [path for path in bots if not path.name.startswith(tuple(others))]
    return digest(path for path in set(found) if path.is_file())


def digest(paths: Iterable[Path]) -> str:
    """The names and contents of files, in whatever order they come."""
    total = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        name = "/".join(path.parts[-3:])  # wherever it is installed
        total.update(f"\n{name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()

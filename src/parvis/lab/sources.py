"""What decides how games go, as a digest: rules, bots and their weights. Imports games."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from parvis.engine.game import Game
from parvis.games import all_games

READ = (".py", ".toml")
PACKAGE = Path(str(resources.files("parvis")))


def digest_of(folders: Sequence[str], but: Sequence[str] = ()) -> str:
    """The sources in some folders of the package, but for files whose names begin with these."""
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.suffix in READ and not path.name.startswith(tuple(but)):
                content = path.read_bytes().replace(b"\r\n", b"\n")
                total.update(f"\n{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode())
                total.update(content)
    return total.hexdigest()


def digest_for(game: Game) -> str:
    """What one game and its bots go by; the others may change."""
    own = game.package.rpartition(".")[2]
    others = {each.package.rpartition(".")[2] for each in all_games()} - {own}
    return digest_of(("engine", f"games/{own}", "bots"), sorted(others))

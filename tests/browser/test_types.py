"""The client's scripts hold together: checked by TypeScript, where Node is there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TYPESCRIPT = "typescript@5.9.3"


def compiler() -> list[str]:
    """How to run TypeScript, fetched once into the user's cache."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("no Node on this machine: the scripts' types are not checked")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "parvis" / TYPESCRIPT
    program = folder / "node_modules" / "typescript" / "lib" / "tsc.js"
    if not program.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        fetched = subprocess.run(
            [npm, "install", "--silent", "--no-save", "--prefix", str(folder), TYPESCRIPT],
            capture_output=True,
            timeout=120,
            check=False,
        )
        if fetched.returncode or not program.is_file():
            pytest.skip("TypeScript cannot be fetched: the scripts' types are not checked")
    return [node, str(program)]


def test_the_scripts_pass_the_type_checker() -> None:
    checked = subprocess.run(
        [*compiler(), "-p", str(HERE / "tsconfig.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout

"""The examples in docstrings and in the README do what they say."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parvis

ROOT = Path(__file__).resolve().parent.parent


def with_examples() -> list[str]:
    """The modules whose source has an example; found without importing them."""
    source = ROOT / "src"
    return [
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((source / "parvis").rglob("*.py"))
        if ">>> " in path.read_text(encoding="utf-8")
    ]


@pytest.mark.skipif(parvis.COMPILED, reason="doctest finds none in compiled modules")
@pytest.mark.parametrize("name", with_examples())
def test_examples_in_docstrings_work(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_example_in_the_readme_works() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    result = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert result.stdout

"""Ladders on a real cluster of Ray, where it is installed; `docs/lab.md` tells how to run this."""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import parvis
from parvis.lab.ladder import ladder

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        importlib.util.find_spec("ray") is None,
        reason='Ray is not installed: pip install "ray[client]"',
    ),
]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a cluster of two nodes did."""
    sources = Path(parvis.__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.lab.two_nodes"],
        cwd=tmp_path_factory.mktemp("cluster"),
        env={
            **os.environ,
            "PYTHONPATH": f"{sources}{os.pathsep}{ROOT}",
            "PARVIS_LANG": "en",
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # nodes call each other by the loopback
            "RAY_AUTH_MODE": "token",  # and let nobody else in
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


@pytest.mark.parametrize("way", ["by address", "by client"])
def test_the_same_command_gives_the_same_results(found: dict[str, Any], way: str) -> None:
    code, out, told = found[way]
    assert code == 0, told
    alone = ladder("cites-nouvelles", 2, ["random", "flat:2"], 40)
    assert json.loads(out) == [rung.plain() for rung in alone]


def test_a_node_that_is_killed_in_the_middle_changes_nothing(found: dict[str, Any]) -> None:
    killed = found["killed"]
    (alone,) = ladder("cites-nouvelles", 2, ["random", "flat:2"], 240)
    assert killed["rung"] == alone.plain()
    assert sum(killed["played"].values()) == 240
    assert [games > 0 for games in killed["before"].values()] == [True, True]


def test_a_node_with_another_version_is_told(found: dict[str, Any]) -> None:
    code, out, told = found["another version"]
    assert (code, out) == (2, "")
    assert f"has Parvis 0.0.1, here it is {parvis.__version__}" in told
    assert "Traceback" not in told


def test_a_node_without_parvis_is_told(found: dict[str, Any]) -> None:
    code, out, told = found["no Parvis"]
    assert (code, out) == (2, "")
    assert "has no Parvis; it needs version" in told
    assert "Traceback" not in told

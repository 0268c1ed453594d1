"""How long it takes from a click to the other browser's painted board: that it is measured."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from parvis.web.load.browsers import chromium
from tests.browser.waiting import PATIENCE

# In a process of its own: what drives the browser here keeps an event loop.
FEW_MOVES = """
import json
from parvis.web.load import browsers, process
browsers.MOVES, browsers.PATIENCE, process.STARTING = 6, {0}, {0}
print(json.dumps(browsers.watch("cites-nouvelles").plain()))
"""


def test_two_browsers_play_and_every_move_is_seen_painted_after_its_click() -> None:
    if chromium() is None:
        pytest.skip("no Chromium on this machine: the pages are not looked at")
    command = [sys.executable, "-c", FEW_MOVES.format(PATIENCE)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["moves"] >= 6
    assert 0 < found["p50"] <= found["p95"] < PATIENCE

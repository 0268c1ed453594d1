"""How much the conformance suite does."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def more(request: pytest.FixtureRequest) -> int:
    """How many times as much to try: 1, or 10 with --long."""
    return 10 if request.config.getoption("--long") else 1

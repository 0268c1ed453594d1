"""How much the conformance suite does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.example import registered


@pytest.fixture(autouse=True, scope="module")
def example() -> Iterator[None]:
    """The laws are held for the example too."""
    with registered():
        yield


@pytest.fixture(scope="session")
def more(request: pytest.FixtureRequest) -> int:
    """How many times as much to try: 1, or 10 with --long."""
    return 10 if request.config.getoption("--long") else 1

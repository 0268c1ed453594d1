"""What tests of the web share: the example game, a server in this process, and one in its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parvis.table.store import Store
from tests.example import registered
from tests.table.places import new_url, relaxed


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a worker may take long to start, and has not failed for that."""
    monkeypatch.setattr("parvis.table.worker_pool.PATIENCE", 300.0)


@pytest.fixture(autouse=True)
def stairs() -> Iterator[None]:
    """The example is known only while these tests run."""
    with registered():
        yield


@pytest.fixture
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with new_url("sqlite", tmp_path_factory.mktemp("web")) as url:
        opened = relaxed(Store(url))
        yield opened
        opened.close()

"""What tests of tables share: the example game, and stores on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from parvis.table.store import Store
from tests.example import registered
from tests.table.places import new_url, postgres_there, relaxed


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
def hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As long as this file is there, only random bots come to a decision."""
    path = tmp_path / "hold"
    path.touch()
    monkeypatch.setenv("STAIRS_HOLD", str(path))
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty database, of each kind."""
    if request.param == "postgresql" and not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    with new_url(request.param, tmp_path_factory.mktemp("store")) as address:
        yield address


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = relaxed(Store(url))
    yield opened
    opened.close()

"""What others commit to an SQLite file is heard, all of it, also after trouble."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from parvis.table.change_listener import ChangeListener
from parvis.table.store import Store
from tests.table.places import new_url, relaxed
from tests.table.test_store import begun, one

PATIENCE = 120.0  # seconds, on a machine that has much else to do
News = Callable[[int], list[tuple[int, str, int]]]


@contextmanager
def listening(folder: Path, news: Callable[[News], News]) -> Iterator[tuple[Store, list[int]]]:
    """A store whose numbers are heard by another one, which reads the news in some way."""
    heard: list[int] = []
    looked = threading.Event()
    with new_url("sqlite", folder) as url:
        store, other = relaxed(Store(url)), relaxed(Store(url))
        with closing(store), closing(other):
            begun(store)
            read, changed = other.news, news(other.news)

            def first(after: int) -> list[tuple[int, str, int]]:
                other.news = changed  # type: ignore[assignment, method-assign]
                looked.set()
                return read(after)

            other.news = first  # type: ignore[method-assign]
            listener = ChangeListener(other, lambda table, n: heard.append(n))
            try:
                assert looked.wait(PATIENCE)
                yield store, heard
            finally:
                listener.close()


def wait_for(heard: list[int], numbers: list[int]) -> None:
    never = threading.Event()
    for _ in range(int(PATIENCE / 0.05)):
        if heard == numbers:
            return
        never.wait(0.05)
    raise AssertionError(heard)


def test_what_is_more_than_is_read_at_once_is_heard_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("store", "change_listener"):
        monkeypatch.setattr(f"parvis.table.{module}.NEWS", 2)
    with listening(tmp_path, lambda read: read) as (store, heard):
        store.append([one(n) for n in range(1, 6)])
        wait_for(heard, [1, 2, 3, 4, 5])


def test_what_could_not_be_read_at_first_is_heard_without_a_further_commit(tmp_path: Path) -> None:
    def failing_once(read: News) -> News:
        failures = [sa.exc.OperationalError("", {}, Exception("locked"))]

        def news(after: int) -> list[tuple[int, str, int]]:
            if failures:
                raise failures.pop()
            return read(after)

        return news

    with listening(tmp_path, failing_once) as (store, heard):
        store.append([one(1)])
        wait_for(heard, [1])

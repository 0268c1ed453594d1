"""Databases that can be made to stand still: a file that is locked, a line that is dead."""

from __future__ import annotations

import contextlib
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.table.places import new_url, postgres_there


@dataclass(frozen=True)
class Place:
    """A database, and how it stands still for a while."""

    url: str
    standstill: Callable[[], AbstractContextManager[None]]


class Line:
    """Forwards both ways; while it stands still what was sent is taken and nothing comes back."""

    def __init__(self, port: int) -> None:
        self.far = ("127.0.0.1", port)
        self.flowing = threading.Event()
        self.flowing.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.ends: list[socket.socket] = []
        threading.Thread(target=self.accept, daemon=True).start()

    @contextmanager
    def standstill(self) -> Iterator[None]:
        self.flowing.clear()
        try:
            yield
        finally:
            self.flowing.set()

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.far)
                self.ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self.forward, args=(one, other), daemon=True).start()

    def forward(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self.flowing.wait()
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.flowing.set()
        for end in (self.listener, *self.ends):
            end.close()


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Someone holds the lock of a file, so that nobody can write."""
    holder = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        holder.close()


@contextmanager
def place_of(kind: str, folder: Path) -> Iterator[Place]:
    if kind == "postgresql" and not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    with new_url(kind, folder) as url:
        if kind == "sqlite":
            yield Place(url, lambda: locked(url))
            return
        line = Line(5432)
        try:
            yield Place(url.replace(":5432/", f":{line.port}/"), line.standstill)
        finally:
            line.close()

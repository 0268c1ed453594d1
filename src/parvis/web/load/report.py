"""What a run of `parvis load` measured, in words, as a table and as JSON.

Imports nothing of Parvis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class PeerReport:
    """boardgame.io beside it, in slices that alternate with ours."""

    cpu: float  # processor seconds a move
    rate: float  # moves a second
    ratio: float  # our processor time a move divided by its own: the median of the slices

    def line(self) -> str:
        return (
            f"  {self.ratio:8.2f} × boardgame.io's processor time a move, which is"
            f" {1000 * self.cpu:.2f} ms ({self.rate:.0f} moves a second)"
        )


@dataclass(frozen=True)
class FirstView:
    """What a browser that comes to a table is sent, in bytes: the median."""

    size: int
    compressed: int
    wire: int  # as the socket sends it
    sheet: int  # the symbols that the page names, if it does
    sheet_compressed: int

    def total(self) -> int:
        return self.compressed + self.sheet_compressed


@dataclass(frozen=True)
class Report:
    """What a run measured; times in seconds, sizes in bytes."""

    game: str
    tables: int
    pause: float
    seconds: float
    moves: int
    games_over: int
    p50: float
    p95: float
    p99: float
    cpu: float  # of the server a move, without opening tables
    opening: float  # of the server, to open a table for all who play there
    cpu_with_opening: float
    memory: float  # a table, with its part of what is there once
    memory_more: float  # a table more: of the second half of them
    size_p50: float  # to one client a move
    size_p95: float
    wire_p50: float
    wire_p95: float
    view: FirstView
    clients: float  # of a core, that the clients themselves took
    busy: float  # load average of the machine
    wrong: tuple[str, ...]
    peer: PeerReport | None = None

    def rate(self) -> float:
        return self.moves / self.seconds

    def once(self) -> float:
        """Memory that the tables share."""
        return self.tables * (self.memory - self.memory_more)

    def lines(self) -> list[str]:
        """The report in words."""
        view = self.view
        made = [
            f"{self.game}, {self.tables} tables of every age, {self.seconds:.1f} s",
            f"  {self.rate():8.0f} moves a second ({self.moves} moves, {self.games_over} games"
            " finished)",
            f"  {1000 * self.p50:8.1f} ms from a move to the other seat's update, p50",
            f"  {1000 * self.p95:8.1f} ms p95",
            f"  {1000 * self.p99:8.1f} ms p99",
            f"  {1000 * self.cpu:8.2f} ms of the server's processor time a move",
            f"  {1000 * self.cpu_with_opening:8.2f} ms with opening tables,"
            f" which takes {1000 * self.opening:.1f} ms each",
            f"  {self.memory / 1024:8.0f} KB of the server's memory a table, with its sockets;"
            f" one more takes {self.memory_more / 1024:.0f} KB, {self.once() / 2**20:.1f} MB are"
            " there once",
            f"  {self.size_p50 / 1024:8.1f} KB to one client a move, the median;"
            f" p95 {self.size_p95 / 1024:.1f} KB",
            f"  {self.wire_p50 / 1024:8.1f} KB of that on the wire;"
            f" p95 {self.wire_p95 / 1024:.1f} KB",
            f"  {view.total() / 1024:8.1f} KB a table's first view, compressed",
            f"  {view.size / 1024:8.1f} KB of its state, {view.compressed / 1024:.1f} compressed,"
            f" {view.wire / 1024:.1f} on the wire",
            f"  {view.sheet / 1024:8.1f} KB of its symbols,"
            f" {view.sheet_compressed / 1024:.1f} compressed",
            f"  {100 * self.clients:8.0f} % of a core for the clients themselves;"
            f" load average {self.busy:.1f}",
        ]
        if self.peer is not None:
            made.append(self.peer.line())
        return made + [f"  went wrong: {wrong}" for wrong in self.wrong[:5]]

    def plain(self) -> dict[str, object]:
        return {**asdict(self), "moves_per_s": self.rate()}


ROWS: dict[str, Callable[[Report], str]] = {
    "": lambda one: one.game,
    "ms a move": lambda one: f"{1000 * one.cpu:.2f}",
    "ms with opening": lambda one: f"{1000 * one.cpu_with_opening:.2f}",
    "× boardgame.io": lambda one: "" if one.peer is None else f"{one.peer.ratio:.2f}",
    "moves/s": lambda one: f"{one.rate():.0f}",
    "p50 ms": lambda one: f"{1000 * one.p50:.1f}",
    "p95 ms": lambda one: f"{1000 * one.p95:.1f}",
    "p99 ms": lambda one: f"{1000 * one.p99:.1f}",
    "KB a move": lambda one: f"{one.size_p50 / 1024:.1f}",
    "KB a move p95": lambda one: f"{one.size_p95 / 1024:.1f}",
    "wire KB": lambda one: f"{one.wire_p50 / 1024:.1f}",
    "first view KB": lambda one: f"{one.view.total() / 1024:.1f}",
    "KB a table": lambda one: f"{one.memory / 1024:.0f}",
    "KB a table more": lambda one: f"{one.memory_more / 1024:.0f}",
}


def table(reports: Sequence[Report]) -> list[str]:
    """One column a game."""
    rows = [[name, *(cell(one) for one in reports)] for name, cell in ROWS.items()]
    columns = [*zip(*rows, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    return [
        row[0].ljust(widths[0])
        + "".join(text.rjust(width + 2) for text, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
        if any(row[1:])
    ]

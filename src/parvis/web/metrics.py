"""What a server counts, for Prometheus. Imports the registry, for its figures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from parvis.table.registry import Registry

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)


class Metrics:
    """Counters of one server."""

    def __init__(self, registry: Registry) -> None:
        self.collected = CollectorRegistry()

        def gauge(name: str, text: str, value: Callable[[], float]) -> None:
            Gauge(name, text, registry=self.collected).set_function(value)

        figures = registry.figures
        gauge("parvis_tables", "Tables in memory", lambda: figures().tables)
        gauge("parvis_moves_total", "Moves committed by this server", lambda: figures().moves)
        gauge("parvis_conflicts_total", "Another server was first", lambda: figures().conflicts)
        gauge("parvis_commits_total", "Transactions", lambda: figures().commits)
        gauge("parvis_appends_total", "Appends in them", lambda: figures().appends)
        gauge("parvis_bots_thinking", "Questions to bots", lambda: figures().thinking)
        gauge("parvis_bot_failures_total", "Workers replaced", lambda: figures().failures)
        self.sockets = Gauge("parvis_sockets", "Open sockets", registry=self.collected)
        self.commands = Histogram(
            "parvis_command_seconds",
            "From a command to its commit",
            buckets=BUCKETS,
            registry=self.collected,
        )
        self.draws = Histogram(
            "parvis_draw_seconds",
            "To draw a table for a seat",
            buckets=BUCKETS,
            registry=self.collected,
        )
        self.refused = Counter(
            "parvis_refused", "Commands refused, by reason", ["reason"], registry=self.collected
        )
        self.requests = Counter(
            "parvis_requests", "Requests by route and status", ["route", "status"],
            registry=self.collected,
        )  # fmt: skip
        self.errors = Counter("parvis_errors", "Unexpected errors", registry=self.collected)

    @contextmanager
    def timed(self, histogram: Histogram) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            histogram.observe(time.perf_counter() - begun)

    def text(self) -> bytes:
        return generate_latest(self.collected)

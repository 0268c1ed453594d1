"""What a server counts, for Prometheus. Imports the registry, for its figures."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from parvis.table.registry import Registry

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
WAITS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)


class Metrics:
    """Counters of one server."""

    def __init__(self, registry: Registry) -> None:
        self.collected = CollectorRegistry()
        ProcessCollector(registry=self.collected)  # memory, processor time, open files

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
        gauge(
            "parvis_remote_workers",
            "Machines that think for bots",
            lambda: figures().remote_workers,
        )
        gauge(
            "parvis_remote_answers_total",
            "Questions they answered",
            lambda: figures().remote_answers,
        )
        gauge(
            "parvis_remote_failures_total",
            "Questions they did not answer, or not in time",
            lambda: figures().remote_failures,
        )
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
        self.waits = Histogram(
            "parvis_bot_wait_seconds",
            "From a question to a bot until a worker takes it",
            buckets=WAITS,
            registry=self.collected,
        )
        registry.workers.waited = self.waits.observe
        if registry.remote is not None:
            registry.remote.waited = self.waits.observe
        self.refused = Counter(
            "parvis_refused", "Commands refused, by reason", ["reason"], registry=self.collected
        )
        self.requests = Counter(
            "parvis_requests", "Requests by route and status", ["route", "status"],
            registry=self.collected,
        )  # fmt: skip
        self.errors = Counter("parvis_errors", "Unexpected errors", registry=self.collected)

    def text(self) -> bytes:
        return generate_latest(self.collected)

"""What a server counts, for Prometheus. Imports the registry, for its figures."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from types import TracebackType

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Metric,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

from parvis.table.registry import Registry

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)
WAITS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)


class Durations(Collector):
    """How long something takes, by buckets: counted with each move, so by as little as can be.

    >>> waits = Durations("waits", "Waiting", CollectorRegistry(), (0.1, 1))
    >>> for seconds in (0.05, 0.1, 0.5, 7):
    ...     waits.observe(seconds)
    >>> waits.counts
    [2, 1, 1]
    """

    def __init__(
        self, name: str, text: str, registry: CollectorRegistry, buckets: Sequence[float] = BUCKETS
    ) -> None:
        self.name = name
        self.text = text
        self.buckets = buckets
        self.counts = [0] * (len(buckets) + 1)
        self.total = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(self.buckets, seconds)] += 1
        self.total += seconds

    def time(self) -> Watch:
        """Note how long the `with` block takes."""
        return Watch(self)

    def collect(self) -> Iterable[Metric]:
        edges = [*(str(float(edge)) for edge in self.buckets), "+Inf"]
        below = [*zip(edges, accumulate(self.counts), strict=True)]
        yield HistogramMetricFamily(self.name, self.text, below, self.total)


class Watch:
    """One measurement."""

    __slots__ = ("begun", "durations")

    def __init__(self, durations: Durations) -> None:
        self.durations = durations
        self.begun = 0.0

    def __enter__(self) -> None:
        self.begun = time.perf_counter()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.durations.observe(time.perf_counter() - self.begun)


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
        self.commands = Durations(
            "parvis_command_seconds", "From a command to its commit", self.collected
        )
        self.draws = Durations("parvis_draw_seconds", "To draw a table for a seat", self.collected)
        self.waits = Durations(
            "parvis_bot_wait_seconds",
            "From a question to a bot until a worker takes it",
            self.collected,
            WAITS,
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

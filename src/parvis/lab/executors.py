"""Where games are played: in this process, in several of this machine, or on a cluster.

An executor gives results in the order of the items whatever finishes first, so that they are the
same everywhere; it takes items as it needs them, and holds a bounded number. Imports the words; the
cluster only when one is asked for.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from time import perf_counter
from typing import Self, TypeVar

from parvis.engine.words import Speech, read_catalogue

ABOUT = 1.0  # seconds that a chunk of items should take
LARGEST = 256  # items in a chunk
AHEAD = 4  # chunks in flight for each core, so that a slow one does not keep the others waiting

Item = TypeVar("Item")
Result = TypeVar("Result")
Ticket = TypeVar("Ticket")
Done = tuple[float, list[Result]]  # the seconds that a chunk took, and its results


class ExecutorError(Exception):
    """Why nothing can be played there: a key of the command's words, and their parameters."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key, params)
        self.key = key
        self.params = params

    def __str__(self) -> str:
        return Speech("en", [read_catalogue("parvis", "en")]).tell(self.key, self.params)


class Executor(ABC):
    """Plays in one place. Opened and closed as a context; an error that leaves it breaks off."""

    played: Counter[str]  # by node, where there are several

    def __init__(self) -> None:
        self.played = Counter()

    @abstractmethod
    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """The results in the order of the items; work and items can be pickled."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Close what was opened; `error` is what breaks off, if something does."""
        return


class Here(Executor):
    """One after the other, in this process."""

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        return map(work, items)


class Processes(Executor):
    """Several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        super().__init__()
        self.jobs = jobs

    def __enter__(self) -> Self:
        self.others = set(multiprocessing.active_children())
        self.pool = ProcessPoolExecutor(
            self.jobs, multiprocessing.get_context("spawn"), initializer=end_with_parent
        )
        return self

    def __exit__(self, *error: object) -> None:
        if any(error):  # nobody waits for games that nobody will count
            for process in set(multiprocessing.active_children()) - self.others:
                process.terminate()
        self.pool.shutdown(cancel_futures=True)

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        def submit(chunk: list[Item]) -> Future[Done[Result]]:
            with interrupts_held():
                return self.pool.submit(perform, work, chunk)

        def receive(future: Future[Done[Result]]) -> Done[Result]:
            try:
                return future.result()
            except BrokenProcessPool as error:
                raise ExecutorError("cli.jobs.died") from error

        return in_order(items, submit, receive, lambda: AHEAD * self.jobs)


def executor_of(jobs: int | None = None, cluster: str | None = None) -> Executor:
    """The executor that was asked for: `jobs` processes here, or the cluster at an address."""
    if cluster is not None:
        from parvis.lab.cluster import Cluster

        return Cluster(cluster, jobs)
    return Here() if jobs is None or jobs == 1 else Processes(jobs)


def end_with_parent() -> None:
    """In a process of a pool: when whoever started it was killed, it does not go on for nobody."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def perform(work: Callable[[Item], Result], chunk: Sequence[Item]) -> Done[Result]:
    """Do the work of a chunk, wherever that is."""
    begun = perf_counter()
    results = [work(item) for item in chunk]
    return perf_counter() - begun, results


def in_order(
    items: Iterable[Item],
    submit: Callable[[list[Item]], Ticket],
    receive: Callable[[Ticket], Done[Result]],
    most: Callable[[], int],
) -> Iterator[Result]:
    """Send chunks, at most so many at a time, and receive them in the same order.

    Chunks grow until one takes about a second: a game of random bots takes a millisecond, one of
    bots that think takes minutes.
    """
    left = iter(items)
    flying: deque[Ticket] = deque()
    size = 1
    while True:
        while len(flying) < most() and (chunk := list(islice(left, size))):
            flying.append(submit(chunk))
        if not flying:
            return
        seconds, results = receive(flying.popleft())
        fitting = int(ABOUT * len(results) / max(seconds, 1e-6))
        size = max(1, min(fitting, 2 * size, LARGEST))
        yield from results


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Processes that are started in here never see an interrupt: answering it is up to us."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

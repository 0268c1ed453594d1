"""Games on a cluster of Ray.

Chunks of games are tasks, which Ray tries again on another node when theirs dies. Every node has
Parvis installed, and the same one as here: each task looks before it plays, for nodes may come
later. Imports executors and games, and Ray only when a cluster is opened.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import pickle
import secrets
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Self

import parvis
from parvis.lab.executors import AHEAD, Done, Executor, ExecutorError, Item, Result, in_order
from parvis.lab.sources import digest_of

LOCAL = "local"  # a cluster that is started on this machine, and ends with the command
AUTO = "auto"  # the one that runs on this machine
KNOCKING = 5.0  # seconds until somebody has to open the door at an address
CONNECTING = 30.0  # seconds until it has to turn out to be Ray
ANSWERING = 120.0  # seconds that nodes may take to say which Parvis they have
LOOKING = 5.0  # seconds after which we look whether anybody still plays
DESERTED = 60.0  # seconds without a node that can play until we give up
RETRIES = 5  # a chunk whose worker died so often is not tried again
PLAYING = ("engine", "games", "bots", "lab")  # the folders that decide how games go

Edition = dict[str, str]  # what has to be the same on every node, by its name
Answer = tuple[str, Edition, Done[Result] | None]  # a node, what it has, what it did


@cache
def edition() -> Edition:
    """The Parvis that this process runs: its version, its packs, its sources."""
    found = {f"pack {game.id}": game.pack.digest for game in parvis.all_games()}
    return {"version": parvis.__version__, **found, "sources": digest_of(PLAYING)}


def errand_for_any_node() -> Callable[[Edition, bytes, bytes], Answer[Any]]:
    """What a node runs. A function within a function travels whole: it needs no Parvis to start."""

    def errand(ours: Edition, work: bytes, chunk: bytes) -> Answer[Any]:
        import importlib
        import pickle

        import ray

        node = ray.get_runtime_context().get_node_id()
        theirs: Edition = {}
        try:
            theirs["version"] = importlib.import_module("parvis").__version__
            theirs = importlib.import_module("parvis.lab.cluster").edition()
        except ImportError:
            pass
        if theirs != ours:
            return node, theirs, None
        perform = importlib.import_module("parvis.lab.executors").perform
        return node, theirs, perform(pickle.loads(work), pickle.loads(chunk))

    return errand


def difference(node: str, theirs: Edition, ours: Edition) -> ExecutorError:
    """Why this node does not play."""
    version = ours["version"]
    if "version" not in theirs:
        return ExecutorError("cli.cluster.absent", node=node, version=version)
    if theirs["version"] != version:
        found = theirs["version"]
        return ExecutorError("cli.cluster.version", node=node, theirs=found, version=version)
    names = [name for name in ours if theirs.get(name) != ours[name]]
    packs = [name.removeprefix("pack ") for name in names if name.startswith("pack ")]
    if packs and "sources" in theirs:
        return ExecutorError("cli.cluster.pack", node=node, games=", ".join(packs))
    return ExecutorError("cli.cluster.sources", node=node, version=version)


def door_of(address: str) -> tuple[str, int] | None:
    """Host and port of an address; None where Ray finds the cluster itself.

    >>> door_of("ray://lab.example:10001"), door_of("10.0.0.1:6379"), door_of("auto")
    (('lab.example', 10001), ('10.0.0.1', 6379), None)
    """
    if address in (LOCAL, AUTO):
        return None
    host, _, port = address.removeprefix("ray://").rpartition(":")
    return host.strip("[]"), int(port)


class Cluster(Executor):
    """The nodes of a Ray cluster; at most `jobs` chunks at a time, or as many as its cores bear."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        super().__init__()
        self.address = address
        self.jobs = jobs
        self.ours = edition()
        self.names: dict[str, str] = {}  # of nodes, by their ids
        self.cores = 0
        self.looked = self.peopled = -DESERTED  # when we last looked, and somebody was there

    def __enter__(self) -> Self:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if self.address == LOCAL:  # its ports are open to the network: not without a token
            os.environ.setdefault("RAY_AUTH_MODE", "token")
            os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
        try:
            self.ray: Any = importlib.import_module("ray")
        except ImportError as error:
            raise ExecutorError("cli.cluster.missing") from error
        with contextlib.ExitStack() as opened:
            # Ray tells of dead nodes on the standard output, which is for results.
            opened.enter_context(contextlib.redirect_stdout(sys.stderr))
            self.connect()
            opened.callback(self.ray.shutdown)
            self.check_nodes()
            self.opened = opened.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.opened.close()

    def connect(self) -> None:
        """Find the cluster, or start one here; a sentence where none answers in time."""
        door = door_of(self.address)
        if door is not None:
            try:
                socket.create_connection(door, KNOCKING).close()
            except OSError as error:
                raise self.unreachable() from error
        trouble: list[BaseException] = []
        own = {"num_cpus": self.jobs, "include_dashboard": False} if self.address == LOCAL else {}

        def call() -> None:
            try:
                self.ray.init(self.address, log_to_driver=False, logging_level=logging.ERROR, **own)
            except (Exception, SystemExit) as error:
                trouble.append(error)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if self.address == LOCAL:  # its processes end with the thread that starts them
                call()
            else:  # Ray itself would wait for minutes
                calling = threading.Thread(target=call, daemon=True)
                calling.start()
                calling.join(CONNECTING)
                if calling.is_alive():
                    raise self.unreachable()
        if trouble and isinstance(trouble[0], ConnectionError):
            raise self.unreachable() from trouble[0]
        if trouble:
            reason = first_line(trouble[0])
            raise ExecutorError("cli.cluster.refused", address=self.address, reason=reason)

    def unreachable(self) -> ExecutorError:
        if self.address == AUTO:
            return ExecutorError("cli.cluster.none")
        return ExecutorError("cli.cluster.unreachable", address=self.address)

    def check_nodes(self) -> None:
        """Every node that plays has to have the Parvis that is here."""
        affinity = importlib.import_module("ray.util.scheduling_strategies")
        errand = self.ray.remote(num_cpus=0, max_retries=0)(errand_for_any_node())
        nothing = (self.ours, pickle.dumps(len), pickle.dumps([]))
        asked = []
        for node in self.ray.nodes():
            if node["Alive"] and node["Resources"].get("CPU", 0) >= 1:
                there = affinity.NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
                asked.append(errand.options(scheduling_strategy=there).remote(*nothing))
        if not asked:
            raise ExecutorError("cli.cluster.deserted")
        answered, silent = self.ray.wait(asked, num_returns=len(asked), timeout=ANSWERING)
        for question in answered:
            # A node that has gone by now will play no games either.
            with contextlib.suppress(self.ray.exceptions.RayError):
                self.accept(self.ray.get(question))
        if silent:
            raise ExecutorError("cli.cluster.silent", n=len(silent), seconds=f"{ANSWERING:g}")

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        errand = self.ray.remote(num_cpus=1, max_retries=RETRIES, scheduling_strategy="SPREAD")(
            errand_for_any_node()
        )
        carried = self.ray.put(pickle.dumps(work))  # each node gets it once

        def submit(chunk: list[Item]) -> Any:
            return errand.remote(self.ours, carried, pickle.dumps(chunk))

        return in_order(items, submit, self.receive, self.most)

    def receive(self, task: Any) -> Done[Any]:
        """What became of a chunk. As long as there are nodes, it is waited for."""
        exceptions = self.ray.exceptions
        while True:
            try:
                return self.accept(self.ray.get(task, timeout=LOOKING))
            except exceptions.GetTimeoutError:
                self.look()
            except exceptions.RayTaskError as error:
                raise error.cause from error  # as if it had been played here
            except (exceptions.RayError, ConnectionError) as error:
                raise ExecutorError("cli.cluster.lost", reason=first_line(error)) from error

    def accept(self, answer: Answer[Result]) -> Done[Result]:
        """What a node did, if it could."""
        node, theirs, done = answer
        if node not in self.names:
            for each in self.ray.nodes():  # one machine may be several nodes
                name = f"{each['NodeManagerAddress']} ({each['NodeID'][:8]})"
                self.names[each["NodeID"]] = name
        if done is None:
            raise difference(self.names[node], theirs, self.ours)
        self.played[self.names[node]] += len(done[1])
        return done

    def most(self) -> int:
        """How many chunks may be in flight."""
        self.look()
        return self.jobs or AHEAD * max(1, self.cores)

    def look(self) -> None:
        """See now and then how many cores there are: nodes come and go."""
        now = time.monotonic()
        if now - self.looked < LOOKING:
            return
        self.looked = now
        try:
            self.cores = int(self.ray.cluster_resources().get("CPU", 0))
        except (self.ray.exceptions.RayError, ConnectionError) as error:
            raise ExecutorError("cli.cluster.lost", reason=first_line(error)) from error
        if self.cores:
            self.peopled = now
        elif now - self.peopled > DESERTED:
            raise ExecutorError("cli.cluster.deserted")


def first_line(error: BaseException) -> str:
    """What an error says, cut short.

    >>> first_line(RuntimeError("no such thing\\nat all"))
    'no such thing'
    """
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]

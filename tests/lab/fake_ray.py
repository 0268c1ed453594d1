"""A Ray of one process: nodes that are only names, tasks that run when their result is asked for.

What it leaves out (sockets, processes, death) is tested on a real cluster of two nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any


class RayError(Exception):
    pass


class GetTimeoutError(RayError, TimeoutError):
    pass


class WorkerCrashedError(RayError):
    pass


class RayTaskError(RayError):
    """What a task raised, as Ray hands it on."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


@dataclass(eq=False)
class Task:
    """A call that waits to be made, on a node if one was named."""

    call: Callable[[], Any]
    node: str | None


@dataclass(frozen=True)
class Affinity:
    node_id: str
    soft: bool


@dataclass
class FakeRay:
    """The functions of Ray that a cluster uses."""

    cores: dict[str, int] = field(default_factory=lambda: {"one": 1, "two": 1})
    changed: dict[str, Callable[[Any], Any]] = field(default_factory=dict)  # answers, by node
    silent: int = 0  # how often a result is not there yet
    crash: bool = False
    inits: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    refusal: Exception | None = None
    flying: int = 0
    most: int = 0
    turn: int = 0
    now: str = ""
    closed: bool = False

    def modules(self) -> dict[str, Any]:
        """What `import` is to find."""
        strategies = ModuleType("ray.util.scheduling_strategies")
        vars(strategies)["NodeAffinitySchedulingStrategy"] = Affinity
        return {
            "ray": self,
            "ray.util": ModuleType("ray.util"),
            "ray.util.scheduling_strategies": strategies,
        }

    exceptions = SimpleNamespace(
        RayError=RayError, RayTaskError=RayTaskError, GetTimeoutError=GetTimeoutError
    )

    def init(self, address: str, **settings: Any) -> None:
        self.inits.append((address, settings))
        if self.refusal:
            raise self.refusal

    def shutdown(self) -> None:
        self.closed = True

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {
                "NodeID": id,
                "Alive": True,
                "NodeManagerAddress": f"host-{id}",
                "Resources": {"CPU": cores} if cores else {},
            }
            for id, cores in self.cores.items()
        ]

    def cluster_resources(self) -> dict[str, float]:
        total = sum(self.cores.values())
        return {"CPU": float(total)} if total else {}

    def get_runtime_context(self) -> Any:
        return SimpleNamespace(get_node_id=lambda: self.now)

    def put(self, thing: Any) -> Any:
        return thing

    def remote(self, **settings: Any) -> Callable[[Callable[..., Any]], Any]:
        return lambda function: self.bound(function, None)

    def bound(self, function: Callable[..., Any], node: str | None) -> Any:
        def remote(*arguments: Any) -> Task:
            self.flying += node is None
            self.most = max(self.most, self.flying)
            return Task(lambda: function(*arguments), node)

        def options(scheduling_strategy: Affinity) -> Any:
            return self.bound(function, scheduling_strategy.node_id)

        return SimpleNamespace(remote=remote, options=options)

    def wait(self, tasks: list[Task], num_returns: int, timeout: float) -> Any:
        ready = len(tasks) - self.silent
        return tasks[:ready], tasks[ready:]

    def get(self, task: Task, timeout: float | None = None) -> Any:
        if timeout is not None and self.silent:
            self.silent -= 1
            raise GetTimeoutError
        if self.crash and task.node is None:
            raise WorkerCrashedError("the worker died\nand more")
        self.flying -= task.node is None
        self.turn += 1
        self.now = task.node or list(self.cores)[self.turn % len(self.cores)]
        try:
            answer = task.call()
        except Exception as error:
            raise RayTaskError(error) from error
        return self.changed.get(self.now, lambda same: same)(answer)

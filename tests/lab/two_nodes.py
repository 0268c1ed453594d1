"""What becomes of a ladder on a real cluster: two nodes of this machine, one killed in the middle.

A program of its own, for Ray stays in a process. Prints what came out as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ray.cluster_utils import Cluster as Nodes

from parvis.lab.cluster import Cluster
from parvis.lab.ladder import ladder
from tests.web.servers import free_port

GAME, BOTS, GAMES = "cites-nouvelles", ["random", "flat:2"], 240
COMMAND = ("ladder", GAME, "--seats", "2", "--bots", ",".join(BOTS), "--games", "40", "--json")
HERE: dict[str, Any] = {"node_ip_address": "127.0.0.1", "num_cpus": 1}
OTHERS = {
    "another version": "__version__ = '0.0.1'\n",
    "no Parvis": "raise ImportError('not here')\n",
}


def command(address: str) -> tuple[int, str, str]:
    """The ladder at the command line: its code, output and complaints."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "parvis", *COMMAND, "--cluster", address],
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def with_a_node_killed(nodes: Nodes, second: Any) -> dict[str, Any]:
    """A ladder on two nodes, one of which is killed after a quarter of the games."""
    done = 0
    before: dict[str, int] = {}

    def progress() -> None:
        nonlocal done
        done += 1
        if done == GAMES // 4:
            before.update(executor.played)
            nodes.remove_node(second, allow_graceful=False)

    with Cluster(nodes.address) as executor:
        (rung,) = ladder(GAME, 2, BOTS, GAMES, executor=executor, progress=progress)
    return {"rung": rung.plain(), "before": before, "played": dict(executor.played)}


def with_another_parvis(nodes: Nodes, source: str) -> tuple[int, str, str]:
    """The command, when a node comes that has another Parvis, or none."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder, "parvis")
        package.mkdir()
        (package / "__init__.py").write_text(source)
        node = nodes.add_node(**HERE, env_vars={"PYTHONPATH": folder})
        try:
            return command(nodes.address)
        finally:
            nodes.remove_node(node)


def main() -> None:
    port = free_port()
    head = {**HERE, "include_dashboard": False, "ray_client_server_port": port}
    nodes = Nodes(initialize_head=True, head_node_args=head)
    try:
        second = nodes.add_node(**HERE)
        found = {
            "by address": command(nodes.address),
            "by client": command(f"ray://127.0.0.1:{port}"),
            "killed": with_a_node_killed(nodes, second),
            **{name: with_another_parvis(nodes, source) for name, source in OTHERS.items()},
        }
        print(json.dumps(found))
    finally:
        nodes.shutdown()


if __name__ == "__main__":
    main()

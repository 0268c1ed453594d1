"""Where games are played changes no result, holds few of them, and says what is wrong."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import setup
from parvis.lab import cluster
from parvis.lab.cluster import Cluster, edition
from parvis.lab.executors import AHEAD, ExecutorError, Here, Processes, executor_of, in_order
from parvis.lab.histogram import Histogram
from parvis.lab.ladder import ladder
from parvis.lab.match import Match
from parvis.lab.study import Ended, Study, study
from tests.example import registered
from tests.lab.fake_ray import FakeRay


@pytest.fixture(autouse=True)
def _example() -> Iterator[None]:
    with registered():
        yield


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    """A Ray that works, and one chunk at a time."""
    fake = FakeRay()
    for name, module in fake.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    return fake


def leave(number: int) -> None:
    os._exit(1)


def hears_interrupts(_: int) -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def told(error: pytest.ExceptionInfo[ExecutorError]) -> str:
    return str(error.value)


# Numbers and tallies


def test_a_histogram_knows_what_a_sorted_list_knows() -> None:
    numbers = [5, -3, 5, 0, 12, 7, 7, 7]
    found = Histogram()
    for number in numbers:
        found.add(number)
    ascending = sorted(numbers)
    for part in (0, 0.1, 0.25, 0.5, 0.9, 1):
        assert found.quantile(part) == ascending[min(7, int(part * 8))]
    assert found.mean == sum(numbers) / 8
    assert found.deviation == pytest.approx((sum((n - 5) ** 2 for n in numbers) / 8) ** 0.5)


def test_a_study_takes_no_more_memory_for_more_games() -> None:
    game = Ended((30, 20), (0,), 40, {("ST-1.1", "key"): 50}, {("ST-1.1", "key"): 2})
    found = Study("stairs", ("random", "random"), 2)
    found.count(game)
    once = sizes(found)
    for _ in range(999):
        found.count(game)
    assert sizes(found) == once
    assert (found.games, found.means(), found.wins()) == (1000, [30, 20], [1, 0])


def sizes(found: Study) -> list[int]:
    parts = {**vars(found), "scores": found.scores.counts, "length": found.length.counts}
    return [len(part) for part in parts.values() if isinstance(part, (dict, list, tuple))]


def test_matches_are_made_when_their_turn_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten thousand games few are there at a time."""
    alive = most = 0

    class Counted(Match):
        def __init__(self, *given: Any) -> None:
            nonlocal alive, most
            super().__init__(*given)
            alive += 1
            most = max(most, alive)

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    monkeypatch.setattr("parvis.lab.study.Match", Counted)
    monkeypatch.setattr("parvis.lab.ladder.Match", Counted)
    monkeypatch.setattr("parvis.lab.study.ended", lambda _: Ended((1, 0), (0,), 9, {}, {}))
    monkeypatch.setattr("parvis.lab.ladder.outcome", lambda _: ((0,), [1, 0]))
    assert study("stairs", 2, ("random",), 10_000).games == 10_000
    assert ladder("stairs", 2, ["random", "flat:1"], 10_000)[0].games == 10_000
    assert most < 10


# Chunks


def test_chunks_come_back_in_order_and_few_are_in_flight() -> None:
    taken: list[int] = []
    sent: list[list[int]] = []
    received: list[list[int]] = []

    def items() -> Iterator[int]:
        for number in range(5000):
            taken.append(number)
            yield number

    def submit(chunk: list[int]) -> list[int]:
        sent.append(chunk)
        assert len(sent) - len(received) <= 6
        return chunk

    def receive(chunk: list[int]) -> tuple[float, list[int]]:
        received.append(chunk)
        return 0.01 * len(chunk), [2 * number for number in chunk]

    results = in_order(items(), submit, receive, lambda: 6)
    assert next(results) == 0
    assert len(taken) == 6, "no more than were sent"
    assert list(results) == [2 * number for number in range(1, 5000)]
    assert max(map(len, sent)) == 100, "about a second's worth"


def test_slow_games_go_one_by_one() -> None:
    sent: list[int] = []

    def submit(chunk: list[int]) -> list[int]:
        sent.append(len(chunk))
        return chunk

    assert list(in_order(range(9), submit, lambda chunk: (60.0, chunk), lambda: 2)) == [*range(9)]
    assert set(sent) == {1}


def test_what_breaks_off_leaves_what_was_counted_until_then() -> None:
    done = 0

    def progress() -> None:
        nonlocal done
        done += 1
        if done == 7:
            raise KeyboardInterrupt

    found = Study("stairs", ("random", "random"), 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parvis.lab.study.Study", lambda *_: found)
        with pytest.raises(KeyboardInterrupt):
            study("stairs", 2, ("random",), 30, progress=progress)
    assert found.plain() == study("stairs", 2, ("random",), 7).plain()


def test_a_process_that_dies_is_told_in_a_sentence() -> None:
    with pytest.raises(ExecutorError) as error, Processes(2) as executor:
        list(executor.map(leave, range(9)))
    assert "a process that played games was ended from outside" in told(error)


@pytest.mark.skipif(os.name == "nt", reason="signals are not held there")
def test_processes_leave_interrupts_to_who_started_them() -> None:
    with Processes(2) as executor:
        assert not any(executor.map(hears_interrupts, range(4)))
    assert hears_interrupts(0)


STARTS = """
import time
from parvis.lab.executors import Processes
from tests.lab.test_executors import hears_interrupts
with Processes(2) as executor:
    next(executor.map(hears_interrupts, range(40)))
    print("played", flush=True)
    time.sleep(3600)
"""


@pytest.mark.skipif(os.name == "nt", reason="nobody is killed there")
def test_processes_end_when_who_started_them_is_killed() -> None:
    command = [sys.executable, "-c", STARTS]
    with subprocess.Popen(command, cwd=setup.ROOT, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        try:
            assert starter.stdout.readline() == "played\n"
        finally:
            starter.kill()
        starter.communicate(timeout=60)  # the end of what all of them may write to


def test_where_to_play_is_chosen_by_jobs_and_cluster() -> None:
    assert isinstance(executor_of(), Here)
    assert isinstance(executor_of(1), Here)
    assert isinstance(executor_of(3), Processes)
    assert isinstance(executor_of(3, "auto"), Cluster)


# A cluster, without Ray


def test_a_cluster_gives_the_results_of_one_machine(ray: FakeRay) -> None:
    alone = ladder("stairs", 3, ["flat:2", "random"], 40)
    with Cluster("auto") as executor:
        together = ladder("stairs", 3, ["flat:2", "random"], 40, executor=executor)
        assert not ray.closed
    assert [rung.plain() for rung in alone] == [rung.plain() for rung in together]
    assert sum(executor.played.values()) == 40
    assert set(executor.played) == {"host-one (one)", "host-two (two)"}
    assert ray.most == AHEAD * 2, "bounded by the cores"
    assert ray.closed


def test_jobs_bound_what_is_in_flight_on_a_cluster(ray: FakeRay) -> None:
    with Cluster("auto", jobs=3) as executor:
        assert list(executor.map(abs, range(-50, 0))) == [*range(50, 0, -1)]
    assert ray.most == 3


def test_packs_and_options_travel(ray: FakeRay) -> None:
    pack = 'name = "mine"\nhand = 1\n'
    given = ("stairs", 2, ("random",), 5, "s", {"rounds": 2}, pack)
    with Cluster("auto") as executor:
        found = study(*given, executor=executor)
    assert found.plain() == study(*given).plain()
    assert found.plain() != study("stairs", 2, ("random",), 5, "s").plain()


def test_a_cluster_of_ones_own_has_as_many_cores_as_jobs_and_a_token(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment: dict[str, str] = {}
    monkeypatch.setattr("parvis.lab.cluster.os.environ", environment)
    with Cluster("local", jobs=2):
        pass
    ((address, settings),) = ray.inits
    assert (address, settings["num_cpus"]) == ("local", 2)
    assert environment["RAY_AUTH_MODE"] == "token"
    assert len(environment["RAY_AUTH_TOKEN"]) == 64


def test_a_game_that_fails_on_a_node_fails_as_it_would_here(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.lab.match.LONGEST", 3)
    with pytest.raises(RuntimeError, match="does not end"), Cluster("auto") as executor:
        study("stairs", 2, ("random",), 5, executor=executor)
    assert ray.closed


OTHERS = [
    ({}, "node host-two (two) has no Parvis"),
    ({"version": "0.0.9"}, "host-two (two) has Parvis 0.0.9, here it is"),
    ({**edition(), "version": "9.0"}, "host-two (two) has Parvis 9.0, here it is"),
    ({**edition(), "pack neoville": "x"}, "has other components than here: neoville"),
    ({**edition(), "sources": "x"}, "with other sources than here"),
    ({"version": edition()["version"]}, "with other sources than here"),
]


@pytest.mark.parametrize(("theirs", "sentence"), OTHERS, ids=[text for _, text in OTHERS])
def test_a_node_with_another_parvis_is_named(
    ray: FakeRay, theirs: dict[str, str], sentence: str
) -> None:
    ray.changed["two"] = lambda answer: (answer[0], theirs, None)
    with pytest.raises(ExecutorError) as error, Cluster("auto"):
        pass
    assert sentence in told(error)
    assert ray.closed


@pytest.mark.parametrize("there", ["another", "none"])
def test_a_node_looks_itself_before_it_plays(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch, there: str
) -> None:
    played: list[int] = []
    with Cluster("auto") as executor:
        if there == "another":
            theirs = {**edition(), "sources": "x"}
            monkeypatch.setattr(cluster, "edition", lambda: theirs)
        else:
            monkeypatch.setitem(sys.modules, "parvis", None)
        results = executor.map(len, ["a"])
        with pytest.raises(ExecutorError) as error:
            played += results
    monkeypatch.undo()
    assert ("other sources" if there == "another" else "has no Parvis") in told(error)
    assert played == []


def test_a_node_that_comes_later_with_another_parvis_is_named_too(ray: FakeRay) -> None:
    with Cluster("auto") as executor:
        ray.cores["three"] = 1
        ray.changed["three"] = lambda answer: (answer[0], {}, None)
        with pytest.raises(ExecutorError) as error:
            list(executor.map(abs, range(9)))
    assert "node host-three (three) has no Parvis" in told(error)


def test_the_edition_tells_one_source_from_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = edition()
    monkeypatch.setattr(cluster, "PLAYING", ("engine",))
    after = edition.__wrapped__()
    assert {name for name in before if before[name] != after[name]} == {"sources"}
    assert "pack neoville" in before


def test_a_node_that_says_nothing_is_not_waited_for_for_ever(ray: FakeRay) -> None:
    ray.silent = 1
    with pytest.raises(ExecutorError) as error, Cluster("auto"):
        pass
    assert "1 node did not say within 120 seconds" in told(error)


def test_a_cluster_without_cores_is_told(ray: FakeRay) -> None:
    ray.cores = {"head": 0}
    with pytest.raises(ExecutorError) as error, Cluster("auto"):
        pass
    assert "no node that could play" in told(error)


def test_a_cluster_that_all_nodes_have_left_is_waited_for_a_while(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    with Cluster("auto") as executor:
        results = executor.map(abs, range(99))
        assert [next(results) for _ in range(20)] == [*range(20)]
        ray.cores = {"one": 0}
        ray.silent = 50
        with pytest.raises(ExecutorError) as error:
            list(results)
    assert "no node that could play" in told(error)
    assert 30 < ray.silent < 50


def test_a_slow_chunk_is_waited_for(ray: FakeRay) -> None:
    with Cluster("auto") as executor:
        ray.silent = 50
        assert list(executor.map(abs, [-1])) == [1]


def test_a_chunk_that_kills_every_worker_is_told(ray: FakeRay) -> None:
    ray.crash = True
    with pytest.raises(ExecutorError) as error, Cluster("auto") as executor:
        list(executor.map(abs, range(9)))
    assert told(error).endswith("could not play them again: the worker died")


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ExecutorError) as error, Cluster("auto"):
        pass
    assert 'pip install "parvis[cluster]"' in told(error)


def test_an_address_where_nobody_listens_is_told(ray: FakeRay) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        for way in (address, f"ray://{address}"):
            with pytest.raises(ExecutorError) as error, Cluster(way):
                pass
            assert told(error) == f"no cluster of Ray answers at {way}"
    assert ray.inits == []


def test_an_address_where_something_else_listens_is_not_waited_for_for_ever(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = threading.Event()
    monkeypatch.setattr(ray, "init", lambda *_, **__: never.wait(60))
    monkeypatch.setattr(cluster, "CONNECTING", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        with pytest.raises(ExecutorError) as error, Cluster(f"127.0.0.1:{deaf.getsockname()[1]}"):
            pass
        assert "no cluster of Ray answers at" in told(error)
    never.set()


def test_what_ray_refuses_is_told(ray: FakeRay) -> None:
    ray.refusal = ConnectionError("none")
    with pytest.raises(ExecutorError) as error, Cluster("auto"):
        pass
    assert "no cluster of Ray runs on this machine" in told(error)
    ray.refusal = RuntimeError("Version mismatch: 2.9\nand more")
    with pytest.raises(ExecutorError) as error, Cluster("auto"):
        pass
    assert told(error) == "the cluster at auto cannot be used: Version mismatch: 2.9"


def test_what_ray_prints_does_not_mix_with_results(
    ray: FakeRay, capsys: pytest.CaptureFixture[str]
) -> None:
    with Cluster("auto"):
        print("(raylet) a node died")
    out, err = capsys.readouterr()
    assert (out, err) == ("", "(raylet) a node died\n")

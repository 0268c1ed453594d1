"""The lab counts right and repeats itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import parvis
from parvis.engine import game as games
from parvis.lab import bench as benches
from parvis.lab.bench import AIMS, Aim, Ratio, Row, bench, ratios
from parvis.lab.executors import Processes
from parvis.lab.ladder import Rung, ladder
from parvis.lab.match import Match
from parvis.lab.peers import peers
from parvis.lab.study import study
from tests.example import registered


@pytest.fixture(autouse=True)
def _example() -> Iterator[None]:
    with registered():
        yield


def test_a_match_is_the_same_every_time() -> None:
    match = Match("stairs", ("flat:10", "random"), "same")
    assert match.play()[0].text() == match.play()[0].text()


def test_equal_bots_share_the_victories_evenly() -> None:
    for seats in (2, 3):
        (rung,) = ladder("stairs", seats, ["random", "random"], 300, seed="even")
        low, high = rung.bounds
        assert low < rung.even < high
        assert rung.games == 300
        assert sum(rung.by_side) == rung.won


def test_a_ladder_over_processes_is_the_same_as_in_one() -> None:
    alone = ladder("cites-nouvelles", 2, ["flat:1", "random"], 4)
    with Processes(2) as executor:
        together = ladder("cites-nouvelles", 2, ["flat:1", "random"], 4, executor=executor)
    assert [rung.plain() for rung in alone] == [rung.plain() for rung in together]


def test_a_shared_first_place_counts_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parvis.lab.ladder.outcome", lambda match: ([0, 1, 2], [5, 5, 5]))
    (rung,) = ladder("stairs", 3, ["flat:1", "random"], 6)
    assert rung.share == 0.5


def test_partners_sit_on_one_side_of_a_ladder() -> None:
    (rung,) = ladder("cites-nouvelles", 4, ["random", "random"], 4)
    assert rung.sides == 2
    assert rung.even == 0.5


def test_the_interval_holds_the_share_and_narrows() -> None:
    few, many = Rung("a", "b", 2, 2, 20, 15.0), Rung("a", "b", 2, 2, 2000, 1500.0)
    for rung in (few, many):
        low, high = rung.bounds
        assert 0 <= low < rung.share < high <= 1
    assert many.bounds[1] - many.bounds[0] < few.bounds[1] - few.bounds[0]


def test_the_sources_of_a_study_add_up_to_the_scores() -> None:
    found = study("stairs", 3, ("random", "flat:5"), 30)
    assert found.bots == ("random", "flat:5", "random")
    assert sum(points for _, _, points, _ in found.sources()) == pytest.approx(found.scores.mean)
    assert sum(found.wins()) == pytest.approx(1)
    assert found.length.counts == {27: 30}
    assert sum(found.means()) / 3 == pytest.approx(found.scores.mean)


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: game.id)
def test_the_sources_of_every_game_add_up_too(game: parvis.Game) -> None:
    found = study(game.id, game.seats[0], ("random",), 2)
    assert sum(points for _, _, points, _ in found.sources()) == pytest.approx(found.scores.mean)


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: game.id)
def test_the_bench_measures_every_game_at_every_player_count(game: parvis.Game) -> None:
    result = bench([game], seconds=0.002, rounds=1)
    assert [row.seats for row in result.rows] == list(game.seats)
    for row in result.rows:
        plain = row.plain()
        for name in ("decisions_per_s", "playouts_per_s", "api_decisions_per_s", "copy_us"):
            figure = plain[name]
            assert isinstance(figure, float)
            assert figure > 0
        assert plain["compiled"] is parvis.COMPILED
        assert plain["game"] == game.id


def row(name: str, seats: int, rate: float, copy: float) -> Row:
    return Row(name, seats, rate, rate / 50, rate, copy, 1.0, True)


def test_a_ratio_above_one_is_faster_for_copies_too() -> None:
    aim = Aim("stairs", 2, "Peer", "copy", 20, 20)
    assert Ratio(aim, ours=1.0, theirs=30.0).ratio == 30
    assert Ratio(aim, ours=1.0, theirs=30.0).reached
    assert not Ratio(Aim("stairs", 2, "Peer", "api", 8, 8), ours=7.0, theirs=1.0).reached


def test_ratios_are_told_for_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benches, "AIMS", (Aim("stairs", 2, "Peer", "playouts", 2, 3), *AIMS))
    found = ratios([row("stairs", 2, 500.0, 1.0)], [row("Peer", 2, 100.0, 1.0)])
    assert [(ratio.ratio, ratio.reached) for ratio in found] == [(5.0, True)]


def test_every_aim_is_of_a_game_that_exists_or_is_to_come() -> None:
    for aim in AIMS:
        known = games.REGISTER.get(aim.game)
        assert known is None or aim.seats in known.seats
        assert aim.what in ("playouts", "api", "copy")


def test_peers_that_are_installed_can_be_measured() -> None:
    for peer in peers():
        assert peer.api(0.005) > 0
        assert peer.copy(0.005) > 0
        if peer.native is not None:
            assert peer.native(0.005) > 0

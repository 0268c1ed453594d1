"""An analysis finds what can be reckoned exactly, judges by what a seat could know, and adds up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import parvis
from parvis.bots import analyst, bot_of
from parvis.bots.analysis import (
    BLUNDER,
    FINE,
    Analysis,
    Gain,
    Value,
    rating_of,
    read_analysis,
    verdict_of,
)
from parvis.bots.playouts import Judge, Outcome, chances, ended, equity
from parvis.engine.position import Position
from parvis.engine.record import Record, RecordError
from parvis.games import all_games
from tests.conformance.cases import Case, some_positions
from tests.example import registered
from tests.playing import play
from tests.stairs import GAME
from tests.stairs.position import DEALING, Stairs

WORLDS = 2000


@pytest.fixture(autouse=True)
def _example() -> Iterator[None]:
    with registered():
        yield


def stairs(rounds: int = 1) -> Stairs:
    position = parvis.start("stairs", 2, "analysis", {"rounds": rounds})
    assert isinstance(position, Stairs)
    return position


def exact(position: Position) -> Outcome:
    """What a position of the stairs is worth if all go on at random: every way is walked."""
    if position.over():
        return ended(position)
    assert isinstance(position, Stairs)
    ways: list[Position] = []
    if position.phase == DEALING:
        for card in range(10):
            drawn = position.twin(position.chance)
            drawn.hands[drawn.seat].append(card)
            drawn.phase = "play"
            ways.append(drawn)
    else:
        ways = [position.foresee(move) for move in position.moves()]
    found = [exact(way) for way in ways]
    return Outcome(
        [sum(one.shares[side] for one in found) / len(found) for side in range(2)],
        [sum(one.leads[side] for one in found) / len(found) for side in range(2)],
    )


def recorded(bots: tuple[str, ...], seed: str, rounds: int = 3) -> Record:
    record = Record.begin("stairs", len(bots), seed, {"rounds": rounds})
    position, rng = record.start(), parvis.Rng(5)
    while not position.over():
        turn = position.turn()
        assert turn is not None
        move = bot_of(GAME, bots[turn]).choose(position, rng).move
        record = record.with_move(position, move)
        position.play(move)
    return record.finish(position)


# Exactly.


@pytest.mark.parametrize("moves", [("m9", "draw", "c"), ("m9", "draw", "c", "m9", "draw")])
def test_what_a_position_is_worth_is_what_can_be_reckoned(moves: tuple[str, ...]) -> None:
    position = stairs()
    for text in moves:
        position.play(position.moves()[0] if text == "c" else position.read(text))
    truth = exact(position)
    mean, error = equity(Judge(), position, 7, WORLDS)
    for side in range(2):
        assert abs(mean.shares[side] - truth.shares[side]) < 4 * error.shares[side] + 1e-9
        assert abs(mean.leads[side] - truth.leads[side]) < 4 * error.leads[side] + 1e-9


def test_the_luck_of_a_draw_is_what_it_changed() -> None:
    position = stairs()
    for text in ("m9", "draw"):
        position.play(position.read(text))
    position.play(position.moves()[0])
    position.play(position.read("m8"))
    position.hands[1] = [0, 1, 2]
    draw = position.read("draw")
    before = exact(position.foresee(draw))
    for card in (0, 8):
        after = position.foresee(draw)
        assert isinstance(after, Stairs)
        after.hands[1].append(card)
        after.phase = "play"
        exactly = exact(after).leads[1] - before.leads[1]
        pending, _ = equity(Judge(), position.foresee(draw), 7, WORLDS)
        drawn, error = equity(Judge(), after, 7, WORLDS)
        assert abs(drawn.leads[1] - pending.leads[1] - exactly) < 8 * error.leads[1] + 0.1
        assert (exactly > 0) == (card == 8)


def test_a_move_that_gives_points_away_is_found_with_its_clause() -> None:
    position = play(stairs(), "m9", "draw")
    position.hands[0] = [0, 0, 0, 9]
    found = analyst.judged(position, position.read("c0"), 3, 0, 0.25)
    assert (found.best, found.verdict) == ("c9", BLUNDER)
    assert found.loss.margin == pytest.approx(9, abs=0.01)
    assert found.loss.share > 0.2
    assert found.gains == (Gain("ST-2.3", 9.0),)
    well = analyst.judged(position, position.read("c9"), 3, 0, 0.25)
    assert (well.best, well.verdict, well.loss, well.gains) == ("c9", FINE, Value(0, 0), ())


def test_equal_moves_are_no_errors() -> None:
    position = play(stairs(), "m9", "draw")
    position.hands[0] = [0, 1, 2, 3]
    for text in ("c0", "c1", "c2", "c3"):
        found = analyst.judged(position, position.read(text), 3, 0, 0.5)
        assert (found.verdict, found.cost) == (FINE, 0.0)


# It adds up.


def adds_up(analysis: Analysis) -> None:
    for player in analysis.players:
        for name in ("share", "margin"):
            parts = (player.start, player.luck, player.own, player.others)
            summed = sum(getattr(part, name) for part in parts)
            assert summed == pytest.approx(getattr(player.result, name), abs=1e-3)
            adjusted = getattr(player.adjusted, name)
            assert adjusted == pytest.approx(
                getattr(player.result, name) - getattr(player.luck, name), abs=1e-3
            )


def test_start_luck_and_decisions_make_the_result() -> None:
    record = recorded(("greedy", "random"), "adds")
    analysis = parvis.analyse(record, effort=0.05)
    adds_up(analysis)
    assert len(analysis.course) == len(record.moves) + 1
    last = record.position()
    assert [value.share for value in analysis.course[-1]] == ended(last).shares
    draws = [n for n, text in enumerate(record.moves, 1) if text == "draw"]
    assert [luck.number for luck in analysis.luck] == draws
    assert len(analysis.moments) <= 3


def test_who_plays_at_random_gives_away_more_than_who_looks_ahead() -> None:
    given = {"greedy": 0.0, "random": 0.0}
    for seed in ("one", "two"):
        analysis = parvis.analyse(recorded(("greedy", "random"), seed), effort=0.1)
        for player, name in zip(analysis.players, given, strict=True):
            given[name] += player.loss.margin
    assert given["random"] > 2 * given["greedy"]


def test_the_same_seed_gives_the_same_analysis_in_any_order_and_it_reads_back() -> None:
    record = recorded(("random", "random"), "same", rounds=1)
    whole = parvis.analyse(record, seed=3, effort=0.05)
    found = {task.number: analyst.examine(task) for task in [*analyst.tasks(record, 3, 0.05)][::-1]}
    parts = [found[number] for number in sorted(found)]
    assert analyst.put_together(record, 3, 0.05, parts) == whole
    assert read_analysis(whole.plain()).plain() == whole.plain()
    assert parvis.analyse(record, seed=4, effort=0.05) != whole


def test_a_game_that_goes_on_is_not_analysed() -> None:
    record = recorded(("random", "random"), "cut", rounds=1)
    cut = replace(record, moves=record.moves[:-1], result=None, final="")
    with pytest.raises(RecordError, match="not over"):
        parvis.analyse(cut)


# From what a seat can know.

GAMES = [Case(game, game.seats[0]) for game in [*all_games(), GAME]]


@pytest.mark.heavy
@pytest.mark.parametrize("case", GAMES, ids=str)
def test_a_decision_is_judged_alike_where_its_seat_cannot_tell_positions_apart(case: Case) -> None:
    differing = 0
    rng = parvis.Rng(31)
    for position in some_positions(case, 31, 16):
        seat = position.turn()
        if seat is None or len(position.moves()) < 2:
            continue
        twin = case.twin(position, seat, rng)
        differing += twin.text() != position.text()
        move = position.moves()[-1]
        found = [analyst.judged(one, move, 9, 0, 0.001) for one in (position, twin)]
        assert found[0] == found[1]
        if differing:
            break
    assert differing


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_what_nobody_has_seen_is_dealt_anew_and_every_view_stays(case: Case) -> None:
    for position in some_positions(case, 37, 4):
        before = position.text()
        other = position.redealt(parvis.Rng(5))
        for seat in (None, *range(case.seats)):
            assert other.view(seat) == position.view(seat)
        assert position.redealt(parvis.Rng(5)).text() == other.text()
        assert other.chance.text().startswith("rng:")
        other.playout(parvis.Rng(7))
        assert other.over()
        assert position.text() == before


def test_a_position_ranks_its_moves_with_the_lines_they_promise() -> None:
    position = play(stairs(), "m9", "draw")
    position.hands[0] = [0, 4, 9, 9]
    ranked = parvis.analyse(position, effort=0.2)
    assert ranked[0].move == "c9"
    assert ranked[0].gains == (Gain("ST-2.3", 9.0),)
    assert {each.move for each in ranked} == {"c0", "c4", "c9"}
    assert ranked[0].value.share >= ranked[1].value.share
    with pytest.raises(ValueError, match="nobody"):
        parvis.analyse(recorded(("random", "random"), "end", 1).position())


# Words.


def test_verdicts_and_ratings_follow_their_thresholds() -> None:
    assert [verdict_of(cost) for cost in (0.0, 0.019, 0.02, 0.05, 0.12, 0.9)] == [
        "fine", "fine", "inexact", "error", "blunder", "blunder",
    ]  # fmt: skip
    assert [rating_of(cost) for cost in (0.0, 0.01, 0.02, 0.04, 0.3)] == [
        "superb", "strong", "good", "fair", "learning",
    ]  # fmt: skip


def test_chances_of_equals_are_equal_and_all_make_one() -> None:
    assert chances([5.0, 5.0, 5.0, 5.0], 3.0) == pytest.approx([0.25] * 4)
    found = chances([30.0, 20.0], 0.5)
    assert found[0] > 0.999
    assert sum(chances([3.0, 1.0, -2.0], 4.0)) == pytest.approx(1.0)

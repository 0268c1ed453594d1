"""Bots play legal moves, within their budget, from what their seat knows and nothing else."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

import pytest

import parvis
from parvis.bots import (
    FLAT,
    RANDOM,
    Bot,
    BotError,
    Budget,
    bot_of,
    bots_for,
    characters_for,
    player_of,
    ranked,
    read_budget,
    skills_of,
)
from parvis.lab.ladder import ladder
from parvis.lab.match import Match
from tests.conformance.cases import Case, plain_cases, some_positions
from tests.example import registered
from tests.stairs import GAME as EXAMPLE

CASES = plain_cases()
FEW = Budget(simulations=12)


@pytest.fixture(autouse=True)
def _example() -> Iterator[None]:
    with registered():
        yield


def players(game: parvis.Game) -> list[Bot]:
    """Every bot, a level at sight, one that searches a little, and a character."""
    texts = ["level:1", "level:8 worlds=1 breadth=2 sight=1"] if skills_of(game) else ["level:2"]
    texts += [character.id + " worlds=0" for character in characters_for(game)[-1:]]
    return [*bots_for(game), *(player_of(game, text).bot for text in texts)]


def undecided(case: Case, count: int) -> Iterator[parvis.Position]:
    for position in some_positions(case, 23, count):
        if not position.over() and len(position.moves()) > 1:
            yield position


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_bot_plays_a_legal_move_and_leaves_the_position_alone(case: Case) -> None:
    for position in undecided(case, 3):
        before = position.text()
        for bot in players(case.game):
            assert bot.choose(position, parvis.Rng(5), FEW).move in position.moves(), bot.name
        assert position.text() == before


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_bot_chooses_alike_in_positions_that_its_seat_cannot_tell_apart(case: Case) -> None:
    twins = parvis.Rng(29)
    differing = 0
    for position in undecided(case, 4):
        seat = position.turn()
        twin = case.twin(position, seat, twins)
        differing += twin.text() != position.text()
        for bot in players(case.game):
            mine = bot.choose(position, parvis.Rng(7), FEW)
            other = bot.choose(twin, parvis.Rng(7), FEW)
            assert mine.move == other.move, bot.name
            assert mine.considered == other.considered, bot.name
    assert differing


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_bot_chooses_alike_from_the_text_of_a_guess(case: Case) -> None:
    for position in undecided(case, 2):
        guess = position.guess(position.turn(), parvis.Rng(3))
        sent = parvis.read_position(guess.text())
        for bot in players(case.game):
            mine = bot.choose(position, parvis.Rng(7), FEW)
            assert bot.choose(sent, parvis.Rng(7), FEW).considered == mine.considered


@pytest.mark.parametrize("case", CASES, ids=str)
def test_flat_keeps_to_its_simulations_and_repeats_itself(case: Case) -> None:
    for position in undecided(case, 2):
        for simulations in (1, 7, 40):
            budget = Budget(simulations=simulations)
            thought = FLAT.choose(position, parvis.Rng(11), budget)
            assert thought.simulations == simulations
            assert sum(considered.visits for considered in thought.considered) == simulations
            again = FLAT.choose(position, parvis.Rng(11), budget)
            assert (again.move, again.considered) == (thought.move, thought.considered)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_flat_keeps_to_its_seconds(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a hundredth of a second whenever it is looked at."""
    looks = itertools.count()
    for position in undecided(case, 1):
        with monkeypatch.context() as patched:
            patched.setattr(time, "perf_counter", lambda: next(looks) / 100)
            thought = FLAT.choose(position, parvis.Rng(11), Budget(seconds=0.2))
        assert 10 <= thought.simulations <= 20
        assert 0.2 <= thought.seconds < 0.3


@pytest.mark.parametrize("case", CASES, ids=str)
def test_who_thinks_by_simulations_asks_no_clock(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine on which every look at the clock takes an hour all is as it was."""
    hours = itertools.count()
    for position in undecided(case, 1):
        for bot in players(case.game):
            mine = bot.choose(position, parvis.Rng(7), FEW)
            with monkeypatch.context() as patched:
                for clock in ("perf_counter", "thread_time", "monotonic"):
                    patched.setattr(time, clock, lambda: next(hours) * 3600.0)
                other = bot.choose(position, parvis.Rng(7), FEW)
            assert mine.considered == other.considered, bot.name
            assert mine.simulations == other.simulations, bot.name


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_level_on_a_slow_machine_tries_less_and_is_not_late(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by a hundredth of a second whenever it is looked at."""
    looks = itertools.count()
    skilled = skills_of(case.game) is not None
    player = player_of(case.game, "level:8 worlds=4 breadth=6 sight=1" if skilled else "level:3")
    for position in undecided(case, 1):
        whole = player.choose(position, parvis.Rng(11))
        with monkeypatch.context() as patched:
            patched.setattr(time, "perf_counter", lambda: next(looks) / 100)
            hurried = player.choose(position, parvis.Rng(11), 0.05)
        assert hurried.move in position.moves()
        assert hurried.simulations < max(1, whole.simulations)
        assert hurried.seconds < 0.1


def test_flat_tells_its_reasons_best_move_first() -> None:
    position = parvis.start("cites-nouvelles", 4, "reasons")
    thought = FLAT.choose(position, parvis.Rng(1), Budget(simulations=60))
    assert thought.considered[0].move == thought.move
    assert [sentence.key for sentence in thought.reasons] == ["bot.share", "bot.margin.ahead"]
    assert thought.considered[0].visits >= thought.considered[-1].visits


def test_flat_spends_nothing_on_a_forced_move() -> None:
    position = parvis.start("stairs", 2, "forced")
    while len(position.moves()) > 1:
        position.play(position.moves()[0])
    assert FLAT.choose(position, parvis.Rng(1), FEW).simulations == 0


@pytest.mark.heavy
def test_flat_beats_random_clearly() -> None:
    (rung,) = ladder("cites-nouvelles", 4, ["flat:30", "random"], 40, seed="clearly")
    assert rung.bounds[0] > rung.even, rung.plain()


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=str)
def test_flat_beats_random_clearly_in_every_game(case: Case) -> None:
    bots = ["flat:100", "random"]
    (rung,) = ladder(case.game.id, case.seats, bots, 12 * case.seats, seed="clearly")
    assert rung.bounds[0] > rung.even, rung.plain()


def test_flat_finds_the_step_that_fits_the_hand() -> None:
    """It marks the step of a high card that it holds, and plays that card."""
    (rung,) = ladder("stairs", 2, ["flat:20", "random"], 40, seed="stairs")
    assert rung.bounds[0] > rung.even, rung.plain()


def test_random_plays_every_legal_move() -> None:
    position = parvis.start("stairs", 2, "all")
    rng = parvis.Rng(3)
    assert {RANDOM.choose(position, rng).move for _ in range(90)} == set(position.moves())


def test_nobody_thinks_when_nobody_is_to_decide() -> None:
    position, _ = Match("stairs", ("random", "random"), "end").play()
    with pytest.raises(BotError):
        RANDOM.choose(position, parvis.Rng(1))


def test_equal_values_are_decided_by_chance_and_the_best_stands_first() -> None:
    chosen = set()
    for seed in range(20):
        thought = ranked([(4, 1.0), (5, 2.0), (9, 2.0)], parvis.Rng(seed))
        assert thought.considered[0].move == thought.move
        chosen.add(thought.move)
    assert chosen == {5, 9}


@pytest.mark.parametrize("text", ["flat:", "flat:0", "flat:-3", "flat:1e9", "flat:s", "flat:9999s"])
def test_a_bad_budget_is_named(text: str) -> None:
    with pytest.raises(BotError, match="a budget is"):
        player_of(EXAMPLE, text)


def test_an_unknown_bot_is_told_with_those_there_are() -> None:
    with pytest.raises(BotError, match="there are: level:1 to level:8, random, flat"):
        bot_of(EXAMPLE, "deep-thought")


def test_a_player_is_written_as_it_is_read() -> None:
    for text in ("random", "flat:200", "flat:1.5s"):
        assert str(player_of(EXAMPLE, text)) == text
    assert str(player_of(EXAMPLE, "flat:strong")) == "flat:2s"
    assert not Budget()
    assert read_budget("3s") == Budget(seconds=3)

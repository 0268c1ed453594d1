"""The bots of Neoville: levels in order, play that is the same every time, tastes one can feel."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import parvis
from parvis.bots import Budget, levels_for, player_of, skills_of
from parvis.bots.neoville_outlook import Outlook
from parvis.engine.words import read_catalogue
from parvis.games.neoville.city import put_piece
from parvis.games.neoville.components import PIECE, SKYSCRAPERS, square_of
from parvis.games.neoville.position import Neoville
from parvis.lab.ladder import ladder

ROOT = Path(__file__).parents[2]
GAME = parvis.game_of("neoville")


def along(bot: str, seed: int, every: int) -> list[Neoville]:
    """Every so many-th position of a game that a bot plays for all."""
    player = player_of(GAME, bot)
    position = parvis.start("neoville", seats=2, seed=seed)
    rng = parvis.Rng(seed)
    found: list[Neoville] = []
    played = 0
    while not position.over():
        if played % every == every - 1:
            found.append(position.copy())  # type: ignore[arg-type]
        position.play(player.choose(position, rng).move)
        played += 1
    return found


def searched() -> list[int]:
    """What a level that searches plays in some positions."""
    player = player_of(GAME, "level:5")
    return [player.choose(each, parvis.Rng(3)).move for each in along("random", 1, 10)[:4]]


def test_level_1_beats_random_and_level_4_beats_level_1() -> None:
    (rung,) = ladder("neoville", 2, ["level:1", "random"], 1, seed="sight")
    assert rung.share == 1.0, rung.plain()
    (rung,) = ladder("neoville", 2, ["level:4", "level:1"], 2, seed="sight")
    assert rung.share == 1.0, rung.plain()


@pytest.mark.heavy
@pytest.mark.long
def test_each_level_beats_the_one_below() -> None:
    for weaker, stronger in pairwise(levels_for(GAME).values()):
        (rung,) = ladder("neoville", 2, [stronger, weaker], 40, seed="levels")
        assert rung.share > 0.5, rung.plain()


def test_the_same_seed_gives_the_same_move() -> None:
    assert searched() == searched()


@pytest.mark.skipif(
    not parvis.COMPILED, reason="compares with the compiled code, which is not here"
)
def test_compiled_and_interpreted_code_search_alike() -> None:
    interpreted = subprocess.run(
        [sys.executable, "-m", "tests.bots.test_neoville"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert interpreted == f"False {searched()}\n"


def test_who_has_no_time_answers_with_what_looks_good_at_sight() -> None:
    for position in along("random", 2, 30):
        seen = player_of(GAME, "level:4").choose(position, parvis.Rng(1)).considered
        hurried = player_of(GAME, "level:8").bot.choose(
            position, parvis.Rng(1), Budget(seconds=0.0001)
        )
        good = [each.move for each in seen[:10]]
        assert len(position.moves()) == 1 or hurried.move in good


def test_the_data_hold_eight_levels_and_weights_within_their_spans() -> None:
    skills = skills_of(GAME)
    assert skills is not None
    assert len(skills.levels) == 8
    assert [level.worlds for level in skills.levels[:4]] == [0, 0, 0, 0]
    worlds = [level.worlds * level.breadth for level in skills.levels[4:]]
    assert worlds == sorted(set(worlds))
    for name, (low, high) in skills.spans.items():
        assert low <= skills.weights[name] <= high, name
    assert {character.style for character in skills.characters} == {"builder", "miser", "spoiler"}


def test_what_a_piece_would_change_is_what_it_changes() -> None:
    skills = skills_of(GAME)
    assert skills is not None
    outlook = Outlook(skills.weights)
    pieces = 0
    for position in [each for seed in range(4) for each in along("random", seed, 4)]:
        if position.phase != PIECE:
            continue
        seat = position.turn()
        assert seat is not None
        outlook.open_box(position.parts, position.mirror)
        outlook.stock = position.stock
        city = position.cities[seat]
        for move in position.moves()[1::2]:
            kind, quadrant = position.parts.moves.put.values(move)
            square = square_of(int(position.slot), quadrant)
            before = outlook.survey(city.cells)
            gain = outlook.piece_gain(kind, square)
            ahead = city.copy()
            put_piece(ahead.cells, square, kind)
            assert outlook.survey(ahead.cells) - before == pytest.approx(gain, abs=1e-9)
            pieces += 1
    assert pieces > 100


def test_reasons_are_lines_that_the_move_brings_and_words_that_exist() -> None:
    words = {
        language: read_catalogue("parvis.games.neoville", language)
        for language in ["fr", "en", "it"]
    }
    told = 0
    for position in along("level:4", 7, 4):
        thought = player_of(GAME, "level:4").choose(position, parvis.Rng(2))
        ahead = position.foresee(thought.move)
        lines = {(line.key, str(line.params)) for line in ahead.ledger()}
        for reason in thought.reasons:
            assert all(reason.key in catalogue for catalogue in words.values()), reason
            if reason.key.startswith("nv.line"):
                assert (reason.key, str(reason.params)) in lines
                told += 1
            else:
                assert isinstance(reason.params["n"], int)
        if len(position.moves()) > 1:
            assert thought.reasons[-1].key == "nv.reason"
    assert told


def habits(bot: str, games: int) -> tuple[float, float]:
    """Of seat 0, which this bot plays against level 4, a game: skyscrapers, pieces that failed."""
    players = [player_of(GAME, bot), player_of(GAME, "level:4")]
    towers = failed = 0
    for seed in range(games):
        position = parvis.start("neoville", seats=2, seed=seed)
        rng = parvis.Rng(seed)
        while not position.over():
            seat = position.turn()
            assert seat is not None
            position.play(players[seat].choose(position, rng).move)
        assert isinstance(position, Neoville)
        towers += sum(kind < SKYSCRAPERS for kind, _ in position.cities[0].pieces())
        failed += sum(line.points < 0 for line in position.ledger() if line.side == 0)
    return towers / games, failed / games


@pytest.mark.heavy
def test_the_builder_builds_more_and_the_miser_fails_less() -> None:
    games = 60
    towers, failed = habits("level:4", games)
    assert habits("basile", games)[0] > towers + 0.5
    assert habits("odette worlds=0", games)[1] < 0.7 * failed


if __name__ == "__main__":
    print(parvis.COMPILED, searched())

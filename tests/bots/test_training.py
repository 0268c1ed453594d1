"""Training: the same from the same seed, gone on with after a break, and told in a table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from parvis.bots import skill, skills_of
from parvis.bots.skill import read_skills
from parvis.cli import main
from parvis.engine.game import game_of
from parvis.lab import train as training
from parvis.lab.elo import ratings
from parvis.lab.executors import Here
from parvis.lab.ladder import Rung
from parvis.lab.train import Generation, Plan, Training, TrainingError

pytest.importorskip("cmaes", reason="training needs CMA-ES: pip install 'parvis[train]'")
GAME = "cites-nouvelles"
PLAN = Plan(GAME, seed=3, games=2, generations=2)


def generations(begun: Training) -> list[Generation]:
    return list(training.train(begun, Here()))


@pytest.mark.heavy
def test_two_trainings_of_one_plan_are_the_same() -> None:
    one, other = Training(PLAN), Training(PLAN)
    assert generations(one) == generations(other)
    assert one.generations[0].weights != one.generations[1].weights


@pytest.mark.heavy
def test_a_training_that_was_broken_off_goes_on_as_if_it_had_not() -> None:
    whole = Training(PLAN)
    generations(whole)
    begun = Training(replace(PLAN, generations=1))
    generations(begun)
    gone_on = training.read_training(begun.text(), PLAN)
    generations(gone_on)
    assert gone_on.generations == whole.generations


@pytest.mark.heavy
def test_candidates_stay_within_their_spans() -> None:
    skills = skills_of(game_of(GAME))
    assert skills is not None
    begun = Training(replace(PLAN, generations=1))
    for weights in generations(begun)[0].weights:
        for name, value in weights.items():
            low, high = skills.spans[name]
            assert low <= value <= high


@pytest.mark.heavy
def test_a_training_from_nothing_begins_far_from_what_is_shipped() -> None:
    skills = skills_of(game_of(GAME))
    assert skills is not None

    def away(plan: Plan) -> float:
        begun = Training(replace(plan, generations=1))
        means = {
            name: sum(weights[name] for weights in generations(begun)[0].weights) / 12
            for name in skills.spans
        }
        return sum(
            abs(means[name] - max(low, 0.0)) / (high - low)
            for name, (low, high) in skills.spans.items()
        ) / len(means)

    assert away(replace(PLAN, nothing=True)) < away(PLAN) / 1.5


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"plan": {"colour": 1}, "generations": []}'])
def test_a_file_that_holds_no_training_is_refused(text: str) -> None:
    with pytest.raises(TrainingError, match="this is no training"):
        training.read_training(text, PLAN)


def test_the_training_of_something_else_is_not_gone_on_with() -> None:
    kept = Training(replace(PLAN, seed=4)).text()
    with pytest.raises(TrainingError, match="this is another training"):
        training.read_training(kept, PLAN)


def test_a_game_without_weights_cannot_be_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "skills_of", lambda game: None)
    with pytest.raises(TrainingError, match="no weights"):
        training.trainable(GAME)


def test_found_weights_are_written_where_the_others_stood() -> None:
    path = skill.DATA / "cites_nouvelles.toml"
    text = path.read_text(encoding="utf-8")
    before = read_skills(text, path.name)
    name = next(iter(before.spans))
    made = training.with_weights(text, {name: 0.123}, {"command": "parvis train", "share": 0.6})
    after = read_skills(made, path.name)
    assert after.weights == {**before.weights, name: 0.123}
    assert after.trained == {"command": "parvis train", "share": 0.6}
    assert (after.spans, len(after.levels)) == (before.spans, len(before.levels))
    again = training.with_weights(made, {name: 0.5}, {"share": 0.7})
    assert read_skills(again, path.name).trained == {"share": 0.7}


@pytest.mark.heavy
def test_the_command_trains_keeps_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["train", GAME, "--games", "2", "--generations", "1", "--jobs", "1", "--quiet"]
    assert main([*asked, "-o", "found.toml", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "over 20 other games" in told
    kept = json.loads(Path(f"train-{GAME}.json").read_text())
    assert len(kept["generations"]) == 1
    found = read_skills(Path("found.toml").read_text(), "found.toml")
    assert "parvis train cites-nouvelles --seed 1" in str(found.trained["command"])
    assert "--from-nothing" not in str(found.trained["command"])
    Path(f"train-{GAME}.json").write_text("{}")
    assert main(asked) != 0
    assert "this is no training" in capsys.readouterr().err


def test_ratings_give_back_the_chances_that_games_showed() -> None:
    rungs = [
        Rung("b", "a", 2, 2, games=4000, won=3000.0),
        Rung("c", "b", 2, 2, games=4000, won=2400.0),
        Rung("c", "a", 2, 2, games=0, won=0.0),
    ]
    found = ratings(rungs[:2], "a")
    assert round(found["a"]) == 1500
    assert abs(found["b"] - 1500 - 190.8) < 1
    assert abs(found["c"] - found["b"] - 70.4) < 1


def test_one_among_three_others_is_rated_by_its_fair_share() -> None:
    even = ratings([Rung("a", "b", 4, 4, games=1000, won=250.0)], "b")
    assert abs(even["a"] - even["b"]) < 1, "a quarter of the victories is what equals get"


def test_who_always_wins_is_still_rated() -> None:
    assert 1900 < ratings([Rung("a", "b", 2, 2, games=40, won=40.0)], "b")["a"] < 2500

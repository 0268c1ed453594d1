"""A ladder that keeps its games in a file goes on from it as if it had never stopped."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from parvis.engine.game import game_of
from parvis.engine.position import Position
from parvis.lab import sources
from parvis.lab.match import Match
from tests.cli.conftest import Run

ASKED = ("ladder", "stairs", "--seats", "2", "--bots", "flat:2,random", "--json")


def played(monkeypatch: pytest.MonkeyPatch, most: int = 10_000) -> list[str]:
    """The seeds of the games that are played from now on; the one after `most` is interrupted."""
    seeds: list[str] = []
    play = Match.play

    def noted(match: Match) -> tuple[Position, int]:
        if len(seeds) == most:
            raise KeyboardInterrupt
        seeds.append(match.seed)
        return play(match)

    monkeypatch.setattr(Match, "play", noted)
    return seeds


def test_a_ladder_that_was_broken_off_goes_on_with_the_games_that_are_left(run: Run) -> None:
    whole = run(*ASKED, "--games", "12")[1]
    kept = ("--games", "12", "--file", "games.jsonl")
    with pytest.MonkeyPatch.context() as patched:
        played(patched, 5)
        code, out, told = run(*ASKED, *kept)
    assert code == 130
    assert json.loads(out)[0]["games"] == 5
    assert "5" in told
    assert "12" in told
    with pytest.MonkeyPatch.context() as patched:
        seeds = played(patched)
        assert run(*ASKED, *kept)[:2] == (0, whole)
        assert seeds == [f"ladder {number // 2}" for number in range(5, 12)]
        assert run(*ASKED, *kept)[:2] == (0, whole)
        assert len(seeds) == 7, "a ladder that is whole plays nothing"


def test_more_games_other_bots_and_other_player_counts_come_later(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = ("--file", "games.jsonl")
    run(*ASKED, "--games", "4", *kept)
    run(*ASKED[:3], "3", *ASKED[4:], "--games", "3", *kept)
    three = ("--bots", "flat:4,flat:2,random", "--json")
    whole = run(*ASKED[:4], *three, "--games", "6")[1]
    seeds = played(monkeypatch)
    assert run(*ASKED[:4], *three, "--games", "6", *kept)[1] == whole
    assert len(seeds) == 6 + 6 + 2
    assert json.loads(run(*ASKED, "--games", "2", *kept)[1])[0]["games"] == 2


def test_a_line_that_was_cut_short_is_played_again(run: Run, folder: Path) -> None:
    whole = run(*ASKED, "--games", "6", "--file", "games.jsonl")[1]
    file = folder / "games.jsonl"
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-9], encoding="utf-8")
    assert run(*ASKED, "--games", "6", "--file", "games.jsonl")[1] == whole
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("content", ["{}\n", "no games\n", '["a"]\n', '{"made with": 1}\n[1, 2]\n'])
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(
    run: Run, folder: Path, content: str
) -> None:
    (folder / "notes.txt").write_text(content)
    code, out, told = run(*ASKED, "--file", "notes.txt")
    assert (code, out) == (2, "")
    assert told == "parvis: notes.txt: these are not the games of a ladder\n"
    assert (folder / "notes.txt").read_text() == content


def test_games_of_another_seed_are_not_counted_together(run: Run) -> None:
    run(*ASKED, "--games", "2", "--file", "games.jsonl")
    code, _, told = run(*ASKED, "--games", "2", "--file", "games.jsonl", "--seed", "other")
    assert code == 2
    assert told.startswith("parvis: games.jsonl: these games were played with another seed")
    assert run(*ASKED, "--file", "missing/games.jsonl")[0] == 2


def test_weights_and_rules_of_this_game_count_and_pictures_and_others_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "parvis"
    shutil.copytree(sources.PACKAGE, copy, ignore=shutil.ignore_patterns("web", "table", "*.po"))
    monkeypatch.setattr(sources, "PACKAGE", copy)
    game = game_of("neoville")
    found = copy / "games" / "neoville"
    monkeypatch.setattr("parvis.lab.sources.resources.files", lambda name: found)
    digests = [sources.digest_for(game)]

    def changed(name: str) -> bool:
        with (copy / name).open("a") as file:
            file.write("# another\n")
        digests.append(sources.digest_for(game))
        return digests[-1] != digests[-2]

    assert changed("games/neoville/legality.py")
    assert changed("games/neoville/pack.toml")
    assert changed("bots/data/neoville.toml")
    assert changed("bots/neoville_outlook.py")
    assert changed("bots/search.py")
    assert changed("engine/position.py")
    assert not changed("games/neoville/labels.py")
    assert not changed("engine/rulebook.py")
    assert not changed("games/neotopia/legality.py")
    assert not changed("bots/data/neotopia.toml")
    assert not changed("bots/neotopia_sense.py")

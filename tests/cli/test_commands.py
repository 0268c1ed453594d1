"""The other commands, and what is said to bad input: one sentence, code 2, never a traceback."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import parvis
from parvis.cli import web
from parvis.cli.main import parser
from parvis.cli.progress import counting
from parvis.cli.screen import Screen
from parvis.engine.record import Record
from parvis.lab.executors import ExecutorError, Here, Item, Result
from parvis.lab.match import Match
from tests.cli.conftest import Run


@pytest.fixture
def record(folder: Path) -> Record:
    """A finished game in game.parvis."""
    begun = Record.begin("cites-nouvelles", 3, "drawn", players=("Ada", "Ben", "Cleo"))
    found = at_random(begun)
    (folder / "game.parvis").write_text(found.text())
    return found


def at_random(record: Record) -> Record:
    """The whole game."""
    position = record.start()
    rng = parvis.Rng(1)
    while not position.over():
        moves = position.moves()
        move = moves[rng.below(len(moves))]
        record = record.with_move(position, move)
        position.play(move)
    return record.finish(position)


BAD = [
    ("fly",),
    ("--lang", "de"),
    ("serve", "--port", "99999"),
    ("--port", "99999"),
    ("play", "chess"),
    ("play", "missing.parvis"),
    ("play", "stairs", "--seats", "7"),
    ("play", "stairs", "--seats", "many"),
    ("play", "stairs", "--bots", "deep-thought"),
    ("play", "stairs", "--bots", "flat:0"),
    ("play", "stairs", "--bots", "random,random,random"),
    ("play", "stairs", "--names", "A,B,C"),
    ("play", "stairs", "--names", "bot flat"),
    ("play", "stairs", "--save", "missing/game.parvis"),
    ("play", "stairs", "--save", "."),
    ("play", "stairs", "--options", "rounds"),
    ("play", "stairs", "--options", "rounds=0"),
    ("play", "stairs", "--options", "dice=3"),
    ("play", "stairs", "--pack", "missing.toml"),
    ("play", "stairs", "--pack", "broken.toml"),
    ("play", "stairs", "--pack", "odd.toml"),
    ("play", "."),
    ("play", "binary.parvis"),
    ("play", "--last"),
    ("replay",),
    ("replay", "--last"),
    ("replay", "binary.parvis"),
    ("replay", "game.parvis", "--seat", "4"),
    ("replay", "cut.parvis"),
    ("draw",),
    ("draw", "game.parvis", "--position", "stairs/1"),
    ("draw", "game.parvis", "--at", "99999"),
    ("draw", "game.parvis", "--at", "-1"),
    ("draw", "game.parvis", "--seat", "9"),
    ("draw", "game.parvis", "-o", "game.gif"),
    ("draw", "game.parvis", "-o", "missing/game.svg"),
    ("draw", "game.parvis", "--theme", "pink"),
    ("draw", "--position", "nonsense"),
    ("draw", "--position", "chess/1 seats=2"),
    ("draw", "--position", ""),
    ("verify", "binary.parvis"),
    ("verify", "cut.parvis"),
    ("verify",),
    ("pack",),
    ("pack", "check", "broken.toml"),
    ("pack", "check", "odd.toml", "--game", "stairs"),
    ("pack", "check", "odd.toml", "--game", "chess"),
    ("pack", "check", "binary.parvis"),
    ("pack", "show", "chess"),
    ("bench", "--game", "chess"),
    ("bench", "--seats", "9"),
    ("bench", "--seconds", "nan"),
    ("bench", "--seconds", "0"),
    ("load", "--pause", "-1"),
    ("soak", "--minutes", "1441"),
    ("soak", "--pause", "61"),
    ("ladder", "stairs", "--bots", "random"),
    ("ladder", "stairs", "--games", "0"),
    ("ladder", "stairs", "--seats", "5"),
    ("ladder", "chess"),
    ("study", "stairs", "--bots", ","),
    ("study", "stairs", "--bots", "x"),
    ("study", "stairs", "--jobs", "0"),
    ("study", "stairs", "--cluster", "nowhere"),
    ("study", "stairs", "--cluster", "ray://somewhere:99999"),
    ("ladder", "stairs", "--cluster", "127.0.0.1:1"),
]


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_bad_input_gets_one_sentence(
    arguments: tuple[str, ...], run: Run, record: Record, folder: Path
) -> None:
    (folder / "binary.parvis").write_bytes(b"\xff\x00\x80")
    (folder / "broken.toml").write_text("name = [")
    (folder / "odd.toml").write_text('name = "x"\nhand = 99\n')
    (folder / "cut.parvis").write_text(record.text()[:400])
    code, _, err = run(*arguments)
    assert code == 2
    assert err.startswith("parvis: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_place_that_cannot_be_written_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
    code, _, err = run("play", "stairs", "--bots", "random")
    assert code == 2
    assert err.startswith("parvis: /proc/nowhere")


def test_help_is_given_in_three_languages(run: Run) -> None:
    for language, word in (("fr", "jouer"), ("en", "play a game"), ("it", "gioca")):
        code, out, _ = run("--lang", language, "--help")
        assert code == 0
        assert word in out
        assert run("play", "--lang", language, "--help")[0] == 0


def test_the_port_can_be_chosen_without_a_command() -> None:
    asked = parser(Screen("en").speech).parse_args(["--port", "8461", "--no-open"])
    assert asked.run is web.alone
    assert (asked.port, asked.open) == (8461, False)


def test_the_locale_chooses_the_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert "comandi" in run("--help")[1]
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert "commandes" in run("--help")[1]
    monkeypatch.setenv("LC_ALL", "C")
    assert "comandi" in run("--help")[1]


def test_games_names_every_game_with_its_options_and_bots(run: Run) -> None:
    code, out, _ = run("games", "--lang", "en")
    assert code == 0
    for game in parvis.all_games():
        assert game.name in out
        assert all(option.name in out for option in game.options)
    assert "random, flat" in out


def test_a_replay_tells_every_move(run: Run, record: Record) -> None:
    code, out, _ = run("replay", "game.parvis", "--fast")
    assert code == 0
    for number, move in enumerate(record.moves, 1):
        assert f"{number:4} {move}" in out
    assert "Ada" in out
    assert run("replay", "game.parvis", "--seat", "2")[0] == 0


def test_a_game_that_ended_before_its_end_is_verified_and_says_how(
    run: Run, record: Record, folder: Path
) -> None:
    cut = replace(record, moves=record.moves[:4], result=None, final="")
    told = replace(cut, stopped="resigned", gave_up={1: 4}, won=(0,))
    (folder / "stopped.parvis").write_text(told.text(), encoding="utf-8")
    code, out, _ = run("verify", "stopped.parvis")
    assert code == 0
    assert "who gave up or stopped" in out
    code, out, _ = run("replay", "stopped.parvis", "--fast", "--lang", "en")
    assert code == 0
    assert "has resigned: Ada wins the game." in out


def test_a_drawing_is_written_as_svg_and_png(run: Run, record: Record, folder: Path) -> None:
    code, out, _ = run("draw", "game.parvis", "--at", "5", "--seat", "1", "--lang", "fr")
    assert code == 0
    assert out.startswith("<svg")
    assert run("draw", "game.parvis", "-o", "last.svg", "--theme", "dark", "--tall")[0] == 0
    assert (folder / "last.svg").read_text().startswith("<svg")
    position = record.position(7)
    assert run("draw", "--position", position.text(), "-o", "seven.svg")[0] == 0
    assert run("draw", "game.parvis", "-o", "last.png")[0] == 0
    assert (folder / "last.png").read_bytes().startswith(b"\x89PNG")


def test_all_hands_open_are_more_than_any_seat_saw(run: Run, record: Record) -> None:
    opened = run("draw", "game.parvis", "--at", "5", "--open", "--lang", "en")[1]
    assert opened.count("Hand: ") == record.seats
    code, _, err = run("draw", "game.parvis", "--open", "--seat", "1", "--lang", "en")
    assert code == 2
    assert "one or the other" in err


def test_a_film_is_written_as_gif_and_as_nothing_else(
    run: Run, record: Record, folder: Path
) -> None:
    origin = record.position(len(record.moves) - 3).text()
    begun = Record.begin(record.game, record.seats, "filmed", origin=origin)
    (folder / "game.parvis").write_text(at_random(begun).text())
    assert run("film", "game.parvis", "-o", "game.gif", "--open")[0] == 0
    assert (folder / "game.gif").read_bytes().startswith(b"GIF89a")
    code, _, err = run("film", "game.parvis", "-o", "game.png", "--lang", "en")
    assert code == 2
    assert "game.png" in err


def test_a_drawing_for_a_seat_differs_from_that_for_a_spectator(run: Run, record: Record) -> None:
    mine = run("draw", "game.parvis", "--at", "5", "--seat", "1")[1]
    assert mine != run("draw", "game.parvis", "--at", "5")[1]


def test_verify_tells_what_does_not_hold(run: Run, record: Record, folder: Path) -> None:
    assert run("verify", "game.parvis")[0] == 0
    text = record.text()
    forged = {
        "seed": text.replace(f"seed: {record.seed}", "seed: another"),
        "result": text.replace("result: ", "result: 9"),
        "final": text.replace(f"final: {record.final}", f"final: {'0' * 64}"),
    }
    for name, content in forged.items():
        (folder / f"{name}.parvis").write_text(content)
        code, out, err = run("verify", f"{name}.parvis")
        assert (code, err) == (1, ""), name
        assert "does not hold" in out


def test_a_pack_is_shown_checked_and_recognised(run: Run, folder: Path) -> None:
    for game in parvis.all_games():
        source = run("pack", "show", game.id)[1]
        assert source == game.pack.source
        (folder / "mine.toml").write_text(source)
        code, out, _ = run("pack", "check", "mine.toml")
        assert code == 0
        assert f"comes with {game.id}" in out
    (folder / "mine.toml").write_text('name = "Five"\nhand = 5\n')
    code, out, _ = run("pack", "check", "mine.toml", "--game", "stairs")
    assert code == 0
    assert "--pack mine.toml" in out


def test_a_broken_pack_names_the_entry(run: Run, folder: Path) -> None:
    (folder / "mine.toml").write_text('name = "Five"\nhand = 55\n')
    _, _, err = run("pack", "check", "mine.toml", "--game", "stairs")
    assert "hand: expected a whole number from 1 to 9, found 55" in err


def test_the_bench_prints_rows_as_json_and_as_a_table(run: Run) -> None:
    code, out, _ = run("bench", "--game", "stairs", "--seconds", "0.001", "--json")
    assert code == 0
    rows = json.loads(out)
    assert [row["seats"] for row in rows] == [2, 3, 4]
    wanted = {
        "game", "seats", "decisions_per_s", "playouts_per_s", "api_decisions_per_s", "copy_us",
        "compiled",
    }  # fmt: skip
    assert all(wanted <= set(row) for row in rows)
    assert "stairs" in run("bench", "--game", "stairs", "--seconds", "0.001")[1]


def test_the_bench_tells_how_long_a_bot_thinks_at_several_tables(run: Run) -> None:
    asked = ("bench", "--game", "stairs", "--seats", "2", "--thinking", "flat:5", "--tables", "1")
    (row,) = json.loads(run(*asked, "--json")[1])
    assert (row["bot"], row["seats"], row["tables"], row["games"]) == ("flat:5", 2, 1, 1)
    assert 0 < row["mean"] <= row["most"] <= row["longest"]
    assert row["decisions"] > 0
    code, out, _ = run(*asked)
    assert code == 0
    assert str(row["decisions"]) in out
    code, out, told = run("bench", "--game", "stairs", "--thinking", "deep-thought")
    assert (code, out) == (2, "")
    assert "deep-thought" in told


def test_a_ladder_and_a_study_print_tables_and_json(run: Run) -> None:
    arguments = ("stairs", "--games", "6", "--seats", "2")
    assert "flat:5" in run("ladder", *arguments, "--bots", "flat:5,random")[1]
    (rung,) = json.loads(run("ladder", *arguments, "--bots", "flat:5,random", "--json")[1])
    assert rung["games"] == 6
    assert "ST-2.3" in run("study", *arguments, "--bots", "random")[1]
    (found,) = json.loads(run("study", *arguments, "--bots", "random", "--json")[1])
    assert found["decisions"] == 18


def test_without_ray_a_cluster_is_refused_in_a_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for command in ("ladder", "study"):
        code, out, told = run(command, "stairs", "--cluster", "auto")
        assert (code, out) == (2, "")
        assert told == 'parvis: --cluster needs Ray: pip install "parvis[cluster]"\n'


def test_a_cluster_that_is_lost_leaves_what_was_counted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lost(Here):
        def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
            yield from itertools.islice(map(work, items), 8)
            raise ExecutorError("cli.cluster.deserted")

    monkeypatch.setattr("parvis.cli.lab.executor_of", lambda *_: Lost())
    study = ("study", "stairs", "--games", "6", "--bots", "random")
    code, out, told = run(*study, "--json")
    assert code == 2
    assert [found["games"] for found in json.loads(out)] == [6, 2]
    assert told.splitlines() == [
        "parvis: the cluster has no node that could play",
        "Broken off after 8 of 18 games; this is what was counted until then.",
    ]


def test_a_long_study_tells_now_and_then_how_far_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.cli.progress.NOW_AND_THEN", 0.0)
    study = ("study", "stairs", "--games", "3", "--seats", "2", "--bots", "random")
    code, out, told = run(*study)
    assert code == 0
    assert [line.partition(",")[0] for line in told.splitlines()] == [
        "1 of 3 games", "2 of 3 games", "3 of 3 games",
    ]  # fmt: skip
    assert "of 3 games" not in out
    assert run(*study, "--quiet")[2] == ""
    assert run(*study, "--json")[2] == ""


def test_lines_of_progress_keep_their_distance(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(1000))
    with counting(Screen("en").speech, 40, False, lambda: next(clock)) as progress:
        for _ in range(40):
            progress()
    assert capsys.readouterr().err.splitlines() == [
        f"{done} of 40 games, 1 a second, 0:00:{40 - done:02} left" for done in (10, 20, 30, 40)
    ]


def test_a_match_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parvis.lab.match.LONGEST", 3)
    with pytest.raises(RuntimeError, match="does not end"):
        Match("stairs", ("random", "random"), "x").play()


def test_without_a_driver_for_postgresql_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    code, out, told = run("serve", "--database", "postgresql://ada@localhost/tables")
    assert (code, out) == (2, "")
    assert told.count("\n") == 1
    assert 'pip install "parvis[postgres]"' in told


@pytest.mark.parametrize("way", [("replay", "--fast"), ("replay",), ("verify",), ("draw",)])
def test_a_record_with_a_move_that_is_not_legal_is_refused_by_its_line(
    run: Run, record: Record, way: tuple[str, ...]
) -> None:
    text = record.text()
    first, second = record.moves[:2]
    Path("bad.parvis").write_text(text.replace(f": {first} {second}", f": {second} {second}"))
    code, out, err = run(way[0], "bad.parvis", *way[1:])
    assert code in (1, 2)
    assert f"move 2 ({second}) is not legal" in out + err


def test_a_pack_that_would_take_for_ever_is_refused_at_once(run: Run) -> None:
    Path("deep.toml").write_text("a" + ".a" * 60_000 + " = 1\n")
    code, _, err = run("pack", "check", "deep.toml")
    assert code == 2
    assert "line 1: 60000 dots" in err


def test_verify_of_a_record_of_other_rules_says_what_still_holds(
    run: Run, record: Record, folder: Path
) -> None:
    older = replace(record, rules=9, final="0" * 64).text()
    (folder / "older.parvis").write_text(older)
    code, out, err = run("verify", "older.parvis")
    assert code == 3
    assert not err
    assert "✓ seed and salt fit" in out
    assert "recorded by version 9" in out
    assert "all " not in out
    code, _, err = run("replay", "older.parvis", "--fast")
    assert code == 2
    assert "recorded by rules version 9" in err
    forged = older.replace("salt: ", "salt: 0", 1)
    (folder / "forged.parvis").write_text(forged)
    assert run("verify", "forged.parvis")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "name", "value"),
    [
        (("soak", "--minutes", "1440"), "minutes", 1440.0),
        (("soak", "--pause", "0"), "pause", 0.0),
        (("load", "--pause", "0"), "pause", 0.0),
    ],
)
def test_a_day_may_be_watched_and_pauses_may_be_none(
    arguments: tuple[str, ...], name: str, value: float
) -> None:
    assert getattr(parser(Screen("en").speech).parse_args(arguments), name) == value


def test_minutes_that_do_not_fit_are_called_minutes(run: Run) -> None:
    assert "minutes from 0.01 to 1440" in run("soak", "--minutes", "0")[2]


def test_a_finished_game_is_analysed_in_words_and_as_data(run: Run, folder: Path) -> None:
    found = Record.begin("stairs", 2, "analysed", {"rounds": 1}, players=("Ada", "Ben"))
    position, rng = found.start(), parvis.Rng(1)
    while not position.over():
        move = int(position.random_move(rng))
        found = found.with_move(position, move)
        position.play(move)
    (folder / "game.parvis").write_text(found.finish(position).text())
    asked = ("analyse", "game.parvis", "--jobs", "1", "--effort", "0.02", "--seed", "3")
    code, told, _ = run("--lang", "fr", *asked, "--quiet")
    assert code == 0
    for words in ("Ada", "Ben", "Chances de victoire", "Sans la chance"):
        assert words in told
    code, told, noise = run(*asked, "--json")
    data = json.loads(told)
    assert (code, noise, data["game"], data["seed"]) == (0, "", "stairs", 3)
    assert len(data["course"]) == len(found.moves) + 1
    assert run(*asked, "--json")[1] == told, "the same seed, the same analysis"


def test_only_a_finished_game_is_analysed(run: Run, record: Record, folder: Path) -> None:
    cut = replace(record, moves=record.moves[:5], result=None, final="")
    (folder / "game.parvis").write_text(cut.text())
    code, _, told = run("analyse", "game.parvis")
    assert code == 2
    assert "not over" in told
    assert run("analyse")[0] == 2
    assert run("analyse", "game.parvis", "--effort", "0")[0] == 2

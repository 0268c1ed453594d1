"""Games at the terminal, from the first question to the record of the last move."""

from __future__ import annotations

from pathlib import Path

import pytest

import parvis
from parvis.cli.session import Session
from parvis.engine.record import Record
from tests.cli.conftest import Run
from tests.conformance.cases import Case

CASES = [Case(game, seats) for game in parvis.all_games() for seats in game.seats]
FIRST = "1\n" * 4000  # always the first choice


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_whole_game_is_played_to_a_record_that_verifies(case: Case, run: Run) -> None:
    bots = ",".join(["random"] * (case.seats - 1))
    code, out, err = run(
        "play", case.game.id, "--seats", str(case.seats), "--bots", bots, "--seed", "4",
        "--save", "game.parvis", typing=FIRST,
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "The record is in game.parvis" in out
    code, out, err = run("verify", "game.parvis")
    assert (code, err) == (0, ""), out
    assert out.count("✓") == 4


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_a_game_of_bots_is_watched_in_every_language(run: Run, language: str) -> None:
    code, out, _ = run(
        "play", "cites-nouvelles", "--seats", "3", "--bots", "random,random,random",
        "--lang", language, "--save", "game.parvis",
    )  # fmt: skip
    assert code == 0
    assert {"fr": "gagne", "en": "wins", "it": "vince"}[language] in out


def test_a_game_with_a_seed_and_simulations_is_the_same_again(run: Run) -> None:
    games = []
    for name in ("a.parvis", "b.parvis"):
        arguments = ("--bots", "flat:9", "--seed", "x", "--save", name)
        run("play", "toy", *arguments, typing="1\n" * 9)
        games.append(Record.read(Path(name).read_text()).moves)
    assert games[0] == games[1]


def test_options_and_a_pack_of_ones_own_are_played_with(run: Run) -> None:
    Path("mine.toml").write_text('name = "Twelve"\ncards = 12\n')
    arguments = ("--options", "die=2", "--pack", "mine.toml", "--bots", "random")
    code, _, _ = run("play", "toy", *arguments, "--save", "g.parvis", typing=FIRST)
    record = Record.read(Path("g.parvis").read_text())
    assert code == 0
    assert record.options == {"die": "2"}
    assert record.pack is not None
    assert run("verify", "g.parvis")[0] == 0


def test_people_at_one_screen_never_see_each_others_hands(run: Run) -> None:
    typing = "\n1\n" * 9
    code, out, _ = run("play", "toy", "--bots", "none", "--names", "Ada,Ben", typing=typing)
    assert code == 0
    screens = out.split("─" * 40 + "\n")
    assert sum("Pass the screen to Ada" in text for text in screens) >= 2
    for text in screens:
        assert not ("Toy · Ada" in text and "Toy · Ben" in text)
        if "Pass the screen" in text:
            assert "Hand" not in text


def test_one_may_pick_by_number_by_place_or_by_notation(run: Run) -> None:
    position = parvis.start("toy", 2, "5")
    first = position.moves()[0]
    for typed in ("1", f"card-{first + 1}", f"c{first + 1}", f"the {first + 1}"):
        _, out, _ = run("play", "toy", "--bots", "random", "--seed", "5", typing=typed + "\n")
        assert f"plays the {first + 1}" in out


def test_a_refused_move_is_told_with_its_clause_and_can_be_asked_about(run: Run) -> None:
    position = parvis.start("toy", 2, "5")
    missing = next(card for card in range(9) if card not in position.moves())
    typing = f"c{missing + 1}\nwhy c{missing + 1}\nwhy card-{missing + 1}\nwhy 1\nwhy\nwhy xyz\n"
    _, out, _ = run("play", "toy", "--bots", "random", "--seed", "5", typing=typing)
    assert out.count(f"TY-1.1  You do not hold the {missing + 1}") == 3
    assert "This is allowed." in out
    assert "Which move?" in out
    assert "“xyz” is no move" in out


JUNK = (
    "0", "-1", "99999999999", "٣", "why 0", "why -1", "why ٣", "why a b c", "why block-T99",
    "why city-0-9-9 city-0-9-9", "why slot-1 card-99", "x" * 300, "why " + "y" * 300, "🏠",
    "rules .*", "save", "\x00", "%s {who} [bold]", "1 2 3", "T99", "=", "!", "/",
    "why /", "a@b", "1,1",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_that_one_types_breaks_a_game(case: Case, run: Run) -> None:
    bots = ",".join(["random"] * (case.seats - 1))
    typing = "".join(f"{line}\n" for line in JUNK) + "1\n1\n1\n"
    code, _, err = run(
        "play", case.game.id, "--seats", str(case.seats), "--bots", bots, typing=typing * 3
    )
    assert (code, err) == (0, "")


def test_every_command_answers(run: Run) -> None:
    typing = "help\nscore\nrules\nrules TY-1.2\nrules XX\nhint\ntable\nback\nundo\nsave\n\nhm\n?\n"
    code, out, err = run("play", "toy", "--bots", "random", "--lang", "en", typing=typing)
    assert (code, err) == (0, "")
    for words in (
        "where every point comes from",
        "no points yet",
        "TY-1.3 End",
        "The highest card wins",
        "no clause XX",
        "% of victory",
        "Nothing to take back",
        "Where? For example",
        "Type a number",
        "“hm” is no move",
    ):
        assert words in out, words


def test_the_table_is_drawn_to_a_file_during_the_game(run: Run, folder: Path) -> None:
    typing = "draw\ndraw mine.svg\ndraw mine.gif\n"
    _, out, _ = run("play", "toy", "--bots", "random", typing=typing)
    assert "Where? For example: draw" in out
    assert "Written: mine.svg" in out
    assert "mine.gif: a drawing is written to .svg or .png" in out
    assert (folder / "mine.svg").read_text().startswith("<svg")


def test_commands_are_understood_in_ones_own_language_and_in_english(run: Run) -> None:
    typing = "pourquoi\nwhy\npoints\nscore\nrègles TY-1.1\n"
    _, out, _ = run("play", "toy", "--bots", "random", "--lang", "fr", typing=typing)
    assert out.count("Quel coup\u00a0?") == 2
    assert out.count("pas encore de points") == 4


def test_a_saved_game_carries_no_seed_and_goes_on_where_it_was_begun(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = run("play", "toy", "--bots", "random", typing="1\nsave evening\n")
    assert "Written: evening.parvis" in out
    text = Path("evening.parvis").read_text()
    record = Record.read(text)
    assert record.seed == record.salt == ""
    assert record.commitment
    code, out, _ = run("play", "evening.parvis", "--save", "end.parvis", typing=FIRST)
    assert code == 0
    ended = Record.read(Path("end.parvis").read_text())
    assert ended.moves[: len(record.moves)] == record.moves
    assert ended.result is not None
    assert ended.commitment == record.commitment
    assert run("verify", "end.parvis")[0] == 0
    monkeypatch.setenv("XDG_STATE_HOME", "elsewhere")
    code, _, err = run("play", "evening.parvis")
    assert code == 2
    assert "only where it was begun" in err


def test_leaving_loses_nothing(run: Run) -> None:
    code, out, _ = run("play", "toy", "--bots", "random", typing="1\nquit\n")
    assert code == 0
    assert "parvis play --last" in out
    code, out, _ = run("play", "--last", typing=FIRST)
    assert code == 0
    assert "wins" in out or "share" in out
    code, _, err = run("play", "--last")
    assert code == 2
    assert "has ended" in err


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: game.id)
def test_undo_takes_back_a_move_of_ones_own_turn_that_showed_nothing(game: parvis.Game) -> None:
    seats = game.seats[0]
    record = Record.begin(game.id, seats, "undo", players=("Ada",) * seats)
    session = Session(game, record, record.start())
    rng = parvis.Rng(3)
    undone = 0
    while not session.position.over() and undone < 5:
        before = session.position.text()
        seat = session.position.turn()
        moves = session.position.moves()
        move = moves[rng.below(len(moves))]
        reveals = session.position.reveals(move)
        session.play(move)
        if session.position.turn() != seat or reveals or session.position.over():
            assert not session.may_undo()
            continue
        assert session.may_undo()
        session.undo()
        assert session.position.text() == before
        session.play(move)
        undone += 1


def test_the_chooser_asks_for_game_and_players(run: Run) -> None:
    games = [game.id for game in parvis.all_games()]
    number = games.index("toy") + 1
    typing = f"99\n{number}\n7\n2\n\n" + "1\n" * 9
    code, out, _ = run("play", typing=typing)
    assert code == 0
    assert "One of 2, 3" in out
    assert "The record is in" in out
    assert run("play", typing="q\n")[0] == 0
    assert run("play", typing="")[0] == 0


def test_without_a_command_the_web_table_is_served_or_else_a_game_is_chosen(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.cli.web.can_serve", lambda: False)
    assert "Which game?" in run(typing="q\n")[1]
    assert run("serve")[0] == 2
    pytest.importorskip("uvicorn")
    served: list[object] = []

    def serve(*given: object) -> int:
        served.append(given)
        return 0

    monkeypatch.setattr("parvis.cli.web.can_serve", lambda: True)
    monkeypatch.setattr("parvis.web.server.serve", serve)
    assert run()[0] == 0
    assert run("serve", "--host", "0.0.0.0", "--port", "8080")[0] == 0
    assert served == [
        ("127.0.0.1", 1974, None, True, False),
        ("0.0.0.0", 8080, None, True, False),
    ]

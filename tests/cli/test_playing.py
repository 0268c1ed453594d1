"""Games at the terminal, from the first question to the record of the last move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parvis
from parvis.bots.advice import Advice, only
from parvis.cli.pictures import victory
from parvis.cli.screen import speech_for
from parvis.cli.session import Session
from parvis.engine.record import Record
from tests.cli.conftest import Run
from tests.conformance.cases import Case
from tests.example import games_and_example
from tests.stairs.position import Stairs

CASES = [Case(game, seats) for game in games_and_example() for seats in game.seats]
RULES = parvis.game_of("cites-nouvelles").rules
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
        run("play", "stairs", *arguments, typing="1\n" * 9)
        games.append(Record.read(Path(name).read_text()).moves)
    assert games[0] == games[1]


def test_options_and_a_pack_of_ones_own_are_played_with(run: Run) -> None:
    Path("mine.toml").write_text('name = "Five"\nhand = 5\n')
    arguments = ("--options", "rounds=2", "--pack", "mine.toml", "--bots", "random")
    code, _, _ = run("play", "stairs", *arguments, "--save", "g.parvis", typing=FIRST)
    record = Record.read(Path("g.parvis").read_text())
    assert code == 0
    assert record.options == {"rounds": "2"}
    assert record.pack is not None
    assert run("verify", "g.parvis")[0] == 0


def test_people_at_one_screen_never_see_each_others_hands(run: Run) -> None:
    typing = "\n1\n1\n1\n" * 6
    code, out, _ = run("play", "stairs", "--bots", "none", "--names", "Ada,Ben", typing=typing)
    assert code == 0
    screens = out.split("─" * 40 + "\n")
    assert sum("Pass the screen to Ada" in text for text in screens) >= 2
    for text in screens:
        assert not ("Stairs · Ada" in text and "Stairs · Ben" in text)
        if "Pass the screen" in text:
            assert "Hand" not in text


def test_one_may_pick_by_number_by_place_or_by_notation(run: Run) -> None:
    for typed in ("1", "step-0", "m0", "step 0"):
        _, out, _ = run("play", "stairs", "--bots", "random", "--seed", "5", typing=typed + "\n")
        assert "marks step 0" in out


def test_a_refused_move_is_told_with_its_clause_and_can_be_asked_about(run: Run) -> None:
    position = parvis.start("stairs", 2, "5")
    for move in ("m0", "draw"):
        position.play(position.read(move))
    card = next(n for n in range(10) if position.read(f"c{n}") not in position.moves())
    typing = f"m0\ndraw\nc{card}\nwhy c{card}\nwhy card-{card}\nwhy 1\nwhy\nwhy xyz\n"
    _, out, _ = run("play", "stairs", "--bots", "random", "--seed", "5", typing=typing)
    assert out.count(f"ST-1.4  You do not hold the {card}") == 3
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


@pytest.mark.parametrize("saved", [False, True], ids=["at once", "gone on with"])
def test_a_hint_remembers_what_was_drawn_and_put_back(
    saved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(Record.begin("stairs", 2, "a seed", {}, None, ("Ada", "Bob")))
    session.play(session.position.moves()[0])
    session.play(session.position.moves()[0])
    card = hand_of(session.position)[-1]
    session.undo(practice=True)
    if saved:
        session = Session(Record.read(session.record().text()))
    drawn: list[int] = []

    def advise(position: parvis.Position, seed: int, picks: tuple[str, ...]) -> Advice:
        for _ in range(20):
            ahead = position.guess(0, parvis.Rng(seed))
            ahead.play(ahead.moves()[0])
            drawn.append(hand_of(ahead)[-1])
        return only("draw")

    monkeypatch.setattr("parvis.cli.session.advise", advise)
    session.hint()
    assert drawn == [card] * 20


def test_advice_is_followed_by_one_word_where_it_was_given(run: Run) -> None:
    _, out, _ = run(
        "play", "stairs", "--bots", "random", "--lang", "en", typing="follow\nhint\nfollow\n"
    )
    assert "no advice to follow here" in out
    advised = re.search(r"Advice: (\w+) ", out)
    assert advised is not None
    assert "Second choice: " in out
    assert "“follow” plays it." in out
    after = out[out.index("“follow” plays it.") :]
    assert f"marks step {advised[1].removeprefix('m')}" in after


def hand_of(position: parvis.Position) -> list[int]:
    assert isinstance(position, Stairs)
    return position.hands[0]


def test_every_command_answers(run: Run) -> None:
    typing = "help\nscore\nrules\nrules ST-1.2\nrules XX\nhint\ntable\nback\nundo\nsave\n\nhm\n?\n"
    code, out, err = run("play", "stairs", "--bots", "random", "--lang", "en", typing=typing)
    assert (code, err) == (0, "")
    for words in (
        "where every point comes from",
        "no points yet",
        "ST-2.2 End",
        "Put your mark on any step",
        "no clause XX",
        "Advice: ",
        "You have no move to take back",
        "Where? For example",
        "Type a number",
        "“hm” is no move",
    ):
        assert words in out, words


def test_the_table_is_drawn_to_a_file_during_the_game(run: Run, folder: Path) -> None:
    typing = "draw\ndraw mine.svg\ndraw mine.gif\n"
    _, out, _ = run("play", "stairs", "--bots", "random", typing=typing)
    assert "Where? For example: draw" in out
    assert "Written: mine.svg" in out
    assert "mine.gif: a drawing is written to .svg or .png" in out
    assert (folder / "mine.svg").read_text().startswith("<svg")


def test_commands_are_understood_in_ones_own_language_and_in_english(run: Run) -> None:
    typing = "pourquoi\nwhy\npoints\nscore\nrègles ST-1.1\n"
    _, out, _ = run("play", "stairs", "--bots", "random", "--lang", "fr", typing=typing)
    assert out.count("Quel coup\u202f?") == 2
    assert out.count("pas encore de points") == 4


def test_a_saved_game_carries_no_seed_and_goes_on_where_it_was_begun(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = run("play", "stairs", "--bots", "random", typing="1\nsave evening\n")
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
    code, out, _ = run("play", "stairs", "--bots", "random", typing="1\nquit\n")
    assert code == 0
    assert "parvis play --last" in out
    code, out, _ = run("play", "--last", typing=FIRST)
    assert code == 0
    assert "wins" in out or "share" in out
    code, _, err = run("play", "--last")
    assert code == 2
    assert "has ended" in err


@pytest.mark.parametrize("game", games_and_example(), ids=lambda game: game.id)
def test_undo_takes_back_a_move_of_ones_own_turn_that_showed_nothing(game: parvis.Game) -> None:
    seats = game.seats[0]
    record = Record.begin(game.id, seats, "undo", players=("Ada",) * seats)
    session = Session(record)
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
            continue
        session.undo()
        assert not session.table.practice
        assert session.position.text() == before
        session.play(move)
        undone += 1


WINNING = {
    "fr": ("Ada gagne.", "Ada et Ben se partagent la victoire.", "Ada et Ben gagnent."),
    "en": ("Ada wins.", "Ada and Ben share the victory.", "Ada and Ben win."),
    "it": ("Ada vince.", "Ada e Ben si dividono la vittoria.", "Ada e Ben vincono."),
}


@pytest.mark.parametrize("language", WINNING)
def test_one_winner_wins_and_two_win(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = parvis.start("stairs", 2, "5")
    speech = speech_for(None, language, ["Ada", "Ben"])
    told = []
    for winners, sides in (([0], [[0], [1]]), ([0, 1], [[0], [1]]), ([0, 1], [[0, 1]])):
        monkeypatch.setattr(position, "winners", lambda winners=winners: winners)
        monkeypatch.setattr(position, "sides", lambda sides=sides: sides)
        told.append(victory(position, speech))
    assert tuple(told) == WINNING[language]


TOLD = {"fr": "entraînement", "en": "practice", "it": "allenamento"}
YES = {"fr": "oui", "en": "yes", "it": "sì"}


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_alone_with_bots_one_takes_back_what_was_shown_and_the_game_is_practice(
    run: Run, language: str
) -> None:
    typing = f"1\n1\nundo\n{YES[language]}\n" + FIRST
    arguments = ("--bots", "random", "--seed", "5", "--lang", language, "--save", "game.parvis")
    code, out, err = run("play", "stairs", *arguments, typing=typing)
    assert (code, err) == (0, "")
    before, _, after = out.partition("(" + YES[language])
    assert TOLD[language] in before.splitlines()[-1], "one is told what it makes of the game"
    assert f"· {TOLD[language]}" in after, "the table says so"
    record = Record.read(Path("game.parvis").read_text())
    assert record.practice == 2
    assert record.result is not None
    assert TOLD[language] in after.splitlines()[-2].casefold(), "and so does the end"
    for command in (("verify", "game.parvis"), ("replay", "game.parvis", "--fast")):
        code, out, _ = run(*command, "--lang", language)
        assert code == 0
        assert TOLD[language] in out.splitlines()[-1].casefold()


@pytest.mark.parametrize("answer", ["no", "", "undo", "1"])
def test_without_a_yes_nothing_is_taken_back_and_nothing_marked(run: Run, answer: str) -> None:
    typing = f"1\n1\nundo\n{answer}\n"
    _, out, _ = run("play", "stairs", "--bots", "random", "--seed", "5", typing=typing)
    assert "would make this a practice game" in out
    assert "takes back" not in out
    assert "take back" not in out
    _, out, _ = run("play", "stairs", "--bots", "random", "--save", "g.parvis", typing=FIRST)
    assert "practice" not in out + Path("g.parvis").read_text()
    assert "practice" not in run("verify", "g.parvis")[1]


def test_a_practice_game_is_one_still_when_it_is_gone_on_with(run: Run) -> None:
    typing = "1\n1\nundo\nyes\n1\nquit\n"
    run("play", "stairs", "--bots", "random", "--save", "evening.parvis", typing=typing)
    assert Record.read(Path("evening.parvis").read_text()).practice == 2
    # And what was played before one left can be taken back, without a second question.
    typing = "undo\n" + FIRST
    _, out, _ = run("play", "evening.parvis", "--save", "end.parvis", typing=typing)
    assert "takes back" in out or "take back" in out
    ended = Record.read(Path("end.parvis").read_text())
    assert ended.practice == 2
    assert ended.result is not None


def test_a_saved_game_with_a_move_that_is_not_legal_is_refused_by_its_line(run: Run) -> None:
    run("play", "stairs", "--bots", "random", "--save", "e.parvis", typing="1\n1\nquit\n")
    text = Path("e.parvis").read_text()
    first, second = Record.read(text).moves[:2]
    Path("e.parvis").write_text(text.replace(f": {first} {second}", f": {second} {second}"))
    code, _, err = run("play", "e.parvis")
    assert code == 2
    assert f"move 1 ({second}) is not legal" in err


def test_several_people_at_one_screen_take_back_as_one_and_are_asked_about_practice(
    run: Run,
) -> None:
    typing = "\n1\n1\nundo\nno\n"
    arguments = ("play", "stairs", "--bots", "none", "--names", "A,B")
    _, out, _ = run(*arguments, typing=typing)
    assert "would make this a practice game" in out
    assert "back 1 move" not in out
    _, out, _ = run(*arguments, typing="\n1\n1\nundo\nyes\n")
    assert "back 1 move" in out
    assert "· practice" in out


def test_the_chooser_asks_for_game_and_players(run: Run) -> None:
    games = [game.id for game in parvis.all_games()]
    number = games.index("stairs") + 1
    typing = f"99\n{number}\n7\n2\n\n" + "1\n" * 9
    code, out, _ = run("play", typing=typing)
    assert code == 0
    assert "One of 2, 3, 4" in out
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

    def serve(*given: object, front: object, keeping: object) -> int:
        served.append((given, front, keeping))
        return 0

    monkeypatch.setattr("parvis.cli.web.can_serve", lambda: True)
    monkeypatch.setattr("parvis.web.server.serve", serve)
    assert run()[0] == 0
    assert run("serve", "--host", "0.0.0.0", "--port", "8080", "--allow-host", "a.b", "--hsts",
               "--proxy", "10.1.0.0/8", "--proxy", "::1", "--metrics",
               "--keep", "365", "--keep-unfinished", "30")[0] == 0  # fmt: skip
    from parvis.table.pruning import Keeping
    from parvis.web.front import Front
    from parvis.web.hosts import own_hosts

    assert served == [
        (("127.0.0.1", None, None, True), Front(own_hosts(["127.0.0.1"])), Keeping(0, 90)),
        (
            ("0.0.0.0", 8080, None, True),
            Front(own_hosts(["0.0.0.0", "a.b"]), True, True, ("10.0.0.0/8", "::1/128")),
            Keeping(365, 30),
        ),
    ]


def test_a_game_is_played_on_from_a_position_by_its_text_its_file_or_a_record(run: Run) -> None:
    played = ("--bots", "random", "--seed", "4")
    run("play", "cites-nouvelles", *played, "--save", "first.parvis", typing=FIRST)
    first = Record.read(Path("first.parvis").read_text())
    text = first.position(9).text()
    assert run("draw", "first.parvis", "--at", "9", "-o", "nine.txt")[0] == 0
    assert Path("nine.txt").read_text() == text + "\n"
    for origin in (("nine.txt",), (text,), ("first.parvis", "--at", "9")):
        code, _, err = run(
            "play", "--from", *origin, *played, "--save", "second.parvis", typing=FIRST
        )
        assert (code, err) == (0, "")
        second = Record.read(Path("second.parvis").read_text())
        assert second.origin == text
        assert "the result is right" in second.verify()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--from", "nothing.txt"), "nothing.txt"),
        (("--from", f"cites-nouvelles/{RULES} seats=2"), "chance: is missing"),
        (("--from", "nine.txt", "--seats", "4"), "--seats: the position is for 2, not for 4"),
        (("neoville", "--from", "nine.txt"), "GAME: the position is for cites-nouvelles"),
        (("--from", "nine.txt", "--options", "contre=true"), "--options: the position has its own"),
        (("--from", "nine.txt", "--at", "3"), "--at goes with --from and a record"),
        (("cites-nouvelles", "--at", "3"), "--at goes with --from and a record"),
        (("--from", "over.txt"), "the game is over"),
    ],
)
def test_a_position_that_cannot_be_played_on_is_told_in_a_sentence(
    run: Run, arguments: tuple[str, ...], told: str
) -> None:
    position = parvis.start("cites-nouvelles", seats=2, seed=1)
    for _ in range(9):
        position.play(position.moves()[0])
    Path("nine.txt").write_text(position.text() + "\n")
    position.playout(parvis.Rng(1))
    Path("over.txt").write_text(position.text())
    code, _, err = run("play", *arguments, "--lang", "en")
    assert code == 2
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "game", ["stairs", "neoville", "bella-vista", "neotopia", "cites-nouvelles"]
)
def test_plain_text_has_no_frames_and_lines_that_fit_a_braille_display(
    game: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    words = "main\nplateau\nréserve\nautres\nscore\naide\nindice\n"
    arguments = ("--bots", "random", "--seed", "5", "--lang", "fr", "--plain")
    code, out, _ = run("play", game, *arguments, typing=words + "1\n" * 12)
    assert code == 0
    assert [line for line in out.splitlines() if len(line) > 42] == []
    assert not set(out) & set("│─╭╮╰╯·›−×≥→…")


def test_what_lies_around_a_place_is_told(run: Run) -> None:
    typing = "1\n1\n1\n1\nreach d4\nreach nowhere\n"
    _, out, _ = run("play", "neoville", "--bots", "random", "--seed", "5", typing=typing)
    assert "- On the left: empty slot c4" in out
    assert "“nowhere”" in out

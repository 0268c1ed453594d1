"""Record files: readable, and hostile ones are refused by line and reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parvis
from parvis.engine.record import RecordError

GAME = "cites-nouvelles"


def a_record() -> parvis.Record:
    record = parvis.Record.begin(GAME, 2, "5", players=("Ada", "bot  flat\nx"))
    position = record.start()
    rng = parvis.Rng(1)
    while not position.over():
        moves = position.moves()
        move = moves[rng.below(len(moves))]
        record = record.with_move(position, move)
        position.play(move)
    return record.finish(position)


RECORD = a_record()
LINES = RECORD.text().splitlines()


def refused(lines: list[str]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parvis.Record.read("\n".join(lines) + "\n").verify()
    return caught.value


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(LINES) if line.startswith(start))


def test_a_record_verifies_and_reads_back() -> None:
    again = parvis.Record.read(RECORD.text())
    assert again.players == ("Ada", "bot flat x")
    assert again.verify() == [
        "seed and salt fit the commitment made before the first move",
        f"all {len(RECORD.moves)} moves are legal",
        "the last position is the recorded one",
        "the result is right",
    ]


def test_a_practice_game_is_one_also_when_it_is_read_back() -> None:
    assert "practice" not in RECORD.text()
    text = replace(RECORD, practice=7).text()
    assert "\npractice: 7\n" in text
    again = parvis.Record.read(text)
    assert again.practice == 7
    assert again.text() == text
    assert len(again.verify()) == 4


def with_course() -> parvis.Record:
    """The record of a game in which two moves were played, taken back and played again."""
    two = RECORD.moves[:2]
    return replace(RECORD, course=(*two, "<2", *RECORD.moves))


def test_a_record_tells_what_was_taken_back_and_verifies_it() -> None:
    text = with_course().text()
    again = parvis.Record.read(text)
    assert again.course == with_course().course
    assert again.text() == text
    assert "so were the 2 that were taken back" in again.verify()


@pytest.mark.parametrize(
    ("course", "why"),
    [
        (RECORD.moves[:-1], "does not lead to the moves"),
        ((*RECORD.moves, "<1"), "does not lead to the moves"),
        (("<1", *RECORD.moves), "takes back what was not played"),
        (("<0", *RECORD.moves), "takes back what was not played"),
        (("<" + "9" * 5000, *RECORD.moves), "takes back what was not played"),
        (("<٣", *RECORD.moves), "takes back what was not played"),
        ((RECORD.moves[0], RECORD.moves[0]), "was no legal move then"),
        (("nonsense",), "was no legal move then"),
    ],
)
def test_a_course_that_cannot_have_been_is_refused(course: tuple[str, ...], why: str) -> None:
    assert why in refused(replace(RECORD, course=course).text().splitlines()).reason


def test_a_course_that_is_cut_short_is_found() -> None:
    lines = with_course().text().splitlines()
    assert "course are announced" in refused(lines[:-1]).reason


@pytest.mark.parametrize("nonsense", ["0", "-1", "yes", "1.5", "", "9" * 5000, "٣"])
def test_a_mark_of_practice_that_names_no_move_is_refused_by_its_line(nonsense: str) -> None:
    lines = [*LINES]
    lines.insert(4, f"practice: {nonsense}")
    error = refused(lines)
    assert error.line == 5
    assert "practice" in error.reason


def test_a_file_that_is_no_record_is_refused_in_its_first_line() -> None:
    assert refused(["PGN?", *LINES[1:]]).line == 1
    assert refused([]).line == 1


def test_an_unknown_game_is_named() -> None:
    lines = [*LINES]
    lines[line_of("game")] = "game: monopoly"
    error = refused(lines)
    assert error.line == line_of("game") + 1
    assert "monopoly" in error.reason


def test_a_truncated_file_says_how_many_moves_are_missing() -> None:
    error = refused(LINES[:-3])
    assert "announced" in error.reason
    assert error.line == len(LINES) - 3


def test_a_missing_row_of_moves_is_found_where_it_is_missing() -> None:
    lines = [*LINES]
    del lines[-2]
    assert refused(lines).line == len(lines)


def test_an_illegal_move_is_found_in_its_line() -> None:
    lines = [*LINES]
    first = line_of("moves") + 1
    row = lines[first].split()
    lines[first] = " ".join([row[0], row[1], row[1], *row[3:]])
    error = refused(lines)
    assert error.line == first + 1
    assert "move 2" in error.reason
    assert "is not legal: Villas: already named by Ada." in error.reason, "in words"
    assert error.reason.endswith("(CN-3.3)")


def test_a_move_that_is_no_notation_is_found_in_its_line() -> None:
    lines = [*LINES]
    lines[-1] = lines[-1].rsplit(" ", 1)[0] + " <script>"
    error = refused(lines)
    assert error.line == len(LINES)


def test_another_seed_than_the_promised_one_is_found() -> None:
    lines = [*LINES]
    lines[line_of("seed")] = "seed: 6"
    assert "promised" in refused(lines).reason


def test_a_forged_result_is_found() -> None:
    lines = [*LINES]
    lines[line_of("result")] = "result: 9999 0"
    assert "9999" in refused(lines).reason


def test_a_forged_last_position_is_found() -> None:
    lines = [*LINES]
    lines[line_of("final")] = "final: 00"
    assert "another position" in refused(lines).reason


def test_an_entry_that_is_given_twice_is_refused() -> None:
    error = refused([*LINES[:4], "seats: 3", *LINES[4:]])
    assert error.line == 5
    assert "twice" in error.reason


@pytest.mark.parametrize("line", ["seats: 7", "seats: two", "seats: ²", "rules: 99", "option x: 1"])
def test_what_does_not_fit_the_game_is_refused(line: str) -> None:
    name = line.partition(":")[0]
    lines = [row for row in LINES if not row.startswith(f"{name}:")]
    assert refused([lines[0], line, *lines[1:]]).reason


def test_a_file_that_is_far_too_large_is_refused() -> None:
    with pytest.raises(RecordError, match="limit"):
        parvis.Record.read("x" * 3_000_000)


@given(data=st.data())
def test_whatever_is_done_to_a_file_the_answer_is_a_record_or_a_clear_error(
    data: st.DataObject,
) -> None:
    lines = [*LINES]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = data.draw(st.one_of(st.text(max_size=60), st.just(lines[at][::-1])))
    try:
        record = parvis.Record.read("\n".join(lines))
        record.verify()
    except RecordError:
        return
    assert record.game == GAME


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(RecordError):
        parvis.Record.read(text)


def test_a_player_without_a_number_is_refused_by_the_line() -> None:
    lines = [*LINES]
    at = next(n for n, line in enumerate(lines) if line.startswith("player 1"))
    lines[at] = "player : Ada"
    assert refused(lines).line == at + 1


def test_a_promise_that_is_no_number_is_not_kept() -> None:
    assert "not those that were promised" in str(refused(changed("commitment", "é" * 64)))


def test_names_cannot_steer_a_terminal() -> None:
    named = replace(RECORD, players=("Ada\x1b[2J", "B\x00ob"))
    assert "\x1b" not in named.text()
    text = RECORD.text().replace(f"player 1: {RECORD.players[0]}", "player 1: A\x1b[2Jda")
    assert parvis.Record.read(text).players[0] == "A [2Jda"


def changed(name: str, value: str) -> list[str]:
    return [f"{name}: {value}" if line.startswith(f"{name}:") else line for line in LINES]

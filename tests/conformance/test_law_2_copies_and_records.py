"""Law 2: copies are independent, records replay, texts read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parvis
from tests.conformance.cases import Case, all_cases, plain_cases, random_game, some_positions


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_no_earlier_copy_changes_while_the_game_goes_on(case: Case) -> None:
    kept: list[tuple[parvis.Position, str]] = []
    for position, _ in random_game(case, 5):
        twin = position.copy()
        assert twin.text() == position.text()
        kept.append((twin, twin.text()))
    for twin, text in kept:
        assert twin.text() == text


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_playing_a_copy_leaves_the_original_alone(case: Case) -> None:
    for position in some_positions(case, 31, 3):
        before = position.text()
        twin = position.copy()
        twin.playout(parvis.Rng(1))
        assert twin.over()
        assert position.text() == before


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_record_replays_to_the_same_position(case: Case) -> None:
    record = parvis.Record.begin(case.game.id, case.seats, "9", case.options)
    position = record.start()
    rng = parvis.Rng(9)
    while not position.over():
        moves = position.moves()
        move = moves[rng.below(len(moves))]
        record = record.with_move(position, move)
        position.play(move)
    record = record.finish(position)
    again = parvis.Record.read(record.text())
    assert again.text() == record.text()
    assert again.position().text() == position.text()
    assert len(again.verify()) == 4


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_position_read_back_from_its_text_plays_on_the_same(case: Case) -> None:
    for position in some_positions(case, 41, 3):
        text = position.text()
        assert "\n" not in text
        again = parvis.read_position(text)
        assert again.text() == text
        for seat in (None, *range(case.seats)):
            assert again.view(seat) == position.view(seat)
        rng = parvis.Rng(3)
        while not position.over():
            moves = position.moves()
            assert again.moves() == moves
            move = moves[rng.below(len(moves))]
            position.play(move)
            again.play(move)
        assert again.text() == position.text()
        assert again.winners() == position.winners()


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_every_move_can_be_said_and_read_back(case: Case) -> None:
    for position in some_positions(case, 47, 2):
        step = max(1, position.move_limit // 4000)
        ids = {*range(0, position.move_limit, step), *position.moves()}
        for move in sorted(ids):
            if position.names(move):
                said = position.say(move)
                assert said == "".join(said.split())
                assert position.read(said) == move, said


@pytest.mark.parametrize("case", plain_cases(), ids=str)
@given(text=st.text(max_size=20))
def test_a_text_that_is_no_move_is_called_malformed(case: Case, text: str) -> None:
    position = case.start(1)
    try:
        move = position.read(text)
    except parvis.Malformed:
        return
    assert position.names(move)


@pytest.mark.parametrize("case", plain_cases(), ids=str)
@given(data=st.data())
def test_a_damaged_position_text_is_refused_or_still_a_position(
    case: Case, data: st.DataObject
) -> None:
    words = some_positions(case, 53, 1)[0].text().split()
    which = data.draw(st.integers(0, len(words) - 1))
    name, _, value = words[which].partition("=")
    edit = data.draw(st.sampled_from(["drop", "cut", "swap", "double", "junk"]))
    if edit == "drop":
        del words[which]
    elif edit == "double":
        words.append(words[which])
    else:
        at = data.draw(st.integers(0, max(0, len(value) - 1)))
        other = data.draw(st.text("0123456789abcTMx,.;:-/?|", max_size=3))
        kept = {"cut": value[:at], "junk": other, "swap": value[:at] + other + value[at + 1 :]}
        words[which] = f"{name}={kept[edit]}"
    try:
        position = parvis.read_position(" ".join(words))
    except ValueError:
        return
    # What is let in must be a position that can be played to its end.
    position.playout(parvis.Rng(0))
    assert position.over()

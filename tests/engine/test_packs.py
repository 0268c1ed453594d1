"""Packs: errors that name the entry, what was expected and what was found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parvis
from parvis.engine.packs import Entry, PackError, read_pack


def test_a_syntax_error_names_the_line() -> None:
    with pytest.raises(PackError, match="line 2"):
        read_pack('name = "x"\nvalue = = 3\n')


def test_a_pack_that_is_far_too_large_is_refused() -> None:
    with pytest.raises(PackError, match="limit"):
        read_pack("#" * 300_000)


def test_a_number_of_thousands_of_digits_is_told_in_words() -> None:
    with pytest.raises(PackError, match="not valid TOML"):
        read_pack("value = " + "9" * 9000)
    with pytest.raises(PackError, match="found a number that is far too long"):
        Entry(read_pack("value = 0x" + "f" * 9000).data, "tiles").whole("value", 1, 9)


def test_keys_of_many_parts_beneath_a_header_of_many_parts_are_refused() -> None:
    """The parser takes a time that grows with the square of their parts."""
    deep = ".a" * 61
    with pytest.raises(PackError, match="line 2: 61 dots"):
        read_pack(f"[a]\nb{deep} = 1\n")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "tiles\\[3\\].value: is missing"),
        ({"value": "4"}, "expected a whole number from 1 to 9, found '4'"),
        ({"value": True}, "found True"),
        ({"value": 12}, "found 12"),
    ],
)
def test_a_number_is_checked(data: dict[str, object], message: str) -> None:
    with pytest.raises(PackError, match=message):
        Entry(data, "tiles[3]").whole("value", 1, 9)


def test_lists_are_checked_item_by_item() -> None:
    entry = Entry({"heights": [1, 2, 99]}, "")
    with pytest.raises(PackError, match=r"heights\[2\]: expected a whole number from 1 to 8"):
        entry.wholes("heights", 1, 8)
    with pytest.raises(PackError, match="expected 2 entries, found 3"):
        entry.items("heights", 2)


def test_a_misspelt_key_is_told_with_those_that_are_known() -> None:
    entry = Entry({"value": 1, "valeu": 2}, "cards[0]")
    entry.whole("value", 0, 9)
    with pytest.raises(PackError, match=r"cards\[0\].valeu: unknown key; known here: value"):
        entry.done()


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: game.id)
def test_the_pack_of_every_game_is_sound(game: parvis.Game) -> None:
    game.check_pack(game.pack)
    assert game.pack.standard


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: game.id)
@given(data=st.data())
def test_a_damaged_pack_is_refused_with_the_entrys_name_or_still_playable(
    game: parvis.Game, data: st.DataObject
) -> None:
    lines = game.pack.source.split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    edit = data.draw(st.sampled_from(["drop", "double", "number", "word"]))
    if edit == "drop":
        del lines[at]
    elif edit == "double":
        lines.insert(at, lines[at])
    elif edit == "number":
        lines[at] = "".join("9" if sign.isdecimal() else sign for sign in lines[at])
    else:
        lines[at] = lines[at].replace("e", "x")
    try:
        pack = read_pack("\n".join(lines))
        game.check_pack(pack)
    except PackError:
        return
    position = parvis.start(game.id, game.seats[0], 1, pack=pack)
    position.playout(parvis.Rng(1))
    assert position.over()


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: game.id)
def test_one_can_play_with_a_pack_of_ones_own_and_record_it(game: parvis.Game) -> None:
    pack = read_pack("# my own box\n" + game.pack.source)
    record = parvis.Record.begin(game.id, game.seats[-1], "1", pack=pack)
    position = record.start()
    record = record.with_move(position, position.moves()[0])
    position.play(position.moves()[0])
    again = parvis.Record.read(record.text())
    assert again.position().text() == position.text()
    assert parvis.read_position(position.text(), pack).text() == position.text()
    with pytest.raises(ValueError, match="another pack"):
        parvis.read_position(position.text())

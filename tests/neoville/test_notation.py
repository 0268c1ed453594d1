"""Moves and positions as text."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.text import TextError
from tests.neoville.tables import begin, play


def test_moves_are_said_as_people_would_write_them() -> None:
    position = begin(2, utilities="ecomobiles-windmills")
    assert position.say(position.read("e4=sg/gs")) == "e4=sg/gs"
    assert position.meaning(position.read("e4=sg/gs")) == {
        "kind": "lay",
        "tile": "sg/gs",
        "slot": "e4",
    }
    for text in ("F8@ne", "mill-left@sw", "eco-parks4@nw", "dome-L3@se", "none", "+stack"):
        assert position.say(position.read(text)) == text
    assert position.say(position.read("+gs/sg")) == "+gs/sg", "as the pack writes it"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "e4",
        "h4=sg/gs",
        "e4=ss/ss",
        "e4=",
        "F9@ne",
        "F8@n",
        "@ne",
        "+",
        "+rock",
        "E4@",
        "+sg/gs",
    ],
)
def test_what_is_no_move_is_told_apart(text: str) -> None:
    with pytest.raises(parvis.Malformed, match="is no move; moves are written like"):
        begin(2).read(text)


def in_the_middle() -> parvis.Position:
    position = begin(2, 8, utilities="ecomobiles-windmills")
    for _ in range(5):
        position.play(position.moves()[0])
        pieces = [move for move in position.moves() if position.say(move) != "none"]
        position.play(pieces[-1] if pieces else position.moves()[0])
        play(position, "+stack")
    return position


def words() -> dict[str, str]:
    return dict(word.partition("=")[::2] for word in in_the_middle().text().split())


def test_a_position_reads_back_from_its_text() -> None:
    text = in_the_middle().text()
    assert parvis.read_position(text).text() == text


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("phase", "over", "phase: after 5 of 32 turns this cannot be"),
        ("done", "4", "city.0: expected at most 2 tiles"),
        ("first", "2", "first: expected 0 to 1"),
        ("slot", "a1", "slot: expected the slot of the last tile"),
        ("city.0", "d4=gg/gg", "city.0: expected a tile of this game"),
        ("city.0", "z9=gs/sg", "city.0: expected a new slot"),
        ("city.0", "a1=gs/sg,a2=rs/sr,a3=rr/ww+", "city.0: the tiles do not make one city"),
        ("pieces.0", "E5@d4nw", "pieces.0"),
        ("pieces.0", "X1@d4nw", "pieces.0: expected a piece of this game"),
        ("pieces.0", "mill-left@a1nw", "pieces.0: expected a square of the city"),
        ("hand.0", "-;-;-", "stack: tile"),
        ("hand.0", "-", "hand.0: expected shown tiles; own tiles; limits"),
        ("hand.0", "gs/sg;gs/sg;-", "hand.0: tile gs/sg stands more often"),
        ("hand.0", "-;gs/sg,rs/sr;1", "hand.0: the tiles are not what the limits say"),
        ("row", "gs/sg", "row: expected 4 tiles"),
        ("stock", "-", "stock: expected 5 utilities of each of two types"),
        ("stock", "E4:1", "stock: expected a utility once"),
        ("stack", "0,0,0", "stack: tile"),
        ("stack", "900", "stack: expected 0 to"),
    ],
)
def test_a_text_with_a_mistake_is_told_where_it_is(field: str, value: str, reason: str) -> None:
    parts = words()
    assert field in parts
    parts[field] = value
    text = " ".join(f"{name}={text}" if text else name for name, text in parts.items())
    with pytest.raises(TextError) as caught:
        parvis.read_position(text)
    assert str(caught.value).startswith(reason), str(caught.value)


def test_the_text_of_a_seat_hides_other_hands_and_the_stack() -> None:
    position = in_the_middle()
    text = position.text(0)
    assert "hand.1=" in text
    hand = next(word for word in text.split() if word.startswith("hand.1="))
    assert hand.split(";")[1].strip("?,") == ""
    assert "seen-by=0" in text
    whole = next(word for word in position.text().split() if word.startswith("stack="))
    assert whole not in text

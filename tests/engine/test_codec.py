"""Kinds of move with named parts: numbers, notation and meaning from one declaration."""

from __future__ import annotations

import pytest

from parvis.engine.codec import Codec, Decoder, Kind, Part
from parvis.engine.refusal import Malformed

TILE = Part("tile", ["oak", "elm", "ash"])
SLOT = Part("slot", [f"{column}{row}" for column in "ab" for row in "12"])
TURN = Part("turn", ["n", "e", "s", "w"])


def codec() -> Codec:
    """An ash looks the same turned by half."""
    return Codec(
        [
            Kind(
                "lay",
                "{tile}@{slot}{turn}",
                (TILE, SLOT, TURN),
                named=lambda values: values[0] != 2 or values[2] < 2,
            ),
            Kind("use", "use:{tile}", (TILE,), lead="token"),
            Kind("pass", "no"),
        ]
    )


def test_every_move_is_written_and_read_back() -> None:
    moves = codec()
    texts = [moves.say(move) for move in moves.moves()]
    assert len(set(texts)) == len(texts) == 2 * 4 * 4 + 4 * 2 + 3 + 1
    assert [moves.read(text) for text in texts] == moves.moves()


def test_a_move_is_made_of_its_parts_and_taken_apart_again() -> None:
    moves = codec()
    lay = moves.kind("lay")
    for move in moves.moves():
        if moves.kind_of(move) is lay:
            tile, slot, turn = lay.values(move)
            assert lay.move(tile, slot, turn) == move
            assert (lay.part(move, 0), lay.part(move, 1), lay.part(move, 2)) == (tile, slot, turn)
    assert moves.meaning(lay.move(1, 3, 2)) == {
        "kind": "lay",
        "tile": "elm",
        "slot": "b2",
        "turn": "s",
    }


def test_parts_that_do_not_go_together_name_no_move() -> None:
    moves = codec()
    move = int(moves.kind("lay").move(2, 0, 3))
    assert not moves.names(move)
    with pytest.raises(Malformed):
        moves.say(move)
    with pytest.raises(Malformed):
        moves.read("ash@a1w")


@pytest.mark.parametrize("move", [-1, 52, 2**31, 2**63, -(2**63)], ids=str)
def test_a_number_that_names_nothing_is_malformed(move: int) -> None:
    moves = codec()
    assert not moves.names(move)
    with pytest.raises(Malformed, match="expected a move from 0 to 51, found"):
        moves.meaning(move)


@pytest.mark.parametrize("text", ["", "oak", "oak@a1", "oak@a3n", "no ", "use:oak\n", "{tile}"])
def test_what_is_no_notation_is_told_how_moves_are_written(text: str) -> None:
    with pytest.raises(Malformed, match=r"moves are written like oak@a1n, use:oak, no"):
        codec().read(text)


def test_a_long_text_is_refused_before_it_is_tried() -> None:
    with pytest.raises(Malformed, match="at most 60 characters, this one 100000"):
        codec().read("x" * 100_000)


def test_who_has_only_a_view_can_take_moves_apart() -> None:
    moves = codec()
    decoder = Decoder(moves.plain)
    for move in moves.moves():
        kind = moves.kind_of(move)
        assert decoder.decode(move) == (kind.name, kind.values(move))


def test_an_unknown_kind_is_told_by_name() -> None:
    with pytest.raises(ValueError, match="no kind of move called 'jump'"):
        codec().kind("jump")

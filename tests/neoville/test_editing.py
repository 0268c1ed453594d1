"""Setting up positions of Neoville."""

from __future__ import annotations

import pytest

from parvis.engine.position import Position
from parvis.games.neoville.editing import NeovilleEditor
from parvis.games.neoville.position import Neoville
from tests.editing import edit, refusal, seen
from tests.neoville.tables import begin


def editor_of(position: Position) -> NeovilleEditor:
    assert isinstance(position, Neoville)
    return NeovilleEditor(position, 0)


def spare(position: Position, n: int = 0) -> str:
    """A tile of the stack, as it looks when it is not turned."""
    editor = editor_of(position)
    return editor.parts.faces[sorted(set(editor.lies.stack))[n]]


@pytest.mark.clause("NV-1.1")
def test_a_tile_that_lies_elsewhere_cannot_be_laid_once_more() -> None:
    position = begin()
    equity = seen(position, "hands", 0, "shown", 0)
    assert refusal(position, f"d4={equity}").clause == "NV-1.1"


@pytest.mark.clause("NV-3.2")
def test_a_city_that_is_set_up_hangs_together_in_four_by_four() -> None:
    position = begin()
    tiles = [spare(position, n) for n in range(6)]
    assert refusal(position, f"e4={tiles[0]}").key == "nv.no.first"
    row = edit(position, *[f"{slot}4={tile}" for slot, tile in zip("defg", tiles, strict=False)])
    assert refusal(row, f"c4={tiles[5]}").key == "nv.no.wide"
    assert refusal(row, f"d6={tiles[5]}").key == "nv.no.apart"
    assert refusal(row, "e4=-").key == "nv.no.edit.holds"
    assert seen(edit(row, "g4=-", "f4=-", "e4=-", "d4=-"), "cities", 0, "tiles") == {}


@pytest.mark.clause("NV-3.6", "NV-4.2")
def test_a_piece_stands_where_one_may_and_its_points_are_told_at_once() -> None:
    position = edit(begin(), "d4=" + spare(begin()))
    editor = editor_of(position)
    towers = [
        edit
        for edit in editor.edits()
        if editor.codec.meaning(edit)["kind"] == "put" and editor.codec.say(edit)[1].isdigit()
    ]
    built = editor.edited(towers[0])
    assert next(line.clause for line in built.ledger() if line.side == 0) == "NV-4.2"
    square = str(editor.codec.meaning(towers[0])["square"])
    other = next(spot for spot in ("nw", "ne", "sw", "se") if not square.endswith(spot))
    again = editor_of(built)
    refusals = [
        again.refusal(again.codec.read(f"{code}@d4-{other}"))
        for code in ("E12", "F12", "S12", "W12")
    ]
    assert "NV-3.6" in [refusal.clause for refusal in refusals if refusal is not None]
    assert edit(built, f"-@{square}").text() == position.text(), "and it is taken away again"


@pytest.mark.clause("NV-4.1")
def test_whoever_is_to_play_has_room_for_a_tile() -> None:
    position: Position = begin()
    slots = [f"{column}{row}" for row in range(4, 8) for column in "defg"]
    for slot in slots[:15]:
        position = edit(position, f"{slot}={spare(position)}")
    assert position.view(0)["round"] == 16
    assert refusal(position, f"{slots[15]}={spare(position)}").clause == "NV-4.1"
    position.play(position.moves()[0])
    assert position.view(0)["phase"] == "piece", "the last one is played"


def test_the_turn_the_round_and_what_is_asked_can_be_set() -> None:
    position = edit(begin(), "d4=" + spare(begin()))
    assert position.turn() == 0
    assert edit(position, "turn-1").turn() == 1
    assert edit(position, "round-9").view(0)["round"] == 9
    assert edit(position, "piece-d4").view(0)["phase"] == "piece"
    assert edit(position, "draw").view(0)["phase"] == "draw"
    assert edit(position, "draw", "tile").view(0)["phase"] == "tile"


@pytest.mark.clause("NV-1.3")
def test_a_utility_of_the_box_comes_into_stock_for_another_of_its_type() -> None:
    position = begin(utilities="ecomobiles-windmills")
    editor = editor_of(position)
    swaps = [edit for edit in editor.edits() if editor.codec.meaning(edit)["kind"] == "swap"]
    new, old = (str(editor.codec.meaning(swaps[0])[part]) for part in ("piece", "for"))
    stock = seen(editor.edited(swaps[0]), "stock")
    assert stock[new] == seen(position, "stock").get(new, 0) + 1
    assert stock.get(old, 0) == seen(position, "stock")[old] - 1
    full = next(code for code, left in stock.items() if left == 2 and "-" in code)
    others = [code for code in stock if code.partition("-")[0] == full.partition("-")[0]]
    other = next(code for code in others if code != full and stock[code])
    assert refusal(editor.edited(swaps[0]), f"{full}>{other}").clause == "NV-1.3"

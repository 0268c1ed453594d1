"""The drawing: how little a move changes of it, and what it is made of."""

from __future__ import annotations

from typing import cast
from xml.etree import ElementTree

import pytest

import parvis
from parvis.engine.drawing.fragment import Fragment
from parvis.engine.drawing.symbols import REFERENCE
from parvis.games.neoville import GAME
from parvis.games.neoville.boxes import index_of
from parvis.games.neoville.drawing.city_map import frame_of, piece_fragments
from parvis.games.neoville.drawing.districts import Edge
from parvis.games.neoville.drawing.pieces import stocked
from parvis.games.neoville.schema import View
from tests.neoville.tables import begin, play, table

SPEECH = GAME.speech("fr", ["Ada", "Bruno"])
OUTLINES = {"rect", "path", "polygon", "circle", "ellipse"}
HANDS = {f"{hand}-{n}" for hand in ("hand-tile", "city-0-hand") for n in range(3)}
COUNTS = {f"city-{seat}-{name}" for seat in (0, 1) for name in ("points", "parks", "sports")}
ROW = {"row-stack", *(f"row-tile-{n}" for n in range(4))}


def shown(position: parvis.Position, seat: int | None) -> dict[str, Fragment]:
    panels = GAME.draw(position.view(seat), SPEECH).panels
    return {id: fragment for panel in panels for id, fragment in panel.fragments.items()}


def changed(position: parvis.Position, seat: int | None, move: str) -> set[str]:
    """The fragments that a seat would be sent after a move."""
    before = shown(position, seat)
    after = position.copy()
    play(after, move)
    return {id for id, fragment in shown(after, seat).items() if before.get(id) != fragment}


def move_to(position: parvis.Position, slot: str) -> str:
    """A tile of the hand in this slot."""
    return next(text for m in position.moves() if (text := position.say(m)).startswith(slot))


@pytest.fixture
def midway() -> parvis.Position:
    """Two cities of five tiles; seat 0 can lay a tile where the map does not grow."""
    position = begin(2)
    for slot in ("d4", "e4", "d5", "e5", "d6"):
        for _ in range(2):
            play(position, move_to(position, slot), "none")
            position.play(position.moves()[0])
    return position


def test_a_tile_changes_its_slot_and_what_counts_it(midway: parvis.Position) -> None:
    for seat in (0, 1, None):
        found = changed(midway, seat, move_to(midway, "e6"))
        assert found - COUNTS - HANDS == {"city-0-e6", "city-0-last", "city-1-last"}
        assert len(found & COUNTS) <= 4
        assert found & HANDS


def test_a_piece_changes_its_tile_and_its_place_in_stock(midway: parvis.Position) -> None:
    play(midway, move_to(midway, "e6"))
    put = next(text for m in midway.moves() if "@" in (text := midway.say(m)))
    code, _, quadrant = put.partition("@")
    for seat in (0, 1, None):
        found = changed(midway, seat, put)
        assert found == {"city-0-e6", f"city-0-e6{quadrant}", f"stock-{code}", "city-0-points"}


def test_a_draw_changes_hand_and_row(midway: parvis.Position) -> None:
    play(midway, move_to(midway, "e6"), "none")
    for seat in (0, 1, None):
        found = changed(midway, seat, midway.say(midway.moves()[0]))
        assert found <= HANDS | ROW
        assert found & HANDS
        assert found & ROW


@pytest.mark.parametrize(("second", "firm"), [("met", True), ("short", False)])
def test_two_skyscrapers_of_a_district_have_one_edge_firm_if_either_is_met(
    second: str, firm: bool
) -> None:
    index = index_of(cast(View, begin(2).view(0))["box"])
    pieces = (
        ("E12", "d4nw", "spare", 7),
        ("E4", "e4nw", second, 7),
        ("mill-left", "d4se", "met", 1),
    )
    tiles = (("d4", "ss/ss"), ("e4", "ss/sg"))
    found = piece_fragments(0, frame_of(("d4", "e4"), 0, 640), tiles, pieces, index)
    assert list(found) == ["city-0-d4nw", "city-0-e4nw", "city-0-d4se"]
    edges = [cast(Edge | None, fragment.values[-1]) for fragment in found.values()]
    assert edges[0] is not None
    assert edges[0].firm == firm
    assert edges[0].squares.bit_count() == 7
    assert edges[1:] == [None, None]


@pytest.mark.parametrize("seats", [2, 4])
def test_every_place_has_an_outline_of_its_own_and_every_symbol_is_there(seats: int) -> None:
    position = parvis.start("neoville", seats=seats, seed=seats)
    rng = parvis.Rng(3)
    for number in range(40 * seats):
        if number % 19 == 0:
            for tall in (False, True):
                for svg in GAME.draw(position.view(0), SPEECH, tall).texts().values():
                    assert set(REFERENCE.findall(svg)) <= set(GAME.symbols)
                    for place in ElementTree.fromstring(f"<g>{svg}</g>").iterfind(".//g"):
                        if "data-place" in place.attrib:
                            assert OUTLINES & {part.tag for part in place.iter()}
        position.play(int(position.random_move(rng)))


def test_a_preview_tells_which_pieces_a_tile_brings_nearer_and_what_they_still_lack() -> None:
    position = table("gg gg", "gs/ss+ s*w/ww", "F8 0,0")
    speech = GAME.speech("en", ["Ada", "Bruno"])
    said: dict[int, set[str]] = {}  # by the size of the district then
    for move in position.moves():
        seen = cast(View, position.preview(move, 0)["view"])
        [piece] = seen["cities"][0]["pieces"]
        found = GAME.unlocks(position.view(0), seen, speech)
        said.setdefault(piece["have"], set()).update(found or [""])
    words = "Forest skyscraper 8: 5 of 8, 3 squares missing"
    assert {
        have: {text.replace("\u00a0", " ") for text in texts} for have, texts in said.items()
    } == {
        4: {""},
        5: {words},
    }


def test_what_a_utility_in_stock_is_worth_hides_neither_its_count_nor_what_it_counts() -> None:
    index = index_of(cast(View, begin(2).view(0))["box"])
    for kind in index.pieces.values():
        if kind.terrain >= 0:
            continue
        drawn = ElementTree.fromstring(stocked(kind, 0, 0, 2, SPEECH).svg())
        slot = drawn.find("rect")
        assert slot is not None
        wide, high = float(slot.attrib["width"]), float(slot.attrib["height"])
        *_, tag = (each for each in drawn.iter("circle") if each.get("r") == "10")
        left, top = (float(tag.attrib[at]) - 10 for at in ("cx", "cy"))
        assert left + 20 <= wide
        assert top + 20 <= high
        for text in drawn.iter("text"):
            x, y, size = (float(text.attrib[at]) for at in ("x", "y", "font-size"))
            half = 0.29 * size * len(text.text or "")  # letters are that wide, more or less
            assert x + half <= wide + 1, "all of it is part of what one picks"
            if text.text != str(kind.points):
                assert x + half <= left + 1 or y + size / 2 <= top + 1

"""The drawing: outlines of buildings, words that fit, what is shown to whom."""

from __future__ import annotations

import re
from typing import Any

import pytest

import parvis
from parvis.games.bella_vista.components import CONTRACT_TEXT
from parvis.games.bella_vista.drawing.buildings import volume
from parvis.games.bella_vista.drawing.cards import wrapped
from parvis.games.bella_vista.drawing.city import empty_city
from parvis.games.bella_vista.drawing.outlines import outline
from parvis.games.bella_vista.drawing.townhall import CONTRACT_WORDS
from parvis.games.bella_vista.labels import contract_name
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import begin, display, give, stand, turn_up
from tests.playing import play

GAME = parvis.game_of("bella-vista")


def speech(language: str = "fr") -> parvis.Speech:
    return GAME.speech(language)


def test_the_outline_of_a_block_is_its_four_corners_drawn_in() -> None:
    squares = {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert sorted(outline(squares, 10, 1)) == [(1, 1), (1, 19), (19, 1), (19, 19)]


def test_the_outline_of_an_l_has_six_corners_and_bends_inwards() -> None:
    points = outline({(0, 0), (1, 0), (0, 1)}, 10, 1)
    assert len(points) == 6
    assert (9, 9) in points  # the inner corner is drawn in too


def test_a_roof_is_drawn_in_further_on_the_right_and_below() -> None:
    points = outline({(0, 0), (1, 0), (0, 1)}, 10, 1, right=2, down=3)
    assert points == [(1, 1), (17, 1), (17, 6), (7, 6), (7, 16), (1, 16)]


CORNER = ((0, 0), (1, 0), (0, 1))  # three squares around a corner


def extent(data: str) -> tuple[float, float, float, float]:
    """The least and the greatest x and y of path data."""
    xs: list[float] = []
    ys: list[float] = []
    for letter, numbers in re.findall(r"([Mlhv])([^Mlhvz]*)", data):
        values = [float(value) for value in numbers.split()]
        dx, dy = (values[0], 0) if letter == "h" else (0, values[0]) if letter == "v" else values
        from_x, from_y = (0, 0) if letter == "M" else (xs[-1], ys[-1])
        xs.append(from_x + dx)
        ys.append(from_y + dy)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("height", range(1, 9))
def test_a_building_stays_on_its_own_squares_however_tall_it_is(height: int) -> None:
    _, faces = volume(CORNER, height, 0, 15)
    outlines = re.findall(r" d='([^']+)'", faces)
    footprint = outlines[0]
    assert footprint == "M1.5 1.5h57v27h-30v30h-27z"  # whose squares are 30 wide
    for data in outlines:
        left, top, right, bottom = extent(data)
        assert min(left, top) > 1.49
        assert max(right, bottom) < 58.51


def test_the_taller_a_building_the_lighter_its_roof_and_the_longer_its_shadow() -> None:
    drawn = [volume(CORNER, height, 0, 15) for height in range(1, 9)]
    tones = [
        re.findall(r"(white|white-ink)\)' fill-opacity='([.\d]+)", faces) for _, faces in drawn
    ]
    lightness = [
        float(strength) if tone == "white" else -float(strength) for *_, (tone, strength) in tones
    ]
    reach = [extent(re.findall(r" d='([^']+)'", shadow)[0])[2] for shadow, _ in drawn]
    for rising in (lightness, reach):
        assert len(set(rising)) == 8
        assert rising == sorted(rising)
    assert max(reach) < 58.5 + 15  # half a square: a neighbour's number stays clear


def test_what_is_taller_is_drawn_later_so_that_its_shadow_falls_on_what_is_lower() -> None:
    (board, *_) = GAME.draw(begin().view(0), speech()).panels
    buildings = [name for name in board.fragments if name.startswith("city-building-")]
    heights = [int(name[-1]) for name in buildings]
    assert len(buildings) == 32
    assert heights == sorted(heights)


@pytest.mark.parametrize("language", ["fr", "en", "it"])
@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_contract_asks_fits_into_two_lines(language: str, seats: int) -> None:
    terms: Any = begin(seats).view(0)["contracts"]
    for kind in CONTRACT_TEXT:
        words = contract_name(kind, terms[kind]["needs"], speech(language))
        assert len(wrapped(words, 13, CONTRACT_WORDS)) <= 2, words


def test_a_building_is_drawn_with_its_number_and_its_owners_shape() -> None:
    position = begin()
    stand(position, 2, "6:F11n")
    drawn = GAME.draw(position.view(None), speech()).texts()
    (fragment,) = [svg for name, svg in drawn.items() if "-building-" in name and svg]
    assert ">6</text>" in fragment
    assert "var(--owner-2)" in fragment
    assert "data-place='square-F11'" in fragment
    assert "data-place='square-F21'" in fragment


def test_a_face_down_card_is_drawn_without_its_number_to_others() -> None:
    position = begin()
    give(position, 0, 6)
    play(position, "@5:6")

    def slot(seat: int) -> str:
        drawn: Any = GAME.draw(position.view(seat), speech()).texts()
        return str(drawn["hall-slot-5"])

    assert ">6</text>" in slot(0)
    assert ">6</text>" not in slot(1)
    assert slot(1) == slot(2)


def test_the_square_that_a_building_was_placed_by_has_the_footprint_as_its_outline() -> None:
    position = begin()
    stand(position, 2, "2:F11n")
    drawn = GAME.draw(position.view(None), speech()).texts()["city-building-c2"]
    first, *others = drawn.split("<g data-place='square-")[1:]
    assert first.startswith("F11")
    # The page takes the last of the largest shapes.
    footprint, *_, last = re.findall(r"<path d='M1.5 1.5([^z]+)z(?:'|M)", first)
    assert last == footprint
    assert all("<rect" in other and "<path" not in other for other in others)


def test_a_name_that_looks_like_a_key_or_a_seat_is_said_as_it_is() -> None:
    position = begin(2)
    stand(position, 0, "6:F11n")
    for name in ("#bv.neutral", "@1", "#"):
        told = GAME.draw(position.view(1), GAME.speech("fr", [name, "Bruno"])).texts()
        assert f"<title>Bâtiment 6, {name}</title>" in told["city-building-a6"]
        assert f"<title>{name}" in told["area-0-box"]


def changed(seat: int, position: BellaVista, *moves: str) -> dict[str, str]:
    """The fragments that these moves change for a seat, and what stands in them then."""
    before = GAME.draw(position.view(seat), speech()).panels
    play(position, *moves)
    after = GAME.draw(position.view(seat), speech()).panels
    assert [list(panel.fragments) for panel in before] == [list(panel.fragments) for panel in after]
    known = {name: made for panel in before for name, made in panel.fragments.items()}
    return {
        name: made.svg()
        for panel in after
        for name, made in panel.fragments.items()
        if known[name] != made
    }


def test_an_offer_changes_a_slot_a_purse_and_a_hand() -> None:
    position = begin()
    give(position, 0, 6)
    assert set(changed(1, position, "@5:6")) == {
        *("hall-slot-5", "hall-offered"),
        *("area-0-box", "area-0-purse"),
    }


def test_a_building_changes_its_own_squares_and_what_it_brings_and_nothing_else() -> None:
    position = begin()
    turn_up(position, (0, 3), (1, 7), (2, 7), (3, 7))
    sent = changed(1, position, "F22n")
    board = {name for name in sent if name.startswith("city-")}
    assert board == {
        *("city-building-a3", "city-latest"),
        *(f"city-square-{square}" for square in ("F22", "F12", "F32", "F23")),
    }
    beside = {re.sub(r"-\d$", "", name) for name in set(sent) - board}
    assert beside <= {"hall-slot", "hall-now", "hall-met", "area-0-unseen", "area-0-purse"}
    assert sum(map(len, sent.values())) < 4000


@pytest.mark.parametrize("tall", [False, True])
def test_panels_on_a_phone_are_apart_and_as_wide_as_it(tall: bool) -> None:
    panels = GAME.draw(begin().view(0), speech(), tall).panels
    beside = [panel for panel in panels if panel.role == "supply"]
    assert len(beside) == (3 if tall else 1)
    assert all(panel.width <= 390 for panel in beside)


def test_a_preview_tells_which_contracts_a_building_meets_and_what_others_lack() -> None:
    position = begin()
    display(position, "park", "border")
    stand(position, 0, "6:f11e")  # next to the park
    turn_up(position, (0, 8))

    def unlocked(site: str) -> list[str]:
        seen: dict[str, Any] = position.preview(position.read(site), 0)
        said = GAME.unlocks(position.view(0), seen["view"], speech("en"))
        return [line.replace("\u00a0", " ") for line in said]

    assert unlocked("O41n") == ["Meets a contract: 2 buildings next to a park"]
    assert unlocked("F11n") == ["4 buildings on the border: 3 more buildings"]
    assert unlocked("f33n") == []


def test_cities_share_the_squares_that_lie_at_the_same_spots() -> None:
    """Every table has a city of its own, and most of what is drawn of it is its free squares."""
    games = [parvis.start("bella-vista", seats=2, seed=seed) for seed in range(40)]
    views: list[dict[str, Any]] = [dict(game.view(None)) for game in games]
    plans = ["/".join(view["map"]) for view in views]
    drawn = [
        empty_city(plan, view["cell"], speech("en").common)
        for plan, view in zip(plans, views, strict=True)
    ]
    squares = [(id, made) for city in drawn for id, made in city.items() if "-square-" in id]
    assert len(squares) == 40 * 128
    assert len({id(made) for _, made in squares}) == len(set(squares)) < len(squares)
    assert len({id(name) for name, _ in squares}) == 128

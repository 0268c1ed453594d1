"""Cities: BV-1.1 and BV-2.1."""

from __future__ import annotations

from collections import Counter

import pytest

import parvis
from parvis.engine.options import OptionError
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import read_components
from parvis.games.bella_vista.layouts import (
    CityError,
    legal_tiles,
    made_by_chance,
    map_of,
    read_map,
)
from parvis.games.bella_vista.options import OPTIONS
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import PIAZZA, refusal

GAME = parvis.game_of("bella-vista")


def cells(source: str) -> dict[tuple[int, int], str]:
    return {
        (x, y): letter
        for y, row in enumerate(source.split("/"))
        for x, letter in enumerate(row)
        if letter != "."
    }


def reached(start: tuple[int, int], within: set[tuple[int, int]]) -> set[tuple[int, int]]:
    seen, stack = {start}, [start]
    while stack:
        x, y = stack.pop()
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if there in within and there not in seen:
                seen.add(there)
                stack.append(there)
    return seen


def check(source: str) -> None:
    """BV-2.1, slowly: all tiles, in one piece, without holes."""
    city = cells(source)
    count = Counter(city.values())
    assert count == Counter({**dict.fromkeys("FBLOfblo", 4), "*": 5, "1": 2, "2": 2})
    assert reached(min(city), set(city)) == set(city)
    wide, high = max(x for x, _ in city) + 1, max(y for _, y in city) + 1
    empty = {(x, y) for x in range(-1, wide + 1) for y in range(-1, high + 1) if (x, y) not in city}
    assert reached((-1, -1), empty) == empty


def test_there_are_at_least_six_presets_and_every_one_is_valid() -> None:
    maps = read_components(GAME.pack).maps
    assert len(set(maps.values())) >= 6
    for source in maps.values():
        check(source)
    offered = OPTIONS[0].choices
    assert set(maps) <= set(offered)


def test_cities_made_by_chance_are_valid_and_varied() -> None:
    """BV-2.1: no gap, no overlap, connected."""
    made = [made_by_chance(parvis.Rng(seed)) for seed in range(150)]
    for source in made:
        check(source)
    assert len(set(made)) == len(made)
    sizes = {(len(source.split("/")[0]), source.count("/") + 1) for source in made}
    assert len(sizes) > 8


def test_a_game_can_be_played_in_a_city_of_ones_own() -> None:
    position = parvis.start("bella-vista", 4, 1, {"city": PIAZZA, "layout": "players"})
    assert isinstance(position, BellaVista)
    assert position.town().source == read_map(PIAZZA)
    assert position.turn() is not None


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("", "the map is empty"),
        (PIAZZA.replace("LL", "..", 1), "tile L: expected 2 × 2 cells, found 2 × 1 at E2"),
        (PIAZZA.replace("L", "."), "tile L: is missing"),
        (PIAZZA.replace("oo*", "oo."), "tile *: expected 5 parks, found 4"),
        (PIAZZA.replace("11", "1."), "tile 1: expected 2 × 1 or 1 × 2 cells, found 1 × 1 at G3"),
        (PIAZZA.replace("F", "Q"), "unknown tile 'Q' at A1"),
        (PIAZZA.replace("oo*.", "oo..*"), "tile *: at I5, not joined to the city"),
        (PIAZZA.replace("FFbb", "FbFb"), "tile F: expected 2 × 2 cells, found 4 scattered cells"),
    ],
)
def test_a_map_that_is_wrong_is_refused_by_naming_the_tile(source: str, complaint: str) -> None:
    """BV-2.1."""
    with pytest.raises(CityError) as caught:
        read_map(source)
    assert complaint in str(caught.value)


HOLED = """
FFbbLL
FFbbLL
OO.*BB
OO*1BB
ff*1ll
ff22ll
..oo**
..oo..
"""


HORSESHOE = """
FFbb..LLOO
FFbb..LLOO
.1*....*2*
.1......2.
ffBB**lloo
ffBB..lloo
"""


def test_a_hole_is_refused_by_naming_the_tile_above_it() -> None:
    """BV-2.1: bays are allowed, holes are not."""
    with pytest.raises(CityError, match="tile b: encloses a hole at C3"):
        read_map(HOLED)


def test_blanks_are_empty_cells_and_an_indented_map_is_the_same_city() -> None:
    """BV-2.1: a row that begins with blanks is not pushed to the left."""
    blanks = HORSESHOE.replace(".", " ")
    indented = "\r\n".join("    " + row for row in HORSESHOE.split())
    assert read_map(blanks) == read_map(indented) == read_map("/".join(HORSESHOE.split()))
    assert read_map(HORSESHOE).split("/")[2] == ".1*....*2*"


def test_an_error_names_the_cell_as_it_was_written() -> None:
    """BV-2.1: empty rows and columns around the city count in the names of cells."""
    around = ["......", *("." + row for row in HOLED.split())]
    with pytest.raises(CityError, match="encloses a hole at D4"):
        read_map("\n".join(around))
    apart = PIAZZA.replace("oo*.", "oo..*").split()
    with pytest.raises(CityError, match=r"tile \*: at J6, not joined"):
        read_map("\n".join(["..", *("." + row for row in apart)]))


def test_a_city_may_be_one_long_row_of_tiles() -> None:
    """BV-2.1: tiles may be assembled in any way without gaps; none is too long to be written."""
    row = "FFBBLLOOffbbllooX"
    source = row.replace("X", "*****1122") + "\n" + row.replace("X", "")
    assert read_map(source).split("/")[0] == row.replace("X", "*****1122")
    with pytest.raises(CityError, match="spread over 26 × 2 cells"):
        read_map(source.replace("1122", "11.22", 1))


def test_a_hostile_map_is_refused_at_once() -> None:
    far = "F\n" * 9_000 + "." * 1_900 + "F"
    with pytest.raises(CityError, match="scattered"):
        read_map(far)


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("\n..", "bv.map.empty"),
        (PIAZZA.replace("F", "Q"), "bv.map.unknown"),
        (PIAZZA.replace("F", "#"), "bv.map.unknown"),
        (PIAZZA.replace("L", "."), "bv.map.missing"),
        (PIAZZA.replace("LL", "..", 1), "bv.map.district"),
        (PIAZZA.replace("11", "1."), "bv.map.river"),
        (PIAZZA.replace("oo*", "oo."), "bv.map.parks"),
        (PIAZZA + 30 * "..\n" + "*", "bv.map.parks"),
        (PIAZZA.replace("oo*", "oo.") + 30 * "..\n" + "*", "bv.map.spread"),
        (PIAZZA.replace("oo*.", "oo..*"), "bv.map.apart"),
        (HOLED, "bv.map.hole"),
    ],
)
def test_who_wrote_a_wrong_city_is_told_in_words(source: str, key: str) -> None:
    """BV-2.1."""
    with pytest.raises(OptionError) as caught:
        OPTIONS[1].check(source)
    told = caught.value.told
    assert told is not None
    assert told.key == key
    for language in ("fr", "en", "it"):
        assert parvis.Speech(language, [GAME.catalogue(language)]).tell(told.key, told.params)


def test_a_wrong_city_is_refused_before_the_game_starts() -> None:
    with pytest.raises(OptionError, match="option city: tile L: is missing"):
        GAME.settle(4, {"city": PIAZZA.replace("L", ".")})


def test_architects_lay_the_city_in_turn_and_see_no_card_before_it_is_laid() -> None:
    """BV-2.1, BV-2.2."""
    position = parvis.start("bella-vista", 3, 4, {"layout": "players"})
    rng = parvis.Rng(4)
    turns: list[int | None] = []
    while position.view(0)["phase"] == "layout":
        view = position.view(0)
        assert view["hand"] == []
        assert view["constraint"] is view["height"] is view["group"] is None
        turns.append(position.turn())
        moves = position.moves()
        last = len(turns) == 15
        move = moves[rng.below(len(moves))]
        assert position.reveals(move) == last
        position.play(move)
    assert len(turns) == 15
    assert Counter(turns) == {0: 5, 1: 5, 2: 5}
    assert isinstance(position, BellaVista)
    check(position.town().source)
    assert len(position.cards(0)) == 3


def test_the_preview_of_the_last_tile_has_no_tile_left() -> None:
    position = parvis.start("bella-vista", 2, 1, {"layout": "players"})
    for _ in range(14):
        position.play(position.moves()[0])
    seen = position.foresee(position.moves()[0]).view(0)
    assert (seen["phase"], seen["turn"], seen["over"]) == ("layout", None, False)
    drawn = GAME.draw(seen, parvis.Speech("fr", [GAME.catalogue("fr")])).fragments()
    assert not [name for name in drawn if name.startswith("tiles-tile")]


def lay(*tiles: str) -> BellaVista:
    position = parvis.start("bella-vista", 4, 1, {"layout": "players"})
    assert isinstance(position, BellaVista)
    for tile in tiles:
        position.play(position.read(tile))
    return position


@pytest.mark.parametrize(
    ("laid", "move", "key"),
    [
        ((), "F@A1", "bv.refuse.middle"),
        (("F@K11",), "F@M11", "bv.refuse.no_tile"),
        (("F@K11",), "b@L12", "bv.refuse.overlap"),
        (("F@K11",), "b@M13", "bv.refuse.apart"),
        (("F@K11", "b@M11", "L@K9", "l@N9"), "-@M8", "bv.refuse.hole"),
        (("F@K11",), "@0:1", "bv.refuse.now_layout"),
    ],
)
def test_a_tile_that_cannot_be_laid_is_refused(laid: tuple[str, ...], move: str, key: str) -> None:
    found = refusal(lay(*laid), move)
    assert (found.clause, found.key) == ("BV-2.1", key)


def test_laying_never_gets_stuck() -> None:
    """BV-2.1: whoever tries to reach the table's edge still leaves room for the last tile."""
    for greed in range(4):
        laid: list[int] = []
        while len(laid) < layouts.TILES:
            tiles = legal_tiles(laid)
            assert tiles

            def outward(tile: int, greed: int = greed) -> tuple[int, int]:
                x, y = tile % layouts.CELLS % layouts.TABLE, tile % layouts.CELLS // layouts.TABLE
                reach = (x, -x, y - x, abs(x - 10) + abs(y - 10))[greed]
                return (reach, tile)

            laid.append(max(tiles, key=outward))
        check(read_map(map_of(laid)))


def test_a_district_measures_4_by_4_a_park_2_by_2_and_a_river_2_by_4() -> None:
    """BV-1.1."""
    position = parvis.start("bella-vista", 4, 1, {"city": PIAZZA})
    assert isinstance(position, BellaVista)
    grid = Counter(position.town().grid)
    assert sum(count for what, count in grid.items() if what >= 0) == 8 * 16
    assert sum(count for what, count in grid.items() if -20 < what <= -10) == 5 * 4
    assert sum(count for what, count in grid.items() if what <= -20) == 2 * 8


def test_before_the_deal_a_guess_knows_no_objective() -> None:
    """BV-2.2: they are drawn once the city is laid."""
    position = lay("F@K11")
    guesses = [position.guess(0, parvis.Rng(seed)) for seed in range(60)]
    assert {(int(guess.height), int(guess.group)) for guess in guesses} == {
        (height, group) for height in range(3) for group in range(3)
    }

"""Cities: BV-1.1 and BV-2.1."""

from __future__ import annotations

from collections import Counter

import pytest

import parvis
from parvis.engine.options import OptionError
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import read_components
from parvis.games.bella_vista.guessing import guessed
from parvis.games.bella_vista.layouts import (
    CityError,
    made_by_chance,
    map_of,
    read_map,
)
from parvis.games.bella_vista.legality import Laying
from parvis.games.bella_vista.options import OPTIONS
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import PIAZZA, TWO_PARKS
from tests.playing import play, refused

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


def check(source: str, bays: bool = False) -> None:
    """BV-2.1, slowly: all tiles, in one piece, without holes, and without bays unless allowed."""
    city = cells(source)
    count = Counter(city.values())
    assert count == Counter({**dict.fromkeys("FBLOfblo", 4), "*": 5, "1": 2, "2": 2})
    assert reached(min(city), set(city)) == set(city)
    wide, high = max(x for x, _ in city) + 1, max(y for _, y in city) + 1
    empty = {(x, y) for x in range(-1, wide + 1) for y in range(-1, high + 1) if (x, y) not in city}
    assert reached((-1, -1), empty) == empty
    assert bays or not bay_cells(source)


def bay_cells(source: str) -> list[tuple[int, int]]:
    """The empty cells with tiles on two opposite sides, however far."""
    city = cells(source)
    wide, high = max(x for x, _ in city) + 1, max(y for _, y in city) + 1
    return [
        (x, y)
        for y in range(high)
        for x in range(wide)
        if (x, y) not in city
        and (
            (any((n, y) in city for n in range(x)) and any((n, y) in city for n in range(x, wide)))
            or (
                any((x, n) in city for n in range(y))
                and any((x, n) in city for n in range(y, high))
            )
        )
    ]


def squares_beside(source: str, letters: str) -> int:
    """District squares that share a side with such tiles: four squares a cell."""
    ground = {
        (2 * x + dx, 2 * y + dy): letter
        for (x, y), letter in cells(source).items()
        for dx in range(2)
        for dy in range(2)
    }
    return sum(
        letter in "FBLOfblo"
        and any(
            ground.get(there, ".") in letters
            for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        )
        for (x, y), letter in ground.items()
    )


def check_shores(source: str) -> None:
    assert squares_beside(source, "*") >= 8
    assert squares_beside(source, "12") >= 8


@pytest.mark.clause("BV-2.1", quiet=True)
def test_there_are_at_least_six_presets_and_every_one_is_valid() -> None:
    maps = read_components(GAME.pack).maps
    assert len(set(maps.values())) >= 6
    for source in maps.values():
        check(source)
        check_shores(source)
    offered = OPTIONS[0].choices
    assert set(maps) <= set(offered)


@pytest.mark.clause("BV-2.1", quiet=True)
def test_cities_made_by_chance_are_valid_and_varied() -> None:
    """BV-2.1: no gap, no overlap, connected; contracts about parks and rivers can be met."""
    made = [made_by_chance(parvis.Rng(seed)) for seed in range(30)]
    for source in made:
        check(source)
        check_shores(source)
    assert len(set(made)) == len(made)
    sizes = {(len(source.split("/")[0]), source.count("/") + 1) for source in made}
    assert len(sizes) > 6


@pytest.mark.clause("BV-2.1", quiet=True)
def test_a_city_that_chance_leaves_unfinished_or_without_parks_to_build_by_is_made_anew() -> None:
    unfinished, dry = parvis.Rng(69), parvis.Rng(51)
    assert len(layouts.laid_by_chance(unfinished.copy(), False)) < layouts.TILES
    first = read_map(map_of(layouts.laid_by_chance(dry.copy(), False)))
    assert squares_beside(first, "*") < 8 <= squares_beside(first, "12")
    for rng in (unfinished, dry):
        source = made_by_chance(rng)
        check(source)
        check_shores(source)


@pytest.mark.clause("BV-2.1", quiet=True)
def test_cities_made_by_chance_have_bays_only_if_the_option_says_so() -> None:
    """BV-2.1: with bays too, parks and rivers have their shores."""
    made = [made_by_chance(parvis.Rng(seed), bays=True) for seed in range(16)]
    for source in made:
        check(source, bays=True)
        check_shores(source)
    assert len([source for source in made if bay_cells(source)]) > 4
    sources = []
    for seed in range(6):
        position = parvis.start("bella-vista", 4, seed, {"bays": True})
        assert isinstance(position, BellaVista)
        sources.append(position.town().source)
    assert any(bay_cells(source) for source in sources)


@pytest.mark.clause("BV-2.1", quiet=True)
def test_the_seed_that_once_gave_a_city_without_a_river_bank_has_one() -> None:
    """BV-2.1."""
    position = parvis.start("bella-vista", 4, "c244")
    assert isinstance(position, BellaVista)
    check(position.town().source)
    check_shores(position.town().source)


@pytest.mark.clause("BV-2.1", quiet=True)
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
@pytest.mark.clause("BV-2.1", quiet=True)
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


@pytest.mark.clause("BV-2.1", quiet=True)
def test_a_hole_is_refused_by_naming_the_tile_above_it() -> None:
    """BV-2.1: a city of one's own may have bays, never holes."""
    with pytest.raises(CityError, match="tile b: encloses a hole at C3"):
        read_map(HOLED)


@pytest.mark.clause("BV-2.1", quiet=True)
def test_blanks_are_empty_cells_and_an_indented_map_is_the_same_city() -> None:
    """BV-2.1: a row that begins with blanks is not pushed to the left."""
    blanks = HORSESHOE.replace(".", " ")
    indented = "\r\n".join("    " + row for row in HORSESHOE.split())
    assert read_map(blanks) == read_map(indented) == read_map("/".join(HORSESHOE.split()))
    assert read_map(HORSESHOE).split("/")[2] == ".1*....*2*"


@pytest.mark.clause("BV-2.1", quiet=True)
def test_empty_rows_and_columns_around_a_map_are_no_part_of_the_city() -> None:
    framed = ["....", *(f"...{row}.." for row in HORSESHOE.split()), "......."]
    assert read_map("\n".join(framed)) == read_map(HORSESHOE)


@pytest.mark.clause("BV-2.1", quiet=True)
def test_an_error_names_the_cell_as_it_was_written() -> None:
    """BV-2.1: empty rows and columns around the city count in the names of cells."""
    around = ["......", *("." + row for row in HOLED.split())]
    with pytest.raises(CityError, match="encloses a hole at D4"):
        read_map("\n".join(around))
    apart = PIAZZA.replace("oo*.", "oo..*").split()
    with pytest.raises(CityError, match=r"tile \*: at J6, not joined"):
        read_map("\n".join(["..", *("." + row for row in apart)]))


@pytest.mark.clause("BV-2.1", quiet=True)
def test_a_city_may_be_one_long_row_or_column_of_tiles() -> None:
    """BV-2.1: tiles may be assembled in any way without gaps; none is too long to be written."""
    upper, lower = "FFBBLLOOffbblloo*****1122", "FFBBLLOOffbblloo........."
    assert read_map(f"{upper}\n{lower}") == f"{upper}/{lower}"
    column = [left + right for left, right in zip(upper, lower, strict=True)]
    assert read_map("\n".join(column)) == "/".join(column)
    with pytest.raises(CityError, match="spread over 26 × 2 cells"):
        read_map(upper.replace("1122", "11.22") + "\n" + lower)
    with pytest.raises(CityError, match="spread over 2 × 26 cells"):
        read_map("\n".join([*column[:-2], "..", *column[-2:]]))


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
@pytest.mark.clause("BV-2.1", quiet=True)
def test_who_wrote_a_wrong_city_is_told_in_words(source: str, key: str) -> None:
    """BV-2.1."""
    with pytest.raises(OptionError) as caught:
        OPTIONS[2].check(source)
    sentence = caught.value.sentence
    assert sentence is not None
    assert sentence.key == key
    for language in ("fr", "en", "it"):
        speech = parvis.Speech(language, [GAME.catalogue(language)])
        assert speech.tell(sentence.key, sentence.params)


def test_a_wrong_city_is_refused_before_the_game_starts() -> None:
    with pytest.raises(OptionError, match="option city: tile L: is missing"):
        GAME.settle(4, {"city": PIAZZA.replace("L", ".")})


@pytest.mark.clause("BV-2.1", quiet=True)
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
    drawn = GAME.draw(seen, parvis.Speech("fr", [GAME.catalogue("fr")])).texts()
    assert not [name for name in drawn if name.startswith("tiles-tile")]


def lay(*tiles: str, bays: bool = False) -> BellaVista:
    position = parvis.start("bella-vista", 4, 1, {"layout": "players", "bays": bays})
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
        (("F@K11", "*@K10"), "b@K8", "bv.refuse.bay"),
        (("F@K11", "b@M11", "*@K10"), "L@M9", "bv.refuse.bay"),
        (("F@K11",), "@0:1", "bv.refuse.now_layout"),
    ],
)
@pytest.mark.clause("BV-2.1")
def test_a_tile_that_cannot_be_laid_is_refused(laid: tuple[str, ...], move: str, key: str) -> None:
    found = refused(lay(*laid), move)
    assert (found.clause, found.key) == ("BV-2.1", key)


@pytest.mark.parametrize(
    ("laid", "move"), [(("F@K11", "b@M11"), "L@L9"), (("F@K11", "*@K10"), "b@L9")]
)
@pytest.mark.clause("BV-2.1", quiet=True)
def test_a_tile_that_leaves_no_gap_may_be_laid(laid: tuple[str, ...], move: str) -> None:
    position = lay(*laid)
    assert position.refusal(position.read(move)) is None


@pytest.mark.clause("BV-2.1")
def test_with_bays_allowed_a_tile_may_make_a_bay_but_no_hole() -> None:
    """BV-2.1."""
    position = lay("F@K11", "b@M11", "L@K9", "l@N9", bays=True)
    assert bay_cells(map_of(position.laid)) == [(2, 0), (2, 1)]
    found = refused(position, "-@M8")
    assert (found.clause, found.key) == ("BV-2.1", "bv.refuse.hole")
    strict = lay("F@K11", "b@M11", "L@K9")
    assert refused(strict, "l@N9").key == "bv.refuse.bay"


# All parks and rivers are laid; wherever the third district went, it would make a bay.
CROOKED = ("F@K11", "B@J9", "*@K8", "*@K13", "*@M11", "-@H9", "|@J7", "*@L10", "*@I8")


@pytest.mark.clause("BV-2.1")
def test_only_when_no_tile_fits_without_a_bay_may_one_make_a_bay() -> None:
    """BV-2.1: so laying never gets stuck."""
    before = lay(*CROOKED[:-1])
    assert refused(before, "L@M12").key == "bv.refuse.bay"
    position = lay(*CROOKED)
    assert not bay_cells(map_of(position.laid))
    assert position.refusal(position.read("L@M12")) is None
    for move in position.moves():
        ahead = position.foresee(move)
        assert isinstance(ahead, BellaVista)
        assert bay_cells(map_of(ahead.laid))


@pytest.mark.clause("BV-2.1", quiet=True)
def test_laying_never_gets_stuck() -> None:
    """BV-2.1: whoever tries to reach the table's edge still leaves room for the last tile."""
    for greed in range(4):
        laid: list[layouts.Tile] = []
        while len(laid) < layouts.TILES:
            laying = Laying(laid.copy(), False)
            tiles = [tile for tile in laying.candidates() if laying.bar(*tile) is None]
            assert tiles

            def outward(tile: layouts.Tile, greed: int = greed) -> tuple[int, layouts.Tile]:
                x, y = tile[1] % layouts.TABLE, tile[1] // layouts.TABLE
                reach = (x, -x, y - x, abs(x - 10) + abs(y - 10))[greed]
                return (reach, tile)

            laid.append(max(tiles, key=outward))
        check(read_map(map_of(laid)))


@pytest.mark.clause("BV-1.1")
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
    guesses = [guessed(position, 0, parvis.Rng(seed)) for seed in range(60)]
    assert {(int(guess.height), int(guess.group)) for guess in guesses} == {
        (height, group) for height in range(3) for group in range(3)
    }


# Sets of cells: what is a gap, what is a hole.


def ground(*rows: str) -> int:
    """The cells of a drawing that are not dots."""
    return sum(
        layouts.bit_of(x, y)
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != "."
    )


def marked(cells: int, rows: tuple[str, ...]) -> list[str]:
    """The drawing with the cells of a set marked; it has no others."""
    drawn = [
        "".join("x" if cells & layouts.bit_of(x, y) else letter for x, letter in enumerate(row))
        for y, row in enumerate(rows)
    ]
    assert cells.bit_count() == "".join(drawn).count("x")
    return drawn


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (("##", "##"), ["##", "##"]),
        (("#.#",), ["#x#"]),
        (("#..#", "####"), ["#xx#", "####"]),
        (("#", ".", ".", "#"), ["#", "x", "x", "#"]),
        ((".#.", "#.#", ".#."), [".#.", "#x#", ".#."]),
        (("##.", ".##", "..#"), ["##.", ".##", "..#"]),
        (("#..", "##.", "#.."), ["#..", "##.", "#.."]),
        (("##.", "#..", "##."), ["##.", "#x.", "##."]),
        ((".##", "..#", ".##"), [".##", ".x#", ".##"]),
        (("####", "#..#", "####"), ["####", "#xx#", "####"]),
        (("#...", "....", "...#"), ["#...", "....", "...#"]),
    ],
)
@pytest.mark.clause("BV-2.1", quiet=True)
def test_a_gap_lies_between_two_tiles_of_a_row_or_a_column(
    rows: tuple[str, ...], found: list[str]
) -> None:
    assert marked(layouts.gaps(ground(*rows)), rows) == found


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (("##", "##"), ["##", "##"]),
        (("#.#", "#.#", "###"), ["#.#", "#.#", "###"]),
        (("###", "#.#", "###"), ["###", "#x#", "###"]),
        (("####", "#..#", "####"), ["####", "#xx#", "####"]),
        ((".#.", "#.#", ".#."), [".#.", "#x#", ".#."]),
        (("#####", "#.#.#", "###.."), ["#####", "#x#.#", "###.."]),
    ],
)
@pytest.mark.clause("BV-2.1", quiet=True)
def test_a_hole_is_not_joined_to_the_outside_by_sides(
    rows: tuple[str, ...], found: list[str]
) -> None:
    assert marked(layouts.holes(ground(*rows)), rows) == found


@pytest.mark.clause("BV-2.1", quiet=True)
def test_cells_are_joined_by_sides() -> None:
    rows = ("##..#", "#..##", ".##..")
    assert marked(layouts.joined(ground(*rows)), rows) == ["xx..#", "x..##", ".##.."]
    assert layouts.first_of(ground("....", "..#.", "##..")) == (2, 1)
    assert layouts.around(layouts.bit_of(3, 3)).bit_count() == 5
    largest = layouts.LONGEST
    whole = ground(*["#" * largest] * largest)
    assert layouts.holes(whole) == layouts.gaps(whole) == 0
    assert layouts.joined(whole) == whole


@pytest.mark.clause("BV-2.1", quiet=True)
def test_how_many_squares_of_districts_are_beside_parks_and_rivers() -> None:
    """A square between two parks counts once; a corner does not count."""
    counts = [
        (layouts.beside(read_map(city), "*"), layouts.beside(read_map(city), "12"))
        for city in (PIAZZA, TWO_PARKS)
    ]
    assert counts == [(18, 4), (17, 10)]
    assert [squares_beside(read_map(TWO_PARKS), kind) for kind in ("*", "12")] == [17, 10]


@pytest.mark.clause("BV-2.1", quiet=True)
def test_there_are_five_parks_and_two_rivers_to_lay() -> None:
    position = lay("F@K11", "*@K10", "*@L10", "*@K13", "*@L13")
    assert refused(position, "F@M11").key == "bv.refuse.no_tile"
    play(position, "-@M11")
    assert position.refusal(position.read("|@J11")) is None
    play(position, "*@J11")
    assert refused(position, "*@J12").key == "bv.refuse.no_tile"
    play(position, "-@M12")
    for river in ("-@O11", "|@O11"):
        assert refused(position, river).key == "bv.refuse.no_tile"
    assert layouts.left(position.laid) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.clause("BV-2.1", quiet=True)
def test_at_the_edge_of_the_table_only_tiles_that_lie_on_it_may_be_laid() -> None:
    laid = [(0, 0), (8, 2)]  # a district in the first corner, a park beside it
    laying = Laying(laid, False)
    assert layouts.near(laying.rim) == [0, 1, 2, 3, 22, 23, 24, 44, 45]
    fits = {tile for tile in laying.candidates() if laying.bar(*tile) is None}
    assert (8, 3) in fits  # a park beyond the park
    assert (1, 44) in fits  # a district below the district
    last = layouts.CELLS - 1
    corner = Laying([(8, last)], False)
    assert [layouts.cell_name(cell) for cell in layouts.near(corner.rim)] == [
        *("U20", "V20", "T21", "U21", "V21", "T22", "U22", "V22")
    ]
    assert layouts.cells_of(0, last) == layouts.cells_of(9, last) == layouts.cells_of(10, last) == 0
    fits = {tile for tile in corner.candidates() if corner.bar(*tile) is None}
    assert {cell for kind, cell in fits if kind == 8} == {last - 1, last - layouts.TABLE}
    assert {cell for kind, cell in fits if kind == 0} == {
        last - 2 - layouts.TABLE,
        last - 1 - 2 * layouts.TABLE,
    }


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (
            PIAZZA.replace("LL", "L.", 1),
            "tile L: expected 2 × 2 cells, found 3 scattered cells at E1",
        ),
        (PIAZZA.replace("11", "..").replace("oo*.", "oo*1") + "\n.......1", "tile 1: expected"),
        (PIAZZA.replace("ff11", "LL11"), "tile L: expected 2 × 2 cells, found 2 × 3 at E1"),
        (PIAZZA + "....1", "tile 1: expected 2 × 1 or 1 × 2 cells, found 3 scattered cells at E3"),
        (PIAZZA + "..**", "tile *: expected 5 parks, found 7"),
    ],
)
@pytest.mark.clause("BV-2.1", quiet=True)
def test_every_tile_has_its_form(source: str, complaint: str) -> None:
    with pytest.raises(CityError) as caught:
        read_map(source)
    assert complaint in str(caught.value)


@pytest.mark.clause("BV-2.1", quiet=True)
def test_eight_squares_are_enough_and_cities_stay_legible() -> None:
    """One city has eight squares by rivers, one eight by parks; none is wider than nine cells."""
    assert squares_beside(made_by_chance(parvis.Rng(17)), "12") == 8
    assert squares_beside(made_by_chance(parvis.Rng(6)), "*") == 8
    wide = [len(made_by_chance(parvis.Rng(seed)).split("/")[0]) for seed in range(24)]
    assert max(wide) == 9

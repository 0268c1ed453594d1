"""NV-4: what cities are worth."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.ledger import BANKED, OPEN, STANDING, Line, totals
from parvis.engine.packs import read_pack
from parvis.games.neoville.city import City, bare_city, lay_tile, put_piece
from parvis.games.neoville.components import CORNERS, WIDTH, read_components, read_slot
from parvis.games.neoville.position import Neoville
from parvis.games.neoville.scoring import all_points, city_points, ledger_lines
from tests.neoville.tables import GROUNDS, PACK, PARTS, begin, play, refused, table, town


def points(city: City, mirror: bool = False) -> int:
    """The points of a city's pieces alone."""
    found = int(city_points(PARTS, mirror, city.cells))
    lines = [line for line in lines_of(city, mirror) if line.clause != "NV-4.9"]
    assert sum(line.points for line in lines) == found
    return found


def lines_of(city: City, mirror: bool = False) -> list[Line]:
    """The ledger of a city, alone at the table."""
    return ledger_lines(PARTS, mirror, [city], over=False)


def line_of(city: City, clause: str) -> Line:
    """The one line of a city that cites a clause."""
    (line,) = [line for line in lines_of(city) if line.clause == clause]
    return line


WATER_9 = """
    wwww
    wwss
    wwrr
    wrrg
"""


@pytest.mark.clause("NV-4.2")
def test_a_skyscraper_in_a_large_enough_district_earns_its_value() -> None:
    """NV-4.2, worked example 1: Waterfall 8 in a district of 9; a 10 there is one short."""
    assert points(town(WATER_9, "W8 0,0")) == 8
    assert points(town(WATER_9, "W10 0,0")) == -10
    line = line_of(town(WATER_9, "W10 0,0"), "NV-4.2")
    assert (line.params["size"], line.params["n"]) == (9, 1)
    assert len(line.places) == 9


@pytest.mark.parametrize(
    ("rows", "piece", "expected"),
    [
        ("ssgg\nssgg", "E5 0,0", -5),
        ("rrgg\nssgg", "S4 0,0", -4),
        ("wwgg\nwwgg", "W4 1,1", 4),
        ("Wwgg\nw4gg", "W4 1,0", 4),
    ],
)
@pytest.mark.clause("NV-4.2")
def test_a_skyscraper_in_too_small_a_district_costs_its_value(
    rows: str, piece: str, expected: int
) -> None:
    """NV-4.2, worked example 1: soil 4 for a 5, rock 2 for a 4, exactly 4; icons count."""
    assert points(town(rows, piece)) == expected


@pytest.mark.clause("NV-4.2")
def test_squares_that_touch_only_at_corners_are_no_district() -> None:
    """NV-4.2."""
    assert points(town("wgwg\ngwgw", "W4 0,0")) == -4


@pytest.mark.parametrize("look", ["rg/gg", "gr/gg", "gg/rg", "gg/gr"])
@pytest.mark.clause("NV-4.2")
def test_a_new_square_joins_the_two_districts_beside_it_and_no_other(look: str) -> None:
    """NV-4.2: a tile in the middle of a city, one rock on it, one rock somewhere around it."""
    row, column = divmod(look.replace("/", "").index("r"), 2)
    for down, across in [(d, a) for d in range(1, 5) for a in range(1, 5)]:
        if down in (2, 3) and across in (2, 3):
            continue
        rows = ["ssssss", "ssssss", "ss..ss", "ss..ss", "ssssss", "ssssss"]
        rows[down] = rows[down][:across] + "r" + rows[down][across + 1 :]
        city = town("\n".join(rows))
        squares = [GROUNDS[letter] for letter in look.replace("/", "")]
        lay_tile(city.cells, read_slot("d4"), sum(s << 5 * n for n, s in enumerate(squares)))
        tower = CORNERS[read_slot("d4")] + row * WIDTH + column
        put_piece(city.cells, tower, PARTS.kind_of["S4"])
        beside = abs(down - 2 - row) + abs(across - 2 - column) == 1
        assert line_of(city, "NV-4.2").params["size"] == (2 if beside else 1), (down, across)


@pytest.mark.parametrize(
    ("rows", "expected", "spare"),
    [
        ("rrrg\nssgg", -4, "10"),
        ("rrrr\nrrgg", 4, "10"),
        ("rrrrrr\nrrrrrr", 10, "4"),
    ],
)
@pytest.mark.clause("NV-4.3")
def test_one_skyscraper_counts_in_a_district(rows: str, expected: int, spare: str) -> None:
    """NV-4.3, worked example 7: the best that is met, or the lowest if none is."""
    city = town(rows, "S10 0,0;S4 0,1")
    assert points(city) == expected
    line = line_of(city, "NV-4.3")
    assert (line.points, line.params["mark"]) == (0, spare)


@pytest.mark.clause("NV-4.3")
def test_of_three_skyscrapers_in_a_district_the_largest_met_counts() -> None:
    """NV-4.3."""
    assert points(town("rrrr\nrrrr", "S4 0,0;S12 0,1;S8 0,2")) == 8
    assert points(town("rrrr\nrrrg", "S12 0,0;S10 0,1;S8 0,2")) == -8


# A cross of parks around an ecomobile: two in its row, two in its column.
PARKS = """
    sgGgsg
    gsgsgs
    GgsgGs
    gsgsgs
    sgGgsg
    gsgsgs
"""


@pytest.mark.clause("NV-4.4", "NV-4.5")
def test_an_ecomobile_looks_along_its_row_and_its_column() -> None:
    """NV-4.4, NV-4.5, worked example 2: 4 parks in sight, 8 points; 3 parks, minus 8."""
    assert points(town(PARKS, "eco-parks4 2,2")) == 8
    assert points(town(PARKS.replace("sgGgsg", "sgggsg", 1), "eco-parks4 2,2")) == -8
    assert points(town(PARKS, "eco-parks4 3,3")) == -8
    line = line_of(town(PARKS, "eco-parks4 2,3"), "NV-4.5")
    assert (line.params["have"], line.params["n"], line.status) == (2, 2, STANDING)


@pytest.mark.clause("NV-4.5")
def test_a_met_ecomobile_stays_met() -> None:
    """NV-4.5: what it sees does not go away."""
    assert line_of(town(PARKS, "eco-parks4 2,2"), "NV-4.5").status == BANKED


@pytest.mark.clause("NV-4.5")
def test_parks_and_sports_count_together_for_their_ecomobile() -> None:
    """NV-4.5."""
    mixed = PARKS.replace("GgsgGs", "2gsg2s")
    assert points(town(mixed, "eco-icons4 2,2")) == 5
    assert points(town(mixed, "eco-parks4 2,2")) == -8
    assert points(town(mixed, "eco-sports4 2,2")) == -8


@pytest.mark.clause("NV-4.4")
def test_an_ecomobile_counts_every_utility_but_itself() -> None:
    """NV-4.4."""
    rows = "wwww\nwwww\nwwww\nwwww"
    three = "eco-utilities3 0,0;eco-parks4 0,2;eco-parks4 2,0"
    base = points(town(rows, three))
    assert base == -8 - 8 - 8
    # Tiles take one piece each, but a map may hold more: a third one in sight.
    four = three + ";eco-sports4 0,3"
    assert points(town(rows, four)) == 8 - 8 - 8 - 8


@pytest.mark.clause("NV-4.5")
def test_two_ecomobiles_share_what_they_see() -> None:
    """NV-4.5: the same parks serve both, on one row."""
    rows = "SGSGsg\ngsgsgs"
    assert points(town(rows, "eco-parks4 0,4;eco-icons4 0,5")) == 8 + 5


@pytest.mark.parametrize(("code", "value"), [("eco-skyscrapers3", 5), ("eco-skyscrapers4", -8)])
@pytest.mark.clause("NV-4.5")
def test_an_ecomobile_counts_skyscrapers(code: str, value: int) -> None:
    """NV-4.5: three of them in sight, whatever they score."""
    city = town("sgsg\ngsgs\nsgsg\ngsgs", f"{code} 0,0;F4 0,1;F6 0,3;F8 3,0")
    towers = -4 - 6 - 8
    assert points(city) == towers + value


FULL = "\n".join(["sgsgsgsg", "gsgsgsgs"] * 4)


@pytest.mark.parametrize(
    ("code", "good"),
    [
        ("left", {(r, 0) for r in range(4)}),
        ("right", {(r, 3) for r in range(4)}),
        ("top", {(0, c) for c in range(4)}),
        ("bottom", {(3, c) for c in range(4)}),
        ("corner", {(0, 0), (0, 3), (3, 0), (3, 3)}),
        ("centre", {(1, 1), (1, 2), (2, 1), (2, 2)}),
    ],
)
@pytest.mark.clause("NV-4.6")
def test_a_windmill_stands_on_a_tile_of_its_diagram(code: str, good: set[tuple[int, int]]) -> None:
    """NV-4.6: every tile of a finished city, wherever on the sheet the city came to lie."""
    value = PARTS.kinds[PARTS.kind_of[f"mill-{code}"]].points
    for corner in ("a1", "c2", "d4"):
        for row in range(4):
            for column in range(4):
                for down, across in ((0, 1), (1, 0)):
                    spot = f"{row * 2 + down},{column * 2 + across}"
                    city = town(FULL, f"mill-{code} {spot}", corner)
                    assert points(city) == (value if (row, column) in good else -value)


@pytest.mark.clause("NV-4.6")
def test_a_windmill_is_open_until_the_frame_settles_it() -> None:
    """NV-4.6, worked example 3: placed when columns to the left were still possible."""
    city = town("sg\ngs", "mill-left 0,0", "d4")
    line = line_of(city, "NV-4.6")
    assert (line.status, line.points, line.low, line.high) == (OPEN, 0, -4, 4)
    assert (line.params["good"], line.params["n"]) == (4, 16)
    wider = town("sgsg\ngsgs", "mill-left 0,0", "d4")
    assert line_of(wider, "NV-4.6").params["n"] == 12
    right = town("sgsgsgsg\ngsgsgsgs", "mill-left 0,0", "d4")
    assert points(right) == 4
    assert line_of(right, "NV-4.6").status == BANKED
    left = town("sgsg\ngsgs", "mill-left 0,2", "c4")
    assert (points(left), line_of(left, "NV-4.6").status) == (-4, BANKED)


@pytest.mark.clause("NV-4.6")
def test_a_centre_windmill_at_the_edge_of_a_row_of_four_is_lost() -> None:
    """NV-4.6: its column settles it, whatever the rows will be."""
    assert points(town("sgsgsgsg\ngsgsgsgs", "mill-centre 0,0", "b4")) == -6
    line = line_of(town("sgsgsgsg\ngsgsgsgs", "mill-centre 0,2", "b4"), "NV-4.6")
    assert (line.status, line.params["good"], line.params["n"]) == (OPEN, 2, 4)


@pytest.mark.clause("NV-4.6")
def test_several_windmills_may_be_met_on_the_same_tiles() -> None:
    """NV-4.6."""
    assert points(town(FULL, "mill-left 0,0;mill-top 0,1;mill-corner 1,0", "b2")) == 4 + 4 + 5


@pytest.mark.parametrize(
    ("rows", "code", "value"),
    [
        ("wwgg\nwgss", "L3", 5),
        ("ggww\nssgw", "L3", 5),
        ("wwwg\nssgg", "I3", 5),
        ("wwgg\nwwgs", "O4", 6),
        ("wwwg\nwssg", "L4", 6),
        ("wwwg\nsswg", "L4", -6),
        ("wwwg\nswsg", "T4", 8),
        ("wwsg\nsww1", "S4", -8),
        ("sww1\nwwsg", "S4", 8),
    ],
)
@pytest.mark.clause("NV-4.7")
def test_a_biodome_wants_exactly_its_shape(rows: str, code: str, value: int) -> None:
    """NV-4.7, worked example 4: turned any way but not flipped, on any terrain."""
    where = f"0,{rows.index('w')}"
    city = town(rows, f"dome-{code} {where}")
    assert points(city) == value
    for other in ("L3", "I3", "O4", "L4", "T4", "S4"):
        if other != code:
            assert points(town(rows, f"dome-{other} {where}")) < 0
    rock = rows.replace("w", "r")
    assert points(town(rock, f"dome-{code} {where}")) == value


@pytest.mark.clause("NV-4.7")
def test_a_square_more_and_a_biodome_fails() -> None:
    """NV-4.7, worked example 4."""
    assert points(town("wwgg\nwgss", "dome-L3 0,0")) == 5
    assert points(town("wwwg\nwgss", "dome-L3 0,0")) == -5
    assert line_of(town("wwwg\nwgss", "dome-L3 0,0"), "NV-4.7").points == -5


@pytest.mark.clause("NV-4.7")
def test_a_shape_is_turned_and_flipped_only_by_the_option() -> None:
    """NV-4.7, option biodome_mirror: S and its mirror image are two shapes."""
    shown, flipped = town("sww1\nwwsg", "dome-S4 0,1"), town("wwsg\nsww1", "dome-S4 0,1")
    upright = town("wssg\nwwsg\nswrr\nssgg", "dome-S4 0,0")
    assert (points(shown), points(upright), points(flipped)) == (8, 8, -8)
    assert (points(shown, mirror=True), points(flipped, mirror=True)) == (8, 8)
    for option, expected in (({}, [-8, 8]), ({"biodome_mirror": True}, [8, 8])):
        position = begin(2, **option)
        position.cities[:] = [flipped, shown]
        scored = [line.points for line in position.ledger() if line.clause == "NV-4.7"]
        assert scored == expected


@pytest.mark.clause("NV-4.8")
def test_a_second_biodome_in_a_district_costs_its_value() -> None:
    """NV-4.8, worked example 4: a second matching one is minus 5."""
    city = town("wwgg\nwgss", "dome-L3 0,0;dome-L3 0,1")
    assert points(city) == 0
    line = line_of(city, "NV-4.8")
    assert line.points == -5


@pytest.mark.clause("NV-4.8", quiet=True)
def test_a_biodome_that_does_not_fit_does_not_take_the_place_of_one_that_does() -> None:
    """NV-4.8: the one that scores is the best that matches."""
    assert points(town("wwgg\nwgss", "dome-S4 0,0;dome-L3 0,1")) == 5 - 8


SIGHTS = """
    sgGg2g
    gsgsgs
    Ggsg2s
    gsG2g1
    2ggg2g
    gsgsgs
"""


@pytest.mark.parametrize(
    ("code", "where", "have"),
    [
        ("eco-parks4", "2,2", 3),
        ("eco-sports4", "2,2", 1),
        ("eco-sports4", "2,5", 2),
        ("eco-parks4", "3,0", 2),
        ("eco-sports4", "3,1", 2),
        ("eco-icons4", "4,1", 2),
        ("eco-parks4", "3,4", 1),
        ("eco-sports4", "5,5", 1),
        ("eco-sports4", "1,3", 1),
    ],
)
@pytest.mark.clause("NV-4.5")
def test_an_ecomobile_counts_its_own_features_only(code: str, where: str, have: int) -> None:
    """NV-4.4, NV-4.5: parks, sports or both, each once."""
    line = line_of(town(SIGHTS, f"{code} {where}"), "NV-4.5")
    value = PARTS.kinds[PARTS.kind_of[code]].points
    assert (line.key, line.points) == ("nv.line.eco.short", -value)
    assert (line.params["have"], line.params["least"], line.params["n"]) == (have, 4, 4 - have)


@pytest.mark.parametrize(
    ("rows", "pieces", "key", "expected"),
    [
        ("wwgg\nwwgg", "W4 0,0", "nv.line.sky.met", (4, 4, {"size": 4, "n": 4})),
        ("wwgg\nwwgg", "W5 0,0", "nv.line.sky.short", (-5, 5, {"size": 4, "n": 1})),
        ("wwwg\nwwwg", "W4 0,0;W5 0,1", "nv.line.sky.spare", (0, 4, {"size": 6, "n": 0})),
        (
            "SGSGsg\ngsgsgs", "eco-parks4 0,4", "nv.line.eco.met",
            (8, 8, {"have": 4, "least": 4, "n": 0}),
        ),
        (FULL, "mill-left 0,0", "nv.line.mill.met", (4, 4, {})),
        (FULL, "mill-left 0,2", "nv.line.mill.short", (-4, 4, {})),
        ("wwgg\nwgss", "dome-L3 0,0", "nv.line.dome.met", (5, 5, {})),
        ("wwgg\nwwss", "dome-L3 0,0", "nv.line.dome.short", (-5, 5, {})),
        ("wwgg\nwgss", "dome-L3 0,0;dome-L3 0,1", "nv.line.dome.second", (-5, 5, {})),
        ("sg\ngs", "mill-left 0,0", "nv.line.mill.open", (0, 4, {"good": 4, "n": 16})),
    ],
)  # fmt: skip
@pytest.mark.clause("NV-4.2", quiet=True)
def test_a_line_tells_what_a_piece_has_and_what_it_lacks(
    rows: str, pieces: str, key: str, expected: tuple[int, int, dict[str, int]]
) -> None:
    """NV-4.2 to NV-4.8: points, value, and the numbers that the words speak of."""
    earned, value, numbers = expected
    (line,) = [line for line in lines_of(town(rows, pieces)) if line.key == key]
    assert (line.points, line.params["value"]) == (earned, value)
    assert {name: line.params[name] for name in numbers} == numbers


@pytest.mark.clause("NV-4.3", "NV-4.6", "NV-4.8")
def test_the_view_says_what_every_piece_is_doing() -> None:
    """NV-4.2 to NV-4.8: met, short, spare, open, second."""
    position = begin(2)
    pieces = "dome-L3 0,0;dome-L3 0,1;S4 2,0;S6 2,1;E6 1,2;mill-left 1,1"
    position.cities[0] = town("wwgg\nwgss\nrrrr\nrrrs", pieces)
    assert {line.clause for line in position.ledger()} >= {"NV-4.3", "NV-4.6", "NV-4.8"}
    seen = position.view(None)["cities"][0]["pieces"]  # type: ignore[index]
    states = [piece["state"] for piece in seen]
    assert states == ["met", "second", "spare", "met", "short", "open"]
    assert [piece["have"] for piece in seen] == [0, 0, 7, 7, 2, 3]


@pytest.mark.parametrize(
    ("rows", "pieces", "expected"),
    [
        ("rrrr\nrggg", "S10 0,0;S8 0,1;mill-left 1,0", -8),
        ("rrrr\nrrrr\nrrgg\nssgg", "S10 0,0;S12 0,1;eco-parks4 0,2", 10 - 8),
        ("rrrr\nrrgg", "S10 0,0;S12 0,1;eco-parks4 0,2", -10 - 8),
        ("rrrr\nrrrr", "S4 0,0;S8 0,1;S6 0,2", 8),
        ("rrrr\nrrrg", "S4 0,0;S8 0,1", 4),
        ("rrrr\nggss", "S5 0,0;S12 0,1;S4 0,2", 4),
    ],
)
@pytest.mark.clause("NV-4.3", quiet=True)
def test_only_skyscrapers_of_a_district_compete(rows: str, pieces: str, expected: int) -> None:
    """NV-4.3: a utility beside them changes nothing, nor does a skyscraper elsewhere."""
    city = town(rows, pieces)
    utilities = sum(
        line.points for line in lines_of(city) if line.clause in ("NV-4.5", "NV-4.6", "NV-4.7")
    )
    if "mill" in pieces:
        assert utilities == 0, "the windmill is open"
    assert points(city) == expected


@pytest.mark.clause("NV-4.8", quiet=True)
def test_biodomes_of_two_districts_do_not_meet() -> None:
    """NV-4.8: one in each."""
    assert points(town("wwgg\nwssg", "dome-L3 0,0;dome-L3 0,3")) == 10
    three = town("wwgg\nwgss", "dome-L3 0,0;dome-L3 0,1;dome-L3 1,0")
    assert points(three) == 5 - 5 - 5


DOMES = """
[[biodomes]]
name = "L3b"
shape = ["xx", "x."]
points = 6
copies = 2

[[biodomes]]
name = "B6"
shape = ["xxx", "xxx"]
points = 6
copies = 2

[[biodomes]]
name = "I1"
shape = ["x"]
points = 3
copies = 2
"""


@pytest.mark.clause("NV-4.8")
def test_with_other_shapes_the_best_biodome_that_fits_counts() -> None:
    """NV-4.7, NV-4.8: with a pack that has a shape twice, the largest one and the smallest."""
    parts = read_components(read_pack(PACK.source + DOMES))

    def worth(rows: str, *domes: str) -> int:
        city = town(rows)
        for number, dome in enumerate(domes):
            put_piece(city.cells, CORNERS[read_slot("c3")] + number, parts.kind_of[dome])
        lines = ledger_lines(parts, False, [city], over=False)
        found = [line for line in lines if line.clause in ("NV-4.7", "NV-4.8")]
        return sum(line.points for line in found)

    small = "wwgg\nwgss"
    assert worth(small, "dome-L3", "dome-L3b") == worth(small, "dome-L3b", "dome-L3") == 6 - 5
    assert worth("wwwg\nwwwg", "dome-B6") == 6
    assert worth("wwww\nwwwg", "dome-B6") == worth("wwww\nwwwg", "dome-I1") - 3 == -6
    assert worth("wgwg\ngggg", "dome-I1") == 3
    sea = "\n".join(["wwwwwwww"] * 8)
    assert worth(sea, "dome-I1", "dome-B6", "dome-L3") == -3 - 6 - 5


@pytest.mark.clause("NV-4.9")
def test_the_most_is_looked_for_in_every_city() -> None:
    """NV-4.9: wherever it is."""
    two, one, none = town("12sg\ngsgs"), town("S1sg\ngsgs"), town("sgsg\ngsgs")
    for cities, expected in (
        ([two, one, none], [5, 5, 0]),
        ([none, one, two], [0, 5, 5]),
        ([one, two, none], [5, 5, 0]),
    ):
        assert all_points(PARTS, False, cities) == expected
        lines = ledger_lines(PARTS, False, cities, over=False)
        assert [sum(line.points for line in lines if line.side == n) for n in range(3)] == expected


@pytest.mark.parametrize("slot", ["a4", "b2", "c7", "d4", "e3", "f5", "g1"])
@pytest.mark.clause("NV-4.9")
def test_an_icon_counts_wherever_it_lies(slot: str) -> None:
    """NV-4.9: one park and one sport, against two of each."""
    city, other = town("S1\ngs", corner=slot), town("S1S1\ngsgs")
    lines = ledger_lines(PARTS, False, [city, other], over=False)
    assert [line.params for line in lines[:2]] == [{"n": 1, "most": 2}] * 2


@pytest.mark.clause("NV-4.9")
def test_most_parks_and_most_sports_earn_five_each() -> None:
    """NV-4.9: to all who are tied."""
    many, few = town("SGsg\ngsgs"), town("Sgsg\ngs1s")
    assert all_points(PARTS, False, [many, few]) == [5, 5]
    assert all_points(PARTS, False, [many, many, few]) == [5, 5, 5]
    lines = [
        line
        for line in ledger_lines(PARTS, False, [many, few], over=False)
        if line.clause == "NV-4.9"
    ]
    behind = [line for line in lines if not line.points]
    assert [line.params for line in behind] == [{"n": 0, "most": 1}, {"n": 1, "most": 2}]


@pytest.mark.clause("NV-4.9", quiet=True)
def test_nobody_having_any_is_a_tie_of_all() -> None:
    """NV-4.9."""
    assert all_points(PARTS, False, [bare_city(), bare_city(), bare_city()]) == [10, 10, 10]
    assert begin(3).scores() == [10, 10, 10]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("NV-4.1")
def test_after_sixteen_rounds_every_city_is_full(seats: int) -> None:
    """NV-4.1."""
    position = begin(seats)
    position.playout(parvis.Rng(5))
    assert position.over()
    cities = position.view(None)["cities"]
    assert isinstance(cities, list)
    for city in cities:
        assert len(city["tiles"]) == 16
        rows = {name[1] for name in city["tiles"]}
        columns = {name[0] for name in city["tiles"]}
        assert len(rows) == len(columns) == 4
    refusal = refused(position, "none")
    assert refusal.clause == "NV-4.1"
    assert all(line.status == BANKED for line in position.ledger())


@pytest.mark.clause("NV-4.1", quiet=True)
def test_a_piece_may_be_placed_in_the_last_turn() -> None:
    """NV-4.1."""
    position = begin(2, 3)
    while position.done < 31:
        position.play(position.moves()[0])
    position.play(position.moves()[0])
    assert len(position.moves()) > 1
    position.play(position.moves()[1])
    assert position.over()
    cities = position.view(None)["cities"]
    assert isinstance(cities, list)
    assert len(cities[1]["pieces"]) == 1


@pytest.mark.clause("NV-4.1", quiet=True)
@pytest.mark.clause("NV-4.5")
def test_no_line_is_banked_while_the_last_piece_can_still_change_it() -> None:
    """NV-4.1: every tile lies, but the piece of the last one is still to come."""
    position = finished(
        town(FULL, corner="d4"), town(FULL, "eco-skyscrapers3 0,0;F4 0,1;F6 0,3", "d4")
    )
    position.done, position.phase, position.slot = 31, 1, read_slot("d7")
    position.stock &= ~(1 << PARTS.kind_of["F4"] | 1 << PARTS.kind_of["F6"])
    assert position.turn() == 1
    assert {line.status for line in position.ledger()} == {STANDING}
    before = [line.points for line in position.ledger() if line.clause == "NV-4.5"]
    play(position, "E4@nw")
    after = [line.points for line in position.ledger() if line.clause == "NV-4.5"]
    assert (before, after) == ([-5], [5])
    assert position.over()
    assert {line.status for line in position.ledger()} == {BANKED}


@pytest.mark.clause("NV-4.2", "NV-4.7", "NV-4.8")
def test_a_line_points_at_its_piece_first_then_at_the_rest_of_the_district() -> None:
    """NV-4.2, NV-4.7, NV-4.8: so that the page shows which piece it speaks of."""
    town_hall = town("wwgg\nwgss", "dome-L3 1,0;dome-L3 0,1;W4 0,0", "d4")
    places = {line.key: line.places for line in lines_of(town_hall) if line.clause != "NV-4.9"}
    nw, ne, sw = "square-0-d4-nw", "square-0-d4-ne", "square-0-d4-sw"
    assert places == {
        "nv.line.dome.met": (sw, nw, ne),
        "nv.line.dome.second": (ne, nw, sw),
        "nv.line.sky.short": (nw, ne, sw),
    }


def finished(*cities: City) -> Neoville:
    """A game that is over with these cities."""
    position = begin(len(cities))
    for seat, city in enumerate(cities):
        position.cities[seat] = city
    position.done = 16 * len(cities)
    position.phase = 3
    return position


@pytest.mark.clause("NV-4.10")
def test_the_highest_total_wins() -> None:
    """NV-4.10."""
    position = finished(town("wwgg\nwwgg", "W4 0,0"), town("wwgg\nwwgg", "W6 0,0"))
    assert position.scores() == [14, 4]
    assert position.winners() == [0]
    assert position.turn() is None
    assert position.moves() == []
    assert begin(2).winners() == []


@pytest.mark.clause("NV-4.10")
def test_more_pieces_break_a_tie() -> None:
    """NV-4.10: whatever they scored."""
    bare = town("wwgg\nwwgg")
    busy = town("wwgg\nwwgg", "W4 0,0;F6 0,2;F8 0,3")
    assert totals(ledger_lines(PARTS, False, [bare, busy], over=True), 2) == [10, 10 + 4 - 6]
    position = finished(town("wwgg\nwwgg", "W4 0,0"), town("wwgg\nwwgg", "W4 0,0;F6 0,2;F4 0,3"))
    assert position.scores() == [14, 18]
    level = finished(town("wwgg\nwwgg", "F4 0,2"), town("wwgg\nwwgg", "F4 0,2;F6 0,3"))
    assert level.scores() == [14, 14]
    assert level.winners() == [1]


@pytest.mark.clause("NV-4.10")
def test_a_tie_in_everything_is_shared() -> None:
    """NV-4.10."""
    city = "wwgg\nwwgg"
    position = finished(town(city, "W4 0,0"), town(city, "F4 0,2"), town(city))
    assert position.winners() == [0, 1]


def test_what_a_city_scores_is_told_anew_when_it_grows() -> None:
    """Lines and views are kept while a city stays as it is; copies grow apart from each other."""
    position = table("ssgg ssgg", "gg/rg ss/ww*", "E4 0,0", corner="d4")
    kept = position.ledger()[0]
    assert position.ledger()[0] is kept
    seen = position.view(0)["cities"]
    ahead = position.copy()
    assert ahead.ledger()[0] is kept
    play(ahead, "d5=ss/ww*")
    assert ahead.ledger()[0].params["size"] == 6
    assert ahead.view(0)["cities"] != seen
    other = position.copy()
    play(other, "d5=w*w/ss")
    assert other.ledger()[0].params["size"] == 4
    assert other.view(0)["cities"] != ahead.view(0)["cities"]
    assert position.ledger()[0] is kept
    assert position.view(0)["cities"] == seen

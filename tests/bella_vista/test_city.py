"""Where buildings can stand and what they are next to: BV-4.1 to BV-4.4, on two known cities."""

from __future__ import annotations

from typing import Any

import pytest

import parvis
from parvis.games.bella_vista.city import KEPT, city_of
from parvis.games.bella_vista.components import (
    ANYWHERE,
    BORDER_FORCED,
    CONSTRAINT_TEXT,
    ON_BORDER_BIT,
    PARK_SHIFT,
    RIVER_SHIFT,
    read_components,
)
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import PIAZZA, TWO_PARKS, begin, stand, turn_up

RULES = (*CONSTRAINT_TEXT, "border", "anywhere")


@pytest.fixture(autouse=True)
def no_city_is_known_yet() -> None:
    """The tables of a city are kept; here they are to be made."""
    begin().components.cities.clear()


def sites(city: str, number: int, rule: str) -> int:
    """How many sites a building has in an empty city under a rule."""
    position = begin(city=city)
    turn_up(position, (0, number), (1, 7), (2, 7), (3, 7))
    position.rule = {"border": BORDER_FORCED, "anywhere": ANYWHERE}.get(rule, RULES.index(rule))
    return len(position.moves())


@pytest.mark.clause("BV-4.2", quiet=True)
@pytest.mark.clause("BV-4.1", quiet=True)
@pytest.mark.parametrize(
    ("rule", "piazza", "two_parks"),
    [
        # a bar, a T, an L of three, a single square
        ("flowers", [16, 48, 72, 32], [28, 64, 84, 32]),
        ("butterflies", [16, 48, 72, 32], [28, 64, 84, 32]),
        ("leaves", [16, 48, 72, 32], [22, 56, 78, 32]),
        ("birds", [16, 48, 72, 32], [16, 48, 72, 32]),
        ("hatched", [56, 128, 168, 64], [56, 130, 169, 64]),
        ("plain", [56, 130, 169, 64], [44, 112, 156, 64]),
        ("park", [50, 90, 86, 18], [36, 60, 65, 17]),
        ("no-park", [110, 238, 302, 110], [118, 268, 321, 111]),
        ("no-river", [149, 310, 370, 124], [131, 286, 343, 118]),
        ("no-border", [93, 198, 250, 90], [99, 218, 264, 92]),
        ("border", [67, 130, 138, 38], [55, 110, 122, 36]),
        ("anywhere", [160, 328, 388, 128], [154, 328, 386, 128]),
    ],
)
def test_how_many_sites_each_rule_leaves(
    rule: str, piazza: list[int], two_parks: list[int]
) -> None:
    """Counted on squared paper: the slow city of the tests agrees."""
    assert [sites(PIAZZA, number, rule) for number in (1, 3, 5, 7)] == piazza
    assert [sites(TWO_PARKS, number, rule) for number in (1, 3, 5, 7)] == two_parks


@pytest.mark.clause("BV-4.1", quiet=True)
def test_what_stands_takes_all_placements_that_share_a_square_with_it_and_no_others() -> None:
    position = begin(city=PIAZZA)
    city = position.town()
    stand(position, 0, "3:F34n", "8:F11n", "7:o44n")
    placements = range(len(city.square_of))
    taken = [any(position.at[square] for square in city.covered(one)) for one in placements]
    assert [not position.free(one) for one in placements] == taken
    assert 0 < sum(taken) < len(taken) / 4


def beside(position: BellaVista, number: int, site: str) -> tuple[str, list[int], list[int], bool]:
    """What a building would be next to: squares, parks, rivers, the border."""
    city = position.town()
    square, turn = position.kinds.build.values(position.read(site))
    placement = city.placement(position.components.shape[number - 1], square, turn)
    near = city.touches[city.touches_from[placement] : city.touches_from[placement + 1]]
    traits = city.traits[placement]
    return (
        " ".join(sorted({position.components.name(one) for one in near})),
        [n + 1 for n in range(5) if traits >> (PARK_SHIFT + n) & 1],
        [n + 1 for n in range(2) if traits >> (RIVER_SHIFT + n) & 1],
        traits & ON_BORDER_BIT > 0,
    )


@pytest.mark.clause("BV-4.3", "BV-4.4")
@pytest.mark.parametrize(
    ("number", "site", "near", "parks", "rivers", "border"),
    [
        # the corners of the city, and of districts
        (7, "F11n", "F12 F21", [], [], True),
        (7, "F41n", "F31 F42", [1, 2], [], False),
        (7, "F44n", "F34 F43 f41", [], [1], False),
        (7, "F14n", "F13 F24 f11", [], [], True),
        (7, "f44n", "f34 f43", [3], [], True),
        (7, "b41n", "b31 b42", [], [], True),
        (7, "b44n", "B41 b34 b43", [], [], True),
        (7, "B43n", "B33 B42 B44", [], [2], False),
        (7, "B44n", "B34 B43", [4], [2], False),
        (7, "o44n", "o34 o43", [4], [], True),
        (7, "o43n", "o33 o42 o44", [4], [], False),
        (7, "L11n", "L12 L21 O14", [], [1], False),
        (7, "L13n", "L12 L14 L23", [3], [], False),
        (7, "L22n", "L12 L21 L23 L32", [], [], False),
        (7, "F22n", "F12 F21 F23 F32", [], [], False),
        (7, "o22n", "o12 o21 o23 o32", [], [], False),
        # larger ones: every square counts
        (1, "F11n", "F12 F22 F32 F42", [1, 2], [], True),
        (6, "F44n", None, [], [], False),
        (6, "F34n", "F24 F33 F43 f31 f41", [], [1], False),
        (6, "O14e", "L12 L21 O13 O24", [], [1], False),
        (1, "O14n", "L11 L21 L31 L41 O13 O23 O33 O43 b14", [], [1], False),
        (4, "B33n", "B23 B24 B32 B42", [4], [2], False),
        (5, "l11n", "l13 l22 l31", [3], [], True),
    ],
)
def test_what_a_building_is_next_to(
    number: int, site: str, near: str | None, parks: list[int], rivers: list[int], border: bool
) -> None:
    """Sides count, corners do not; the border is a side next to no tile at all."""
    position = begin(city=TWO_PARKS)
    if near is None:
        square, turn = position.kinds.build.values(position.read(site))
        assert position.town().placement(position.components.shape[number - 1], square, turn) < 0
        return
    assert beside(position, number, site) == (near, parks, rivers, border)


@pytest.mark.clause("BV-4.4", quiet=True)
def test_at_the_right_edge_of_the_plan_too_only_a_side_next_to_no_tile_is_border() -> None:
    position = begin(city=read_components(parvis.game_of("bella-vista").pack).maps["promenade"])
    assert beside(position, 7, "o32n") == ("o22 o31 o33 o42", [], [], False)
    assert beside(position, 7, "o42n") == ("o32 o41 o43", [], [], True)
    assert beside(position, 7, "o41n") == ("o31 o42", [1], [], True)
    assert beside(position, 7, "O44n") == ("O34 O43 o21", [1], [], False)


@pytest.mark.clause("BV-4.1", quiet=True)
@pytest.mark.parametrize(
    ("number", "site", "covered"),
    [
        (7, "F11n", "F11"),
        (1, "F11n", "F11 F21 F31 F41"),
        (1, "O14n", "O14 O24 O34 O44"),
        (6, "O14e", "O14 L11"),
        (5, "l11n", "l11 l12 l21"),
    ],
)
def test_which_squares_a_building_covers(number: int, site: str, covered: str) -> None:
    position = begin(city=TWO_PARKS)
    stand(position, 0, f"{number}:{site}")
    squares = position.town().covered(position.site[number - 1])
    assert sorted(position.components.name(one) for one in squares) == sorted(covered.split())


@pytest.mark.clause("BV-1.1")
def test_what_lies_where_on_the_plan() -> None:
    """Two squares a cell: the first row has one park, the third begins with hatched flowers."""
    city = begin(city=TWO_PARKS).town()
    assert (city.wide, city.high) == (16, 14)
    assert [city.at(x, 0) for x in (-1, 0, 1, 2, 3, 4, 15, 16)] == [
        *(-1, -1, -1, -10, -10, -1, -1, -1)
    ]
    assert [city.at(x, 2) for x in (-1, 0, 1, 3, 4, 5, 6, 13, 14, 16)] == [
        *(-1, 0, 1, 3, -11, -11, 48, 83, -1, -1)
    ]
    assert [city.at(4, y) for y in (-1, 4, 8, 13, 14)] == [-1, -20, -12, 108, -1]
    assert [city.at(15, y) for y in (7, 8, 11, 12)] == [-1, -21, -21, -1]


# Five parks around a bay, and two rivers around a corner.
HOOKS = """
FFbbLL*.*
FFbbLL***
OOffBB1..
OOffBB1..
lloo.22..
lloo.....
"""


@pytest.mark.clause("BV-6.1", quiet=True)
@pytest.mark.clause("BV-6.2", quiet=True)
def test_tiles_are_joined_in_all_four_directions() -> None:
    city = begin(city=HOOKS).town()
    assert [len(park) for park in city.parks] == [5]
    assert [len(river) for river in city.rivers] == [4]


class Shared(dict[str, Any]):
    """What is kept, as if another thread made room in every moment that it could."""

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        self.clear()

    def __delitem__(self, key: str) -> None:
        self.clear()
        super().__delitem__(key)


@pytest.mark.skipif(parvis.COMPILED, reason="compiled, dictionaries are not asked this way")
def test_what_another_thread_lets_go_of_meanwhile_is_there_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = begin(city=PIAZZA)
    known = position.town()
    for kept in (Shared(), Shared({str(n): None for n in range(KEPT)})):
        monkeypatch.setattr(position.components, "cities", kept)
        assert city_of(position.components, known.source).source == known.source
    for kept in (Shared(), Shared({str(n): None for n in range(KEPT)})):
        monkeypatch.setattr(position.kinds, "sites", kept)
        assert position.kinds.sites_of(known) == position.site_moves


def test_the_longest_lists_of_a_city_take_two_bytes_a_number() -> None:
    """Every table has a city of its own in memory."""
    city = begin(city=PIAZZA).town()
    for numbers in (city.index, city.covers, city.touches, city.hit_word):
        assert type(numbers).__name__ == "vec[i16]"


def test_a_city_is_small_for_each_table_has_one_of_its_own() -> None:
    """Equal traits are one object, and a set of placements has only its footprint's words."""
    city = begin(city=PIAZZA).town()
    assert len({id(traits) for traits in city.traits}) == len(set(city.traits))
    spans = [end - first for first, end in zip(city.first_word, city.end_word, strict=True)]
    assert len(city.meeting) == len(RULES) * sum(spans)

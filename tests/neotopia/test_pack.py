"""Packs of one's own: what is wrong with them is said by entry."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.game import game_of
from parvis.engine.packs import read_pack
from parvis.games.neotopia.components import read_components
from tests.neotopia.tables import legal, table
from tests.playing import play

SOURCE = game_of("neotopia").pack.source


def changed(old: str, new: str) -> parvis.Pack:
    assert old in SOURCE
    return read_pack(SOURCE.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "entry", "says"),
    [
        ("elements = 25", "elements = 4", "elements", "from 5 to 60"),
        ("tracks = [7, 13, 18]", "tracks = [13, 7]", "tracks", "ascending"),
        ('key = "water"', 'key = "sea"', "region[1].key", "water"),
        ('"   o . . o   "', '"   o ? . o   "', "region[0].map[0]", "expected . * c o"),
        ('"   o . . o   "', '"  o . . o    "', "region[0].map[1]", "between two hexes"),
        ('"o . . c . . o"', '"o . . . . . o"', "region[0].map", "one centre"),
        ('"  . * . . .  "', '"  . . . . .  "', "region[0].map", "4 bonus spaces"),
        ('mix = "rrgg"', 'mix = "rrgx"', "tile[0].mix", "four of the letters"),
        ("flag = true", "flag = false", "tile", "one tile must have the flag"),
        ("leaves = [2]", "flag = true", "tile[11].flag", "tile[8] has the flag already"),
        ("leaves = [2]", "leaves = [5]", "tile[11].leaves[0]", "from 2 to 4"),
        ("copies = 2", "copies = 0", "project[0].copies", "from 1 to 62"),
        ("copies = 2", "copies = 9", "project", "16 to 62 cards"),
        ('pattern = ["A A A"]', 'pattern = ["A A B"]', "project[0].pattern", "A only"),
        ('pattern = ["A A A"]', 'pattern = ["AA"]', "project[0].pattern[0]", "between two hexes"),
        ('pattern = ["A A B"]', 'pattern = ["A A C"]', "project[3].pattern[0]", "A, B and blanks"),
        ("own = 2", "owns = 2", "project[0].owns", "unknown key"),
        ("points = 3", "points = 3\nown = 2", "project[3].own", "only a project of one colour"),
    ],
)
def test_an_error_names_the_entry_and_what_was_expected(
    old: str, new: str, entry: str, says: str
) -> None:
    with pytest.raises(parvis.PackError, match=r".") as caught:
        read_components(changed(old, new))
    assert caught.value.entry == entry
    assert says in caught.value.reason


def test_an_island_of_spaces_is_refused() -> None:
    rows = '"   o . . o   "'
    island = '"   o . . o     ."'
    with pytest.raises(parvis.PackError, match="cannot be reached"):
        read_components(changed(rows, island))


def test_regions_may_differ_and_colours_may_be_listed() -> None:
    start = SOURCE.index('key = "water"')
    source = SOURCE[:start] + SOURCE[start:].replace("   o . . o   ", "     . .     ", 1)
    source = source.replace("distance = 0\ncopies = 1", 'colours = ["r", "g"]\ncopies = 2')
    pack = read_pack(source)
    parts = read_components(pack)
    assert len(parts.layouts) == 2
    assert parts.spaces == 109
    assert parts.cards == 56
    for seats in (2, 3, 4):
        position = parvis.start("neotopia", seats, 3, pack=pack)
        position.playout(parvis.Rng(3))
        assert position.over()


def test_patterns_lie_right_where_regions_differ() -> None:
    start = SOURCE.index('key = "water"')
    pack = read_pack(SOURCE[:start] + SOURCE[start:].replace("   o . . o   ", "     . .     ", 1))
    for region in "DWF":
        position = table(f"{region}d4=r {region}d3=r", "rr1/-", pack=pack)
        factory = "3" if region == "F" else "1"
        play(position, f"{factory}r-{region}d5")
        assert "+rr1" in legal(position)

"""NV-1 and NV-2: what is in the box, and how a game begins."""

from __future__ import annotations

from collections import Counter

import pytest

import parvis
from parvis.engine.options import OptionError
from parvis.engine.packs import PackError, read_pack
from parvis.engine.text import TextError
from parvis.games.neoville.components import read_components, read_face
from tests.neoville.tables import PACK, PARTS, begin, refused

SOURCE = PACK.source


@pytest.mark.clause("NV-1.1", "NV-1.7")
def test_the_pack_has_74_tiles_and_4_equity_tiles() -> None:
    """NV-1.1, NV-1.7: every arrangement of two or more terrains, each terrain on 74 squares."""
    assert sum(PARTS.copies) == 74
    assert len(PARTS.equity) == 4
    terrains: Counter[int] = Counter()
    arrangements: set[tuple[int, ...]] = set()
    for face, copies in enumerate(PARTS.copies):
        squares = read_face(PARTS.faces[face])
        assert squares is not None
        for square in squares:
            terrains[square % 8] += copies
        nw, ne, sw, se = (square % 8 for square in squares)
        assert len({nw, ne, sw, se}) > 1
        ring = (nw, ne, se, sw)
        arrangements.add(min(ring[n:] + ring[:n] for n in range(4)))
    assert set(terrains.values()) == {74}
    assert len(arrangements) == 66


@pytest.mark.clause("NV-1.7")
def test_the_icons_are_spread_evenly_over_the_terrains() -> None:
    """NV-1.7: 30 parks, 30 sports, 14 tiles without; each terrain the same within one."""
    spread = {1: Counter[int](), 2: Counter[int]()}
    marks: Counter[int] = Counter()
    for face, copies in enumerate(PARTS.copies):
        squares = read_face(PARTS.faces[face])
        assert squares is not None
        icons = [square // 8 for square in squares if square >= 8]
        assert len(icons) <= 1 or copies == 0, "only an Equity tile has two icons"
        marks[icons[0] if icons else 0] += copies
        for square in squares:
            if square >= 8:
                spread[square // 8][square % 8] += copies
    assert (marks[1], marks[2], marks[0]) == (30, 30, 14)
    for counts in spread.values():
        assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.clause("NV-1.7")
def test_a_later_equity_tile_is_better() -> None:
    """NV-1.7: no icon, the same tile with a sport, then both icons, beside a pair or across it."""
    first, second, third, last = (PARTS.faces[face] for face in PARTS.equity)
    assert second.replace("+", "") == first
    icons = [(look.count("*"), look.count("+")) for look in (first, second, third, last)]
    assert icons == [(0, 0), (0, 1), (1, 1), (1, 1)]
    assert all(PARTS.copies[face] == 0 for face in PARTS.equity), "they differ from all tiles"


@pytest.mark.clause("NV-1.2", "NV-1.3")
def test_there_are_28_skyscrapers_and_36_utilities() -> None:
    """NV-1.2, NV-1.3."""
    towers = [kind for kind in PARTS.kinds if kind.terrain >= 0]
    assert len(towers) == 28
    for terrain in range(4):
        values = [kind.points for kind in towers if kind.terrain == terrain]
        assert values == [4, 5, 6, 7, 8, 10, 12]
    tokens = Counter[int]()
    for kind in PARTS.kinds[28:]:
        tokens[kind.type] += kind.copies
    assert tokens == {0: 12, 1: 12, 2: 12}


@pytest.mark.clause("NV-1.4", "NV-1.5", "NV-1.6")
def test_ecomobiles_windmills_and_biodomes_are_worth_what_the_rules_say() -> None:
    """NV-1.4, NV-1.5, NV-1.6."""
    points = {kind.code: kind.points for kind in PARTS.kinds[28:]}
    assert points == {
        "eco-parks4": 8, "eco-sports4": 8, "eco-icons4": 5, "eco-skyscrapers3": 5,
        "eco-skyscrapers4": 8, "eco-utilities3": 8,
        "mill-left": 4, "mill-right": 4, "mill-top": 4, "mill-bottom": 4, "mill-corner": 5,
        "mill-centre": 6,
        "dome-I3": 5, "dome-L3": 5, "dome-O4": 6, "dome-L4": 6, "dome-T4": 8, "dome-S4": 8,
    }  # fmt: skip


@pytest.mark.parametrize(("seats", "towers", "tokens"), [(2, 20, 10), (3, 24, 12), (4, 28, 14)])
@pytest.mark.clause("NV-2.1", "NV-2.2", quiet=True)
def test_how_many_pieces_are_in_play(seats: int, towers: int, tokens: int) -> None:
    """NV-2.1, NV-2.2, worked example 6: two types of utility, the same number of each."""
    for seed in range(12):
        position = begin(seats, seed)
        assert (int(position.stock) & (1 << 28) - 1).bit_count() == towers
        by_type = Counter[int]()
        for kind in range(28, PARTS.kind_count):
            by_type[PARTS.type_of[kind]] += position.left_of(kind)
        assert sorted(count for count in by_type.values() if count) == [tokens // 2, tokens // 2]


@pytest.mark.clause("NV-2.1")
def test_a_skyscraper_that_is_left_out_is_refused() -> None:
    """NV-2.1: at 2 players no 5 and no 7."""
    position = begin(2)
    position.play(position.moves()[0])
    for code in ("E5", "F5", "S7", "W7"):
        refusal = refused(position, f"{code}@nw")
        assert refusal.clause == "NV-2.1"
        assert refusal.params["n"] == 2


@pytest.mark.clause("NV-2.2")
def test_a_type_of_utility_that_is_not_in_play_is_refused() -> None:
    """NV-2.2."""
    position = begin(2, utilities="ecomobiles-windmills")
    assert position.types() == [0, 1]
    position.play(position.moves()[0])
    assert refused(position, "dome-L3@nw").clause == "NV-2.2"
    other = begin(2, utilities="windmills-biodomes")
    other.play(other.moves()[0])
    for code in ("eco-parks4", "eco-utilities3"):
        assert refused(other, f"{code}@nw").clause == "NV-2.2"


@pytest.mark.clause("NV-2.2", quiet=True)
def test_all_three_pairs_of_types_come_up() -> None:
    """NV-2.2: drawn at random, or chosen."""
    pairs = Counter(tuple(begin(2, seed).types()) for seed in range(240))
    stocks = {int(begin(2, seed, utilities="windmills-biodomes").stock) for seed in range(9)}
    assert len(stocks) > 5, "and the tokens of a type are drawn too"
    assert set(pairs) == {(0, 1), (0, 2), (1, 2)}
    assert max(pairs.values()) < 100, "each as likely as the others"
    for value, types in {"ecomobiles-biodomes": [0, 2], "windmills-biodomes": [1, 2]}.items():
        assert begin(3, utilities=value).types() == types


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("NV-2.3")
def test_four_tiles_face_up_and_the_rest_in_the_stack(seats: int) -> None:
    """NV-2.3, NV-2.5."""
    position = begin(seats)
    view = position.view(None)
    row = view["row"]
    assert isinstance(row, list)
    assert len(row) == 4
    assert None not in row
    assert view["stack"] == 74 - 4 - 2 * seats
    other = begin(seats, 2)
    assert sorted(position.pile) == sorted(other.pile)
    assert position.pile != other.pile, "shuffled"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("NV-2.4")
def test_equity_tiles_go_round_from_the_first_player(seats: int) -> None:
    """NV-2.4."""
    firsts = set()
    for seed in range(40):
        position = begin(seats, seed, first=0)
        assert position.turn() == position.first
        firsts.add(int(position.first))
        for n in range(seats):
            hand = position.view(None)["hands"][(int(position.first) + n) % seats]  # type: ignore[index]
            assert hand["shown"] == [PARTS.faces[PARTS.equity[n]]]
    assert firsts == set(range(seats))


@pytest.mark.clause("NV-2.4")
def test_the_host_can_name_the_first_player() -> None:
    """NV-2.4: seats are counted from 1; a number beyond the table names nobody."""
    assert [begin(3, seed, first=2).turn() for seed in range(5)] == [1] * 5
    assert begin(4, first=4).turn() == 3
    for seats in (2, 3):
        assert begin(seats, first=seats).turn() == seats - 1
        with pytest.raises(OptionError, match=f"option first: .* from 0 to {seats}, found"):
            begin(seats, first=seats + 1)
    text = begin(2, first=2).text()
    with pytest.raises(TextError, match="option first"):
        parvis.read_position(text.replace("option.first=2", "option.first=3"))


@pytest.mark.clause("NV-2.5")
def test_a_hand_is_three_tiles_of_which_others_see_only_the_equity_tile() -> None:
    """NV-2.5."""
    position = begin(2)
    mine = position.view(0)["hands"]
    assert isinstance(mine, list)
    assert len(mine[0]["own"]) == 2
    assert mine[1]["own"] == []
    assert mine[1]["unseen"] == 2
    spectator = position.view(None)["hands"]
    assert isinstance(spectator, list)
    assert spectator[0]["own"] == []


@pytest.mark.clause("NV-2.5")
def test_open_hands_are_seen_by_all() -> None:
    """NV-2.5, option open_hands: also what is drawn from the stack later."""
    position = begin(2, open_hands=True)
    for _ in range(12):
        moves = position.moves()
        position.play(moves[-1])
        for hand in position.view(None)["hands"]:  # type: ignore[attr-defined]
            assert hand["unseen"] == 0
    assert position.view(0)["hands"] == position.view(1)["hands"]


@pytest.mark.parametrize(
    ("old", "new", "entry"),
    [
        ('"gs/ss+"', '"gs/sx+"', "tiles[0]"),
        ('"gs/ss+"', '"gs/ss/+"', "tiles[0]"),
        ('"gs/ss+"', '"g*+s/ss"', "tiles[0]"),
        ('equity = ["gw/sr", ', "equity = [", "equity"),
        ("[4, 5, 6, 7, 8, 10, 12]", "[4, 5, 6, 7, 8, 12, 10]", "skyscrapers"),
        ('counts = "parks"', 'counts = "trees"', "ecomobiles[0].counts"),
        ('stands = "left"', 'stands = "west"', "windmills[0].stands"),
        ('shape = ["xxx"]', 'shape = ["x.x"]', "biodomes[0].shape"),
        ('shape = ["xxx"]', 'shape = ["xyx"]', "biodomes[0].shape[0]"),
        ('name = "I3"', 'name = "L3"', "biodomes"),
        ('name = "I3"', 'name = "I 3"', "biodomes[0].name"),
        ("points = 6\ncopies = 2\n", "points = 6\ncopies = 4\n", "windmills[5].copies"),
        ('name = "Neoville', 'author = "x"\nname = "Neoville', "author"),
    ],
)
def test_a_pack_with_a_mistake_is_told_where_it_is(old: str, new: str, entry: str) -> None:
    assert old in SOURCE
    with pytest.raises(PackError) as caught:
        read_components(read_pack(SOURCE.replace(old, new, 1)))
    assert caught.value.entry == entry


@pytest.mark.clause("NV-1.7")
def test_a_pack_of_ones_own_can_be_played() -> None:
    """NV-1.7: with a transcription of the real tiles in place of the reconstruction."""
    pack = read_pack(SOURCE.replace('"gs/ss+"', '"gg/gg"', 1))
    position = parvis.start("neoville", seats=2, seed=1, pack=pack)
    assert position.playout(parvis.Rng(1)) == 94
    assert parvis.read_position(position.text(), pack).text() == position.text()

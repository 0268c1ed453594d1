"""NV-3: laying a tile, putting a piece, drawing."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.packs import read_pack
from parvis.games.neoville.components import A_SEAT, read_slot
from parvis.games.neoville.position import Neoville
from tests.neoville import oracle
from tests.neoville.tables import (
    PARTS,
    RING,
    RING_PIECES,
    SMALL_PACK,
    allowed,
    begin,
    face_of,
    give,
    play,
    refused,
    table,
    told,
    town,
)

LINE = """
    ggww
    ggss
"""


def slots(position: Neoville) -> set[str]:
    """The slots that some legal placement uses."""
    return {position.say(move).partition("=")[0] for move in position.moves()}


def lays(position: Neoville, move: int, tiles: list[str]) -> bool:
    """Whether a move lays one of these tiles."""
    meaning = position.meaning(move)
    return meaning["kind"] == "lay" and face_of(str(meaning["tile"])) in map(face_of, tiles)


@pytest.mark.clause("NV-3.0")
def test_a_turn_is_tile_then_piece_then_draw() -> None:
    """NV-3.0: anything else cites the order of the turn."""
    position = begin(2)
    for text in ("none", "E4@nw", "+stack"):
        assert refused(position, text).clause == "NV-3.0"
        assert refused(position, text).key == "nv.no.tile-first"
    position.play(position.moves()[0])
    assert position.turn() == 0
    for text in ("d5=" + PARTS.faces[0], "+stack"):
        assert refused(position, text).clause == "NV-3.0"
        assert refused(position, text).key == "nv.no.piece-first"
        assert refused(position, text).places == ("slot-0-d4",)
    play(position, "none")
    assert position.turn() == 0
    for text in ("d5=" + PARTS.faces[0], "none"):
        assert refused(position, text).clause == "NV-3.0"
        assert refused(position, text).key == "nv.no.draw-first"
        assert refused(position, text).places == ("stack",)
    play(position, "+stack")
    assert position.turn() == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("NV-3.0", quiet=True)
def test_turns_go_clockwise_from_equity_1(seats: int) -> None:
    """NV-3.0."""
    position = begin(seats, first=2)
    order = []
    for _ in range(2 * seats):
        order.append(position.turn())
        for _ in range(3):
            position.play(position.moves()[0])
    assert order == [(1 + n) % seats for n in range(2 * seats)]


@pytest.mark.clause("NV-3.1")
def test_only_tiles_of_the_hand_can_be_laid() -> None:
    """NV-3.1."""
    position = begin(2)
    held = position.hand_faces(0)
    other = next(face for face in range(PARTS.face_count) if face not in held)
    refusal = refused(position, f"d4={PARTS.faces[other]}")
    assert refusal.clause == "NV-3.1"
    assert refusal.places == (f"tile-{other}",)
    looks = {str(position.meaning(move)["tile"]) for move in position.moves()}
    assert {face_of(look) for look in looks} == set(held)


@pytest.mark.clause("NV-3.1", quiet=True)
def test_an_equity_tile_is_laid_like_any_other_at_any_time() -> None:
    """NV-3.1."""
    position = begin(2)
    assert allowed(position, "d4=" + PARTS.faces[PARTS.equity[0]])
    for _ in range(12):
        equity = [PARTS.faces[face] for face in PARTS.equity]
        moves = [move for move in position.moves() if not lays(position, move, equity)]
        position.play(moves[0])
    assert allowed(
        position, next(f"{slot}={PARTS.faces[PARTS.equity[0]]}" for slot in slots(position))
    )


@pytest.mark.clause("NV-3.1", quiet=True)
def test_a_tile_that_looks_the_same_after_a_half_turn_has_two_rotations() -> None:
    """NV-3.1: one move for one effect."""
    position = table(LINE, "gs/sg gg/ww rr/ww+", corner="d4")
    looks = {str(position.meaning(move)["tile"]) for move in position.moves()}
    assert looks == {
        *("gs/sg", "sg/gs"),
        *("gg/ww", "wg/wg", "ww/gg", "gw/gw"),
        *("rr/ww+", "wr/w+r", "w+w/rr", "rw+/rw"),
    }


@pytest.mark.clause("NV-3.2")
def test_the_first_tile_lies_at_d4() -> None:
    """NV-3.2: coordinates are told from it."""
    position = begin(2)
    assert slots(position) == {"d4"}
    refusal = refused(position, "c3=" + PARTS.faces[PARTS.equity[0]])
    assert (refusal.clause, refusal.key) == ("NV-3.2", "nv.no.first")
    assert (refusal.params["slot"], refusal.places) == ("d4", ("slot-0-d4",))


@pytest.mark.clause("NV-3.2")
def test_a_tile_touches_the_city_along_a_side() -> None:
    """NV-3.2: d4 and e4 are there; a corner is not enough."""
    position = table(LINE, "gs/sg gg/ww rr/ww+", corner="d4")
    assert slots(position) == {"c4", "f4", "d3", "e3", "d5", "e5"}
    apart = refused(position, "c3=gs/sg")
    assert (apart.clause, apart.key) == ("NV-3.2", "nv.no.apart")
    taken = refused(position, "d4=gs/sg")
    assert (taken.clause, taken.key) == ("NV-3.2", "nv.no.taken")


@pytest.mark.parametrize(
    ("corner", "west", "east"), [("a4", None, None), ("b4", None, None), ("d4", None, None)]
)
@pytest.mark.clause("NV-3.2")
def test_a_row_of_four_tiles_grows_no_wider(corner: str, west: None, east: None) -> None:
    """NV-3.2: whatever direction it grew in."""
    position = table("ggggwwss\nrrrrggww", "gs/sg gg/ww rr/ww+", corner=corner)
    column = "abcdefg".index(corner[0])
    assert slots(position) == {f"{'abcdefg'[column + n]}{row}" for n in range(4) for row in (3, 5)}
    beyond = "abcdefg"[column + 4] if column < 3 else "abcdefg"[column - 1]
    refusal = refused(position, f"{beyond}4=gs/sg")
    assert (refusal.clause, refusal.key) == ("NV-3.2", "nv.no.wide")
    assert (refusal.params["n"], refusal.params["limit"]) == (5, 4)


@pytest.mark.clause("NV-3.2")
def test_a_column_of_three_may_grow_either_way_but_only_once() -> None:
    """NV-3.2: the frame is not fixed until the city is four high."""
    position = table("gg\nww\nss\nrr\ngg\nww", "gs/sg gg/ww rr/ww+", corner="d3")
    assert {"d2", "d6"} <= slots(position)
    play(position, "d2=gs/sg")
    assert position.phase == 1
    position.phase = 0
    give(position, 0, "gs/sg")
    assert "d6" not in slots(position)
    refusal = refused(position, "d6=gs/sg")
    assert (refusal.clause, refusal.key, refusal.params["n"]) == ("NV-3.2", "nv.no.high", 5)


@pytest.mark.clause("NV-3.3")
def test_terrains_need_not_match() -> None:
    """NV-3.3: every rotation fits beside anything."""
    position = table("gggg\ngggg", "rr/ww+", corner="d4")
    assert len(position.moves()) == 6 * 4


@pytest.mark.clause("NV-3.4")
def test_two_districts_with_a_skyscraper_each_may_not_be_joined() -> None:
    """NV-3.4, worked example 5: refused while any other placement exists."""
    position = table("rr..rr\nss..gg\nggssgg\nwwggww", "rr/ww+ gs/sg", "S4 0,0;S6 0,4", corner="d4")
    refusal = refused(position, "e4=rr/ww+")
    assert refusal.clause == "NV-3.4"
    assert refusal.params["towers"] == ["4", "6"]
    assert refusal.params["terrain"] == "#nv.rock"
    assert "square-0-d4-nw" in refusal.places
    assert "square-0-f4-ne" in refusal.places
    assert "4 and 6" in told(refusal)
    assert allowed(position, "e4=w+w/rr"), "turned so that it joins nothing, it may lie there"
    assert allowed(position, "e4=gs/sg")
    assert allowed(position, "c4=rr/ww+")


@pytest.mark.clause("NV-3.4", quiet=True)
def test_joining_a_district_without_a_skyscraper_is_fine() -> None:
    """NV-3.4: only districts that each hold one are kept apart."""
    position = table("rr..rr\nss..gg\nggssgg\nwwggww", "rr/ww+", "S4 0,0", corner="d4")
    assert allowed(position, "e4=rr/ww+")


@pytest.mark.clause("NV-3.4", quiet=True)
def test_one_district_may_be_touched_twice() -> None:
    """NV-3.4: a tile that closes a ring of one district joins nothing."""
    position = table("rr..rr\nrs..sr\nrrrrrr\nggggww", "rr/ww+", "S4 0,0", corner="d4")
    for look in ("rr/ww+", "wr/w+r", "w+w/rr", "rw+/rw"):
        assert allowed(position, f"e4={look}")


@pytest.mark.clause("NV-3.4")
def test_districts_joined_through_the_new_tile_itself_count() -> None:
    """NV-3.4: rock above and rock below meet through the tile's own two rocks."""
    position = table(
        "rrgg\nrrgg\n..ww\n..ww\nrrss\nrrss", "rr/ww+ rr/ww*", "S4 0,0;S6 4,0", corner="d3"
    )
    assert allowed(position, "d4=rr/ww+"), "rock above, water below"
    assert refused(position, "d4=rw+/rw").clause == "NV-3.4"


def turned(
    rows: list[str], spots: list[tuple[int, int]], turns: int
) -> tuple[list[str], list[tuple[int, int]]]:
    """A map and some of its squares after so many quarter turns clockwise."""
    for _ in range(turns):
        spots = [(column, len(rows) - 1 - row) for row, column in spots]
        rows = ["".join(row[n] for row in reversed(rows)) for n in range(len(rows[0]))]
    return rows, spots


# Around an empty slot: a long rock district that touches its upper left and its lower right square,
# and two rocks with a skyscraper each that touch the same two squares (their spots follow).
BRIDGES = {
    "above and right": (
        ["ggrrrr", "ggrggr", "sr..sr", "ss..rr", "ssgrss", "ggggss"],
        [(2, 1), (4, 3)],
    ),
    "left and right": (
        ["ssgggg", "sgrgss", "gr..gs", "gr..rr", "grgrgr", "grgggr", "grrrrr", "ggssgg"],
        [(1, 2), (4, 3)],
    ),
}


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("bridge", BRIDGES)
@pytest.mark.clause("NV-3.4")
def test_districts_joined_by_a_third_one_around_the_tile_count(
    bridge: str, flipped: bool, turns: int
) -> None:
    """NV-3.4: two rocks of the tile meet only at a corner, but the long rock district around it,
    which has no skyscraper, touches both and so joins what each of them touches."""
    rows, towers = BRIDGES[bridge]
    if flipped:
        rows = ["".join(row[n] for row in rows) for n in range(len(rows[0]))]
        towers = [(column, row) for row, column in towers]
    rows, towers = turned(rows, towers, turns)
    pieces = ";".join(
        f"{code} {row},{column}" for code, (row, column) in zip(("S4", "S6"), towers, strict=True)
    )
    down = next(n for n, row in enumerate(rows) if "." in row) // 2
    slot = f"{'cdef'[max(row.find('.') for row in rows) // 2]}{3 + down}"
    bad, good = ("rg/g*r", "gr/rg*") if turns % 2 == 0 else ("gr/rg*", "rg/g*r")
    position = table("\n".join(rows), "gr/rg* gs/sg gg/sr", pieces, corner="c3")
    refusal = refused(position, f"{slot}={bad}")
    assert refusal.clause == "NV-3.4"
    assert sorted(refusal.params["towers"]) == ["4", "6"]  # type: ignore[call-overload]
    assert allowed(position, f"{slot}={good}")
    for look in ("gg/sr", "sg/rg", "rs/gg", "gr/gs"):
        assert allowed(position, f"{slot}={look}"), "one rock touches one skyscraper"
    found = {tuple(position.say(move).split("=")) for move in position.moves()}
    assert found == oracle.placements(position.view(0), 0)
    # Cut at its far end, the long district links nothing.
    far = max(range(len(rows)), key=lambda n: rows[n].count("r"))
    at = max((abs(n - len(rows[far]) / 2), n) for n, r in enumerate(rows[far]) if r == "r")[1]
    cut = [*rows[:far], rows[far][:at] + "w" + rows[far][at + 1 :], *rows[far + 1 :]]
    apart = table("\n".join(cut), "gr/rg* gs/sg gg/sr", pieces, corner="c3")
    assert allowed(apart, f"{slot}={bad}")


# Nothing is joined here: (rows, skyscrapers, the tile as it lies in d4).
APART = {
    "a rock and a water of the tile touch a skyscraper each": (
        ["ggrrrr", "ggrggr", "sr..sr", "ss..rr", "ssgwss", "ggggss"],
        {"S4": (2, 1), "W6": (4, 3)},
        "rw/sw",
    ),
    "the same, with two soils that meet in the middle": (
        ["rrgggg", "rrgrrg", "sg..sg", "ss..gg", "ssrwss", "rrrrss"],
        {"F4": (2, 1), "W6": (4, 3)},
        "gs/sw",
    ),
    "two rocks are linked, but only one touches a skyscraper; a grass touches another": (
        ["ggrrrr", "ggrggr", "sr..sr", "ss..rr", "ssgrss", "ggggss"],
        {"S4": (2, 1), "F6": (1, 3)},
        "rg/g*r",
    ),
    "two rocks touch a skyscraper each, and nothing goes around the tile": (
        ["ggggss", "ggrsss", "ss..gg", "ss..gg", "ggsrgg", "ggssgg"],
        {"S4": (1, 2), "S6": (4, 3)},
        "rg/g*r",
    ),
    "the same, with soil that goes around it": (
        ["ssssss", "ssrsss", "ss..ss", "ss..ss", "sssrss", "ssssss"],
        {"S4": (1, 2), "S6": (4, 3)},
        "rg/g*r",
    ),
    "two rocks touch a skyscraper each at the sides": (
        ["ggggss", "ggssss", "sr..gg", "ss..rg", "ggssgg", "ggssgg"],
        {"S4": (2, 1), "S6": (3, 4)},
        "rg/g*r",
    ),
}


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("case", APART)
@pytest.mark.clause("NV-3.4", quiet=True)
def test_what_is_not_linked_stays_apart(case: str, turns: int) -> None:
    """NV-3.4: squares across the middle of a tile are one only if a district touches both."""
    rows, pieces, look = APART[case]
    rows, spots = turned(rows, list(pieces.values()), turns)
    looks = PARTS.looks_of[face_of(look)]
    tile = PARTS.look_texts[looks[(PARTS.look_of[look] - looks[0] + turns) % len(looks)]]
    stand = ";".join(
        f"{code} {row},{column}" for code, (row, column) in zip(pieces, spots, strict=True)
    )
    position = table("\n".join(rows), f"{PARTS.faces[face_of(tile)]} gs/sg", stand, corner="c3")
    assert allowed(position, f"d4={tile}")
    assert position.refusal(position.read(f"d4={tile}")) is None
    found = {tuple(position.say(move).split("=")) for move in position.moves()}
    assert found == oracle.placements(position.view(0), 0)


@pytest.mark.clause("NV-3.5")
def test_without_any_other_option_districts_may_be_joined() -> None:
    """NV-3.5, worked example 5: no tile of the hand, turned any way, is free of it."""
    position = table(RING, "gr/rg* rr/ww+ rr/ww*", RING_PIECES, corner="c3")
    assert slots(position) == {"d4"}
    assert len(position.moves()) == 4 + 4 + 4
    lines = position.story(position.read("d4=rr/ww+"), 1)
    assert [line.key for line in lines] == ["nv.told.tile", "nv.told.exception"]
    play(position, "d4=rr/ww+")
    assert position.ledger()


@pytest.mark.clause("NV-3.5")
def test_the_exception_looks_at_the_whole_hand() -> None:
    """NV-3.5: one tile without rock, and the others may not be laid."""
    position = table(RING, "gs/sg rr/ww+ rr/ww*", RING_PIECES, corner="c3")
    assert {position.say(move).partition("=")[2] for move in position.moves()} == {"gs/sg", "sg/gs"}
    refusal = refused(position, "d4=rr/ww+")
    assert refusal.clause == "NV-3.4"
    assert refusal.params["n"] == 2


@pytest.mark.clause("NV-3.5")
def test_the_exception_of_the_tile_looks_at_the_chosen_tile_alone() -> None:
    """NV-3.5, option merge_exception."""
    position = table(RING, "gs/sg rr/ww+ rr/ww*", RING_PIECES, corner="c3", merge_exception="tile")
    assert allowed(position, "d4=rr/ww+")
    assert allowed(position, "d4=gs/sg")
    other = table(
        "rr..rr\nss..gg\nggssgg\nwwggww", "rr/ww+", "S4 0,0;S6 0,4", corner="d4",
        merge_exception="tile",
    )  # fmt: skip
    assert refused(other, "e4=rr/ww+").clause == "NV-3.4"
    assert refused(other, "e4=rr/ww+").key == "nv.no.join.tile"


@pytest.mark.clause("NV-3.5")
def test_using_the_exception_tells_what_the_rest_of_the_hand_is_like() -> None:
    """NV-3.5: others then know that the two tiles left have rock on them, and guess so."""
    position = table(RING, "gr/rg* rr/ww+ rr/ww*", RING_PIECES, corner="c3")
    before = [position.guess(1, parvis.Rng(n)).hand_faces(0) for n in range(20)]  # type: ignore[attr-defined]
    assert any("r" not in PARTS.faces[face] for faces in before for face in faces)
    play(position, "d4=rr/ww+")
    limits = position.limits[0]
    rocky = sum(1 << face for face, look in enumerate(PARTS.faces) if "r" in look)
    assert limits == (rocky, rocky)
    for n in range(60):
        guess = position.guess(1, parvis.Rng(n))
        assert isinstance(guess, Neoville)
        assert all("r" in PARTS.faces[face] for face in guess.hand_faces(0))


@pytest.mark.clause("NV-3.5")
def test_what_is_known_of_a_hand_goes_with_the_tile_that_may_have_been_it() -> None:
    """NV-3.5: a limit is dropped by the first tile that fits it, for it may have been that one."""
    position = table(RING, "gr/rg* rr/ww+ rr/ww*", RING_PIECES, corner="c3")
    play(position, "d4=rr/ww+")
    position.gain(0, face_of("gs/sg"), False)
    left = []
    for tile in ("gs/sg", "gr/rg*", "rr/ww*"):
        position.lose(0, face_of(tile))
        left.append(len(position.limits[0]))
    assert left == [2, 1, 0], "soil and grass was neither of the two"


@pytest.mark.clause("NV-3.6", quiet=True)
def test_a_piece_goes_on_the_new_tile_or_nowhere() -> None:
    """NV-3.6: at most one, and it may be none."""
    position = begin(2, utilities="ecomobiles-windmills")
    position.play(position.moves()[0])
    before = len(position.cities[0].cells)
    play(position, "none")
    assert len(position.cities[0].cells) == before
    assert position.view(None)["cities"][0]["pieces"] == []  # type: ignore[index]
    assert refused(position, "mill-left@nw").clause == "NV-3.0"


@pytest.mark.clause("NV-3.6")
def test_no_piece_stands_on_a_park_or_a_sport() -> None:
    """NV-3.6."""
    position = begin(2, utilities="ecomobiles-windmills")
    give(position, 0, "gg*/ss")
    play(position, "d4=gg*/ss")
    for text in ("F4@ne", "mill-left@ne"):
        if position.left_of(PARTS.kind_of[text.partition("@")[0]]):
            refusal = refused(position, text)
            assert (refusal.clause, refusal.params["icon"]) == ("NV-3.6", "#nv.park")
    assert allowed(position, "F4@nw")
    other = begin(2)
    give(other, 0, "gg/s+s")
    play(other, "d4=gg/s+s")
    assert refused(other, "E4@sw").params["icon"] == "#nv.sport"


@pytest.mark.clause("NV-3.6")
def test_a_piece_that_is_gone_is_refused() -> None:
    """NV-3.6: the stock is common."""
    position = begin(2, utilities="ecomobiles-windmills")
    give(position, 0, "gg/s+s")
    play(position, "d4=gg/s+s", "F8@nw", "+stack")
    give(position, 1, "gg/s+s")
    play(position, "d4=gg/s+s")
    refusal = refused(position, "F8@nw")
    assert (refusal.clause, refusal.key) == ("NV-3.6", "nv.no.gone")
    missing = [
        kind
        for kind in range(28, PARTS.kind_count)
        if PARTS.type_of[kind] < 2 and not position.left_of(kind)
    ]
    for kind in missing:
        assert refused(position, f"{PARTS.kinds[kind].code}@nw").key == "nv.no.none-left"


@pytest.mark.clause("NV-3.6")
def test_two_equal_utilities_can_be_taken_one_after_the_other() -> None:
    """NV-3.6: identical tokens share a move."""
    for seed in range(20):
        position = begin(4, seed, utilities="windmills-biodomes")
        twice = [kind for kind in range(28, PARTS.kind_count) if position.left_of(kind) == 2]
        if twice:
            break
    code = PARTS.kinds[twice[0]].code
    for left in (2, 1):
        assert position.left_of(twice[0]) == left
        seat = position.turn()
        assert seat is not None
        give(position, seat, "gs/sg")
        play(position, "d4=gs/sg", f"{code}@nw", "+stack")
    seat = position.turn()
    assert seat is not None
    give(position, seat, "gs/sg")
    play(position, "d4=gs/sg")
    assert refused(position, f"{code}@nw").clause == "NV-3.6"


@pytest.mark.clause("NV-3.7")
def test_a_skyscraper_stands_on_its_own_terrain() -> None:
    """NV-3.7."""
    position = begin(2)
    give(position, 0, "gs/sg")
    play(position, "d4=gs/sg")
    assert allowed(position, "F4@nw")
    assert allowed(position, "E4@ne")
    refusal = refused(position, "S4@nw")
    assert refusal.clause == "NV-3.7"
    assert (refusal.params["needs"], refusal.params["terrain"]) == ("#nv.rock", "#nv.grass")


@pytest.mark.clause("NV-3.7")
def test_a_district_takes_one_skyscraper_counting_the_new_tile() -> None:
    """NV-3.7: the new grass belongs to the district that has one already."""
    position = table("gg\nss", "gg/ww gs/sg", "F6 0,0", corner="d4")
    play(position, "e4=gg/ww")
    refusal = refused(position, "F4@nw")
    assert refusal.clause == "NV-3.7"
    assert refusal.params["towers"] == ["6"]
    assert "square-0-d4-nw" in refusal.places
    assert allowed(position, "W4@sw")


@pytest.mark.clause("NV-3.8")
def test_a_utility_may_join_skyscrapers_and_utilities() -> None:
    """NV-3.8."""
    position = table("gg\nss", "gg/ww gs/sg", "F6 0,0;mill-left 0,1", corner="d4")
    play(position, "e4=gg/ww")
    texts = {position.say(move) for move in position.moves()}
    kinds = {text.partition("@")[0] for text in texts if text.endswith("@nw")}
    stock = {PARTS.kinds[k].code for k in range(28, PARTS.kind_count) if position.left_of(k)}
    assert stock <= kinds


@pytest.mark.clause("NV-3.9", quiet=True)
def test_a_tile_taken_from_the_row_is_replaced_from_the_stack() -> None:
    """NV-3.9."""
    position = begin(2)
    position.play(position.moves()[0])
    play(position, "none")
    before = position.row_faces()
    face = before[0]
    top = position.pile[position.top]
    left = position.stack_left()
    play(position, "+" + PARTS.faces[face])
    assert position.stack_left() == left - 1
    assert position.holds(0, face)
    assert top in position.row_faces()
    assert position.view(1)["hands"][0]["shown"][-1] == PARTS.faces[face], "all saw it"  # type: ignore[index]


@pytest.mark.clause("NV-3.9", quiet=True)
def test_the_top_of_the_stack_is_seen_by_its_drawer_alone() -> None:
    """NV-3.9."""
    position = begin(2)
    position.play(position.moves()[0])
    play(position, "none")
    top = position.pile[position.top]
    move = position.read("+stack")
    assert [line.key for line in position.story(move, 0)] == ["nv.told.stack.seen"]
    assert [line.key for line in position.story(move, 1)] == ["nv.told.stack"]
    position.play(move)
    assert position.view(0)["hands"][0]["own"][-1] == PARTS.faces[top]  # type: ignore[index]
    assert PARTS.faces[top] not in position.view(1)["hands"][0]["shown"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("tiles", "different"),
    [
        ("rr/ww+ gs/sg gs/sg", ["gs/sg", "rr/ww+"]),
        ("rr/ww+ rr/ww+ rr/ww+", ["rr/ww+"]),
        ("gs/sg rr/ww+ gs/sg", ["gs/sg", "rr/ww+"]),
        ("gw/wr gs/sg rr/ww+ rr/ww+", ["gs/sg", "gw/wr", "rr/ww+"]),
        ("gs/sg rr/ww+ gs/sg rr/ww+", ["gs/sg", "rr/ww+"]),
        ("gw/wr rr/ww+ gg/ww gs/sg", ["gg/ww", "gs/sg", "gw/wr", "rr/ww+"]),
    ],
)
@pytest.mark.clause("NV-3.1", "NV-3.9", quiet=True)
def test_equal_tiles_are_one_choice(tiles: str, different: list[str]) -> None:
    """NV-3.1, NV-3.9: in the hand and in the row, which has four; listed in one order."""
    position = begin(2)
    if len(tiles.split()) < 4:
        give(position, 0, tiles)
        assert sorted(PARTS.faces[face] for face in position.hand_faces(0)) == different
        assert position.moves() == sorted(set(position.moves()))
    position.play(position.moves()[0])
    play(position, "none")
    for n, tile in enumerate(tiles.split()):
        position.tiles[2 * A_SEAT + n] = face_of(tile) + 1
    for n in range(len(tiles.split()), 4):
        position.tiles[2 * A_SEAT + n] = 0
    assert position.moves() == sorted(position.moves())
    texts = [position.say(move) for move in position.moves()]
    assert sorted(texts) == [*(f"+{tile}" for tile in different), "+stack"]


@pytest.mark.clause("NV-3.9", quiet=True)
def test_a_hand_keeps_the_order_in_which_its_tiles_came() -> None:
    """NV-3.9: what is drawn comes last."""
    position = begin(2, open_hands=True)
    first, second, third = position.view(1)["hands"][0]["shown"]  # type: ignore[index]
    play(position, f"d4={first}", "none")
    drawn = position.view(None)["row"][2]  # type: ignore[index]
    play(position, f"+{drawn}")
    assert position.view(1)["hands"][0]["shown"] == [second, third, drawn]  # type: ignore[index]


@pytest.mark.clause("NV-3.9")
def test_only_tiles_of_the_row_can_be_taken() -> None:
    """NV-3.9."""
    position = begin(2)
    position.play(position.moves()[0])
    play(position, "none")
    other = next(face for face in range(PARTS.face_count) if face not in position.row_faces())
    refusal = refused(position, "+" + PARTS.faces[other])
    assert (refusal.clause, refusal.key) == ("NV-3.9", "nv.no.row")
    assert refusal.places == (f"row-{other}",)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("NV-3.9", quiet=True)
def test_there_is_no_draw_on_the_sixteenth_turn(seats: int) -> None:
    """NV-3.9: so a game has 16 × 3 - 1 decisions a seat."""
    position = begin(seats)
    assert position.copy().playout(parvis.Rng(3)) == seats * (16 * 3 - 1)
    while position.done < 15 * seats:
        position.play(position.moves()[0])
    asked = []
    while not position.over():
        asked.append(int(position.phase))
        position.play(position.moves()[0])
    assert asked == [0, 1] * seats


@pytest.mark.clause("NV-3.9")
def test_an_empty_stack_leaves_gaps_and_then_ends_the_drawing() -> None:
    """NV-3.9: only a small pack gets there."""
    pack = read_pack(SMALL_PACK)
    position = parvis.start("neoville", seats=4, seed=4, pack=pack)
    assert isinstance(position, Neoville)
    gaps = set()
    clauses = set()
    draws = 0
    rng = parvis.Rng(1)
    while not position.over():
        row = position.view(None)["row"]
        assert isinstance(row, list)
        gaps.add(row.count(None))
        draws += position.phase == 2
        if position.phase == 2 and position.stack_left() == 0:
            clauses.add(refused(position, "+stack").clause)
        assert parvis.read_position(position.text(), pack).text() == position.text()
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])
    assert gaps == {0, 1, 2, 3, 4}
    assert clauses == {"NV-3.9"}
    assert draws == 60 - 2 * 4, "every tile was drawn, then nobody was asked any more"
    assert parvis.start("neoville", 4, 4, pack=pack).playout(parvis.Rng(2)) == 4 * 32 + 52


def test_slots_are_named_from_the_upper_left() -> None:
    assert read_slot("a1") == 0
    assert read_slot("d4") == 24
    assert read_slot("g7") == 48
    assert read_slot("h1") == read_slot("d8") == read_slot("d") == -1


@pytest.mark.clause("NV-3.2")
def test_a_place_of_the_city_says_why_no_tile_can_go_there() -> None:
    """Before a tile is picked, after it, and where a tile lies already."""
    position = table(LINE, "gs/sg gg/ww rr/ww+", corner="d4")
    tile = f"tile-{face_of('gs/sg')}"
    for path in (("slot-0-c3",), (tile, "slot-0-c3")):
        refusal = position.why(path)
        assert refusal is not None
        assert refusal.key == "nv.no.apart"
    for path in (("square-0-d4-nw",), (tile, "square-0-e4-se"), (tile, "slot-0-d4")):
        refusal = position.why(path)
        assert refusal is not None
        assert refusal.key == "nv.no.taken"
    assert position.why(("slot-0-c4",)) is None
    assert position.why((tile, "slot-0-c4", "turn-1")) is None
    assert position.fitting(("slot-1-c4",)) == []
    assert position.fitting((tile, "slot-0-c4", "turn-9")) == []


@pytest.mark.clause("NV-3.7")
def test_every_piece_of_the_stock_is_offered_on_every_square_that_takes_it() -> None:
    """NV-3.6, NV-3.7, NV-3.8: the whole list, square by square."""
    position = begin(4, utilities="ecomobiles-windmills")
    give(position, 0, "gr/sw")
    play(position, "d4=gr/sw")
    utilities = [PARTS.kinds[k].code for k in range(28, PARTS.kind_count) if position.left_of(k)]
    expected = {"none"}
    for letter, square in zip("FSEW", ("nw", "ne", "sw", "se"), strict=True):
        expected |= {f"{letter}{value}@{square}" for value in (4, 5, 6, 7, 8, 10, 12)}
        expected |= {f"{code}@{square}" for code in utilities}
    assert {position.say(move) for move in position.moves()} == expected
    assert position.moves() == sorted(position.moves())
    for text in ("E12@nw", "S4@nw", "F12@ne", "W4@ne", "E12@se", "S12@se"):
        assert refused(position, text).key == "nv.no.terrain"


@pytest.mark.clause("NV-3.7")
def test_the_largest_and_the_smallest_skyscraper_find_a_crowded_district_too() -> None:
    """NV-3.7."""
    position = table("gg\nss", "gg/ww gs/sg", "F6 0,0", corner="d4")
    play(position, "e4=gg/ww")
    for text in ("F4@nw", "F12@nw", "F12@ne"):
        assert refused(position, text).key == "nv.no.crowded"
    for text in ("E4@nw", "E12@ne", "S4@nw"):
        assert refused(position, text).key == "nv.no.terrain"


@pytest.mark.parametrize(
    ("code", "square"), [("F12", "nw"), ("S12", "ne"), ("E12", "sw"), ("W12", "se")]
)
@pytest.mark.clause("NV-3.7", quiet=True)
def test_the_last_skyscraper_of_the_stock_is_still_offered(code: str, square: str) -> None:
    """NV-3.7: also if nothing else can stand anywhere on the tile."""
    position = begin(4)
    give(position, 0, "gr/sw")
    play(position, "d4=gr/sw")
    position.stock = 1 << PARTS.kind_of[code]
    assert [position.say(move) for move in position.moves()] == ["none", f"{code}@{square}"]


@pytest.mark.clause("NV-3.6")
def test_three_equal_utilities_are_taken_one_after_the_other() -> None:
    """NV-3.6: from a pack that has three of a kind."""
    position = begin(4)
    copies = [0] * PARTS.kind_count
    copies[PARTS.kind_of["mill-left"]] = 3
    position.fill_stock(copies)
    for left in (3, 2, 1):
        assert position.view(None)["stock"] == {"mill-left": left}
        seat = position.turn()
        assert seat is not None
        give(position, seat, "gs/sg")
        play(position, "d4=gs/sg", "mill-left@nw", "+stack")
    give(position, 3, "gs/sg")
    play(position, "d4=gs/sg")
    refusal = refused(position, "mill-left@nw")
    assert (refusal.clause, refusal.key) == ("NV-3.6", "nv.no.none-left")
    assert position.view(None)["types"] == ["windmills"]


@pytest.mark.clause("NV-3.6")
def test_a_type_stays_in_play_when_its_last_piece_stands() -> None:
    """NV-2.2, NV-3.6: what is gone is gone, and not of another game."""
    position = begin(2, utilities="windmills-biodomes")
    position.stock &= ~sum(1 << kind for kind in range(28, 34))
    position.cities[1] = town("gs\nsg", "eco-parks4 0,0", "d4")
    position.play(position.moves()[0])
    assert position.view(None)["types"] == ["ecomobiles", "windmills", "biodomes"]
    assert refused(position, "eco-parks4@nw").key == "nv.no.none-left"
    position.cities[1] = town("gs\nsg", "E4 0,1", "d4")
    assert position.view(None)["types"] == ["windmills", "biodomes"]


@pytest.mark.clause("NV-3.1")
def test_a_tile_leaves_the_hand_that_laid_it_and_no_other() -> None:
    """NV-3.1: equal tiles in two hands, in one hand, shown and unseen."""
    position = begin(3)
    for seat, hand in ((0, "gs/sg rr/ww+"), (1, "gs/sg gg/ww"), (2, "gg/ww gs/sg gg/ww")):
        give(position, seat, hand)
    position.tiles[A_SEAT] = face_of("rw/sw") + 1
    assert refused(position, "d4=rw/sw").clause == "NV-3.1", "the neighbour has it"
    play(position, "d4=rr/ww+", "none", "+stack", "d4=gs/sg", "none", "+stack")
    assert position.holds(0, face_of("gs/sg"))
    assert not position.holds(1, face_of("gs/sg"))
    assert position.view(None)["hands"][1]["shown"] == ["rw/sw"]  # type: ignore[index]
    assert position.view(1)["hands"][1]["own"][0] == "gg/ww"  # type: ignore[index]
    assert position.moves() == sorted(set(position.moves())), "two equal tiles are one choice"
    play(position, "d4=gg/ww", "none")
    assert position.holds(2, face_of("gg/ww"))
    position.tiles[2 * A_SEAT] = face_of("rw/sw") + 1
    position.phase = 0
    play(position, "d5=rw/sw")
    hand = position.view(2)["hands"][2]  # type: ignore[index]
    assert (hand["shown"], hand["own"], hand["unseen"]) == ([], ["gs/sg", "gg/ww"], 2)


@pytest.mark.clause("NV-3.5", quiet=True)
def test_what_the_exception_tells_is_kept_with_what_was_known() -> None:
    """NV-3.5: sets of tiles get tighter; a shown tile takes none away; open hands tell nothing."""
    rocky = sum(1 << face for face, look in enumerate(PARTS.faces) if "r" in look)
    wet = sum(1 << face for face, look in enumerate(PARTS.faces) if "w" in look)
    position = table(RING, "gr/rg* rr/ww+ rr/ww*", RING_PIECES, corner="c3")
    position.limits[0] = (wet,)
    play(position, "d4=gr/rg*")
    assert list(position.limits[0]) == [rocky & wet, rocky]
    position.lose(0, face_of("rr/ww+"))
    assert list(position.limits[0]) == [rocky], "it fits both: the tighter one goes"
    position.gain(0, face_of("rs/sr"), True)
    position.lose(0, face_of("rs/sr"))
    assert list(position.limits[0]) == [rocky], "all saw that tile"
    seen = table(RING, "gr/rg*", RING_PIECES, corner="c3")
    play(seen, "d4=gr/rg*")
    assert seen.limits[0] == ()
    one = table(RING, "gr/rg* rr/ww+", RING_PIECES, corner="c3")
    play(one, "d4=gr/rg*")
    assert one.limits[0] == (rocky,)
    by_tile = table(RING, "gs/sg rr/ww+ rr/ww*", RING_PIECES, merge_exception="tile")
    play(by_tile, "d4=rr/ww+")
    assert by_tile.limits[0] == ()


@pytest.mark.clause("NV-3.5", quiet=True)
def test_the_exception_of_the_second_seat_tells_about_its_own_hand() -> None:
    """NV-3.5."""
    position = table(RING, "gs/sg", RING_PIECES, corner="c3")
    position.cities[1], position.cities[0] = position.cities[0], position.cities[1]
    position.done += 1
    give(position, 0, "gs/sg gs/sg gs/sg")
    give(position, 1, "gr/rg* rr/ww+")
    play(position, "d4=rr/ww+")
    assert position.limits[0] == ()
    assert len(position.limits[1]) == 1


@pytest.mark.clause("NV-3.9", quiet=True)
def test_any_tile_of_the_row_can_be_taken_and_is_replaced() -> None:
    """NV-3.9: from every place, also by the last tile of the stack."""
    for n in range(4):
        position = begin(2, 3)
        position.play(position.moves()[0])
        play(position, "none")
        row = [tile for tile in position.view(None)["row"] if tile]  # type: ignore[attr-defined]
        assert len(row) == 4
        position.top = len(position.pile) - 1
        last = PARTS.faces[position.pile[-1]]
        play(position, f"+{row[n]}")
        after = position.view(None)["row"]
        assert after == [*row[:n], last, *row[n + 1 :]]


@pytest.mark.clause("NV-3.2")
def test_beyond_the_side_of_the_sheet_a_row_is_still_too_high() -> None:
    """NV-3.2: four high, three columns away."""
    position = table("gg\nww\nss\nrr\ngg\nww\nss\nrr", "gs/sg gg/ww", corner="d4")
    for slot in ("g3", "d3", "a3"):
        assert refused(position, f"{slot}=gs/sg").key == "nv.no.high"


@pytest.mark.clause("NV-3.9", quiet=True)
def test_the_draws_are_the_different_tiles_of_the_row_and_the_stack() -> None:
    """NV-3.9: also when the stack has one tile left."""
    position = begin(2)
    position.play(position.moves()[0])
    play(position, "none")
    row = {f"+{PARTS.faces[face]}" for face in position.row_faces()}
    assert {position.say(move) for move in position.moves()} == {*row, "+stack"}
    position.top = len(position.pile) - 1
    assert allowed(position, "+stack")
    assert position.refusal(position.read("+stack")) is None
    play(position, "+stack")
    assert position.stack_left() == 0


@pytest.mark.clause("NV-3.7")
def test_a_grey_piece_says_what_comes_closest() -> None:
    """A skyscraper whose terrain the tile does not have; one whose district is taken."""
    position = table("gg\nss", "gg/ww gs/sg", "F6 0,0", corner="d4")
    play(position, "e4=gg/ww")
    stone, forest = position.why(("piece-S4",)), position.why(("piece-F4",))
    assert stone is not None
    assert forest is not None
    assert (stone.key, forest.key) == ("nv.no.terrain", "nv.no.crowded")
    assert position.why(("piece-W4",)) is None
    assert position.why(("piece-F4", "square-0-e4-nw")) is not None
    assert position.fitting(("piece-X4",)) == []

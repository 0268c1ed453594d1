"""NV-3: laying a tile, putting a piece, drawing."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.packs import read_pack
from parvis.games.neoville.components import read_slot
from parvis.games.neoville.position import Neoville
from tests.neoville import oracle
from tests.neoville.tables import (
    PACK,
    PARTS,
    RING,
    RING_PIECES,
    allowed,
    begin,
    give,
    play,
    refused,
    table,
    told,
)

LINE = """
    ggww
    ggss
"""


def slots(position: Neoville) -> set[str]:
    """The slots that some legal placement uses."""
    return {position.say(move).partition("=")[0] for move in position.moves()}


@pytest.mark.clause("NV-3.0")
def test_a_turn_is_tile_then_piece_then_draw() -> None:
    """NV-3.0: anything else cites the order of the turn."""
    position = begin(2)
    for text in ("none", "E4@nw", "+stack"):
        assert refused(position, text).clause == "NV-3.0"
    position.play(position.moves()[0])
    assert position.turn() == 0
    for text in ("d5=" + PARTS.faces[0], "+stack"):
        assert refused(position, text).clause == "NV-3.0"
    play(position, "none")
    assert position.turn() == 0
    for text in ("d5=" + PARTS.faces[0], "none"):
        assert refused(position, text).clause == "NV-3.0"
    play(position, "+stack")
    assert position.turn() == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("NV-3.0")
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
    assert {move // 196 for move in position.moves()} == set(held)


@pytest.mark.clause("NV-3.1")
def test_an_equity_tile_is_laid_like_any_other_at_any_time() -> None:
    """NV-3.1."""
    position = begin(2)
    assert allowed(position, "d4=" + PARTS.faces[PARTS.equity[0]])
    for _ in range(12):
        moves = [move for move in position.moves() if move // 196 not in PARTS.equity]
        position.play(moves[0])
    assert allowed(
        position, next(f"{slot}={PARTS.faces[PARTS.equity[0]]}" for slot in slots(position))
    )


@pytest.mark.clause("NV-3.1")
def test_a_tile_that_looks_the_same_after_a_half_turn_has_two_rotations() -> None:
    """NV-3.1: one move for one effect."""
    position = table(LINE, "gs/sg gg/ww rr/ww+", corner="d4")
    by_face: dict[int, set[int]] = {}
    for move in position.moves():
        by_face.setdefault(move // 196, set()).add(move % 4)
    faces = {PARTS.faces[face]: rotations for face, rotations in by_face.items()}
    assert faces == {"gs/sg": {0, 1}, "gg/ww": {0, 1, 2, 3}, "rr/ww+": {0, 1, 2, 3}}
    assert not position.names(PARTS.face_of["gs/sg"] // 4 * 196 + 24 * 4 + 2)


@pytest.mark.clause("NV-3.2")
def test_the_first_tile_lies_at_d4() -> None:
    """NV-3.2: coordinates are told from it."""
    position = begin(2)
    assert slots(position) == {"d4"}
    refusal = refused(position, "c3=" + PARTS.faces[PARTS.equity[0]])
    assert refusal.clause == "NV-3.2"
    assert refusal.params["slot"] == "d4"


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


@pytest.mark.clause("NV-3.4")
def test_joining_a_district_without_a_skyscraper_is_fine() -> None:
    """NV-3.4: only districts that each hold one are kept apart."""
    position = table("rr..rr\nss..gg\nggssgg\nwwggww", "rr/ww+", "S4 0,0", corner="d4")
    assert allowed(position, "e4=rr/ww+")


@pytest.mark.clause("NV-3.4")
def test_one_district_may_be_touched_twice() -> None:
    """NV-3.4: a tile that closes a ring of one district joins nothing."""
    position = table("rr..rr\nrs..sr\nrrrrrr\nggggww", "rr/ww+", "S4 0,0", corner="d4")
    assert allowed(position, "e4=rr/ww+")


@pytest.mark.clause("NV-3.4")
def test_districts_joined_through_the_new_tile_itself_count() -> None:
    """NV-3.4: rock above and rock below meet through the tile's own two rocks."""
    position = table(
        "rrgg\nrrgg\n..ww\n..ww\nrrss\nrrss", "rr/ww+ rr/ww*", "S4 0,0;S6 4,0", corner="d3"
    )
    assert allowed(position, "d4=rr/ww+"), "rock above, water below"
    assert refused(position, "d4=rw+/rw").clause == "NV-3.4"


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.clause("NV-3.4")
def test_districts_joined_by_a_third_one_around_the_tile_count(turns: int) -> None:
    """NV-3.4: two rocks of the tile meet only at a corner, but the long rock district around it,
    which has no skyscraper, touches both and so joins what each of them touches."""
    rows = ["ggrrrr", "ggrggr", "sr..sr", "ss..rr", "ssgrss", "ggggss"]
    towers = [(2, 1), (4, 3)]
    diagonal = turns % 2
    for _ in range(turns):
        rows = ["".join(row[n] for row in reversed(rows)) for n in range(6)]
        towers = [(column, 5 - row) for row, column in towers]
    pieces = ";".join(
        f"{code} {row},{column}" for code, (row, column) in zip(("S4", "S6"), towers, strict=True)
    )
    position = table("\n".join(rows), "gr/rg* gs/sg", pieces, corner="c3")
    bad, good = ("rg/g*r", "gr/rg*") if diagonal == 0 else ("gr/rg*", "rg/g*r")
    refusal = refused(position, f"d4={bad}")
    assert refusal.clause == "NV-3.4"
    assert sorted(refusal.params["towers"]) == ["4", "6"]  # type: ignore[call-overload]
    assert allowed(position, f"d4={good}")
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
    position.gain(0, PARTS.face_of["gs/sg"] // 4, False)
    position.lose(0, PARTS.face_of["gs/sg"] // 4)
    assert len(position.limits[0]) == 2, "soil and grass: it was neither of the two"
    position.lose(0, PARTS.face_of["gr/rg*"] // 4)
    assert len(position.limits[0]) == 1


@pytest.mark.clause("NV-3.6")
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


@pytest.mark.clause("NV-3.9")
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
    assert position.view(1)["hands"][0]["shown"][-1] == face, "all saw it"  # type: ignore[index]


@pytest.mark.clause("NV-3.9")
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
    assert position.view(0)["hands"][0]["own"][-1] == top  # type: ignore[index]
    assert top not in position.view(1)["hands"][0]["shown"]  # type: ignore[index]


@pytest.mark.clause("NV-3.9")
def test_only_tiles_of_the_row_can_be_taken() -> None:
    """NV-3.9."""
    position = begin(2)
    position.play(position.moves()[0])
    play(position, "none")
    other = next(face for face in range(PARTS.face_count) if face not in position.row_faces())
    assert refused(position, "+" + PARTS.faces[other]).clause == "NV-3.9"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("NV-3.9")
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
    tiles = ", ".join(f'"{PARTS.faces[n]}"' for n in range(60))
    head, _, rest = PACK.source.partition("tiles = [")
    pack = read_pack(f"{head}tiles = [{tiles}]\n{rest.partition(']')[2]}")
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
    tile = f"tile-{PARTS.face_of['gs/sg'] // 4}"
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

"""Building projects: NT-4."""

from __future__ import annotations

from itertools import product

import pytest

from parvis.games.neotopia.position import Neotopia
from tests.neotopia.tables import codes, held, legal, table
from tests.playing import play, refused


@pytest.mark.clause("NT-4.1", quiet=True)
def test_a_project_is_built_with_the_element_that_completes_its_pattern() -> None:
    position = table("Dd4=r Dd3=r", "rr1,gg1/-")
    play(position, "1r-Dd5")
    assert legal(position) == {"no", "+rr1"}
    play(position, "+rr1")
    assert codes(position, 0) == ["gg1"]
    assert position.track[0] == 4
    assert position.left == 2


@pytest.mark.clause("NT-4.1")
def test_a_pattern_without_the_element_just_placed_does_not_count() -> None:
    """Worked example 4."""
    position = table("Dd4=r Dd3=r Dd2=r", "rr1,rg1/-")
    play(position, "1r-De4")
    refusal = refused(position, "+rr1")
    assert (refusal.clause, refusal.key) == ("NT-4.1", "nt.no.elsewhere")
    assert refusal.places == ("space-desert-d2", "space-desert-d3", "space-desert-d4")
    assert legal(position) == {"no"}
    beside = play(table("Dc3=r Dd4=r De4=r", "rr1/-"), "1r-Dd3")
    assert refused(beside, "+rr1").key == "nt.no.elsewhere", "it lies right beside"


@pytest.mark.clause("NT-4.1")
def test_refusals_tell_what_a_pattern_lacks() -> None:
    position = table("Dd4=r Dc4=g Dd6=g", "rr1,bb1,rb2/-")
    play(position, "1r-Dd5")
    lacking = refused(position, "+rr1")
    assert (lacking.clause, lacking.key) == ("NT-4.1", "nt.no.missing")
    assert lacking.params["n"] == 1
    assert lacking.places == ("space-desert-d3",), "the first of those that lack fewest"
    assert refused(position, "+rb2").params["n"] == 2
    assert refused(position, "+bb1").key == "nt.no.colour"
    assert refused(position, "+rg1").key == "nt.no.not_in_hand"
    assert refused(position, "+rg1").clause == "NT-4.1"
    half = table("Dd4=r Dd3=r", "rr1,rg1/-")
    lacking = refused(play(half, "1r-Dd5"), "+rg1")
    assert (lacking.key, lacking.places) == ("nt.no.missing", ("space-desert-d6",))
    play(position, "no")
    when = refused(position, "+rr1")
    assert (when.clause, when.key) == ("NT-4.1", "nt.no.build_when")
    assert refused(position, "no").clause == "NT-4.1"


@pytest.mark.clause("NT-4.1", quiet=True)
@pytest.mark.parametrize(
    ("distance", "first", "other", "last"),
    [(1, "Dd3", "Dd4", "Dd5"), (2, "Dd3", "De4", "Dd4"), (3, "Dd3", "Dd4", "De3")],
)
def test_a_pattern_needs_its_own_two_colours(
    distance: int, first: str, other: str, last: str
) -> None:
    for main, second, placed in product("rgpb", repeat=3):
        if second == "rgpbrgp"["rgpb".index(main) + distance]:
            position = table(f"{first}={main} {other}={main}", f"{main}{second}1/-")
            play(position, f"1{placed}-{last}")
            assert (f"+{main}{second}1" in legal(position)) == (placed == second)


@pytest.mark.clause("NT-4.5", quiet=True)
def test_of_equal_cards_one_is_built_and_first_the_one_that_all_have_seen() -> None:
    for seen in (0b00, 0b10):
        position = table("Dd4=r Dd3=r", "rr1,rr1/-")
        assert position.hand[0] == 0b11
        position.known[0] = seen
        play(position, "1r-Dd5", "+rr1")
        assert codes(position, 0) == ["rr1"]
        assert position.known[0] == 0
    position = table("Dd4=r Dd3=r", "rr1/rr1", turn="1")
    play(position, "1r-Dd5", "+rr1")
    assert [codes(position, seat) for seat in range(2)] == [["rr1"], []]


def asked(position: Neotopia, *moves: str) -> bool:
    """Whether somebody is asked to build after these moves."""
    return play(position, *moves).view(None)["phase"] == "build"


@pytest.mark.clause("NT-4.1", quiet=True)
def test_the_question_depends_on_what_all_can_see_and_never_on_the_hand() -> None:
    for hand in ("rr1", "gg1", "bp3"):
        assert asked(table("Dd4=r Dd3=r", f"{hand}/-"), "1r-Dd5")
        assert not asked(table("Dd4=r", f"{hand}/-"), "1r-Dd5"), "two elements make no pattern"
    assert not asked(table("Dd4=r Dd3=r", "-/rr1"), "1r-Dd5"), "an empty hand is public"


@pytest.mark.clause("NT-4.1", quiet=True)
def test_nothing_is_asked_where_no_card_of_the_box_fits() -> None:
    for hand in ("rr1", "rg2", "bp3"):
        assert not asked(table("Dd4=r Dd3=g", f"{hand}/-"), "1p-Dd5"), "no card has three colours"
        assert not asked(table("Dd4=r Dd3=r Dd2=r", f"{hand}/-"), "1b-Dd5", "1g-De5")


@pytest.mark.clause("NT-4.1")
@pytest.mark.clause("NT-4.4", quiet=True)
def test_nothing_is_asked_where_only_the_type_just_built_would_fit() -> None:
    position = table("Dd4=r Dd3=r", "rr1,rr3,gg1/-", stock="rrr/rgpb/rgpb/rgpb")
    assert not asked(position, "1r-Dd5", "+rr1", "1r-De4")
    refusal = refused(position, "+rr3")
    assert (refusal.clause, refusal.key) == ("NT-4.1", "nt.no.build_when")


@pytest.mark.clause("NT-4.1", quiet=True)
def test_cards_that_lie_open_elsewhere_cannot_be_in_the_hand() -> None:
    """A purple element completes one card of the box here, gp1."""
    line = "Dd4=g Dd3=g"
    assert asked(table(line, "rr2/-"), "1p-Dd5"), "it might be gp1"
    assert not asked(table(line, "rr2/-", offer="gp1,.,.,."), "1p-Dd5"), "it lies in the offer"
    taken = table(line, "-/-", offer="gp1,rr2,.,.")
    assert not asked(taken, "rr2", "1p-Dd5"), "the whole hand was taken from the offer"
    for other in ("-/gp1", "rr3/gp1"):
        seen = table(line, other, known="-/gp1")
        assert not asked(seen, "deck", "1p-Dd5"), "all saw another player take it"
        assert asked(table(line, other), "deck", "1p-Dd5"), "nobody has seen it"
    built = table(f"{line} Wd4=g Wd3=g Wd2=p", "rr2/-", builds="1:Wd2:gp1:70000")
    assert not asked(built, "1p-Dd5"), "it was built"
    assert asked(table(line, "gp1/-", known="gp1/-"), "1p-Dd5"), "all saw this player take it"


@pytest.mark.clause("NT-4.2")
def test_a_pattern_may_be_turned_six_ways() -> None:
    lines = ("Dd5 Dd6", "De4 Df4", "De3 Df2", "Dd3 Dd2", "Dc3 Db2", "Dc4 Db4")
    for first, last in (line.split() for line in lines):
        position = table(f"Dd4=r {first}=r", "rg1/-")
        play(position, f"1g-{last}")
        assert "+rg1" in legal(position), (first, last)


@pytest.mark.clause("NT-4.2")
def test_only_the_option_allows_reflections() -> None:
    for space, plain in (("De3", True), ("De4", False)):
        position = play(table("Dd3=r Dd4=r Dd5=r", "rb2/-"), f"1b-{space}")
        assert ("+rb2" in legal(position)) == plain
        mirrored = table("Dd3=r Dd4=r Dd5=r", "rb2/-", options="option.mirror=true")
        assert "+rb2" in legal(play(mirrored, f"1b-{space}"))


@pytest.mark.clause("NT-4.3")
def test_elements_serve_several_projects_over_time() -> None:
    position = table("Dd4=r Dd3=r", "rr1,rg1/rp1", stock="rg/rgpb/rgpb/rgpb")
    play(position, "1r-Dd5", "+rr1", "1g-Dd2", "+rg1", "deck", "end")
    assert position.track[0] == 7
    assert int(position.board[0]).bit_count() == 3, "no element was used up"
    play(position, "3p-De4", "1r-De5")
    assert "+rp1" in legal(position), "another player builds with elements that were there"


@pytest.mark.clause("NT-4.4")
def test_the_same_type_is_refused_in_its_region_and_allowed_in_another() -> None:
    """Worked example 5."""
    board = "Dd4=r Dd3=r De3=g De5=g Wd4=r Wd3=r"
    position = table(board, "rr1,rr3,rr2/-", stock="rrr/rgpb/rgpb/rgpb")
    play(position, "1r-Dd5", "+rr1", "1r-De4")
    assert legal(position) == {"no"}
    refusal = refused(position, "+rr3")
    assert refusal.clause == "NT-4.4"
    assert refusal.params == {"project": "#nt.type.rr", "region": "#nt.in.desert"}
    assert refusal.places == ("last-desert",)
    play(position, "no", "1r-We3")
    assert "+rr3" in legal(position), "the water has seen no such project yet"


@pytest.mark.clause("NT-4.4", quiet=True)
def test_a_type_is_free_again_once_another_covers_it() -> None:
    position = table("Dd4=r Dd3=r", "rr1,rg1,rr3/-", stock="rgr/rgpb/rgpb/rgpb")
    play(position, "1r-Dd5", "+rr1", "1g-Dd2", "+rg1", "1r-De4")
    assert "+rr3" in legal(position)


@pytest.mark.clause("NT-4.5")
@pytest.mark.parametrize(
    ("seat", "project", "points"), [(1, "gg1", 4), (1, "rr1", 2), (0, "rr1", 4)]
)
def test_a_building_gives_2_in_ones_own_colour_and_4_in_another(
    seat: int, project: str, points: int
) -> None:
    """Worked example 2; seat 1 plays red."""
    colour = project[0]
    hands = f"-/{project}" if seat else f"{project}/-"
    position = table(f"Dd4={colour} Dd3={colour}", hands, turn=str(seat))
    play(position, f"1{colour}-Dd5", f"+{project}")
    assert position.track[seat * 3] == points
    line = next(line for line in position.ledger() if line.clause == "NT-4.5")
    assert (line.side, line.points, line.status) == (seat, points, "banked")
    assert line.places == ("space-desert-d3", "space-desert-d4", "space-desert-d5")


@pytest.mark.clause("NT-4.5", quiet=True)
def test_the_card_covers_the_last_project_and_only_that_regions_marker_moves() -> None:
    position = table("Wd4=r Wd3=r", "rg1/-", stock="g/rgpb/rgpb/rgpb")
    play(position, "1g-Wd5", "+rg1")
    assert position.last == [-1, position.parts.design_of_code["rg1"], -1]
    assert position.track == [0, 3, 0, 0, 0, 0]


@pytest.mark.clause("NT-4.6")
def test_one_placement_builds_one_project() -> None:
    position = table("Dd4=r Dd3=r Dc3=r", "rr1,rr2/-")
    play(position, "1r-Dd5")
    assert legal(position) == {"no", "+rr1", "+rr2"}
    play(position, "+rr1")
    assert refused(position, "+rr2").key == "nt.no.build_when"


@pytest.mark.clause("NT-4.7")
def test_nothing_comes_between_a_placement_and_its_build_decision() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-", held="1,1,1,1,0,0,0,0", offer="rg1,gg1,bb1,pp1")
    play(position, "1r-Dd5")
    for move in ("deck", "rg1", "1g-Dd6", "auto:deck", "grant:deck", "init:r-Dd6", "permit:1g-Dd7",
                 "end", "Dd6"):  # fmt: skip
        refusal = refused(position, move)
        assert refusal.clause == "NT-4.7", move
        assert refusal.places == ("space-desert-d5",)


@pytest.mark.clause("NT-4.7", quiet=True)
def test_token_then_refill_then_building_then_track_token() -> None:
    position = table("Dc4=r Dc3=r", "rr1/-", stock="r/rgpb/rgpb/ggpp", tiles="0")
    position.lying[1] = 3  # a permit on c5
    position.track[0] = 6
    play(position, "1r-Dc5")
    assert held(position, 0) == [0, 0, 0, 1]
    assert list(position.stock[:4]) == [0, 2, 2, 0]
    assert position.view(None)["phase"] == "build"
    play(position, "+rr1")
    assert held(position, 0) == [1, 0, 0, 1], "the permit of the space, the grant of the track"

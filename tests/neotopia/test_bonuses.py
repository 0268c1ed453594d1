"""Gaining and using bonuses: NT-5 and NT-6."""

from __future__ import annotations

import pytest

from tests.neotopia.tables import ahead, codes, held, legal, stock, table
from tests.playing import play, refused

ONE_OF_EACH = "1,1,1,1,0,0,0,0"


@pytest.mark.clause("NT-5.1")
def test_covering_a_token_takes_it() -> None:
    position = table("Dc4=r", lying=".a..........")
    play(position, "1r-Dc5")
    assert held(position, 0) == [0, 1, 0, 0]
    assert position.lying == [-1] * 12
    assert sum(play(table("Dc4=r"), "1r-Dc5").held) == 0, "where none lies there is none to take"


@pytest.mark.clause("NT-5.2")
@pytest.mark.parametrize(
    ("before", "tokens"), [(2, 0), (3, 1), (6, 1), (7, 0), (9, 1), (14, 1), (18, 0)]
)
def test_a_marker_that_reaches_or_passes_a_threshold_takes_the_top_token(
    before: int, tokens: int
) -> None:
    """Worked example 3: 4 points from 3 to 7, from 6 to 10 and so on."""
    position = table("Dd4=r Dd3=r", "rr1/-")
    position.track[0] = before
    play(position, "1r-Dd5", "+rr1")
    assert sum(held(position, 0)) == tokens
    assert position.pile[0] == 4 - tokens
    assert position.top[0] >= 0, "the next token is turned up"
    assert sum(position.covered) == 9 - tokens
    assert codes(position, 0) == [], "and no card comes with it"


@pytest.mark.clause("NT-5.2")
@pytest.mark.parametrize("kind", range(4))
def test_the_next_token_is_one_that_nobody_has_seen(kind: int) -> None:
    covered = ["1" if other == kind else "0" for other in range(4)]
    position = table("Dd4=r Dd3=r", "rr1/-", pile="2,1,1", covered=",".join(covered))
    position.track[0] = 6
    play(position, "1r-Dd5", "+rr1")
    assert position.top[0] == kind
    assert position.covered == [0, 0, 0, 0]


@pytest.mark.clause("NT-5.2")
def test_the_next_token_is_turned_up_only_when_the_building_is_resolved() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-")
    position.track[0] = 6
    play(position, "1r-Dd5")
    pending = ahead(position, "+rr1")
    assert held(pending, 0) == [1, 0, 0, 0], "the top was a grant, as all could see"
    assert pending.top[0] == -2
    assert position.reveals(position.read("+rr1"))


@pytest.mark.clause("NT-5.2")
def test_an_empty_pile_gives_nothing() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-", pile="0,4,4", top=".ai", covered="2,2,1,1")
    position.track[0] = 6
    play(position, "1r-Dd5", "+rr1")
    assert list(position.held) == [0] * 8
    assert position.pile == [0, 4, 4]


@pytest.mark.clause("NT-5.2", "NT-5.3")
def test_the_second_lap_has_no_thresholds() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-")
    position.track[0] = 24
    play(position, "1r-Dd5", "+rr1")
    assert position.track[0] == 28
    assert held(position, 0) == [0, 0, 0, 0]


@pytest.mark.clause("NT-5.2")
@pytest.mark.parametrize(
    ("before", "tokens"), [(22, 0), (23, 1), (26, 1), (27, 0), (30, 1), (37, 1), (38, 0), (44, 0)]
)
def test_only_the_option_gives_the_thresholds_again_on_the_second_lap(
    before: int, tokens: int
) -> None:
    """4 points, from `before` on."""
    for options, gained in (("", 0), ("option.second_lap=true", tokens)):
        position = table("Dd4=r Dd3=r", "rr1/-", options=options)
        position.track[0] = before
        play(position, "1r-Dd5", "+rr1")
        assert sum(held(position, 0)) == gained


@pytest.mark.clause("NT-5.2")
def test_the_first_lap_is_the_same_with_the_option() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-", options="option.second_lap=true")
    position.track[0] = 6
    play(position, "1r-Dd5", "+rr1")
    assert sum(held(position, 0)) == 1


@pytest.mark.clause("NT-5.3")
def test_points_go_on_past_twenty() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-")
    position.track[0] = 18
    play(position, "1r-Dd5", "+rr1")
    assert position.track[0] == 22


@pytest.mark.clause("NT-6.0")
def test_one_bonus_a_turn_also_one_just_gained() -> None:
    position = table("Dc4=r", lying=".a..........", offer="rr1,rg1,bb1,pp1", held="1,0,0,0,0,0,0,0")
    none = refused(position, "auto:deck")
    assert (none.clause, none.key) == ("NT-6.0", "nt.no.token")
    play(position, "1r-Dc5", "auto:deck")
    used = refused(position, "grant:deck")
    assert (used.clause, used.key) == ("NT-6.0", "nt.no.token_used")
    assert used.places == ("bonus-grant",)
    assert position.left == 2, "a bonus costs no action"
    play(position, "deck", "deck")
    assert position.turn() == 1
    play(position, "deck", "deck", "deck")
    assert "grant:deck" in legal(position), "a new turn, a new bonus"


@pytest.mark.clause("NT-6.0", quiet=True)
def test_a_bonus_comes_before_between_or_after_the_actions() -> None:
    for before in range(4):
        position = table("Dd4=r", held="0,1,0,0,0,0,0,0")
        play(position, *["deck"] * before)
        play(position, "auto:deck")
        assert int(position.hand[0]).bit_count() == before + 1


@pytest.mark.clause("NT-6.1")
def test_a_grant_draws_two_projects_one_after_the_other() -> None:
    position = table(offer="rr1,rg1,bb1,pp1", held="1,0,0,0,0,0,0,0")
    play(position, "grant:rg1")
    assert position.turn() == 0
    assert legal(position) == {"deck", "rr1", "bb1", "pp1"}
    refusal = refused(position, "1r-Dd4")
    assert refusal.clause == "NT-6.1"
    assert refusal.places == ("deck", "offer-bb1", "offer-pp1", "offer-rr1")
    play(position, "deck")
    assert position.left == 3
    assert int(position.hand[0]).bit_count() == 2
    assert int(position.known[0]).bit_count() == 1


@pytest.mark.clause("NT-6.1", quiet=True)
def test_a_grant_takes_what_is_left() -> None:
    cards = [position_code for position_code in all_codes() if position_code != "bb3"]
    hands = f"{','.join(cards[:30])}/{','.join(cards[30:])}"
    position = table(hands=hands, offer="bb3,.,.,.", held="1,0,0,0,0,0,0,0")
    play(position, "grant:bb3")
    assert "1r-Dd4" in legal(position)
    assert "grant:deck" not in legal(position)


def all_codes() -> list[str]:
    from tests.neotopia.tables import PARTS

    return [PARTS.codes[design] for design in PARTS.design_of]


@pytest.mark.clause("NT-6.2")
def test_automation_is_one_of_the_two_actions() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-", offer="rg1,bb1,pp1,gg1", held="0,1,0,0,0,0,0,0")
    moves = legal(position)
    for action in ("deck", "rg1", "1r-Dd5", "3b-Fd4"):
        assert action in moves
        assert f"auto:{action}" in moves
    play(position, "auto:1r-Dd5", "+rr1")
    assert position.left == 3
    assert position.track[0] == 4


@pytest.mark.clause("NT-6.3")
def test_an_initiative_brings_any_element_of_the_reserve_to_any_region() -> None:
    position = table("Dd4=r", stock="r/r/r/r", held="0,0,1,0,0,0,0,0")
    assert {"init:b-Dd5", "init:g-Wd4", "init:p-Fd4"} <= legal(position)
    apart = refused(position, "init:b-Df3")
    assert apart.clause == "NT-6.3"
    assert refused(position, "init:b-Wd5").clause == "NT-6.3"
    before = position.reserve[3]
    play(position, "init:b-Dd5")
    assert position.reserve[3] == before - 1
    assert list(position.stock[:12]) == [1, 0, 0, 0] * 3


@pytest.mark.clause("NT-6.4")
def test_a_permit_reaches_outer_spaces_next_to_an_element() -> None:
    position = table("Dd4=r Dd3=r Dd2=r", "rr1/-", stock="r/rgpb/rgpb/rgpb", held="0,0,0,1,0,0,0,0")
    permits = {move for move in legal(position) if move.startswith("permit:1")}
    assert permits == {"permit:1r-Dd1"}
    inside = refused(position, "permit:1r-Dd5")
    assert (inside.clause, inside.key) == ("NT-6.4", "nt.no.not_outer")
    assert inside.params == {"n": 6}
    far = refused(position, "permit:1r-Da1")
    assert (far.clause, far.key) == ("NT-6.4", "nt.no.apart")
    assert refused(position, "permit:1r-Fd1").clause == "NT-1.2"
    play(position, "permit:1r-Dd1")
    assert "+rr1" in legal(position), "it counts for patterns"
    play(position, "no")
    assert {"3r-Dc1", "3r-De1"} <= legal(position), "and as a neighbour"
    line = next(line for line in table("Dd1=b Dd2=b").ledger() if line.clause == "NT-7.2")
    assert line.points == 2, "and for groups"


@pytest.mark.clause("NT-6.4")
def test_a_taken_outer_space_is_taken() -> None:
    position = table("Dd4=r Dd3=r Dd2=r Dd1=g", held="0,0,0,1,0,0,0,0")
    taken = refused(position, "permit:1r-Dd1")
    assert (taken.clause, taken.key) == ("NT-6.4", "nt.no.taken")


@pytest.mark.clause("NT-6.5")
def test_a_used_token_leaves_the_game() -> None:
    position = table(held=ONE_OF_EACH)
    play(position, "auto:deck")
    assert held(position, 0) == [1, 0, 1, 1]
    assert position.lying == [-1] * 12
    assert position.covered == [2, 2, 2, 3]


@pytest.mark.clause("NT-6.6")
def test_unused_tokens_are_worth_three_each() -> None:
    line = next(line for line in table(held="2,0,1,0,0,0,0,0").ledger() if line.clause == "NT-6.6")
    assert (line.side, line.points, line.status) == (0, 9, "standing")
    assert line.places == ("tokens-0",)


@pytest.mark.clause("NT-6.7")
def test_a_placement_by_bonus_builds_covers_and_empties() -> None:
    board = "Dd4=r Dc4=r Wd4=r"
    position = table(
        board, "rr1,rr2,rr3/-", stock="r/rgpb/rgpb/ggpp", held="0,1,0,0,0,0,0,0", tiles="0"
    )
    position.lying[1] = 2  # an initiative on c5
    play(position, "auto:1r-Dc5")
    assert held(position, 0) == [0, 0, 1, 0]
    assert stock(position, 0) == [0, 2, 2, 0]
    assert legal(position) == {"no", "+rr2"}


@pytest.mark.clause("NT-6.7")
def test_an_element_of_the_reserve_builds_and_covers_too() -> None:
    position = table("Dd4=r Dc4=r", "rr1,rr2,rr3/-", held="0,0,1,0,0,0,0,0")
    position.lying[1] = 3  # a permit on c5
    play(position, "init:r-Dc5")
    assert held(position, 0) == [0, 0, 0, 1]
    assert legal(position) == {"no", "+rr2"}
    play(position, "+rr2")
    assert position.left == 3, "it cost no action"


@pytest.mark.clause("NT-3.4", "NT-5.1")
@pytest.mark.clause("NT-4.7", "NT-6.4", quiet=True)
def test_one_whole_turn() -> None:
    """Worked example 8: the blue player of the rulebook, here seat 0."""
    position = table(
        "Dd4=p Dc4=p Dc3=g Db1=g Db2=g",
        "pp2,gr1/-",
        stock="p/rgpb/rgpb/rgpb",
        offer="rr1,rg1,bb1,gg2",
        tiles="0",
        lying=".p..........",
    )
    play(position, "1p-Dc5")
    assert held(position, 0) == [0, 0, 0, 1], "the token is taken"
    assert stock(position, 0) == [1, 1, 1, 1], "the factory is refilled"
    assert stock(position, 3) == [2, 2, 0, 0], "the tile is flipped"
    play(position, "+pp2")
    assert position.track[0] == 4, "a building of another colour"
    play(position, "bb1", "deck")
    assert position.turn() == 0
    assert position.left == 0
    assert refused(position, "permit:2r-Da1").clause == "NT-1.2"
    play(position, "permit:1r-Da1", "+gr1")
    assert position.track[0] == 7, "three points more"
    assert position.turn() == 1, "and the turn is over"
    assert "bb1" in codes(position, 0)

"""The rules hold for every seat, region, factory and colour, and on maps that differ."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.game import game_of
from parvis.engine.packs import Pack, read_pack
from parvis.games.neotopia import legality, scoring
from parvis.games.neotopia.position import Neotopia
from tests.neotopia.tables import codes, held, legal, moves_by_all_ways, stock, table
from tests.playing import play, refused

SOURCE = game_of("neotopia").pack.source
every_seat = pytest.mark.parametrize(
    ("seats", "seat"), [(seats, seat) for seats in (2, 3, 4) for seat in range(seats)]
)
every_region = pytest.mark.parametrize(
    ("letter", "region", "key", "factory"),
    [("D", 0, "desert", "1"), ("W", 1, "water", "2"), ("F", 2, "forest", "3")],
)
COLOURS = ["rgpb"[n] for n in range(4)]


def hands(seats: int, seat: int, hand: str) -> str:
    """All hands empty but one."""
    return "/".join(hand if other == seat else "-" for other in range(seats))


def tokens(seats: int, seat: int, each: str = "1,1,1,1") -> str:
    """All four tokens for one seat."""
    return ",".join(each if other == seat else "0,0,0,0" for other in range(seats))


def other_maps() -> Pack:
    """A pack whose water has no outer spaces at the top."""
    start = SOURCE.index('key = "water"')
    return read_pack(SOURCE[:start] + SOURCE[start:].replace("   o . . o   ", "     . .     ", 1))


def changed(old: str, new: str) -> Pack:
    assert old in SOURCE
    return read_pack(SOURCE.replace(old, new, 1))


@pytest.mark.clause("NT-4.5", "NT-6.0")
@every_seat
@every_region
def test_every_seat_acts_builds_and_uses_bonuses_in_every_region(
    seats: int, seat: int, letter: str, region: int, key: str, factory: str
) -> None:
    board = f"{letter}d4=g {letter}d3=g"
    position = table(
        board, hands(seats, seat, "gp1,rr1"), turn=str(seat), held=tokens(seats, seat),
        offer="rr2,bb1,bb2,pp1",
    )  # fmt: skip
    for move in ("auto:deck", "auto:bb1", "grant:deck", f"init:p-{letter}d5"):
        assert move in legal(position)
    play(position, f"{factory}p-{letter}d5")
    assert legal(position) == {"no", "+gp1"}
    play(position, "+gp1")
    assert [position.track[n] for n in range(3 * seats)] == [
        3 if n == 3 * seat + region else 0 for n in range(3 * seats)
    ]
    line = next(line for line in position.ledger() if line.clause == "NT-4.5")
    assert (line.side, line.points) == (seat, 3)
    assert line.params["region"] == f"#nt.in.{key}"
    assert line.places == tuple(f"space-{key}-d{n}" for n in (3, 4, 5))
    assert position.last[region] == position.parts.design_of_code["gp1"]
    assert codes(position, seat) == ["rr1"]
    play(position, "auto:bb1")
    assert held(position, seat) == [1, 0, 1, 1]
    assert "used=1" in position.text()
    used = refused(position, "grant:deck")
    assert (used.clause, used.key) == ("NT-6.0", "nt.no.token_used")
    play(position, "deck", "rr2")
    assert position.turn() == (seat + 1) % seats
    assert "used=0" in position.text()
    missing = refused(position, "grant:deck")
    assert (missing.clause, missing.key) == ("NT-6.0", "nt.no.token"), "they are another's"


@pytest.mark.clause("NT-5.1")
@every_seat
@pytest.mark.parametrize("slot", range(12))
def test_every_seat_gains_the_token_that_it_covers_and_no_other(
    seats: int, seat: int, slot: int
) -> None:
    kind = slot % 4
    position = table("Dd4=g Wd4=g Fd4=g", hands(seats, seat, "-"), turn=str(seat))
    parts = position.parts
    space = parts.slot_space[slot]
    beside = parts.offset[parts.region_of[space]]
    region = parts.region_of[space]
    spot = parts.spot_of[space]
    neighbour = next(n for n in range(37) if parts.near[space] >> n & 1 and n != spot)
    if not position.taken[region] >> neighbour & 1:
        position.board[region * 4] |= 1 << neighbour
        position.taken[region] |= 1 << neighbour
        position.near[region] |= parts.near[beside + neighbour] & ~position.taken[region]
    position.lying = [kind] * 12
    factory = {0: "1", 1: "1", 2: "2"}[region]
    play(position, f"{factory}r-{parts.space_code[space]}")
    assert position.lying == [-1 if n == slot else kind for n in range(12)]
    for other in range(seats):
        gained = [1 if n == kind and other == seat else 0 for n in range(4)]
        assert held(position, other) == gained


@pytest.mark.clause("NT-5.1")
def test_a_space_without_a_token_gives_none() -> None:
    position = table("Dd4=r", lying="gaipgaipgaip")
    play(position, "1r-Dd5")
    assert held(position, 0) == [0, 0, 0, 0]
    assert "." not in position.text().split(" lying=")[1].split()[0]


@pytest.mark.clause("NT-3.4", "NT-1.2", quiet=True)
@pytest.mark.parametrize("factory", range(3))
@pytest.mark.parametrize("last", COLOURS)
def test_a_factory_is_empty_when_its_last_element_is_gone_whatever_its_colour(
    factory: int, last: str
) -> None:
    other = "g" if last == "r" else "r"
    stocks = ["rgpb", "rgpb", "rgpb", "ppbb"]
    stocks[factory] = last + other
    position = table("Dd4=r Wd4=g Fd4=p", stock="/".join(stocks), tiles="0")
    region = "DWD"[factory]
    play(position, f"{factory + 1}{other}-{region}d5")
    assert sum(stock(position, factory)) == 1, "one element is left"
    assert sum(stock(position, 3)) == 4
    play(position, f"{factory + 1}{last}-{region}d3")
    assert stock(position, factory) == [0, 0, 2, 2]
    assert stock(position, 3) == [2, 2, 0, 0]
    for untouched in {0, 1, 2} - {factory}:
        assert stock(position, untouched) == [1, 1, 1, 1]


@pytest.mark.clause("NT-3.6")
def test_without_a_tile_one_of_each_colour_comes_whatever_the_tiles_showed() -> None:
    pack = changed('mix = "rgpb"\nleaves = [2]\n', 'mix = "rrrr"\nleaves = [2]\n')
    position = table("Dd4=r", stock="r/b/b/ggpp", tiles="-", flag="0", end="last", pack=pack)
    play(position, "1r-Dd5")
    assert stock(position, 3) == [1, 1, 1, 1]


@pytest.mark.clause("NT-7.2")
@every_seat
@every_region
def test_every_seats_groups_count_in_every_region(
    seats: int, seat: int, letter: str, region: int, key: str, factory: str
) -> None:
    colour = "brgp"[seat]
    board = f"{letter}d4={colour} {letter}e4={colour} {letter}a1={colour} {letter}d5=x"
    other = "r" if colour != "r" else "g"
    position = table(board.replace("x", other), hands(seats, seat, "-"))
    lines = [line for line in position.ledger() if (line.clause, line.side) == ("NT-7.2", seat)]
    assert [line.points for line in lines] == [2]
    assert lines[0].places == (f"space-{key}-d4", f"space-{key}-e4")
    assert [scoring.region_points(position, seat, n) for n in range(3)] == [
        2 if n == region else 0 for n in range(3)
    ]


@pytest.mark.clause("NT-7.3", "NT-6.6")
@every_seat
@pytest.mark.parametrize("weakest", range(3))
def test_every_seats_weakest_region_is_tripled_and_its_tokens_count(
    seats: int, seat: int, weakest: int
) -> None:
    position = table(hands=hands(seats, seat, "-"), held=tokens(seats, seat, "1,1,0,1"))
    points = [9, 9, 9]
    points[weakest] = 4
    position.track[seat * 3 : seat * 3 + 3] = points
    lines = [line for line in position.ledger() if line.side == seat]
    assert {line.side for line in position.ledger()} == {seat}, "who has nothing has no line"
    found = {line.clause: (line.points, line.places) for line in lines}
    key = ("desert", "water", "forest")[weakest]
    assert found["NT-7.3"] == (8, (f"region-{key}",))
    assert found["NT-6.6"] == (9, (f"tokens-{seat}",))
    assert position.scores()[seat] == 9 + 9 + 12 + 9
    assert sum(position.scores()) == position.scores()[seat]


@pytest.mark.clause("NT-5.2")
@every_seat
@every_region
def test_every_seat_takes_the_top_of_the_regions_own_pile(
    seats: int, seat: int, letter: str, region: int, key: str, factory: str
) -> None:
    position = table(
        f"{letter}d4=g {letter}d3=g", hands(seats, seat, "gp1"), turn=str(seat), top="gai"
    )
    position.track = [6 if n == seat * 3 + region else 0 for n in range(3 * seats)]
    play(position, f"{factory}p-{letter}d5", "+gp1")
    assert held(position, seat) == [1 if n == region else 0 for n in range(4)]
    assert position.pile == [3 if n == region else 4 for n in range(3)]
    assert sum(position.held) == 1


@pytest.mark.clause("NT-5.2")
def test_two_thresholds_at_once_give_two_tokens_if_the_pile_has_them() -> None:
    pack = changed("tracks = [7, 13, 18]", "tracks = [1, 2, 3]")
    for pile, covered, gained in (("4", "2,2,2,3", 3), ("2", "2,2,2,1", 2), ("1", "2,2,1,1", 1)):
        position = table("Dd4=g Dd3=g", "gp1/-", pack=pack, pile=f"{pile},4,4", covered=covered)
        play(position, "1p-Dd5", "+gp1")
        assert sum(held(position, 0)) == gained
        assert position.pile[0] == int(pile) - gained
        assert (position.top[0] == -1) == (position.pile[0] == 0)
        assert sum(position.covered) == sum(max(0, number - 1) for number in position.pile)
        play(position, "1r-Dd6")
        assert sum(held(position, 0)) == gained


@pytest.mark.clause("NT-5.2")
def test_the_last_token_of_a_pile_leaves_it_without_a_top() -> None:
    position = table("Dd4=g Dd3=g", "gp1/-", pile="1,4,4", covered="2,2,1,1")
    position.track[0] = 6
    play(position, "1p-Dd5")
    assert not position.reveals(position.read("+gp1")), "there is nothing to turn up"
    play(position, "+gp1")
    assert " top=.ai " in position.text()
    assert position.view(None)["regions"][0]["top"] is None  # type: ignore[index]


@pytest.mark.clause("NT-5.2")
def test_thresholds_beyond_the_track_do_not_come_again_on_the_second_lap() -> None:
    pack = changed("tracks = [7, 13, 18]", "tracks = [20, 25]")
    for before, gained in ((17, 1), (22, 1), (37, 1), (42, 0)):
        position = table("Dd4=g Dd3=g", "gp1/-", pack=pack, options="option.second_lap=true")
        position.track[0] = before
        play(position, "1p-Dd5", "+gp1")
        assert sum(held(position, 0)) == gained, before


@pytest.mark.clause("NT-4.1")
@every_region
def test_what_a_pattern_of_two_colours_lacks_is_told_in_every_region(
    letter: str, region: int, key: str, factory: str
) -> None:
    """gp1 is green, green, purple in a line; rr1 a red line, rr2 bent, rr3 a triangle."""
    other = "WFD"[region]
    board = f"{letter}d4=g {letter}d2=p {letter}d6=r {other}d4=g {other}d3=g {other}d5=p"
    position = table(board + f" {letter}c3=r {letter}c2=r", "gp1,gp2,rr1,rr2,pp1/-")
    play(position, f"{factory}g-{letter}d3")
    assert legal(position) == {"no", "+gp1"}, "the other region does not count"
    missing = refused(position, "+gp2")
    assert (missing.key, missing.params["n"]) == ("nt.no.missing", 2)
    assert len(missing.places) == 2
    assert all(place.startswith(f"space-{key}-") for place in missing.places)
    assert refused(position, "+pp1").key == "nt.no.colour"
    assert refused(position, "+pp1").places == (f"space-{key}-d3",)
    position = table(f"{letter}d4=g {letter}d6=p {letter}d7=p", "gp1/-")
    missing = refused(play(position, f"{factory}p-{letter}d5"), "+gp1")
    assert (missing.key, missing.places) == ("nt.no.missing", (f"space-{key}-d3",))


@pytest.mark.clause("NT-4.1")
@pytest.mark.parametrize("project", ["rr1", "rr3"])
def test_another_shape_of_the_same_colours_does_not_count(project: str) -> None:
    position = table("Dd3=r Dd4=r", f"{project},rr2/-")
    play(position, "1r-De4")
    assert legal(position) == {"no", "+rr2"}, "bent"
    missing = refused(position, f"+{project}")
    assert (missing.key, missing.params["n"]) == ("nt.no.missing", 1)


@pytest.mark.clause("NT-4.1")
def test_a_pattern_that_cannot_pass_through_a_space_says_so() -> None:
    long = changed('pattern = ["A A A"]', 'pattern = ["A A A A A A A"]')
    position = table("Dc1=g Dc2=g", "rr1,gr1/-", pack=long)
    play(position, "1r-Db1")
    assert position.view(None)["phase"] == "build", "a green and red triangle fits"
    refusal = refused(position, "+rr1")
    assert (refusal.clause, refusal.key) == ("NT-4.1", "nt.no.no_way")
    assert refusal.places == ("space-desert-b1",)


@pytest.mark.clause("NT-4.1", quiet=True)
def test_a_pattern_goes_on_from_the_first_space_of_the_map() -> None:
    position = table("Da1=r Db1=r", "rr2/-")
    play(position, "1r-Da2")
    assert "+rr2" in legal(position)


@pytest.mark.clause("NT-4.1", quiet=True)
def test_a_pattern_of_another_pack_may_have_gaps() -> None:
    pack = changed('pattern = ["A A A"]', 'pattern = ["A   A   A"]')
    for last, others in (("Dd2", "Dd4 Dd6"), ("Dd4", "Dd2 Dd6"), ("Dd6", "Dd2 Dd4")):
        between = "Dd3=g Dd5=b"
        board = " ".join(f"{space}=r" for space in others.split())
        position = table(f"{board} {between}", "rr1/-", pack=pack)
        play(position, f"1r-{last}")
        assert "+rr1" in legal(position), last
    position = table("Dd4=r Dd3=r", "rr1/-", pack=pack)
    play(position, "1r-Dd5")
    assert "+rr1" not in legal(position)


@pytest.mark.clause("NT-4.1")
@every_region
def test_patterns_lie_right_on_maps_that_differ(
    letter: str, region: int, key: str, factory: str
) -> None:
    pack = other_maps()
    position = table(f"{letter}d1=r {letter}d2=r", "rr1,rr2/-", pack=pack)
    play(position, f"{factory}r-{letter}d3")
    assert legal(position) == {"no", "+rr1"}
    missing = refused(position, "+rr2")
    assert (missing.key, missing.params["n"]) == ("nt.no.missing", 1)
    assert missing.places[0].startswith(f"space-{key}-")
    play(position, "+rr1")
    line = next(line for line in position.ledger() if line.clause == "NT-4.5")
    assert line.places == tuple(f"space-{key}-d{n}" for n in (1, 2, 3))


@pytest.mark.clause("NT-4.2")
@pytest.mark.parametrize("turn", ["De4", "De3", "Dd3", "Dc3", "Dc4", "Dd5"])
def test_a_pattern_is_completed_from_every_side(turn: str) -> None:
    """Each neighbour of the centre, with the one opposite: the centre is placed between them."""
    opposite = {"De4": "Dc3", "De3": "Dc4", "Dd3": "Dd5", "Dc3": "De4", "Dc4": "De3", "Dd5": "Dd3"}
    for colour in COLOURS:
        position = table(f"{turn}={colour} {opposite[turn]}={colour}", f"{colour}{colour}1/-")
        position.near[0] |= 1 << position.parts.centre[0]
        play(position, f"1{colour}-Dd4")
        assert f"+{colour}{colour}1" in legal(position)


@pytest.mark.clause("NT-4.5", quiet=True)
def test_of_two_equal_cards_one_is_built_and_the_known_one_first() -> None:
    position = table("Dd4=r Dd3=r", "rr1,rr1,gg1/-", known="rr1/-")
    play(position, "1r-Dd5", "+rr1")
    assert codes(position, 0) == ["rr1", "gg1"]
    assert list(position.known) == [0, 0], "what is left may be anything that nobody has seen"
    position = table("Dd4=r Dd3=r", "rr1,gg1/-", known="gg1/-")
    play(position, "1r-Dd5", "+rr1")
    assert codes(position, 0) == ["gg1"]
    assert "known=gg1/-" in position.text(), "what all have seen stays known"


@pytest.mark.clause("NT-3.8", quiet=True)
def test_what_lies_in_the_offer_stays_when_it_is_refilled() -> None:
    position = table(offer="rr1,rg1,bb2,pb3")
    play(position, "rg1", "deck", "deck")
    offered = position.text().split(" offer=")[1].split()[0].split(",")
    assert [offered[0], *offered[2:]] == ["rr1", "bb2", "pb3"]
    assert offered[1] != "."


@pytest.mark.clause("NT-6.4")
def test_of_all_reasons_against_a_permit_the_most_telling_is_given() -> None:
    position = table("Dd4=r", held="0,0,0,1,0,0,0,0")
    refusal = position.why(("bonus-permit", "factory-0-red"))
    assert refusal is not None
    assert (refusal.clause, refusal.key) == ("NT-6.4", "nt.no.apart"), "rather than: not outer"


@pytest.mark.clause("NT-3.9", quiet=True)
@pytest.mark.parametrize(("token", "possible"), [("1,0,0,0", False), ("0,1,0,0", True)])
def test_a_grant_without_cards_is_no_bonus_to_use(token: str, possible: bool) -> None:
    from tests.neotopia.test_turn import nothing_to_draw

    position = table("Dd4=r", nothing_to_draw(), held=f"{token},0,0,0,0")
    play(position, "1r-De4", "1g-Wd4", "1b-Wd5")
    assert (position.turn() == 0) == possible


@pytest.mark.clause("NT-2.5", quiet=True)
def test_before_the_first_turn_nothing_is_spent_and_no_round_is_counted() -> None:
    for seats in (2, 3, 4):
        view = parvis.start("neotopia", seats, 3).view(None)
        assert (view["round"], view["left"], view["used"], view["acted"]) == (0, 0, False, False)
        assert (view["end"], view["at"], view["phase"]) == ("far", None, "first")


@pytest.mark.clause("NT-3.7", quiet=True)
def test_whether_anybody_can_act_is_seen_at_the_start_of_each_turn() -> None:
    position = table("Dd4=r", offer="rr1,rg1,bb1,bb2", acted="0")
    play(position, "deck", "deck", "deck")
    assert "acted=1" in position.text()
    assert legality.can_act(position)


@pytest.mark.heavy
@pytest.mark.clause("NT-3.7", quiet=True)
def test_a_random_move_can_be_any_of_the_legal_ones() -> None:
    """Moves are counted and picked as they are listed, with actions left, bonuses and all."""
    board = "Dd4=r Dd3=r Dd2=r Wd4=g Wd5=g Wd6=g"
    stocks = ("rgpb/rrgg/b/rgpb", "-/r/pb/rgpb", "g/-/-/rgpb")
    for stocked in stocks:
        for left, tokens_held in (("3", "1,1,1,1"), ("3", "0,0,0,0"), ("0", "0,1,0,1")):
            position = table(
                board, "rr1/-", stock=stocked, offer="rr2,rg1,rr2,.", left=left,
                held=f"{tokens_held},0,0,0,0",
            )  # fmt: skip
            moves = moves_by_all_ways(position)
            rng = parvis.Rng(5)
            drawn = {int(position.random_move(rng)) for _ in range(12 * len(moves))}
            assert drawn == set(moves)


@pytest.mark.clause("NT-6.2", quiet=True)
@pytest.mark.clause("NT-3.1", "NT-3.2", "NT-1.2", "NT-3.3")
def test_a_bonus_is_bound_by_the_same_rules_as_an_action() -> None:
    position = table("Dd4=r", stock="r/rgpb/rgpb/rgpb", offer="rr1,.,.,.", held="1,1,0,0,0,0,0,0")
    for move, clause in (
        ("1g-Dd5", "NT-3.2"), ("1r-Df3", "NT-3.2"), ("1r-Dd4", "NT-3.2"), ("1r-Wd5", "NT-3.2"),
        ("1r-Fd4", "NT-1.2"), ("1r-Dd1", "NT-3.3"), ("gg1", "NT-3.1"),
    ):  # fmt: skip
        assert refused(position, move).clause == clause
        assert refused(position, f"auto:{move}").clause == clause
        assert f"auto:{move}" not in legal(position)
    assert refused(position, "grant:gg1").clause == "NT-3.1"
    assert {"auto:1r-Dd5", "auto:rr1", "auto:deck", "grant:rr1", "grant:deck"} <= legal(position)


@pytest.mark.clause("NT-3.8")
@pytest.mark.parametrize("bonus", ["", "auto:", "grant:"])
def test_an_empty_deck_bars_every_draw_from_it(bonus: str) -> None:
    from tests.neotopia.test_turn import nothing_to_draw

    hands = nothing_to_draw().replace("bb3", "", 1).rstrip(",")
    position = table(hands=hands, offer="bb3,.,.,.", held="1,1,0,0,0,0,0,0")
    assert refused(position, f"{bonus}deck").clause == "NT-3.8"
    assert f"{bonus}deck" not in legal(position)
    assert f"{bonus}bb3" in legal(position)


@pytest.mark.clause("NT-3.7", quiet=True)
def test_a_card_of_the_offer_is_enough_to_act() -> None:
    from tests.neotopia.test_turn import exhausted, nothing_to_draw

    hands = nothing_to_draw().replace("bb3", "", 1).rstrip(",")
    full = exhausted("rgpb", "")
    position = table(full, hands, offer="bb3,.,.,.", stock="-/-/-/-", tiles="-", flag="0",
                     end="last")  # fmt: skip
    assert legal(position) == {"bb3"}
    play(position, "bb3")
    assert position.over(), "then nobody can do anything more"


@pytest.mark.clause("NT-6.1", quiet=True)
def test_after_the_second_card_of_a_grant_the_turn_goes_on() -> None:
    position = table(offer="rr1,rg1,bb1,pp1", held="1,0,0,0,0,0,0,0")
    play(position, "grant:deck", "rg1")
    assert position.view(None)["phase"] == "act"
    assert {"1r-Dd4", "deck", "rr1"} <= legal(position)
    assert position.left == 3


@pytest.mark.clause("NT-2.5", quiet=True)
def test_after_the_first_elements_the_first_round_begins_with_three_actions() -> None:
    for seats in (2, 3, 4):
        position = parvis.start("neotopia", seats, 4)
        first = position.turn()
        for _ in range(seats):
            position.play(position.moves()[0])
        view = position.view(None)
        assert (view["round"], view["left"], view["acted"]) == (1, 3, True)
        assert view["turn"] == first


@pytest.mark.clause("NT-3.6", quiet=True)
def test_the_flagged_tile_is_no_surprise_and_neither_is_what_follows_it() -> None:
    position = table("Dd4=r", stock="r/b/rgpb/ggpp", tiles="-")
    drawn = position.chance.text()
    for move in ("1r-Dd5", "2b-Wd4"):
        assert not position.reveals(position.read(move))
        play(position, move)
    assert position.chance.text() == drawn, "nothing was left to chance"
    assert stock(position, 1) == [1, 1, 1, 1]


@pytest.mark.clause("NT-3.4", quiet=True)
def test_a_tile_known_by_elimination_takes_no_chance() -> None:
    position = table("Dd4=r", stock="r/rgpb/rgpb/ggpp", tiles="0")
    drawn = position.chance.text()
    play(position, "1r-Dd5")
    assert position.chance.text() == drawn


@pytest.mark.clause("NT-3.1", quiet=True)
def test_of_two_equal_cards_on_offer_one_is_taken() -> None:
    position = table(offer="rr1,bb1,rr1,pp1")
    play(position, "rr1")
    assert codes(position, 0) == ["rr1"]
    assert sum(card >= 0 for card in position.offer) == 3
    assert "rr1" in legal(position)


@pytest.mark.clause("NT-2.2", quiet=True)
def test_every_kind_of_token_turns_up_anywhere_and_none_more_than_six_times() -> None:
    tops: set[tuple[int, int]] = set()
    first: set[int] = set()
    for seed in range(40):
        position = parvis.start("neotopia", 2, seed)
        assert isinstance(position, Neotopia)
        assert min(position.covered) >= 0
        laid = position.lying + position.top
        assert [laid.count(kind) + position.covered[kind] for kind in range(4)] == [6] * 4
        tops |= set(enumerate(position.top))
        first.add(position.lying[0])
    assert tops == {(region, kind) for region in range(3) for kind in range(4)}
    assert first == {0, 1, 2, 3}
    for covered, kind in (("9,0,0,0", 0), ("0,9,0,0", 1), ("0,0,9,0", 2), ("0,0,0,9", 3)):
        position = table("Dd4=g Dd3=g", "gp1/-", covered=covered)
        position.track[0] = 6
        play(position, "1p-Dd5", "+gp1")
        assert position.top[0] == kind
        assert sum(position.covered) == 8


@pytest.mark.clause("NT-7.4", quiet=True)
def test_nobody_has_won_before_the_end() -> None:
    position = table()
    position.track[0] = 9
    assert position.winners() == []
    over = table(phase="over")
    over.track[0] = 9
    assert over.winners() == [0]

"""Actions, factories and the end of a turn: NT-3."""

from __future__ import annotations

import pytest

import parvis
from tests.neotopia.tables import ahead, codes, legal, stock, table
from tests.playing import play, refused


@pytest.mark.clause("NT-3.1")
def test_a_project_is_drawn_from_the_offer_or_the_deck_and_the_offer_waits() -> None:
    position = table(offer="rr1,rg1,bb2,pb3")
    assert {"deck", "rr1", "rg1", "bb2", "pb3"} <= legal(position)
    tiles = position.tiles
    play(position, "rg1", "deck")
    assert position.tiles == tiles, "no tile is turned for it"
    assert "rg1" in codes(position, 0)
    assert int(position.hand[0]).bit_count() == 2
    assert position.offer[1] == -1
    refusal = refused(position, "rg1")
    assert refusal.clause == "NT-3.1"
    assert refusal.places == ("offer-bb2", "offer-pb3", "offer-rr1")
    assert refused(position, "gg1").clause == "NT-3.1"
    play(position, "rr1")
    assert position.turn() == 1
    assert all(card >= 0 for card in position.offer)
    position = table(offer="rr1,rr1,.,.")
    play(position, "rr1")
    assert codes(position, 0) == ["rr1"]
    assert "rr1" in legal(position), "of equal projects one is drawn"
    assert codes(play(table(offer=".,bb3,.,."), "bb3"), 0) == ["bb3"]


@pytest.mark.clause("NT-3.1", quiet=True)
def test_there_is_no_hand_limit() -> None:
    position = table(hands="rr1,rr2,rr3,rg1,rg2,rg3,rp1,rp2,rp3,rb1,rb2,rb3,gg1,gg2/-")
    play(position, "deck", "deck", "deck")
    assert int(position.hand[0]).bit_count() == 17


@pytest.mark.clause("NT-3.2")
def test_an_element_goes_to_the_centre_of_an_empty_region_or_next_to_another() -> None:
    position = table("Dd4=r")
    desert = {move for move in legal(position) if move.startswith("1r-D")}
    assert desert == {"1r-Dd3", "1r-Dd5", "1r-Dc3", "1r-Dc4", "1r-De3", "1r-De4"}
    assert {move for move in legal(position) if move.startswith("1r-W")} == {"1r-Wd4"}
    centre = refused(position, "1r-Wd5")
    assert (centre.clause, centre.key) == ("NT-3.2", "nt.no.centre")
    assert centre.places == ("space-water-d4",)
    apart = refused(position, "1r-Df3")
    assert (apart.clause, apart.key) == ("NT-3.2", "nt.no.apart")
    taken = refused(position, "1g-Dd4")
    assert (taken.clause, taken.key) == ("NT-3.2", "nt.no.taken")
    assert taken.params == {"element": "#nt.element.red"}
    play(position, "1g-Dd5")
    missing = refused(position, "1g-Dd6")
    assert (missing.clause, missing.key) == ("NT-3.2", "nt.no.factory")
    assert missing.params["factory"] == "#nt.factory.1"


@pytest.mark.clause("NT-3.3")
def test_outer_spaces_are_closed_to_ordinary_placements() -> None:
    position = table("Dd4=r Dd3=r Dd2=r", held="0,0,1,1,0,0,0,0")
    assert refused(position, "1r-Dd1").clause == "NT-3.3"
    assert refused(position, "init:r-Dd1").clause == "NT-3.3"
    assert "permit:1r-Dd1" in legal(position)


@pytest.mark.clause("NT-3.4")
def test_an_emptied_factory_refills_before_the_next_action() -> None:
    """Worked example 6."""
    position = table("Dd4=r", stock="r/rgpb/rgpb/ggpp", tiles="0")
    play(position, "1r-Dd5")
    assert stock(position, 0) == [0, 2, 2, 0]
    assert stock(position, 3) == [2, 2, 0, 0], "tile 0 shows two red and two green"
    assert position.tiles == 0
    assert codes(position, 0) == [], "and no card comes with it"
    assert position.flag == 1
    assert position.left == 2
    assert "1g-Dd6" in legal(position)


@pytest.mark.clause("NT-3.4")
def test_which_tile_comes_is_not_foreseen_but_what_the_factory_gets_is() -> None:
    position = table("Dd4=r", stock="r/rgpb/rgpb/ggpp")
    move = position.read("1r-Dd5")
    pending = ahead(position, "1r-Dd5")
    assert pending.turn() is None
    assert not pending.over()
    assert stock(pending, 0) == [0, 2, 2, 0]
    assert stock(pending, 3) == [0, 0, 0, 0]
    assert pending.moves() == []
    assert refused(pending, "deck").key == "nt.no.wait"
    assert position.reveals(move)
    assert not position.reveals(position.read("2r-Wd4"))


def exhausted(colours: str, stocked: str) -> str:
    """Elements on the board so that the reserve lacks these colours."""
    spaces = [
        f"{region}{row}{column}"
        for region in "DWF"
        for row, size in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
        for column in range(1, size + 1)
    ]
    wanted = "".join(letter * (25 - stocked.count(letter)) for letter in colours)
    return " ".join(f"{space}={letter}" for space, letter in zip(spaces, wanted, strict=False))


@pytest.mark.clause("NT-3.5", quiet=True)
def test_a_colour_that_has_run_out_is_left_out() -> None:
    stocked = "b/gpb/gpb/ggpp"
    position = table(exhausted("r", stocked), stock=stocked, tiles="4")
    assert position.reserve[0] == 0
    play(position, "1b-Wd4")
    assert stock(position, 3) == [0, 1, 1, 0], "tile 4 shows two red, a green and a purple"


@pytest.mark.clause("NT-3.5", quiet=True)
def test_at_a_bare_centre_one_tile_is_turned_and_the_factory_takes_what_it_brings() -> None:
    stocked = "b/gpb/gpb/-"
    position = table(exhausted("r", stocked), stock=stocked, tiles="0,1")
    play(position, "1b-Wd4")
    assert stock(position, 0) in ([0, 2, 0, 0], [0, 2, 2, 0]), "tile 0 or tile 1, less its red"
    assert stock(position, 3) == [0, 0, 0, 0]
    assert position.view(None)["tiles"] == 2, "one of the two, and the flag"


@pytest.mark.clause("NT-3.5", quiet=True)
def test_a_factory_that_got_nothing_has_its_turn_at_the_next_refill() -> None:
    stocked = "b/b/pb/-"
    position = table(exhausted("rg", stocked), stock=stocked, tiles="0")
    play(position, "1b-Wc5")
    assert stock(position, 0) == [0, 0, 0, 0], "tile 0 shows red and green, of which none is left"
    assert (position.tiles, position.flag) == (0, 1), "one tile for one factory"
    assert {move[0] for move in legal(position) if "-" in move} == {"2", "3"}
    play(position, "2b-Wc6")
    assert position.flag == 0
    assert stock(position, 1) == [0, 0, 1, 1], "what the flagged tile brings"
    assert stock(position, 0) == [0, 0, 1, 1], "then one of each, for want of a tile"


@pytest.mark.clause("NT-3.5", quiet=True)
def test_factories_that_went_without_come_after_the_one_just_emptied_each_with_a_tile() -> None:
    stocked = "-/b/-/-"
    position = table(exhausted("rg", stocked), stock=stocked, tiles="0,2")
    told = [sentence.key for sentence in position.story(position.read("2b-Wc6"), None)]
    assert told.count("nt.story.refill") == 3
    play(position, "2b-Wc6")
    assert (position.tiles, position.flag) == (0, 0), "two tiles and the flag for three factories"
    got = [stock(position, factory) for factory in (1, 0)]
    assert sorted(got) == [[0, 0, 0, 0], [0, 0, 2, 2]], "tiles 0 and 2, in either order"
    assert stock(position, 2) == [0, 0, 1, 1], "the flagged tile"


@pytest.mark.clause("NT-3.4")
def test_a_tile_known_by_elimination_reveals_nothing() -> None:
    known = table("Dd4=r", stock="r/rgpb/rgpb/ggpp", tiles="0")
    alike = table("Dd4=r", "-/-/-/-", stock="r/rgpb/rgpb/ggpp", tiles="9,10,11")
    unknown = table("Dd4=r", stock="r/rgpb/rgpb/ggpp", tiles="0,1")
    for position, reveals in ((known, False), (alike, False), (unknown, True)):
        move = position.read("1r-Dd5")
        assert position.reveals(move) == reveals
        assert (stock(ahead(position, "1r-Dd5"), 3) == [0, 0, 0, 0]) == reveals
    play(known, "1r-Dd5")
    assert stock(known, 3) == [2, 2, 0, 0]


@pytest.mark.clause("NT-3.5")
def test_a_colour_missing_from_the_reserve_cannot_be_placed_by_initiative() -> None:
    stocked = "b/gpb/gpb/ggpp"
    position = table(exhausted("r", stocked), stock=stocked, held="0,0,1,0,0,0,0,0")
    refusal = refused(position, "init:r-Wd4")
    assert refusal.clause == "NT-3.5"
    assert refusal.places == ("reserve-red",)
    assert "init:g-Wd4" in legal(position)
    assert "init:r-Wd4" not in legal(position)


@pytest.mark.clause("NT-3.6")
def test_after_the_flag_its_four_go_first_and_then_one_of_each() -> None:
    position = table("Dd4=r", stock="r/b/rgpb/ggpp", tiles="-")
    play(position, "1r-Dd5")
    assert stock(position, 0) == [0, 2, 2, 0]
    assert stock(position, 3) == [1, 1, 1, 1], "the flagged tile shows all four"
    assert position.flag == 0
    for colour, number in enumerate((2, 0, 2, 0)):
        position.stock[12 + colour] = number
    play(position, "2b-Wd4")
    assert stock(position, 1) == [2, 0, 2, 0]
    assert stock(position, 3) == [1, 1, 1, 1]
    position = table("Dd4=r", stock="r/b/rgpb/ggpp", tiles="-", flag="0", end="last")
    play(position, "1r-Dd5")
    assert position.view(None)["end"] == "last", "the flag is turned once"


@pytest.mark.clause("NT-3.6")
def test_a_factory_stays_empty_when_the_box_is_empty_too() -> None:
    full = exhausted("rgpb", "bb")
    position = table(full, stock="-/b/b/-", tiles="-", flag="0", end="last")
    assert list(position.reserve) == [0, 0, 0, 0]
    free = next(move for move in sorted(legal(position)) if move.startswith("2b-"))
    play(position, free)
    assert stock(position, 1) == [0, 0, 0, 0]
    assert stock(position, 3) == [0, 0, 0, 0]


@pytest.mark.clause("NT-3.7")
def test_a_turn_has_exactly_three_actions_in_any_mix() -> None:
    position = table("Dd4=r", offer="rr1,rg1,bb2,pb3", held="1,0,0,0,0,0,0,0")
    left = refused(position, "end")
    assert (left.clause, left.params) == ("NT-3.7", {"n": 3})
    play(position, "rr1", "1g-Dd5", "deck")
    assert position.turn() == 0
    for move in ("deck", "rg1", "1p-Dd6"):
        done = refused(position, move)
        assert (done.clause, done.params) == ("NT-3.7", {"actions": 3})
    assert "end" in legal(position)


def nothing_to_draw() -> str:
    """All 56 cards in two hands."""
    from tests.neotopia.tables import PARTS

    cards = [PARTS.codes[design] for design in PARTS.design_of]
    return f"{','.join(cards[:28])}/{','.join(cards[28:])}"


@pytest.mark.clause("NT-3.7", quiet=True)
def test_without_any_possible_action_the_rest_is_lost_and_an_idle_round_ends_the_game() -> None:
    full = exhausted("rgpb", "b")
    position = table(full, nothing_to_draw(), stock="-/b/-/-", tiles="-", flag="0", end="last",
                     turn="1", first="1")  # fmt: skip
    moves = sorted(move for move in legal(position) if move.startswith("2b-"))
    assert moves
    play(position, moves[0])
    assert position.turn() == 1, "the build decision is asked first"
    play(position, "no")
    assert position.over(), "seat 1 and seat 0 lose their actions; it was the last round"


@pytest.mark.clause("NT-3.7", quiet=True)
def test_an_idle_round_ends_the_game_even_before_the_flag() -> None:
    full = exhausted("rgpb", "b")
    position = table(full, nothing_to_draw(), stock="-/b/-/-", tiles="0", held="0,1,0,0,0,1,0,0")
    position.tiles = 0
    position.flag = False  # as with a pack of few elements: nothing will ever flip the flag
    play(position, sorted(move for move in legal(position) if move.startswith("2b-"))[0], "no")
    assert position.over()
    assert position.moves() == []
    assert position.round == 3, "one round was idle"


@pytest.mark.clause("NT-3.8")
def test_the_offer_is_refilled_at_the_end_of_the_turn_and_stays_short_without_a_deck() -> None:
    position = table(offer="rr1,rg1,bb2,pb3")
    play(position, "rr1", "rg1", "bb2")
    assert codes(position, 0) == ["rr1", "rg1", "bb2"]
    assert sum(card >= 0 for card in position.offer) == 4
    cards = nothing_to_draw().replace("bb3", "", 1).rstrip(",")
    position = table(hands=cards, offer="bb3,.,.,.")
    empty = refused(position, "deck")
    assert (empty.clause, empty.places) == ("NT-3.8", ("deck",))
    play(position, "bb3", "1r-Wd4", "1g-Wd5")
    assert position.turn() == 1
    assert list(position.offer) == [-1] * 4
    position = table(hands=cards)
    play(position, "1r-Wd4", "1g-Wd5", "1b-Wd6")
    assert [card >= 0 for card in position.offer] == [True, False, False, False]


@pytest.mark.clause("NT-3.9")
def test_the_turn_ends_on_the_players_word_while_a_bonus_can_be_used() -> None:
    position = table(offer="rr1,rg1,bb2,pb3", held="0,0,0,0,0,0,0,0")
    play(position, "deck", "deck", "deck")
    assert position.turn() == 1, "without a bonus the turn ends at once"
    position = table(offer="rr1,rg1,bb2,pb3", held="0,1,0,0,0,0,0,0")
    play(position, "deck", "deck", "deck")
    assert position.turn() == 0
    play(position, "auto:rr1")
    assert position.turn() == 1, "only one bonus a turn, so nothing is left to do"
    position = table(offer="rr1,rg1,bb2,pb3", held="0,0,0,1,0,0,0,0")
    play(position, "deck", "deck", "deck")
    assert position.turn() == 1, "a permit that nothing on the board allows is no bonus to use"
    position = table(offer="rr1,rg1,bb2,pb3", held="0,0,1,0,0,0,0,0")
    play(position, "deck", "deck", "deck")
    assert position.turn() == 0, "an initiative always finds a place"
    position = table("Dd4=r Dd3=r Dd2=r", offer="rr1,rg1,bb2,pb3")
    play(position, "deck", "deck", "deck")
    assert position.turn() == 1, "nor is an outer space within reach, without a permit"


def test_a_random_game_always_ends() -> None:
    for seed in range(6):
        position = parvis.start("neotopia", 2 + seed % 3, seed)
        assert position.playout(parvis.Rng(seed)) < 400
        assert position.over()

"""The end of a round and of the game: BV-5."""

from __future__ import annotations

import pytest

import parvis
from parvis.games.bella_vista.components import ASIDE, NEUTRAL, NOTHING, OFFER, UNBUILT
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import begin, coins, display, fill, give, stand, turn_up
from tests.playing import play, refused


def finish_round(position: BellaVista) -> None:
    """Everybody builds where they can first and takes no contract."""
    round_ = position.round
    while not position.over() and position.round == round_:
        position.play(position.moves()[-1 if position.phase == 3 else 0])


@pytest.mark.clause("BV-5.2")
def test_the_lowest_card_comes_first_and_the_dearer_slot_among_equals() -> None:
    """BV-5.2, worked example 4: 4 green, 6 red (dearer), 6 blue, 8 yellow."""
    red, blue, green, yellow = range(4)
    position = begin()
    turn_up(position, (red, 6), (blue, 6), (yellow, 8), (green, 4))
    finish_round(position)
    assert position.order == [green, red, blue, yellow]


@pytest.mark.clause("BV-5.2")
def test_cards_to_the_right_of_the_board_rank_after_slot_0() -> None:
    """BV-5.2."""
    position = begin()
    position.line = [NOTHING] * 4 + [2 * 8 + 4, 0 * 8 + 4, 1 * 8 + 4, 3 * 8 + 4]
    position.end_round()
    assert position.order == [2, 0, 1, 3]


@pytest.mark.parametrize(("seats", "sizes"), [(2, [5, 5, 5, 5, 5, 5, 4, 2]), (4, [3] * 6 + [2, 1])])
@pytest.mark.clause("BV-5.3")
def test_hands_are_drawn_back_while_the_deck_lasts(seats: int, sizes: list[int]) -> None:
    """BV-5.3."""
    position = begin(seats, seed=3)
    held: list[int] = []
    rng = parvis.Rng(1)
    while not position.over():
        if position.phase == OFFER and position.step == 0:
            held.append(len(position.cards(0)))
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])
    assert held == sizes


@pytest.mark.clause("BV-5.3")
def test_contracts_are_refilled_and_a_new_constraint_covers_the_old() -> None:
    """BV-5.3."""
    position = begin()
    turn_up(position, (0, 7), (1, 7), (2, 7), (3, 7))
    position.display[1] = NOTHING
    left = len(position.contracts) - position.dealt
    old = position.view(None)["constraint"]
    finish_round(position)
    view = position.view(None)
    assert NOTHING not in position.display
    assert len(position.contracts) - position.dealt == left - 1
    assert view["constraints"] == [old, view["constraint"]]
    assert old != view["constraint"]


@pytest.mark.clause("BV-5.3")
def test_the_display_is_not_refilled_when_the_deck_is_empty() -> None:
    """BV-5.3."""
    position = begin()
    position.dealt = len(position.contracts)
    display(position, "F")
    turn_up(position, (0, 7), (1, 7), (2, 7), (3, 7))
    finish_round(position)
    assert position.display.count(NOTHING) == 3


@pytest.mark.clause("BV-5.1")
def test_who_built_last_places_the_neutral_building_without_coins() -> None:
    position = begin(3)
    display(position)
    turn_up(position, (0, 7), (2, 7), (1, 8), constraint="hatched")
    play(position, "F11n", "F13n", "F31n")
    assert (position.phase, position.turn()) == (NEUTRAL, 1)
    found = refused(position, "@0:7")
    assert (found.clause, found.params) == ("BV-5.1", {"number": 1})
    assert refused(position, "l11n").clause == "BV-4.2"
    before = [coins(position, seat) for seat in range(3)]
    play(position, "B11n")
    assert [coins(position, seat) for seat in range(3)] == before
    assert position.phase == OFFER
    assert position.site[24] >= 0
    assert position.owner(24) == 3
    view = position.view(0)
    assert (view["building"], view["latest"], view["slot"]) == (None, "d1", None)
    (neutral,) = [one for one in view["buildings"] if one["building"] == "d1"]  # type: ignore[attr-defined]
    assert (neutral["owner"], neutral["forced"], neutral["coins"]) == (None, False, 0)


@pytest.mark.clause("BV-5.1", quiet=True)
def test_the_neutral_colour_builds_1_to_7_and_never_the_8() -> None:
    """BV-5.1."""
    for seed in range(6):
        position = begin(3, seed=seed)
        position.playout(parvis.Rng(seed))
        assert [position.site[24 + n] != UNBUILT for n in range(8)] == [True] * 7 + [False]


@pytest.mark.clause("BV-5.1", quiet=True)
def test_a_neutral_building_follows_the_fall_backs() -> None:
    """BV-5.1 with BV-4.5: the border if the constraint has no room, aside if there is none."""
    position = begin(3)
    fill(position, "Ff", keep=("F11", "F22", "F33"))
    turn_up(position, (0, 7), (1, 7), (2, 7), constraint="flowers")
    play(position, "F11n", "F22n", "F33n")
    assert position.phase == NEUTRAL
    assert refused(position, "b12n").clause == "BV-4.5"
    play(position, "b11n")
    (neutral,) = [one for one in position.view(0)["buildings"] if one["building"] == "d1"]  # type: ignore[attr-defined]
    assert (neutral["forced"], neutral["coins"]) == (True, 0)
    full = begin(3)
    fill(full, "FfBbLlOo", keep=("F11", "F22", "F33"))
    turn_up(full, (0, 7), (1, 7), (2, 7), constraint="flowers")
    play(full, "F11n", "F22n")
    told = [sentence.key for sentence in full.story(full.read("F33n"), None)]
    assert "bv.story.neutral_aside" in told
    play(full, "F33n")
    assert full.phase == OFFER
    assert full.site[24] == ASIDE


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("BV-5.4")
def test_the_game_ends_after_eight_rounds_and_all_cards(seats: int) -> None:
    position = begin(seats, seed=seats)
    rounds = {int(position.round)}
    rng = parvis.Rng(seats)
    while not position.over():
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])
        rounds.add(int(position.round))
    assert rounds == set(range(1, 9))
    assert all(position.unseen(seat) == [] for seat in range(seats))
    found = position.refusal(position.read("@0:1"))
    assert found is not None
    assert found.clause == "BV-5.4"
    assert position.moves() == []
    assert position.turn() is None


@pytest.mark.clause("BV-5.4", quiet=True)
def test_the_last_building_leaves_nothing_to_turn_up() -> None:
    position = begin(4, seed=1)
    rng = parvis.Rng(2)
    last, move = position, 0
    while not position.over():
        last = position.twin(position.chance)
        moves = position.moves()
        move = moves[rng.below(len(moves))]
        position.play(move)
    assert not last.reveals(move)


def test_the_story_of_the_last_offer_turns_up_the_first_card() -> None:
    position = begin(4)
    for seat in range(4):
        give(position, seat, seat + 1)
    play(position, "@3:1", "@5:2", "@7:3")
    mine = [(s.key, s.params) for s in position.story(position.read("@0:4"), 3)]
    assert mine[0] == ("bv.story.offer_own", {"seat": "@3", "number": 4, "n": 0})
    theirs = [(s.key, s.params) for s in position.story(position.read("@0:4"), 0)]
    assert theirs[0] == ("bv.story.offer", {"seat": "@3", "n": 0})
    assert theirs[1] == mine[1] == ("bv.story.reveal", {"seat": "@2", "number": 3})


def test_a_foreseen_position_can_be_played_out() -> None:
    position = begin(4, seed=2)
    pending = 0
    rng = parvis.Rng(2)
    while not position.over():
        moves = position.moves()
        move = moves[rng.below(len(moves))]
        ahead = position.foresee(move)
        pending += ahead.turn() is None and not ahead.over()
        ahead.playout(parvis.Rng(1))
        assert ahead.over()
        position.play(move)
    assert pending


@pytest.mark.clause("BV-4.1", quiet=True)
def test_a_number_that_was_turned_up_is_no_longer_unseen() -> None:
    position = begin()
    display(position)
    turn_up(position, (0, 7), (1, 3), (2, 1), (3, 8))
    assert position.unseen(0) == [1, 2, 3, 4, 5, 6, 8]
    assert position.unseen(1) == [1, 2, 3, 4, 5, 6, 7, 8]
    play(position, "L22n")
    assert position.unseen(0) == [1, 2, 3, 4, 5, 6, 8]
    assert position.unseen(1) == [1, 2, 4, 5, 6, 7, 8]
    two = begin(2)
    display(two)
    turn_up(two, (0, 7), (1, 3), (0, 7), (1, 8))
    assert two.unseen(0).count(7) == 1
    play(two, "L22n", "b22n")
    assert two.unseen(0).count(7) == 0
    assert two.unseen(1) == sorted([*range(1, 9), 1, 2, 4, 5, 6, 7, 8])


@pytest.mark.clause("BV-4.7", quiet=True)
def test_after_a_contract_the_next_card_is_to_be_turned_up() -> None:
    position = begin()
    display(position, "F")
    stand(position, 0, "8:F11n")
    turn_up(position, (0, 7), (1, 7), (2, 7), (3, 7), constraint="hatched")
    play(position, "F12n")
    assert position.view(0)["phase"] == "contract"
    for move, left in (("+none", 1), ("+F", 0)):
        ahead = position.foresee(position.read(move)).view(0)
        assert (ahead["phase"], ahead["pending"], ahead["turn"]) == ("build", True, None)
        assert len([one for one in ahead["display"] if one]) == left  # type: ignore[attr-defined]
    line = position.view(1)["line"]
    assert [card["up"] for card in line if card] == [True, False, False, False]  # type: ignore[attr-defined]


@pytest.mark.clause("BV-4.6", quiet=True)
def test_a_building_shows_what_it_earned() -> None:
    position = begin()
    display(position)
    stand(position, 1, "2:F11n")
    turn_up(position, (0, 6), (1, 7), (2, 7), (3, 7), constraint="hatched")
    play(position, "F12e")
    shown = {one["building"]: one for one in position.view(0)["buildings"]}  # type: ignore[attr-defined]
    built = shown["a6"]
    assert (built["coins"], built["lower"], built["highest"], built["forced"]) == (
        4,
        1,
        True,
        False,
    )
    assert built["squares"] == ["F12", "F13"]
    assert (shown["b2"]["owner"], shown["b2"]["coins"]) == (1, 0)

"""The end of a round and of the game: BV-5."""

from __future__ import annotations

import pytest

import parvis
from parvis.games.bella_vista.components import ASIDE, NEUTRAL, NOTHING, OFFER, UNBUILT
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import begin, coins, display, fill, give, play, refusal, turn_up


def finish_round(position: BellaVista) -> None:
    """Everybody builds where they can first and takes no contract."""
    round_ = position.round
    while not position.over() and position.round == round_:
        position.play(position.moves()[-1 if position.phase == 3 else 0])


def test_the_lowest_card_comes_first_and_the_dearer_slot_among_equals() -> None:
    """BV-5.2, worked example 4: 4 green, 6 red (dearer), 6 blue, 8 yellow."""
    red, blue, green, yellow = range(4)
    position = begin()
    turn_up(position, (red, 6), (blue, 6), (yellow, 8), (green, 4))
    finish_round(position)
    assert position.order == [green, red, blue, yellow]


def test_cards_to_the_right_of_the_board_rank_after_slot_0() -> None:
    """BV-5.2."""
    position = begin()
    position.line = [NOTHING] * 4 + [2 * 8 + 4, 0 * 8 + 4, 1 * 8 + 4, 3 * 8 + 4]
    position.end_round()
    assert position.order == [2, 0, 1, 3]


@pytest.mark.parametrize(("seats", "sizes"), [(2, [5, 5, 5, 5, 5, 5, 4, 2]), (4, [3] * 6 + [2, 1])])
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


def test_the_display_is_not_refilled_when_the_deck_is_empty() -> None:
    """BV-5.3."""
    position = begin()
    position.dealt = len(position.contracts)
    display(position, "F")
    turn_up(position, (0, 7), (1, 7), (2, 7), (3, 7))
    finish_round(position)
    assert position.display.count(NOTHING) == 3


def test_who_built_last_places_the_neutral_building_without_coins() -> None:
    position = begin(3)
    display(position)
    turn_up(position, (0, 7), (2, 7), (1, 8), constraint="hatched")
    play(position, "F11n", "F13n", "F31n")
    assert (position.phase, position.turn()) == (NEUTRAL, 1)
    found = refusal(position, "@0:7")
    assert (found.clause, found.params) == ("BV-5.1", {"number": 1})
    assert refusal(position, "l11n").clause == "BV-4.2"
    before = [coins(position, seat) for seat in range(3)]
    play(position, "B11n")
    assert [coins(position, seat) for seat in range(3)] == before
    assert position.phase == OFFER
    assert position.site[24] >= 0
    assert position.owner(24) == 3


def test_the_neutral_colour_builds_1_to_7_and_never_the_8() -> None:
    """BV-5.1."""
    for seed in range(6):
        position = begin(3, seed=seed)
        position.playout(parvis.Rng(seed))
        assert [position.site[24 + n] != UNBUILT for n in range(8)] == [True] * 7 + [False]


def test_a_neutral_building_follows_the_fall_backs() -> None:
    """BV-5.1 with BV-4.5: the border if the constraint has no room, aside if there is none."""
    position = begin(3)
    fill(position, "Ff", keep=("F11", "F22", "F33"))
    turn_up(position, (0, 7), (1, 7), (2, 7), constraint="flowers")
    play(position, "F11n", "F22n", "F33n")
    assert position.phase == NEUTRAL
    assert refusal(position, "b12n").clause == "BV-4.5"
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


def test_the_last_building_leaves_nothing_to_turn_up() -> None:
    position = begin(4, seed=1)
    rng = parvis.Rng(1)
    last, move = position, 0
    while not position.over():
        last = position.copy()
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

"""The rules of the stairs, clause by clause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import parvis
from parvis.bots import bot_of
from tests.example import registered
from tests.playing import play, refused
from tests.stairs import GAME
from tests.stairs.position import DEALING, Stairs

pytestmark = pytest.mark.usefixtures("example")


@pytest.fixture(scope="module")
def example() -> Iterator[None]:
    with registered():
        yield


def start(seats: int = 2, rounds: int = 3) -> Stairs:
    position = parvis.start("stairs", seats, "rules", {"rounds": rounds})
    assert isinstance(position, Stairs)
    return position


def about_to_play(*hand: int) -> Stairs:
    """Seat 0 has marked step 4 and drawn a card; it holds these."""
    position = play(start(), "m4", "draw")
    position.hands[0] = [*hand]
    return position


def legal(position: Stairs) -> list[str]:
    return [position.say(move) for move in position.moves()]


@pytest.mark.clause("ST-1.1")
def test_a_turn_is_a_mark_a_draw_and_a_card_in_this_order() -> None:
    position = start()
    for wrong in ("draw", "c1"):
        assert refused(position, wrong).clause == "ST-1.1"
    play(position, "m4")
    for wrong in ("m5", "c1"):
        assert refused(position, wrong).clause == "ST-1.1"
    assert legal(position) == ["draw"]
    play(position, "draw")
    for wrong in ("m5", "draw"):
        assert refused(position, wrong).clause == "ST-1.1"


@pytest.mark.clause("ST-1.1", quiet=True)
def test_after_a_card_it_is_the_next_players_turn_and_after_the_last_the_firsts() -> None:
    position = start(3)
    turns = []
    while not position.over():
        turns.append(position.turn())
        position.play(position.moves()[0])
    assert turns == [0, 0, 0, 1, 1, 1, 2, 2, 2] * 3


@pytest.mark.clause("ST-1.1")
def test_nothing_is_played_while_a_card_is_on_its_way() -> None:
    position = play(start(), "m4")
    ahead = position.foresee(position.read("draw"))
    assert ahead.turn() is None
    assert not ahead.over()
    refusal = ahead.refusal(position.read("m5"))
    assert refusal is not None
    assert refusal.clause == "ST-1.1"


@pytest.mark.clause("ST-1.2")
def test_a_step_that_bears_my_mark_is_not_marked_again() -> None:
    position = about_to_play(1, 2, 3, 4)
    play(position, "c1", "m7", "draw")
    position.hands[1] = [0, 0, 0, 0]
    play(position, "c0")
    refusal = refused(position, "m4")
    assert (refusal.clause, refusal.params["step"]) == ("ST-1.2", "4")
    assert refusal.places == ("step-4",)
    assert legal(position) == [f"m{step}" for step in range(10) if step != 4]


@pytest.mark.clause("ST-1.2", quiet=True)
def test_another_players_mark_gives_way() -> None:
    position = about_to_play(1, 2, 3, 4)
    assert position.marks[4] == 0
    play(position, "c1", "m4")
    assert position.marks == [None] * 4 + [1] + [None] * 5


@pytest.mark.clause("ST-1.3")
def test_only_the_drawer_sees_the_card() -> None:
    position = play(start(), "m4")
    draw = position.read("draw")
    assert position.reveals(draw)
    assert not start().reveals(position.read("m4"))
    (told,) = position.story(draw, 0)
    others = [position.story(draw, seat)[0] for seat in (1, None)]
    before = position.view(0)["hand"]
    position.play(draw)
    assert isinstance(before, list)
    assert position.view(0)["hand"] == sorted([*before, told.params["card"]])
    assert [(told.key, told.params) for told in others] == [
        ("st.tell.draw", {"who": "@0", "kind": "draw"})
    ] * 2


@pytest.mark.clause("ST-1.3")
def test_every_number_is_drawn_about_as_often() -> None:
    position = play(start(), "m4")
    drawn = [0] * 10
    for seed in range(1000):
        after = position.twin(parvis.Rng(seed))
        after.play(position.read("draw"))
        drawn[after.hands[0][-1]] += 1
    assert all(60 <= often <= 140 for often in drawn)


@pytest.mark.clause("ST-1.4")
def test_one_plays_a_card_that_one_holds() -> None:
    position = about_to_play(2, 2, 5, 9)
    assert legal(position) == ["c2", "c5", "c9"]
    refusal = refused(position, "c3")
    assert (refusal.clause, refusal.params["card"]) == ("ST-1.4", "3")
    assert refusal.places == ("card-3",)
    play(position, "c2")
    assert position.hands[0] == [2, 5, 9]


@pytest.mark.clause("ST-2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_begins_with_three_cards(seats: int) -> None:
    assert [len(hand) for hand in start(seats).hands] == [3] * seats


@pytest.mark.clause("ST-2.1")
def test_another_pack_deals_other_hands() -> None:
    pack = parvis.read_pack('name = "Five"\nhand = 5\n')
    position = parvis.start("stairs", 2, "five", pack=pack)
    assert isinstance(position, Stairs)
    assert [len(hand) for hand in position.hands] == [5, 5]


@pytest.mark.clause("ST-2.2")
@pytest.mark.parametrize("rounds", [1, 4])
def test_the_game_ends_after_the_agreed_rounds(rounds: int) -> None:
    position = start(2, rounds)
    count = 0
    while not position.over():
        position.play(position.moves()[0])
        count += 1
    assert count == rounds * 2 * 3
    assert position.turn() is None
    assert refused(position, "m4").clause == "ST-2.2"


@pytest.mark.clause("ST-2.2", quiet=True)
@pytest.mark.parametrize(
    ("points", "winners"), [([3, 8, 5], [1]), ([8, 3, 8], [0, 2]), ([0, 0, 0], [0, 1, 2])]
)
def test_whoever_has_most_points_wins_and_equals_share(
    points: list[int], winners: list[int]
) -> None:
    position = start(3)
    position.points = points
    assert position.winners() == []
    position.turns = 9
    assert position.winners() == winners


@pytest.mark.clause("ST-2.3")
def test_a_card_counts_its_number_on_a_step_with_ones_own_mark() -> None:
    position = play(about_to_play(4, 5, 6, 7), "c4")
    (line,) = position.ledger()
    assert (line.side, line.points, line.clause) == (0, 4, "ST-2.3")
    assert position.scores() == [4, 0]


@pytest.mark.clause("ST-2.3", quiet=True)
def test_a_card_counts_nothing_on_a_bare_step_or_one_with_anothers_mark() -> None:
    for owner in (None, 1):
        position = about_to_play(4, 5, 6, 7)
        position.marks[5] = owner
        assert play(position, "c5").scores() == [0, 0]


def test_a_text_in_which_no_step_is_left_to_mark_is_refused() -> None:
    position = start()
    position.marks = [0] * 10
    with pytest.raises(ValueError, match="marks: no step is left to mark"):
        parvis.read_position(position.text())


def test_a_text_with_a_card_too_many_is_refused() -> None:
    position = start()
    position.hands[1].append(4)
    with pytest.raises(ValueError, match="hand1: expected 3 numbers, found 4"):
        parvis.read_position(position.text())


def test_a_text_may_stop_where_a_card_is_on_its_way() -> None:
    position = play(start(), "m4")
    ahead = position.foresee(position.read("draw"))
    again = parvis.read_position(ahead.text())
    assert isinstance(again, Stairs)
    assert again.phase == DEALING
    again.resolve()
    assert again.text() == play(position, "draw").text()


def test_the_bot_marks_the_step_of_its_best_card_and_plays_what_counts() -> None:
    greedy = bot_of(GAME, "greedy")
    position = start()
    position.hands[0] = [2, 7, 5]
    assert position.say(greedy.choose(position, parvis.Rng(1)).move) == "m7"
    position = about_to_play(9, 4, 1, 0)
    assert position.say(greedy.choose(position, parvis.Rng(1)).move) == "c4"

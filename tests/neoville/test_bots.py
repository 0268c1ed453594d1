"""The greedy bot: what it is worth against chance, and that it sees no more than its seat."""

from __future__ import annotations

import pytest

import parvis
from parvis.bots import RANDOM, Bot, bot_of
from tests.neoville.scrambler import twin
from tests.neoville.tables import RING, RING_PIECES, begin, give, play, table

GREEDY = bot_of(parvis.game_of("neoville"), "greedy")


def share(seats: int, games: int) -> float:
    """What one greedy player wins against random ones, a shared first place by halves."""
    won = 0.0
    for seed in range(games):
        position: parvis.Position = begin(seats, seed, first=0)
        rng = parvis.Rng(seed)
        mine = seed % seats
        while (turn := position.turn()) is not None:
            bot: Bot = GREEDY if turn == mine else RANDOM
            position.play(bot.choose(position, rng).move)
        winners = position.winners()
        if mine in winners:
            won += 1 if len(winners) == 1 else 0.5
    return won / games


@pytest.mark.heavy
def test_greedy_beats_random_in_the_first_games() -> None:
    assert share(2, 3) == 1


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_wins_at_least_95_of_100_games_against_random(seats: int) -> None:
    assert share(seats, 200) >= 0.95


def test_greedy_builds_on_a_district_that_is_large_enough() -> None:
    position = begin(2)
    give(position, 0, "gg+/sg")
    play(position, "d4=gg+/sg", "none", "+stack")
    position.done = 2
    give(position, 0, "gg/wg*")
    play(position, "e4=gg/wg*")
    thought = GREEDY.choose(position, parvis.Rng(1))
    assert position.say(thought.move).partition("@")[0] in ("F6", "F8", "F10", "F12")
    assert thought.reasons


def test_greedy_decides_alike_in_positions_that_its_seat_cannot_tell_apart() -> None:
    position: parvis.Position = begin(3, 5)
    rng = parvis.Rng(2)
    for number in range(30):
        seat = position.turn()
        assert seat is not None
        if number % 6 == 2:
            other = twin(position, seat, rng)
            mine = GREEDY.choose(position, parvis.Rng(number)).move
            assert GREEDY.choose(other, parvis.Rng(number)).move == mine
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])


@pytest.mark.parametrize("hand", ["gr/rg* rr/ww+ rr/ww*", "gs/sg rr/ww+ rr/ww*"])
def test_greedy_plays_where_some_or_all_tiles_have_no_free_place(hand: str) -> None:
    position = table(RING, hand, RING_PIECES)
    assert GREEDY.choose(position, parvis.Rng(1)).move in position.moves()
    position.phase = 2
    assert GREEDY.choose(position, parvis.Rng(1)).move in position.moves()

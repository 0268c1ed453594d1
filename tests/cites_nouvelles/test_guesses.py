"""Guesses: what a seat can deduce is kept, all the rest is open, and every deal is as likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from parvis.engine.chance import Rng
from parvis.games.cites_nouvelles.components import CODES
from parvis.games.cites_nouvelles.guessing import deal_unseen
from parvis.games.cites_nouvelles.position import Cites
from tests.cites_nouvelles.scrambler import seen_by_all
from tests.cites_nouvelles.tables import begin, random_game, table

Deal = tuple[tuple[int, ...], ...]


def all_deals(blocks: list[int], sizes: list[int], voids: list[int]) -> list[Deal]:
    """Every deal of the blocks that the voids allow, the Reserve taking what is left."""
    if not sizes:
        return [()]
    found: list[Deal] = []
    fit = [block for block in blocks if not voids[0] >> block // 15 & 1]
    for hand in combinations(fit, sizes[0]):
        rest = [block for block in blocks if block not in hand]
        found += [(hand, *deal) for deal in all_deals(rest, sizes[1:], voids[1:])]
    return found


def chi_square(drawn: Counter[Deal], deals: list[Deal]) -> float:
    """How far from uniform: about the number of deals if it is."""
    expected = drawn.total() / len(deals)
    return sum((drawn[deal] - expected) ** 2 / expected for deal in deals)


# Unseen blocks, sizes of the hands, suits (bits) each hand is void in.
SHARINGS = [
    ([0, 1, 15, 16, 60], [1, 1], [0, 0]),
    ([0, 1, 15, 16, 60], [2, 1], [1, 0]),
    ([0, 1, 15, 30, 45, 60], [2, 2, 1], [1, 2, 0]),
    ([0, 1, 15, 30, 45, 60], [1, 2, 1], [1, 2, 1]),
    ([0, 15, 30, 45, 60, 61], [2, 2, 2], [0b00001, 0b10000, 0b00110]),
    ([0, 1, 2, 15, 16, 30], [1, 2, 2], [0b00011, 0b00110, 0b00001]),
]


@pytest.mark.parametrize(("blocks", "sizes", "voids"), SHARINGS)
def test_every_deal_that_the_voids_allow_is_as_likely_as_any_other(
    blocks: list[int], sizes: list[int], voids: list[int]
) -> None:
    deals = all_deals(blocks, sizes, voids)
    assert len(deals) > 1
    unseen = [[block for block in blocks if block // 15 == suit] for suit in range(5)]
    rng = Rng(11)
    drawn: Counter[Deal] = Counter()
    for _ in range(40 * len(deals)):
        hands = deal_unseen(unseen, sizes, voids, rng)
        drawn[tuple(tuple(sorted(hand)) for hand in hands)] += 1
    assert set(drawn) == set(deals)
    freedom = len(deals) - 1
    assert chi_square(drawn, deals) < freedom + 5 * (2 * freedom) ** 0.5


def test_a_single_possible_deal_is_found_however_unlikely_it_looks() -> None:
    """Hand 0 can only take Maisons, hand 1 only what hand 0 leaves of them and the Tours."""
    for n in range(50):
        hands = deal_unseen(
            [[0, 1, 2], [15, 16], [30], [45], []], [3, 1, 2], [0b11110, 0b00110, 0b01100], Rng(n)
        )
        assert [sorted(hand) for hand in hands] == [[0, 1, 2], [45], [15, 16]]


def late_position() -> Cites:
    """Eight blocks are unseen by seat 0: six in the other hands, T3 and D3 in the Reserve."""
    hands = [["M1", "P1"], ["T1", "H1"], ["D1", "T2"], ["D2", "H2"]]
    held = {code for hand in hands for code in hand} | {"T3", "D3"}
    returned = ".".join(code for code in CODES if code not in held)
    return table(
        4,
        hands=",".join(".".join(hand) for hand in hands),
        offers="M0,P1",
        returned=returned,
        voids="-,D,H,T",
    )


def test_a_seats_guesses_are_all_the_deals_that_it_cannot_exclude() -> None:
    """Blocks returned, built, kept, turned and played are in no hand, and voids hold."""
    position = late_position()
    unseen = sorted(CODES.index(code) for code in ("T1", "H1", "D1", "T2", "D2", "H2", "T3", "D3"))
    deals = all_deals(unseen, [2, 2, 2], [0b10000, 0b00100, 0b01000])
    rng = Rng(5)
    drawn: Counter[Deal] = Counter()
    for _ in range(12 * len(deals)):
        guess = position.guessed(0, rng)
        assert guess.hand(0) == position.hand(0)
        drawn[tuple(tuple(guess.hand(seat)) for seat in (1, 2, 3))] += 1
    assert set(drawn) == set(deals)
    freedom = len(deals) - 1
    assert chi_square(drawn, deals) < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.clause("CN-4.6")
def test_every_block_that_was_not_seen_turns_up_in_some_guess_and_no_other() -> None:
    """What is built, kept, sent back, in the trick or turned up is in no hand."""
    position = late_position()
    mine = set(position.hand(0))
    found = {
        block
        for n in range(60)
        for seat in range(1, 4)
        for block in position.guessed(0, Rng(n)).hand(seat)
    }
    assert sorted(CODES[block] for block in found) == [
        "D1", "D2", "D3", "H1", "H2", "T1", "T2", "T3",
    ]  # fmt: skip
    assert not found & mine


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("CN-4.6")
def test_no_guess_gives_a_hand_what_was_seen_or_shown_missing(seats: int) -> None:
    rng = Rng(3)
    constrained = 0
    for position in random_game(begin(seats, 8, first_speaker="draw"), Rng(8))[::3]:
        seen = seen_by_all(position)
        for seat in (None, *range(seats)):
            guess = position.guessed(seat, rng)
            for other in range(seats):
                hand = guess.hand(other)
                assert len(hand) == position.hand_size(other) == len(position.hand(other))
                if other == seat:
                    assert hand == position.hand(other)
                for block in hand:
                    assert block not in seen
                    assert not position.voids[other] >> block // 15 & 1
                constrained += position.voids[other] != 0
    assert constrained > 10 or seats == 2


def test_a_guess_deals_on_by_its_own_chance() -> None:
    """Two guesses of one seat by different generators are dealt different next rounds."""
    position = table(2, hands="P1,P2", offers="T0,M1", number=1)
    ends: set[str] = set()
    for n in range(5):
        guess = position.guess(0, Rng(n))
        guess.play(guess.moves()[0])
        guess.play(guess.moves()[0])
        ends.add(guess.text())
    assert len(ends) == 5

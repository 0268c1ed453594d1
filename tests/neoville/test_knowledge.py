"""What a seat may know, and what it may guess."""

from __future__ import annotations

from collections import Counter

import pytest

import parvis
from parvis.games.neoville.guessing import deal
from parvis.games.neoville.position import Neoville
from tests.neoville.tables import PARTS, begin, play


def known(position: Neoville, owner: int, seat: int | None) -> dict[str, object]:
    hands = position.view(seat)["hands"]
    assert isinstance(hands, list)
    hand: dict[str, object] = hands[owner]
    return hand


def test_a_tile_taken_openly_stays_known_until_it_is_laid() -> None:
    """NV-3.9."""
    position = begin(2)
    position.play(position.read("d4=" + PARTS.faces[PARTS.equity[0]]))
    play(position, "none")
    face = position.row_faces()[0]
    play(position, "+" + PARTS.faces[face])
    assert known(position, 0, 1)["shown"] == [PARTS.faces[face]]
    for n in range(20):
        guess = position.guess(1, parvis.Rng(n))
        assert isinstance(guess, Neoville)
        assert guess.holds(0, face)
    while position.turn() != 0:
        position.play(position.moves()[0])
    slot = position.say(position.moves()[0]).partition("=")[0]
    play(position, f"{slot}={PARTS.faces[face]}")
    assert known(position, 0, 1)["shown"] == []


@pytest.mark.clause("NV-2.5")
def test_guesses_deal_every_unseen_tile_everywhere() -> None:
    """NV-2.5: each unseen tile can be in the other hand, and anywhere in the stack."""
    position = begin(2)
    unseen = Counter(position.pile[position.top :])
    for i in range(3):
        if position.tiles[6 + 3 + i]:
            unseen[int(position.tiles[6 + 3 + i]) - 1] += 1
    hands: Counter[int] = Counter()
    tops: Counter[int] = Counter()
    rng = parvis.Rng(1)
    for _ in range(1500):
        guess = position.guess(0, rng)
        assert isinstance(guess, Neoville)
        own = [int(guess.tiles[6 + 3 + i]) - 1 for i in range(3) if guess.tiles[6 + 3 + i]]
        hands.update(own)
        tops[guess.pile[guess.top]] += 1
        assert Counter(own) + Counter(guess.pile[guess.top :]) == unseen
    assert set(hands) == set(unseen)
    assert set(tops) == set(unseen)


def test_a_deal_keeps_to_its_limits_even_when_few_tiles_fit() -> None:
    """NV-3.5: hands are filled with what fits when throwing deals away finds nothing."""
    tiles = list(range(60))
    for seed in range(20):
        dealt = deal(tiles, [1 << 7, (1 << 7) | (1 << 9), -1], parvis.Rng(seed))
        assert dealt[:2] == [7, 9]
        assert sorted(dealt) == tiles


@pytest.mark.clause("NV-3.0", quiet=True)
def test_placing_is_free_to_take_back_and_drawing_is_not() -> None:
    """NV-3.0: three decisions a turn, each undoable until something is revealed."""
    position = begin(2)
    for _ in range(6):
        move = position.moves()[0]
        assert position.reveals(move) == (position.phase == 2)
        position.play(move)


def test_a_preview_of_a_draw_shows_no_tile_that_was_not_seen() -> None:
    """NV-3.9: a gap in the row, and the stack as it was."""
    position = begin(2)
    position.play(position.moves()[0])
    play(position, "none")
    view = position.preview(position.moves()[0], 0)["view"]
    assert isinstance(view, dict)
    assert view["row"].count(None) == 1
    assert view["stack"] == position.stack_left()
    deeper = position.preview(position.read("+stack"), 0)["view"]
    assert isinstance(deeper, dict)
    assert deeper["hands"] == position.view(0)["hands"]

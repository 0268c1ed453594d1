"""Offers: BV-3, and the deal before them: BV-2."""

from __future__ import annotations

from collections import Counter

import pytest

import parvis
from parvis.games.bella_vista.components import CONTRACT, HEIGHTS, NOTHING
from parvis.games.bella_vista.guessing import guessed
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import begin, coins, give, pay
from tests.playing import play, refused


def builders(position: BellaVista) -> list[int]:
    """Who builds, in order, by letting everybody play the first legal move."""
    found: list[int] = []
    round_ = position.round
    while not position.over() and position.round == round_ and position.phase != 1:
        seat = position.turn()
        assert seat is not None
        if position.phase == 2:
            found.append(seat)
        position.play(position.moves()[-1] if position.phase == CONTRACT else position.moves()[0])
    return found


@pytest.mark.parametrize(
    ("seats", "purse", "held", "deck"),
    [
        pytest.param(2, 30, 5, 11, marks=pytest.mark.clause("BV-2.4")),
        pytest.param(3, 20, 3, 5, marks=pytest.mark.clause("BV-2.3")),
        pytest.param(4, 20, 3, 5, marks=pytest.mark.clause("BV-2.3")),
    ],
)
@pytest.mark.clause("BV-1.2")
def test_each_architect_starts_with_a_purse_a_hand_and_a_deck(
    seats: int, purse: int, held: int, deck: int
) -> None:
    """BV-2.3, BV-2.4, BV-1.2."""
    position = begin(seats)
    clause = "BV-2.4" if seats == 2 else "BV-2.3"
    for seat in range(seats):
        assert coins(position, seat) == purse
        assert len(position.cards(seat)) == held
        numbers = Counter(position.unseen(seat))
        assert numbers == Counter(dict.fromkeys(range(1, 9), 2 if seats == 2 else 1))
        lines = [line for line in position.ledger() if line.side == seat and line.points]
        assert [(line.clause, line.points) for line in lines] == [(clause, purse)]
    assert position.view(0)["players"][1]["deck"] == deck  # type: ignore[index]


@pytest.mark.clause("BV-2.4", quiet=True)
def test_of_two_architects_one_comes_first_and_fourth() -> None:
    """BV-2.4."""
    options = {"layout": "piazza"}
    starts = [parvis.start("bella-vista", 2, seed, options) for seed in range(12)]
    orders = {str(start.view(None)["order"]) for start in starts}
    assert orders == {"[0, 1, 1, 0]", "[1, 0, 0, 1]"}


@pytest.mark.clause("BV-1.4", "BV-1.6", "BV-2.2")
def test_a_constraint_two_objectives_and_four_contracts_are_turned_up() -> None:
    """BV-2.2, BV-1.4, BV-1.6."""
    seen = Counter[str]()
    for seed in range(60):
        view = parvis.start("bella-vista", 3, seed, {"layout": "piazza"}).view(None)
        assert len([kind for kind in view["display"] if kind is not None]) == 4  # type: ignore[attr-defined]
        for name in ("constraint", "height", "group"):
            seen[f"{name} {view[name]}"] += 1
    assert len([name for name in seen if name.startswith("constraint")]) == 10
    assert len([name for name in seen if name.startswith("height")]) == 3
    assert len([name for name in seen if name.startswith("group")]) == 3


@pytest.mark.clause("BV-1.5")
def test_there_are_18_contracts_and_no_two_alike() -> None:
    """BV-1.5."""
    position = begin(4)
    assert len(position.contracts) == 18
    assert len(set(position.contracts)) == 18


@pytest.mark.clause("BV-1.5")
def test_a_contract_that_is_harder_to_meet_brings_more() -> None:
    """BV-1.5: park, river, border and pair, straddling, single, quartet."""
    coins = {kind.entry: kind.coins for kind in begin(4).components.contracts}
    assert coins == {
        "park": 3,
        "river": 4,
        "border": 5,
        "pair": 5,
        "straddling": 6,
        "single": 7,
        "quartet": 10,
    }


@pytest.mark.clause("BV-3.1")
def test_of_two_architects_who_takes_a_slot_twice_is_told_that_it_is_ones_own() -> None:
    """BV-3.1."""
    position = begin(2)
    give(position, 0, 1, 2)
    give(position, 1, 1, 2, 3)
    play(position, "@7:1", "@5:1")
    assert refused(position, "@5:2").key == "bv.refuse.taken_own"
    found = refused(position, "@7:2")
    assert (found.key, found.params["seat"]) == ("bv.refuse.taken", "@0")


@pytest.mark.clause("BV-1.3")
def test_five_slots_at_two_or_four_and_four_at_three() -> None:
    """BV-1.3."""
    assert begin(2).prices == begin(4).prices == [7, 5, 3, 1, 0]
    assert begin(3).prices == [6, 4, 2, 0]


@pytest.mark.clause("BV-3.1", quiet=True)
def test_the_dearest_slot_builds_first() -> None:
    """BV-3.1, worked example 2: 3, 5, 7, 0 are offered; 7, 5, 3, 0 is the building order."""
    position = begin(4)
    for seat in range(4):
        give(position, seat, 7)
    play(position, "@3:7", "@5:7", "@7:7", "@0:7")
    assert [coins(position, seat) for seat in range(4)] == [17, 15, 13, 20]
    assert builders(position) == [2, 1, 0, 3]


@pytest.mark.clause("BV-3.3")
def test_two_architects_offer_twice_in_the_order_of_the_cards() -> None:
    """BV-3.3, worked example 3: offers 1, 0, 3, 5 by F, B, B, F; building order F, B, F, B."""
    position = begin(2)
    for seat in range(2):
        give(position, seat, 7, 8)
    turns = []
    for move in ("@1:7", "@0:7", "@3:8", "@5:8"):
        turns.append(position.turn())
        play(position, move)
    assert turns == [0, 1, 1, 0]
    assert builders(position) == [0, 1, 0, 1]


@pytest.mark.clause("BV-3.1")
def test_a_slot_is_paid_at_once_and_stands_in_the_ledger() -> None:
    position = begin(4)
    give(position, 0, 5)
    play(position, "@7:5")
    assert coins(position, 0) == 13
    assert [line.points for line in position.ledger() if line.clause == "BV-3.1"] == [-7]


@pytest.mark.clause("BV-3.1")
def test_a_slot_that_is_taken_is_refused() -> None:
    position = begin(4)
    give(position, 0, 5)
    give(position, 1, 5)
    play(position, "@7:5")
    found = refused(position, "@7:5")
    assert (found.clause, found.key, found.places) == ("BV-3.1", "bv.refuse.taken", ("slot-7",))
    assert found.params == {"price": 7, "seat": "@0"}


@pytest.mark.clause("BV-3.1")
def test_a_slot_beyond_ones_means_is_refused_with_price_and_purse() -> None:
    position = begin(4)
    pay(position, 0, 4)
    give(position, 0, 5)
    found = refused(position, "@5:5")
    assert (found.clause, found.key) == ("BV-3.1", "bv.refuse.too_dear")
    assert found.params == {"price": 5, "coins": 4}


@pytest.mark.clause("BV-3.1")
def test_a_card_that_one_does_not_hold_is_refused_with_the_hand() -> None:
    position = begin(4)
    give(position, 0, 2, 5)
    found = refused(position, "@0:7")
    assert (found.clause, found.key) == ("BV-3.1", "bv.refuse.not_held")
    assert found.params == {"number": 7, "hand": ["2", "5"]}


@pytest.mark.clause("BV-3.2", quiet=True)
def test_who_can_pay_nothing_goes_to_the_right_and_builds_last_in_order_of_arrival() -> None:
    """BV-3.2: a card is laid all the same."""
    position = begin(4)
    for seat in range(4):
        give(position, seat, 8)
        pay(position, seat, 0)
    pay(position, 3, 5)
    assert {move // HEIGHTS for move in position.moves()} == {4}  # slot 0 is free of charge
    play(position, "@0:8", "@-:8", "@-:8")
    assert position.line[4:] == [0 * 8 + 7, 1 * 8 + 7, 2 * 8 + 7, NOTHING]
    play(position, "@5:8")
    assert [position.turn()] == [3]
    assert builders(position) == [3, 0, 1, 2]
    assert [coins(position, seat) for seat in range(4)][3] >= 0


@pytest.mark.clause("BV-3.2")
def test_who_can_pay_may_not_go_to_the_right() -> None:
    position = begin(4)
    give(position, 0, 8)
    found = refused(position, "@-:8")
    assert (found.clause, found.key) == ("BV-3.2", "bv.refuse.can_pay")
    assert found.params == {"coins": 20, "price": 0}


@pytest.mark.clause("BV-3.1")
def test_other_moves_are_refused_by_the_clause_of_the_offer() -> None:
    position = begin(4)
    for move in ("F11n", "+none", "+Ff"):
        assert refused(position, move).clause == "BV-3.1"


@pytest.mark.clause("BV-3.1", quiet=True)
def test_a_face_down_card_shows_its_number_to_its_owner_only() -> None:
    """BV-3.1, BV-4.1."""
    position = begin(4)
    give(position, 0, 6)
    play(position, "@3:6")
    for seat in (None, 1, 2, 3):
        assert position.view(seat)["line"][2] == {"seat": 0, "number": None, "up": False}  # type: ignore[index]
    assert position.view(0)["line"][2]["number"] == 6  # type: ignore[index]
    for seat in (1, 2, 3):
        give(position, seat, 8)
    play(position, "@5:8", "@0:8", "@1:8")
    assert position.view(0)["line"][1]["up"]  # type: ignore[index]
    assert not position.view(2)["line"][2]["up"]  # type: ignore[index]


def test_cards_that_were_seen_are_never_guessed_elsewhere() -> None:
    position = begin(4, seed=5)
    rng = parvis.Rng(3)
    while position.round < 8:
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])
    for seat in range(4):
        for n in range(20):
            guess = guessed(position, seat, parvis.Rng(n))
            for other in range(4):
                # One card each is left, so everybody knows them all.
                assert guess.cards(other) == position.cards(other)
    assert all(card == NOTHING for card in position.line)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_guess_keeps_no_trace_of_the_cards_already_drawn(seats: int) -> None:
    """The order of a deck would tell what its owner holds."""
    position = begin(seats, seed=7)
    guess = guessed(position, 0, parvis.Rng(1))
    size = 16 if seats == 2 else 8
    drawn = 5 if seats == 2 else 3
    for seat in range(seats):
        assert guess.decks[seat * size : seat * size + drawn] == [0] * drawn

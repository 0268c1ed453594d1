"""Setting up positions of Bella Vista."""

from __future__ import annotations

import pytest

from parvis.engine.position import Position
from parvis.games.bella_vista.components import GROUP_TEXT
from tests.bella_vista.tables import begin
from tests.editing import edit, refusal, seen


def buildings(position: Position) -> list[str]:
    """What stands in the city."""
    return [each["building"] for each in seen(position, "buildings") if each["squares"]]


@pytest.mark.clause("BV-1.2")
def test_each_building_of_a_colour_is_there_once() -> None:
    position = edit(begin(), "8@F11n")
    assert buildings(position) == ["a8"]
    assert refusal(position, "8@F44n").clause == "BV-1.2"


@pytest.mark.clause("BV-4.1")
def test_buildings_stand_in_the_city_and_not_on_each_other() -> None:
    position = edit(begin(), "8@F22n")
    assert refusal(position, "4@F22n").key == "bv.no.edit.covered"
    assert refusal(position, "4@O44n").key == "bv.no.edit.fit"
    assert buildings(edit(position, "-@F22")) == []


@pytest.mark.clause("BV-5.4")
def test_a_round_that_is_too_early_for_what_stands_is_refused() -> None:
    position = edit(begin(), "8@F11n", "7@F13n", "6@F31n")
    assert position.view(0)["round"] == 4, "each architect has built once a round"
    assert refusal(position, "round-2").clause == "BV-5.4"
    assert edit(position, "round-8").view(0)["round"] == 8


@pytest.mark.clause("BV-2.3")
def test_cards_of_a_hand_are_exchanged_with_those_of_its_own_deck() -> None:
    position = begin()
    hand = position.cards(0)
    other = next(n for n in range(1, 9) if n not in hand)
    assert other in seen(edit(position, f"{other}>{hand[0]}"), "hand")
    assert refusal(position, f"{hand[1]}>{hand[0]}").clause == "BV-2.3"


def test_a_building_can_be_placed_at_once_under_any_constraint() -> None:
    position = begin()
    number = position.cards(0)[0]
    ready = edit(position, "rule-no-park", f"!{number}")
    assert (ready.view(0)["phase"], ready.view(0)["constraint"]) == ("build", "no-park")
    assert ready.turn() == 0


def test_contracts_objectives_and_purses_can_be_set() -> None:
    position = edit(begin(), "coins-3")
    assert seen(position, "players", 0, "coins") == 3
    for name, words in (("height", ("parks", "rivers", "border")), ("group", GROUP_TEXT)):
        other = next(word for word in words if word != seen(position, name))
        assert seen(edit(position, f"{name}-{other}"), name) == other
    shown = seen(position, "display", 0, "contract")
    taken = edit(position, f"{shown}+")
    assert seen(taken, "players", 0, "taken") == [shown]
    assert seen(edit(taken, "-0"), "players", 0, "taken") == []

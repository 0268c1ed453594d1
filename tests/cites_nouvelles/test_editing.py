"""Setting up positions of Cités Nouvelles."""

from __future__ import annotations

import pytest

from tests.cites_nouvelles.tables import table
from tests.editing import edit, refusal, seen

HANDS = "M1.M2,M3.M4,P1.P2,P3.P4"


@pytest.mark.clause("CN-1.4")
def test_a_construction_is_set_on_its_own_lot_only() -> None:
    position = table(hands=HANDS, offers="T0,H1")
    assert seen(edit(position, "T15@T"), "lots", "T") == ["T15"]
    assert refusal(position, "T15@M").clause == "CN-1.4"


@pytest.mark.clause("CN-5.2", "CN-7.1")
def test_a_lot_takes_two_decorations_of_a_kind_and_is_not_finished_by_hand() -> None:
    position = table(hands=HANDS, offers="T0,H1")
    kinds = position.terms.kinds
    lawns = [n + 1 for n, kind in enumerate(kinds) if kind == "lawn"]
    full = edit(position, f"D{lawns[0]}@T", f"D{lawns[1]}@T")
    assert refusal(full, f"D{lawns[2]}@T").clause == "CN-5.2"
    six = [n + 1 for kind in ("lawn", "pool", "tree") for n in range(15) if kinds[n] == kind]
    some = [n for at in range(0, 15, 5) for n in six[at : at + 2]]
    rest = [f"T{n}@T" for n in range(1, 10)]
    nearly = edit(position, *[f"D{n}@T" for n in some], *rest)
    assert refusal(nearly, "T10@T").clause == "CN-7.1"


@pytest.mark.clause("CN-4.5")
def test_a_side_has_kept_only_what_a_winner_keeps() -> None:
    position = table(hands=HANDS, offers="T0,H1")
    assert seen(edit(position, "T9+0", "D3+0"), "kept", 0) == ["T9", "D3"]
    assert refusal(position, "T9+1").clause == "CN-4.5"


@pytest.mark.clause("CN-7.2")
def test_hands_are_no_larger_than_the_blocks_allow() -> None:
    position = table(hands=HANDS, offers="T0,H1")
    assert edit(position, "left-10").view(0)["hand_sizes"] == [10] * 4
    assert refusal(position, "left-11").clause == "CN-7.2"


@pytest.mark.clause("CN-3.3")
def test_sides_offer_different_ensembles_also_when_it_is_set_up() -> None:
    position = table(hands=HANDS, offers="T0,H1")
    assert refusal(position, "!H").clause == "CN-3.3"
    assert edit(position, "!M").view(0)["offers"] == ["M", "H"]


def test_a_block_for_another_hands_is_exchanged_with_it() -> None:
    position = edit(table(hands=HANDS, offers="T0,H1"), "P3>M1")
    assert position.view(0)["hand"] == ["M2", "P3"]
    assert position.view(3)["hand"] == ["M1", "P4"]


def test_offers_can_be_made_again_and_anybody_may_lead() -> None:
    position = table(hands=HANDS, offers="T0,H1")
    assert edit(position, "turn-2").turn() == 2
    assert edit(position, "offers", seat=3).view(0)["phase"] == "offer"
    assert edit(position, "offers", "tricks", seat=3).turn() == 3

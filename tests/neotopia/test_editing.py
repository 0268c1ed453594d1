"""Setting up positions of Neotopia."""

from __future__ import annotations

import pytest

from parvis.engine.game import game_of
from parvis.engine.position import Position
from tests.editing import edit, field, refusal, seen
from tests.neotopia.tables import table


@pytest.mark.clause("NT-3.5")
def test_elements_come_from_the_reserve_until_it_has_none() -> None:
    position = table()
    assert field(edit(position, "red@Dd4"), "board").count("r") == 1
    poor: Position = table(
        " ".join(f"D{row}{n}=r" for row in "bcde" for n in range(1, 6)), stock="-/-/-/-"
    )
    while (editor := game_of("neotopia").editor(poor, 0)).refusal(0) is None:
        poor = editor.edited(editor.codec.read("red+centre"))
    assert refusal(poor, "red@Wd4").clause == "NT-3.5"


@pytest.mark.clause("NT-4.3")
def test_the_elements_of_a_project_stay_until_the_project_is_taken_away() -> None:
    built = table("Dd3=r Dd4=r Dd5=r", builds="0:Dd4:rr1:" + f"{0b111 << 17:x}")
    assert refusal(built, "-@Dd4").clause == "NT-4.3"
    assert field(edit(built, "-desert", "-@Dd4"), "builds") == "-"


@pytest.mark.clause("NT-1.4")
def test_a_project_is_there_as_often_as_the_box_has_it() -> None:
    position = table(hands="rg2/-")
    assert refusal(position, "rg2>").clause == "NT-1.4"
    assert seen(edit(position, "rg3>rg2", "gg1>"), "hand") == ["rg3", "gg1"]


@pytest.mark.clause("NT-6.5")
def test_a_token_comes_back_only_if_one_was_used_or_taken_away() -> None:
    position = table(lying="gggggg......", pile="0,0,0", top="...", covered="0,0,0,0")
    assert refusal(position, "grant+").clause == "NT-6.5"
    assert seen(edit(position, "permit+"), "held", 0) == [0, 0, 0, 1]


@pytest.mark.clause("NT-2.2")
def test_tokens_lie_on_the_spaces_for_them() -> None:
    position = table(lying="............", pile="0,0,0", top="...", covered="0,0,0,0")
    assert refusal(position, "permit@Dd4").clause == "NT-2.2"


def test_the_turn_its_actions_and_the_end_can_be_set() -> None:
    position = table()
    assert edit(position, "turn-1").turn() == 1
    assert field(edit(position, "left-1"), "left") == "1"
    assert field(edit(position, "end-last"), "end") == "last"

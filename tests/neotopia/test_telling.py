"""What people read and hear: stories, labels, hints, the terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest

import parvis
from parvis.engine.game import game_of
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech
from parvis.games.neotopia.position import Neotopia
from parvis.games.neotopia.terminal import rows
from tests.neotopia.tables import table
from tests.playing import play

GAME = game_of("neotopia")
NAMES = ["Ada", "Bruno"]


def speech(language: str = "en") -> Speech:
    return Speech(language, [GAME.catalogue(language)], NAMES)


def story(position: Neotopia, move: str, seat: int | None) -> list[str]:
    told = position.story(position.read(move), seat)
    return [speech().tell(sentence.key, sentence.params) for sentence in told]


def test_a_placement_tells_token_refill_and_production() -> None:
    position = table("Dc4=r", stock="r/rgpb/rgpb/ggpp", tiles="0", lying=".p..........")
    assert story(position, "1r-Dc5", 1) == [
        "Ada places an element in the desert: energy.",
        "Ada covers a token and gains it: Building permit.",
        "The factory Desert – Water restocks: farming, farming, technology, and technology.",
        "Ready at the centre: energy, energy, farming, and farming.",
    ]


def test_only_the_drawer_is_told_the_card() -> None:
    position = table()
    assert story(position, "deck", 1) == ["Ada draws a project."]
    assert story(position, "deck", None) == ["Ada draws a project."]
    (mine,) = story(position, "deck", 0)
    assert re.match(r"Ada draws a project: .+\.", mine)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_calls_everybody_by_name_also_whom_it_is_told_to(language: str) -> None:
    position = table(
        "Dc4=r Dc3=r", "rr1/-", stock="r/rgpb/rgpb/ggpp", offer="rg1,.,.,.", lying=".p..........",
        held="1,1,1,0,0,0,0,0",
    )  # fmt: skip
    moves = ["deck", "rg1", "1r-Dc5", "auto:deck", "grant:rg1", "init:b-Wd4"]
    for seat in (0, 1):
        for move in moves:
            told = position.story(position.read(move), seat)
            for sentence in told:
                said = speech(language).tell(sentence.key, sentence.params)
                assert ("who" in sentence.params) == ("Ada" in said), said


def test_a_chosen_colour_is_told_and_asked_for() -> None:
    position = parvis.start("neotopia", 2, 1, {"colours": "chosen"})
    assert isinstance(position, Neotopia)
    turn = position.turn()
    assert turn is not None
    assert story(position, "red", None) == [f"{NAMES[turn]} chooses a colour: energy."]
    tree = GAME.choices(position.view(turn), speech())
    assert tree.nodes[0].ask.startswith("Choose the colour")
    assert {choice.label for choice in tree.nodes[0].choices} == {
        "energy", "farming", "technology", "community",
    }  # fmt: skip


def test_a_building_tells_its_points_and_the_token_of_the_track() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-")
    position.track[0] = 5
    play(position, "1r-Dd5")
    assert story(position, "+rr1", None) == [
        "Ada builds “Solar plant” in the desert and scores 4 points.",
        "Ada gets to 9 in the desert and gains a token: Grant.",
    ]
    assert story(position, "no", None) == ["Ada builds nothing."]


def test_the_end_of_a_turn_tells_the_new_cards_of_the_offer() -> None:
    position = table(offer="rr1,rg1,bb1,pp1", left="1")
    told = story(position, "rg1", 1)
    assert told[0] == "Ada takes “Biogas works” from the offer."
    assert told[1].startswith("In the offer: ")


def test_spaces_tell_which_projects_they_would_complete() -> None:
    position = table("Dd4=r Dd3=r", "rr1,rg1/-", stock="rg/pb/pb/rgpb")
    view = position.view(0)
    assert view["completes"] == {
        "red": {"space-desert-d2": ["rr1"], "space-desert-d5": ["rr1"]},
        "green": {"space-desert-d2": ["rg1"], "space-desert-d5": ["rg1"]},
    }
    tree = GAME.choices(view, speech())
    labels = {choice.label for node in tree.nodes for choice in node.choices}
    assert "Desert, space D5 · energy → Solar plant · farming → Biogas works" in labels
    assert position.view(1)["completes"] == {}


def test_spaces_promise_nothing_that_diversity_or_the_factories_forbid() -> None:
    position = table("Dd4=r Dd3=r", "rr1,rr2/-", stock="r/rgpb/rgpb/rgpb")
    play(position, "1r-Dd5", "+rr1")
    assert position.view(0)["completes"] == {}
    assert table("Dd4=r Dd3=r", "rr1/-", stock="g/r/g/r").view(0)["completes"] == {}


def test_the_choices_say_what_is_asked() -> None:
    position = table("Dd4=r Dd3=r", "rr1,gg1/-", held="1,1,1,1,0,0,0,0", offer="rg1,.,.,.")
    tree = GAME.choices(position.view(0), speech())
    assert tree.nodes[0].ask == "3 actions left: take a project, or an element from a factory."
    picks = {choice.pick for choice in tree.nodes[0].choices}
    assert {"deck", "offer-rg1", "factory-0-red", "bonus-grant", "bonus-automation"} <= picks
    assert "bonus-initiative" in picks
    assert "bonus-permit" not in picks, "no outer space is within reach"
    play(position, "1r-Dd5")
    tree = GAME.choices(position.view(0), speech())
    assert tree.nodes[0].ask == "Build a project in the desert?"
    assert [choice.pick for choice in tree.nodes[0].choices] == ["hand-rr1", "decline"]
    play(position, "no", "1b-De3")
    assert GAME.choices(position.view(0), speech()).nodes[0].ask.startswith("No project")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_the_regions_the_offer_and_the_hand(language: str) -> None:
    position = table("Dd4=r Dc4=b", "rr1,pb3/gg1", offer="rg1,.,.,.", lying="a...........")
    told = rows(position.view(0), speech(language))
    lines = [line for _, words in told for line in words.splitlines()]
    assert any(line.startswith("d ◦ · · r · · ◦     ◦ · · + · · ◦") for line in lines)
    assert any(line.startswith("b   · 2 · · ·") for line in lines)
    assert any(line.startswith("rr1: ") for line in lines)
    assert any(line.startswith("rg1: ") for line in lines)
    assert not any("gg1" in line for line in lines), "another's hand stays hidden"


def test_who_looks_on_is_shown_no_hand() -> None:
    position = table(hands="rr1/gg1")
    lines = " ".join(words for _, words in rows(position.view(None), speech()))
    assert "rr1" not in lines
    assert "gg1" not in lines


def test_a_drawing_names_only_what_the_seat_may_see() -> None:
    position = table(hands="rr1/gg1", offer="rg1,.,.,.")
    for seat, hidden in ((0, "gg1"), (1, "rr1")):
        for tall in (False, True):
            drawn = "".join(GAME.draw(position.view(seat), speech(), tall).texts().values())
            assert f"hand-{hidden}" not in drawn
            assert "offer-rg1" in drawn


def unlocked(position: Neotopia, move: str) -> list[str]:
    seen: dict[str, Any] = position.preview(position.read(move), 0)
    return GAME.unlocks(position.view(0), seen["view"], speech())


def test_a_preview_tells_what_an_element_would_let_one_build_or_bring_nearer() -> None:
    position = table("Dd4=r Dd3=r", "rr1,rg1/-", stock="rg/pb/pb/rgpb")
    assert unlocked(position, "1r-Dd5") == ["Lets you build: Solar plant"]
    assert unlocked(position, "1g-Dd5") == ["Lets you build: Biogas works"]
    alone = table("Dd4=r", "rr1/-", stock="rr/rb/pb/rgpb")
    assert unlocked(alone, "1r-Dd5") == ["Then one element short: Solar plant"]


def test_what_a_preview_tells_is_of_the_hand_that_asks() -> None:
    """An element that completes another's project unlocks nothing."""
    position = table("Dd4=r Dd3=r", "bb1/rr1", stock="rg/pb/pb/rgpb")
    assert unlocked(position, "1r-Dd5") == []

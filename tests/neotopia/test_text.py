"""Notation and the text of positions, also when somebody means harm."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.text import TextError
from tests.neotopia.tables import PARTS, table
from tests.playing import play


@pytest.mark.parametrize(
    "text",
    ["4r-Dd4", "1x-Dd4", "1r-Dd9", "+xx1", "xx1", "grant:xx1", "init:x-Dd4", "gift:deck", ""],
)
def test_a_text_that_is_no_move_says_how_moves_are_written(text: str) -> None:
    with pytest.raises(parvis.Malformed, match="moves are written like Da1, 1r-Da1, deck, end, no"):
        table().read(text)


def test_every_move_reads_back_from_its_notation() -> None:
    position = table()
    for move in position.codec.moves():
        assert position.read(position.say(move)) == move


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("red", {"kind": "choose", "colour": "red"}),
        ("Dd4", {"kind": "start", "space": "Dd4"}),
        ("3b-Fa1", {"kind": "place", "source": "3b", "space": "Fa1"}),
        ("deck", {"kind": "draw", "card": "deck"}),
        ("rg2", {"kind": "draw", "card": "rg2"}),
        ("+rg2", {"kind": "build", "project": "rg2"}),
        ("no", {"kind": "decline"}),
        ("auto:1g-Dd4", {"kind": "automation-place", "source": "1g", "space": "Dd4"}),
        ("auto:deck", {"kind": "automation-draw", "card": "deck"}),
        ("grant:bb1", {"kind": "grant", "card": "bb1"}),
        ("init:p-We3", {"kind": "initiative", "colour": "p", "space": "We3"}),
        ("permit:2r-Wa1", {"kind": "permit", "source": "2r", "space": "Wa1"}),
        ("end", {"kind": "end"}),
    ],
)
def test_a_move_means_its_kind_and_parts(text: str, meaning: dict[str, str]) -> None:
    position = table()
    assert position.meaning(position.read(text)) == meaning


@pytest.mark.parametrize("move", [-1, 10**6])
def test_a_number_that_is_no_move_is_malformed(move: int) -> None:
    with pytest.raises(parvis.Malformed, match="expected a move"):
        table().refusal(move)
    with pytest.raises(parvis.Malformed, match="expected a move"):
        table().say(move)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"board": "r/r"}, "three regions"),
        ({"board": "r/r/r"}, "expected 37 spaces"),
        ({"stock": "rgpb/rgpb"}, "three factories and the centre"),
        ({"stock": "rgpx/-/-/-"}, "expected - or some of"),
        ({"stock": "r" * 26 + "/-/-/-"}, "only 25"),
        ({"tiles": "9"}, "not in the pile"),
        ({"tiles": "0,0"}, "or twice"),
        ({"flag": "0"}, "the last one"),
        ({"flag": "0", "tiles": "-"}, "announced"),
        ({"lying": "g"}, "expected 12"),
        ({"top": ".ai"}, "exactly if it is not empty"),
        ({"covered": "9,9,9,9"}, "under the tops"),
        ({"offer": "rr1"}, "expected 4 cards"),
        ({"offer": "rr1,rr1,rr1,."}, "not so many rr1"),
        ({"offer": "zz1,.,.,."}, "no project"),
        ({"known": "rr1/-"}, "not in the hand"),
        ({"builds": "0:Dd4:rr1:7"}, "does not lie there"),
        ({"builds": "0:Dd4"}, "seat:space:project:spots"),
        ({"builds": "0:Zz4:rr1:7"}, "no such space"),
        ({"at": "Dd4"}, "no element lies"),
        ({"at": "Zz"}, "no space"),
        ({"phase": "build"}, "needs an element"),
        ({"left": "0"}, "the turn is over"),
        ({"phase": "dance"}, "expected one of"),
        ({"colours": "b"}, "expected 2 of the letters"),
        ({"colours": "rb"}, "by seat"),
        ({"colours": "b."}, "by seat"),
    ],
)
def test_a_position_that_cannot_be_says_in_which_field(fields: dict[str, str], says: str) -> None:
    with pytest.raises(TextError, match=says):
        table("", "-/-", None, "", **fields)


def test_a_pattern_lies_anywhere_in_a_region() -> None:
    """The compiler has traps from spot 31 on."""
    position = table("Df3=r Df4=r Df5=r", builds="0:Df5:rr1:1c0000000")
    assert "builds=0:Df5:rr1:1c0000000" in position.text()
    position = table("Df3=r Df4=r", "rr1/-")
    assert position.view(0)["completes"] == {
        "red": {"space-desert-f2": ["rr1"], "space-desert-f5": ["rr1"]}
    }


def test_a_token_under_an_element_is_refused() -> None:
    with pytest.raises(TextError, match="an element covers the token on Db2"):
        table("Db2=r", lying="g...........")


def test_a_seats_text_tells_its_own_hand_and_counts_the_others() -> None:
    position = table(hands="rr1,gg1/bb1,pp1", offer="rg1,.,.,.")
    play(position, "rg1")
    assert "hands=rr1,rg1,gg1/2" in position.text(0)
    assert "hands=2/pp1,bb1" in position.text(1)
    assert "known=rg1/-" in position.text(1)
    assert "hands=2/2" in position.text(None)
    with pytest.raises(TextError, match="what one seat knows"):
        parvis.read_position(position.text(0))


def test_cards_from_the_offer_are_known_until_built() -> None:
    position = table("Dd4=r Dd3=r", "rr1/gg1", offer="rr1,.,.,.")
    play(position, "rr1")
    for seed in range(20):
        assert "known=rr1/-" in position.guess(1, parvis.Rng(seed)).text()
    play(position, "1r-Dd5", "+rr1")
    assert position.known[0] == 0, "of two equal cards, the one that all have seen is gone"
    hands = {position.guess(1, parvis.Rng(seed)).text().split("hands=")[1] for seed in range(40)}
    assert len(hands) > 10, "what the other holds now could be anything unseen"


def test_guesses_never_put_a_seen_card_into_a_hidden_place() -> None:
    position = table(hands="rr1,rr2,rr3/gg1,gg2", offer="bb1,bb2,bb3,pp1")
    seen = {"rr3", "bb3", "pp3"}
    for seed in range(200):
        guess = position.guess(0, parvis.Rng(seed))
        hand = guess.text().split("hands=")[1].split(" ")[0].split("/")[1].split(",")
        assert len(hand) == 2
        assert not set(hand) & (seen - {"pp3"}), "there is one card each of rr3 and bb3"


def test_every_space_and_project_has_its_own_code() -> None:
    assert len(set(PARTS.space_code)) == PARTS.spaces == 111
    assert len(set(PARTS.codes)) == PARTS.designs == 48
    assert PARTS.space_code[PARTS.offset[0] + PARTS.centre[0]] == "Dd4"

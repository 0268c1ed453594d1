"""Moves and positions as text, and what is said of text that is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

import parvis
from parvis.engine.text import TextError
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import begin


def middle_of_a_game(seats: int, seed: int = 2, moves: int = 30) -> BellaVista:
    position = parvis.start("bella-vista", seats, seed)
    assert isinstance(position, BellaVista)
    rng = parvis.Rng(seed)
    for _ in range(moves):
        legal = position.moves()
        position.play(legal[rng.below(len(legal))])
    return position


@pytest.mark.parametrize("layout", ["random", "players"])
def test_every_well_formed_move_is_said_and_read_back(layout: str) -> None:
    position = parvis.start("bella-vista", 4, 1, {"layout": layout})
    named = [move for move in range(position.move_limit) if position.names(move)]
    said = [position.say(move) for move in named]
    assert len(set(said)) == len(said)
    for move, text in list(zip(named, said, strict=True))[::7]:
        assert position.read(text) == move


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected an offer"),
        ("@5", "expected @price:number, prices 7, 5, 3, 1, 0, -"),
        ("@2:1", "prices 7, 5, 3, 1, 0, -"),
        ("@5:9", "expected a number from 1 to 8"),
        ("F52n", "expected an offer"),
        ("F32x", "expected an offer"),
        ("+Fb", "expected + and one of none, F, B"),
        ("F@K11", "tiles are laid only with the option layout = players"),
        ("❤" * 99, "expected an offer"),
    ],
)
def test_text_that_is_no_move_is_refused_with_what_was_expected(text: str, complaint: str) -> None:
    with pytest.raises(parvis.Malformed) as caught:
        begin().read(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Q@K11", "expected one of F B L O"),
        ("F@Z99", "expected a cell from A1 to V22"),
        ("F@V22", "the tile would leave the table"),
    ],
)
def test_a_tile_that_names_nothing_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(parvis.Malformed) as caught:
        parvis.start("bella-vista", 4, 1, {"layout": "players"}).read(text)
    assert complaint in str(caught.value)


def test_an_id_that_names_nothing_is_malformed() -> None:
    position = begin()
    for move in (-1, position.move_limit, 10**9):
        assert not position.names(move)
        with pytest.raises(parvis.Malformed, match="names no move"):
            position.refusal(move)
        with pytest.raises(parvis.Malformed, match="names no move"):
            position.say(move)


CHANGES = [
    ("round=", "round=9", "round: expected 0 to 8"),
    ("phase=", "phase=sleep", "phase: expected one of layout, offer"),
    ("city=", "city=FF", "city: tile F"),
    ("order=", "order=0,0,1,1", "order: each architect must be there equally often"),
    ("line=", "line=-", "line: expected 8 slots"),
    ("hands=", "hands=-,-,-,-", "hands: the cards of seat 0 do not add up"),
    ("hands=", "hands=11,-,-,-", "hands: the 1 is there too often"),
    ("decks=", "decks=-,-,-,-", "decks: expected"),
    ("paid=", "paid=999,0,0,0", "paid: more than there was to pay"),
    ("sites=", "sites=-", "sites: expected 32 buildings"),
    ("gains=", "gains=1", "gains: expected 32 numbers"),
    ("constraints=", "constraints=park", "constraints: expected flowers"),
    ("display=", "display=0,0,0,0", "contracts: F is there"),
    ("contracts=", "contracts=-", "contracts: "),
    ("laid=", "laid=0", "laid: tiles are laid only"),
    ("height=", "height=?", "height: expected one of parks"),
    ("slot=", "slot=99", "slot: expected -1 to 7"),
    ("latest=", "latest=77", "latest: expected -1 to 31"),
]


@pytest.mark.parametrize(("name", "changed", "complaint"), CHANGES)
def test_a_position_whose_text_was_tampered_with_is_refused_by_its_field(
    name: str, changed: str, complaint: str
) -> None:
    words = middle_of_a_game(4).text().split(" ")
    tampered = " ".join(changed if word.startswith(name) else word for word in words)
    with pytest.raises(TextError) as caught:
        parvis.read_position(tampered)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("seats", [2, 3, 4])
@given(moves=some.integers(0, 58), seed=some.integers(0, 9))
def test_a_position_reads_back_from_its_text_and_plays_on_the_same(
    seats: int, moves: int, seed: int
) -> None:
    position = middle_of_a_game(seats, seed, moves)
    again = parvis.read_position(position.text())
    assert again.text() == position.text()
    assert again.moves() == position.moves()
    assert again.view(0) == position.view(0)
    for one in (position, again):
        one.playout(parvis.Rng(seed))
    assert again.scores() == position.scores()


@given(where=some.integers(0, 10**6), what=some.sampled_from("0123456789,-:?xFfnZ=%"))
def test_a_changed_letter_never_breaks_the_reader(where: int, what: str) -> None:
    text = middle_of_a_game(3).text()
    at = where % len(text)
    changed = text[:at] + what + text[at + 1 :]
    try:
        position = parvis.read_position(changed)
    except ValueError:
        return  # refused by a sentence, not by an accident
    position.playout(parvis.Rng(1))
    assert position.over()


def test_what_a_seat_knows_as_text_hides_the_rest() -> None:
    position = middle_of_a_game(4, moves=2)
    text = position.text(0)
    fields = dict(word.split("=", 1) for word in text.split()[1:])
    assert "chance" not in fields
    own, *others = fields["hands"].split(",")
    assert own == "".join(map(str, position.cards(0)))
    assert all(set(hand) <= {"?"} for hand in others)
    assert set(fields["decks"]) == {"?", ","}
    assert len(fields["constraints"].split(",")) == 1

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
        if legal:  # a quick game is over by then
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


HOW = "moves are written like @7:1, F11n, +F, +none"


@pytest.mark.parametrize("text", ["", "@5", "@2:1", "@5:9", "F52n", "F32x", "+Fb", "F@K11", "❤"])
def test_text_that_is_no_move_is_refused_with_how_moves_are_written(text: str) -> None:
    with pytest.raises(parvis.Malformed) as caught:
        begin().read(text)
    assert str(caught.value) == f"{text!r} is no move; {HOW}"


@pytest.mark.parametrize("text", ["Q@K11", "F@Z99", "F@V22"])
def test_a_tile_that_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(parvis.Malformed, match="is no move"):
        parvis.start("bella-vista", 4, 1, {"layout": "players"}).read(text)


def test_a_tile_that_reaches_the_edge_of_the_table_is_a_move() -> None:
    """A district with its corner on the last cell but one, a park on the last."""
    position = parvis.start("bella-vista", 4, 1, {"layout": "players"})
    for text in ("F@U21", "*@V22", "-@U22", "|@V21"):
        assert position.say(position.read(text)) == text
    for text in ("F@V21", "F@U22", "-@V22", "|@V22"):
        with pytest.raises(parvis.Malformed):
            position.read(text)


def test_what_a_move_means() -> None:
    position = parvis.start("bella-vista", 3, 1, {"layout": "players"})
    assert [position.meaning(position.read(text)) for text in ("@4:7", "@-:1", "b32e")] == [
        {"kind": "offer", "slot": "4", "card": "7"},
        {"kind": "offer", "slot": "-", "card": "1"},
        {"kind": "build", "square": "b32", "turn": "e"},
    ]
    assert [position.meaning(position.read(text)) for text in ("+fblo", "+none", "|@K11")] == [
        {"kind": "take", "contract": "fblo"},
        {"kind": "decline"},
        {"kind": "lay", "tile": "|", "cell": "K11"},
    ]


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
    ("laid=", "laid=F@K11", "laid: 'F@K11' is no move"),
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

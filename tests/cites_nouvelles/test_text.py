"""Notation and the text of a position; hostile text gives clear errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parvis
from parvis.engine.chance import Rng
from parvis.engine.refusal import Malformed
from parvis.engine.text import TextError
from tests.cites_nouvelles.tables import begin, random_game, table

# A position of every phase, with options that bring them all about.
FIRST = begin(4, 2, contre=True, choose_decorations=True)
GAME = [position for seed in (2, 3, 4) for position in random_game(FIRST, Rng(seed))]
TEXTS = [position.text() for position in GAME]


def test_every_move_has_a_notation_of_its_own_that_reads_back() -> None:
    position = begin()
    moves = position.codec.moves()
    said = [position.say(move) for move in moves]
    assert len(set(said)) == len(said) == 125
    assert [position.read(text) for text in said] == moves
    assert said[:6] == ["!M", "!P", "!H", "!T", "!build", "M1"]
    assert (said[79], said[80], said[95], said[124]) == ("D15", "=D1", "=D1+D4", "=D12+D15")


@pytest.mark.parametrize(
    "text",
    ["", "!", "!D", "!X", "!!T", "t14", "T0", "T16", "T014", "T 14", "=", "=D0", "=T3", "=D1+D2",
     "=D4+D1", "=D1+D1", "=D1+D4+D7", "=D1+", "build", "❤"],
)  # fmt: skip
def test_a_text_that_is_no_move_is_malformed_and_says_what_was_expected(text: str) -> None:
    with pytest.raises(Malformed, match="is no move; moves are written like !M, !build, M1, =D1"):
        begin().read(text)


def test_positions_of_all_phases_read_back() -> None:
    phases = {str(position.view(None)["phase"]) for position in GAME}
    assert phases == {"offer", "answer", "trick", "decorate", "over"}
    for text in TEXTS[::5]:
        assert parvis.read_position(text).text() == text


def test_the_text_of_a_seat_shows_its_hand_and_only_the_size_of_the_others() -> None:
    position = table(2, hands="M1.M2,P1.P2", offers="T0,M1")
    assert " hands=M1.M2,?2 " in position.text(0)
    assert " hands=?2,P1.P2 " in position.text(1)
    assert " hands=?2,?2 " in position.text(None)
    with pytest.raises(TextError, match="what one seat knows"):
        parvis.read_position(position.text(0))


GOOD = table(
    2, hands="M1.M2,P1.P2", offers="T0,M1", raised="1:0:T:T1.T2.D1", number=2, kept="T3.D2,M5"
).text()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("phase=trick", "phase=lunch", "phase: expected one of"),
        ("phase=trick", "phase=offer", "offers: 2 of 2 sides cannot have offered in phase offer"),
        ("phase=trick", "phase=over", "hands: expected no blocks in hand"),
        ("phase=trick", "phase=deal", "phase: expected one of"),
        ("round=2", "round=0", "round: expected 1 to 1000, found 0"),
        ("round=2", "round=7", "round: too many rounds have built nothing"),
        ("round=2", "round=1", "raised: expected 1 to 0, found 1"),
        ("speaker=0", "speaker=2", "speaker: expected 0 to 1, found 2"),
        ("turn=0", "turn=1", "turn: expected 0, found 1"),
        ("turn=0", "turn=-", "turn: expected a seat, or - when the game is over"),
        ("leader=0", "leader=x", "leader: expected a whole number"),
        ("offers=T0,M1", "offers=T0", "offers: expected 2 parts, found 1"),
        ("offers=T0,M1", "offers=T0,T1", "offers: lot T is offered once too often"),
        ("offers=T0,M1", "offers=T0,M0", "offers: seat 0 does not speak for side 1"),
        ("offers=T0,M1", "offers=T0,-", "offers: 1 of 2 sides"),
        ("offers=T0,M1", "offers=-,M1", "offers: side 1 has offered before its turn"),
        ("offers=T0,M1", "offers=T0,D1", "offers: expected an ensemble"),
        ("hands=M1.M2,P1.P2", "hands=M1.M2,P1", "hands: expected 2 blocks for seat 1, found 1"),
        ("hands=M1.M2,P1.P2", "hands=M1.M2,P1.M1", "hands: M1 is in hands already"),
        ("hands=M1.M2,P1.P2", "hands=M1.T1,P1.P2", "hands: T1 is in raised already"),
        ("hands=M1.M2,P1.P2", "hands=M1.M99,P1.P2", "hands: expected a block such as T14"),
        ("hands=M1.M2,P1.P2", "hands=-,-", "hands: expected blocks in hand"),
        ("trick=-", "trick=M7.M8", "trick: cannot hold 2 blocks now"),
        ("last=-", "last=0:M7", "last: expected 2 blocks"),
        ("kept=T3.D2,M5", "kept=M3.D2,M5", "kept: side 0 does not keep M3"),
        ("returned=-", "returned=D2", "returned: D2 is in kept already"),
        ("voids=-,-", "voids=M,-", "voids: seat 0 holds M1 after all"),
        ("voids=-,-", "voids=Q,-", "voids: expected letters of MPHTD"),
        (" turned=-", " turned=0:T1", "turned: T1 cannot have been in the Reserve"),
        (" turned=-", " turned=0:D9,1:D9", "turned: D9 cannot have been in the Reserve"),
        (" turned=-", " turned=0:M1", "hands: M1 is in turned already"),
        ("raised=1:0:T:T1.T2.D1", "raised=1:0:T", "raised: expected round:side:lot:blocks"),
        ("raised=1:0:T:T1.T2.D1", "raised=1:0:T:P7", "raised: P7 cannot stand on lot T"),
        ("raised=1:0:T:T1.T2.D1", "raised=1:0:T:-", "raised: expected at least one block"),
        ("raised=1:0:T:T1.T2.D1", "raised=1:0:T:D1.D4.D7", "more than 2 decorations of a kind"),
        ("raised=1:0:T:T1.T2.D1", "raised=1:0:T:T1 more=1", "more: unknown field"),
        (" trick=-", "", "trick: is missing"),
        ("seats=2", "seats=5", "for 2, 3, 4 seats, not 5"),
        ("cites-nouvelles/2", "cites-nouvelles/9", "rules version 9"),
    ],
)  # fmt: skip
def test_a_text_that_does_not_fit_is_refused_by_field(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(TextError, match=message):
        parvis.read_position(GOOD.replace(old, new, 1))


def test_choosing_decorations_is_read_only_where_there_is_a_choice() -> None:
    with pytest.raises(TextError, match="no decorations to choose"):
        table(2, phase="decorate", offers="T0,M1", kept="T1,-", choose_decorations=True)
    with pytest.raises(TextError, match="no decorations to choose"):
        table(2, phase="decorate", offers="T0,M1", kept="D1.D4.D7,-")


def test_only_a_partner_can_be_asked_to_answer() -> None:
    with pytest.raises(TextError, match="only a partner can answer"):
        table(2, phase="answer", hands="M1,M2")


def test_a_game_with_a_finished_lot_cannot_go_on() -> None:
    blocks = ".".join([f"T{n}" for n in range(1, 11)] + [f"D{n}" for n in range(1, 7)])
    with pytest.raises(TextError, match="a lot is finished"):
        table(2, hands="M1,M2", offers="T0,M1", raised=f"1:0:T:{blocks}", number=2)
    with pytest.raises(TextError, match="cannot be over yet"):
        table(2, phase="over", offers="T0,M1")


@given(
    st.sampled_from(TEXTS[::7]),
    st.integers(0, 30),
    st.sampled_from(TEXTS[::11]) | st.text("MPHTD0123456789.,:-=!? ", max_size=12),
)
def test_a_damaged_text_is_refused_or_is_a_position_that_can_be_played(
    text: str, at: int, other: str
) -> None:
    """One word is replaced by the same word of another position, or by rubbish."""
    words = text.split()
    at %= len(words)
    others = other.split()
    words[at] = others[at] if at < len(others) else words[at].partition("=")[0] + "=" + other
    try:
        position = parvis.read_position(" ".join(words))
    except (TextError, parvis.UnknownGame):
        return
    assert parvis.read_position(position.text()).text() == position.text()
    for seat in (None, 0):
        position.view(seat)
        position.guess(seat, Rng(1)).playout(Rng(2))
    position.ledger()

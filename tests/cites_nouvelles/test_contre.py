"""CN-8: the contre."""

from __future__ import annotations

import pytest

from tests.cites_nouvelles.tables import settled_contre, spoken, table, viewed
from tests.playing import play, refused

ONE_EACH = {2: "M1,M2", 3: "M1,M2,M3", 4: "M1,M2,M3,M4"}
SPOILS = ("winner-builds", "winner-takes-all")


@pytest.mark.clause("CN-8.1", quiet=True)
def test_a_later_speaker_may_double_an_adversarys_offer() -> None:
    """CN-8.1: in a team also the partner, after "I build!"."""
    position = play(table(phase="offer", hands=ONE_EACH[4], contre=True), "!T")
    assert spoken(position) == ["!M", "!P", "!H", "!T", "!build"]
    play(position, "!build")
    assert spoken(position) == ["!M", "!P", "!H", "!T"]
    play(position, "!T")
    assert position.offers == [3, 3]
    assert position.turn() == 0


@pytest.mark.clause("CN-8.1")
def test_a_doubled_ensemble_is_closed_to_the_third_player() -> None:
    """CN-8.1."""
    position = play(table(3, phase="offer", hands=ONE_EACH[3], contre=True), "!T", "!T")
    assert spoken(position) == ["!M", "!P", "!H"]
    refusal = refused(position, "!T")
    assert refusal.clause == "CN-8.1"
    assert refusal.places == ("lot-T",)


@pytest.mark.clause("CN-8.1", quiet=True)
def test_the_third_player_may_double_either_earlier_offer() -> None:
    """CN-8.1."""
    position = play(table(3, phase="offer", hands=ONE_EACH[3], contre=True), "!T", "!M")
    assert spoken(position) == ["!M", "!P", "!H", "!T"]


@pytest.mark.clause("CN-8.1", quiet=True)
def test_without_the_option_nobody_doubles() -> None:
    """CN-8.1."""
    position = play(table(2, phase="offer", hands=ONE_EACH[2]), "!T")
    assert spoken(position) == ["!M", "!P", "!H"]


@pytest.mark.clause("CN-8.2")
def test_both_keep_the_doubled_ensemble_and_trumps() -> None:
    """CN-8.2."""
    position = table(2, hands="T9.T1.P1,T3.T2.P2", offers="T0,T1", contre=True)
    play(position, "T9", "T3", "T1", "T2")
    assert len(position.kept_by(0)) == 2
    assert len(position.kept_by(1)) == 2


# What the two kept, and who wins.
COUNTS = [
    ("T1.T2.T3.T4.T5.D1.D2", "T6.T7.T8.T9.T10.T11", 0),  # 7 blocks against 6
    ("T6.T7.T8.T9", "T5.T10.D1.D15", 1),  # 4 blocks: 30 against 31
    ("T5.T10.D1.D14", "T6.T7.T8.T9", 0),  # 30 against 30: the first to offer
    ("D1.D4.D7.D10", "T13.T14.T15", 0),  # surplus decorations count
    (  # one block more is worth more than any numbers: 13 blocks of 49, 12 of 150
        "T10.T11.T12.T13.T14.T15.D10.D11.D12.D13.D14.D15",
        "T1.T2.T3.T4.T5.T6.T7.D1.D2.D3.D4.D5.D6",
        1,
    ),
    ("-", "-", 0),
]


@pytest.mark.parametrize(("first", "second", "winner"), COUNTS)
@pytest.mark.parametrize("spoils", SPOILS)
@pytest.mark.clause("CN-8.3", quiet=True)
def test_the_larger_count_then_the_larger_sum_then_the_first_to_offer_wins(
    first: str, second: str, winner: int, spoils: str
) -> None:
    """CN-8.3, worked example 9."""
    position = table(
        2, hands="P1,P2", offers="T0,T1", kept=f"{first},{second}", contre=True,
        contre_spoils=spoils,
    )  # fmt: skip
    play(position, "P1", "P2")
    nothing = first == second == "-"
    assert [raising.side for raising in position.raised] == ([] if nothing else [winner])


@pytest.mark.parametrize(("speaker", "winner"), [(0, 0), (1, 1)])
@pytest.mark.clause("CN-8.3", quiet=True)
def test_first_to_offer_means_first_to_speak(speaker: int, winner: int) -> None:
    """CN-8.3."""
    position = table(2, hands="P1,P2", offers="T0,T1", speaker=speaker, kept="T5,D5", contre=True)
    play(position, "P1", "P2")
    assert [raising.side for raising in position.raised] == [winner]


@pytest.mark.clause("CN-8.4")
def test_the_winner_builds_its_own_and_the_losers_blocks_go_back() -> None:
    """CN-8.4."""
    position = table(2, hands="P1,P2", offers="T0,T1", kept="T1.T2,T9", contre=True)
    play(position, "P1", "P2")
    assert position.scores() == [20, 0]
    assert 15 * 3 + 8 in position.unbuilt()


@pytest.mark.clause("CN-8.4")
def test_the_winner_may_take_all() -> None:
    """CN-8.4 with the option: rooms and awards for the united takings."""
    towers = ".".join(f"T{n}" for n in range(1, 10))
    position = table(
        2, hands="P1,P2", offers="T0,T1", kept=f"{towers}.D1.D2.D3,T10.D4.D5.D6.D7", contre=True,
        contre_spoils="winner-takes-all",
    )  # fmt: skip
    play(position, "P1", "P2")
    assert position.scores() == [300, 0]
    assert position.unbuilt()[-1] == 74
    assert 60 + 6 in position.unbuilt()  # a third lawn finds no room


@pytest.mark.clause("CN-8.4")
def test_the_winner_who_takes_all_chooses_among_all() -> None:
    """CN-8.4 with both options."""
    position = table(
        2, hands="P1,P2", offers="T0,T1", kept="T1.D1.D4,D7", contre=True,
        contre_spoils="winner-takes-all", choose_decorations=True,
    )  # fmt: skip
    play(position, "P1", "P2")
    assert position.turn() == 0
    assert spoken(position) == ["=D1+D4", "=D1+D7", "=D4+D7"]


@pytest.mark.clause("CN-8.4")
def test_a_third_side_builds_its_own_lot_beside_a_contre() -> None:
    """CN-8.4 and CN-5.4: each lot has one builder."""
    position = table(3, hands="P1,P2,P3", offers="T0,M1,T2", kept="T1,M1.M2,T2.T3", contre=True)
    play(position, "P1", "P2", "P3")
    assert position.scores() == [0, 20, 20]


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.clause("CN-8.3", quiet=True)
def test_the_story_tells_the_contre_with_its_counts(seat: int | None) -> None:
    """CN-8.3."""
    position = table(2, hands="P1,P2", offers="T0,T1", kept="T1.T2,T9", contre=True)
    play(position, "P1")
    told = {sentence.key: sentence.params for sentence in position.story(position.read("P2"), seat)}
    assert told["cn.story.contre"] == {
        "winner": "@0", "loser": "@1", "lot": "#cn.towers", "more": 2, "fewer": 1,
    }  # fmt: skip
    assert told["cn.story.raise"] == {"who": "@0", "lot": "#cn.towers", "n": 2, "points": 20}


@pytest.mark.parametrize(
    ("kept", "key", "facts"),
    [
        ("T1.T9,T2.D9", "cn.story.contre.sum", {"n": 2, "more": 11, "fewer": 10}),
        ("T5.T6,T1.D10", "cn.story.contre.first", {}),
        ("-,-", "cn.story.contre.first", {}),
    ],
)
@pytest.mark.clause("CN-8.3", quiet=True)
def test_the_story_tells_what_broke_a_tie(kept: str, key: str, facts: dict[str, int]) -> None:
    """CN-8.3: the sum of the numbers, or else who offered first."""
    position = table(2, hands="P1,P2", offers="T0,T1", kept=kept, contre=True)
    play(position, "P1")
    told = {sentence.key: sentence.params for sentence in position.story(position.read("P2"), None)}
    winner, loser = ("@1", "@0") if facts else ("@0", "@1")
    assert told[key] == {"winner": winner, "loser": loser, "lot": "#cn.towers", **facts}


@pytest.mark.clause("CN-8.4")
def test_what_the_loser_kept_is_seen_to_go_back_while_the_winner_chooses() -> None:
    """CN-8.4, CN-4.6."""
    position = settled_contre()
    assert viewed(position)["returned"] == ["P1", "P2", "T9", "D2"]
    assert viewed(position)["kept"] == [["T1", "D1", "D4", "D7"], []]


@pytest.mark.clause("CN-8.3", quiet=True)
@pytest.mark.parametrize("speaker", [0, 1, 2])
@pytest.mark.parametrize("alone", [0, 1, 2])
def test_at_three_the_first_of_two_equal_sides_to_offer_wins(speaker: int, alone: int) -> None:
    """CN-8.3: the one who neither doubles nor is doubled is passed over."""
    offers = ",".join(f"{'M' if side == alone else 'T'}{side}" for side in range(3))
    kept = ",".join("-" if side == alone else f"T{side + 1}.T{15 - side}" for side in range(3))
    position = table(3, offers=offers, kept=kept, speaker=speaker, contre=True, hands="P1,P2,P3")
    play(position, "P1", "P2", "P3")
    winner = (speaker + 1) % 3 if speaker == alone else speaker
    assert [raised["side"] for raised in viewed(position)["raised"]] == [winner]


@pytest.mark.clause("CN-8.4")
@pytest.mark.parametrize(("kept", "side"), [("T1.D1,T2.T3.D2.D3", 1), ("T2.T3.D2.D3,T1.D1", 0)])
def test_whichever_side_wins_may_take_all(kept: str, side: int) -> None:
    position = table(
        2, hands="P1,P2", offers="T0,T1", kept=kept, contre=True,
        contre_spoils="winner-takes-all",
    )  # fmt: skip
    play(position, "P1", "P2")
    (raised,) = viewed(position)["raised"]
    assert raised["side"] == side
    assert raised["blocks"] == ["T1", "T2", "T3", "D1", "D2", "D3"]
    assert viewed(position)["kept"] == [[], []]


@pytest.mark.clause("CN-8.3", quiet=True)
def test_no_contre_is_told_before_the_last_trick() -> None:
    """CN-8.3: it is settled at the end of the round."""
    position = table(2, hands="P1.P3,P2.P4", offers="T0,T1", kept="T1.T2,T9", contre=True)
    play(position, "P1")
    told = [sentence.key for sentence in position.story(position.read("P2"), None)]
    assert told == ["cn.story.play", "cn.story.trick_empty"]

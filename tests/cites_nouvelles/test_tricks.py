"""CN-4: following, winning, keeping."""

from __future__ import annotations

from collections import Counter

import pytest

from parvis.engine.chance import Rng
from parvis.games.cites_nouvelles.components import BLOCK_OF
from parvis.games.cites_nouvelles.tricks import beats, best_of
from tests.cites_nouvelles.tables import spoken, table, viewed
from tests.playing import play, refused


def winner(*codes: str) -> str:
    return codes[best_of([BLOCK_OF[code] for code in codes])]


@pytest.mark.clause("CN-4.4")
def test_the_highest_block_of_the_led_ensemble_wins_when_nobody_cuts() -> None:
    """CN-4.4, worked example 1."""
    assert winner("T12", "T14", "M3", "T9") == "T14"


@pytest.mark.clause("CN-4.4")
def test_the_highest_trump_wins_when_trumps_cut_and_overcut() -> None:
    """CN-4.4, worked example 2."""
    assert winner("M15", "D4", "D8", "D3") == "D8"


@pytest.mark.clause("CN-4.4")
def test_a_fifteen_thrown_on_a_trump_cannot_win() -> None:
    """CN-4.4, worked example 3."""
    assert winner("D1", "T15", "M15", "H15") == "D1"


@pytest.mark.clause("CN-4.4")
def test_the_lowest_trump_beats_the_highest_construction() -> None:
    for construction in ("M15", "P15", "H15", "T15"):
        assert winner(construction, "D1") == "D1"
        assert winner("D1", construction) == "D1"
        assert beats(BLOCK_OF["D1"], BLOCK_OF[construction])
        assert not beats(BLOCK_OF[construction], BLOCK_OF["D1"])


@pytest.mark.clause("CN-4.4")
@pytest.mark.parametrize("led", ["M1", "P1", "H1"])
def test_a_fifteen_of_another_ensemble_does_not_win(led: str) -> None:
    for thrown in ("M15", "P15", "H15", "T15"):
        if thrown[0] != led[0]:
            assert winner(led, thrown) == led


@pytest.mark.clause("CN-4.4")
def test_a_higher_number_of_another_ensemble_does_not_win() -> None:
    """CN-4.4."""
    assert winner("M2", "P15", "H15", "T15") == "M2"


@pytest.mark.clause("CN-4.1", quiet=True)
def test_the_namer_of_the_first_offer_leads() -> None:
    """CN-4.1: after "I build!" that is the partner."""
    position = table(phase="offer", hands="M1,M2,M3,M4", speaker=1, turn=1)
    play(position, "!build", "!H", "!T")
    assert position.turn() == 3
    assert position.leader == 3


@pytest.mark.clause("CN-4.1", quiet=True)
def test_any_block_may_be_led() -> None:
    """CN-4.1."""
    position = table(hands="M1.P2.H3.T4.D5,M2.P3.H4.T5.D6,M3.P4.H5.T6.D7,M4.P5.H6.T7.D8",
                     offers="M0,P1")  # fmt: skip
    assert spoken(position) == ["M1", "P2", "H3", "T4", "D5"]


@pytest.mark.clause("CN-4.2")
def test_everyone_follows_the_led_ensemble_even_behind_the_partner() -> None:
    """CN-4.2."""
    position = table(
        hands="M1.M2.M4,P2.P3.P4,M3.T3.T9.T12,M15.T1.T2.T4", offers="M0,P1", trick="T14.T7"
    )
    assert spoken(position) == ["T3", "T9", "T12"]
    refusal = refused(position, "M3")
    assert refusal.clause == "CN-4.2"
    assert refusal.params == {"lot": "#cn.towers", "n": 3}
    assert refusal.places == ("block-T3", "block-T9", "block-T12")


@pytest.mark.clause("CN-4.2", quiet=True)
def test_without_the_led_ensemble_any_block_may_be_played() -> None:
    """CN-4.2: cut, overcut or throw; nobody has to cut or to beat."""
    position = table(
        hands="M1.M2.M5,P2.P4.P5,M3.H4.D1.D9,M15.T1.T2.T3", offers="M0,P1", trick="T14.D5"
    )
    assert position.turn() == 2
    assert spoken(position) == ["M3", "H4", "D1", "D9"]


@pytest.mark.clause("CN-4.3")
def test_trumps_follow_a_trump_whatever_their_kind() -> None:
    """CN-4.3."""
    position = table(hands="M1.M2,M3.D2.D6,M4.M5.M8,M6.M7.M9", offers="M0,P1", trick="D7")
    assert spoken(position) == ["D2", "D6"]
    refusal = refused(position, "M3")
    assert refusal.clause == "CN-4.3"
    assert refusal.params == {"n": 2}
    assert refusal.places == ("block-D2", "block-D6")


@pytest.mark.clause("CN-4.3", quiet=True)
def test_without_trumps_any_construction_is_thrown_on_a_trump() -> None:
    """CN-4.3."""
    position = table(hands="M1.M2,M3.P2.T6,M4.M5.M8,M6.M7.M9", offers="M0,P1", trick="D7")
    assert spoken(position) == ["M3", "P2", "T6"]


@pytest.mark.clause("CN-4.1")
def test_a_block_that_is_not_in_the_hand_cannot_be_played() -> None:
    """CN-4.1."""
    refusal = refused(table(hands="M1,M2,M3,M4", offers="M0,P1"), "D8")
    assert refusal.clause == "CN-4.1"
    assert refusal.params == {"what": "#cn.pool", "number": 8}
    assert refusal.places == ("block-D8",)


@pytest.mark.clause("CN-4.5")
def test_the_winner_keeps_its_offer_and_every_trump_and_the_rest_goes_back() -> None:
    """CN-4.5: what is kept is the side's, so the partner's tricks count too."""
    position = table(hands="T2.M1,T9.P1,D3.M2,H4.P3", offers="T0,P1")
    play(position, "T2", "T9", "D3", "H4")
    assert viewed(position)["kept"] == [["T2", "T9", "D3"], []]
    assert viewed(position)["returned"] == ["H4"]
    assert position.turn() == 2


@pytest.mark.clause("CN-4.1")
def test_a_block_that_was_played_is_no_longer_in_the_hand() -> None:
    position = play(table(2, hands="M1.M2,M3.M4", offers="T0,M1"), "M1", "M3")
    assert viewed(position, 0)["hand"] == ["M2"]
    assert position.turn() == 1
    play(position, "M4")
    assert spoken(position) == ["M2"]
    assert refused(position, "M1").key == "cn.no.hand"


@pytest.mark.clause("CN-4.5")
def test_the_winner_leads_the_next_trick_and_the_others_follow_clockwise() -> None:
    position = table(hands="T2.M1,T9.P1,T12.M2,T4.P3", offers="T0,P1")
    play(position, "T2", "T9", "T12", "T4")
    assert (position.turn(), viewed(position)["leader"]) == (2, 2)
    for seat, block, sizes in ((3, "M2", [1, 1, 0, 1]), (0, "P3", [1, 1, 0, 0])):
        play(position, block)
        assert position.turn() == seat
        assert viewed(position)["hand_sizes"] == sizes
    assert refused(position, "T2").key == "cn.no.hand"


@pytest.mark.clause("CN-4.2")
@pytest.mark.parametrize("letter", "MPHT")
def test_every_ensemble_that_is_led_must_be_followed(letter: str) -> None:
    other = "P" if letter == "M" else "M"
    position = table(2, hands=f"D1.D2,{letter}2.{other}9.D3", offers="T0,M1", trick=f"{letter}5")
    assert spoken(position) == [f"{letter}2"]
    for block in (f"{other}9", "D3"):
        assert refused(position, block).clause == "CN-4.2"


@pytest.mark.clause("CN-4.2", quiet=True)
def test_who_answers_first_shows_a_void_too() -> None:
    position = play(table(2, hands="T2.M1,H9.P1", offers="T0,M1"), "T2", "H9")
    assert viewed(position)["voids"] == ["", "T"]


@pytest.mark.clause("CN-4.5")
def test_a_side_sends_back_the_blocks_of_the_other_sides_offer() -> None:
    """CN-4.5."""
    position = table(hands="T2.M1,T9.P1,T3.M2,T4.P3", offers="T0,P1")
    play(position, "T2", "T9", "T3", "T4")
    assert position.kept_by(0) == position.kept_by(1) == []
    assert position.turn() == 1


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
@pytest.mark.clause("CN-4.6")
def test_what_was_kept_returned_and_shown_missing_is_known_to_all(seat: int | None) -> None:
    """CN-4.6."""
    position = table(hands="T2.M1,T9.P1,D3.M2,H4.P3", offers="T0,P1")
    view = viewed(play(position, "T2", "T9", "D3", "H4"), seat)
    assert view["kept"] == [["T2", "T9", "D3"], []]
    assert view["returned"] == ["H4"]
    assert view["voids"] == ["", "", "T", "T"]
    assert view["hand_sizes"] == [1, 1, 1, 1]


@pytest.mark.clause("CN-4.5")
def test_the_reserve_is_all_that_is_not_built_held_kept_or_in_the_trick() -> None:
    """CN-4.5: what goes back is in it at once."""
    position = table(hands="T2.M1,T9.P1,D3.M2,H4.P3", offers="T0,P1", raised="1:0:T:T1", number=2)
    assert position.reserve_size() == 66
    counts = [play(position, move).reserve_size() for move in ("T2", "T9", "D3", "H4")]
    assert counts == [66, 66, 66, 67]
    assert position.view(None)["reserve"] == 67


@pytest.mark.clause("CN-4.2", quiet=True)
def test_a_construction_thrown_on_a_construction_shows_no_lack_of_trumps() -> None:
    """CN-4.2: cutting is never forced."""
    position = play(table(hands="T2.M1,H9.P1,D3.M2,H4.P3", offers="T0,P1"), "T2", "H9")
    assert viewed(position)["voids"] == ["", "T", "", ""]


@pytest.mark.clause("CN-4.3", quiet=True)
def test_a_construction_thrown_on_a_trump_shows_a_lack_of_trumps() -> None:
    """CN-4.3: whoever has a trump must follow with it."""
    position = play(table(hands="D2.M1,H9.P1,D3.M2,H4.P3", offers="T0,P1"), "D2", "H9", "D3")
    assert viewed(position)["voids"] == ["", "D", "", ""]


@pytest.mark.clause("CN-4.1", "CN-4.2", quiet=True)
def test_a_playout_may_play_every_legal_block_and_no_other() -> None:
    """CN-4.1 to CN-4.3, told to the fast loops."""
    leading = table(2, hands="M1.P3.P4.D9,M2.T2.T8.D1", offers="T0,M1")
    following = table(2, hands="M1.P3.P4,M2.M9.T8.D1", offers="T0,M1", trick="M5")
    free = table(2, hands="M1.P3.P4,P2.T2.T8.D1", offers="T0,M1", trick="M5")
    many = table(2, hands="P1.P2.P3.P4,M1.M2.M3.M4.M7", offers="T0,M1", trick="M5")
    for position in (leading, following, free, many):
        rng = Rng(1)
        assert position.candidates() == position.moves()
        drawn = Counter(int(position.random_move(rng)) for _ in range(400))
        assert sorted(drawn) == position.moves()
        assert min(drawn.values()) > 200 / len(drawn)


@pytest.mark.parametrize("move", ["!T", "!build", "=D1", "=D1+D4"])
@pytest.mark.clause("CN-4.1")
def test_in_a_trick_only_blocks_are_played(move: str) -> None:
    """CN-4.1."""
    refusal = refused(table(hands="M1,M2,M3,M4", offers="M0,P1"), move)
    assert (refusal.clause, refusal.key) == ("CN-4.1", "cn.no.lead-now")
    follower = table(hands="M5,M2.M8,M3.M6,M4.M7", offers="M0,P1", trick="M1")
    refusal = refused(follower, move)
    assert (refusal.clause, refusal.key) == ("CN-4.1", "cn.no.follow-now")

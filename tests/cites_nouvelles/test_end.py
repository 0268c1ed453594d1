"""CN-7: when the game is over, and who has won."""

from __future__ import annotations

import pytest

from parvis.games.cites_nouvelles.position import Cites
from tests.cites_nouvelles.tables import play, refused, table

FULL = {letter: ".".join(f"{letter}{n}" for n in range(1, 16)) for letter in "MPHT"}


def reason(position: Cites) -> object:
    return position.view(None)["end"]


def test_a_finished_lot_ends_the_game_and_the_best_score_wins() -> None:
    """CN-7.1: the award beats what side 1 had."""
    towers = ".".join(f"T{n}" for n in range(1, 11))
    position = table(2, hands="P1,P2", offers="T0,M1", raised=f"1:1:T:{towers}", number=2,
                     kept="D1.D2.D3.D4.D5.D6,-")  # fmt: skip
    play(position, "P1", "P2")
    assert reason(position) == "finished"
    assert position.turn() is None
    assert position.moves() == []
    assert position.winners() == [0]


@pytest.mark.parametrize("move", ["!T", "!build", "P1", "=D1", "=D1+D4"])
def test_after_the_end_every_move_is_refused(move: str) -> None:
    """CN-7.1."""
    position = table(2, phase="over", offers="T0,M1", number=2)
    assert refused(position, move).clause == "CN-7.1"


def test_two_rounds_in_a_row_without_a_block_built_end_the_game() -> None:
    """CN-7.3."""
    for number, last, over in ((1, 0, False), (2, 0, True), (5, 4, False), (6, 4, True)):
        raised = f"{last}:0:T:T1" if last else "-"
        position = table(2, hands="P1,P2", offers="T0,M1", raised=raised, number=number)
        play(position, "P1", "P2")
        assert position.over() == over, (number, last)
        assert not over or reason(position) == "idle"


def test_a_round_that_builds_anything_starts_the_count_again() -> None:
    """CN-7.3."""
    position = table(2, hands="T1,P2", offers="T0,M1", number=7, raised="5:1:M:M1")
    play(position, "T1", "P2")
    assert not position.over()


def test_when_every_block_is_built_nothing_is_left_that_a_lot_could_take() -> None:
    """CN-7.3: checked before the short Reserve."""
    raised = (
        f"1:0:M:{FULL['M']}.D1.D2.D3.D4,2:0:P:{FULL['P']}.D5.D6.D7,3:0:H:{FULL['H']}.D8.D9.D10,"
        f"4:0:T:{FULL['T']}.D11.D14.D15"
    )
    position = table(2, hands="D12,D13", offers="P0,T1", raised=raised, number=5)
    play(position, "D12", "D13")
    assert reason(position) == "nothing"
    assert position.unbuilt() == []


@pytest.mark.parametrize(
    ("seats", "hands", "offers", "over"),
    [(3, "D15,T13,T14", "M0,P1,H2", False), (4, "D15,T13,T14,T15", "M0,P1", True)],
)
def test_a_reserve_smaller_than_the_number_of_players_ends_the_game(
    seats: int, hands: str, offers: str, over: bool
) -> None:
    """CN-7.1 and CN-7.3: three blocks are left, enough for three players but not for four."""
    towers = ".".join(f"T{n}" for n in range(1, 13))
    raised = (
        f"1:0:M:{FULL['M']}.D1.D2.D3.D4,2:0:P:{FULL['P']}.D5.D6.D7,3:0:H:{FULL['H']}.D8.D9.D10,"
        f"4:0:T:{towers}.D11.D12.D13.D14"
    )
    position = table(seats, hands=hands, offers=offers, raised=raised, number=5)
    play(position, *hands.split(","))
    assert len(position.unbuilt()) == 3
    assert position.over() == over
    assert reason(position) == ("short" if over else "")


def test_equal_scores_share_the_victory() -> None:
    """CN-7.4: and with teams both partners win."""
    position = table(3, phase="over", offers="T0,M1,P2", number=3, raised="1:0:T:T1,1:2:P:P1")
    assert position.winners() == [0, 2]
    teams = table(4, phase="over", offers="T0,M1", number=3, raised="1:1:T:T1.T2,1:0:M:M1")
    assert teams.winners() == [1, 3]
    assert table(4, phase="over", offers="T0,M1", number=2).winners() == [0, 1, 2, 3]


def test_nobody_has_won_before_the_end() -> None:
    """CN-7.1."""
    assert table(2, hands="P1,P2", offers="T0,M1", raised="1:0:T:T1", number=2).winners() == []

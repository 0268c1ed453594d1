"""CN-7: when the game is over, and who has won."""

from __future__ import annotations

import pytest

from parvis.games.cites_nouvelles.position import Cites
from tests.cites_nouvelles.tables import begin, table
from tests.playing import play, refused

FULL = {letter: ".".join(f"{letter}{n}" for n in range(1, 16)) for letter in "MPHT"}


def reason(position: Cites) -> object:
    return position.view(None)["end"]


@pytest.mark.clause("CN-7.1", quiet=True)
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
@pytest.mark.clause("CN-7.1")
def test_after_the_end_every_move_is_refused(move: str) -> None:
    """CN-7.1."""
    position = table(2, phase="over", offers="T0,M1", number=5)
    assert refused(position, move).clause == "CN-7.1"


@pytest.mark.clause("CN-7.3")
@pytest.mark.parametrize("limit", [2, 5, 10])
@pytest.mark.parametrize("built", [0, 3])
def test_five_rounds_in_a_row_without_a_block_built_or_as_agreed_end_the_game(
    limit: int, built: int
) -> None:
    """CN-7.3: up to then the game goes on, and everybody sees the count."""
    raised = f"{built}:0:T:T1" if built else "-"
    for idle in range(limit):
        position = table(
            2, hands="P1,P2", offers="T0,M1", raised=raised, number=built + idle + 1,
            idle_rounds=limit,
        )  # fmt: skip
        assert position.view(None)["idle"] == idle
        play(position, "P1", "P2")
        assert position.view(None)["idle"] == idle + 1
        assert position.over() == (idle + 1 == limit)
        assert reason(position) == ("idle" if position.over() else "")


@pytest.mark.clause("CN-7.3")
def test_five_is_what_is_agreed_unless_something_else_is() -> None:
    """CN-7.3."""
    assert begin().view(0)["options"] == begin(idle_rounds=5).view(0)["options"]


@pytest.mark.clause("CN-7.3")
def test_positions_that_look_alike_end_alike() -> None:
    """CN-7.3: the lots are the same, but not the round in which they were built."""
    idle, busy = (
        table(2, hands="P1,P2", offers="T0,M1", raised=f"{built}:0:T:T1", number=6)
        for built in (1, 5)
    )
    assert idle.view(0) != busy.view(0)
    assert [play(position, "P1", "P2").over() for position in (idle, busy)] == [True, False]


@pytest.mark.clause("CN-7.3")
def test_a_round_that_builds_anything_starts_the_count_again() -> None:
    """CN-7.3."""
    position = table(2, hands="T1,P2", offers="T0,M1", number=7, raised="2:1:M:M1")
    assert position.view(0)["idle"] == 4
    play(position, "T1", "P2")
    assert not position.over()
    assert position.view(0)["idle"] == 0


@pytest.mark.clause("CN-7.1", quiet=True)
def test_when_every_block_is_built_the_reserve_is_too_short() -> None:
    """CN-7.1: with no lot finished, for want of decorations."""
    raised = (
        f"1:0:M:{FULL['M']}.D1.D2.D3.D4,2:0:P:{FULL['P']}.D5.D6.D7,3:0:H:{FULL['H']}.D8.D9.D10,"
        f"4:0:T:{FULL['T']}.D11.D14.D15"
    )
    position = table(2, hands="D12,D13", offers="P0,T1", raised=raised, number=5)
    play(position, "D12", "D13")
    assert reason(position) == "short"
    assert position.unbuilt() == []


@pytest.mark.parametrize(
    ("seats", "hands", "offers", "over"),
    [(3, "D15,T13,T14", "M0,P1,H2", False), (4, "D15,T13,T14,T15", "M0,P1", True)],
)
@pytest.mark.clause("CN-7.3")
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


@pytest.mark.clause("CN-7.4")
def test_equal_scores_share_the_victory() -> None:
    """CN-7.4: and with teams both partners win."""
    position = table(3, phase="over", offers="T0,M1,P2", number=6, raised="1:0:T:T1,1:2:P:P1")
    assert position.winners() == [0, 2]
    teams = table(4, phase="over", offers="T0,M1", number=6, raised="1:1:T:T1.T2,1:0:M:M1")
    assert teams.winners() == [1, 3]
    assert table(4, phase="over", offers="T0,M1", number=5).winners() == [0, 1, 2, 3]


@pytest.mark.clause("CN-7.1", quiet=True)
def test_nobody_has_won_before_the_end() -> None:
    """CN-7.1."""
    assert table(2, hands="P1,P2", offers="T0,M1", raised="1:0:T:T1", number=2).winners() == []

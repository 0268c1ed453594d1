"""The end of the game: NT-7."""

from __future__ import annotations

import pytest

import parvis
from parvis.games.neotopia import scoring
from tests.neotopia.tables import table
from tests.playing import play, refused


@pytest.mark.clause("NT-7.1")
def test_the_flag_in_the_second_players_turn_of_four_leaves_one_full_round() -> None:
    """Worked example 7."""
    position = table(hands="-/-/-/-", turn="1", stock="r/rgpb/rgpb/rgpb", tiles="-")
    play(position, "1r-Dd4")
    assert position.flag == 0
    turns = [1]
    while not position.over():
        move = next(
            name for name in ("deck", "no", "end") if position.read(name) in position.moves()
        )
        play(position, move)
        turn = position.turn()
        if turn is not None and turn != turns[-1]:
            turns.append(turn)
    assert turns == [1, 2, 3, 0, 1, 2, 3]
    assert refused(position, "deck").clause == "NT-7.1"
    assert position.moves() == []
    assert position.turn() is None


@pytest.mark.clause("NT-7.1", quiet=True)
def test_the_end_is_announced_before_it_comes() -> None:
    position = table(stock="r/rgpb/rgpb/rgpb", tiles="-")
    assert position.view(None)["end"] == "far"
    keys = [sentence.key for sentence in position.story(position.read("1r-Dd4"), 1)]
    assert "nt.story.flag" in keys
    play(position, "1r-Dd4")
    assert position.view(None)["end"] == "announced"
    play(position, "deck", "deck", "deck", "deck", "deck")
    assert position.view(None)["end"] == "last"


@pytest.mark.clause("NT-7.2")
def test_the_largest_group_of_ones_colour_counts_whoever_placed_it() -> None:
    position = table("Dd4=b Dd3=b Dc3=b Dd6=b De6=b Wd4=b")
    lines = [line for line in position.ledger() if line.clause == "NT-7.2" and line.side == 0]
    assert [line.points for line in lines] == [3, 1]
    assert lines[0].places == ("space-desert-c3", "space-desert-d3", "space-desert-d4")
    position = table("Dd4=b Dd5=r Dd6=b")
    lines = [line for line in position.ledger() if line.clause == "NT-7.2" and line.side == 0]
    assert [line.places for line in lines] == [("space-desert-d4",)], "the first of equal ones"


@pytest.mark.clause("NT-7.2", quiet=True)
def test_group_points_never_take_a_token() -> None:
    position = table("Dd4=b Dd3=b", stock="bbbb/rgpb/rgpb/rgpb")
    position.track[0] = 5
    play(position, "1b-Dd5", "1b-Dd6")
    assert scoring.region_points(position, 0, 0) == 9
    assert list(position.held[:4]) == [0, 0, 0, 0]


@pytest.mark.clause("NT-7.3")
def test_the_rulebooks_example_of_a_final_score() -> None:
    """Worked example 1: regions 18, 6, 15; groups 4, 5, 4; two bonuses: 80 points."""
    groups = "Dd4=b Dd3=b Dd2=b Dc2=b Wd4=b Wd3=b Wd2=b Wd5=b Wd6=b Fd4=b Fd3=b Fd2=b Fd5=b"
    position = table(groups, held="1,0,0,1,0,0,0,0")
    position.track[:3] = [18, 6, 15]
    assert [scoring.region_points(position, 0, region) for region in range(3)] == [22, 11, 19]
    assert position.scores()[0] == 80
    tripled = next(line for line in position.ledger() if line.clause == "NT-7.3")
    assert (tripled.points, tripled.places) == (22, ("region-water",))


@pytest.mark.clause("NT-7.3")
def test_equal_regions_are_tripled_once() -> None:
    position = table()
    position.track[:3] = [5, 5, 5]
    assert position.scores()[0] == 5 + 5 + 15
    assert sum(line.clause == "NT-7.3" and line.side == 0 for line in position.ledger()) == 1


@pytest.mark.clause("NT-7.4")
@pytest.mark.parametrize(
    ("mine", "theirs", "winners"),
    [
        ([4, 6, 12], [5, 6, 9], [1]),  # 30 each: the stronger weakest region
        ([4, 6, 12], [4, 8, 10], [1]),  # then the stronger second one
        ([4, 6, 12], [12, 4, 6], [0, 1]),  # all equal: shared
        ([4, 6, 12], [4, 6, 11], [0]),
    ],
)
def test_ties_go_to_the_stronger_weakest_region_then_second_then_best(
    mine: list[int], theirs: list[int], winners: list[int]
) -> None:
    position = table(phase="over")
    position.track = [*mine, *theirs]
    assert position.winners() == winners


@pytest.mark.clause("NT-7.4")
def test_with_equal_totals_the_best_region_can_only_follow_from_the_others() -> None:
    position = table(phase="over", held="1,0,0,0,0,0,0,0")
    position.track = [4, 6, 9, 4, 6, 12]
    assert position.scores() == [30, 30]
    assert position.winners() == [1], "a bonus made the totals equal: the stronger best region wins"


@pytest.mark.clause("NT-6.6", "NT-7.2", "NT-7.3")
def test_every_line_is_banked_at_the_end_and_only_projects_before() -> None:
    for phase, wanted in (("act", {"banked", "standing"}), ("over", {"banked"})):
        position = table(
            "Dd4=r Dd3=r Dd5=r Wd4=b Fd4=b Dc3=b",
            phase=phase,
            held="1,0,0,0,0,0,0,0",
            builds="0:Dd3:rr1:e0000",
        )
        status = {line.clause: line.status for line in position.ledger() if line.side == 0}
        assert set(status) == {"NT-4.5", "NT-6.6", "NT-7.2", "NT-7.3"}
        assert status["NT-4.5"] == "banked"
        assert set(status.values()) == wanted


def test_a_finished_game_has_winners_and_no_turn() -> None:
    position = parvis.start("neotopia", 3, 5)
    assert position.winners() == []
    position.playout(parvis.Rng(5))
    assert position.turn() is None
    assert position.winners()

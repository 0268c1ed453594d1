"""The fast code agrees with the slow and obvious one on random boards."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.bits import members
from parvis.games.neotopia import legality, scoring
from parvis.games.neotopia.position import Neotopia
from tests.neotopia import oracle
from tests.neotopia.oracle import Hex
from tests.neotopia.tables import PARTS, moves_by_all_ways, table

MIRROR = "option.mirror=true"


def board_of(position: Neotopia, region: int) -> dict[Hex, int]:
    layout = PARTS.layouts[PARTS.layout_of[region]]
    found: dict[Hex, int] = {}
    for colour in range(4):
        for spot in members(position.board[region * 4 + colour]):
            found[oracle.axial(layout.x[spot], layout.y[spot])] = colour
    return found


def random_board(rng: parvis.Rng, many: int, colours: int) -> dict[str, str]:
    """Spaces of the desert with random elements."""
    codes = [code for code in PARTS.space_code if code.startswith("D")]
    chosen: dict[str, str] = {}
    while len(chosen) < min(many, 20 * colours):
        colour = "rgpb"[rng.below(colours)]
        if list(chosen.values()).count(colour) < 20:
            chosen[codes[rng.below(len(codes))]] = colour
    return chosen


@pytest.mark.heavy
@pytest.mark.parametrize("mirror", [False, True])
def test_pattern_matching_agrees_with_the_oracle_on_random_boards(mirror: bool, long: bool) -> None:
    rng = parvis.Rng(11)
    layout = PARTS.layouts[0]
    found = 0
    for _ in range(400 if long else 25):
        elements = random_board(rng, 8 + rng.below(28), 2 + rng.below(3))
        text = " ".join(f"{code}={colour}" for code, colour in elements.items())
        position = table(text, options=MIRROR if mirror else "")
        board = board_of(position, 0)
        for code in elements:
            position.at = PARTS.space_of_code[code]
            fitting = int(legality.fitting(position))
            spot = PARTS.spot_of[position.at]
            placed = oracle.axial(layout.x[spot], layout.y[spot])
            for design in range(PARTS.designs):
                rows = PARTS.shapes[PARTS.shape[design]].rows
                main, second = PARTS.main[design], PARTS.second[design]
                slow = oracle.completes(board, rows, main, second, placed, mirror)
                fast = int(legality.way(position, design))
                assert bool(fast) == slow, (text, code, PARTS.codes[design])
                assert fitting >> design & 1 == slow, (text, code, PARTS.codes[design])
                found += slow
                if fast:
                    assert fast >> spot & 1
                    assert len(members(fast)) == PARTS.shapes[PARTS.shape[design]].size
    assert found > 300


def test_groups_agree_with_the_oracle_on_random_boards(long: bool) -> None:
    rng = parvis.Rng(13)
    for _ in range(2000 if long else 200):
        elements = random_board(rng, 1 + rng.below(36), 1 + rng.below(4))
        position = table(" ".join(f"{code}={colour}" for code, colour in elements.items()))
        board = board_of(position, 0)
        for seat in range(2):
            group = members(int(scoring.group_of(position, seat, 0)))
            assert len(group) == oracle.largest_group(board, (seat + 3) % 4)


@pytest.mark.heavy
def test_open_spaces_and_moves_agree_with_the_oracle_over_random_games(long: bool) -> None:
    for seed in range(20 if long else 3):
        position = parvis.start("neotopia", 2 + seed % 3, seed)
        assert isinstance(position, Neotopia)
        rng = parvis.Rng(seed)
        layout = PARTS.layouts[0]
        while not position.over():
            for region in range(3):
                spots = members(int(legality.room(position, region)))
                fast = {oracle.axial(layout.x[spot], layout.y[spot]) for spot in spots}
                assert fast == oracle.open_cells(board_of(position, region), layout.rows)
            moves = moves_by_all_ways(position)
            position.play(moves[rng.below(len(moves))])


def test_the_final_formula_agrees_with_an_obvious_one(long: bool) -> None:
    for seed in range(60 if long else 12):
        position = parvis.start("neotopia", 2 + seed % 3, seed)
        assert isinstance(position, Neotopia)
        position.playout(parvis.Rng(seed))
        for seat in range(position.seats):
            colour = (seat + 3) % 4
            regions = sorted(
                sum(
                    points
                    for who, space, points in builds(position)
                    if who == seat and PARTS.region_of[space] == region
                )
                + oracle.largest_group(board_of(position, region), colour)
                for region in range(3)
            )
            tokens = sum(position.held[seat * 4 : seat * 4 + 4])
            total = regions[2] + regions[1] + 3 * regions[0] + 3 * tokens
            assert position.scores()[seat] == total


def builds(position: Neotopia) -> list[tuple[int, int, int]]:
    """Seat, space and points of every project built."""
    return [(seat, space, points) for seat, space, _, points, _ in position.builds]

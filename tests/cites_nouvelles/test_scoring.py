"""CN-6: points, awards and the ledger."""

from __future__ import annotations

from itertools import pairwise

import pytest

from parvis.engine.chance import Rng
from parvis.engine.ledger import Line, totals
from parvis.games.cites_nouvelles.components import CODES
from parvis.games.cites_nouvelles.position import Cites
from parvis.games.cites_nouvelles.scoring import worth
from tests.cites_nouvelles.tables import begin, random_game, settled_contre, table
from tests.playing import play

# Before: constructions and decorations; after; inclusive and cumulative points.
WORKED = [
    ((0, 0), (10, 6), 300, 460),  # 4
    ((0, 0), (12, 6), 320, 480),
    ((0, 0), (15, 6), 350, 560),
    ((4, 2), (10, 6), 150, 250),  # 5
    ((6, 0), (10, 6), 150, 250),
    ((12, 3), (13, 6), 160, 190),  # 8
    ((15, 5), (15, 6), 250, 260),
    ((0, 1), (10, 6), 150, 300),  # decorations alone have begun it
    ((0, 2), (15, 6), 250, 440),
    ((1, 0), (15, 6), 250, 450),
]
# A lot's decorations in an order that never has three of a kind before six are there.
SIX = ["D1", "D2", "D3", "D4", "D5", "D6"]


@pytest.mark.parametrize(("before", "after", "inclusive", "cumulative"), WORKED)
@pytest.mark.clause("CN-6.4", quiet=True)
def test_the_worked_examples(
    before: tuple[int, int], after: tuple[int, int], inclusive: int, cumulative: int
) -> None:
    """CN-6.2 to CN-6.4, worked examples 4, 5 and 8."""
    assert worth(*before, *after, False) == inclusive
    assert worth(*before, *after, True) == cumulative


def built(before: tuple[int, int], after: tuple[int, int], award: str) -> Cites:
    """Side 0 builds from one state of the lot of Tours to another."""
    towers = [f"T{n}" for n in range(1, 16)]
    standing = ".".join(towers[: before[0]] + SIX[: before[1]])
    kept = ".".join(towers[before[0] : after[0]] + SIX[before[1] : after[1]])
    raised = f"1:1:T:{standing}" if standing else "-"
    position = table(
        2, hands="P1,P2", offers="T0,M1", kept=f"{kept},-", raised=raised,
        number=2 if standing else 1, award=award,
    )  # fmt: skip
    return play(position, "P1", "P2")


def won(position: Cites) -> list[tuple[int, str]]:
    """Points and clauses of side 0."""
    return [(line.points, line.clause) for line in position.ledger() if line.side == 0]


@pytest.mark.parametrize(("before", "after", "inclusive", "cumulative"), WORKED)
@pytest.mark.clause("CN-6.5")
def test_the_worked_examples_played(
    before: tuple[int, int], after: tuple[int, int], inclusive: int, cumulative: int
) -> None:
    """CN-6.5: the side that finishes is paid, and what side 1 has marked before stays."""
    for award, points in (("inclusive", inclusive), ("cumulative", cumulative)):
        position = built(before, after, award)
        assert position.over()
        assert position.scores() == [points, 10 * sum(before)]


@pytest.mark.clause("CN-6.1")
def test_each_block_placed_brings_ten() -> None:
    """CN-6.1."""
    position = built((0, 0), (4, 3), "inclusive")
    assert won(position) == [(70, "CN-6.1")]
    line = position.ledger()[0]
    assert line.params == {"lot": "#cn.towers", "round": 1, "n": 7}
    assert line.places == ("lot-T", *[f"block-{code}" for code in
                           ["T1", "T2", "T3", "T4", "D1", "D2", "D3"]])  # fmt: skip


@pytest.mark.clause("CN-6.2")
def test_a_finished_lot_brings_its_award_and_ten_for_each_construction_beyond_the_tenth() -> None:
    """CN-6.2."""
    assert won(built((0, 0), (10, 6), "inclusive")) == [(300, "CN-6.2")]
    assert won(built((8, 2), (10, 6), "inclusive")) == [(150, "CN-6.2")]
    position = built((0, 0), (12, 6), "inclusive")
    assert won(position) == [(300, "CN-6.2"), (20, "CN-6.2")]
    assert position.ledger()[1].places == ("lot-T", "block-T11", "block-T12")


@pytest.mark.clause("CN-6.3")
def test_a_full_lot_brings_more() -> None:
    """CN-6.3."""
    assert won(built((0, 0), (15, 6), "inclusive")) == [(350, "CN-6.3")]
    assert won(built((14, 5), (15, 6), "inclusive")) == [(250, "CN-6.3")]


@pytest.mark.clause("CN-6.4", quiet=True)
def test_a_lot_that_only_decorations_had_begun_took_several_rounds() -> None:
    """CN-6.4."""
    for before, key in (((0, 1), "several"), ((1, 0), "several"), ((0, 0), "once")):
        line = next(line for line in built(before, (10, 6), "inclusive").ledger() if not line.side)
        assert line.key == f"cn.ledger.award.{key}"


@pytest.mark.clause("CN-6.2")
@pytest.mark.parametrize(("before", "key"), [((3, 3), "several"), ((0, 0), "once")])
def test_the_ledger_says_whether_a_lot_took_one_round_or_several(
    before: tuple[int, int], key: str
) -> None:
    """CN-6.2: as many constructions as decorations had stood there."""
    position = built(before, (11, 6), "inclusive")
    lines = [line for line in position.ledger() if line.side == 0]
    assert [line.key for line in lines] == [f"cn.ledger.award.{key}", "cn.ledger.beyond"]
    assert [line.points for line in lines] == [150 if key == "several" else 300, 10]


@pytest.mark.clause("CN-6.1")
def test_blocks_of_an_unfinished_lot_are_plain_blocks_with_either_award() -> None:
    for award in ("inclusive", "cumulative"):
        line = built((0, 0), (3, 2), award).ledger()[0]
        assert (line.points, line.clause, line.key) == (50, "CN-6.1", "cn.ledger.blocks")


@pytest.mark.clause("CN-6.4")
def test_a_cumulative_award_is_paid_on_top_of_the_blocks() -> None:
    """CN-6.4."""
    position = built((12, 3), (13, 6), "cumulative")
    assert won(position) == [(150, "CN-6.2"), (40, "CN-6.4")]
    assert won(built((15, 5), (15, 6), "cumulative")) == [(250, "CN-6.3"), (10, "CN-6.4")]


@pytest.mark.clause("CN-6.4", quiet=True)
def test_nine_constructions_or_five_decorations_do_not_finish_a_lot() -> None:
    """CN-6.4."""
    assert won(built((0, 0), (9, 6), "inclusive")) == [(150, "CN-6.1")]
    assert won(built((0, 0), (15, 5), "inclusive")) == [(200, "CN-6.1")]
    assert not built((0, 0), (15, 5), "cumulative").over()


@pytest.mark.clause("CN-6.5")
def test_two_lots_finished_in_one_round_are_both_paid() -> None:
    """CN-6.5."""
    standing = [f"{letter}{n}" for letter in "TM" for n in range(1, 11)]
    position = table(
        2, hands="P1,P2", offers="T0,M1", number=2,
        raised=f"1:1:T:{'.'.join(standing[:10])},1:0:M:{'.'.join(standing[10:])}",
        kept="D1.D2.D3.D4.D5.D6,D7.D8.D9.D10.D11.D12",
    )  # fmt: skip
    play(position, "P1", "P2")
    assert position.scores() == [100 + 150, 100 + 150]
    assert position.winners() == [0, 1]


@pytest.mark.clause("CN-6.4", quiet=True)
def test_the_award_is_never_less_than_ten_for_each_block() -> None:
    """So what is kept now is a lower bound of what it will bring."""
    for c0 in range(16):
        for d0 in range(7):
            for c1 in range(c0, 16):
                for d1 in range(d0, 7):
                    if not (c0 >= 10 and d0 == 6):
                        for cumulative in (False, True):
                            points = worth(c0, d0, c1, d1, cumulative)
                            assert points >= 10 * (c1 - c0 + d1 - d0)


def open_lines(position: Cites) -> list[Line]:
    return [line for line in position.ledger() if line.status == "open"]


@pytest.mark.clause("CN-5.1")
def test_what_is_kept_is_an_open_line_with_its_bounds() -> None:
    """CN-5.1: at least the three blocks kept now; at most those and the six still to be played."""
    position = table(
        2, hands="P1.T5.D7,P2.T6.D8", offers="T0,M1", kept="T1.T2.D1,M3", raised="1:1:T:D2",
        number=2,
    )  # fmt: skip
    own, other = open_lines(position)
    assert (own.side, own.clause, own.points, own.low, own.high) == (0, "CN-5.1", 0, 30, 90)
    assert own.places == ("lot-T", "block-T1", "block-T2", "block-D1")
    assert (other.low, other.high) == (10, 70)


@pytest.mark.clause("CN-5.1")
def test_the_upper_bound_counts_the_trick_and_what_nobody_has_seen() -> None:
    """CN-5.1: T5 lies in the trick; one block is still in a hand, so two are to come."""
    position = table(2, hands="-,P2", offers="T0,M1", kept="T1.D2,M3", trick="T5")
    own, other = open_lines(position)
    assert (own.low, own.high, own.params["n"]) == (20, 40, 2)
    assert (other.low, other.high, other.params["n"]) == (10, 30, 1)


@pytest.mark.clause("CN-5.1")
def test_the_upper_bound_counts_nothing_that_has_gone_back() -> None:
    """CN-5.1: only the tower of the trick can still be won, or nothing at all."""
    gone = ".".join([f"T{n}" for n in range(6, 16)] + [f"D{n}" for n in range(1, 16)])
    for trick, high in (("T5", 10), ("P5", 0)):
        position = table(
            2, hands="-,P2", offers="T0,M1", trick=trick, number=2, raised="1:0:T:T1.T2.T3.T4",
            returned=gone if trick == "T5" else f"T5.{gone}",
        )  # fmt: skip
        assert open_lines(position)[0].high == high


@pytest.mark.clause("CN-5.1")
@pytest.mark.parametrize(("kept", "bounds"), [("-,-", (0, 10)), ("D6,-", (10, 10))])
def test_the_upper_bound_counts_no_decorations_without_room(
    kept: str, bounds: tuple[int, int]
) -> None:
    """CN-5.1: one tree finds room, no tower is left, and two blocks are to come."""
    position = table(
        2, hands="P1,P2", offers="T0,M1", kept=kept, number=2, raised="1:0:T:D1.D4.D2.D5.D3",
        returned=".".join(f"T{n}" for n in range(1, 16)),
    )  # fmt: skip
    own = open_lines(position)[0]
    assert (own.low, own.high) == bounds


@pytest.mark.clause("CN-5.1")
def test_the_upper_bound_takes_decorations_where_they_finish_the_lot() -> None:
    """CN-5.1: ten constructions and five decorations stand; one decoration finishes the lot."""
    standing = ".".join([f"T{n}" for n in range(1, 11)] + ["D1", "D2", "D3", "D4", "D5"])
    position = table(2, hands="P1.P3,P2.P4", offers="T0,M1", raised=f"1:0:T:{standing}", number=2)
    own, other = open_lines(position)
    assert (own.low, own.high) == (0, 150 + 30)
    assert (other.low, other.high) == (0, 40)
    full = table(
        2, hands="P1,P2", offers="T0,P1", raised=f"1:0:T:{standing}", number=2, kept="T11.D6,P9"
    )
    own, other = open_lines(full)
    assert (own.low, own.high) == (160, 180)
    assert (other.low, other.high) == (10, 30)


@pytest.mark.clause("CN-8.3")
@pytest.mark.parametrize(
    ("spoils", "highs"), [("winner-builds", [50, 60]), ("winner-takes-all", [90, 90])]
)
def test_what_is_at_stake_in_a_contre_is_bounded_by_what_the_winner_builds(
    spoils: str, highs: list[int]
) -> None:
    """CN-8.3: three and four are kept, and two blocks are to come."""
    position = table(
        2, hands="P1,P2", offers="T0,T1", kept="T1.T2.D1,T3.D2.D5.D3", contre=True,
        contre_spoils=spoils,
    )  # fmt: skip
    lines = open_lines(position)
    for line in lines:
        assert (line.clause, line.key, line.low) == ("CN-8.3", "cn.ledger.kept.contre", 0)
    assert [line.high for line in lines] == highs
    assert [line.params["n"] for line in lines] == [3, 4]


@pytest.mark.clause("CN-8.3")
def test_in_a_contre_an_open_line_may_come_to_nothing() -> None:
    """CN-8.3."""
    position = table(
        2, hands="P1.T5,P2.T6", offers="T0,T1", kept="T1.T2.D1,T3", contre=True,
        contre_spoils="winner-takes-all",
    )  # fmt: skip
    own = open_lines(position)[0]
    assert (own.clause, own.low, own.high) == ("CN-8.3", 0, 80)


@pytest.mark.parametrize("spoils", ["winner-builds", "winner-takes-all"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bounds_of_open_lines_hold_and_the_ledger_sums_to_the_scores(
    seats: int, spoils: str
) -> None:
    checked = 0
    for seed in range(4):
        first = begin(seats, seed, contre=True, contre_spoils=spoils, choose_decorations=True)
        game = random_game(first, Rng(seed))
        end_of_round = {int(game[-1].number): game[-1]}
        for before, after in pairwise(game):
            if after.number > before.number:
                end_of_round[int(before.number)] = after
        for position in game:
            lines = position.ledger()
            assert totals(lines, len(position.offers)) == position.scores()
            for line in open_lines(position):
                scores = end_of_round[int(position.number)].scores()
                gained = scores[line.side] - position.scores()[line.side]
                assert line.low <= gained <= line.high
                checked += 1
    assert checked > 100


@pytest.mark.clause("CN-5.1")
def test_a_settled_contre_leaves_nothing_open_while_decorations_are_chosen() -> None:
    """CN-8.4, CN-5.3: how many are placed is known, only which is not."""
    position = settled_contre()
    bounds = [(line.side, line.low, line.high) for line in position.ledger()]
    assert bounds == [(0, 30, 30), (1, 0, 0)]


def test_every_built_block_stands_in_exactly_one_line_of_blocks() -> None:
    for seed in range(6):
        end = random_game(begin(3, seed, award="cumulative"), Rng(seed))[-1]
        cited = [
            place
            for line in end.ledger()
            if line.key == "cn.ledger.blocks"
            for place in line.places
            if place.startswith("block-")
        ]
        standing = set(range(75)) - set(end.unbuilt())
        assert sorted(cited) == sorted(f"block-{CODES[block]}" for block in standing)

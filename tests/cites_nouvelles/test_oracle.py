"""Fast rules and plain rules agree, move by move, over many games."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from parvis.engine.chance import Rng
from parvis.games.cites_nouvelles.position import Cites
from tests.cites_nouvelles.oracle import Block, Oracle
from tests.cites_nouvelles.tables import Options, begin, spoken, viewed

OPTIONS: list[Options] = [
    dict(
        zip(
            ("contre", "contre_spoils", "choose_decorations", "award", "idle_rounds"),
            (*row, 2 + 3 * (n % 2)),
            strict=True,
        )
    )
    for n, row in enumerate(
        product(
            (False, True),
            ("winner-builds", "winner-takes-all"),
            (False, True),
            ("inclusive", "cumulative"),
        )
    )
]


def pairs(codes: list[str]) -> set[Block]:
    return {(code[0], int(code[1:])) for code in codes}


def deal(oracle: Oracle, position: Cites) -> None:
    hands = [pairs(viewed(position, seat)["hand"]) for seat in range(position.seats)]
    share = min({2: 15, 3: 12, 4: 10}[position.seats], len(oracle.unbuilt()) // position.seats)
    assert [len(hand) for hand in hands] == [share] * position.seats
    assert set().union(*hands) <= oracle.unbuilt()
    oracle.deal(hands, int(position.speaker))


def compare(seats: int, options: Options, seed: int) -> str:
    rng = Rng(seed)
    position = begin(seats, seed, **options)
    oracle = Oracle(seats, options)
    deal(oracle, position)
    while not oracle.end:
        assert position.turn() == oracle.turn
        assert set(spoken(position)) == oracle.legal()
        assert position.scores() == oracle.scores
        view = viewed(position)
        assert [pairs(kept) for kept in view["kept"]] == oracle.kept
        assert view["idle"] == oracle.idle
        number = position.number
        moves = position.moves()
        move = moves[rng.below(len(moves))]
        oracle.play(position.say(move))
        position.play(move)
        lots = viewed(position)["lots"]
        assert {lot: pairs(codes) for lot, codes in lots.items()} == oracle.lots
        if position.number > number:
            deal(oracle, position)
    assert position.over()
    assert position.view(None)["end"] == oracle.end
    assert position.scores() == oracle.scores
    return oracle.end


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("CN-1.4")
def test_fast_and_plain_rules_agree_in_random_games(seats: int) -> None:
    for n, options in enumerate(OPTIONS):
        compare(seats, options, 100 * seats + n)


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_fast_and_plain_rules_agree_in_a_thousand_games(seats: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(1000):
        ends[compare(seats, OPTIONS[seed % len(OPTIONS)], 1000 + seed)] += 1
    assert {"finished", "idle", "short"} <= set(ends)

"""The bots of Bella Vista: in order, in time, with true reasons and a taste of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import parvis
from parvis.bots import Budget, characters_for, player_of, skills_of
from parvis.bots.skill import Skill
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.sentence import Sentence
from parvis.engine.words import Speech
from parvis.games.bella_vista import legality
from parvis.games.bella_vista.components import (
    A_ROW,
    BUILD,
    CONTRACT,
    CONTRACT_TEXT,
    OFFER,
    PAID,
)
from parvis.games.bella_vista.position import BellaVista
from parvis.lab.ladder import ladder

GAME = parvis.game_of("bella-vista")
SIGHT = player_of(GAME, "level:4")


def positions(seats: int, seed: int, every: int) -> Iterator[BellaVista]:
    """Some positions of a game that level 4 plays."""
    position = parvis.start(GAME.id, seats, seed)
    number = 0
    while not position.over():
        if number % every == 0 and len(position.moves()) > 1:
            assert isinstance(position, BellaVista)
            yield position
        position.play(SIGHT.choose(position, parvis.Rng(number)).move)
        number += 1


@pytest.mark.parametrize(("stronger", "weaker"), [("level:1", "random"), ("level:4", "level:1")])
def test_who_sees_more_wins(stronger: str, weaker: str) -> None:
    (rung,) = ladder(GAME.id, 2, [stronger, weaker], 4, seed="sight")
    assert rung.share > 0.5, rung.plain()
    assert rung.margin > 10, rung.plain()


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [("level:4", "greedy"), ("level:5", "level:4"), ("level:6", "level:5"), ("level:8", "greedy")],
)
def test_who_looks_farther_wins(stronger: str, weaker: str) -> None:
    (rung,) = ladder(GAME.id, 2, [stronger, weaker], 12, seed="ladder")
    assert rung.margin > 0, rung.plain()


def test_the_same_seed_gives_the_same_move() -> None:
    player = player_of(GAME, "level:5")
    for position in positions(2, 3, 25):
        seat = position.turn()
        chosen = player.choose(position, parvis.Rng(4)).move
        guess = position.guess(seat, parvis.Rng(9))
        assert player.choose(guess, parvis.Rng(4)).move == chosen, "whatever its seat cannot see"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_deadline_leaves_a_move_that_looks_good_at_sight(seats: int) -> None:
    master = player_of(GAME, "level:8")
    for position in positions(seats, 5, 40):
        thought = master.bot.choose(position, parvis.Rng(1), Budget(seconds=0.05))
        assert thought.move in position.moves()
        assert len(thought.considered) <= skill(8).breadth


def skill(level: int) -> Skill:
    skills = skills_of(GAME)
    assert skills is not None
    return skills.levels[level - 1]


def test_levels_see_more_and_more() -> None:
    skills = skills_of(GAME)
    assert skills is not None
    assert len(skills.levels) == 8
    assert len({str(level) for level in skills.levels}) == 8
    at_sight, searching = skills.levels[:4], skills.levels[4:]
    assert [level.worlds for level in at_sight] == [0] * 4
    tries = [level.worlds * level.breadth for level in searching]
    assert tries == sorted(tries)
    blind = [sum(value == 0 for value in level.weights.values()) for level in at_sight]
    assert blind == sorted(blind, reverse=True)
    for name, (low, high) in skills.spans.items():
        assert low <= skills.weights[name] <= high, name


def test_cities_that_the_architects_lay_are_no_trouble() -> None:
    position = parvis.start(GAME.id, 2, 1, options={"layout": "players"})
    for level in ("level:1", "level:8"):
        assert player_of(GAME, level).choose(position, parvis.Rng(2)).move in position.moves()


# Reasons.


@pytest.mark.parametrize("seats", [2, 3])
def test_reasons_are_true_and_said_in_every_language(seats: int) -> None:
    said: set[str] = set()
    for seed in range(2):
        for position in positions(seats, seed, 3):
            thought = SIGHT.choose(position, parvis.Rng(7))
            for reason in thought.reasons:
                said.add(reason.key)
                check(position, thought.move, reason)
                for language in LANGUAGES:
                    speech = Speech(language, [GAME.catalogue(language)])
                    assert speech.tell(reason.key, reason.params)
    assert {"bv.reason.earns", "bv.reason.card", "bv.reason.contract", "bv.reason.height"} <= said
    assert {"bv.reason.group", "bv.reason.fulfils", "bv.reason.cheapest"} <= said


def check(position: BellaVista, move: int, reason: Sentence) -> None:
    """A reason, against what the rules say of the move."""
    seat = position.turn()
    assert seat is not None
    ahead = position.foresee(move)
    assert isinstance(ahead, BellaVista)
    n = reason.params.get("n")
    went, came = change(position, ahead, seat)
    if reason.key == "bv.reason.earns":
        assert n == came.get("BV-4.6", 0) - went.get("BV-4.6", 0)
    elif reason.key == "bv.reason.height":
        clause = ("BV-6.1", "BV-6.2", "BV-6.3")[int(position.height)]
        assert n == came.get(clause, 0) - went.get(clause, 0)
    elif reason.key == "bv.reason.group":
        assert n == came.get("BV-6.4", 0) - went.get("BV-6.4", 0)
    elif reason.key == "bv.reason.fulfils":
        assert ahead.phase == CONTRACT
        taken = [kind for kind in ahead.display if f"contract-{text(kind)}" in reason.places]
        assert int(legality.takeable(ahead, seat)) >> taken[0] & 1
        assert n == position.components.contracts[taken[0]].coins
    elif reason.key == "bv.reason.contract":
        assert n == max(
            position.components.contracts[kind].coins
            for kind in position.display
            if kind >= 0 and int(legality.takeable(position, seat)) >> kind & 1
        )
    elif reason.key == "bv.reason.cheapest":
        paid = ahead.tally[seat * A_ROW + PAID] - position.tally[seat * A_ROW + PAID]
        assert n == paid
    elif reason.key == "bv.reason.card":
        assert position.phase == OFFER
        assert reason.params["number"] == position.kinds.offer.values(move)[1] + 1
    elif reason.key in ("bv.reason.blocks", "bv.reason.denies"):
        assert reason.params["who"] != f"@{seat}"
    elif reason.key == "bv.reason.nearer":
        assert position.phase == BUILD
    else:
        assert reason.key == "bv.reason.hurry"


def text(kind: int) -> str:
    return CONTRACT_TEXT[kind] if kind >= 0 else "?"


def change(
    before: BellaVista, after: BellaVista, seat: int
) -> tuple[dict[str, int], dict[str, int]]:
    """A seat's points by clause, before and after."""
    sums: list[dict[str, int]] = []
    for position in (before, after):
        found: dict[str, int] = {}
        for line in position.ledger():
            if line.side == seat:
                found[line.clause] = found.get(line.clause, 0) + line.points
        sums.append(found)
    return sums[0], sums[1]


# Characters.


def habits(who: str, games: int) -> dict[str, int]:
    """What a bot did against level 4, over the same deals from both seats."""
    found = dict.fromkeys(("groups", "contracts", "paid", "blocks"), 0)
    players = (player_of(GAME, who), SIGHT)
    for number in range(games):
        seat = number % 2
        position = parvis.start(GAME.id, 2, f"habits {number // 2}")
        rng = parvis.Rng(number)
        while not position.over():
            mine = position.turn() == seat
            thought = players[0 if mine else 1].choose(position, rng)
            if mine:
                found["blocks"] += "bv.reason.blocks" in [each.key for each in thought.reasons]
            position.play(thought.move)
        assert isinstance(position, BellaVista)
        lines = [line for line in position.ledger() if line.side == seat]
        found["groups"] += sum(line.points for line in lines if line.clause == "BV-6.4")
        found["contracts"] += sum(card % 4 == seat for card in position.taken)
        found["paid"] += position.tally[seat * A_ROW + PAID]
    return found


def test_the_builder_has_groups_where_others_have_contracts() -> None:
    fiora, usual = habits("fiora", 4), habits("level:4", 4)
    assert fiora["groups"] > 1.1 * usual["groups"]
    assert fiora["contracts"] < 0.9 * usual["contracts"]


def test_the_spoiler_takes_more_room_from_others() -> None:
    assert habits("lucrezia", 4)["blocks"] > 1.2 * habits("level:4", 4)["blocks"]


@pytest.mark.heavy
@pytest.mark.long
def test_the_miser_pays_less_for_the_order() -> None:
    assert habits("matteo", 8)["paid"] < 0.95 * habits("level:5", 8)["paid"]


def test_there_are_three_characters_of_different_styles() -> None:
    assert sorted(each.style for each in characters_for(GAME)) == ["builder", "miser", "spoiler"]

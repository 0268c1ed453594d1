"""The bots of Cités Nouvelles: levels in order, tastes one can feel, reasons that are true."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

import parvis
from parvis.bots import Budget, player_of, skills_of
from parvis.bots.cites_nouvelles_search import Prospects, Trying, ahead_by, solved
from parvis.engine.game import game_of
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import ANSWER, DEAL, OFFER, SUIT, TRICK, TRUMPS
from parvis.games.cites_nouvelles.position import Cites
from parvis.lab.ladder import ladder

GAME = game_of("cites-nouvelles")
SKILLS = skills_of(GAME)
assert SKILLS is not None
WEIGHTS = SKILLS.weights
SAME = ["!P", "!T", "P9", "P1", "P10", "D8", "T14", "T10", "T15"]


def started(seats: int, seed: object) -> Cites:
    position = parvis.start("cites-nouvelles", seats, str(seed))
    assert isinstance(position, Cites)
    return position


def late_positions(seats: int, left: int, count: int) -> Iterator[Cites]:
    """Positions with so many tricks left in a round, after random play."""
    rng = parvis.Rng(17)
    for seed in range(count):
        position = started(seats, f"late {seed}")
        while position.phase != TRICK or position.left > left:
            position.play(int(position.random_move(rng)))
        yield position


def test_the_weights_that_training_may_change_lie_within_their_spans() -> None:
    assert SKILLS is not None
    assert len(SKILLS.levels) == 8
    for key, (low, high) in SKILLS.spans.items():
        assert low <= WEIGHTS[key] <= high, key
    for skill in SKILLS.levels:
        assert skill.weights.keys() == WEIGHTS.keys()


@pytest.mark.parametrize(("stronger", "weaker"), [("level:1", "random"), ("level:4", "level:1")])
def test_a_level_beats_a_weaker_player(stronger: str, weaker: str) -> None:
    (rung,) = ladder("cites-nouvelles", 2, [stronger, weaker], 20, seed="weaker")
    assert rung.share > 0.5, rung.plain()
    assert rung.margin > 0


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_highest_level_beats_the_greedy_bot(seats: int) -> None:
    (rung,) = ladder("cites-nouvelles", seats, ["level:8", "greedy"], 24, seed="greedy")
    assert rung.share > rung.even, rung.plain()


def test_the_same_seed_gives_the_same_moves_compiled_or_not() -> None:
    position = started(2, "the same")
    player = player_of(GAME, "level:8 worlds=2 breadth=5 exact=0")
    played: list[str] = []
    for number in range(9):
        thought = player.choose(position, parvis.Rng(number))
        assert thought.considered == player.choose(position, parvis.Rng(number)).considered
        played.append(position.say(thought.move))
        position.play(thought.move)
    assert played == SAME


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_level_sees_no_more_than_its_seat(seats: int) -> None:
    position = started(seats, 8)
    player = player_of(GAME, "level:7 worlds=1 breadth=2 exact=1")
    rng = parvis.Rng(8)
    for number in range(8):
        seat = position.turn()
        assert seat is not None
        guess = position.guess(seat, parvis.Rng(number))
        move = player.choose(position, parvis.Rng(number)).move
        assert player.choose(guess, parvis.Rng(number)).move == move
        position.play(int(position.random_move(rng)))


def test_a_level_answers_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a hundredth of a second whenever it is looked at."""
    looks = itertools.count()
    position = started(2, "in time")
    bot = player_of(GAME, "level:8").bot
    with monkeypatch.context() as patched:
        patched.setattr(time, "perf_counter", lambda: next(looks) / 100)
        thought = bot.choose(position, parvis.Rng(1), Budget(seconds=0.3))
    assert thought.move in position.moves()
    assert 0 < thought.simulations <= 30
    assert thought.seconds < 0.4


def all_ways(sense: Prospects, position: Cites, side: int) -> tuple[float, float]:
    """What the last tricks bring a side, by walking every way."""
    if position.phase >= DEAL:
        return sense.share(position, side), ahead_by(position, side)
    ways = []
    for move in position.moves():
        ahead = position.twin(position.chance.copy())
        ahead.decide(move)
        ways.append(all_ways(sense, ahead, side))
    mine = position.side_of(int(position.seat)) == side
    return (max if mine else min)(ways, key=lambda way: way[0] + 0.0005 * way[1])


@pytest.mark.parametrize(("seats", "left"), [(2, 3), (3, 2), (4, 2)])
def test_the_last_tricks_are_reckoned_out_exactly(seats: int, left: int) -> None:
    sense = Prospects(WEIGHTS)
    for position in late_positions(seats, left, 6):
        for side in range(len(position.points)):
            share, lead = all_ways(sense, position, side)
            found = solved(sense, position.twin(position.chance.copy()), side, -99.0, 99.0)
            assert found[0] + 0.0005 * found[1] == pytest.approx(share + 0.0005 * lead)


def test_a_share_of_victory_grows_with_the_points_and_all_make_a_whole() -> None:
    sense = Prospects(WEIGHTS)
    for seats in (2, 3, 4):
        position = started(seats, "shares")
        position.phase = DEAL
        sides = range(len(position.points))
        for points in ([100, 40, 20], [0, 0, 0], [330, 30, 200]):
            position.points = points[: len(sides)]
            shares = [sense.share(position, side) for side in sides]
            assert sum(shares) == pytest.approx(1.0, abs=0.02)
            order = sorted(sides, key=lambda side: position.points[side])
            assert all(shares[a] <= shares[b] + 1e-9 for a, b in pairwise(order))


def test_who_speaks_first_is_ahead_where_a_lot_is_nearly_finished() -> None:
    sense = Prospects(WEIGHTS)
    shares = []
    for built in (9, 8, 7, 4, 0):  # of the ten that it needs; its decorations are complete
        position = started(2, "speaking")
        position.phase = DEAL
        position.lots[0] = (1 << built) - 1
        for kind in position.terms.kind_marks:
            first = kind & -kind
            rest = kind ^ first
            position.lots[1] |= first | (rest & -rest)
        speaker = (int(position.speaker) + 1) % 2
        shares.append(sense.share(position, speaker))
        assert shares[-1] + sense.share(position, 1 - speaker) == pytest.approx(1.0)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[1] > shares[2] > 0.5
    assert shares[3] == shares[4] == pytest.approx(0.5)


def test_of_guesses_those_count_more_in_which_the_offers_make_sense() -> None:
    position = started(4, "belief")
    while position.phase != TRICK:
        position.play(position.moves()[0])
    seat = position.turn()
    namers = [namer for namer in position.namers if namer != seat]
    held = []
    for belief in (0.0, 0.8):
        sense = Prospects({**WEIGHTS, "belief": belief})
        trying = Trying(sense, position, parvis.Rng(4), 1, 0.0, 0.0)
        total = 0
        for _ in range(60):
            world = trying.world()
            for namer in namers:
                lot = position.offers[position.side_of(namer)]
                total += sum(SUIT[block] == lot for block in world.hand(namer))
        held.append(total)
    assert held[1] > 1.15 * held[0]


def spent(bot: str) -> float:
    """How early a bot lets its decorations go: the part of the tricks that are left then."""
    player, other = player_of(GAME, bot), player_of(GAME, "level:5 grain=0")
    parts: list[float] = []
    for seed in range(5):
        position = started(2, f"characters {seed}")
        rng = parvis.Rng(seed)
        while not position.over():
            mine = position.turn() == 0
            move = (player if mine else other).choose(position, rng).move
            block = int(position.terms.moves.play.only(move)) if position.phase == TRICK else 0
            if mine and SUIT[block] == TRUMPS:
                parts.append(int(position.left) / int(position.terms.hand))
            position.play(move)
    return sum(parts) / len(parts)


def test_the_miser_saves_its_decorations_and_the_builder_spends_them() -> None:
    usual, miser = spent("level:5 grain=0"), spent("simone worlds=0 grain=0")
    builder = spent("marcel worlds=0 grain=0")
    assert miser < usual - 0.04
    assert builder > usual + 0.02


def test_every_reason_is_true_and_can_be_said() -> None:
    told: set[str] = set()
    player = player_of(GAME, "level:5")
    speeches = [Speech(language, [GAME.catalogue(language)]) for language in LANGUAGES]
    for seats, seed in itertools.product((2, 4), range(3)):
        position = started(seats, f"reasons {seed}")
        while not position.over() and position.number < 2:
            thought = player.choose(position, parvis.Rng(seed))
            seat = position.turn()
            assert seat is not None
            side = position.side_of(seat)
            ahead = position.twin(position.chance.copy())
            ahead.left += 1  # nothing is built yet
            ahead.decide(thought.move)
            for reason in thought.reasons:
                told.add(reason.key)
                assert all(speech.tell(reason.key, reason.params) for speech in speeches)
                n = reason.params.get("n")
                if reason.key in ("cn.reason.takes", "cn.reason.feeds"):
                    assert len(ahead.kept_by(side)) - len(position.kept_by(side)) == n
                elif reason.key == "cn.reason.nothing":
                    assert ahead.side_of(int(ahead.leader)) != side
                elif reason.key == "cn.reason.denies":
                    assert ahead.side_of(int(ahead.leader)) == side
                elif reason.key == "cn.reason.hold":
                    assert position.phase in (OFFER, ANSWER)
                    lot = int(position.terms.moves.name.only(thought.move))
                    assert sum(SUIT[block] == lot for block in position.hand(seat)) == n
            position.play(thought.move)
    assert {"cn.reason.hold", "cn.reason.takes", "cn.reason.denies"} <= told

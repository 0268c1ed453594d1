"""The bots of Neotopia: levels in order, whole turns, characters that one can tell apart."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import pytest

import parvis
from parvis.bots import Budget, characters_for, player_of, skills_of
from parvis.bots.bot import Player
from parvis.bots.neotopia_plans import plans
from parvis.bots.neotopia_sense import Taste, Ways, expected
from parvis.games.neotopia import scoring
from parvis.games.neotopia.position import Neotopia
from parvis.lab.ladder import ladder
from parvis.lab.match import Match

GAME = parvis.game_of("neotopia")


def midway(seed: str, turns: int) -> Neotopia:
    """A position some turns into a game between bots that decide at sight."""
    position = parvis.start("neotopia", 2, seed)
    assert isinstance(position, Neotopia)
    player = player_of(GAME, "level:3")
    rng = parvis.Rng(5)
    while position.round * 2 < turns:
        position.play(player.choose(position, rng).move)
    return position


def nearness(ways: Ways, position: Neotopia, design: int, region: int) -> tuple[int, ...]:
    """What is found of a design in a region as it stands."""
    parts = position.parts
    main, second = (region * 4 + colour[design] for colour in (parts.main, parts.second))
    stock = [sum(position.stock[4 * n + c] for n in (region, 2)) for c in range(4)]
    found = ways.reach(
        design,
        region,
        parts.layout_of[region],
        ~position.board[main],
        ~position.board[second],
        position.taken[region],
        position.near[region],
        stock[parts.main[design]],
        stock[parts.second[design]],
    )
    return (
        int(found.cost),
        int(found.needed),
        int(found.firsts),
        int(found.others),
        int(found.first_built),
        int(found.other_built),
    )


def ended(bot: str, other: str, deal: str) -> list[tuple[Neotopia, int]]:
    """Both games of a deal, with the seat of the first bot."""
    found = []
    for seat, players in enumerate(((bot, other), (other, bot))):
        position, _ = Match("neotopia", players, deal).play()
        assert isinstance(position, Neotopia)
        found.append((position, seat))
    return found


def test_the_data_say_less_is_seen_at_lower_levels() -> None:
    skills = skills_of(GAME)
    assert skills is not None
    assert len(skills.levels) == 8
    assert all(low < high for low, high in skills.spans.values())
    for key, (low, high) in skills.spans.items():
        assert low <= skills.weights[key] <= high, key
    assert skills.levels[5].weights == skills.weights, "all there is to see at sight"
    assert all(level.worlds == 0 for level in skills.levels[:6])
    worlds = [level.worlds for level in skills.levels[6:]]
    assert worlds == sorted(set(worlds)), "more and more"
    assert {character.style for character in characters_for(GAME)} == {
        "builder",
        "miser",
        "spoiler",
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_where_many_build_a_card_in_hand_is_worth_more_than_it_shows(seats: int) -> None:
    skills = skills_of(GAME)
    assert skills is not None
    position = parvis.start("neotopia", seats, "cards")
    assert isinstance(position, Neotopia)
    more, plain = Taste(skills.weights), Taste({**skills.weights, "hand": 0.0})
    seat = position.seat
    gains = [expected(taste, position, seat) for taste in (more, plain)]
    cards = int(position.hand[seat]).bit_count()
    assert cards > 1
    assert gains[0] - gains[1] <= cards * (seats - 2) * skills.weights["hand"]
    assert (gains[0] > gains[1]) == (seats > 2)


@pytest.mark.parametrize(("bot", "other"), [("level:1", "random"), ("level:3", "level:1")])
def test_who_sees_more_wins(bot: str, other: str) -> None:
    (rung,) = ladder("neotopia", 2, [bot, other], 4, seed="more")
    assert rung.share >= 0.75, rung.plain()
    assert rung.margin > 0


@pytest.mark.parametrize("level", ["level:2", "level:4 plan=3", "level:5 worlds=1 breadth=2"])
def test_the_same_seed_gives_the_same_move_and_it_is_legal(level: str) -> None:
    player = player_of(GAME, level)
    position = midway("alike", 4)
    before = position.text()
    thought = player.choose(position, parvis.Rng(7))
    again = player.choose(position, parvis.Rng(7))
    assert (again.move, again.considered) == (thought.move, thought.considered)
    assert thought.move in position.moves()
    assert thought.considered[0].move == thought.move
    assert position.text() == before


def test_every_phase_is_answered_by_every_way_of_thinking() -> None:
    """Colours are chosen, first elements laid, projects built or declined, tokens used."""
    position = parvis.start("neotopia", 3, "phases", {"colours": "chosen"})
    assert isinstance(position, Neotopia)
    rng = parvis.Rng(3)
    players = [player_of(GAME, text) for text in ("level:1", "level:3", "level:4 plan=2")]
    met = set()
    for n in range(60):
        met.add(int(position.phase))
        move = players[n % 3].choose(position, rng).move
        assert move in position.moves()
        position.play(move)
    assert len(met) >= 4


def test_a_turn_is_planned_until_the_project_stands() -> None:
    """The plan builds at least as much as one move after the other does."""
    built = {"level:4 plan=5": 0, "level:4": 0}
    for bot in built:
        for seed in ("a", "b"):
            position = midway(seed, 6)
            seat = position.seat
            builds = len(position.builds)
            player = player_of(GAME, bot)
            rng = parvis.Rng(1)
            while position.seat == seat and not position.over():
                position.play(player.choose(position, rng).move)
            built[bot] += len(position.builds) - builds
    assert built["level:4 plan=5"] >= built["level:4"]
    assert built["level:4 plan=5"] > 0


def test_what_was_found_in_a_region_is_found_anew_when_the_region_is_another() -> None:
    """How near projects are is remembered by region; every answer is as if it were not."""
    position = midway("again", 0)
    remembered = Ways(position.parts, position.matches)
    rng = parvis.Rng(2)
    while not position.over():
        ways = Ways(position.parts, position.matches)
        for design in range(0, len(position.parts.main), 3):
            for region in range(3):
                assert nearness(remembered, position, design, region) == nearness(
                    ways, position, design, region
                ), (design, region)
        position.play(player_of(GAME, "level:2").choose(position, rng).move)


def test_a_deadline_is_kept_with_a_legal_move() -> None:
    position = midway("late", 4)
    strongest = player_of(GAME, "level:8")
    begun = time.process_time()
    thought = Player(strongest.bot, Budget(seconds=0.05)).choose(position, parvis.Rng(1))
    assert time.process_time() - begun < 1.5, "without it, interpreted, it takes minutes"
    assert thought.move in position.moves()


@pytest.mark.parametrize("looks", range(1, 40, 3))
def test_whenever_time_is_up_there_is_a_plan_that_begins_with_a_legal_move(
    monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    position = midway("late", 4)
    ticks = iter(range(10_000))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    skills = skills_of(GAME)
    assert skills is not None
    found = plans(Taste(skills.levels[7].weights), position, float(looks))
    assert found
    assert {line.played[0] for line in found} <= set(position.moves())


def test_reasons_speak_of_what_is_in_hand() -> None:
    position = midway("reasons", 6)
    keys = set()
    player = player_of(GAME, "level:3")
    rng = parvis.Rng(2)
    for _ in range(20):
        if position.over():
            break
        thought = player.choose(position, rng)
        for reason in thought.reasons:
            keys.add(reason.key)
            if reason.key == "nt.reason.build":
                assert reason.params
        position.play(thought.move)
    assert keys
    assert all(key.startswith("nt.reason.") for key in keys)


def groups(position: Neotopia, seat: int) -> int:
    return sum(int(scoring.group_of(position, seat, n)).bit_count() for n in range(3))


def tokens(position: Neotopia, seat: int) -> int:
    return scoring.kept(position, seat)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("taste", "style", "measure", "margin"),
    [("group", "builder", groups, 1.0), ("token", "miser", tokens, 1.0)],
)
def test_a_builder_has_greater_groups_and_a_miser_keeps_tokens(
    taste: str, style: str, measure: Callable[[Neotopia, int], int], margin: float
) -> None:
    (character,) = [each for each in characters_for(GAME) if each.style == style]
    bot = f"level:5 {taste}={character.skill.weights[taste]}"
    more = 0
    for deal in range(6):
        for position, seat in ended(bot, "level:5", f"character {deal}"):
            more += measure(position, seat) - measure(position, 1 - seat)
    assert more > 12 * margin, "a game, on average"


@pytest.mark.heavy
def test_a_spoiler_leaves_others_fewer_points() -> None:
    (character,) = [each for each in characters_for(GAME) if each.style == "spoiler"]
    plain = "level:4 plan=3"
    bot = f"{plain} envy={character.skill.weights['envy']}"
    fewer = 0
    for deal in range(4):
        for position, seat in ended(bot, plain, f"character {deal}"):
            fewer -= position.scores()[1 - seat]
        even, _ = Match("neotopia", (plain, plain), f"character {deal}").play()
        fewer += sum(even.scores())
    assert fewer > 8, "more than a point a game"


@pytest.mark.heavy
@pytest.mark.long
def test_a_short_ladder() -> None:
    for weaker, stronger in pairwise(f"level:{n}" for n in range(1, 9)):
        (rung,) = ladder("neotopia", 2, [stronger, weaker], 16, seed="short")
        assert rung.margin > 0, rung.plain()

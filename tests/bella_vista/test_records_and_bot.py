"""The recorded games hold the branches they are named after; the greedy bot beats random ones."""

from __future__ import annotations

import pytest

import parvis
from parvis.bots import bot_of
from parvis.games.bella_vista.components import (
    ANYWHERE,
    ASIDE,
    BORDER_FORCED,
    BUILD,
    LAYOUT,
    NEUTRAL,
    OFFER,
)
from parvis.games.bella_vista.position import BellaVista
from tests.recorded import games_of

GAME = parvis.game_of("bella-vista")


def branches(name: str) -> set[str]:
    """What happens in a recorded game."""
    record = games_of(GAME).record(GAME, name)
    found: set[str] = set()
    last: BellaVista | None = None
    for position, move in record.replay():
        assert isinstance(position, BellaVista)
        last = position
        if position.phase in (BUILD, NEUTRAL) and position.rule >= BORDER_FORCED:
            what = "anywhere" if position.rule == ANYWHERE else "border"
            found.add(what if position.phase == BUILD else f"neutral-{what}")
        if position.phase == OFFER and position.kinds.offer.part(move, 0) == position.slots:
            found.add("right")
        if position.phase == LAYOUT:
            found.add("laid-by-players")
    assert last is not None
    if ASIDE in last.site:
        found.add("aside")
    scores = last.scores()
    if min(scores) < 0:
        found.add("below-zero")
    if scores.count(max(scores)) > 1:
        found.add("shared" if len(last.winners()) > 1 else "tie-broken")
    return found


@pytest.mark.parametrize(
    "name",
    [
        "border",
        "anywhere",
        "aside",
        "neutral-border",
        "neutral-anywhere",
        "right",
        "below-zero",
        "tie-broken",
        "shared",
        "laid-by-players",
    ],
)
def test_a_recorded_game_has_the_branch_it_is_named_after(name: str) -> None:
    """BV-2.1, BV-3.2, BV-4.5, BV-5.1, BV-6.5, BV-6.6."""
    assert name in branches(name)


def share_of_victory(seats: int, games: int) -> float:
    """How often the greedy bot wins among random ones, seats rotated; shared places count half."""
    greedy, other = bot_of(GAME, "greedy"), bot_of(GAME, "random")
    share = 0.0
    for seed in range(games):
        position = parvis.start("bella-vista", seats, f"greedy {seed}")
        rng = parvis.Rng(seed)
        mine = seed % seats
        while not position.over():
            bot = greedy if position.turn() == mine else other
            position.play(bot.choose(position, rng).move)
        if mine in position.winners():
            share += 1.0 if len(position.winners()) == 1 else 0.5
    return share / games


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_greedy_bot_wins_against_random_ones(seats: int) -> None:
    assert share_of_victory(seats, 2) == 1.0


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_greedy_bot_wins_95_percent_of_200_games(seats: int) -> None:
    assert share_of_victory(seats, 200) >= 0.95


def test_the_greedy_bot_says_why_in_every_language() -> None:
    position = parvis.start("bella-vista", 3, 5)
    rng = parvis.Rng(5)
    said: set[str] = set()
    for _ in range(24):
        thought = bot_of(GAME, "greedy").choose(position, rng)
        for reason in thought.reasons:
            said.add(reason.key)
            for language in ("fr", "en", "it"):
                speech = parvis.Speech(language, [GAME.catalogue(language)])
                assert speech.tell(reason.key, reason.params)
        position.play(thought.move)
    assert "bv.reason.card" in said


def test_the_greedy_bot_lays_tiles_too() -> None:
    position = parvis.start("bella-vista", 2, 5, {"layout": "players"})
    thought = bot_of(GAME, "greedy").choose(position, parvis.Rng(1))
    assert thought.move in position.moves()

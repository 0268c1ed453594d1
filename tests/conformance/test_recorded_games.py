"""Whole games that were played once and must go on meaning the same."""

from __future__ import annotations

import pytest

import parvis
from tests.conformance.cases import FEW
from tests.recorded import change, changes, games_of, gaps, read_games

GAMES = parvis.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_recorded_games_go_on_meaning_the_same(game: parvis.Game) -> None:
    """Every tenth, where a compiled run beside this one replays them all."""
    step = 10 if FEW else 1
    changed = list(changes(game, games_of(game), step))
    again = f"if that is meant: python -m tests.record_games {game.id}"
    assert not changed, "\n".join([f"{len(changed)} differences; {again}", *changed])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_hundred_games_show_every_clause_that_play_can_meet(game: parvis.Game) -> None:
    """At each player count, for ledger lines; what was never met is listed as such."""
    games = games_of(game)
    assert len(games.games) >= 100
    assert {recorded.seats for recorded in games.games.values()} == set(game.seats)
    assert {claim.game for claim in games.claims} <= games.games.keys()
    assert gaps(game, games) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_file_of_recorded_games_reads_as_it_was_written(game: parvis.Game) -> None:
    games = games_of(game)
    assert read_games(games.text("again")) == games
    name = next(iter(games.games))
    assert games.record(game, name).position().scores() == games.games[name].result


def test_a_change_of_rules_is_seen_at_the_move_or_in_the_result() -> None:
    game = parvis.game_of("cites-nouvelles")
    games = games_of(game)
    name, good = next(iter(games.games.items()))
    assert list(change(game, games, good, [])) == []
    claims = [claim for claim in games.claims if claim.kind == "refusal"][:1]
    bad = {
        "the scores are": good.__class__(**{**vars(good), "result": [0] * len(good.result)}),
        "the last position is another": good.__class__(**{**vars(good), "final": "0" * 16}),
        "move 2 (": good.__class__(**{**vars(good), "moves": [good.moves[0], *good.moves]}),
        "the game is not over": good.__class__(**{**vars(good), "moves": good.moves[:-1]}),
    }
    for said, recorded in bad.items():
        (wrong,) = change(game, games, recorded, [])
        assert said in wrong, name
    wrong_claim = claims[0].__class__("ledger", "CN-9.9 2", name, 0)
    assert list(change(game, games, good, [wrong_claim])) == [
        "after 0 moves it no longer shows ledger CN-9.9 2"
    ]

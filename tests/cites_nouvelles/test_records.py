"""The recorded games show every way a game can end, and every option at work."""

from __future__ import annotations

from parvis.games.cites_nouvelles import GAME
from tests.cites_nouvelles.branches import BRANCHES
from tests.recorded import games_of

GAMES = games_of(GAME)


def test_there_is_a_recorded_game_for_each_way_to_end() -> None:
    endings = {claim.what for claim in GAMES.claims if claim.kind == "ending"}
    reasons = {f"cn.story.end.{reason}" for reason in ("finished", "short", "idle")}
    assert reasons | BRANCHES.keys() | {"alone", "shared"} <= endings


def test_every_option_is_at_work_in_some_recorded_game() -> None:
    used = {name for game in GAMES.games.values() for name in game.options}
    assert used == {option.name for option in GAME.options}
    assert any(game.pack for game in GAMES.games.values())

"""Whole games that were played once and must go on meaning the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import parvis

RECORDS = sorted(Path(__file__).parents[1].glob("*/records/*.parvis"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_recorded_game_replays_to_its_result(path: Path) -> None:
    record = parvis.Record.read(path.read_text(encoding="utf-8"))
    assert len(record.verify()) == 4


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: game.id)
def test_every_game_has_recorded_games(game: parvis.Game) -> None:
    folder = game.package.rpartition(".")[2]
    assert [path for path in RECORDS if path.parts[-3] == folder]

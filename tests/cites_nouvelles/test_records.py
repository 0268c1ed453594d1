"""The recorded games show every way a game can end, and every option at work."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import parvis

RECORDS = [
    parvis.Record.read(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "records").glob("*.parvis"))
]


def test_there_is_a_recorded_game_for_each_way_to_end() -> None:
    """CN-7.3."""
    ends = Counter(str(record.position().view(None)["end"]) for record in RECORDS)
    assert set(ends) == {"finished", "idle", "nothing", "short"}


def test_the_recorded_games_cover_player_counts_options_awards_and_packs() -> None:
    assert {record.seats for record in RECORDS} == {2, 3, 4}
    used = {f"{name}={value}" for record in RECORDS for name, value in record.options.items()}
    assert used == {
        "first_speaker=draw",
        "choose_decorations=true",
        "award=cumulative",
        "contre=true",
        "contre_spoils=winner-takes-all",
    }
    assert any(record.pack for record in RECORDS)
    lines = [line for record in RECORDS for line in record.position().ledger()]
    clauses = {(line.key, line.clause) for line in lines}
    assert clauses >= {
        ("cn.ledger.blocks", "CN-6.1"),
        ("cn.ledger.award.once", "CN-6.2"),
        ("cn.ledger.award.several", "CN-6.2"),
        ("cn.ledger.award.several", "CN-6.3"),
        ("cn.ledger.beyond", "CN-6.2"),
        ("cn.ledger.blocks", "CN-6.4"),
    }


def test_victory_is_shared_in_a_recorded_game() -> None:
    """CN-7.4."""
    assert any(len(record.position().winners()) == 2 and record.seats == 3 for record in RECORDS)

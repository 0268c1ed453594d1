"""Bots have eight levels; what was won against one of the four before counts for its successor.
Imports nothing of Parvis."""

from __future__ import annotations

from alembic import op

revision = "0014"
down_revision = "0013"

LEVELS = {"beginner": "1", "easy": "2", "good": "4", "strong": "6"}


def upgrade() -> None:
    for before, now in LEVELS.items():
        op.execute(f"UPDATE results SET against = '{now}' WHERE against = '{before}'")

"""How games came out, by seat, to be added up. Imports nothing of Parvis."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("tied", sa.Boolean, nullable=False),
        sa.Column("against", sa.String(12), nullable=False),
        sa.Column("sources", sa.Text, nullable=False),
    )

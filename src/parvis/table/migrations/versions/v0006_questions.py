"""What servers ask of workers on other machines, and which of these there are.

Imports nothing of Parvis.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "questions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(16), nullable=False),
        sa.Column("speaks", sa.Text, nullable=False),
        sa.Column("quick", sa.Boolean, nullable=False),
        sa.Column("only_bots", sa.Boolean, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=True),
    )
    op.create_index("questions_next", "questions", ["only_bots", "rank", "at"])
    op.create_table(
        "workers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("jobs", sa.Integer, nullable=False),
        sa.Column("speaks", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":  # nothing in them is worth the disk's time
        op.execute("ALTER TABLE questions SET UNLOGGED")
        op.execute("ALTER TABLE workers SET UNLOGGED")

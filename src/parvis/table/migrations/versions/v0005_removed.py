"""What tells of tables that were removed, and how they are found. Imports nothing of Parvis."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "removed",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("why", sa.String(12), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("removed_person", "removed", ["person"])
    op.create_index("removed_at", "removed", ["at"])
    op.create_index("tables_host", "tables", ["host", "over"])
    op.create_index("tables_last", "tables", ["over", "last"])

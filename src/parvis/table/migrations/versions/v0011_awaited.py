"""Whom each table waits for. Imports nothing of Parvis."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "awaited",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Index("awaited_table", "table_id"),
    )
    # Who is on turn; who else is waited for is put right when the table is next opened.
    op.execute(
        "INSERT INTO awaited (person, table_id, since) "
        "SELECT DISTINCT chairs.person, tables.id, tables.last FROM tables "
        "JOIN chairs ON chairs.table_id = tables.id AND chairs.seat = tables.turn "
        "WHERE chairs.kind = 'person' AND chairs.person <> '' AND tables.purpose <> 'lesson' "
        "AND NOT tables.over"
    )

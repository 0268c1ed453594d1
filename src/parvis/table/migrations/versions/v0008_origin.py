"""The position that a game began from, and what a table is for. Imports nothing of Parvis."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("purpose", sa.String(12), nullable=False, server_default=""))

"""Which tables are marked as practice, for lists. Imports nothing of Parvis."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    practice = sa.Column("practice", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", practice)

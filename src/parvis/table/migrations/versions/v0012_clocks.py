"""The pace of a table, when a server has to look at it, how it was stopped; when no server ran.

Imports nothing of Parvis.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    pace = sa.Column("pace", sa.String(8), nullable=False, server_default="")
    op.add_column("tables", pace)
    op.add_column("tables", sa.Column("due", sa.Float, nullable=True))
    stopped = sa.Column("stopped", sa.String(12), nullable=False, server_default="")
    op.add_column("tables", stopped)
    op.create_index("tables_due", "tables", ["due"])
    op.create_table(
        "clocks_kept",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )

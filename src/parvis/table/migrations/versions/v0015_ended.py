"""Chairs know when their game ended, so that a list of one's last games reads these alone.

Imports nothing of Parvis.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("chairs", sa.Column("ended", sa.Float, nullable=True))
    op.execute(
        "UPDATE chairs SET ended = (SELECT last FROM tables WHERE tables.id = chairs.table_id)"
        " WHERE table_id IN (SELECT id FROM tables WHERE over)"
    )
    op.drop_index("chairs_person", "chairs")
    op.create_index("chairs_person_ended", "chairs", ["person", "ended"])

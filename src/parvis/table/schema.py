"""The tables of the database, as the migrations leave them (a test compares the two).

Imports nothing of Parvis.
"""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()
WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")

PACKS = sa.Table(
    "packs",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("source", sa.Text, nullable=False),
)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("pack", sa.String(64), sa.ForeignKey("packs.digest"), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("salt", sa.String(64), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("code", sa.String(12), nullable=False, unique=True),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("host", sa.String(32), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("turn", sa.Integer, nullable=True),
    sa.Column("last", sa.Float, nullable=False),
    sa.Column("practice", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("tables_public", "private", "over", "last"),
)

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("seq", WHOLE, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("told", sa.Text, nullable=True),
    sa.Column("command", sa.String(64), nullable=True),
    sa.UniqueConstraint("table_id", "n", name="events_number"),
    sa.UniqueConstraint("table_id", "command", name="events_command"),
)

SNAPSHOTS = sa.Table(
    "snapshots",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("shown", sa.Text, nullable=False),
)

# Who sits where, folded from the log for "my tables" and the list of public ones.
CHAIRS = sa.Table(
    "chairs",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Index("chairs_person", "person"),
)

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
    sa.Column("standing", sa.Text, nullable=True),  # of games from before it was kept: none
    sa.Column("origin", sa.Text, nullable=False, server_default=""),
    sa.Column("purpose", sa.String(12), nullable=False, server_default=""),
    sa.Column("pace", sa.String(8), nullable=False, server_default=""),  # empty: no clock
    sa.Column("due", sa.Float, nullable=True),  # when somebody's time is up (see timekeeper)
    sa.Column("stopped", sa.String(12), nullable=False, server_default=""),  # before its end: why
    sa.Column("language", sa.String(2), nullable=False, server_default=""),
    sa.Column("announced", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("tables_public", "private", "over", "last"),
    sa.Index("tables_host", "host", "over"),
    sa.Index("tables_last", "over", "last"),
    sa.Index("tables_due", "due"),
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

# Who is at which table through which server; `beat` rises for as long as they are (see roll_call).
PRESENCE = sa.Table(
    "presence",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("server", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("beat", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("presence_server", "server"),
)

# What was once a table: told to who comes back to it, and for a while only. One row a person who
# held a seat there, and one without a person.
REMOVED = sa.Table(
    "removed",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("why", sa.String(12), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("removed_person", "person"),
    sa.Index("removed_at", "at"),
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
    sa.Column("ended", sa.Float, nullable=True),  # when the game did; null while it goes on
    sa.Index("chairs_person_ended", "person", "ended"),
)

# Whom a table waits for, folded from the log with every append (see awaited).
AWAITED = sa.Table(
    "awaited",
    METADATA,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
    sa.Index("awaited_table", "table_id"),
)

# How a game that is over came out for each seat, to be added up (see results).
RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("tied", sa.Boolean, nullable=False),
    sa.Column("against", sa.String(12), nullable=False),
    sa.Column("sources", sa.Text, nullable=False),
)

# The last session of whoever has ended one; cookies of earlier ones are nobody's (see sessions).
SESSIONS = sa.Table(
    "sessions",
    METADATA,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("sessions_at", "at"),
)

# What is known of a person beyond their cookie: their name within this server, how they are told
# that a table waits, and the hash of their recovery code (see people).
PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("folded", sa.String(120), nullable=True, unique=True),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("quiet_from", sa.Integer, nullable=True),
    sa.Column("quiet_to", sa.Integer, nullable=True),
    sa.Column("mail", sa.String(254), nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("recovery", sa.String(64), nullable=True, unique=True),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("told_from", sa.Float, nullable=False),  # of nothing before they are told
)

# Browsers that are pushed to, by the hash of their address at a push service.
PUSHES = sa.Table(
    "pushes",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("key", sa.String(100), nullable=False),  # the server's, that it was made with
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("pushes_person", "person"),
)

# When somebody who wants to be told was last at a table.
VISITS = sa.Table(
    "visits",
    METADATA,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)

# Who was told what of a table, by which way; a row is taken by the server that sends it.
NOTICES = sa.Table(
    "notices",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("way", sa.String(8), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("due", sa.Float, nullable=False),  # when it is sent again, unless it is done
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
)

# Whom somebody does not want to hear (`mute`) or to meet (`block`).
SHUNNED = sa.Table(
    "shunned",
    METADATA,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("other", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("shunned_other", "other"),
)

# What was found of a finished game, packed; or how far a server is with it (see analyses).
ANALYSES = sa.Table(
    "analyses",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("method", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("result", sa.Text, nullable=True),
)

# When a server last looked after the clocks of tables: one row, for all servers (see outages).
CLOCKS_KEPT = sa.Table(
    "clocks_kept",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)

# From when to when no server did, so that nobody's time went by.
OUTAGES = sa.Table(
    "outages",
    METADATA,
    sa.Column("since", sa.Float, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)

# What servers ask of workers on other machines, until it is answered (see question_queue). What is
# written here may be lost: it is asked again.
QUESTIONS = sa.Table(
    "questions",
    METADATA,
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
    sa.Index("questions_next", "only_bots", "rank", "at"),
)

# Machines that think for bots, and when each last said that it is there.
WORKERS = sa.Table(
    "workers",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("jobs", sa.Integer, nullable=False),
    sa.Column("speaks", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

PASSING = (PRESENCE, QUESTIONS, WORKERS)  # true for a moment only: in no backup
UNLOGGED = sa.DDL("ALTER TABLE %(table)s SET UNLOGGED")  # type: ignore[no-untyped-call]
for passing in (QUESTIONS, WORKERS):  # nothing in them is worth the disk's time
    sa.event.listen(passing, "after_create", UNLOGGED.execute_if(dialect="postgresql"))

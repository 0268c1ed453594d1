"""The database's schema, made anew or brought up to date by scripts that come with the package.

Imports the schema.
"""

from __future__ import annotations

from importlib import resources

import sqlalchemy as sa

from parvis.table.schema import METADATA

SCRIPTS = resources.files("parvis.table") / "migrations"
NEWEST = max(path.name for path in (SCRIPTS / "versions").iterdir() if path.name[0] == "v")[1:5]
VERSION = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32)))


class LaterSchema(Exception):
    """A later version of Parvis has made this database."""


def bring_up_to_date(connection: sa.Connection) -> None:
    """Within the caller's transaction, and under its lock."""
    version = version_of(connection)
    if version is None:
        METADATA.create_all(connection)
        VERSION.create(connection)
        connection.execute(VERSION.insert().values(version_num=NEWEST))
    elif version != NEWEST:
        migrate(connection)


def version_of(connection: sa.Connection) -> str | None:
    """The version of a database's schema; None: it has none yet."""
    if not sa.inspect(connection).has_table(VERSION.name):
        return None
    return connection.execute(sa.select(VERSION.c.version_num)).scalar() or ""


def migrate(connection: sa.Connection) -> None:
    """Run the scripts that this database has not seen."""
    import alembic.command  # a third of a server's start, and hardly ever needed
    import alembic.config
    import alembic.util

    with resources.as_file(SCRIPTS) as scripts:
        config = alembic.config.Config()
        config.set_main_option("script_location", str(scripts).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        try:
            alembic.command.upgrade(config, "head")
        except alembic.util.CommandError as error:
            raise LaterSchema from error

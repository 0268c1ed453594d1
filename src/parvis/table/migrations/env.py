"""Alembic runs this: on the connection that `parvis.table.store` hands over.

Imports the schema.
"""

from __future__ import annotations

from alembic import context

from parvis.table.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=False,  # the caller has begun a transaction, and a lock with it
)
context.run_migrations()

"""A statement that is compiled once and run for many rows. Imports only SQLAlchemy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa


class Prepared:
    """Plain values of plain columns, put in as the driver wants them.

    SQLAlchemy looks at every value of every row anew; of appends that is half the time.
    """

    def __init__(
        self,
        statement: sa.Insert | sa.Update | sa.Delete,
        columns: Sequence[str],
        dialect: sa.Dialect,
    ) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(columns))
        self.text = str(compiled)
        self.order = compiled.positiontup  # where values go by their places; else by their names

    def run(self, connection: sa.Connection, rows: Sequence[Mapping[str, object]]) -> None:
        if not rows:
            return
        if self.order is None:
            given: list[Any] = [dict(row) for row in rows]
        else:
            given = [tuple(map(row.__getitem__, self.order)) for row in rows]
        connection.exec_driver_sql(self.text, given)

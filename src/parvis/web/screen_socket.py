"""The socket of a public screen: it shows what anybody may see, and says nothing.

Imports the connection to a table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from parvis.table.decisions import Refused
from parvis.table.presence import SCREEN
from parvis.table.table import Table
from parvis.web.identity import screen_token
from parvis.web.messages import NamedRequest, Next
from parvis.web.picture import Viewer
from parvis.web.socket import Connection
from parvis.web.updates import Shown


class ScreenConnection(Connection):
    """Looks on, whatever seats its browser holds; one that knows the table's secret goes along when
    the same people play once more."""

    def __init__(self, *given: Any, knows: Callable[[Table], bool]) -> None:
        super().__init__(*given)
        self.person = SCREEN
        self.knows = knows
        self.own_boards: bool | None = None  # whether everybody has a board of their own

    def viewer(self) -> Viewer:
        """Where everybody has a board of their own all are drawn alike, as they are for phones."""
        viewer = super().viewer()
        if self.own_boards is None:
            panels = self.serializer.picture(self.live, viewer).panels
            boards = [panel for panel in panels if panel.role == "board"]
            self.own_boards = any(panel.seat is not None for panel in boards)
        return viewer._replace(tall=self.own_boards)

    def now(self) -> Shown:
        found, table = super().now(), self.live.table
        if not table.again or not self.knows(table):
            return found
        address = f"/t/{table.config.id}/screen/next?key={screen_token(table)}"
        onward = Next(address, table.asks_again)
        return found._replace(state=structs.replace(found.state, again=onward))

    async def command(self, message: NamedRequest) -> None:
        self.refused(message.id, Refused("seat", "table.refused.seat"))

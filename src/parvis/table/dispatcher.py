"""From a command to its event: decided on the folded table, appended, shown.

Imports the decisions, the log writer and the bots that are woken afterwards.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from parvis.table.bot_driver import BotDriver
from parvis.table.commands import Command, Move
from parvis.table.decisions import Refused, decide
from parvis.table.live_table import LiveTable
from parvis.table.log_writer import LogWriter
from parvis.table.store import Conflict, StoreError

TRIES = 8  # when other servers are quicker each time

Applied = Callable[[int], None]  # told the number of the event, just before all are shown it

log = logging.getLogger("parvis.table")


class Dispatcher:
    """Carries commands out, one at a time for each table."""

    def __init__(
        self, writer: LogWriter, bots: BotDriver, monotonic: Callable[[], float], patience: float
    ) -> None:
        self.writer = writer
        self.bots = bots
        self.monotonic = monotonic
        self.patience = patience  # seconds before someone who is gone counts as absent
        self.conflicts = 0

    async def run(self, live: LiveTable, command: Command, applied: Applied | None = None) -> int:
        """Carry a command out; the number of its event. `Refused` says why not."""
        # A client that goes away must not leave an event committed and not applied.
        return await asyncio.shield(asyncio.ensure_future(self.carry_out(live, command, applied)))

    def informed(self, live: LiveTable, command: Command) -> Command:
        """A command, with who is away when it is decided, if that matters to it."""
        if isinstance(command.request, Move):
            return command
        now = self.monotonic()
        absent = live.absent(now, self.patience)
        hostless = live.hostless(self.writer.clock(), now, self.patience)
        return replace(command, absent=absent, hostless=hostless)

    async def carry_out(
        self, live: LiveTable, command: Command, applied: Applied | None = None
    ) -> int:
        await self.bots.pauses.hold(live, command)
        async with live.lock:
            for _ in range(TRIES):
                if command.id is not None and command.id in live.table.commands:
                    number = live.table.commands[command.id]
                    if applied is not None:
                        applied(number)
                    return number
                outcome = decide(live.table, self.informed(live, command))
                try:
                    try:
                        number = await self.writer.append(live, outcome)
                    except Conflict:
                        # Another server was first: read what it appended, decide again.
                        self.conflicts += 1
                        await self.writer.catch_up(live)
                        if live.broken:
                            raise Refused("over", "table.refused.gone") from None
                        self.bots.wake(live)
                        continue
                except StoreError as error:
                    log.error("cannot append", extra={"why": str(error)})
                    raise Refused("busy", "table.refused.storage") from error
                if applied is not None:
                    applied(number)
                live.tell()
                self.bots.wake(live)
                return number
        raise Refused("busy", "table.refused.busy")

"""What PostgreSQL tells by itself, as it happens. Imports the store and its line."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

from parvis.table.store import Store

PAUSE = 1.0  # before a lost connection is made anew

log = logging.getLogger("parvis.notifications")


def listen(
    store: Store,
    heard: Mapping[str, Callable[[str], None]],
    anew: Callable[[], None],
    stopping: threading.Event,
) -> None:
    """Call by channel until it is time to stop; `anew` whenever something may have been missed."""
    import psycopg  # who uses SQLite need not wait for it

    from parvis.table.bounded_connection import listening

    while not stopping.is_set():
        try:
            with listening(store.url, store.patience) as connection:
                for channel in heard:
                    connection.execute(f"LISTEN {channel}")
                anew()
                while not stopping.is_set():
                    for note in connection.notifies(timeout=0.5):
                        heard[note.channel](note.payload)
        except psycopg.Error as error:
            log.warning("cannot listen", extra={"why": type(error).__name__})
            stopping.wait(PAUSE)

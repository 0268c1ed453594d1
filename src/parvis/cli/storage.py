"""`parvis backup`, `parvis restore` and `parvis prune`: what is done with a database by hand.

Imports the table's storage, and where its key is, only when asked for: libraries may be missing.
"""

from __future__ import annotations

import os
import time
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from parvis.cli.screen import Screen
from parvis.cli.trouble import Trouble
from parvis.cli.web import check_libraries, keeping_of

if TYPE_CHECKING:
    from parvis.table.store import Store

WHY = {
    "finished": "cli.prune.finished",
    "untouched": "cli.prune.untouched",
    "unbegun": "cli.prune.unbegun",
    "lesson": "cli.prune.lesson",
}
PATIENCE = 60.0  # seconds: nobody waits for a page meanwhile


def store_of(asked: Namespace, screen: Screen, as_it_is: bool) -> Store:
    """The database that is meant, or one sentence why it cannot be used."""
    check_libraries(asked, screen)
    from parvis.table.store import Store, StoreError, default_url

    try:
        return Store(asked.database or default_url(), PATIENCE, as_it_is)
    except StoreError as error:
        raise Trouble(str(error)) from error


def backup(asked: Namespace, screen: Screen) -> int:
    """`parvis backup`: the whole database in one file, while servers go on."""
    store = store_of(asked, screen, as_it_is=True)
    from parvis.table.backup import back_up
    from parvis.table.store import StoreError, data_folder
    from parvis.web.identity import KEY_FILE, KEY_VARIABLE

    try:
        made = back_up(store, Path(asked.file), asked.force)
    except (StoreError, OSError) as error:
        raise Trouble(str(error)) from error
    finally:
        store.close()
    tables, events = made.counts.get("tables", 0), made.counts.get("events", 0)
    screen.say("cli.backup.done", file=asked.file, n=tables, events=events)
    screen.show(f"SHA-256 {made.digest}")
    key = data_folder() / KEY_FILE
    if os.environ.get(KEY_VARIABLE, "").strip() or not key.exists():
        screen.say("cli.backup.no-secret")
    else:
        screen.say("cli.backup.secret", file=str(key))
    return 0


def restore(asked: Namespace, screen: Screen) -> int:
    """`parvis restore`: a backup into an empty database."""
    check_libraries(asked, screen)
    from parvis.table.backup import checked
    from parvis.table.backup import restore as put_back
    from parvis.table.store import StoreError

    try:
        checked(Path(asked.file))  # before a database is made for it
        store = store_of(asked, screen, as_it_is=False)
        try:
            made = put_back(Path(asked.file), store)
        finally:
            store.close()
    except (StoreError, OSError) as error:
        raise Trouble(str(error)) from error
    tables, events = made.counts.get("tables", 0), made.counts.get("events", 0)
    screen.say("cli.restore.done", file=asked.file, n=tables, events=events)
    return 0


def prune(asked: Namespace, screen: Screen) -> int:
    """`parvis prune`: remove what is kept no longer, as the server does when it is idle."""
    store = store_of(asked, screen, as_it_is=True)
    import sqlalchemy as sa

    from parvis.table.log_writer import public_id
    from parvis.table.pruning import Overdue
    from parvis.table.pruning import prune as remove

    keeping = keeping_of(asked)
    gone: list[Overdue] = []
    try:
        now = time.time()
        if asked.dry_run:
            gone = remove(store, keeping, now, most=None, dry=True)
        else:
            while batch := remove(store, keeping, now):
                gone += batch
    except sa.exc.SQLAlchemyError as error:
        raise Trouble(f"{store.url!r}: {type(error).__name__}") from error
    finally:
        store.close()
    for one in gone:
        day = datetime.fromtimestamp(one.last, UTC).date()
        why = screen.speech(WHY[one.why])
        screen.show(f"{public_id(one.table)}… {one.game} {day} {why}")
    screen.say("cli.prune.would" if asked.dry_run else "cli.prune.done", n=len(gone))
    return 0

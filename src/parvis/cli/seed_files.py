"""Where the secret seeds of unfinished games are kept, and the last game.

A record that is saved before the end carries no seed: whoever reads it learns nothing. The seed
stays here, readable only by its owner, under the commitment that the record does carry.
Imports records of the engine.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from parvis.cli.trouble import Trouble
from parvis.engine.record import Record

LAST = "last.parvis"


def home() -> Path:
    """The folder, made if it is not there."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    folder = Path(state) / "parvis"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Trouble(f"{folder}: {error.strerror}; XDG_STATE_HOME names another place") from error
    return folder


def keep(record: Record) -> None:
    """Remember seed and origin of a record; one without a commitment carries its own."""
    if not record.commitment:
        return
    secrets = home() / "seeds"
    secrets.mkdir(exist_ok=True, mode=0o700)
    file = secrets / record.commitment
    if not file.exists():
        file.touch(mode=0o600)
        kept = [record.salt, record.seed, *([record.origin] if record.origin else [])]
        file.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")


def unlock(record: Record) -> Record:
    """The record with its seed, if it was kept here."""
    if record.seed or not record.commitment:
        return record
    file = home() / "seeds" / Path(record.commitment).name
    if not file.is_file():
        raise Trouble(
            "this record carries no seed because its game has not ended, and the seed is not kept "
            "on this computer: it can be gone on with only where it was begun"
        )
    salt, seed, *origin = file.read_text(encoding="utf-8").rstrip("\n").split("\n", 2)
    return replace(record, seed=seed, salt=salt, origin="".join(origin))


def forget(record: Record) -> None:
    """Forget the seed of a game that has ended: the record carries it now."""
    if not record.commitment:
        return
    (home() / "seeds" / Path(record.commitment).name).unlink(missing_ok=True)

"""Files that people name: read and written, with one sentence if it cannot be done.

Imports records and packs of the engine.
"""

from __future__ import annotations

import os
from pathlib import Path

from parvis.cli.trouble import Trouble
from parvis.engine.packs import Pack, PackError, read_pack
from parvis.engine.record import Record, RecordError


def read_text(name: str, largest: int = 4_000_000) -> str:
    """The content of a text file."""
    try:
        with Path(name).open("rb") as file:
            content = file.read(largest + 1)
    except OSError as error:
        raise Trouble(f"{name}: {error.strerror or error}") from error
    if len(content) > largest:
        raise Trouble(f"{name}: too large to be one of ours")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Trouble(f"{name}: not a text file (byte {error.start} is no UTF-8)") from error


def write(name: str, content: str | bytes) -> None:
    """Write a file."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise Trouble(f"{name}: {error.strerror or error}") from error


def check_writable(name: str) -> None:
    """Complain now rather than after the game if a file could not be written."""
    folder = Path(name).parent
    if Path(name).is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise Trouble(f"{name}: cannot be written there")


def read_record(name: str) -> Record:
    """A record from a file."""
    try:
        return Record.read(read_text(name))
    except RecordError as error:
        raise Trouble(f"{name}: {error}") from error


def pack_of(name: str) -> Pack:
    """A pack from a file."""
    try:
        return read_pack(read_text(name))
    except PackError as error:
        raise Trouble(f"{name}: {error}") from error

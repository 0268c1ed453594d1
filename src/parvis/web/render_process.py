"""A process that makes one picture of points and ends: reads what it is asked, writes the picture.

    {"svg": "<svg …", "zoom": 1.5}                                            → PNG
    {"record": "parvis record 1 …", "as": "open", "language": "fr", …}        → GIF

The renderer holds the interpreter for as long as it draws, so it never does so in a server.
Imports the engine and the readers' words.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any

import parvis
from parvis.engine.drawing.points import png
from parvis.engine.film import film
from parvis.web.speech import speech_for


def made(asked: dict[str, Any]) -> bytes:
    """The picture that is asked for."""
    if "svg" in asked:
        return png(asked["svg"], asked["zoom"])
    record = parvis.Record.read(asked["record"]).today()
    speech = speech_for(asked["language"], record.declared(), tuple(asked["names"]))
    return film(record, asked["as"], speech, asked["theme"])


def main() -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)  # the table itself comes first
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # a stray print is no picture
    out.write(made(json.load(sys.stdin.buffer)))


if __name__ == "__main__":
    main()

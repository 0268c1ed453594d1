"""Logs, one JSON object a line, without secrets: no cookies, no addresses that open a table.

Imports nothing of Parvis.
"""

from __future__ import annotations

import json
import logging
import sys

PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}
SECRET = frozenset({"cookie", "person", "seed", "salt", "key", "token", "code", "path"})


class Lines(logging.Formatter):
    """A record as a line of JSON; whatever was given as `extra` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        for name, value in record.__dict__.items():
            if name not in PLAIN and name not in SECRET:
                line[name] = value if isinstance(value, (int, float, bool)) else str(value)[:200]
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str = "INFO") -> None:
    """Send the logs of Parvis and of its server to the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    # The server's own lines name the address of every socket, which opens a table.
    for name, least in (("parvis", level), ("uvicorn.error", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False

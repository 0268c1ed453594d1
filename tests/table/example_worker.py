"""A bot's worker that knows the example as well; it dies, or thinks on, when a file tells it to."""

from __future__ import annotations

import os
import time
from pathlib import Path

from parvis.engine.game import register
from parvis.table import worker
from parvis.table.worker import answer
from tests.stairs import GAME


def held(question: dict[str, object], hold: Path) -> dict[str, object]:
    """The answer of a bot whose deliberation ends when the file is gone, and not before."""
    if question.get("bot") == "random":
        return answer(question)
    while hold.exists():
        time.sleep(0.01)
    if "record" in question:
        return answer(question)
    return answer({**question, "bot": "random"})


def main() -> None:
    register(GAME)
    if hold := os.environ.get("STAIRS_HOLD"):
        worker.answer = lambda question: held(question, Path(hold))
    trap = os.environ.get("STAIRS_TRAP")
    if trap and Path(trap).exists():
        Path(trap).unlink()
        os._exit(1)
    worker.main()


if __name__ == "__main__":
    main()

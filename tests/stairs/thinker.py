"""A bot's worker that knows the toy as well; it dies when a file tells it to."""

from __future__ import annotations

import os
from pathlib import Path

from parvis.engine.game import register
from parvis.table import thinker
from tests.stairs import GAME


def main() -> None:
    register(GAME)
    trap = os.environ.get("STAIRS_TRAP")
    if trap and Path(trap).exists():
        Path(trap).unlink()
        os._exit(1)
    thinker.main()


if __name__ == "__main__":
    main()

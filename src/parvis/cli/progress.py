"""How far many games, or the moves of one, are: a bar on a terminal, a line now and then elsewhere.

It is written to the standard error, for the output is for results. Imports the screen's words.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, Progress, Task, TextColumn
from rich.text import Text

from parvis.engine.words import Speech

NOW_AND_THEN = 10.0  # seconds between two lines


def pace(done: int, total: int, seconds: float) -> dict[str, object]:
    """Games done and to do, the rate, and the time that is left.

    >>> pace(500, 2000, 100.0)
    {'done': 500, 'total': 2000, 'rate': '5', 'left': '0:05:00'}
    """
    rate = done / max(seconds, 1e-9)
    left = str(timedelta(seconds=round((total - done) / rate))) if done else "?"
    return {"done": done, "total": total, "rate": f"{rate:.3g}", "left": left}


class Words(TextColumn):
    """The pace, beside the bar."""

    def __init__(self, say: Speech, words: str) -> None:
        super().__init__("")
        self.say = say
        self.words = words

    def render(self, task: Task) -> Text:
        told = pace(int(task.completed), int(task.total or 0), task.elapsed or 0.0)
        return Text(self.say.tell(self.words, told))


@contextlib.contextmanager
def counting(
    say: Speech,
    total: int,
    quiet: bool,
    clock: Callable[[], float] = time.monotonic,
    words: str = "cli.progress",
) -> Iterator[Callable[[], None]]:
    """Something to call whenever a game has ended, or what else the words speak of."""
    console = Console(stderr=True)
    if quiet:
        yield lambda: None
    elif console.is_terminal:
        with Progress(BarColumn(), Words(say, words), console=console, transient=True) as progress:
            task = progress.add_task("", total=total)
            yield lambda: progress.advance(task)
    else:
        begun = told = clock()
        done = 0

        def count() -> None:
            nonlocal done, told
            done += 1
            now = clock()
            if now - told >= NOW_AND_THEN:
                told = now
                print(say.tell(words, pace(done, total, now - begun)), file=sys.stderr)

        yield count

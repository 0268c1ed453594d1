"""Programs that heed signals, however the tests themselves were started.

A job in the background, nohup and some runners start us with an interrupt or a hang-up ignored,
and what we start inherits that.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

HEEDED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


@contextmanager
def heeded() -> Iterator[None]:
    """What is started in here has the system's own answer to signals; we keep ours."""
    numbers = [getattr(signal, name) for name in HEEDED if hasattr(signal, name)]
    ignored = [number for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)

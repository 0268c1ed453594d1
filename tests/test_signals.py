"""What the tests start heeds an interrupt, also where the tests themselves do not."""

from __future__ import annotations

import signal
import subprocess

from tests.signals import heeded

INTERRUPTED = ["sh", "-c", "kill -INT $$; exit 7"]


def test_a_program_is_interrupted_even_if_we_were_told_to_ignore_it() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert subprocess.call(INTERRUPTED) == 7
        with heeded():
            assert subprocess.call(INTERRUPTED) == -signal.SIGINT
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_we_do_on_a_signal_is_left_as_it_was() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with heeded():
        assert signal.getsignal(signal.SIGTERM) is before or before is signal.SIG_IGN
    assert signal.getsignal(signal.SIGTERM) is before

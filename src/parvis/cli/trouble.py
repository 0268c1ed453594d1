"""What went wrong, in a sentence for the person at the terminal. Imports nothing of Parvis."""

from __future__ import annotations

BAD_INPUT = 2
INTERRUPTED = 130


class Trouble(Exception):
    """Bad input: the command says this sentence and ends with code 2."""


class Goodbye(Exception):
    """The person leaves."""

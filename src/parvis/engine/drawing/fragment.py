"""A fragment: a part of a drawing that is a function of a few plain values.

`@fragment` declares such a function. Calling it draws nothing: it notes the values. Two fragments
with equal values are the same picture, so whoever showed one needs to draw only what differs, and
what was drawn is remembered by its values for all seats, tables and moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, update_wrapper
from typing import NamedTuple, ParamSpec

Given = ParamSpec("Given")
KEPT = 1 << 9  # pictures of each function: the seats of a table ask for the same ones at once
NOTED = 1 << 10  # fragments of each function: one that stays is mostly the same object


class Fragment(NamedTuple):
    """What is to be drawn, and from what; equal ones look alike."""

    drawn: Callable[..., str]
    values: tuple[Hashable, ...]

    def svg(self) -> str:
        """The picture, drawn now or remembered."""
        return self.drawn(*self.values)


def fragment(draw: Callable[Given, str]) -> Callable[Given, Fragment]:
    """Declare that a picture depends on its values alone: numbers, texts, tuples of these.

    A speech is one too if it is the `common` one; with names it would be another at every table.

    >>> @fragment
    ... def card(number: int) -> str:
    ...     return f"<text>{number}</text>"
    >>> card(7) == card(7), card(7) == card(8), card(7).svg()
    (True, False, '<text>7</text>')
    """
    drawn = lru_cache(KEPT)(draw)

    @lru_cache(NOTED)
    def noted(*values: Hashable) -> Fragment:
        return Fragment(drawn, values)

    return update_wrapper(noted, draw)  # type: ignore[return-value]

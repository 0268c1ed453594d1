"""Why a move is not allowed."""

from __future__ import annotations


class Refusal:
    """A clause, the words that explain it (a key with parameters), and the places concerned.

    `reach` tells how far the checks got: of several refusals the one with the greatest reach is
    the most telling one.
    """

    def __init__(
        self,
        clause: str,
        key: str,
        params: dict[str, object] | None = None,
        places: tuple[str, ...] = (),
        reach: int = 0,
    ) -> None:
        self.clause = clause
        self.key = key
        self.params: dict[str, object] = {} if params is None else params
        self.places = places
        self.reach = reach

    def plain(self) -> dict[str, object]:
        """The refusal as plain data."""
        return {
            "clause": self.clause,
            "key": self.key,
            "params": self.params,
            "places": list(self.places),
        }

    def __repr__(self) -> str:
        return f"Refusal({self.clause} {self.key} {self.params} {self.places})"


class Bar:
    """One thing that can bar a move: its clause, its words, and how far the checks got by then.

    A game names its bars once; `Position.bar` answers with one of them, and `facts` adds what the
    words speak of.
    """

    def __init__(self, clause: str, key: str, reach: int = 0) -> None:
        self.clause = clause
        self.key = key
        self.reach = reach


class Illegal(ValueError):
    """Raised by `play` for a move that is refused; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.clause}: {refusal.key} {refusal.params}")
        self.refusal = refusal


class Malformed(ValueError):
    """A move id that names nothing, or a text that is no move; says what was expected."""

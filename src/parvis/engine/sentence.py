"""One thing that happened, in words to be looked up and places to be shown."""

from __future__ import annotations

from collections.abc import Mapping


class Sentence:
    """A key with parameters, and the places it speaks of."""

    def __init__(
        self, key: str, params: dict[str, object] | None = None, places: tuple[str, ...] = ()
    ) -> None:
        self.key = key
        self.params: dict[str, object] = {} if params is None else params
        self.places = places

    def plain(self) -> dict[str, object]:
        """The sentence as plain data."""
        return {"key": self.key, "params": self.params, "places": list(self.places)}

    def __repr__(self) -> str:
        return f"Sentence({self.key} {self.params} {self.places})"


def read_sentence(plain: Mapping[str, object]) -> Sentence:
    """What `plain` wrote."""
    key, params, places = plain["key"], plain["params"], plain["places"]
    assert isinstance(key, str)
    assert isinstance(params, dict)
    assert isinstance(places, list)
    return Sentence(key, params, tuple(places))

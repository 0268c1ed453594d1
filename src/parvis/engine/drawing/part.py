"""A part of a drawing: some fragments, or a panel, that are a function of a view.

`@part` declares such a function. At a table it is called for each move and each who looks; what it
read of the view is noted, and as long as that is the same it is not called again. So nobody says
what a part depends on, and a part cannot miss a change. Imports nothing of Parvis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

View = TypeVar("View", bound=Mapping[str, Any])
Given = ParamSpec("Given")
Made = TypeVar("Made")
Read = dict[str, Any]  # what was read of a view, by name
Memory = dict[object, list[tuple[Read, Any]]]  # of one table: by the part, what came of which
EACH = 4  # that are remembered of each part: those who look may see different things


class Remembering(dict[str, Any]):
    """A view at a table, with what was made of earlier ones there."""

    __slots__ = ("memory",)

    def __init__(self, view: Mapping[str, Any], memory: Memory) -> None:
        super().__init__(view)
        self.memory = memory


class Watched(Remembering):
    """One that notes what is read of it, by name."""

    __slots__ = ("read",)

    def __init__(self, view: Mapping[str, Any], memory: Memory) -> None:
        super().__init__(view, memory)
        self.read: Read = {}

    def __getitem__(self, name: str) -> Any:
        value = self.read[name] = super().__getitem__(name)
        return value


def note(view: object, read: Read) -> None:
    """What a part read, the part that it belongs to has read, too."""
    if isinstance(view, Watched):
        view.read.update(read)


def still(view: Mapping[str, Any], read: Read) -> bool:
    """Whether all of this is as it was."""
    for name, value in read.items():
        now = view[name]
        if now is not value and now != value:
            return False
    return True


def part(
    make: Callable[Concatenate[View, Given], Made],
) -> Callable[Concatenate[View, Given], Made]:
    """Declare that what is made depends on the view and on plain values alone.

    Whoever is given it must not change it: it may be given to others.

    >>> @part
    ... def heading(view: Mapping[str, Any], size: int) -> str:
    ...     print("made")
    ...     return f"round {view['round']}, {size} points"
    >>> memory: Memory = {}
    >>> for view in ({"round": 1, "turn": 0}, {"round": 1, "turn": 1}, {"round": 2, "turn": 1}):
    ...     print(heading(Remembering(view, memory), 12))
    made
    round 1, 12 points
    round 1, 12 points
    made
    round 2, 12 points
    """

    @wraps(make)
    def made(view: View, /, *args: Given.args, **named: Given.kwargs) -> Made:
        if not isinstance(view, Remembering):
            return make(view, *args, **named)
        key = (make, args, *named.items())
        known = view.memory.get(key, [])
        for read, result in known:
            if still(view, read):
                note(view, read)
                return cast(Made, result)
        own = Watched(view, view.memory)
        result = make(cast(View, own), *args, **named)
        note(view, own.read)
        view.memory[key] = [(own.read, result), *known[: EACH - 1]]
        return result

    return made


def narrowed(view: Mapping[str, Any], **values: Any) -> Mapping[str, Any]:
    """Some values of a view as a view of their own, for a part that depends on no more."""
    return Remembering(values, view.memory) if isinstance(view, Remembering) else values

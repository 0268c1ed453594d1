"""What a view holds: its types, a page of documentation, and a check that a view is as it says.

Each game extends `Frame` in its own `schema.py`; a field's `Annotated` text is its documentation.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypedDict, Union, get_args, get_origin, get_type_hints
from typing import is_typeddict as is_record

from parvis.engine.game import Game


class PartOfKind(TypedDict):
    """One part of a kind of move: (move - base) // stride % size is its value."""

    name: Annotated[str, "what the part is"]
    size: Annotated[int, "how many values it has"]
    stride: Annotated[int, "what one step of the value adds to the move"]


class KindOfMove(TypedDict):
    """A kind of move, and how its numbers are made."""

    kind: Annotated[str, "its name"]
    base: Annotated[int, "its first number"]
    parts: Annotated[list[PartOfKind], "its parts, in the order in which one picks them"]


class Frame(TypedDict):
    """What a view of any game holds."""

    game: Annotated[str, "the game's id"]
    rules: Annotated[int, "the rules version"]
    seats: Annotated[int, "how many seats there are"]
    options: Annotated[dict[str, bool | int | str], "every option with its value"]
    seat: Annotated[int | None, "whose view it is; null for a spectator"]
    turn: Annotated[int | None, "the seat to decide; null when the game is over or a draw pends"]
    over: Annotated[bool, "whether the game has ended"]
    sides: Annotated[list[list[int]], "the seats that play together"]
    scores: Annotated[list[int], "points by side if the game ended now"]
    winners: Annotated[list[int], "the winning seats; empty until the end"]
    kinds: Annotated[list[KindOfMove], "the kinds of move, to take the numbers of moves apart"]
    moves: Annotated[list[int], "the legal moves of the seat on turn; empty for all others"]


def view_type(game: Game) -> type:
    """The type of a game's views."""
    found: type = game.module("schema").View
    return found


def complaints(value: object, expected: object, where: str = "view") -> list[str]:
    """Where plain data is not of this type; empty if it is.

    >>> complaints({"name": "tile", "size": "2"}, PartOfKind)
    ['view: stride is missing', "view.size: expected int, found '2'"]
    >>> complaints([1, None], list[int])
    ['view[1]: expected int, found None']
    """
    origin, inside = get_origin(expected), get_args(expected)
    if origin is Annotated:
        return complaints(value, inside[0], where)
    if origin is Literal:
        return [] if value in inside else [f"{where}: expected one of {inside}, found {value!r}"]
    if origin in (Union, UnionType):
        tried = [complaints(value, one, where) for one in inside]
        return [] if [] in tried else [f"{where}: expected {name_of(expected)}, found {value!r}"]
    if isinstance(expected, type) and is_record(expected):
        return record_complaints(value, expected, where)
    if origin is list and isinstance(value, list):
        each = [complaints(one, inside[0], f"{where}[{n}]") for n, one in enumerate(value)]
        return [found for some in each for found in some]
    if origin is tuple and isinstance(value, list | tuple) and len(value) == len(inside):
        each = [complaints(one, inside[n], f"{where}[{n}]") for n, one in enumerate(value)]
        return [found for some in each for found in some]
    if origin is dict and isinstance(value, dict):
        each = [complaints(key, inside[0], f"{where} key") for key in value]
        each += [complaints(one, inside[1], f"{where}[{key!r}]") for key, one in value.items()]
        return [found for some in each for found in some]
    if origin is None and type(value) is (NoneType if expected is None else expected):
        return []
    return [f"{where}: expected {name_of(expected)}, found {value!r}"]


def record_complaints(value: object, expected: type, where: str) -> list[str]:
    """The same for a record with named fields."""
    if not isinstance(value, dict):
        return [f"{where}: expected {expected.__name__}, found {value!r}"]
    hints = get_type_hints(expected, include_extras=True)
    found = [f"{where}: {name} is missing" for name in hints if name not in value]
    found += [f"{where}: {name} is not declared" for name in value if name not in hints]
    for name in hints:
        if name in value:
            found += complaints(value[name], hints[name], f"{where}.{name}")
    return found


def name_of(expected: Any) -> str:
    """A type as one writes it.

    >>> name_of(list[int | None]), name_of(Literal["a", "b"]), name_of(dict[str, KindOfMove])
    ('list of int or null', '"a" or "b"', 'map from str to KindOfMove')
    """
    origin, inside = get_origin(expected), get_args(expected)
    if origin is Annotated:
        return name_of(inside[0])
    if origin is Literal:
        return " or ".join([f'"{one}"' for one in inside])
    if origin in (Union, UnionType):
        return " or ".join([name_of(one) for one in inside])
    if origin is list:
        return f"list of {name_of(inside[0])}"
    if origin is tuple:
        return f"({', '.join([name_of(one) for one in inside])})"
    if origin is dict:
        return f"map from {name_of(inside[0])} to {name_of(inside[1])}"
    return "null" if expected in (None, NoneType) else str(expected.__name__)


def records_in(expected: object, found: list[type]) -> None:
    """Collect the records that a type is made of, in the order in which they turn up."""
    if isinstance(expected, type) and is_record(expected) and expected not in found:
        found.append(expected)
        for hint in get_type_hints(expected, include_extras=True).values():
            records_in(hint, found)
    for inside in get_args(expected):
        records_in(inside, found)


def page(game: Game) -> str:
    """The documentation of a game's views."""
    found: list[type] = []
    records_in(view_type(game), found)
    text = (
        f"# What a view of {game.name} holds\n\n"
        f"`position.view(seat)` is plain data: all that a seat may know, and nothing else.\n"
        f"This page is made by `parvis schema {game.id}` from `schema.py` of the game.\n"
    )
    for record in found:
        title = "View" if record is found[0] else record.__name__
        text += f"\n## {title}\n\n{(record.__doc__ or '').strip()}\n\n"
        text += "| field | type | what it is |\n| --- | --- | --- |\n"
        for name, hint in get_type_hints(record, include_extras=True).items():
            meaning = get_args(hint)[1] if get_origin(hint) is Annotated else ""
            shown = name_of(hint).replace("|", "\\|")
            text += f"| `{name}` | {shown} | {meaning} |\n"
    return text

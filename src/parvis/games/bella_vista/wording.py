"""How things are called: the keys of their words, and the words of a view's things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.words import Speech
from parvis.games.bella_vista.components import (
    ANYWHERE,
    BORDER_FORCED,
    PAIR,
    QUARTET,
    STRADDLING,
)
from parvis.games.bella_vista.layouts import LETTERS

# What a contract is called, by kind.
CONTRACT_KEYS = (
    *("bv.contract.single",) * 8,
    *("bv.contract.pair",) * 4,
    *("bv.contract.quartet",) * 2,
    "bv.contract.straddling",
    "bv.contract.border",
    "bv.contract.river",
    "bv.contract.park",
)
# What a contract is about, in few words.
ABOUT_KEYS = (
    "bv.district.0",
    "bv.district.1",
    "bv.district.2",
    "bv.district.3",
    "bv.district.4",
    "bv.district.5",
    "bv.district.6",
    "bv.district.7",
    "bv.constraint.0",
    "bv.constraint.1",
    "bv.constraint.2",
    "bv.constraint.3",
    "bv.constraint.4",
    "bv.constraint.5",
    "bv.about.straddling",
    "bv.about.border",
    "bv.about.river",
    "bv.constraint.6",
)
TILE_KEYS = (
    "bv.district.0",
    "bv.district.1",
    "bv.district.2",
    "bv.district.3",
    "bv.district.4",
    "bv.district.5",
    "bv.district.6",
    "bv.district.7",
    "bv.tile.park",
    "bv.tile.river_across",
    "bv.tile.river_down",
)
DISTRICT_KEYS = tuple("#" + key for key in TILE_KEYS[:8])
SYMBOL_KEYS = ("#bv.symbol.0", "#bv.symbol.1", "#bv.symbol.2", "#bv.symbol.3")
STYLE_KEYS = ("#bv.style.hatched", "#bv.style.plain")
CONSTRAINT_KEYS = (
    "bv.constraint.0",
    "bv.constraint.1",
    "bv.constraint.2",
    "bv.constraint.3",
    "bv.constraint.4",
    "bv.constraint.5",
    "bv.constraint.6",
    "bv.constraint.7",
    "bv.constraint.8",
    "bv.constraint.9",
)
HEIGHT_KEYS = ("bv.height.parks", "bv.height.rivers", "bv.height.border")
GROUP_KEYS = ("bv.group.largest", "bv.group.each", "bv.group.alone")


def spots(rows: list[str], cell: int) -> list[tuple[int, int]]:
    """Where each square lies, in squares from the top left of the city."""
    side = 2 * cell
    found: list[tuple[int, int]] = []
    for letter in LETTERS:
        y = next(n for n, row in enumerate(rows) if letter in row)
        x = rows[y].index(letter)
        found += [(x * cell + dx, y * cell + dy) for dy in range(side) for dx in range(side)]
    return found


def square_name(view: Mapping[str, Any], square: int) -> str:
    """A square's name: its district, its column and its row there."""
    side = 2 * view["cell"]
    return f"{LETTERS[square // (side * side)]}{square % side + 1}{square // side % side + 1}"


SPOKEN: dict[tuple[str, int, int], str] = {}  # squares by language, cell and number


def square_words(view: Mapping[str, Any], square: int, speech: Speech) -> str:
    """A square as it is spoken of."""
    known = (speech.language, view["cell"], square)
    if known not in SPOKEN:
        side = 2 * view["cell"]
        SPOKEN[known] = speech(
            "bv.label.square",
            district=DISTRICT_KEYS[square // (side * side)],
            column=square % side + 1,
            row=square // side % side + 1,
        )
    return SPOKEN[known]


def constraint_words(view: Mapping[str, Any], speech: Speech) -> str:
    """What a placement has to obey now."""
    if view["rule"] == BORDER_FORCED:
        return speech("bv.rule.border")
    if view["rule"] == ANYWHERE:
        return speech("bv.rule.anywhere")
    return speech(CONSTRAINT_KEYS[view["constraint"]])


def contract_words(kind: int, needs: int) -> dict[str, object]:
    """The parameters of a contract's words."""
    words: dict[str, object] = {"n": needs}
    if kind < PAIR:
        words["district"] = DISTRICT_KEYS[kind]
    elif kind < QUARTET:
        words["symbol"] = SYMBOL_KEYS[kind - PAIR]
    elif kind < STRADDLING:
        words["style"] = STYLE_KEYS[kind - QUARTET]
    return words


def contract_name(view: Mapping[str, Any], kind: int, speech: Speech) -> str:
    """What a contract asks for."""
    return speech.tell(CONTRACT_KEYS[kind], contract_words(kind, view["contracts"][kind]["needs"]))


def tile_words(kind: int, speech: Speech) -> str:
    """A tile of the city."""
    return speech(TILE_KEYS[kind])

"""How things are called: the keys of their words, and the words of a view's things."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.words import Speech
from parvis.games.bella_vista.components import (
    CONSTRAINT_TEXT,
    CONTRACT_TEXT,
    PAIR,
    PARK_IMPOSED,
    QUARTET,
    STRADDLING,
)
from parvis.games.bella_vista.layouts import LETTERS

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
TILE_PLACES = (
    *("tile-" + letter for letter in LETTERS),
    "tile-park",
    "tile-river-across",
    "tile-river-down",
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
# What a contract is called, by kind, and what it is about in few words.
CONTRACT_KEYS = (
    *("bv.contract.single",) * 8,
    *("bv.contract.pair",) * 4,
    *("bv.contract.quartet",) * 2,
    "bv.contract.straddling",
    "bv.contract.border",
    "bv.contract.river",
    "bv.contract.park",
)
ABOUT_KEYS = (
    *TILE_KEYS[:8],
    *CONSTRAINT_KEYS[:6],
    "bv.asks.straddling",
    "bv.asks.border",
    "bv.asks.river",
    CONSTRAINT_KEYS[PARK_IMPOSED],
)
HEIGHT_KEYS = {
    "parks": "bv.height.parks",
    "rivers": "bv.height.rivers",
    "border": "bv.height.border",
}
GROUP_KEYS = {
    "largest": "bv.group.largest",
    "each": "bv.group.each",
    "alone": "bv.group.alone",
}


def spots(rows: list[str], cell: int) -> dict[str, tuple[int, int]]:
    """Where each square lies, by its name, in squares from the top left of the city."""
    side = 2 * cell
    found: dict[str, tuple[int, int]] = {}
    for letter in LETTERS:
        y = next(n for n, row in enumerate(rows) if letter in row)
        x = rows[y].index(letter)
        for dy in range(side):
            for dx in range(side):
                found[f"{letter}{dx + 1}{dy + 1}"] = (x * cell + dx, y * cell + dy)
    return found


@lru_cache(4)
def square_names(cell: int) -> list[str]:
    """The names of all squares, as building moves count them: as F32, by column and row."""
    side = range(1, 2 * cell + 1)
    return [f"{letter}{column}{row}" for letter in LETTERS for row in side for column in side]


@lru_cache(16)
def square_labels(cell: int, speech: Speech) -> list[str]:
    """All squares as they are spoken of."""
    return [square_words(square, speech) for square in square_names(cell)]


def square_words(square: str, speech: Speech) -> str:
    """A square as it is spoken of."""
    return speech(
        "bv.label.square",
        district=DISTRICT_KEYS[LETTERS.index(square[0])],
        column=int(square[1]),
        row=int(square[2]),
    )


def constraint_words(constraint: str, speech: Speech) -> str:
    """What a constraint wants."""
    return speech(CONSTRAINT_KEYS[CONSTRAINT_TEXT.index(constraint)])


def rule_words(rule: str, speech: Speech) -> str:
    """What a site has to obey: a constraint, or its recourse."""
    if rule == "border":
        return speech("bv.rule.border")
    if rule == "anywhere":
        return speech("bv.rule.anywhere")
    return constraint_words(rule, speech)


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


def contract_name(contract: str, needs: int, speech: Speech) -> str:
    """What a contract asks for."""
    kind = CONTRACT_TEXT.index(contract)
    return speech.tell(CONTRACT_KEYS[kind], contract_words(kind, needs))


def contract_label(contract: str, needs: int, coins: int, speech: Speech) -> str:
    """What a contract asks for and what it brings."""
    return speech("bv.label.contract", contract=contract_name(contract, needs, speech), n=coins)


def building_label(number: int, owner: int | None, name: str, speech: Speech) -> str:
    """A building of the city, and whose it is."""
    if owner is None:
        return speech("bv.label.building", number=number, owner="#bv.neutral")
    return called(owner, name, speech)("bv.label.building", number=number, owner=f"@{owner}")


def architect_label(seat: int, name: str, held: int, speech: Speech) -> str:
    """An architect, and how many cards they hold."""
    return called(seat, name, speech)("bv.label.architect", seat=f"@{seat}", n=held)


@lru_cache(256)
def called(seat: int, name: str, speech: Speech) -> Speech:
    """A speech that knows one name: in a parameter it could be taken for a key or a seat."""
    return speech.with_names([*[""] * seat, name])


def tile_words(kind: int, speech: Speech) -> str:
    """A tile of the city."""
    return speech(TILE_KEYS[kind])

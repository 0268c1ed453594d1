"""The box of a view, made ready to look things up in: most views of a pack share one box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from parvis.games.neoville.components import TERRAINS
from parvis.games.neoville.schema import Box

MOST_BOXES = 16


class PlainKind(NamedTuple):
    """A kind of piece as plain values."""

    code: str
    sort: str
    terrain: int  # of a skyscraper; -1 of a utility
    points: int
    piece: str  # the key of its name,
    mark: str  # and what tells it from others of that name
    wants: int  # squares or things in sight, 0 if it counts nothing
    about: str  # what an ecomobile counts, where a windmill stands
    shape: tuple[tuple[int, int], ...]  # of a biodome: row and column of each square


class Index:
    """What a box holds, by its names."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.numbers = {tile: number for number, tile in enumerate(box["tiles"])}
        self.equity = {tile: number + 1 for number, tile in enumerate(box["equity"])}
        self.pieces = {code: plain_kind(cast(Any, kind)) for code, kind in box["pieces"].items()}
        self.codes = tuple(self.pieces)
        self.rows: dict[str, tuple[PlainKind, ...]] = {}  # the pieces of each sort
        for kind in self.pieces.values():
            self.rows[kind.sort] = (*self.rows.get(kind.sort, ()), kind)


def plain_kind(kind: Mapping[str, Any]) -> PlainKind:
    """A kind of piece as plain values."""
    return PlainKind(
        kind["code"],
        kind["sort"],
        TERRAINS.index(kind["terrain"]) if "terrain" in kind else -1,
        kind["points"],
        kind["piece"],
        kind["mark"],
        kind["points"] if "terrain" in kind else kind.get("least", 0),
        kind.get("counts") or kind.get("stands") or "",
        tuple((row, column) for row, column in kind.get("cells", ())),
    )


KNOWN: dict[int, Index] = {}


def index_of(box: Box) -> Index:
    """The index of a box, which nobody changes; remembered as long as the box itself is."""
    found = KNOWN.get(id(box))
    if found is None:
        if len(KNOWN) >= MOST_BOXES:
            KNOWN.clear()
        found = KNOWN[id(box)] = Index(box)  # which holds the box, so that no other has its id
    return found

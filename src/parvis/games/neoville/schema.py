"""What a view of Neoville holds."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from parvis.engine.schema import Frame


class Piece(TypedDict):
    """A piece in a city."""

    kind: Annotated[str, "its code, a key of the box's pieces"]
    square: Annotated[str, "where it stands: slot and quadrant, such as e4nw"]
    state: Annotated[
        Literal["met", "short", "spare", "open", "second"],
        "what it is doing now: met; short of what it wants; spare, since another skyscraper counts "
        "for its district; open, a windmill that the frame does not settle yet; second, since "
        "another biodome counts for its district",
    ]
    have: Annotated[
        int,
        "what it has of what it counts: squares of its district, things in sight of an ecomobile, "
        "frames that suit a windmill",
    ]


class CityView(TypedDict):
    """A city."""

    tiles: Annotated[dict[str, str], "its tiles as they lie, by slot (a1 to g7, the first at d4)"]
    pieces: Annotated[list[Piece], "its pieces in the order in which they came"]
    box: Annotated[list[str], "the upper left and the lower right slot; empty without a tile"]
    parks: Annotated[int, "its parks"]
    sports: Annotated[int, "its sports"]


class Hand(TypedDict):
    """A hand. Tiles are written as the pack writes them."""

    shown: Annotated[list[str], "the tiles that all have seen"]
    own: Annotated[list[str], "the other tiles; empty unless the hand is one's own"]
    unseen: Annotated[int, "how many other tiles there are"]
    limits: Annotated[
        list[list[str]],
        "for that many of the unseen tiles, what each can only be, because the exception was used; "
        "each list holds the one before",
    ]


class PieceKind(TypedDict):
    """What all kinds of piece have."""

    code: Annotated[str, "its code in notation"]
    piece: Annotated[str, "the key of its name"]
    mark: Annotated[str, "what tells it from others of that name"]
    points: Annotated[int, "what it earns or costs"]


class Skyscraper(PieceKind):
    """A skyscraper."""

    sort: Annotated[Literal["earth", "forest", "stone", "waterfall"], "its sort"]
    terrain: Annotated[Literal["soil", "grass", "rock", "water"], "where it stands"]


class Ecomobile(PieceKind):
    """A kind of ecomobile."""

    sort: Annotated[Literal["ecomobiles"], "its type"]
    counts: Annotated[
        Literal["parks", "sports", "icons", "skyscrapers", "utilities"], "what it counts"
    ]
    least: Annotated[int, "how many it wants"]


class Windmill(PieceKind):
    """A kind of windmill."""

    sort: Annotated[Literal["windmills"], "its type"]
    stands: Annotated[
        Literal["left", "right", "top", "bottom", "corner", "centre"],
        "where in the finished city it wants to stand",
    ]


class Biodome(PieceKind):
    """A kind of biodome."""

    sort: Annotated[Literal["biodomes"], "its type"]
    cells: Annotated[list[list[int]], "row and column of each square of its shape"]


class Look(TypedDict):
    """A tile turned some way."""

    tile: Annotated[str, "the tile as the pack writes it"]
    turns: Annotated[int, "quarter turns clockwise from there"]
    look: Annotated[
        str,
        "the tile as it then lies, upper row / lower row: s soil, g grass, r rock, w water; a star "
        "after a letter is a park on that square, a plus a sport",
    ]


class Box(TypedDict):
    """The components, the same all game long."""

    tiles: Annotated[list[str], "every different tile, in the order of the part of `take`"]
    equity: Annotated[list[str], "the Equity tiles, from the first player's to the last one's"]
    looks: Annotated[list[Look], "every different way to lay a tile, in the order of `lay`"]
    pieces: Annotated[
        dict[str, Skyscraper | Ecomobile | Windmill | Biodome],
        "every kind of piece by its code, in the order of `put`",
    ]


class View(Frame):
    """All that a seat may know."""

    phase: Annotated[
        Literal["tile", "piece", "draw", "over", "refill", "deal"],
        "what is asked: a tile, a piece, a draw; refill and deal only in a preview, where the row "
        "or the seat waits for a tile of the stack",
    ]
    active: Annotated[int | None, "the seat whose turn it is, also in a preview; null at the end"]
    first: Annotated[int, "the seat that began"]
    round: Annotated[int, "which of the 16 rounds it is"]
    slot: Annotated[str | None, "where the last tile was laid; null before the first"]
    cities: Annotated[list[CityView], "the cities by seat"]
    hands: Annotated[list[Hand], "the hands by seat"]
    row: Annotated[list[str | None], "the four tiles face up; null for a gap"]
    stack: Annotated[int, "how many tiles the stack has"]
    stock: Annotated[dict[str, int], "how many of each kind of piece are in stock, by code"]
    types: Annotated[
        list[Literal["ecomobiles", "windmills", "biodomes"]], "the two types of utility in play"
    ]
    box: Annotated[Box, "the components"]

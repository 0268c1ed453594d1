"""The types of a view: all that a seat may know, field by field."""

from __future__ import annotations

from typing import Annotated, TypedDict

from parvis.engine.schema import Frame
from parvis.games.bella_vista.components import (
    Constraint,
    ContractText,
    Group,
    Height,
    Phase,
    Rule,
)


class Box(TypedDict):
    """The least box of cells around the tiles that are laid."""

    left: Annotated[int, "its first column of cells, from the left of the table"]
    top: Annotated[int, "its first row of cells, from the top"]
    right: Annotated[int, "the column beyond it"]
    bottom: Annotated[int, "the row beyond it"]


class LaidTile(TypedDict):
    """A tile that an architect has laid."""

    tile: Annotated[str, "F B L O f b l o a district, * a park, - and | a river across or down"]
    cell: Annotated[str, "the cell of its upper left corner, as K11"]


class Card(TypedDict):
    """A construction card on the offer board."""

    seat: Annotated[int, "whose it is"]
    number: Annotated[int | None, "its number; null if it is face down and not one's own"]
    up: Annotated[bool, "whether it has been turned up"]


class Building(TypedDict):
    """A building in the city, or one that was set aside."""

    building: Annotated[str, "its colour, a to d, and its number, as a4"]
    number: Annotated[int, "its number, which is its height"]
    owner: Annotated[int | None, "the seat that owns it; null for the neutral colour"]
    squares: Annotated[list[str], "the squares it covers, as F32; none if it was set aside"]
    forced: Annotated[bool, "whether it was placed, or set aside, against the constraint"]
    lower: Annotated[int, "how many lower neighbours it earned a coin for"]
    highest: Annotated[bool, "whether it earned 3 coins as the highest"]
    coins: Annotated[int, "what it earned in all"]


class Player(TypedDict):
    """What everybody knows of an architect."""

    coins: Annotated[int, "the purse"]
    paid: Annotated[int, "what all offers so far have cost"]
    hand: Annotated[int, "how many cards are in hand"]
    deck: Annotated[int, "how many cards are still to be drawn"]
    unseen: Annotated[list[int], "the numbers that were never turned up: hand, deck, face down"]
    taken: Annotated[list[ContractText], "the contracts taken, in order"]


class Displayed(TypedDict):
    """A contract on display."""

    contract: Annotated[ContractText, "which one: its districts, or what it is about"]
    asked: Annotated[int, "how many buildings it asks for in all"]
    met: Annotated[list[int], "how many of them each seat has"]


class ContractTerms(TypedDict):
    """What a contract asks and brings."""

    coins: Annotated[int, "what it brings at the end"]
    needs: Annotated[int, "how many buildings it asks for, on each of its districts"]


class View(Frame):
    """All that a seat may know of a game of Bella Vista."""

    phase: Annotated[Phase, "what is to be decided"]
    pending: Annotated[bool, "whether a card is to be turned up or dealt (in a preview only)"]
    round: Annotated[int, "1 to 8; 0 while the city is laid"]
    cell: Annotated[int, "squares along the side of a cell of the map"]
    map: Annotated[list[str], "the city, a letter a cell: districts, * parks, 1 and 2 rivers"]
    box: Annotated[Box | None, "where the map lies on the table, while the city is laid"]
    laid: Annotated[list[LaidTile], "the tiles laid so far, while the city is laid"]
    height: Annotated[Height | None, "the height objective"]
    group: Annotated[Group | None, "the group objective"]
    constraint: Annotated[Constraint | None, "the constraint of the round"]
    constraints: Annotated[list[Constraint], "all constraints so far, this round's last"]
    order: Annotated[list[int], "the seats below the board, who offer in this order"]
    step: Annotated[int, "how many offers were made in this round"]
    line: Annotated[list[Card | None], "the cards above the board, from the dearest slot on"]
    slot: Annotated[int | None, "the place in `line` of the card turned up last in this round"]
    building: Annotated[str | None, "the building of the card turned up, or the neutral one"]
    rule: Annotated[Rule | None, "what its site has to obey: a constraint, or its recourse"]
    latest: Annotated[str | None, "the building placed last"]
    buildings: Annotated[list[Building], "all that were built or set aside"]
    players: Annotated[list[Player], "the architects, by seat"]
    hand: Annotated[list[int], "one's own cards, ascending"]
    display: Annotated[list[Displayed | None], "the four contracts on display; null for a gap"]
    contracts: Annotated[dict[ContractText, ContractTerms], "all contracts of the box"]
    contracts_left: Annotated[int, "how many contracts are still to be dealt"]
    prices: Annotated[list[int], "what the slots cost, from the left"]
    shapes: Annotated[
        list[list[list[tuple[int, int]]]],
        "by number and turn: the squares of a building from the one that is pointed at",
    ]

"""The kinds of move: an offer, a building, a contract or none, a tile of the city."""

from __future__ import annotations

from typing import Final

from parvis.engine.codec import Codec, Kind, Part
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.city import City, make_room
from parvis.games.bella_vista.components import CONTRACT_TEXT, HEIGHTS, Components

RIGHT_TEXT: Final = "-"  # the right of the board, where a slot has its price
TURNS: Final = "nesw"  # clockwise; n as the building is in the pack


class Moves:
    """The moves of a pack at a player count.

    @5:4      lay the 4 on the slot that costs 5        @-:4     … to the right of the board
    F32e      build on hatched flowers, column 3, row 2, turned once
    +Ff       take the contract of both flower districts    +none    take none
    F@K11     lay hatched flowers with its corner on cell K11 (* a park, - and | a river)
    """

    def __init__(self, components: Components, seats: int, by_players: bool) -> None:
        slots = [str(price) for price in components.offers[seats]]
        names = [components.name(square) for square in range(components.squares)]
        self.offer = Kind(
            "offer",
            "@{slot}:{card}",
            (
                Part("slot", [*slots, RIGHT_TEXT]),
                Part("card", [str(number) for number in range(1, HEIGHTS + 1)]),
            ),
        )
        self.build = Kind(
            "build", "{square}{turn}", (Part("square", names), Part("turn", list(TURNS)))
        )
        self.take = Kind("take", "+{contract}", (Part("contract", list(CONTRACT_TEXT)),))
        self.decline = Kind("decline", "+none", lead="none", declines=True)
        cells = [layouts.cell_name(cell) for cell in range(layouts.CELLS)]
        self.lay = Kind(
            "lay",
            "{tile}@{cell}",
            (Part("tile", list(layouts.KIND_TEXT)), Part("cell", cells)),
            named=on_the_table,
        )
        kinds = [self.offer, self.build, self.take, self.decline]
        if by_players:
            kinds.append(self.lay)
        self.codec = Codec(kinds)
        self.sites: dict[str, list[object]] = {}

    def sites_of(self, city: City) -> list[object]:
        """The building move of each placement of a city; the last few are kept."""
        sites = self.sites.get(city.source)
        if sites is None:
            numbers = self.codec.numbers
            sites = [numbers[self.build.move(square, turn)] for _, square, turn in city.sites()]
            make_room(self.sites)
            self.sites[city.source] = sites
        return sites


def on_the_table(parts: list[int]) -> bool:
    """Whether a tile with its corner on a cell lies wholly on the table."""
    return layouts.cells_of(parts[0], parts[1]) != 0


MADE: Final[dict[str, Moves]] = {}


def moves_of(digest: str, components: Components, seats: int, by_players: bool) -> Moves:
    """The moves of a pack, made once and shared."""
    key = f"{digest} {seats} {by_players}"
    moves = MADE.get(key)
    if moves is None:
        moves = Moves(components, seats, by_players)
        if len(MADE) >= 64:
            MADE.clear()
        MADE[key] = moves
    return moves

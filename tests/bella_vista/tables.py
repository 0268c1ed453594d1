"""Positions to test with: known cities, buildings where we want them, any card turned up."""

from __future__ import annotations

import parvis
from parvis.engine.ledger import Line
from parvis.games.bella_vista.components import (
    A_ROW,
    BUILD,
    COINS,
    CONSTRAINT_TEXT,
    CONTRACT_TEXT,
    HAND,
    HEIGHTS,
    NOTHING,
    REVEAL,
    UNBUILT,
)
from parvis.games.bella_vista.position import BellaVista

# Ring around a large park; one joined river to the right.
PIAZZA = """
FFbbLL..
FFbbLL..
OO**ff11
OO**ff22
BBlloo*.
BBlloo..
"""
# Hatched flowers above hatched butterflies.
HATCHED_PAIR = PIAZZA.replace("O", "x").replace("B", "O").replace("x", "B")
# F41 is next to two parks that share only a corner.
TWO_PARKS = """
.*......
FF*OObb.
FF1OObb.
ff1LLBB.
ff*LLBB2
..lloo*2
..lloo*.
"""
# The same corner with the two parks joined by a third.
ONE_PARK = """
.**.....
FF*OObb.
FF1OObb.
ff1LLBB.
ff*LLBB2
..lloo*2
..lloo..
"""


def begin(seats: int = 4, city: str = PIAZZA, seed: int | str = 1) -> BellaVista:
    """The first position, in a known city, the architects in order of their seats."""
    position = parvis.start("bella-vista", seats, seed, {"city": city})
    assert isinstance(position, BellaVista)
    position.order = [0, 1, 1, 0] if seats == 2 else list(range(seats))
    return position


# Objectives.
PARKS, RIVERS, BORDER = range(3)
SQUARES, EACH, ALONE = range(3)


def objectives(position: BellaVista, height: int, group: int) -> None:
    """Make these the objectives."""
    position.height, position.group = height, group


def built(height: int, group: int, *sites: str, seats: int = 4, city: str = PIAZZA) -> BellaVista:
    """A game with these objectives in which the first architect has these buildings."""
    position = begin(seats, city)
    objectives(position, height, group)
    stand(position, 0, *sites)
    return position


def lines_of(position: BellaVista, seat: int, clause: str) -> list[Line]:
    """A seat's lines of the ledger by one clause."""
    return [line for line in position.ledger() if line.side == seat and line.clause == clause]


def give(position: BellaVista, seat: int, *numbers: int) -> None:
    """Put these cards, and no others, in a hand."""
    position.tally[seat * A_ROW + HAND] = sum(1 << 2 * (number - 1) for number in numbers)


def pay(position: BellaVista, seat: int, coins: int) -> None:
    """Leave a seat with this many coins."""
    position.tally[seat * A_ROW + COINS] = coins


def coins(position: BellaVista, seat: int) -> int:
    return position.tally[seat * A_ROW + COINS]


def stand(position: BellaVista, seat: int, *sites: str) -> None:
    """Put buildings in the city, as `4:F32e`, without anybody earning by it."""
    city = position.town()
    for site in sites:
        number, _, where = site.partition(":")
        height = int(number) - 1
        building = seat * HEIGHTS + height
        if position.site[building] != UNBUILT:
            building += 2 * HEIGHTS
        square, turn = position.kinds.build.values(position.read(where))
        placement = city.placement(position.components.shape[height], square, turn)
        assert placement != NOTHING, site
        assert position.free(placement), site
        position.put(building, placement)
        if position.owner(building) < position.seats:
            position.note(seat, city.traits[placement])


def fill(position: BellaVista, letters: str, keep: tuple[str, ...] = ()) -> None:
    """Leave no free square on these districts but those to keep, as if they were built over."""
    for square in range(position.components.squares):
        name = position.components.name(square)
        if name[0] in letters and name not in keep and not position.at[square]:
            position.cover(square, 4 * HEIGHTS)


def impose(position: BellaVista, constraint: str) -> None:
    """Make this the constraint of the round."""
    deck = list(position.constraints)
    here, there = int(position.round) - 1, deck.index(CONSTRAINT_TEXT.index(constraint))
    deck[here], deck[there] = deck[there], deck[here]
    position.constraints = deck


def turn_up(position: BellaVista, *cards: tuple[int, int], constraint: str = "no-river") -> None:
    """All offers are made: these cards (seat, number) in this order, the first is turned up."""
    impose(position, constraint)
    for slot in range(len(position.line)):
        position.line[slot] = NOTHING
    for slot, (seat, number) in enumerate(cards):
        position.line[slot] = seat * HEIGHTS + number - 1
    position.phase = BUILD
    position.step = len(position.order)
    position.slot = NOTHING
    position.pending = REVEAL
    position.resolve()


def display(position: BellaVista, *contracts: str) -> None:
    """Display these contracts and no others."""
    shown = [CONTRACT_TEXT.index(contract) for contract in contracts]
    position.display = shown + [NOTHING] * (4 - len(shown))


# The tables of a city take a while: these are made once, when the tests are read.
for known in (PIAZZA, HATCHED_PAIR, TWO_PARKS, ONE_PARK):
    begin(city=known)

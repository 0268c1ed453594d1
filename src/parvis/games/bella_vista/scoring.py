"""Points: coins by where they came from, contracts, and what the objectives give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from parvis.engine.bits import BIT
from parvis.engine.ledger import BANKED, OPEN, STANDING, Line
from parvis.games.bella_vista.components import (
    A_ROW,
    COINS,
    CONTRACT_TEXT,
    GROUP_ALONE,
    GROUP_EACH,
    GROUP_SQUARES,
    HEIGHT_BORDER,
    HEIGHT_PARKS,
    HEIGHTS,
    NOTHING,
    ON_BORDER_BIT,
    OVER,
    PAID,
    PAIR,
    PARK_SHIFT,
    QUARTET,
    RIVER_SHIFT,
    STRADDLES,
    STRADDLING,
    TALLEST,
    TALLEST_COINS,
)
from parvis.games.bella_vista.wording import CONTRACT_KEYS, contract_words

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista


def purse(seats: int) -> int:
    """What each architect starts with (BV-2.3, BV-2.4)."""
    return 30 if seats == 2 else 20


def groups(position: BellaVista, seat: i64) -> list[int]:
    """The groups of a seat, each a set of its buildings; single buildings too (BV-6.4)."""
    city = position.city
    if city is None:
        return []
    left: i64 = 0
    building: i64 = 0
    while building < len(position.site):
        if i64(position.site[building]) >= 0 and position.owner(building) == seat:
            left |= BIT[building]
        building += 1
    mine: i64 = left
    found: list[int] = []
    building = 0
    while left:
        if not left & BIT[building]:
            building += 1
            continue
        group: i64 = BIT[building]
        fresh: i64 = group
        while fresh:
            reached: i64 = 0
            here: i64 = 0
            while fresh:
                if fresh & BIT[here]:
                    fresh ^= BIT[here]
                    placement: i64 = position.site[here]
                    i: i64 = city.touches_from[placement]
                    end: i64 = city.touches_from[placement + 1]
                    while i < end:
                        other: i64 = position.at[city.touches[i]]
                        if other:
                            reached |= BIT[other - 1]
                        i += 1
                here += 1
            fresh = reached & mine & ~group
            group |= fresh
        left &= ~group
        found.append(int(group))
    return found


def squares_of(position: BellaVista, buildings: i64) -> int:
    """How many squares these buildings cover."""
    covered: i64 = 0
    size = position.components.size
    building: i64 = 0
    while buildings:
        if buildings & 1:
            covered += i64(size[building % HEIGHTS])
        buildings >>= 1
        building += 1
    return int(covered)


def largest(position: BellaVista, seat: int) -> int:
    """The squares of the group that covers most of them; 0 without a group (BV-6.5)."""
    best = 0
    for group in groups(position, seat):
        if group & (group - 1):
            best = max(best, squares_of(position, group))
    return best


def group_coins(position: BellaVista, seat: i64) -> i64:
    """What the group objective gives a seat (BV-6.4)."""
    best: i64 = 0
    count: i64 = 0
    alone: i64 = 0
    for group in groups(position, seat):
        if group & (group - 1):
            count += 1
            if position.group == GROUP_SQUARES:
                best = max(best, i64(squares_of(position, group)))
        else:
            alone += 1
    if position.group == GROUP_SQUARES:
        return 2 * best
    if position.group == GROUP_EACH:
        return 10 * count
    return -5 * alone


def height_coins(position: BellaVista, seat: i64) -> i64:
    """What the height objective gives a seat (BV-6.1 to BV-6.3)."""
    city = position.city
    coins: i64 = 0
    if city is None:
        return coins
    building: i64 = 0
    while building < len(position.site):
        placement: i64 = position.site[building]
        if placement >= 0 and position.owner(building) == seat:
            traits: i64 = city.traits[placement]
            times: i64 = 0
            if position.height == HEIGHT_BORDER:
                if traits & ON_BORDER_BIT:
                    times = 1
            else:
                if position.height == HEIGHT_PARKS:
                    traits = traits >> PARK_SHIFT & 31
                else:
                    traits = traits >> RIVER_SHIFT & 3
                while traits:
                    traits &= traits - 1
                    times += 1
            coins += times * (building % HEIGHTS + 1)
        building += 1
    return coins


def contract_coins(position: BellaVista, seat: i64) -> i64:
    """The coins of the contracts that a seat has taken."""
    coins: i64 = 0
    for card in position.taken:
        if card % 4 == seat:
            coins += i64(position.components.contracts[card // 4].coins)
    return coins


def scores(position: BellaVista) -> list[int]:
    """Coins by seat if the game ended now."""
    found: list[int] = []
    for seat in range(position.setting.seats):
        total = position.tally[seat * A_ROW + COINS] + int(contract_coins(position, seat))
        if position.round:
            total += int(height_coins(position, seat) + group_coins(position, seat))
        found.append(total)
    return found


def winners(position: BellaVista) -> list[int]:
    """BV-6.5: most coins, then the largest group, else shared."""
    if position.phase != OVER:
        return []
    totals = scores(position)
    best = max(totals)
    first = [seat for seat in range(len(totals)) if totals[seat] == best]
    if len(first) == 1:
        return first
    sizes = [largest(position, seat) for seat in first]
    return [seat for seat in first if largest(position, seat) == max(sizes)]


# The ledger.


def place_of(position: BellaVista, building: int) -> str:
    """Where a building stands, by the square that was pointed at."""
    return "square-" + position.components.name(position.square_of(building))


def owned(position: BellaVista, seat: int) -> list[int]:
    """The buildings of a seat that stand in the city."""
    return [
        building
        for building in range(len(position.site))
        if position.site[building] >= 0 and position.owner(building) == seat
    ]


def ledger(position: BellaVista) -> list[Line]:
    """Every coin with its clause and places."""
    lines: list[Line] = []
    for seat in range(position.setting.seats):
        lines.extend(banked_lines(position, seat))
        if position.round:
            lines.extend(height_lines(position, seat))
            lines.extend(group_lines(position, seat))
            if position.phase != OVER:
                lines.extend(open_lines(position, seat))
    return lines


def banked_lines(position: BellaVista, seat: int) -> list[Line]:
    """Coins that were paid and earned, and the contracts taken."""
    seats = position.setting.seats
    clause = "BV-2.4" if seats == 2 else "BV-2.3"
    lines = [Line(seat, purse(seats), clause, "bv.ledger.purse")]
    paid = position.tally[seat * A_ROW + PAID]
    if paid:
        lines.append(Line(seat, -paid, "BV-3.1", "bv.ledger.offers"))
    lower: list[str] = []
    tallest: list[str] = []
    coins = 0
    for building in owned(position, seat):
        gain = position.gain[building]
        if gain % TALLEST:
            coins += gain % TALLEST
            lower.append(place_of(position, building))
        if gain & TALLEST:
            tallest.append(place_of(position, building))
    if coins:
        lines.append(Line(seat, coins, "BV-4.6", "bv.ledger.lower", {"n": coins}, tuple(lower)))
    if tallest:
        lines.append(
            Line(
                seat,
                TALLEST_COINS * len(tallest),
                "BV-4.6",
                "bv.ledger.tallest",
                {"n": len(tallest)},
                tuple(tallest),
            )
        )
    for card in position.taken:
        if card % 4 == seat:
            kind = card // 4
            contract = position.components.contracts[kind]
            lines.append(
                Line(
                    seat,
                    contract.coins,
                    "BV-6.5",
                    CONTRACT_KEYS[kind],
                    contract_words(kind, position.needs(kind)),
                    (f"taken-{seat}",),
                )
            )
    return lines


def height_lines(position: BellaVista, seat: int) -> list[Line]:
    """BV-6.1 to BV-6.3: one line for each park or river, one for the border."""
    city = position.town()
    status = BANKED if position.phase == OVER else STANDING
    mine = owned(position, seat)
    lines: list[Line] = []
    if position.height == HEIGHT_BORDER:
        on = [b for b in mine if city.traits[position.site[b]] & ON_BORDER_BIT]
        if on:
            lines.append(
                Line(
                    seat,
                    sum([b % HEIGHTS + 1 for b in on]),
                    "BV-6.3",
                    "bv.ledger.border",
                    {"n": len(on)},
                    tuple([place_of(position, b) for b in on]),
                    status,
                )
            )
        return lines
    parks = position.height == HEIGHT_PARKS
    shift = PARK_SHIFT if parks else RIVER_SHIFT
    count = len(city.parks) if parks else len(city.rivers)
    for n in range(count):
        by = [b for b in mine if city.traits[position.site[b]] >> (shift + n) & 1]
        if by:
            lines.append(
                Line(
                    seat,
                    sum([b % HEIGHTS + 1 for b in by]),
                    "BV-6.1" if parks else "BV-6.2",
                    "bv.ledger.park" if parks else "bv.ledger.river",
                    {"n": len(by), "number": n + 1},
                    (
                        f"park-{n + 1}" if parks else f"river-{n + 1}",
                        *[place_of(position, b) for b in by],
                    ),
                    status,
                )
            )
    return lines


def group_lines(position: BellaVista, seat: int) -> list[Line]:
    """BV-6.4."""
    status = BANKED if position.phase == OVER else STANDING
    real: list[int] = []
    alone: list[str] = []
    for group in groups(position, seat):
        if group & (group - 1):
            real.append(group)
        else:
            alone.append(place_of(position, group.bit_length() - 1))
    lines: list[Line] = []
    if position.group == GROUP_SQUARES and real:
        sizes = [squares_of(position, group) for group in real]
        best = sizes.index(max(sizes))
        lines.append(
            Line(
                seat,
                2 * sizes[best],
                "BV-6.4",
                "bv.ledger.largest",
                {"n": sizes[best]},
                places_of(position, real[best]),
                status,
            )
        )
    elif position.group == GROUP_EACH:
        for group in real:
            places = places_of(position, group)
            lines.append(
                Line(seat, 10, "BV-6.4", "bv.ledger.group", {"n": len(places)}, places, status)
            )
    elif position.group == GROUP_ALONE and alone:
        lines.append(
            Line(
                seat,
                -5 * len(alone),
                "BV-6.4",
                "bv.ledger.alone",
                {"n": len(alone)},
                tuple(alone),
                status,
            )
        )
    return lines


def places_of(position: BellaVista, group: int) -> tuple[str, ...]:
    """Where the buildings of a group stand."""
    return tuple([place_of(position, b) for b in range(4 * HEIGHTS) if group >> b & 1])


def progress(position: BellaVista, seat: int, kind: int) -> tuple[int, int]:
    """How much of a contract a seat's buildings meet, and of how much."""
    row = seat * A_ROW
    tally = position.tally
    needs = position.needs(kind)
    if kind < PAIR:
        return min(needs, tally[row + kind]), needs
    if kind < STRADDLING:
        if kind < QUARTET:
            named = [kind - PAIR, kind - PAIR + 4]
        else:
            named = [4 * (kind - QUARTET) + symbol for symbol in range(4)]
        return sum([min(needs, tally[row + tile]) for tile in named]), needs * len(named)
    return min(needs, tally[row + STRADDLES + kind - STRADDLING]), needs


def open_lines(position: BellaVista, seat: int) -> list[Line]:
    """The displayed contracts that a seat has begun to fulfil, card by card."""
    return [
        Line(
            seat,
            0,
            "BV-4.7",
            CONTRACT_KEYS[kind],
            contract_words(kind, position.needs(kind)),
            (f"contract-{CONTRACT_TEXT[kind]}",),
            OPEN,
            0,
            position.components.contracts[kind].coins,
        )
        for kind in sorted(position.display)
        if kind != NOTHING and progress(position, seat, kind)[0]
    ]

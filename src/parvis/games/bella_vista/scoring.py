"""Points: coins by where they came from, contracts, and what the objectives give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from parvis.engine.bits import BIT, count, members
from parvis.engine.ledger import BANKED, OPEN, STANDING, Line
from parvis.games.bella_vista.components import (
    A_ROW,
    BORDER_SHIFT,
    BUILD,
    COINS,
    CONSTRAINTS,
    CONTRACT_TEXT,
    GROUP_ALONE,
    GROUP_EACH,
    GROUP_SQUARES,
    HEIGHT_BORDER,
    HEIGHT_PARKS,
    HEIGHTS,
    NOTHING,
    OFFER,
    OVER,
    PAID,
    PAIR,
    PARK_SHIFT,
    QUARTET,
    RIVER_SHIFT,
    ROUNDS,
    STRADDLES,
    STRADDLING,
    TALLEST,
    TALLEST_COINS,
    sets,
)
from parvis.games.bella_vista.labels import CONTRACT_KEYS, contract_words

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista


# The traits that a height objective looks at: from which bit, and how many.
HEIGHT_SHIFT: Final = (PARK_SHIFT, RIVER_SHIFT, BORDER_SHIFT)
HEIGHT_WIDTH: Final = (5, 2, 1)


def purse(seats: int) -> int:
    """What each architect starts with (BV-2.3, BV-2.4)."""
    return 30 if seats == 2 else 20


def standing(position: BellaVista, seat: i64) -> i64:
    """A seat's buildings that stand in the city, as a set."""
    found: i64 = 0
    building: i64 = 0
    while building < len(position.site):
        if i64(position.site[building]) >= 0 and position.owner(building) == seat:
            found |= BIT[building]
        building += 1
    return found


def touching(position: BellaVista, buildings: i64) -> i64:
    """All buildings that share a side with one of these (BV-4.3)."""
    city = position.town()
    found: i64 = 0
    for building in members(int(buildings)):
        placement: i64 = position.site[building]
        i: i64 = city.touches_from[placement]
        end: i64 = city.touches_from[placement + 1]
        while i < end:
            other: i64 = position.at[i64(city.touches[i])]
            if other:
                found |= BIT[other - 1]
            i += 1
    return found


def groups(position: BellaVista, seat: i64) -> list[int]:
    """A seat's buildings that are joined by sides, as sets; single ones too (BV-6.4)."""
    left: i64 = standing(position, seat)
    found: list[int] = []
    while left:
        group: i64 = 0
        wider: i64 = left & -left
        while wider != group:
            group = wider
            wider = group | touching(position, group) & left
        left &= ~group
        found.append(int(group))
    return found


def squares_of(position: BellaVista, buildings: i64) -> i64:
    """How many squares these buildings cover."""
    covered: i64 = 0
    for building in members(int(buildings)):
        covered += i64(position.components.size[building % HEIGHTS])
    return covered


def heights_of(buildings: i64) -> i64:
    """The sum of the heights of these buildings."""
    total: i64 = 0
    for building in members(int(buildings)):
        total += building % HEIGHTS + 1
    return total


def real_groups(position: BellaVista, seat: i64) -> list[int]:
    """A seat's groups of two buildings or more (BV-6.4)."""
    return [group for group in groups(position, seat) if count(group) > 1]


def largest(position: BellaVista, seat: i64) -> i64:
    """The squares of the group that covers most of them; 0 without a group (BV-6.5)."""
    best: i64 = 0
    for group in real_groups(position, seat):
        best = max(best, squares_of(position, group))
    return best


def group_awards(position: BellaVista, seat: i64) -> list[tuple[int, i64]]:
    """BV-6.4: the buildings that the group objective counts, and the coins they bring."""
    if position.group == GROUP_ALONE:
        alone: i64 = 0
        for group in groups(position, seat):
            if count(group) == 1:
                alone |= group
        return [(int(alone), -5 * count(alone))] if alone else []
    real = real_groups(position, seat)
    if position.group == GROUP_EACH:
        return [(group, 10) for group in real]
    best: i64 = largest(position, seat)
    return [(group, 2 * best) for group in real if squares_of(position, group) == best][:1]


def height_awards(position: BellaVista, seat: i64) -> list[tuple[int, i64]]:
    """BV-6.1 to BV-6.3: for each park, for each river, or for the border: one's buildings there."""
    traits = position.town().traits
    mine = members(int(standing(position, seat)))
    shift: i64 = HEIGHT_SHIFT[position.height]
    found: list[tuple[int, i64]] = []
    for n in range(HEIGHT_WIDTH[position.height]):
        there: i64 = 0
        for building in mine:
            if i64(traits[position.site[building]]) >> (shift + n) & 1:
                there |= BIT[building]
        found.append((int(there), heights_of(there)))
    return found


def objective_coins(position: BellaVista, seat: i64) -> i64:
    """What the two objectives give a seat."""
    coins: i64 = 0
    for _, height_coins in height_awards(position, seat):
        coins += height_coins
    for _, group_coins in group_awards(position, seat):
        coins += group_coins
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
            total += int(objective_coins(position, seat))
        found.append(total)
    return found


def winners(position: BellaVista) -> list[int]:
    """BV-6.5: most coins, then the largest group, else shared."""
    if position.phase != OVER:
        return []
    totals = scores(position)
    best = max(totals)
    first = [seat for seat in range(len(totals)) if totals[seat] == best]
    sizes = [largest(position, seat) for seat in first]
    return [seat for seat in first if largest(position, seat) == max(sizes)]


# The ledger.


def place_of(position: BellaVista, building: int) -> str:
    """Where a building stands, by the square that was pointed at."""
    square = int(position.town().square_of[position.site[building]])
    return "square-" + position.components.name(square)


def owned(position: BellaVista, seat: int) -> list[int]:
    """The buildings of a seat that stand in the city."""
    return members(int(standing(position, seat)))


def places_of(position: BellaVista, buildings: int) -> tuple[str, ...]:
    """Where these buildings stand."""
    return tuple([place_of(position, building) for building in members(buildings)])


def ledger(position: BellaVista) -> list[Line]:
    """Every coin with its clause and places."""
    lines: list[Line] = []
    for seat in range(position.setting.seats):
        lines.extend(banked_lines(position, seat))
        if position.round:
            lines.extend(height_lines(position, seat))
            lines.extend(group_lines(position, seat))
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
                    contract_words(kind, position.needs[kind]),
                    (f"taken-{seat}",),
                )
            )
    return lines


HEIGHT_LINES: Final = (
    ("BV-6.1", "bv.ledger.park"),
    ("BV-6.2", "bv.ledger.river"),
    ("BV-6.3", "bv.ledger.border"),
)
GROUP_LINES: Final = ("bv.ledger.largest", "bv.ledger.group", "bv.ledger.alone")


def height_lines(position: BellaVista, seat: int) -> list[Line]:
    """BV-6.1 to BV-6.3: one line for each park or river, one for the border."""
    status = BANKED if position.phase == OVER else STANDING
    awards = height_awards(position, seat)
    lines: list[Line] = []
    for n in range(len(awards)):
        buildings, coins = awards[n]
        if buildings == 0:
            continue
        params: dict[str, object] = {"n": buildings.bit_count()}
        places = places_of(position, buildings)
        if position.height != HEIGHT_BORDER:
            what = "park" if position.height == HEIGHT_PARKS else "river"
            params["number"] = n + 1
            places = (f"{what}-{n + 1}", *places)
        clause, key = HEIGHT_LINES[position.height]
        lines.append(Line(seat, int(coins), clause, key, params, places, status))
    return lines


def group_lines(position: BellaVista, seat: int) -> list[Line]:
    """BV-6.4: a line for the largest group, for each group, or for all buildings in none."""
    status = BANKED if position.phase == OVER else STANDING
    lines: list[Line] = []
    for buildings, coins in group_awards(position, seat):
        n = buildings.bit_count()
        if position.group == GROUP_SQUARES:
            n = int(squares_of(position, buildings))
        places = places_of(position, buildings)
        key = GROUP_LINES[position.group]
        lines.append(Line(seat, int(coins), "BV-6.4", key, {"n": n}, places, status))
    return lines


def met(position: BellaVista, seat: i64, contract: i64) -> i64:
    """How many of the buildings that a contract asks for a seat has (BV-1.5, BV-4.8)."""
    tally = position.tally
    row: i64 = seat * A_ROW
    each: i64 = position.needs[contract]
    if contract < PAIR:
        return least(each, tally[row + contract])
    if contract >= STRADDLING:
        return least(each, tally[row + STRADDLES + contract - STRADDLING])
    first: i64 = contract - PAIR  # a pair: the hatched district and the plain one of a symbol
    last: i64 = first + 4
    step: i64 = 4
    if contract >= QUARTET:
        first = 4 * (contract - QUARTET)
        last = first + 3
        step = 1
    have: i64 = 0
    while first <= last:
        have += least(each, tally[row + first])
        first += step
    return have


def least(a: i64, b: i64) -> i64:
    return a if a < b else b


def fulfils(position: BellaVista, seat: i64, contract: i64) -> bool:
    """Whether a seat's buildings meet a contract."""
    return met(position, seat, contract) == i64(position.asked[contract])


def building_turns(position: BellaVista, seat: int) -> tuple[int, bool]:
    """How many buildings a seat will still place, and whether a contract may follow one of them."""
    each = sets(position.setting.seats)
    later = each * (ROUNDS - int(position.round))
    if position.phase == OFFER:
        return later + each, True
    slot = int(position.slot)
    for card in position.line[slot + 1 :]:
        if card // HEIGHTS == seat:
            later += 1
    now = position.turn() == seat
    if now and position.phase == BUILD:
        return later + 1, later > 0 or position.rule < CONSTRAINTS
    return later, later > 0 or now  # on turn, but not to build: to take a contract


def open_lines(position: BellaVista, seat: int) -> list[Line]:
    """BV-4.7: the displayed contracts that a seat has begun and may still take, card by card."""
    to_build, may_take = building_turns(position, seat)
    if not may_take:
        return []
    lines: list[Line] = []
    for kind in sorted(position.display):
        if kind == NOTHING:
            continue
        have = met(position, seat, kind)
        if have == 0 or position.asked[kind] - have > to_build:
            continue
        lines.append(
            Line(
                seat,
                0,
                "BV-4.7",
                CONTRACT_KEYS[kind],
                contract_words(kind, position.needs[kind]),
                (f"contract-{CONTRACT_TEXT[kind]}",),
                OPEN,
                high=position.components.contracts[kind].coins,
            )
        )
    return lines

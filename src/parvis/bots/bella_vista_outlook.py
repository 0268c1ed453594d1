"""What an architect makes of a city: each site, card and contract at sight, and what is to come.

A site is worth the coins it earns, what the objectives give for it, the contract it lets one take,
and prospects: contracts nearer, groups that can grow, shores that a higher building would have
used, and what it takes from the others. All of it is a difference that one building makes, so
that thousands of sites are weighed in a moment. Compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import BIT, count, lowest
from parvis.games.bella_vista import scoring
from parvis.games.bella_vista.city import WORD, City, make_room
from parvis.games.bella_vista.components import (
    A_ROW,
    ANY_PARK,
    ANY_RIVER,
    ANYWHERE,
    BORDER_FORCED,
    CONSTRAINTS,
    CONTRACT,
    DISPLAYED,
    FIRST_PARK,
    FIRST_RIVER,
    GROUP_ALONE,
    GROUP_EACH,
    HEIGHTS,
    LONE,
    NOTHING,
    OFFER,
    ON_BORDER_BIT,
    PAIR,
    QUARTET,
    ROUNDS,
    RULES,
    STRADDLES,
    STRADDLING,
    TALLEST_COINS,
    TILE_BITS,
    UNBUILT,
)
from parvis.games.bella_vista.position import BellaVista

BUILDINGS: Final = 4 * HEIGHTS
# By height: the lower buildings of all colours, as a set.
LOWER: Final = vec[i64]([((1 << n) - 1) * 0x01010101 for n in range(HEIGHTS + 1)])
ONE_COLOUR: Final = 0xFF
TWO_COLOURS: Final = 0x00FF00FF
KEYS: Final = 9 * 8  # what a building can bring for contracts: district or none, three places
UNKNOWN: Final = -1e9
ALL: Final = 10000  # sites
TRIED: Final = 48  # sites of a card that playouts look at, at most
TOWER: Final = 6  # from this height on a building is one
LAST_ROUND: Final = 5.6  # how far a side may be thrown off what is expected of it: at least so far,
A_GAME: Final = 10.5  # and with all rounds to come so much farther
# What the points to come depend on; the weights `end_…` and `early_…` of the data file.
PROSPECTS: Final = (
    "unbuilt",  # heights in hand and deck, in tens
    "towers",  # the 7s and 8s among them
    "parks",  # the heights, by how much of what the height objective counts is free
    "rivers",
    "border",
    "shore",  # the same for the towers, whatever the objective
    "ready",  # coins of displayed contracts that one fulfils,
    "near_1",  # and of those that lack a building or two
    "near_2",
    "seeds_each",  # buildings in no group that can be joined, by objective
    "seeds_alone",
    "squares",  # in hand and deck, in tens, where squares count
    "sides",  # free ones of the largest group
    "apart",  # squares outside it
    "order",  # places below the board
    "districts",  # that one stands on
)
ROOM: Final = 6  # free sides beyond which more are no better
SOON: Final = 4.0  # buildings within which a prospect comes true


class Terrain:
    """What a city is like for the height objectives, placement by placement."""

    def __init__(self, city: City) -> None:
        near = [0] * (3 * city.squares)  # by square: parks, rivers, border that it touches
        for square in range(city.squares):
            x = city.spot[square] % city.wide
            y = city.spot[square] // city.wide
            for there in {
                city.at(x + 1, y),
                city.at(x - 1, y),
                city.at(x, y + 1),
                city.at(x, y - 1),
            }:
                if there == NOTHING:
                    near[3 * square + 2] += 1
                elif there <= FIRST_RIVER:
                    near[3 * square + 1] += 1
                elif there <= FIRST_PARK:
                    near[3 * square] += 1
        placements = len(city.square_of)
        faces = [0] * (3 * placements)
        shores = [0] * (3 * placements)
        for n in range(placements):
            traits = city.traits[n]
            faces[3 * n] = (traits & ANY_PARK).bit_count()
            faces[3 * n + 1] = (traits & ANY_RIVER).bit_count()
            faces[3 * n + 2] = (traits & ON_BORDER_BIT).bit_count()
            for square in city.covered(n):
                for objective in range(3):
                    shores[3 * n + objective] += near[3 * square + objective]
        self.faces = vec[i64](faces)  # by placement and objective: how often its height counts
        self.shores = vec[i64](shores)  # how often that of single squares could have counted
        self.near = vec[i64](near)
        keys = [
            (LONE[traits & TILE_BITS] if LONE[traits & TILE_BITS] >= 0 else STRADDLES) * 8
            + (4 if traits & ON_BORDER_BIT else 0)
            + (2 if traits & ANY_RIVER else 0)
            + (1 if traits & ANY_PARK else 0)
            for traits in city.traits
        ]
        self.keys = vec[i64](keys)  # what it brings for contracts


TERRAINS: Final[dict[str, Terrain]] = {}


def terrain_of(city: City) -> Terrain:
    """The terrain of a city; the last few are kept."""
    terrain = TERRAINS.get(city.source)
    if terrain is None:
        terrain = Terrain(city)
        make_room(TERRAINS)
        TERRAINS[city.source] = terrain
    return terrain


class Taste:
    """How much an architect cares for what, as the data file names it."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.height: float = weights["height"]
        self.group: float = weights["group"]
        self.contract: float = weights["contract"]
        self.shore: float = weights["shore"]
        self.seed: list[float] = [
            weights["seed_largest"],
            weights["seed_each"],
            weights["seed_alone"],
        ]
        self.room: list[float] = [
            weights["room_largest"],
            weights["room_each"],
            weights["room_alone"],
        ]
        self.block: float = weights["block"]
        self.feed: float = weights["feed"]
        self.near: list[float] = [
            weights["ready"],
            weights["near_1"],
            weights["near_2"],
            weights["near_3"],
        ]
        self.deny: float = weights["deny"]
        self.variety: float = weights["variety"]
        self.keep: float = weights["keep"]
        self.keep_early: float = weights["keep_early"]
        self.keep_high: float = weights["keep_high"]
        self.keep_tower: float = weights["keep_tower"]
        self.price: float = weights["price"]
        self.front: float = weights["front"]
        self.rush: float = weights["rush"]
        self.above: float = weights["above"]


def owned_by(seats: int, seat: int) -> i64:
    """All buildings of a seat, as a set, built or not."""
    return TWO_COLOURS << (HEIGHTS * seat) if seats == 2 else ONE_COLOUR << (HEIGHTS * seat)


class Outlook:
    """A position as one seat sees it: groups, free sides, contracts, noted once for all sites."""

    def __init__(self, position: BellaVista, seat: i64, taste: Taste) -> None:
        self.position = position
        self.seat: i64 = seat
        self.taste = taste
        self.city: City = position.town()
        self.terrain: Terrain = terrain_of(self.city)
        seats: i64 = position.setting.seats
        self.seats: i64 = seats
        self.objective: i64 = position.height
        self.grouping: i64 = position.group
        self.left: i64 = builds_left(position, seat)  # buildings of the seat that are to come
        self.soon: float = 1.0
        if float(self.left - 1) < SOON:
            self.soon = float(max(0, int(self.left - 1))) / SOON
        self.ahead: float = float(ROUNDS - position.round) / ROUNDS  # rounds to come
        self.standing: i64 = 0
        self.touched = vec[i64]([0] * BUILDINGS)  # by building: those next to it
        self.free = vec[i64]([0] * BUILDINGS)  # by building: its free sides
        self.lone: i64 = 0  # buildings in no group
        self.group_of = vec[i64]([0] * BUILDINGS)  # by building: its group, as a set
        self.largest = vec[i64]([0] * 4)  # by seat: squares of its largest group
        self.main = vec[i64]([0] * 4)  # by seat: that group
        self.loss = vec[float]([0.0] * BUILDINGS)  # by building: what a side taken from it hurts
        self.survey()
        self.mine: i64 = self.standing & owned_by(int(seats), int(seat))
        self.deals: list[float] = [UNKNOWN] * KEYS
        self.rivals: list[float] = []

    def survey(self) -> None:
        """Note neighbours, free sides and groups."""
        position = self.position
        city = self.city
        at = position.at
        touches = city.touches
        site = position.site
        building: i64 = 0
        while building < BUILDINGS:
            placement: i64 = site[building]
            if placement >= 0:
                self.standing |= BIT[building]
                found: i64 = 0
                free: i64 = 0
                i: i64 = city.touches_from[placement]
                end: i64 = city.touches_from[placement + 1]
                while i < end:
                    other: i64 = at[i64(touches[i])]
                    if other:
                        found |= BIT[other - 1]
                    else:
                        free += 1
                    i += 1
                self.touched[building] = found
                self.free[building] = free
            building += 1
        size = position.components.size
        seat: i64 = 0
        while seat < self.seats:
            left: i64 = self.standing & owned_by(int(self.seats), int(seat))
            while left:
                group: i64 = 0
                wider: i64 = left & -left
                fresh: i64 = wider
                while fresh:
                    group |= fresh
                    wider = 0
                    while fresh:
                        wider |= self.touched[lowest(fresh)]
                        fresh &= fresh - 1
                    fresh = wider & left & ~group
                left &= ~group
                squares: i64 = 0
                sides: i64 = 0
                rest: i64 = group
                while rest:
                    building = lowest(rest)
                    self.group_of[building] = group
                    squares += i64(size[building % HEIGHTS])
                    sides += self.free[building]
                    rest &= rest - 1
                if group & (group - 1) == 0:
                    self.lone |= group
                elif squares > self.largest[seat]:
                    self.largest[seat] = squares
                    self.main[seat] = group
                self.expose(seat, group, sides)
            seat += 1

    def expose(self, seat: i64, group: i64, sides: i64) -> None:
        """Note what a group loses with each of its free sides."""
        if sides == 0:
            return
        alone = group & (group - 1) == 0
        worth = 0.0
        if self.grouping == GROUP_EACH or self.grouping == GROUP_ALONE:
            worth = 5.0 if alone else 0.0
        elif not alone:
            worth = 20.0
        if worth == 0.0:
            return
        ahead: i64 = builds_left(self.position, seat)
        worth *= 1.0 if ahead >= 4 else float(ahead) / 4.0
        each = worth / float(sides)
        if seat == self.seat:
            each = -each
        else:
            each /= float(self.seats - 1)
        while group:
            self.loss[lowest(group)] = each
            group &= group - 1

    # Contracts.

    def hope(self, kind: i64, lacking: i64, left: i64) -> float:
        """What a displayed contract promises who lacks so many buildings and places some more."""
        if lacking > 3 or lacking > left:
            return 0.0
        return self.taste.near[lacking] * float(self.position.components.contracts[kind].coins)

    def envy(self) -> list[float]:
        """By displayed card: what it promises the others."""
        if not self.rivals:
            position = self.position
            for spot in range(DISPLAYED):
                kind: i64 = position.display[spot]
                most = 0.0
                if kind >= 0:
                    for other in range(int(self.seats)):
                        if other != self.seat:
                            lacking: i64 = i64(position.asked[kind]) - scoring.met(
                                position, other, kind
                            )
                            hope = self.hope(kind, lacking, builds_left(position, other))
                            most = max(most, hope)
                self.rivals.append(most)
        return self.rivals

    def deal(self, key: i64) -> float:
        """What a building of this kind of place brings for contracts, if it earns."""
        found = self.deals[key]
        if found == UNKNOWN:
            found = self.weigh(key)
            self.deals[key] = found
        return found

    def weigh(self, key: i64) -> float:
        position = self.position
        seat: i64 = self.seat
        taste = self.taste
        left: i64 = self.left - 1
        envy = self.envy()
        total = 0.0
        take = 0.0
        spot: i64 = 0
        while spot < DISPLAYED:
            kind: i64 = position.display[spot]
            if kind >= 0:
                lacking: i64 = i64(position.asked[kind]) - scoring.met(position, seat, kind)
                after: i64 = lacking - (1 if serves(position, seat, key, kind) else 0)
                hope = self.hope(kind, after, left)
                total += hope - self.hope(kind, lacking, left + 1)
                if after == 0:
                    coins = float(position.components.contracts[kind].coins)
                    take = max(take, coins + taste.deny * envy[spot] - hope)
            spot += 1
        return taste.contract * (total + take)

    # Sites.

    def site(self, placement: i64, height: i64, earning: bool) -> float:
        """What a building of this height brings here."""
        city = self.city
        position = self.position
        terrain = self.terrain
        taste = self.taste
        at = position.at
        touches = city.touches
        loss = self.loss
        seen: i64 = 0
        free: i64 = 0
        hurt = 0.0
        i: i64 = city.touches_from[placement]
        end: i64 = city.touches_from[placement + 1]
        while i < end:
            other: i64 = at[i64(touches[i])]
            if other:
                seen |= BIT[other - 1]
                hurt += loss[other - 1]
            else:
                free += 1
            i += 1
        value = taste.block * hurt
        if earning:
            lower: i64 = LOWER[height]
            value += float(count(seen & lower))
            if seen & ~lower == 0:
                value += TALLEST_COINS
        spot: i64 = 3 * placement + self.objective
        value += taste.height * float((height + 1) * terrain.faces[spot])
        value -= taste.shore * self.ahead * float(terrain.shores[spot])
        value -= taste.feed * self.ahead * float(free * (7 - height))
        value += self.joined(seen & self.mine, height, free)
        key: i64 = terrain.keys[placement]
        if earning:
            value += self.deal(key)
        lone: i64 = key >> 3
        if lone < STRADDLES and i64(position.tally[self.seat * A_ROW + lone]) == 0:
            value += taste.variety * self.ahead
        return value

    def harm(self, placement: i64) -> float:
        """What the neutral colour takes from the others here, less what it takes from oneself."""
        city = self.city
        hurt = 0.0
        i: i64 = city.touches_from[placement]
        while i < city.touches_from[placement + 1]:
            other: i64 = self.position.at[i64(city.touches[i])]
            if other:
                hurt += self.loss[other - 1]
            i += 1
        return hurt

    def joined(self, own: i64, height: i64, free: i64) -> float:
        """What the group objective gives and promises for a building next to these of one's own."""
        taste = self.taste
        grouping: i64 = self.grouping
        value = taste.group * float(self.group_coins(own, height))
        if own:
            # Each lone building that is joined was a seed; pairs are worth no more for room.
            value -= taste.seed[grouping] * self.soon * float(count(own & self.lone))
            if grouping == GROUP_EACH:
                return value
        elif free:
            value += taste.seed[grouping] * self.soon
        open: i64 = free if free < ROOM else ROOM
        return value + taste.room[grouping] * self.soon * float(open)

    def group_coins(self, own: i64, height: i64) -> i64:
        """BV-6.4: the coins that a building next to these of one's own brings."""
        if self.grouping == GROUP_ALONE:
            return 5 * count(own & self.lone) if own else i64(-5)
        if own == 0:
            return 0
        if self.grouping == GROUP_EACH:
            groups: i64 = 0
            rest: i64 = own & ~self.lone
            while rest:
                groups += 1
                rest &= ~self.group_of[lowest(rest)]
            return 10 * (1 - groups)
        size = self.position.components.size
        whole: i64 = 0
        while own:
            whole |= self.group_of[lowest(own)]
            own &= ~whole
        squares: i64 = size[height]
        while whole:
            squares += i64(size[lowest(whole) % HEIGHTS])
            whole &= whole - 1
        best: i64 = self.largest[self.seat]
        return 2 * (squares - best) if squares > best else i64(0)

    def rule_for(self, height: i64) -> i64:
        """By which rule a building of this height would be placed now; `RULES` if by none."""
        position = self.position
        rule: i64 = position.constraints[position.round - 1]
        if self.roomy(height, rule):
            return rule
        if self.roomy(height, BORDER_FORCED):
            return BORDER_FORCED
        return ANYWHERE if self.roomy(height, ANYWHERE) else RULES

    def roomy(self, height: i64, rule: i64) -> bool:
        position = self.position
        city = self.city
        shape: i64 = position.components.shape[height]
        row: i64 = city.rows[shape * RULES + rule]
        word: i64 = city.first_word[shape]
        end: i64 = city.end_word[shape]
        while word < end:
            if position.open[word] & city.meeting[row + word]:
                return True
            word += 1
        return False

    def best_site(self, height: i64, rule: i64, most_tried: i64) -> tuple[i64, float]:
        """The best placement by a rule, and its value; of many, only some are tried."""
        position = self.position
        city = self.city
        earning = rule < CONSTRAINTS
        shape: i64 = position.components.shape[height]
        row: i64 = city.rows[shape * RULES + rule]
        word: i64 = city.first_word[shape]
        end: i64 = city.end_word[shape]
        sites: i64 = 0
        there: i64 = word
        while there < end:
            sites += count(position.open[there] & city.meeting[row + there])
            there += 1
        stride: i64 = 1 + (sites - 1) // most_tried
        skip: i64 = 0
        best: i64 = NOTHING
        most = UNKNOWN
        while word < end:
            bits: i64 = position.open[word] & city.meeting[row + word]
            while bits:
                if skip == 0:
                    placement: i64 = WORD * word + lowest(bits)
                    value = self.site(placement, height, earning)
                    if value > most:
                        best, most = placement, value
                    skip = stride
                skip -= 1
                bits &= bits - 1
            word += 1
        return best, most

    # Offers.

    def card(self, height: i64, most_tried: i64) -> float:
        """What it brings to build this card in this round rather than later."""
        rule = self.rule_for(height)
        best = 0.0
        if rule < RULES:
            _, best = self.best_site(height, rule, most_tried)
        if self.ahead == 0.0 or rule == RULES:
            return best
        taste = self.taste
        number = float(height + 1)
        value = best - number * (taste.keep + taste.keep_early * self.ahead)
        if height >= 4:
            value -= taste.keep_high * self.ahead
        if height >= TOWER:
            value -= taste.keep_tower
        return value

    def slot(self, slot: i64, height: i64, hurry: float) -> float:
        """What a slot adds to a card: its price, who builds before, and who could be quicker."""
        position = self.position
        taste = self.taste
        if slot >= position.slots:
            return 0.0
        before = float(position.slots - 1 - slot)
        value = -taste.price * float(position.prices[slot])
        return value + before * (taste.front + taste.rush * hurry - taste.above * float(height))

    def hurry(self) -> float:
        """The most that others could take before one builds: a contract that is ready for both."""
        position = self.position
        envy = self.envy()
        most = 0.0
        for spot in range(DISPLAYED):
            kind: i64 = position.display[spot]
            if kind >= 0 and envy[spot] > 0:
                lacking: i64 = i64(position.asked[kind]) - scoring.met(position, self.seat, kind)
                if lacking <= 1:
                    most = max(most, envy[spot])
        return most

    # What is to come.

    def prospects(self) -> list[float]:
        """What the points to come depend on, in the order of `PROSPECTS`."""
        position = self.position
        size = position.components.size
        found = [0.0] * len(PROSPECTS)
        tall = 0.0
        towers = 0.0
        squares = 0.0
        rest: i64 = owned_by(int(self.seats), int(self.seat))
        while rest:
            building: i64 = lowest(rest)
            rest &= rest - 1
            if i64(position.site[building]) == UNBUILT:
                height: i64 = building % HEIGHTS
                tall += float(height + 1) / 10.0
                squares += float(size[height]) / 10.0
                if height >= TOWER:
                    towers += 1.0
        shore = self.open_shore()
        found[0] = tall
        found[1] = towers
        found[2 + self.objective] = tall * shore
        found[5] = towers * shore
        spot: i64 = 0
        while spot < DISPLAYED:
            kind: i64 = position.display[spot]
            spot += 1
            if kind >= 0:
                lacking: i64 = i64(position.asked[kind]) - scoring.met(position, self.seat, kind)
                if lacking <= 2 and lacking <= self.left:
                    found[6 + lacking] += float(position.components.contracts[kind].coins)
        if self.grouping == GROUP_EACH:
            found[9] = self.open_seeds()
        elif self.grouping == GROUP_ALONE:
            found[10] = self.open_seeds()
        else:
            found[11] = squares
            main: i64 = self.main[self.seat]
            sides: i64 = 0
            apart: i64 = 0
            left: i64 = self.mine
            while left:
                building = lowest(left)
                left &= left - 1
                if main & BIT[building]:
                    sides += self.free[building]
                else:
                    apart += i64(size[building % HEIGHTS])
            found[12] = float(sides if sides < 2 * ROOM else 2 * ROOM)
            found[13] = float(apart)
        places = len(position.order)
        for place in range(places):
            if position.order[place] == self.seat:
                found[14] += float(places - place) / float(places)
        for district in range(STRADDLES):
            if position.tally[self.seat * A_ROW + district]:
                found[15] += 1.0
        return found

    def open_seeds(self) -> float:
        """How many buildings in no group can still be joined by another."""
        found = 0.0
        lone: i64 = self.lone & self.mine
        while lone:
            if self.free[lowest(lone)]:
                found += 1.0
            lone &= lone - 1
        return found

    def open_shore(self) -> float:
        """Which part of the squares that the height objective counts is still free."""
        near = self.terrain.near
        at = self.position.at
        whole: i64 = 0
        open: i64 = 0
        square: i64 = 0
        while square < self.city.squares:
            here: i64 = near[3 * square + self.objective]
            whole += here
            if at[square] == 0:
                open += here
            square += 1
        return float(open) / float(whole) if whole else 0.0


def builds_left(position: BellaVista, seat: i64) -> i64:
    """How many buildings a seat will still place, the one at hand included."""
    each: i64 = 2 if position.setting.seats == 2 else 1
    left: i64 = each * (ROUNDS - position.round)
    if position.phase == OFFER:
        return left + each
    slot: i64 = position.slot
    if position.phase == CONTRACT:
        slot += 1
    while slot < len(position.line):
        card: i64 = position.line[slot]
        if card != NOTHING and card // HEIGHTS == seat:
            left += 1
        slot += 1
    return left


def serves(position: BellaVista, seat: i64, key: i64, kind: i64) -> bool:
    """Whether a building on this kind of place brings a seat nearer to a contract."""
    row: i64 = seat * A_ROW
    lone: i64 = key >> 3
    needs: i64 = position.needs[kind]
    if kind >= STRADDLING:
        if i64(position.tally[row + STRADDLES + kind - STRADDLING]) >= needs:
            return False
        if kind == STRADDLING:
            return lone == STRADDLES
        return key >> (2 - (kind - STRADDLING - 1)) & 1 == 1
    if lone == STRADDLES or i64(position.tally[row + lone]) >= needs:
        return False
    if kind < PAIR:
        return lone == kind
    if kind < QUARTET:
        return lone % 4 == kind - PAIR
    return lone // 4 == kind - QUARTET

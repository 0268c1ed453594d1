"""What the levels of Neotopia make of a position: points, and how near the projects in hand are.

A project is worth a share of the points it would bring where it costs least: for each element that
is lacking, and half as much for each that no factory beside the region has. Points of a region
count by what they add to the final formula, softly: while there are turns to come, any region may
end as the weakest. All of it is read off once for each project and region, ways as bit sets, and
serves to value a position, each move at sight, and what a seat would likely play. Compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parvis.bots.search import Sense
from parvis.engine.bits import BIT, count, lowest
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.games.neotopia import legality, moves, phases
from parvis.games.neotopia.components import (
    ACTIONS,
    AUTOMATION,
    BONUS_POINTS,
    GRANT,
    INITIATIVE,
    PERMIT,
    Components,
    Matches,
)
from parvis.games.neotopia.position import Neotopia

CELLS: Final = 64  # of a region and a colour, by spot
NO_WAY: Final = 30  # the cost of a project that cannot be built, in half elements
A_TURN: Final = 2.4  # elements that are placed in a turn
LAST: Final = 9.0  # how far the last round throws a player off what was expected,
A_ROUND: Final = 2.0  # and each round before it
EMPTY: Final = vec[float]([0.0] * (12 * CELLS))
UNKNOWN: Final = -1e9
# The two factories beside each region.
FACTORIES: Final = vec[i64]([0, 2, 0, 1, 1, 2])


class Taste:
    """What is weighed and how much; see the data file."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.near: float = weights["near"]
        self.fade: float = weights["fade"]
        self.promise: float = weights["promise"]
        self.barred: float = weights["barred"]
        self.crowd: float = weights["crowd"]
        self.balance: float = weights["balance"]
        self.hand: float = weights["hand"]
        self.card: float = weights["card"]
        self.token: float = weights["token"]
        self.group: float = weights["group"]
        self.envy: float = weights["envy"]
        self.plan: i64 = int(weights["plan"])
        later = [self.near * self.fade ** (cost / 2) for cost in range(NO_WAY - 2)]
        shares = [1.0, 1.0, *later, 0.0]
        self.shares = vec[float](shares)  # of a project's points, by its cost
        self.sure = vec[float]([self.promise ** (cost / 2) for cost in range(NO_WAY + 1)])


class Reach:
    """How near a project is in a region as it stands; made once and never changed."""

    def __init__(
        self,
        have: i64,
        have_other: i64,
        closed: i64,
        near: i64,
        supply: i64,
        supply_other: i64,
    ) -> None:
        # What all of it follows from: spots without either colour, spots that are closed, those
        # that are near, and elements beside the region.
        self.have = have
        self.have_other = have_other
        self.closed = closed
        self.near = near
        self.supply = supply
        self.supply_other = supply_other
        self.cost: i64 = NO_WAY
        self.needed: i64 = 0  # spots that all of the best ways need
        self.firsts: i64 = 0  # spots where an element of the main colour brings it nearer,
        self.others: i64 = 0  # and one of the second
        self.first_built: i64 = 0  # spots where one of the main colour completes it,
        self.other_built: i64 = 0  # and one of the second

    def look(self, first_of: vec[i64], other_of: vec[i64], n: i64, end: i64) -> None:
        """Go through the ways from one number to another."""
        have: i64 = self.have
        have_other: i64 = self.have_other
        closed: i64 = self.closed
        near: i64 = self.near
        supply: i64 = self.supply
        supply_other: i64 = self.supply_other
        best: i64 = NO_WAY
        needed: i64 = 0
        firsts: i64 = 0
        others: i64 = 0
        first_built: i64 = 0
        other_built: i64 = 0
        while n < end:
            first: i64 = first_of[n] & have
            other: i64 = other_of[n] & have_other
            n += 1
            missing: i64 = first | other
            if missing == 0 or missing & closed:
                continue
            if missing & (missing - 1) == 0:
                first_built |= first
                other_built |= other
            lacking: i64 = count(first)
            more: i64 = count(other)
            cost: i64 = 2 * (lacking + more)
            if cost > best:
                continue
            if lacking > supply:
                cost += lacking - supply
            if more > supply_other:
                cost += more - supply_other
            if missing & near == 0:
                cost += 1
            if cost < best:
                best = cost
                needed = missing
                firsts = first
                others = other
            elif cost == best:
                needed &= missing
                firsts |= first
                others |= other
        self.cost = best
        self.needed = needed
        self.firsts = firsts
        self.others = others
        self.first_built = first_built
        self.other_built = other_built


NOWHERE: Final = Reach(0, 0, 0, 0, -1, -1)


class Ways:
    """The ways of all patterns and the designs as vectors, which compiled code reads at once."""

    def __init__(self, parts: Components, matches: Matches) -> None:
        self.matches = matches
        self.layouts: i64 = len(parts.layouts)
        self.start = vec[i64](matches.start)
        self.first = vec[i64](matches.first)
        self.other = vec[i64](matches.second)
        self.shape = vec[i64](parts.shape)
        self.main = vec[i64](parts.main)
        self.second = vec[i64](parts.second)
        self.kind = vec[i64](parts.kind)
        self.points = vec[i64](parts.points)
        self.own = vec[i64](parts.own)
        self.tracks = vec[i64](parts.tracks)
        masks = [*matches.first, *matches.second]
        self.most: i64 = max([mask.bit_count() for mask in masks])  # of a colour, in a pattern
        # By design and region: what was found last. Mostly a region stands as it did before.
        self.reaches = [NOWHERE] * (3 * len(parts.main))

    def reach(
        self,
        design: i64,
        region: i64,
        layout: i64,
        have: i64,
        have_other: i64,
        closed: i64,
        near: i64,
        supply: i64,
        supply_other: i64,
    ) -> Reach:
        """How near a design is in a region that stands like this."""
        # More elements than a pattern has make no difference.
        supply = min(supply, self.most)
        supply_other = min(supply_other, self.most)
        found = self.reaches[design * 3 + region]
        if (
            found.have == have
            and found.have_other == have_other
            and found.closed == closed
            and found.near == near
            and found.supply == supply
            and found.supply_other == supply_other
        ):
            return found
        found = Reach(have, have_other, closed, near, supply, supply_other)
        m: i64 = self.shape[design] * self.layouts + layout
        found.look(self.first, self.other, self.start[m], self.start[m + 1])
        self.reaches[design * 3 + region] = found
        return found


KNOWN: list[Ways] = []


def ways_of(position: Neotopia) -> Ways:
    """The ways of a position's pack, made when first asked for."""
    for known in KNOWN:
        if known.matches is position.matches:
            return known
    if len(KNOWN) > 8:  # packs come from outside: do not keep them all
        KNOWN.clear()
    KNOWN.append(Ways(position.parts, position.matches))
    return KNOWN[-1]


class Ranking:
    """The best moves so far, best first; equals in the order in which they came."""

    def __init__(self, most: int) -> None:
        self.most: i64 = most
        self.moves: list[int] = []
        self.values: list[float] = []

    def add(self, move: i64, value: float) -> None:
        n: i64 = len(self.values)
        if n == self.most:
            if value <= self.values[n - 1]:
                return
            self.values.pop()
            self.moves.pop()
            n -= 1
        while n > 0 and self.values[n - 1] < value:
            n -= 1
        self.values.insert(n, value)
        self.moves.insert(n, move)


def turns_to_come(position: Neotopia, seat: i64) -> float:
    """The turns of a seat after the one that is being played, as far as one can tell."""
    seats: i64 = position.setting.seats
    now: i64 = (position.seat - position.first + seats) % seats
    place: i64 = (seat - position.first + seats) % seats
    turns = 1.0 if place > now else 0.0
    if position.end == phases.LAST_ROUND:
        return turns
    turns += 1.0
    if position.end == phases.ANNOUNCED:
        return turns
    elements: i64 = 4 * count(position.tiles) - 4
    for source in range(12):
        elements += position.stock[source]
    rounds = float(elements) / (A_TURN * float(seats))
    return turns + (rounds if rounds > 0.5 else 0.5)


class Outlook:
    """What one seat makes of a position if it has so many actions left in this turn."""

    def __init__(
        self,
        taste: Taste,
        position: Neotopia,
        seat: i64,
        left: i64,
        turns: float,
        only_known: bool = False,
    ) -> None:
        self.taste = taste
        self.position = position
        self.ways = ways_of(position)
        self.seat: i64 = seat
        self.left: i64 = left
        self.turns = turns  # to come
        self.colour: i64 = position.colour[seat]
        self.permits = position.held[seat * 4 + PERMIT] > 0
        self.groups = vec[i64]([0, 0, 0])
        self.points = vec[float]([0.0, 0.0, 0.0])
        self.threshold = vec[i64]([0, 0, 0])  # points to the next token of the track
        self.supply = vec[i64]([0] * 12)  # elements beside each region by colour
        self.heat: float = 0.1 + taste.balance * turns
        self.tokens: i64 = 0
        for kind in range(4):
            self.tokens += position.held[seat * 4 + kind]
        spare: i64 = 1 if position.held[seat * 4 + INITIATIVE] > 0 else 0
        stock = position.stock
        for region in range(3):
            for colour in range(4):
                self.supply[region * 4 + colour] = (
                    stock[FACTORIES[region * 2] * 4 + colour]
                    + stock[FACTORIES[region * 2 + 1] * 4 + colour]
                    + spare
                )
            track: i64 = position.track[seat * 3 + region]
            self.groups[region] = self.largest(region)
            self.points[region] = float(track) + taste.group * float(self.groups[region])
            self.threshold[region] = 99
            if position.pile[region] > 0:
                for at in self.ways.tracks:
                    if at > track:
                        self.threshold[region] = at - track
                        break
        self.base = self.total(-1, 0.0)
        # By card of the hand, then as far as asked by designs of the offer; and by region.
        self.designs = vec[i64]()
        self.cost = vec[i64]()
        self.needed = vec[i64]()  # spots that all of the best ways need
        self.firsts = vec[i64]()  # spots where an element of the main colour brings it nearer,
        self.others = vec[i64]()  # and one of the second
        self.first_built = vec[i64]()  # spots where one of the main colour completes it,
        self.other_built = vec[i64]()  # and one of the second
        self.due = vec[float]()  # what it would bring
        self.hopes = vec[float]()  # by card
        cards: i64 = position.known[seat] if only_known else position.hand[seat]
        while cards:
            self.study(position.parts.design_of[lowest(cards)])
            cards &= cards - 1
        self.hand: i64 = len(self.designs)

    def largest(self, region: i64) -> i64:
        """The size of the largest group of the seat's colour."""
        if self.colour < 0:
            return 0
        elements: i64 = self.position.board[region * 4 + self.colour]
        near = self.position.parts.near
        offset: i64 = self.position.parts.offset[region]
        best: i64 = 0
        while elements:
            edge: i64 = elements & -elements
            elements ^= edge
            size: i64 = 0
            while edge:
                size += 1
                fresh: i64 = near[offset + lowest(edge)] & elements
                edge = (edge & (edge - 1)) | fresh
                elements ^= fresh
            if size > best:
                best = size
        return best

    def total(self, region: i64, more: float) -> float:
        """The final formula with so many points more in a region, the weakest taken softly."""
        desert = self.points[0] + (more if region == 0 else 0.0)
        water = self.points[1] + (more if region == 1 else 0.0)
        forest = self.points[2] + (more if region == 2 else 0.0)
        least = desert if desert < water else water
        if forest < least:
            least = forest
        heat = self.heat
        weights = (
            exp((least - desert) / heat)
            + exp((least - water) / heat)
            + exp((least - forest) / heat)
        )
        return desert + water + forest + 2.0 * (least - heat * (log(weights) - 1.0986))

    def gain(self, region: i64, more: float) -> float:
        """What points in a region add."""
        return self.total(region, more) - self.base

    def token_worth(self) -> float:
        """What one more token is worth: more than its points if it can still be used."""
        usable = self.turns + (1.0 if self.left > 0 else 0.0) > float(self.tokens)
        return BONUS_POINTS + (self.taste.token if usable else 0.0)

    def study(self, design: i64) -> None:
        """How near a project is in each region."""
        ways = self.ways
        taste = self.taste
        position = self.position
        own = ways.main[design] == self.colour
        points: i64 = ways.own[design] if own else ways.points[design]
        first_colour: i64 = ways.main[design]
        other_colour: i64 = ways.second[design]
        hope = 0.0
        for region in range(3):
            closed: i64 = position.taken[region]
            if not self.permits:
                closed |= position.parts.outer[region]
            found = ways.reach(
                design,
                region,
                position.parts.layout_of[region],
                ~position.board[region * 4 + first_colour],
                ~position.board[region * 4 + other_colour],
                closed,
                position.near[region],
                self.supply[region * 4 + first_colour],
                self.supply[region * 4 + other_colour],
            )
            best: i64 = found.cost
            last: i64 = position.last[region]
            barred = last >= 0 and ways.kind[last] == ways.kind[design]
            self.cost = append(self.cost, best)
            self.needed = append(self.needed, found.needed)
            self.firsts = append(self.firsts, found.firsts)
            self.others = append(self.others, found.others)
            self.first_built = append(self.first_built, 0 if barred else found.first_built)
            self.other_built = append(self.other_built, 0 if barred else found.other_built)
            due = self.gain(region, float(points))
            if points >= self.threshold[region]:
                due += self.token_worth()
            if barred:
                due *= taste.barred
            self.due = append(self.due, due)
            share = self.share(best, self.left) * due
            if share > hope:
                hope = share
        self.designs = append(self.designs, design)
        self.hopes = append(self.hopes, hope)

    def share(self, cost: i64, left: i64) -> float:
        """How much of a project's points to count on that costs so much."""
        if cost >= NO_WAY:
            return 0.0
        later = 0.0
        if float(cost) <= 2.0 * ACTIONS * self.turns:
            later = self.taste.shares[cost]
        if cost <= 2 * left:
            now = self.taste.sure[cost]
            return now if now > later else later
        return later

    def hope_without(self, card: i64, region: i64, cost: i64) -> float:
        """What a project is worth while it is not built, if it costs so much in a region."""
        best = self.share(cost, self.left) * self.due[card * 3 + region]
        for other in range(3):
            if other != region:
                hope = (
                    self.share(self.cost[card * 3 + other], self.left) * self.due[card * 3 + other]
                )
                if hope > best:
                    best = hope
        return best

    def prospects(self) -> float:
        """What the hand is worth: the best project most, for there is not time for all."""
        total = 0.0
        factor = 1.0
        time = 2.0 * ACTIONS * self.turns + 2.0 * float(self.left)
        done: i64 = 0
        for _ in range(self.hand):
            best = -1.0
            which: i64 = -1
            for card in range(self.hand):
                if done & BIT[card] == 0 and self.hopes[card] > best:
                    best = self.hopes[card]
                    which = card
            done |= BIT[which]
            if time < 2.0:
                break
            time -= 3.0
            total += best * factor
            factor *= self.taste.crowd
        return total

    def unknown(self) -> float:
        """What a card off the deck is worth."""
        if self.turns < 0.5 and self.left < 2:
            return 0.0
        worth = self.taste.card
        if self.turns < 3.0:
            worth *= self.turns / 3.0
        for _ in range(self.hand):
            worth *= self.taste.crowd
        return worth

    def worth(self) -> float:
        """Points and prospects."""
        tokens = 0.0
        usable = self.turns + (1.0 if self.left > 0 else 0.0)
        if usable > float(self.tokens):
            usable = float(self.tokens)
        tokens = BONUS_POINTS * float(self.tokens) + self.taste.token * usable
        return self.base + tokens + self.prospects() + self.more()

    def more(self) -> float:
        """What cards in hand are worth beyond what they show: where many build, ways open soon."""
        worth = self.taste.hand * float(self.position.seats - 2)
        if self.turns < 3.0:
            worth *= self.turns / 3.0
        total = 0.0
        for _ in range(self.hand):
            total += worth
            worth *= self.taste.crowd
        return total


class Sight:
    """What each placement brings at once, by region, colour and spot."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.values = EMPTY[:]
        self.built = EMPTY[:]
        for card in range(outlook.hand):
            self.add_card(card)
        for region in range(3):
            self.add_region(region)

    def add_card(self, card: i64) -> None:
        """What placements do to a project of the hand."""
        outlook = self.outlook
        ways = outlook.ways
        design: i64 = outlook.designs[card]
        hope = outlook.hopes[card]
        first: i64 = ways.main[design]
        other: i64 = ways.second[design]
        for region in range(3):
            at: i64 = card * 3 + region
            cost: i64 = outlook.cost[at]
            if cost >= NO_WAY:
                continue
            near: i64 = outlook.position.near[region]
            here: i64 = (region * 4 + first) * CELLS
            there: i64 = (region * 4 + other) * CELLS
            self.add(self.built, here, outlook.first_built[at] & near, outlook.due[at] - hope)
            self.add(self.built, there, outlook.other_built[at] & near, outlook.due[at] - hope)
            if cost > 3:
                better = outlook.share(cost - 2, outlook.left) * outlook.due[at] - hope
                if better > 0:
                    self.raise_by(here, outlook.firsts[at] & near, better)
                    self.raise_by(there, outlook.others[at] & near, better)
            needed: i64 = outlook.needed[at] & near
            if needed and outlook.share(cost, outlook.left) * outlook.due[at] >= hope:
                loss = outlook.hope_without(card, region, cost + 2 if cost < 28 else cost) - hope
                for colour in range(4):
                    wrong: i64 = needed
                    if colour == first:
                        wrong &= ~outlook.firsts[at]
                    if colour == other:
                        wrong &= ~outlook.others[at]
                    self.raise_by((region * 4 + colour) * CELLS, wrong, loss)

    def raise_by(self, cell: i64, spots: i64, value: float) -> None:
        while spots:
            self.values[cell + lowest(spots)] += value
            spots &= spots - 1

    def add(self, built: vec[float], cell: i64, spots: i64, value: float) -> None:
        while spots:
            at: i64 = cell + lowest(spots)
            if value > built[at]:
                built[at] = value
            spots &= spots - 1

    def add_region(self, region: i64) -> None:
        """Groups that grow and tokens that are covered."""
        outlook = self.outlook
        position = outlook.position
        parts = position.parts
        offset: i64 = parts.offset[region]
        spots: i64 = position.near[region]
        colour: i64 = outlook.colour
        mine: i64 = position.board[region * 4 + colour] if colour >= 0 else 0
        token = outlook.token_worth()
        while spots:
            spot: i64 = lowest(spots)
            spots &= spots - 1
            slot: i64 = parts.slot[offset + spot]
            if slot >= 0 and position.lying[slot] >= 0:
                for any_colour in range(4):
                    self.values[(region * 4 + any_colour) * CELLS + spot] += token
            if colour < 0:
                continue
            size: i64 = 1
            rest: i64 = mine
            edge: i64 = parts.near[offset + spot] & rest
            while edge:
                bit: i64 = edge & -edge
                rest &= ~bit
                size += 1
                edge = (edge ^ bit) | (parts.near[offset + lowest(bit)] & rest)
            grown: i64 = size - outlook.groups[region]
            if grown > 0:
                more = outlook.gain(region, outlook.taste.group * float(grown))
                self.values[(region * 4 + colour) * CELLS + spot] += more

    def of(self, cell: i64) -> float:
        return self.values[cell] + self.built[cell]


def rank(taste: Taste, position: Neotopia, ranking: Ranking, every: bool) -> None:
    """Value the moves of whoever is to decide; of equal elements in two factories one unless
    every move is asked for."""
    seat: i64 = position.seat
    phase: i64 = position.phase
    kinds = position.parts.moves
    if phase == phases.COLOURS:
        free: i64 = legality.free_colours(position)
        while free:
            ranking.add(kinds.choose.move(lowest(free)), suits(position, lowest(free)))
            free &= free - 1
        return
    if phase == phases.BUILD:
        rank_buildings(taste, position, ranking)
        return
    acting = phase == phases.ACT and position.left > 0
    left: i64 = position.left - 1 if acting else position.left
    outlook = Outlook(taste, position, seat, left, turns_to_come(position, seat))
    if phase == phases.SECOND:
        rank_draws(outlook, ranking, kinds.draw.move(), 0.0)
        return
    sight = Sight(outlook)
    if phase == phases.FIRST:
        for region in range(3):
            rank_spots(
                sight, ranking, kinds.start.move(position.parts.offset[region]),
                legality.room(position, region), (region * 4 + outlook.colour) * CELLS, 0.0,
            )  # fmt: skip
        return
    if acting:
        rank_elements(sight, ranking, moves.PLACE, 0.0, every)
        rank_draws(outlook, ranking, kinds.draw.move(), 0.0)
    else:
        ranking.add(kinds.end.move(), 0.0)
    if position.used or outlook.tokens == 0:
        return
    # A token leaves the action for something else.
    price = -BONUS_POINTS - (taste.token if outlook.turns >= float(outlook.tokens) else 0.0)
    if acting:
        price += Outlook(taste, position, seat, position.left, outlook.turns).prospects()
        price -= outlook.prospects()
    held = position.held
    if held[seat * 4 + AUTOMATION] > 0:
        rank_elements(sight, ranking, moves.AUTO_PLACE, price, every)
        rank_draws(outlook, ranking, kinds.auto_draw.move(), price)
    if held[seat * 4 + GRANT] > 0:
        rank_draws(outlook, ranking, kinds.grant.move(), price + outlook.unknown())
    if held[seat * 4 + INITIATIVE] > 0:
        for colour in range(4):
            if position.reserve[colour] > 0:
                for region in range(3):
                    rank_spots(
                        sight, ranking,
                        kinds.initiate.move(colour, position.parts.offset[region]),
                        legality.room(position, region), (region * 4 + colour) * CELLS, price,
                    )  # fmt: skip
    if held[seat * 4 + PERMIT] > 0:
        rank_elements(sight, ranking, moves.PERMIT_PLACE, price, every)


def rank_buildings(taste: Taste, position: Neotopia, ranking: Ranking) -> None:
    """What each project brings if it is built now, rather than kept."""
    kinds = position.parts.moves
    ranking.add(kinds.decline.move(), 0.0)
    designs: i64 = legality.buildable(position)
    if designs == 0:
        return
    seat: i64 = position.seat
    turns = turns_to_come(position, seat)
    outlook = Outlook(taste, position, seat, position.left, turns)
    region: i64 = position.parts.region_of[position.at]
    for card in range(outlook.hand):
        design: i64 = outlook.designs[card]
        if designs & BIT[design]:
            designs &= ~i64(BIT[design])
            value = outlook.due[card * 3 + region] - outlook.hopes[card]
            ranking.add(kinds.build.move(design), value)


def rank_draws(outlook: Outlook, ranking: Ranking, first: i64, price: float) -> None:
    """Cards of the offer and the deck."""
    designs: i64 = legality.offered(outlook.position)
    if outlook.position.deck:
        ranking.add(first + moves.OFF_THE_DECK, price + outlook.unknown())
    factor = 1.0
    for _ in range(outlook.hand // 2):
        factor *= outlook.taste.crowd
    while designs:
        design: i64 = lowest(designs)
        designs &= designs - 1
        known: i64 = -1
        for card in range(len(outlook.designs)):
            if outlook.designs[card] == design:
                known = card
        if known < 0:
            known = len(outlook.designs)
            outlook.study(design)
        ranking.add(first + moves.FIRST_DESIGN + design, price + outlook.hopes[known] * factor)


def rank_spots(
    sight: Sight, ranking: Ranking, first: i64, spots: i64, cell: i64, price: float
) -> None:
    while spots:
        spot: i64 = lowest(spots)
        spots &= spots - 1
        ranking.add(first + spot, sight.of(cell + spot) + price)


def rank_elements(sight: Sight, ranking: Ranking, number: i64, price: float, every: bool) -> None:
    """Elements of the factories, to where they may go."""
    position = sight.outlook.position
    kinds = position.parts.moves
    kind = kinds.place
    if number == moves.AUTO_PLACE:
        kind = kinds.auto_place
    elif number == moves.PERMIT_PLACE:
        kind = kinds.permit
    stock = position.stock
    for region in range(3):
        if number == moves.PERMIT_PLACE:
            spots: i64 = legality.outskirts(position, region)
        else:
            spots = legality.room(position, region)
        if spots == 0:
            continue
        offset: i64 = position.parts.offset[region]
        for colour in range(4):
            source: i64 = FACTORIES[region * 2] * 4 + colour
            other: i64 = FACTORIES[region * 2 + 1] * 4 + colour
            cell: i64 = (region * 4 + colour) * CELLS
            if every and stock[source] > 0 and stock[other] > 0:
                rank_spots(sight, ranking, kind.move(source, offset), spots, cell, price)
                rank_spots(sight, ranking, kind.move(other, offset), spots, cell, price)
                continue
            # Out of the factory that has more of it.
            if stock[other] > stock[source]:
                source = other
            if stock[source] > 0:
                rank_spots(sight, ranking, kind.move(source, offset), spots, cell, price)


def suits(position: Neotopia, colour: i64) -> float:
    """How well a colour suits the hand: projects of two colours with it grow its groups, its own
    buildings give less."""
    parts = position.parts
    value = 0.0
    cards: i64 = position.hand[position.seat]
    while cards:
        design: i64 = parts.design_of[lowest(cards)]
        cards &= cards - 1
        main, second = parts.main[design], parts.second[design]
        if main == colour and second == colour:
            value -= parts.points[design] - parts.own[design]
        elif colour in (main, second):
            value += 1.0
    return value


def expected(taste: Taste, position: Neotopia, seat: i64) -> float:
    """Points and prospects of a seat before a turn, no matter whose."""
    turns = turns_to_come(position, seat)
    if position.seat == seat and position.left > 0:
        turns += 1.0
    return Outlook(taste, position, seat, 0, turns).worth()


class Foresight(Sense):
    """What the levels see."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.taste = Taste(weights)

    def values(self, position: Position, rng: Rng) -> list[tuple[int, float]]:
        assert isinstance(position, Neotopia)
        ranking = Ranking(100000)
        rank(self.taste, position, ranking, True)
        return [(ranking.moves[n], ranking.values[n]) for n in range(len(ranking.moves))]

    def likely(self, position: Position, rng: Rng) -> int:
        assert isinstance(position, Neotopia)
        ranking = Ranking(1)
        rank(self.taste, position, ranking, False)
        return ranking.moves[0]

    def estimate(self, position: Position) -> tuple[list[float], float]:
        assert isinstance(position, Neotopia)
        found = [expected(self.taste, position, seat) for seat in range(position.seats)]
        rounds = turns_to_come(position, position.seat)
        return found, LAST + A_ROUND * rounds

    def quiet(self, position: Position) -> bool:
        assert isinstance(position, Neotopia)
        begins = position.phase == phases.ACT and position.left == ACTIONS and not position.used
        return begins and position.seat == position.first

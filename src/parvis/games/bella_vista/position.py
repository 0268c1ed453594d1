"""The position of a Bella Vista game and how moves change it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parvis.engine.bits import BIT
from parvis.engine.chance import Chance, Rng, shuffle
from parvis.engine.ledger import Line
from parvis.engine.position import Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.games.bella_vista import layouts, notation, refusals, scoring, sights
from parvis.games.bella_vista.components import (
    A_ROW,
    ANY_PARK,
    ANY_RIVER,
    ANYWHERE,
    ASIDE,
    BORDER_FORCED,
    BORDERS,
    BUILD,
    BY_PARKS,
    BY_RIVERS,
    COINS,
    CONSTRAINTS,
    CONTRACT,
    CONTRACTS,
    DEAL,
    DISPLAYED,
    FORCED,
    FREE_COLOUR,
    HAND,
    HEIGHTS,
    LAYOUT,
    LONE,
    NEUTRAL,
    NOTHING,
    OFFER,
    ON_BORDER_BIT,
    OVER,
    PAID,
    PAIR,
    QUARTET,
    REVEAL,
    RIGHT,
    ROUND_END,
    ROUNDS,
    RULES,
    STRADDLES,
    STRADDLING,
    TALLEST,
    TALLEST_COINS,
    TILE_BITS,
    UNBUILT,
    City,
    Components,
    read_components,
)

TRIES: Final = 40  # random draws before all placements are listed


class BellaVista(Position):
    """A position. Lists that never change after the deal (decks) are shared by copies.

    Buildings are numbered colour * 8 + height - 1. `at` has, for each square, the building on it
    plus 1; `site` each building's placement; `line` the cards on the offer board from the dearest
    slot to the right, seat * 8 + height - 1.
    """

    def __init__(
        self,
        setting: Setting,
        chance: Chance,
        components: Components,
        city: City | None,
        laid: list[int],
        phase: i64,
        pending: i64,
        round: i64,
        step: i64,
        slot: i64,
        building: i64,
        rule: i64,
        latest: i64,
        dealt: i64,
        height: i64,
        group: i64,
        order: list[int],
        line: list[int],
        at: list[int],
        site: list[int],
        gain: list[int],
        tally: list[int],
        display: list[int],
        taken: list[int],
        decks: list[int],
        constraints: list[int],
        contracts: list[int],
    ) -> None:
        super().__init__(setting, chance)
        self.components = components
        self.city = city
        self.laid = laid  # tiles, while the architects lay the city
        self.phase: i64 = phase
        self.pending: i64 = pending
        self.round: i64 = round  # 1 to 8; 0 until the cards are dealt
        self.step: i64 = step  # offers made in this round
        self.slot: i64 = slot  # whose card is turned up
        self.building: i64 = building  # to be placed now
        self.rule: i64 = rule  # what its placement has to obey: the constraint, or BV-4.5
        self.latest: i64 = latest  # the building placed last
        self.dealt: i64 = dealt  # contracts dealt so far
        self.height: i64 = height
        self.group: i64 = group
        self.order = order  # seats below the board
        self.line = line
        self.at = at
        self.site = site
        self.gain = gain
        self.tally = tally
        self.display = display
        self.taken = taken  # contract * 4 + seat, in order
        self.decks = decks
        self.constraints = constraints
        self.contracts = contracts

    # The course of play.

    def turn(self) -> int | None:
        if self.pending or self.phase == OVER:
            return None
        if self.phase == LAYOUT:
            return self.order[len(self.laid) % len(self.order)]
        if self.phase == OFFER:
            return self.order[self.step]
        return self.line[self.slot] // HEIGHTS

    def over(self) -> bool:
        return self.phase == OVER

    @property
    def slots(self) -> int:
        """How many slots the offer board has; the next number is the right of the board."""
        return len(self.line) - RIGHT

    @property
    def first_build(self) -> int:
        """Move ids from here on are square * 4 + rotation."""
        return (self.slots + 1) * HEIGHTS

    @property
    def first_contract(self) -> int:
        """Move ids from here on are contracts; the last of them takes none."""
        return self.first_build + 4 * self.squares

    @property
    def first_tile(self) -> int:
        """Move ids from here on lay a tile."""
        return self.first_contract + CONTRACTS + 1

    @property
    def squares(self) -> int:
        """How many squares can be built on."""
        return 32 * self.components.cell * self.components.cell

    @property
    def by_players(self) -> bool:
        """Whether the architects lay the city themselves."""
        options = self.setting.options
        return options["layout"] == "players" and options["city"] == ""

    @property
    def move_limit(self) -> int:
        if self.by_players:
            return self.first_tile + layouts.KINDS * layouts.CELLS
        return self.first_tile

    def names(self, move: int) -> bool:
        if not 0 <= move < self.move_limit:
            return False
        if move < self.first_tile:
            return True
        tile = move - self.first_tile
        return layouts.cells_of(tile // layouts.CELLS, tile % layouts.CELLS) != 0

    def moves(self) -> list[int]:
        if self.pending or self.phase == OVER:
            return []
        if self.phase == OFFER:
            numbers = self.hand(self.order[self.step])
            return [slot * HEIGHTS + number - 1 for slot in self.payable() for number in numbers]
        if self.phase == CONTRACT:
            seat = self.line[self.slot] // HEIGHTS
            first = self.first_contract
            met = [kind for kind in self.display if kind >= 0 and self.fulfils(seat, kind)]
            return [*sorted({first + kind for kind in met}), first + CONTRACTS]
        if self.phase == LAYOUT:
            first = self.first_tile
            return [first + tile for tile in layouts.legal_tiles(self.laid)]
        city = self.town()
        first = self.first_build
        return sorted([first + city.anchor[placement] for placement in self.placements()])

    def play(self, move: int) -> None:
        refusal = self.refusal(move)
        if refusal is not None:
            raise Illegal(refusal)
        self.decide(move)
        self.resolve()

    def foresee(self, move: int) -> BellaVista:
        refusal = self.refusal(move)
        if refusal is not None:
            raise Illegal(refusal)
        ahead = self.copy()
        ahead.decide(move)
        return ahead

    def copy(self) -> BellaVista:
        return BellaVista(
            self.setting,
            self.chance,
            self.components,
            self.city,
            self.laid if self.city is not None else self.laid.copy(),
            self.phase,
            self.pending,
            self.round,
            self.step,
            self.slot,
            self.building,
            self.rule,
            self.latest,
            self.dealt,
            self.height,
            self.group,
            self.order,
            self.line.copy(),
            self.at.copy(),
            self.site.copy(),
            self.gain.copy(),
            self.tally.copy(),
            self.display.copy(),
            self.taken.copy(),
            self.decks,
            self.constraints,
            self.contracts,
        )

    # Facts.

    def town(self) -> City:
        """The city, once it is laid."""
        assert self.city is not None
        return self.city

    def prices(self) -> list[int]:
        """What the slots cost."""
        return self.components.offers[self.setting.seats]

    def hand(self, seat: int) -> list[int]:
        """The different numbers in a seat's hand, ascending."""
        bits: i64 = self.tally[seat * A_ROW + HAND]
        found: list[int] = []
        number: i64 = 1
        while bits:
            if bits & 3:
                found.append(int(number))
            bits >>= 2
            number += 1
        return found

    def cards(self, seat: int) -> list[int]:
        """A seat's hand, ascending, with equal cards as often as they are there."""
        bits = self.tally[seat * A_ROW + HAND]
        return [
            number
            for number in range(1, HEIGHTS + 1)
            for _ in range((bits >> (2 * number - 2)) & 3)
        ]

    def payable(self) -> list[int]:
        """The slots that the seat on turn can take: empty ones within its means, or the right."""
        coins = self.tally[self.order[self.step] * A_ROW + COINS]
        prices = self.prices()
        found = [
            slot
            for slot in range(self.slots)
            if self.line[slot] == NOTHING and prices[slot] <= coins
        ]
        return found or [self.slots]

    def owner(self, building: int) -> int:
        """The seat that owns a building; `FREE_COLOUR` is nobody at three."""
        colour = building // HEIGHTS
        return colour % 2 if self.setting.seats == 2 else colour

    def square_of(self, building: int) -> int:
        """The square that was pointed at when a building was placed."""
        return self.town().anchor[self.site[building]] // 4

    def needs(self, kind: int) -> int:
        """How many buildings a contract asks for (on each of its districts)."""
        contract = self.components.contracts[kind]
        return contract.needs_at_two if self.setting.seats == 2 else contract.needs

    def fulfils(self, seat: i64, kind: i64) -> bool:
        """Whether a seat's buildings meet a contract."""
        row: i64 = seat * A_ROW
        needs: i64 = self.needs(kind)
        tally = self.tally
        if kind < PAIR:
            return i64(tally[row + kind]) >= needs
        if kind < QUARTET:
            symbol: i64 = kind - PAIR
            return i64(tally[row + symbol]) >= needs and i64(tally[row + symbol + 4]) >= needs
        if kind < STRADDLING:
            style: i64 = row + 4 * (kind - QUARTET)
            for symbol in range(4):
                if i64(tally[style + symbol]) < needs:
                    return False
            return True
        return i64(tally[row + STRADDLES + kind - STRADDLING]) >= needs

    def free(self, placement: i64) -> bool:
        """Whether nothing stands on the squares of a placement."""
        city = self.town()
        covers = city.covers
        at = self.at
        i: i64 = city.covers_from[placement]
        end: i64 = city.covers_from[placement + 1]
        while i < end:
            if at[covers[i]] != 0:
                return False
            i += 1
        return True

    def placements(self) -> list[int]:
        """The placements that the building at hand may take."""
        city = self.town()
        row: i64 = self.components.shape[self.building % HEIGHTS] * RULES + self.rule
        i: i64 = city.under_from[row]
        end: i64 = city.under_from[row + 1]
        found: list[int] = []
        while i < end:
            placement: i64 = city.under[i]
            if self.free(placement):
                found.append(int(placement))
            i += 1
        return found

    def room(self, rule: i64) -> bool:
        """Whether the building at hand can be placed anywhere by a rule."""
        city = self.town()
        row: i64 = self.components.shape[self.building % HEIGHTS] * RULES + rule
        i: i64 = city.under_from[row]
        end: i64 = city.under_from[row + 1]
        while i < end:
            if self.free(city.under[i]):
                return True
            i += 1
        return False

    # Decide: what follows from public facts and the move itself.

    def decide(self, move: i64) -> None:
        """Play a legal move up to the first draw or disclosure."""
        if self.phase == OFFER:
            self.offer(move // HEIGHTS, move % HEIGHTS)
        elif self.phase == CONTRACT:
            self.take(move - self.first_contract)
        elif self.phase == LAYOUT:
            self.lay(move - self.first_tile)
        else:
            city = self.town()
            shape: i64 = self.components.shape[self.building % HEIGHTS]
            self.build(city.index[shape * 4 * self.squares + move - self.first_build])

    def lay(self, tile: i64) -> None:
        """BV-2.1: a tile joins the city."""
        self.laid.append(int(tile))
        if len(self.laid) == layouts.TILES:
            self.city = self.components.city(layouts.read_map(layouts.map_of(self.laid)))
            self.pending = DEAL

    def offer(self, slot: i64, height: i64) -> None:
        """BV-3.1, BV-3.2: a card is laid on a slot, or to the right of the board."""
        seat: i64 = self.order[self.step]
        row: i64 = seat * A_ROW
        slots: i64 = self.slots
        if slot < slots:
            price: i64 = self.prices()[slot]
            self.tally[row + COINS] -= int(price)
            self.tally[row + PAID] += int(price)
        else:
            while self.line[slot] != NOTHING:
                slot += 1
        self.line[slot] = int(seat * HEIGHTS + height)
        hand: i64 = self.tally[row + HAND]
        self.tally[row + HAND] = int(hand - BIT[2 * height])
        self.step += 1
        if self.step == len(self.order):
            self.slot = NOTHING
            self.pending = REVEAL

    def build(self, placement: i64) -> None:
        """BV-4.1: the building at hand is placed; BV-4.6: it earns, unless BV-4.5 or BV-5.1."""
        city = self.town()
        building: i64 = self.building
        self.site[building] = int(placement)
        self.latest = building
        mark: int = int(building + 1)
        i: i64 = city.covers_from[placement]
        end: i64 = city.covers_from[placement + 1]
        while i < end:
            self.at[city.covers[i]] = mark
            i += 1
        if self.phase == NEUTRAL:
            if self.rule >= CONSTRAINTS:
                self.gain[building] = FORCED
            self.pending = ROUND_END
            return
        seat: i64 = self.line[self.slot] // HEIGHTS
        self.count(seat, city.traits[placement])
        if self.rule >= CONSTRAINTS:
            self.gain[building] = FORCED
            self.after()
            return
        self.earn(seat, placement)
        for kind in self.display:
            if kind >= 0 and self.fulfils(seat, kind):
                self.phase = CONTRACT
                return
        self.after()

    def count(self, seat: i64, traits: i64) -> None:
        """Note what a new building brings for contracts."""
        row: i64 = seat * A_ROW
        tally = self.tally
        lone: i64 = LONE[traits & TILE_BITS]
        tally[row + (lone if lone >= 0 else STRADDLES)] += 1
        if traits & ON_BORDER_BIT:
            tally[row + BORDERS] += 1
        if traits & ANY_RIVER:
            tally[row + BY_RIVERS] += 1
        if traits & ANY_PARK:
            tally[row + BY_PARKS] += 1

    def earn(self, seat: i64, placement: i64) -> None:
        """BV-4.6: coins for the neighbours of the building just placed."""
        city = self.town()
        height: i64 = self.building % HEIGHTS
        seen: i64 = 0
        lower: i64 = 0
        tallest = True
        i: i64 = city.touches_from[placement]
        end: i64 = city.touches_from[placement + 1]
        while i < end:
            other: i64 = self.at[city.touches[i]]
            i += 1
            if other == 0 or seen >> other & 1:
                continue
            seen |= BIT[other]
            if (other - 1) % HEIGHTS < height:
                lower += 1
            else:
                tallest = False
        gain: i64 = lower
        coins: i64 = lower
        if tallest:
            gain += TALLEST
            coins += TALLEST_COINS
        self.gain[self.building] = int(gain)
        self.tally[seat * A_ROW + COINS] += int(coins)

    def take(self, kind: i64) -> None:
        """BV-4.7: a contract, or none."""
        if kind < CONTRACTS:
            where = self.display.index(int(kind))
            self.display[where] = NOTHING
            self.taken.append(int(kind * 4 + self.line[self.slot] // HEIGHTS))
        self.after()

    def after(self) -> None:
        """A building turn is over: the next card, the neutral colour, or the end of the round."""
        self.phase = BUILD
        self.building = NOTHING
        if self.next_slot() >= 0:
            self.pending = REVEAL
            return
        if self.round == ROUNDS:
            self.phase = OVER
            return
        if self.setting.seats == 3:
            self.building = FREE_COLOUR * HEIGHTS + self.round - 1
            if self.ready():
                self.phase = NEUTRAL
                return
        self.pending = ROUND_END

    def next_slot(self) -> i64:
        """The next slot to the right with a card, or nothing."""
        slot: i64 = self.slot + 1
        while slot < len(self.line):
            if self.line[slot] != NOTHING:
                return slot
            slot += 1
        return NOTHING

    def ready(self) -> bool:
        """BV-4.5: by which rule the building at hand is placed; False if it is set aside."""
        self.rule = self.constraints[self.round - 1]
        if self.room(self.rule):
            return True
        self.rule = BORDER_FORCED
        if self.room(self.rule):
            return True
        self.rule = ANYWHERE
        if self.room(self.rule):
            return True
        self.site[self.building] = ASIDE
        self.gain[self.building] = FORCED
        return False

    # Resolve: draws and disclosures.

    def resolve(self) -> None:
        """Do what is pending, until somebody has to decide."""
        while self.pending:
            self.resolve_one()

    def resolve_one(self) -> None:
        """Turn up one card, or deal for one round."""
        what = self.pending
        self.pending = 0
        if what == REVEAL:
            self.reveal()
        elif what == ROUND_END:
            self.end_round()
        else:
            self.begin_round(1)

    def reveal(self) -> None:
        """BV-4.1: turn up the next card."""
        self.slot = self.next_slot()
        self.phase = BUILD
        card: i64 = self.line[self.slot]
        building: i64 = card
        if self.site[building] != UNBUILT:
            building += 2 * HEIGHTS  # the second set of two architects
        self.building = building
        if not self.ready():
            self.after()

    def end_round(self) -> None:
        """BV-5.2, BV-5.3: the order, the cards, the contracts, the constraint."""
        laid = [card for card in self.line if card != NOTHING]
        laid.sort(key=height_of)  # a stable sort: the dearer slot stays first
        self.order = [card // HEIGHTS for card in laid]
        self.begin_round(self.round + 1)

    def begin_round(self, round: i64) -> None:
        """Deal what the round needs."""
        seats = self.setting.seats
        size = 2 * HEIGHTS if seats == 2 else HEIGHTS
        held: i64 = self.drawn(round - 1)
        holds: i64 = self.drawn(round)
        for seat in range(seats):
            hand: i64 = self.tally[seat * A_ROW + HAND]
            i: i64 = held
            while i < holds:
                number: i64 = self.decks[seat * size + i]
                hand += BIT[2 * number - 2]
                i += 1
            self.tally[seat * A_ROW + HAND] = int(hand)
        for spot in range(DISPLAYED):
            if self.display[spot] == NOTHING and self.dealt < len(self.contracts):
                self.display[spot] = self.contracts[self.dealt]
                self.dealt += 1
        for slot in range(len(self.line)):
            self.line[slot] = NOTHING
        self.round = round
        self.phase = OFFER
        self.step = 0
        self.slot = NOTHING
        self.building = NOTHING

    def drawn(self, round: i64) -> i64:
        """How many cards of each deck have been drawn once a round has begun."""
        if round == 0:
            return 0
        if self.setting.seats == 2:
            return min(2 * HEIGHTS, 3 + 2 * round)
        return min(HEIGHTS, 2 + round)

    # Random play.

    def playout(self, rng: Rng) -> int:
        played: i64 = 0
        self.resolve()  # a foreseen position may still be pending
        while self.phase != OVER:
            if self.phase == OFFER:
                self.offer_any(rng)
            elif self.phase == BUILD or self.phase == NEUTRAL:
                self.build_any(rng)
            else:
                moves = self.moves()
                self.decide(moves[rng.below(len(moves))])
            played += 1
            if self.pending:
                self.resolve()
        return int(played)

    def offer_any(self, rng: Rng) -> None:
        """Make an offer, all of them equally likely."""
        seat: i64 = self.order[self.step]
        coins: i64 = self.tally[seat * A_ROW + COINS]
        prices = self.prices()
        slots: i64 = len(prices)
        open: i64 = 0
        slot: i64 = 0
        while slot < slots:
            if self.line[slot] == NOTHING and i64(prices[slot]) <= coins:
                open += 1
            slot += 1
        hand: i64 = self.tally[seat * A_ROW + HAND]
        bits: i64 = hand
        different: i64 = 0
        while bits:
            if bits & 3:
                different += 1
            bits >>= 2
        pick: i64 = rng.below(different if open == 0 else open * different)
        skip: i64 = pick // different
        chosen: i64 = slots
        if open:
            chosen = 0
            while True:
                if self.line[chosen] == NOTHING and i64(prices[chosen]) <= coins:
                    if skip == 0:
                        break
                    skip -= 1
                chosen += 1
        skip = pick % different
        height: i64 = 0
        while True:
            if hand & 3:
                if skip == 0:
                    break
                skip -= 1
            hand >>= 2
            height += 1
        self.offer(chosen, height)

    def build_any(self, rng: Rng) -> None:
        """Place the building, all placements equally likely: draw until one is free."""
        city = self.town()
        row: i64 = self.components.shape[self.building % HEIGHTS] * RULES + self.rule
        first: i64 = city.under_from[row]
        count: i64 = i64(city.under_from[row + 1]) - first
        tries: i64 = 0
        while tries < TRIES:
            placement: i64 = city.under[first + rng.below(count)]
            if self.free(placement):
                self.build(placement)
                return
            tries += 1
        found = self.placements()
        self.build(found[rng.below(len(found))])

    # Points.

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def winners(self) -> list[int]:
        return scoring.winners(self)

    def ledger(self) -> list[Line]:
        return scoring.ledger(self)

    # Knowledge.

    def view(self, seat: int | None) -> dict[str, object]:
        return sights.view(self, seat)

    def story(self, move: int, seat: int | None) -> list[Sentence]:
        return sights.story(self, move, seat)

    def guess(self, seat: int | None, rng: Rng) -> BellaVista:
        """Everything unseen in a new order: others' cards, all decks, and what is not dealt yet."""
        twin = self.copy()
        twin.chance = rng.spawn()
        twin.decks = self.decks.copy()
        seats = self.setting.seats
        size = 2 * HEIGHTS if seats == 2 else HEIGHTS
        drawn = int(self.drawn(self.round))
        for other in range(seats):
            if other == seat:
                rest = sorted(self.decks[other * size + drawn : (other + 1) * size])
                shuffle(rest, rng)
            else:
                rest = twin.redeal(other, rng)
            # What was drawn would tell the hands: a guess keeps only what is still to come.
            twin.decks[other * size : (other + 1) * size] = [0] * drawn + rest
        seen = int(self.round)
        hidden = sorted(self.constraints[seen:])
        shuffle(hidden, rng)
        twin.constraints = self.constraints[:seen] + hidden
        hidden = sorted(self.contracts[self.dealt :])
        shuffle(hidden, rng)
        twin.contracts = self.contracts[: self.dealt] + hidden
        if self.round == 0:
            twin.height = rng.below(3)
            twin.group = rng.below(3)
        return twin

    def unseen(self, seat: int) -> list[int]:
        """The numbers of a seat's cards that were never turned up, ascending."""
        counts = [2 if self.setting.seats == 2 else 1] * HEIGHTS
        for building in range(len(self.site)):
            shown = self.site[building] != UNBUILT or building == self.building
            if shown and self.owner(building) == seat:
                counts[building % HEIGHTS] -= 1
        return [number for number in range(1, HEIGHTS + 1) for _ in range(counts[number - 1])]

    def redeal(self, seat: int, rng: Rng) -> list[int]:
        """Deal a seat's unseen cards anew, face down on the board and in hand; the rest."""
        unseen = self.unseen(seat)
        shuffle(unseen, rng)
        for slot in range(len(self.line)):
            card = self.line[slot]
            if card != NOTHING and card // HEIGHTS == seat and not self.face_up(slot):
                self.line[slot] = seat * HEIGHTS + unseen.pop() - 1
        bits = 0
        for _ in range(len(self.cards(seat))):
            bits += 1 << (2 * unseen.pop() - 2)
        self.tally[seat * A_ROW + HAND] = bits
        return unseen

    def face_up(self, slot: int) -> bool:
        """Whether the card on a slot has been turned up."""
        return self.phase != OFFER and slot <= self.slot

    # Refusals, notation, text.

    def refusal(self, move: int) -> Refusal | None:
        if not self.names(move):
            raise Malformed(f"{move} names no move; ids go up to {self.move_limit - 1}")
        return refusals.refusal(self, move)

    def fitting(self, path: tuple[str, ...]) -> list[int]:
        return refusals.fitting(self, path)

    def say(self, move: int) -> str:
        return notation.say(self, move)

    def read(self, text: str) -> int:
        return notation.read(self, text)

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        return notation.fields(self, seat)


def height_of(card: int) -> int:
    """The number of a card, for sorting."""
    return card % HEIGHTS


def blank(setting: Setting, chance: Chance) -> BellaVista:
    """A position in which nothing is shuffled, dealt or built."""
    components = read_components(setting.pack)
    seats = setting.seats
    return BellaVista(
        setting,
        chance,
        components,
        None,
        [],
        LAYOUT,
        0,
        0,
        0,
        NOTHING,
        NOTHING,
        0,
        NOTHING,
        0,
        0,
        0,
        [],
        [NOTHING] * (len(components.offers[seats]) + RIGHT),
        [0] * (32 * components.cell * components.cell),
        [UNBUILT] * (4 * HEIGHTS),
        [0] * (4 * HEIGHTS),
        [0] * (4 * A_ROW),
        [NOTHING] * DISPLAYED,
        [],
        [0] * (4 * HEIGHTS),
        [],
        [],
    )


def begin(setting: Setting, chance: Chance) -> BellaVista:
    """The first position: everything is shuffled now, and dealt when the city is laid."""
    position = blank(setting, chance)
    components = position.components
    seats = setting.seats
    source = city_of(setting, components, chance)
    if source:
        position.city = components.city(source)
    if seats == 2:
        first = int(chance.below(2))
        position.order = [first, 1 - first, 1 - first, first]
    else:
        position.order = list(range(seats))
        shuffle(position.order, chance)
    decks: list[int] = []
    for seat in range(seats):
        deck = [1 + n % HEIGHTS for n in range(2 * HEIGHTS if seats == 2 else HEIGHTS)]
        shuffle(deck, chance)
        decks.extend(deck)
        position.tally[seat * A_ROW + COINS] = scoring.purse(seats)
    position.decks = decks
    position.constraints = list(range(CONSTRAINTS))
    shuffle(position.constraints, chance)
    position.contracts = [
        kind for kind in range(CONTRACTS) for _ in range(components.contracts[kind].copies)
    ]
    shuffle(position.contracts, chance)
    position.height = chance.below(3)
    position.group = chance.below(3)
    if position.city is not None:
        position.begin_round(1)
    return position


def city_of(setting: Setting, components: Components, chance: Chance) -> str:
    """The map to play on; empty if the architects lay it (BV-2.1)."""
    written = str(setting.options["city"])
    layout = str(setting.options["layout"])
    if written or layout == "players":
        return written
    if layout == "random":
        return layouts.made_by_chance(chance)
    maps = sorted(components.maps)
    if layout not in components.maps:  # "drawn", or a city that a pack of one's own does not have
        return components.maps[maps[chance.below(len(maps))]]
    return components.maps[layout]

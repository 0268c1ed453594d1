"""The position of a Bella Vista game and how moves change it."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import BIT, count, lowest, members, nth, write_members
from parvis.engine.chance import Chance, Rng, shuffle
from parvis.engine.codec import Codec, Kind
from parvis.engine.ledger import Line
from parvis.engine.position import Position
from parvis.engine.refusal import Bar
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.games.bella_vista import (
    guessing,
    layouts,
    legality,
    notation,
    refusals,
    scoring,
    stories,
    views,
)
from parvis.games.bella_vista.city import WORD, City, city_of
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
    CONTRACT_TEXT,
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
    REVEAL,
    RIGHT,
    ROUND_END,
    ROUNDS,
    RULES,
    STRADDLES,
    TALLEST,
    TALLEST_COINS,
    TILE_BITS,
    UNBUILT,
    Components,
    read_components,
    sets,
)
from parvis.games.bella_vista.labels import TILE_PLACES
from parvis.games.bella_vista.layouts import Tile
from parvis.games.bella_vista.legality import Laying
from parvis.games.bella_vista.moves import Moves, moves_of
from parvis.games.bella_vista.options import by_players


class BellaVista(Position):
    """A position. Lists that are replaced and never changed are shared by copies.

    Buildings are numbered colour * 8 + height - 1. `at` has, for each square, the building on it
    plus 1; `site` each building's placement; `open` the set of placements that are free; `line`
    the cards on the offer board from the dearest slot to the right, seat * 8 + height - 1.
    """

    def __init__(
        self,
        setting: Setting,
        chance: Chance,
        components: Components,
        source: BellaVista | None = None,
    ) -> None:
        super().__init__(setting, chance)
        self.components = components
        if source is None:
            seats = setting.seats
            self.kinds: Moves = moves_of(
                setting.pack.digest, components, seats, by_players(setting)
            )
            self.prices: list[int] = components.offers[seats]  # of the slots
            self.slots: i64 = len(self.prices)  # the next number is the right of the board
            two = seats == 2
            self.needs: list[int] = components.needs_at_two if two else components.needs
            self.asked: list[int] = components.asked_at_two if two else components.asked
            self.city: City | None = None
            self.site_moves: list[object] = []  # the building move of each placement of the city
            self.laid: list[Tile] = []  # while the architects lay the city
            self.next_tiles: Laying | None = None  # which tiles may come next, once asked
            self.phase: i64 = LAYOUT
            self.pending: i64 = 0
            self.round: i64 = 0  # 1 to 8; 0 until the cards are dealt
            self.step: i64 = 0  # offers made in this round
            self.slot: i64 = NOTHING  # whose card is turned up
            self.building: i64 = NOTHING  # to be placed now
            self.rule: i64 = 0  # what its placement has to obey: the constraint, or BV-4.5
            self.latest: i64 = NOTHING  # the building placed last
            self.dealt: i64 = 0  # contracts dealt so far
            self.height: i64 = 0
            self.group: i64 = 0
            self.order: list[int] = []  # seats below the board
            self.line: list[int] = [NOTHING] * (len(self.prices) + RIGHT)
            self.at = vec[i64]([0] * components.squares)
            self.open = vec[i64]()
            self.site: list[int] = [UNBUILT] * (4 * HEIGHTS)
            self.gain: list[int] = [0] * (4 * HEIGHTS)
            self.tally: list[int] = [0] * (4 * A_ROW)
            self.display: list[int] = [NOTHING] * DISPLAYED
            self.taken: list[int] = []  # contract * 4 + seat, in order
            self.decks: list[int] = [0] * (4 * HEIGHTS)
            self.constraints: list[int] = []
            self.contracts: list[int] = []
        else:
            self.kinds = source.kinds
            self.prices = source.prices
            self.slots = source.slots
            self.needs = source.needs
            self.asked = source.asked
            self.city = source.city
            self.site_moves = source.site_moves
            self.laid = source.laid
            self.next_tiles = source.next_tiles
            self.phase = source.phase
            self.pending = source.pending
            self.round = source.round
            self.step = source.step
            self.slot = source.slot
            self.building = source.building
            self.rule = source.rule
            self.latest = source.latest
            self.dealt = source.dealt
            self.height = source.height
            self.group = source.group
            self.order = source.order
            self.line = source.line.copy()
            self.at = source.at[:]
            self.open = source.open[:]
            self.site = source.site.copy()
            self.gain = source.gain.copy()
            self.tally = source.tally.copy()
            self.display = source.display
            self.taken = source.taken
            self.decks = source.decks
            self.constraints = source.constraints
            self.contracts = source.contracts

    def twin(self, chance: Chance) -> BellaVista:
        return BellaVista(self.setting, chance, self.components, self)

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
    def codec(self) -> Codec:
        return self.kinds.codec

    def bar(self, move: i64) -> Bar | None:
        return legality.bar(self, move)

    def facts(self, move: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        return refusals.facts(self, move, bar)

    def candidates(self) -> list[int]:
        if self.phase == OFFER:
            return self.offers()
        if self.phase == BUILD or self.phase == NEUTRAL:
            return self.sites()
        kinds = self.kinds
        if self.phase == CONTRACT:
            met = legality.takeable(self, self.line[self.slot] // HEIGHTS)
            moves = [int(kinds.take.move(contract)) for contract in members(int(met))]
            return [*moves, int(kinds.decline.base)]
        return [int(kinds.lay.move(kind, cell)) for kind, cell in self.laying().candidates()]

    def moves(self) -> list[int]:
        if self.pending or self.phase == OVER:
            return []
        if self.phase == LAYOUT:
            return super().moves()
        # Offers, sites and contracts are listed from the very sets that `legality` asks; to ask
        # again for each of them takes twice the time.
        return self.candidates()

    def offers(self) -> list[int]:
        """Every open slot with every different card in hand."""
        slots: i64 = legality.open_slots(self)
        cards: i64 = legality.held(self, self.order[self.step])
        offer = self.kinds.offer
        numbers = self.kinds.codec.numbers
        found: list[object] = []
        while slots:
            slot: i64 = lowest(slots)
            left: i64 = cards
            while left:
                found.append(numbers[offer.move(slot, lowest(left))])
                left &= left - 1
            slots &= slots - 1
        return cast("list[int]", found)

    def sites(self) -> list[int]:
        """Every placement of the building at hand that meets its rule and is free, ascending."""
        city = self.town()
        open = self.open
        moves = self.site_moves
        shape: i64 = self.components.shape[self.building % HEIGHTS]
        row: i64 = city.rows[shape * RULES + self.rule]
        found: list[object] = [None] * int(self.room(self.rule))
        size: i64 = 0
        word: i64
        for word in range(city.first_word[shape], city.end_word[shape]):
            placements: i64 = open[word] & city.meeting[row + word]
            size = write_members(found, size, moves, WORD * word, placements)
        return cast("list[int]", found)

    def pick(self, kind: Kind, n: int, value: int) -> str:
        if kind is self.kinds.offer:
            return f"card-{value + 1}" if n else refusals.slot_place(self, value)
        if kind is self.kinds.build:
            return f"turn-{value}" if n else "square-" + self.components.name(value)
        if kind is self.kinds.take:
            return "contract-" + CONTRACT_TEXT[value]
        return "cell-" + layouts.cell_name(value) if n else TILE_PLACES[value]

    # Facts.

    def town(self) -> City:
        """The city, once it is laid."""
        assert self.city is not None
        return self.city

    def laying(self) -> Laying:
        """What may be laid next."""
        if self.next_tiles is None:
            bays = self.setting.options["bays"] is True
            self.next_tiles = Laying(self.laid, bays)
        return self.next_tiles

    def cards(self, seat: int) -> list[int]:
        """A seat's hand, ascending, with equal cards as often as they are there."""
        bits = self.tally[seat * A_ROW + HAND]
        return [
            number
            for number in range(1, HEIGHTS + 1)
            for _ in range((bits >> (2 * number - 2)) & 3)
        ]

    def owner(self, building: int) -> int:
        """The seat that owns a building; `FREE_COLOUR` is nobody at three."""
        colour = building // HEIGHTS
        return colour % 2 if self.setting.seats == 2 else colour

    def free(self, placement: i64) -> bool:
        """Whether nothing stands on the squares of a placement."""
        return self.open[placement // WORD] >> placement % WORD & 1 == 1

    def room(self, rule: i64) -> i64:
        """In how many places the building at hand can be placed by a rule."""
        city = self.town()
        open = self.open
        shape: i64 = self.components.shape[self.building % HEIGHTS]
        row: i64 = city.rows[shape * RULES + rule]
        found: i64 = 0
        word: i64
        for word in range(city.first_word[shape], city.end_word[shape]):
            found += count(open[word] & city.meeting[row + word])
        return found

    def face_up(self, slot: int) -> bool:
        """Whether the card on a slot has been turned up."""
        return slot <= self.slot

    def unseen(self, seat: int) -> list[int]:
        """The numbers of a seat's cards that were never turned up, ascending."""
        counts = [sets(self.setting.seats)] * HEIGHTS
        for building in range(len(self.site)):
            shown = self.site[building] != UNBUILT or building == self.building
            if shown and self.owner(building) == seat:
                counts[building % HEIGHTS] -= 1
        return [number for number in range(1, HEIGHTS + 1) for _ in range(counts[number - 1])]

    # Decide: what follows from public facts and the move itself.

    def decide(self, move: i64) -> None:
        kinds = self.kinds
        if self.phase == OFFER:
            self.offer(kinds.offer.part(move, 0), kinds.offer.part(move, 1))
        elif self.phase == CONTRACT:
            if move != kinds.decline.base:
                self.take(kinds.take.only(move))
            self.after()
        elif self.phase == LAYOUT:
            self.lay(int(kinds.lay.part(move, 0)), int(kinds.lay.part(move, 1)))
        else:
            self.build(self.placement_of(move))

    def lay(self, kind: int, cell: int) -> None:
        """BV-2.1: a tile joins the city."""
        self.laid = [*self.laid, (kind, cell)]
        self.next_tiles = None
        if len(self.laid) == layouts.TILES:
            self.settle(layouts.read_map(layouts.map_of(self.laid)))
            self.pending = DEAL

    def settle(self, source: str) -> None:
        """The city is there: this map."""
        self.city = city_of(self.components, source)
        self.site_moves = self.kinds.sites_of(self.city)
        self.open = self.city.everywhere[:]

    def offer(self, slot: i64, height: i64) -> None:
        """BV-3.1, BV-3.2: a card is laid on a slot, or to the right of the board."""
        seat: i64 = self.order[self.step]
        row: i64 = seat * A_ROW
        if slot < self.slots:
            price: i64 = self.prices[slot]
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
            self.pending = REVEAL

    def build(self, placement: i64) -> None:
        """BV-4.1: the building at hand is placed; BV-4.6: it earns, unless BV-4.5 or BV-5.1."""
        building: i64 = self.building
        self.put(building, placement)
        self.latest = building
        if self.phase == NEUTRAL:
            if self.rule >= CONSTRAINTS:
                self.gain[building] = FORCED
            self.pending = ROUND_END
            return
        seat: i64 = self.line[self.slot] // HEIGHTS
        self.note(seat, self.town().traits[placement])
        if self.rule >= CONSTRAINTS:
            self.gain[building] = FORCED
            self.after()
            return
        self.earn(seat, placement)
        if legality.takeable(self, seat):
            self.phase = CONTRACT
        else:
            self.after()

    def put(self, building: i64, placement: i64) -> None:
        """A building stands on the squares of a placement."""
        city = self.town()
        self.site[building] = int(placement)
        i: i64
        for i in range(city.covers_from[placement], city.covers_from[placement + 1]):
            self.cover(i64(city.covers[i]), building + 1)

    def cover(self, square: i64, mark: i64) -> None:
        """A square is built on, and no placement that covers it is free any more."""
        city = self.town()
        open = self.open
        self.at[square] = mark
        i: i64
        for i in range(city.hit_from[square], city.hit_from[square + 1]):
            open[i64(city.hit_word[i])] &= city.hit_others[i]

    def note(self, seat: i64, traits: i64) -> None:
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
            other: i64 = self.at[i64(city.touches[i])]
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
        """BV-4.7: a contract is taken from the display."""
        display = self.display.copy()
        display[display.index(int(kind))] = NOTHING
        self.display = display
        self.taken = [*self.taken, int(kind * 4 + self.line[self.slot] // HEIGHTS)]

    def after(self) -> None:
        """A building turn is over: the next card, the neutral colour, or the end of the round."""
        self.phase = BUILD
        self.building = NOTHING
        if self.next_slot() != NOTHING:
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
        size = sets(seats) * HEIGHTS
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
        display = self.display.copy()
        for spot in range(DISPLAYED):
            if display[spot] == NOTHING and self.dealt < len(self.contracts):
                display[spot] = self.contracts[self.dealt]
                self.dealt += 1
        self.display = display
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

    def random_move(self, rng: Rng) -> i64:
        if self.phase == OFFER:
            slot, height = self.random_offer(rng)
            return self.kinds.offer.move(slot, height)
        if self.phase == BUILD or self.phase == NEUTRAL:
            return cast("int", self.site_moves[self.random_site(rng)])
        return super().random_move(rng)

    def random_offer(self, rng: Rng) -> tuple[i64, i64]:
        """Any open slot, and any of the different cards in hand."""
        slots: i64 = legality.open_slots(self)
        cards: i64 = legality.held(self, self.order[self.step])
        different: i64 = count(cards)
        pick: i64 = rng.below(count(slots) * different)
        return nth(slots, pick // different), nth(cards, pick % different)

    def random_site(self, rng: Rng) -> i64:
        """A placement of the building at hand that meets its rule and is free."""
        city = self.town()
        open = self.open
        n: i64 = rng.below(self.room(self.rule))
        shape: i64 = self.components.shape[self.building % HEIGHTS]
        row: i64 = city.rows[shape * RULES + self.rule]
        word: i64 = city.first_word[shape]
        placements: i64 = open[word] & city.meeting[row + word]
        here: i64 = count(placements)
        while n >= here:
            n -= here
            word += 1
            placements = open[word] & city.meeting[row + word]
            here = count(placements)
        return WORD * word + nth(placements, n)

    def random_take(self, rng: Rng) -> None:
        """Take any contract that may be taken, or none."""
        met: i64 = legality.takeable(self, self.line[self.slot] // HEIGHTS)
        contracts: i64 = count(met)
        pick: i64 = rng.below(contracts + 1)
        if pick < contracts:
            self.take(nth(met, pick))
        self.after()

    def placement_of(self, move: i64) -> i64:
        """Where a building move puts the building at hand."""
        build = self.kinds.build
        shape: i64 = self.components.shape[self.building % HEIGHTS]
        return self.town().placement(shape, build.part(move, 0), build.part(move, 1))

    def playout(self, rng: Rng) -> int:
        # The engine's loop, but offers and sites are drawn and done without a move in between:
        # to put it together and take it apart again costs a third of the speed.
        self.chance = rng
        self.resolve()
        played: i64 = 0
        while self.phase != OVER:
            if self.phase == OFFER:
                slot, height = self.random_offer(rng)
                self.offer(slot, height)
            elif self.phase == BUILD or self.phase == NEUTRAL:
                self.build(self.random_site(rng))
            elif self.phase == CONTRACT:
                self.random_take(rng)
            else:
                self.decide(self.random_move(rng))
            if self.pending:
                self.resolve()
            played += 1
        return int(played)

    # Points.

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def winners(self) -> list[int]:
        return scoring.winners(self)

    def ledger(self) -> list[Line]:
        return scoring.ledger(self)

    # Knowledge and text.

    def seen(self, seat: int | None) -> dict[str, object]:
        return views.seen(self, seat)

    def recount(self, move: int, seat: int | None) -> list[Sentence]:
        return stories.recount(self, move, seat)

    def alike(self, move: int) -> list[int]:
        """BV-3.1: a card is offered face down, so on one slot all numbers look alike."""
        offer = self.kinds.offer
        if self.codec.kind_of(move) is not offer:
            return [move]
        slot = offer.part(move, 0)
        return [int(offer.move(slot, number)) for number in range(HEIGHTS)]

    def redealt(self, rng: Rng) -> BellaVista:
        return guessing.redealt(self, rng)

    def guessed(self, seat: int | None, rng: Rng) -> BellaVista:
        return guessing.guessed(self, seat, rng)

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        return notation.fields(self, seat)


def height_of(card: int) -> int:
    """The number of a card, for sorting."""
    return card % HEIGHTS


def blank(setting: Setting, chance: Chance) -> BellaVista:
    """A position in which nothing is shuffled, dealt or built."""
    return BellaVista(setting, chance, read_components(setting.pack))


def begin(setting: Setting, chance: Chance) -> BellaVista:
    """The first position: everything is shuffled now, and dealt when the city is laid."""
    position = blank(setting, chance)
    components = position.components
    seats = setting.seats
    source = map_of(setting, components, chance)
    if source:
        position.settle(source)
    if seats == 2:
        first = int(chance.below(2))
        position.order = [first, 1 - first, 1 - first, first]
    else:
        position.order = list(range(seats))
        shuffle(position.order, chance)
    decks: list[int] = []
    for seat in range(seats):
        deck = [1 + n % HEIGHTS for n in range(sets(seats) * HEIGHTS)]
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


def map_of(setting: Setting, components: Components, chance: Chance) -> str:
    """The map to play on; empty if the architects lay it (BV-2.1)."""
    layout = str(setting.options["layout"])
    if setting.options["city"] or layout == "players":
        return str(setting.options["city"])
    if layout == "random":
        return layouts.made_by_chance(chance, setting.options["bays"] is True)
    maps = sorted(components.maps)
    if layout not in components.maps:  # "drawn", or a city that a pack of one's own does not have
        return components.maps[maps[chance.below(len(maps))]]
    return components.maps[layout]

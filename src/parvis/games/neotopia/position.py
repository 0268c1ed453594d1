"""The position of Neotopia and how moves change it.

Nothing hidden has an order: the deck, the production tiles and the tokens under the tops are sets,
and a card, a tile or a token is drawn when it is turned up. So hands are all there is to guess.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import BIT, count, lowest, nth
from parvis.engine.chance import Chance, Rng
from parvis.engine.codec import Codec, Kind
from parvis.engine.ledger import Line
from parvis.engine.position import Position
from parvis.engine.refusal import Bar
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.games.neotopia import (
    guessing,
    legality,
    moves,
    notation,
    phases,
    refusals,
    scoring,
    stories,
    views,
)
from parvis.games.neotopia.components import (
    ACTIONS,
    BY_SEAT,
    COLOURS,
    DEALT,
    EACH_KIND,
    IN_PILE,
    NONE,
    OFFER,
    ON_SPACES,
    Components,
    read_components,
)

# What is left to resolve.
DUE_CARD: Final = 1
DUE_TILE: Final = 2
DUE_TOKEN: Final = 4
DUE_OFFER: Final = 8

FACE_DOWN: Final = -2  # the top of a pile before it is turned up
CENTRE: Final = 12  # where the elements on the production pile begin in `stock`


class Neotopia(Position):
    """A position of Neotopia."""

    def __init__(
        self,
        setting: Setting,
        chance: Chance,
        parts: Components,
        source: Neotopia | None = None,
    ) -> None:
        super().__init__(setting, chance)
        self.parts = parts
        if source is None:
            seats = setting.seats
            self.matches = parts.matches(setting.options["mirror"] is True)
            # Vectors hold what playouts look at most, lists the rest.
            self.board = vec[i64]([0] * 12)  # spots by region and colour
            self.taken = vec[i64]([0] * 3)  # spots with an element, by region
            self.near = vec[i64]([1 << spot for spot in parts.centre])  # free spots one may reach
            self.stock = vec[i64]([0] * 16)  # elements by factory and colour, then at the centre
            self.reserve = vec[i64]([parts.elements] * 4)
            self.lying: list[int] = [NONE] * (3 * ON_SPACES)  # token kinds on the bonus spaces
            self.pile: list[int] = [IN_PILE] * 3
            self.top: list[int] = [FACE_DOWN] * 3
            self.covered: list[int] = [EACH_KIND] * 4  # tokens nobody has seen, by kind
            self.held = vec[i64]([0] * (4 * seats))
            self.hand = vec[i64]([0] * seats)  # bit sets of cards
            self.known = vec[i64]([0] * seats)  # of these, the ones that all have seen
            self.offer = vec[i64]([NONE] * OFFER)
            self.track: list[int] = [0] * (3 * seats)
            self.colour: list[int] = BY_SEAT[:seats]  # of each seat
            self.last: list[int] = [NONE] * 3  # design of each region's last project
            # Seat, space, design, points, spots of the pattern.
            self.builds: list[tuple[int, int, int, int, int]] = []
            self.deck: i64 = int(BIT[parts.cards]) - 1
            self.tiles: i64 = parts.tiles_at(seats)
            self.flag = True  # whether the flagged tile is still there
            self.phase: i64 = phases.FIRST
            self.seat: i64 = 0
            self.first: i64 = 0
            self.left: i64 = 0  # actions
            self.used = False  # whether a bonus was used this turn
            self.ending = False  # the turn is over but for the refill of the offer
            self.end: i64 = phases.FAR
            self.acted = False  # whether someone had an action this round
            self.round: i64 = 0
            self.at: i64 = NONE  # the space of the last element placed
            self.fits: i64 = 0  # the designs that could be built with it, as a bit set
            self.due: i64 = 0
            self.empty: i64 = NONE  # the factory that was emptied last
            self.owed: i64 = 0  # tokens of a track still to be taken
        else:
            self.matches = source.matches
            self.board = source.board[:]
            self.taken = source.taken[:]
            self.near = source.near[:]
            self.stock = source.stock[:]
            self.reserve = source.reserve[:]
            self.lying = source.lying[:]
            self.pile = source.pile[:]
            self.top = source.top[:]
            self.covered = source.covered[:]
            self.held = source.held[:]
            self.hand = source.hand[:]
            self.known = source.known[:]
            self.offer = source.offer[:]
            self.track = source.track[:]
            self.colour = source.colour[:]
            self.last = source.last[:]
            self.builds = source.builds[:]
            self.deck = source.deck
            self.tiles = source.tiles
            self.flag = source.flag
            self.phase = source.phase
            self.seat = source.seat
            self.first = source.first
            self.left = source.left
            self.used = source.used
            self.ending = source.ending
            self.end = source.end
            self.acted = source.acted
            self.round = source.round
            self.at = source.at
            self.fits = source.fits
            self.due = source.due
            self.empty = source.empty
            self.owed = source.owed

    def twin(self, chance: Chance) -> Neotopia:
        return Neotopia(self.setting, chance, self.parts, self)

    # The course of play.

    def turn(self) -> int | None:
        if self.due or self.phase == phases.OVER:
            return None
        return int(self.seat)

    def over(self) -> bool:
        return self.phase == phases.OVER

    def decide(self, move: i64) -> None:
        kind = self.parts.moves.codec.kind_of(move)
        number: i64 = kind.number
        if number in (moves.PLACE, moves.AUTO_PLACE, moves.PERMIT_PLACE):
            self.spend(number)
            self.move_element(kind.part(move, 0), kind.part(move, 1))
        elif number in (moves.DRAW, moves.AUTO_DRAW, moves.GRANT_DRAW):
            self.spend(number)
            self.take(kind.only(move))
        elif number == moves.BUILD:
            self.build(kind.only(move))
        elif number == moves.DECLINE:
            self.phase = phases.ACT
        elif number == moves.END:
            self.ending = True
        elif number == moves.INITIATE:
            self.spend(number)
            self.bring(kind.part(move, 0), kind.part(move, 1))
        elif number == moves.CHOOSE:
            self.choose(kind.only(move))
        else:
            self.first_element(kind.only(move))
        self.flow()

    def resolve(self) -> None:
        """Chance and disclosure: cards, tiles and tokens are turned up."""
        while self.due:
            due: i64 = self.due
            self.due = 0
            if due & DUE_CARD:
                self.hand[self.seat] |= BIT[self.draw()]
            if due & DUE_TILE:
                self.refill(True)
            self.turn_up()
            if due & DUE_OFFER:
                self.fill_offer()
            self.flow()

    def spend(self, number: i64) -> None:
        """Pay for what is done: an action, or a token (NT-6.5). A grant goes on to its second
        card, which costs nothing."""
        if self.phase == phases.SECOND:
            self.phase = phases.ACT
            return
        token: i64 = legality.token_of(number)
        if token == NONE:
            self.left -= 1
            return
        self.held[self.seat * 4 + token] -= 1
        self.used = True
        if number == moves.GRANT_DRAW:
            self.phase = phases.SECOND

    def put(self, space: i64, colour: i64) -> None:
        """An element onto a space; a token that it covers is gained (NT-5.1)."""
        parts = self.parts
        region: i64 = parts.region_of[space]
        bit: i64 = parts.spot_bit[space]
        self.board[region * 4 + colour] |= bit
        taken: i64 = self.taken[region] | bit
        self.taken[region] = taken
        self.near[region] = (self.near[region] | parts.near[space]) & ~taken
        self.at = space
        slot: i64 = parts.slot[space]
        if slot >= 0:
            kind: i64 = self.lying[slot]
            if kind >= 0:
                self.held[self.seat * 4 + kind] += 1
                self.lying[slot] = NONE

    def choose(self, colour: i64) -> None:
        """The colour that a seat will play (NT-2.7)."""
        self.colour[self.seat] = int(colour)
        self.seat = (self.seat + 1) % self.setting.seats
        if self.seat == self.first:
            self.phase = phases.FIRST

    def first_element(self, space: i64) -> None:
        """An element of one's own colour before the first turn (NT-2.5)."""
        colour: i64 = self.colour[self.seat]
        self.reserve[colour] -= 1
        self.put(space, colour)
        self.seat = (self.seat + 1) % self.setting.seats
        if self.seat == self.first:
            self.phase = phases.ACT
            self.round = 1
            self.left = ACTIONS
            self.acted = True
            self.due |= DUE_OFFER

    def move_element(self, source: i64, space: i64) -> None:
        """An element of a factory onto a space; the factory may be empty now (NT-3.4)."""
        self.stock[source] -= 1
        self.put(space, source % 4)
        self.ask_to_build()
        factory: i64 = source // 4
        if self.in_stock(factory) == 0:
            self.empty = factory
            self.refill(False)

    def bring(self, colour: i64, space: i64) -> None:
        """An element of the reserve onto a space (NT-6.3)."""
        self.reserve[colour] -= 1
        self.put(space, colour)
        self.ask_to_build()

    def ask_to_build(self) -> None:
        """Put the question if, for all that anyone can see, something might be built (NT-4.1)."""
        self.fits = legality.fitting(self)
        if legality.may_build(self):
            self.phase = phases.BUILD

    def in_stock(self, factory: i64) -> i64:
        """How many elements a factory (3: the centre) holds."""
        stock = self.stock
        at: i64 = factory * 4
        return stock[at] + stock[at + 1] + stock[at + 2] + stock[at + 3]

    def refill(self, disclose: bool) -> None:
        """Refill the factory just emptied, then those that went without before (NT-3.5); wait
        before a tile that nobody knows, unless it is time."""
        factory: i64 = self.empty
        waiting: i64 = 0  # the other empty ones, as a bit set
        for other in range(3):
            if other != factory and self.in_stock(other) == 0:
                waiting |= BIT[other]
        self.take_centre(factory)
        if self.tiles and self.known_tile() == NONE and not disclose:
            self.due |= DUE_TILE
            return
        self.produce_for(factory)
        while waiting:
            self.produce_for(lowest(waiting))
            waiting &= waiting - 1

    def produce_for(self, factory: i64) -> None:
        """Turn a tile for a factory, which takes what comes if it has got nothing (NT-3.5)."""
        tile: i64 = self.known_tile()
        if self.tiles and tile == NONE:
            tile = nth(self.tiles, self.chance.below(count(self.tiles)))
        self.turn_tile(tile)
        if self.in_stock(factory) == 0:
            self.take_centre(factory)

    def take_centre(self, factory: i64) -> None:
        """What lies on the production pile goes to a factory."""
        for colour in range(4):
            self.stock[factory * 4 + colour] += self.stock[CENTRE + colour]
            self.stock[CENTRE + colour] = 0

    def known_tile(self) -> i64:
        """The next tile if all that are left show the same: everybody knows it by elimination."""
        if self.tiles == 0:
            return NONE
        first: i64 = lowest(self.tiles)
        return first if self.tiles & ~i64(self.parts.alike[first]) == 0 else NONE

    def turn_tile(self, tile: i64) -> None:
        """A tile is turned over, the flagged one after the others, and the centre restocked."""
        if tile != NONE:
            # Of equal tiles the first goes: which of them are left follows from what they show.
            tile = lowest(self.tiles & i64(self.parts.alike[tile]))
            self.tiles &= ~i64(BIT[tile])
            self.produce(tile)
        elif self.flag:
            self.flag = False
            self.end = phases.ANNOUNCED
            self.produce(self.parts.flag)
        else:
            self.produce(NONE)

    def produce(self, tile: i64) -> None:
        """The elements of a tile (or one of each) go from the reserve to the centre."""
        for colour in range(4):
            wanted: i64 = 1
            if tile >= 0:
                wanted = self.parts.mixes[tile * 4 + colour]
            wanted = min(wanted, self.reserve[colour])
            self.reserve[colour] -= wanted
            self.stock[CENTRE + colour] += wanted

    def draw(self) -> i64:
        """A card off the deck."""
        card: i64 = nth(self.deck, self.chance.below(count(self.deck)))
        self.deck &= ~i64(BIT[card])
        return card

    def take(self, card: i64) -> None:
        """A card into the hand: one off the deck, still to be turned up, or one of the offer, where
        all see it."""
        if card == moves.OFF_THE_DECK:
            self.due |= DUE_CARD
            return
        for slot in range(OFFER):
            offered: i64 = self.offer[slot]
            if offered >= 0 and self.parts.design_of[offered] == card - moves.FIRST_DESIGN:
                self.offer[slot] = NONE
                self.hand[self.seat] |= BIT[offered]
                self.known[self.seat] |= BIT[offered]
                return

    def fill_offer(self) -> None:
        """Turn up cards until four lie in the offer or the deck is out (NT-3.8)."""
        for slot in range(OFFER):
            if self.offer[slot] == NONE and self.deck:
                self.offer[slot] = self.draw()

    def build(self, design: i64) -> None:
        """A project of the hand into the region of the last placement (NT-4.5)."""
        parts = self.parts
        seat: i64 = self.seat
        region: i64 = parts.region_of[self.at]
        # Of equal cards the one that all have seen goes: so many of them are surely there.
        cards: i64 = self.known[seat] & parts.cards_of[design]
        if cards == 0:
            cards = self.hand[seat] & parts.cards_of[design]
        card: i64 = cards & -cards
        self.hand[seat] &= ~card
        self.known[seat] &= ~card
        points: i64 = scoring.built_points(self, seat, design)
        way = int(legality.way(self, design))
        self.builds.append((int(seat), int(self.at), int(design), int(points), way))
        self.last[region] = int(design)
        before: i64 = self.track[seat * 3 + region]
        self.track[seat * 3 + region] = int(before + points)
        self.owed = scoring.crossed(self, before, before + points)
        self.phase = phases.ACT
        self.take_token(region)

    def take_token(self, region: i64) -> None:
        """The visible top of a region's pile, if one is owed (NT-5.2); the next lies face down."""
        if self.owed == 0 or self.pile[region] == 0:
            return
        self.held[self.seat * 4 + self.top[region]] += 1
        self.owed -= 1
        self.pile[region] -= 1
        self.top[region] = NONE
        if self.pile[region]:
            self.top[region] = FACE_DOWN
            self.due |= DUE_TOKEN

    def turn_up(self) -> None:
        """Turn up the tops that lie face down."""
        for region in range(3):
            while self.top[region] == FACE_DOWN:
                self.top[region] = int(self.draw_token())
                self.take_token(region)

    def draw_token(self) -> i64:
        """A kind of token out of those nobody has seen."""
        covered = self.covered
        n: i64 = self.chance.below(covered[0] + covered[1] + covered[2] + covered[3])
        kind: i64 = 0
        while n >= covered[kind]:
            n -= covered[kind]
            kind += 1
        covered[kind] -= 1
        return kind

    def flow(self) -> None:
        """Go on to the next decision; a turn ends when nothing can be done in it (NT-3.9)."""
        if self.phase == phases.SECOND and legality.drawable(self) == 0:
            self.phase = phases.ACT
        while self.phase == phases.ACT and self.due == 0:
            if not self.ending:
                if not legality.can_act(self):
                    self.left = 0  # lost (NT-3.7)
                if self.left or legality.can_use(self):
                    return
            if self.deck and NONE in self.offer:
                self.due |= DUE_OFFER
            else:
                self.ending = False
                self.next_turn()

    def next_turn(self) -> None:
        """The next seat's turn, or the end (NT-7.1, NT-3.7)."""
        self.seat = (self.seat + 1) % self.setting.seats
        if self.seat == self.first:
            if self.end == phases.LAST_ROUND or not self.acted:
                self.phase = phases.OVER
                return
            if self.end == phases.ANNOUNCED:
                self.end = phases.LAST_ROUND
            self.round += 1
            self.acted = False
        self.left = ACTIONS
        self.used = False
        if legality.can_act(self):
            self.acted = True

    # Legal moves.

    @property
    def codec(self) -> Codec:
        return self.parts.moves.codec

    def bar(self, move: i64) -> Bar | None:
        return legality.bar(self, move)

    def facts(self, move: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        return refusals.facts(self, move, bar)

    def moves(self) -> list[int]:
        # Listing the sets takes a sixth of the time of asking `bar` of all candidates.
        if self.due:
            return []
        runs = moves.Runs()
        legality.legal(self, runs)
        runs.list_all(self.parts.moves.codec.numbers)
        legality.legal(self, runs)
        return cast("list[int]", runs.listed)

    def random_move(self, rng: Rng) -> i64:
        runs = moves.Runs()
        legality.legal(self, runs)
        runs.again(rng.below(runs.total))
        legality.legal(self, runs)
        return runs.picked

    def pick(self, kind: Kind, n: int, value: int) -> str:
        return refusals.pick(self.parts, kind, n, value)

    # Points.

    def scores(self) -> list[int]:
        return [scoring.total(self, seat) for seat in range(self.setting.seats)]

    def winners(self) -> list[int]:
        return scoring.winners(self) if self.phase == phases.OVER else []

    def ledger(self) -> list[Line]:
        return scoring.ledger(self)

    # Knowledge.

    def seen(self, seat: int | None) -> dict[str, object]:
        return views.seen(self, seat)

    def guessed(self, seat: int | None, rng: Rng) -> Neotopia:
        return guessing.guessed(self, seat, rng)

    def recount(self, move: int, seat: int | None) -> list[Sentence]:
        return stories.recount(self, move, seat)

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        return notation.fields(self, seat)


def begin(setting: Setting, chance: Chance) -> Neotopia:
    """The first position: tokens and cards are dealt, the first player is drawn."""
    parts = read_components(setting.pack)
    position = Neotopia(setting, chance, parts)
    position.first = chance.below(setting.seats)
    position.seat = position.first
    if setting.options["colours"] == "chosen":
        position.phase = phases.COLOURS
        position.colour = [NONE] * setting.seats
    for source in range(16):
        position.stock[source] = 1
    for colour in range(len(COLOURS)):
        position.reserve[colour] -= 4
    for slot in range(3 * ON_SPACES):
        position.lying[slot] = int(position.draw_token())
    position.turn_up()
    for seat in range(setting.seats):
        for _ in range(DEALT):
            position.hand[seat] |= BIT[position.draw()]
    return position

"""The position of Neotopia and how moves change it.

Nothing hidden has an order: the deck, the production tiles and the tokens under the tops are sets,
and a card, a tile or a token is drawn when it is turned up. So hands are all there is to guess.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parvis.engine.bits import BIT, count, nth
from parvis.engine.chance import Chance, Rng
from parvis.engine.ledger import Line
from parvis.engine.position import Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.games.neotopia import notation, refusals, scoring, views
from parvis.games.neotopia.components import (
    ACTIONS,
    AUTO_DECK,
    AUTO_PLACE,
    AUTO_TAKE,
    AUTOMATION,
    BESIDE,
    BUILD,
    DEALT,
    DECK,
    DECLINE,
    EACH_KIND,
    END,
    GRANT,
    GRANT_DECK,
    GRANT_TAKE,
    IN_PILE,
    INITIATE,
    INITIATIVE,
    MOST_SPOTS,
    OFFER,
    ON_SPACES,
    PERMIT,
    PERMIT_PLACE,
    PLACE,
    SETUP,
    TAKE,
    Components,
    Matches,
    colour_of,
    read_components,
)

# Phases.
FIRST_ELEMENTS: Final = 0
ACTING: Final = 1
BUILDING: Final = 2  # build or decline
SECOND_CARD: Final = 3  # of a government grant
OVER: Final = 4

# How near the end is.
FAR: Final = 0
ANNOUNCED: Final = 1  # the flag was turned: this round is finished, then one more
LAST_ROUND: Final = 2

# What is left to resolve.
DUE_CARD: Final = 1
DUE_TILE: Final = 2
DUE_TOKEN: Final = 4
DUE_OFFER: Final = 8

NONE: Final = -1
FACE_DOWN: Final = -2  # the top of a pile before it is turned up
CENTRE: Final = 12  # where the elements on the production pile begin in `stock`


class Neotopia(Position):
    """A position of Neotopia."""

    def __init__(
        self,
        setting: Setting,
        chance: Chance,
        parts: Components,
        matches: Matches,
        source: Neotopia | None = None,
    ) -> None:
        super().__init__(setting, chance)
        self.parts = parts
        self.matches = matches
        if source is None:
            self.clear()
        else:
            self.take_from(source)

    def clear(self) -> None:
        """The bare board: nothing dealt, nothing laid out."""
        seats = self.setting.seats
        self.board: list[int] = [0] * 12  # spots by region and colour
        self.taken: list[int] = [0] * 3  # spots with an element, by region
        self.near: list[int] = [1 << spot for spot in self.parts.centre]  # spots one may reach
        self.stock: list[int] = [0] * 16  # elements by factory and colour, then at the centre
        self.reserve: list[int] = [self.parts.elements] * 4
        self.lying: list[int] = [NONE] * (3 * ON_SPACES)  # token kinds on the bonus spaces
        self.pile: list[int] = [IN_PILE] * 3
        self.top: list[int] = [FACE_DOWN] * 3
        self.covered: list[int] = [EACH_KIND] * 4  # tokens nobody has seen, by kind
        self.held: list[int] = [0] * (4 * seats)
        self.hand: list[int] = [0] * seats  # bit sets of cards
        self.known: list[int] = [0] * seats  # of these, the ones that all have seen
        self.offer: list[int] = [NONE] * OFFER
        self.track: list[int] = [0] * (3 * seats)
        self.last: list[int] = [NONE] * 3  # design of each region's last project
        self.builds: list[int] = []  # seat, space, design, points, spots of the pattern
        self.deck: i64 = int(BIT[self.parts.cards]) - 1
        self.tiles: i64 = self.parts.tiles_at(seats)
        self.flag: i64 = 1  # whether the flagged tile is still there
        self.phase: i64 = FIRST_ELEMENTS
        self.seat: i64 = 0
        self.first: i64 = 0
        self.left: i64 = 0  # actions
        self.used: i64 = 0  # whether a bonus was used this turn
        self.ending: i64 = 0  # the turn is over but for the refill of the offer
        self.end: i64 = FAR
        self.acted: i64 = 0  # whether someone had an action this round
        self.round: i64 = 0
        self.at: i64 = NONE  # the space of the last element placed
        self.due: i64 = 0
        self.empty: i64 = NONE  # the factory that is being refilled
        self.owed: i64 = 0  # tokens of a track still to be taken

    def take_from(self, source: Neotopia) -> None:
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
        self.due = source.due
        self.empty = source.empty
        self.owed = source.owed

    def copy(self) -> Neotopia:
        return Neotopia(self.setting, self.chance.copy(), self.parts, self.matches, self)

    # The course of play.

    def turn(self) -> int | None:
        if self.due or self.phase == OVER:
            return None
        return int(self.seat)

    def over(self) -> bool:
        return self.phase == OVER

    @property
    def move_limit(self) -> int:
        return self.parts.limit

    def names(self, move: int) -> bool:
        return 0 <= move < self.parts.limit

    def play(self, move: int) -> None:
        refusal = self.refusal(move)
        if refusal is not None:
            raise Illegal(refusal)
        self.decide(move)
        self.resolve()

    def foresee(self, move: int) -> Neotopia:
        refusal = self.refusal(move)
        if refusal is not None:
            raise Illegal(refusal)
        ahead = self.copy()
        ahead.decide(move)
        return ahead

    def decide(self, move: i64) -> None:
        """All that follows from public facts and the move."""
        parts = self.parts
        sort: i64 = parts.sort_of[move]
        rest: i64 = move - parts.base[sort]
        if sort in (PLACE, AUTO_PLACE, PERMIT_PLACE):
            self.spend(sort)
            self.move_element(rest // parts.spaces, rest % parts.spaces)
        elif sort == BUILD:
            self.build(rest)
        elif sort == DECLINE:
            self.phase = ACTING
        elif sort in (DECK, AUTO_DECK, GRANT_DECK):
            self.spend(sort)
            self.due |= DUE_CARD
        elif sort in (TAKE, AUTO_TAKE, GRANT_TAKE):
            self.spend(sort)
            self.take(rest)
        elif sort == INITIATE:
            self.spend(sort)
            colour: i64 = rest // parts.spaces
            self.reserve[colour] -= 1
            self.put(rest % parts.spaces, colour)
            self.ask_to_build()
        elif sort == END:
            self.ending = 1
        else:
            self.first_element(rest)
        if self.due == 0:
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
            if due & DUE_TOKEN:
                self.turn_up()
            if due & DUE_OFFER:
                self.fill_offer()
            self.flow()

    def spend(self, sort: i64) -> None:
        """Pay for what is done: an action, or a token (NT-6.5). A grant goes on to its second
        card, which costs nothing."""
        if self.phase == SECOND_CARD:
            self.phase = ACTING
            return
        kind: i64
        if sort in (PLACE, DECK, TAKE):
            self.left -= 1
            return
        if sort in (GRANT_DECK, GRANT_TAKE):
            kind = GRANT
            self.phase = SECOND_CARD
        elif sort == INITIATE:
            kind = INITIATIVE
        elif sort == PERMIT_PLACE:
            kind = PERMIT
        else:
            kind = AUTOMATION
        self.held[self.seat * 4 + kind] -= 1
        self.used = 1

    def put(self, space: i64, colour: i64) -> None:
        """An element onto a space; a token that it covers is gained (NT-5.1)."""
        parts = self.parts
        region: i64 = parts.region_of[space]
        bit: int = BIT[parts.spot_of[space]]
        self.board[region * 4 + colour] |= bit
        self.taken[region] |= bit
        self.near[region] |= parts.near[space]
        self.at = space
        slot: i64 = parts.slot[space]
        if slot >= 0:
            kind: i64 = self.lying[slot]
            if kind >= 0:
                self.held[self.seat * 4 + kind] += 1
                self.lying[slot] = NONE

    def first_element(self, space: i64) -> None:
        """An element of one's own colour before the first turn (NT-2.5)."""
        colour: i64 = colour_of(self.seat)
        self.reserve[colour] -= 1
        self.put(space, colour)
        self.seat = (self.seat + 1) % self.setting.seats
        if self.seat == self.first:
            self.phase = ACTING
            self.round = 1
            self.left = ACTIONS
            self.acted = 1
            if self.deck:
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

    def ask_to_build(self) -> None:
        """The question is put by what all can see: a hand, and enough elements (NT-4.1)."""
        region: i64 = self.parts.region_of[self.at]
        if self.hand[self.seat] and count(self.taken[region]) >= self.parts.smallest:
            self.phase = BUILDING

    def in_stock(self, factory: i64) -> i64:
        """How many elements a factory (3: the centre) holds."""
        stock = self.stock
        at: i64 = factory * 4
        number: i64 = stock[at] + stock[at + 1] + stock[at + 2] + stock[at + 3]
        return number

    def refill(self, disclose: bool) -> None:
        """Refill the empty factory; wait before a tile that nobody knows, unless it is time.

        A factory that got nothing, since the centre was bare, produces again (NT-3.5).
        """
        factory: i64 = self.empty
        while True:
            for colour in range(4):
                self.stock[factory * 4 + colour] += self.stock[CENTRE + colour]
                self.stock[CENTRE + colour] = 0
            if self.tiles:
                if not disclose:
                    self.due |= DUE_TILE
                    return
                tile: i64 = nth(self.tiles, self.chance.below(count(self.tiles)))
                self.tiles &= ~i64(BIT[tile])
                self.produce(tile)
            elif self.flag:
                self.flag = 0
                self.end = ANNOUNCED
                self.produce(self.parts.flag)
            else:
                self.produce(NONE)
                if self.in_stock(3) == 0:
                    break
            if self.in_stock(factory):
                break
        self.empty = NONE

    def produce(self, tile: i64) -> None:
        """The elements of a tile (or one of each) go from the reserve to the centre."""
        for colour in range(4):
            wanted: i64 = 1
            if tile >= 0:
                wanted = self.parts.mixes[tile * 4 + colour]
            there: i64 = self.reserve[colour]
            if wanted > there:
                wanted = there
            self.reserve[colour] -= wanted
            self.stock[CENTRE + colour] += wanted

    def draw(self) -> i64:
        """A card off the deck."""
        card: i64 = nth(self.deck, self.chance.below(count(self.deck)))
        self.deck &= ~i64(BIT[card])
        return card

    def take(self, design: i64) -> None:
        """A card of the offer into the hand, where all know it."""
        for slot in range(OFFER):
            card: i64 = self.offer[slot]
            if card >= 0 and self.parts.design_of[card] == design:
                self.offer[slot] = NONE
                self.hand[self.seat] |= BIT[card]
                self.known[self.seat] |= BIT[card]
                return

    def fill_offer(self) -> None:
        """Turn up cards until four lie in the offer or the deck is out (NT-3.8)."""
        for slot in range(OFFER):
            if self.offer[slot] == NONE and self.deck:
                self.offer[slot] = int(self.draw())

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
        self.hand[seat] &= ~int(card)
        self.known[seat] &= ~int(card)
        points: i64 = scoring.built_points(self, seat, design)
        self.builds.append(int(seat))
        self.builds.append(int(self.at))
        self.builds.append(int(design))
        self.builds.append(int(points))
        self.builds.append(int(self.way(design)))
        self.last[region] = int(design)
        before: i64 = self.track[seat * 3 + region]
        self.track[seat * 3 + region] = int(before + points)
        self.owed = scoring.crossed(self, before, before + points)
        self.phase = ACTING
        self.take_token(region)

    def take_token(self, region: i64) -> None:
        """The visible top of a region's pile, if one is owed (NT-5.2); the next lies face down."""
        if self.owed == 0:
            return
        if self.pile[region] == 0:
            self.owed = 0
            return
        self.held[self.seat * 4 + self.top[region]] += 1
        self.owed -= 1
        self.pile[region] -= 1
        self.top[region] = FACE_DOWN if self.pile[region] else NONE
        if self.pile[region]:
            self.due |= DUE_TOKEN
        else:
            self.owed = 0

    def turn_up(self) -> None:
        """Turn up the tops that lie face down."""
        for region in range(3):
            while self.top[region] == FACE_DOWN:
                self.top[region] = int(self.draw_token())
                self.take_token(region)
        self.due &= ~DUE_TOKEN

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
        if self.phase == SECOND_CARD and not self.cards_left():
            self.phase = ACTING
        if self.phase != ACTING:
            return
        while self.due == 0:
            if self.ending == 0:
                if self.left and not self.can_act():
                    self.left = 0  # lost (NT-3.7)
                if self.left or self.can_use():
                    return
                self.ending = 1
            if self.deck and NONE in self.offer:
                self.due |= DUE_OFFER
                return
            self.ending = 0
            self.next_turn()
            if self.phase == OVER:
                return

    def next_turn(self) -> None:
        """The next seat's turn, or the end (NT-7.1, NT-3.7)."""
        self.seat = (self.seat + 1) % self.setting.seats
        if self.seat == self.first:
            if self.end == LAST_ROUND or self.acted == 0:
                self.phase = OVER
                return
            if self.end == ANNOUNCED:
                self.end = LAST_ROUND
            self.round += 1
            self.acted = 0
        self.left = ACTIONS
        self.used = 0
        if self.can_act():
            self.acted = 1

    # What is possible.

    def room(self, region: i64) -> i64:
        """The ordinary spots of a region where an element may go now (NT-3.2, NT-3.3)."""
        near: i64 = self.near[region]
        ordinary: i64 = self.parts.ordinary[region]
        taken: i64 = self.taken[region]
        return near & ordinary & ~taken

    def outskirts(self, region: i64) -> i64:
        """The outer spots of a region where a permit may be used now (NT-6.4)."""
        near: i64 = self.near[region]
        outer: i64 = self.parts.outer[region]
        taken: i64 = self.taken[region]
        return near & outer & ~taken

    def cards_left(self) -> bool:
        """Whether there is a project to draw."""
        return self.deck != 0 or self.offered() != 0

    def offered(self) -> i64:
        """The designs in the offer, as a bit set."""
        designs: i64 = 0
        for card in self.offer:
            if card >= 0:
                designs |= BIT[self.parts.design_of[card]]
        return designs

    def colours_of(self, factory: i64) -> i64:
        """How many colours a factory holds."""
        stock = self.stock
        number: i64 = 0
        at: i64 = factory * 4
        for colour in range(4):
            if stock[at + colour]:
                number += 1
        return number

    def sources(self, first: i64, second: i64, third: i64) -> i64:
        """How many moves bring an element of a factory to one of these spots."""
        number: i64 = 0
        a: i64 = count(first)
        b: i64 = count(second)
        c: i64 = count(third)
        number += self.colours_of(0) * (a + b)
        number += self.colours_of(1) * (b + c)
        number += self.colours_of(2) * (a + c)
        return number

    def placings(self) -> i64:
        """How many moves bring an element of a factory into a region."""
        return self.sources(self.room(0), self.room(1), self.room(2))

    def permits(self) -> i64:
        """How many moves a building permit allows."""
        return self.sources(self.outskirts(0), self.outskirts(1), self.outskirts(2))

    def drawings(self) -> i64:
        """How many moves draw a project."""
        number: i64 = count(self.offered())
        if self.deck:
            number += 1
        return number

    def initiatives(self) -> i64:
        """How many moves a private initiative allows."""
        colours: i64 = 0
        for there in self.reserve:
            if there:
                colours += 1
        return colours * (count(self.room(0)) + count(self.room(1)) + count(self.room(2)))

    def can_act(self) -> bool:
        """Whether an ordinary action is possible."""
        return self.cards_left() or self.placings() != 0

    def can_use(self) -> bool:
        """Whether a bonus can be used now."""
        if self.used:
            return False
        at: i64 = self.seat * 4
        held = self.held
        if held[at + GRANT] and self.cards_left():
            return True
        if held[at + AUTOMATION] and self.can_act():
            return True
        if held[at + INITIATIVE] and self.initiatives():
            return True
        return held[at + PERMIT] != 0 and self.permits() != 0

    def way(self, design: i64) -> i64:
        """The first way a design's pattern lies around the last placement, as spots; 0: none."""
        parts = self.parts
        matches = self.matches
        region: i64 = parts.region_of[self.at]
        main: i64 = self.board[region * 4 + parts.main[design]]
        second: i64 = self.board[region * 4 + parts.second[design]]
        layouts: i64 = len(parts.layouts)
        n: i64 = (parts.shape[design] * layouts + parts.layout_of[region]) * MOST_SPOTS
        n += parts.spot_of[self.at]
        i: i64 = matches.start[n]
        end: i64 = matches.start[n + 1]
        while i < end:
            first: i64 = matches.first[i]
            if first & ~main == 0:
                other: i64 = matches.second[i]
                if other & ~second == 0:
                    return first | other
            i += 1
        return 0

    def buildable(self) -> i64:
        """The designs of the hand that may be built now, as a bit set."""
        parts = self.parts
        region: i64 = parts.region_of[self.at]
        spot: i64 = BIT[parts.spot_of[self.at]]
        colour: i64 = 0
        while self.board[region * 4 + colour] & spot == 0:
            colour += 1
        last: i64 = NONE
        if self.last[region] >= 0:
            last = parts.kind[self.last[region]]
        designs: i64 = 0
        hand: i64 = self.hand[self.seat]
        while hand:
            card: i64 = nth(hand, 0)
            hand &= hand - 1
            design: i64 = parts.design_of[card]
            if parts.kind[design] == last:
                continue
            if parts.main[design] != colour and parts.second[design] != colour:
                continue
            if self.way(design):
                designs |= BIT[design]
        return designs

    # Legal moves: counted and picked without listing them, or listed.

    def number_of_moves(self) -> i64:
        """How many moves are legal."""
        if self.phase == ACTING:
            number: i64 = 1
            if self.left:
                number = self.placings() + self.drawings()
            if self.used == 0:
                held = self.held
                at: i64 = self.seat * 4
                if held[at + AUTOMATION]:
                    number += self.placings() + self.drawings()
                if held[at + GRANT]:
                    number += self.drawings()
                if held[at + INITIATIVE]:
                    number += self.initiatives()
                if held[at + PERMIT]:
                    number += self.permits()
            return number
        if self.phase == BUILDING:
            return 1 + count(self.buildable())
        if self.phase == SECOND_CARD:
            return self.drawings()
        if self.phase == FIRST_ELEMENTS:
            return count(self.room(0)) + count(self.room(1)) + count(self.room(2))
        return 0

    def move_at(self, n: i64) -> i64:
        """The n-th legal move, ascending."""
        base = self.parts.base
        if self.phase == ACTING:
            return self.action_at(n)
        if self.phase == BUILDING:
            if n == 0:
                return base[DECLINE]
            return base[BUILD] + nth(self.buildable(), n - 1)
        if self.phase == SECOND_CARD:
            return self.drawing_at(n, DECK)
        return base[SETUP] + self.space_at(n)

    def action_at(self, n: i64) -> i64:
        """The n-th of the moves of a turn."""
        base = self.parts.base
        size: i64
        if self.left:
            size = self.placings()
            if n < size:
                return base[PLACE] + self.source_at(n, False)
            n -= size
            size = self.drawings()
            if n < size:
                return self.drawing_at(n, DECK)
            n -= size
        else:
            if n == 0:
                return base[END]
            n -= 1
        held = self.held
        at: i64 = self.seat * 4
        if held[at + AUTOMATION]:
            size = self.placings()
            if n < size:
                return base[AUTO_PLACE] + self.source_at(n, False)
            n -= size
            size = self.drawings()
            if n < size:
                return self.drawing_at(n, AUTO_DECK)
            n -= size
        if held[at + GRANT]:
            size = self.drawings()
            if n < size:
                return self.drawing_at(n, GRANT_DECK)
            n -= size
        if held[at + INITIATIVE]:
            size = self.initiatives()
            if n < size:
                return self.initiative_at(n)
            n -= size
        return base[PERMIT_PLACE] + self.source_at(n, True)

    def drawing_at(self, n: i64, sort: i64) -> i64:
        """The n-th way to draw; `sort` is that of the deck, the offer's follows it."""
        if self.deck:
            if n == 0:
                return self.parts.base[sort]
            n -= 1
        return self.parts.base[sort + 1] + nth(self.offered(), n)

    def source_at(self, n: i64, permit: bool) -> i64:
        """The n-th element of a factory with a spot for it."""
        for factory in range(3):
            left: i64 = BESIDE[factory * 2]
            right: i64 = BESIDE[factory * 2 + 1]
            here: i64 = self.outskirts(left) if permit else self.room(left)
            there: i64 = self.outskirts(right) if permit else self.room(right)
            near: i64 = count(here)
            size: i64 = near + count(there)
            for colour in range(4):
                if self.stock[factory * 4 + colour] == 0:
                    continue
                if n < size:
                    source: i64 = (factory * 4 + colour) * self.parts.spaces
                    if n < near:
                        return source + self.parts.offset[left] + nth(here, n)
                    return source + self.parts.offset[right] + nth(there, n - near)
                n -= size
        return NONE

    def space_at(self, n: i64) -> i64:
        """The n-th space where an element may go."""
        for region in range(3):
            here: i64 = self.room(region)
            size: i64 = count(here)
            if n < size:
                return self.parts.offset[region] + nth(here, n)
            n -= size
        return NONE

    def initiative_at(self, n: i64) -> i64:
        """The n-th element of the reserve with a space for it."""
        size: i64 = count(self.room(0)) + count(self.room(1)) + count(self.room(2))
        for colour in range(4):
            if self.reserve[colour] == 0:
                continue
            if n < size:
                base: i64 = self.parts.base[INITIATE]
                return base + colour * self.parts.spaces + self.space_at(n)
            n -= size
        return NONE

    def moves(self) -> list[int]:
        found: list[int] = []
        if self.due or self.phase == OVER:
            return found
        base = self.parts.base
        if self.phase == BUILDING:
            found.append(base[DECLINE])
            self.list_set(found, self.buildable(), base[BUILD])
        elif self.phase == SECOND_CARD:
            self.list_drawings(found, DECK)
        elif self.phase == FIRST_ELEMENTS:
            self.list_spaces(found, base[SETUP])
        else:
            self.list_actions(found)
        return found

    def list_actions(self, found: list[int]) -> None:
        """All moves of a turn, as `action_at` counts them."""
        base = self.parts.base
        if self.left:
            self.list_sources(found, base[PLACE], False)
            self.list_drawings(found, DECK)
        else:
            found.append(base[END])
        if self.used:
            return
        held = self.held
        at: i64 = self.seat * 4
        if held[at + AUTOMATION]:
            self.list_sources(found, base[AUTO_PLACE], False)
            self.list_drawings(found, AUTO_DECK)
        if held[at + GRANT]:
            self.list_drawings(found, GRANT_DECK)
        if held[at + INITIATIVE]:
            for colour in range(4):
                if self.reserve[colour]:
                    self.list_spaces(found, base[INITIATE] + colour * self.parts.spaces)
        if held[at + PERMIT]:
            self.list_sources(found, base[PERMIT_PLACE], True)

    def list_set(self, found: list[int], members: i64, base: i64) -> None:
        """A move for each member of a set of spots or designs."""
        while members:
            found.append(int(base + nth(members, 0)))
            members &= members - 1

    def list_drawings(self, found: list[int], sort: i64) -> None:
        if self.deck:
            found.append(self.parts.base[sort])
        self.list_set(found, self.offered(), self.parts.base[sort + 1])

    def list_spaces(self, found: list[int], base: i64) -> None:
        for region in range(3):
            self.list_set(found, self.room(region), base + self.parts.offset[region])

    def list_sources(self, found: list[int], base: i64, permit: bool) -> None:
        for factory in range(3):
            for colour in range(4):
                if self.stock[factory * 4 + colour] == 0:
                    continue
                source: i64 = base + (factory * 4 + colour) * self.parts.spaces
                for side in range(2):
                    region: i64 = BESIDE[factory * 2 + side]
                    spots: i64 = self.outskirts(region) if permit else self.room(region)
                    self.list_set(found, spots, source + self.parts.offset[region])

    def playout(self, rng: Rng) -> int:
        self.chance = rng
        self.resolve()
        played: i64 = 0
        while self.phase != OVER:
            designs: i64
            if self.phase == BUILDING:
                designs = self.buildable()
                n: i64 = rng.below(count(designs) + 1)
                if n == 0:
                    self.decide(self.parts.base[DECLINE])
                else:
                    self.decide(self.parts.base[BUILD] + nth(designs, n - 1))
            else:
                self.decide(self.move_at(rng.below(self.number_of_moves())))
            self.resolve()
            played += 1
        return int(played)

    def refusal(self, move: int) -> Refusal | None:
        if not 0 <= move < self.parts.limit:
            raise Malformed(f"expected a move from 0 to {self.parts.limit - 1}, found {move}")
        return refusals.refusal(self, move)

    def fitting(self, path: tuple[str, ...]) -> list[int]:
        return self.parts.beginning_with(path)

    # Points.

    def scores(self) -> list[int]:
        return [scoring.total(self, seat) for seat in range(self.setting.seats)]

    def winners(self) -> list[int]:
        return scoring.winners(self) if self.phase == OVER else []

    def ledger(self) -> list[Line]:
        return scoring.ledger(self)

    # Knowledge.

    def view(self, seat: int | None) -> dict[str, object]:
        return views.view(self, seat)

    def guess(self, seat: int | None, rng: Rng) -> Neotopia:
        twin = Neotopia(self.setting, rng.spawn(), self.parts, self.matches, self)
        unseen: i64 = self.deck
        for other in range(self.setting.seats):
            if seat is None or other != seat:
                hidden: i64 = self.hand[other] & ~self.known[other]
                unseen |= hidden
        twin.deck = unseen
        for other in range(self.setting.seats):
            if seat is None or other != seat:
                number: i64 = count(self.hand[other] & ~self.known[other])
                hand: int = self.known[other]
                while number:
                    card: i64 = nth(twin.deck, rng.below(count(twin.deck)))
                    twin.deck &= ~i64(BIT[card])
                    hand |= BIT[card]
                    number -= 1
                twin.hand[other] = hand
        return twin

    def story(self, move: int, seat: int | None) -> list[Sentence]:
        return views.story(self, move, seat)

    # Text.

    def say(self, move: int) -> str:
        return notation.say(self.parts, move)

    def read(self, text: str) -> int:
        return notation.read(self.parts, text)

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        return notation.fields(self, seat)


def begin(setting: Setting, chance: Chance) -> Neotopia:
    """The first position: tokens and cards are dealt, the first player is drawn."""
    parts = read_components(setting.pack)
    matches = parts.matches(setting.options["mirror"] is True)
    position = Neotopia(setting, chance, parts, matches)
    position.first = chance.below(setting.seats)
    position.seat = position.first
    for source in range(16):
        position.stock[source] = 1
    for colour in range(4):
        position.reserve[colour] -= 4
    for slot in range(3 * ON_SPACES):
        position.lying[slot] = int(position.draw_token())
    position.turn_up()
    for seat in range(setting.seats):
        for _ in range(DEALT):
            position.hand[seat] |= BIT[position.draw()]
    return position

"""The text of a position, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.chance import Chance
from parvis.engine.codec import Kind
from parvis.engine.position import EVERYTHING
from parvis.engine.refusal import Malformed
from parvis.engine.setting import Setting
from parvis.engine.text import Fields
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import (
    A_ROW,
    ASIDE,
    COINS,
    CONSTRAINT_TEXT,
    CONTRACT,
    CONTRACT_TEXT,
    CONTRACTS,
    DISPLAYED,
    FORCED,
    GROUP_TEXT,
    HAND,
    HEIGHT_TEXT,
    HEIGHTS,
    LAYOUT,
    NEUTRAL,
    NOTHING,
    OFFER,
    OVER,
    PAID,
    PHASES,
    RIGHT,
    ROUNDS,
    TALLEST,
    UNBUILT,
    coins_of,
    read_components,
    sets,
)
from parvis.games.bella_vista.options import by_players
from parvis.games.bella_vista.scoring import purse

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista


def listed(numbers: list[int]) -> str:
    return ",".join([str(number) for number in numbers]) or "-"


def said(position: BellaVista, tile: layouts.Tile) -> str:
    """A tile that is laid, as the move that laid it."""
    lay = position.kinds.lay
    return lay.say(int(lay.move(tile[0], tile[1])))


def digits(numbers: list[int]) -> str:
    return "".join([str(number) for number in numbers]) or "-"


def fields(position: BellaVista, seat: int | None) -> list[tuple[str, str]]:
    """A position field by field: everything, or what a seat knows."""
    whole = seat == EVERYTHING
    seats = position.setting.seats
    dealt = position.round > 0
    city = position.city
    size = sets(seats) * HEIGHTS
    drawn = int(position.drawn(position.round))
    line: list[str] = []
    for slot in range(len(position.line)):
        card = position.line[slot]
        if card == NOTHING:
            line.append("-")
        elif whole or card // HEIGHTS == seat or position.face_up(slot):
            line.append(f"{card // HEIGHTS}:{card % HEIGHTS + 1}")
        else:
            line.append(f"{card // HEIGHTS}:?")
    hands: list[str] = []
    decks: list[str] = []
    for other in range(seats):
        cards = position.cards(other)
        hands.append(digits(cards) if whole or other == seat else "?" * len(cards) or "-")
        rest = position.decks[other * size + drawn : (other + 1) * size]
        decks.append(digits(rest) if whole else "?" * len(rest) or "-")
    constraints = position.constraints if whole else position.constraints[: position.round]
    contracts = position.contracts[position.dealt :]
    sites: list[str] = []
    build = position.kinds.build
    for site in position.site:
        if site >= 0:
            town = position.town()
            square, turn = int(town.square_of[site]), int(town.turn_of[site])
            sites.append(build.say(int(build.move(square, turn))))
        else:
            sites.append("-" if site == UNBUILT else "x")
    return [
        ("city", "-" if city is None else city.source),
        ("laid", ",".join([said(position, tile) for tile in position.laid]) or "-"),
        ("round", str(position.round)),
        ("phase", PHASES[position.phase]),
        ("height", HEIGHT_TEXT[position.height] if whole or dealt else "?"),
        ("group", GROUP_TEXT[position.group] if whole or dealt else "?"),
        ("order", listed(position.order)),
        ("line", ",".join(line)),
        ("slot", str(position.slot)),
        ("hands", ",".join(hands)),
        ("decks", ",".join(decks)),
        ("paid", listed([position.tally[s * A_ROW + PAID] for s in range(seats)])),
        ("sites", ",".join(sites)),
        ("gains", listed(position.gain)),
        ("latest", str(position.latest)),
        ("constraints", ",".join([CONSTRAINT_TEXT[c] for c in constraints]) or "-"),
        ("display", listed(position.display)),
        ("taken", listed(position.taken)),
        ("contracts", listed(contracts) if whole else f"?{len(contracts)}"),
    ]


def restore(setting: Setting, chance: Chance, fields: Fields) -> BellaVista:
    """A position from its text, trusting nothing; `TextError` names the field."""
    reader = Reader(setting, chance, fields)
    return reader.position()


class Reader:
    """Reads a position field by field."""

    def __init__(self, setting: Setting, chance: Chance, fields: Fields) -> None:
        self.setting = setting
        self.chance = chance
        self.fields = fields
        self.seats = setting.seats
        self.components = read_components(setting.pack)
        self.sets = sets(setting.seats)
        self.size = self.sets * HEIGHTS

    def position(self) -> BellaVista:
        from parvis.games.bella_vista.position import blank  # which reads texts with this module

        position = blank(self.setting, self.chance)
        self.read_city(position)
        take = self.fields
        position.round = take.whole("round", 0, ROUNDS)
        position.phase = PHASES.index(take.word("phase", PHASES))
        position.height = HEIGHT_TEXT.index(take.word("height", HEIGHT_TEXT))
        position.group = GROUP_TEXT.index(take.word("group", GROUP_TEXT))
        self.read_order(position)
        self.read_line(position)
        self.read_buildings(position)
        self.read_cards(position)
        self.read_common(position)
        self.check_phase(position)
        self.check_cards(position)
        return position

    def read_city(self, position: BellaVista) -> None:
        source = self.fields.take("city")
        written = self.fields.take("laid")
        for text in [] if written == "-" else written.split(","):
            kind, values = self.move("laid", position, text)
            if kind is not position.kinds.lay:
                raise self.fields.fail("laid", f"expected a tile, found {text[:20]!r}")
            if position.laying().bar(values[0], values[1]) is not None:
                raise self.fields.fail("laid", f"tile {text} cannot be laid there")
            position.laid = [*position.laid, (values[0], values[1])]
            position.next_tiles = None
        if source != "-":
            try:
                tidy = layouts.read_map(source)
            except layouts.CityError as error:
                raise self.fields.fail("city", str(error)) from error
            position.settle(tidy)
        if by_players(self.setting):
            laid = position.laid
            done = len(laid) == layouts.TILES
            if done != (source != "-") or (done and layouts.map_of(laid) != source):
                raise self.fields.fail("city", "is not the one that was laid")
        elif source == "-":
            raise self.fields.fail("city", "is missing")

    def move(self, name: str, position: BellaVista, text: str) -> tuple[Kind, list[int]]:
        """A move in notation: its kind and the values of its parts."""
        try:
            move = position.read(text)
        except Malformed as error:
            raise self.fields.fail(name, str(error)) from error
        kind = position.codec.kind_of(move)
        return kind, kind.values(move)

    def read_order(self, position: BellaVista) -> None:
        order = self.fields.wholes("order", 0, self.seats - 1, self.seats * self.sets)
        if sorted(order) != [n // self.sets for n in range(self.seats * self.sets)]:
            raise self.fields.fail("order", "each architect must be there equally often")
        position.order = order

    def read_line(self, position: BellaVista) -> None:
        cards = self.fields.take("line").split(",")
        if len(cards) != len(position.line):
            raise self.fields.fail("line", f"expected {len(position.line)} slots")
        seats: list[int] = []
        for slot in range(len(cards)):
            if cards[slot] == "-":
                continue
            seat, _, number = cards[slot].partition(":")
            owner = self.fields.number("line", seat, 0, self.seats - 1)
            height = self.fields.number("line", number, 1, HEIGHTS)
            position.line[slot] = owner * HEIGHTS + height - 1
            seats.append(owner)
        if sorted(seats) != sorted(position.order[: len(seats)]):
            raise self.fields.fail("line", "the cards are not those of the first in order")
        slots = position.slots
        for slot in range(slots + 1, slots + RIGHT):
            if position.line[slot] != NOTHING and position.line[slot - 1] == NOTHING:
                raise self.fields.fail("line", "a gap to the right of the board")
        position.step = len(seats)
        position.slot = self.fields.whole("slot", NOTHING, len(cards) - 1)

    def read_buildings(self, position: BellaVista) -> None:
        for seat in range(self.seats):
            position.tally[seat * A_ROW + COINS] = purse(self.seats)
        paid = self.fields.wholes("paid", 0, 1000, self.seats)
        for seat in range(self.seats):
            position.tally[seat * A_ROW + PAID] = paid[seat]
            position.tally[seat * A_ROW + COINS] -= paid[seat]
        sites = self.fields.take("sites").split(",")
        gains = self.fields.wholes("gains", 0, TALLEST + FORCED, len(position.gain))
        if len(sites) != len(position.site):
            raise self.fields.fail("sites", f"expected {len(position.site)} buildings")
        for building in range(len(sites)):
            position.gain[building] = gains[building]
            self.read_site(position, building, sites[building])
        for seat in range(self.seats):
            if position.tally[seat * A_ROW + COINS] < 0:
                raise self.fields.fail("paid", "more than there was to pay")
        position.latest = self.fields.whole("latest", NOTHING, len(sites) - 1)
        if position.latest >= 0 and position.site[position.latest] < 0:
            raise self.fields.fail("latest", "this building does not stand")

    def read_site(self, position: BellaVista, building: int, text: str) -> None:
        gain = position.gain[building]
        if text == "-":
            if gain:
                raise self.fields.fail("gains", "a building that does not stand earns nothing")
            return
        if text == "x":
            if gain != FORCED:
                raise self.fields.fail("gains", "a building set aside earns nothing")
            position.site[building] = ASIDE
            return
        city = position.city
        if city is None:
            raise self.fields.fail("sites", "a building without a city")
        kind, values = self.move("sites", position, text)
        if kind is not position.kinds.build:
            raise self.fields.fail("sites", f"expected a building, found {text[:20]!r}")
        shape = self.components.shape[building % HEIGHTS]
        placement = int(city.placement(shape, values[0], values[1]))
        if placement == NOTHING:
            raise self.fields.fail("sites", f"building {building} does not fit at {text}")
        if not position.free(placement):
            raise self.fields.fail("sites", f"building {building} overlaps another at {text}")
        if gain & FORCED and gain != FORCED:
            raise self.fields.fail("gains", "a forced building earns nothing")
        owner = position.owner(building)
        position.put(building, placement)
        if owner < self.seats:
            position.note(owner, city.traits[placement])
            position.tally[owner * A_ROW + COINS] += coins_of(gain)
        elif gain not in (0, FORCED):
            raise self.fields.fail("gains", "a neutral building earns nothing")

    def read_cards(self, position: BellaVista) -> None:
        hands = self.fields.take("hands").split(",")
        decks = self.fields.take("decks").split(",")
        drawn = int(position.drawn(position.round))
        if len(hands) != self.seats or len(decks) != self.seats:
            raise self.fields.fail("hands", f"expected {self.seats} hands and decks")
        for seat in range(self.seats):
            for number in self.numbers("hands", hands[seat]):
                position.tally[seat * A_ROW + HAND] += 1 << (2 * number - 2)
            rest = self.numbers("decks", decks[seat])
            if len(rest) != self.size - drawn:
                raise self.fields.fail(
                    "decks", f"expected {self.size - drawn} cards, found {len(rest)}"
                )
            position.decks[seat * self.size + drawn : (seat + 1) * self.size] = rest

    def numbers(self, name: str, text: str) -> list[int]:
        found = [] if text == "-" else [self.fields.number(name, card, 1, HEIGHTS) for card in text]
        for number in found:
            if found.count(number) > self.sets:
                raise self.fields.fail(name, f"the {number} is there too often")
        return found

    def read_common(self, position: BellaVista) -> None:
        names = self.fields.take("constraints").split(",")
        if sorted(names) != sorted(CONSTRAINT_TEXT):
            raise self.fields.fail("constraints", f"expected {', '.join(CONSTRAINT_TEXT)}")
        position.constraints = [CONSTRAINT_TEXT.index(name) for name in names]
        position.display = self.fields.wholes("display", NOTHING, CONTRACTS - 1, DISPLAYED)
        position.taken = self.fields.wholes("taken", 0, 4 * CONTRACTS - 1)
        position.contracts = self.fields.wholes("contracts", 0, CONTRACTS - 1)
        for card in position.taken:
            if card % 4 >= self.seats:
                raise self.fields.fail("taken", f"there is no seat {card % 4}")
        seen = [kind for kind in position.display if kind >= 0]
        seen += [card // 4 for card in position.taken] + position.contracts
        for kind in range(CONTRACTS):
            if seen.count(kind) != self.components.contracts[kind].copies:
                raise self.fields.fail(
                    "contracts", f"{CONTRACT_TEXT[kind]} is there {seen.count(kind)} times"
                )

    def check_phase(self, position: BellaVista) -> None:
        phase, slot = position.phase, int(position.slot)
        laying = phase == LAYOUT
        if laying != (position.round == 0) or laying != (position.city is None):
            raise self.fields.fail("phase", "rounds are played in a city that is laid")
        full = position.step == len(position.order)
        if phase in (LAYOUT, OFFER):
            if full or slot != NOTHING or (laying and position.step):
                raise self.fields.fail("phase", "cards are on the board that should not be there")
            return
        if not full or slot == NOTHING or position.line[slot] == NOTHING:
            raise self.fields.fail("slot", "expected a slot with a card, and all offers made")
        last = max([n for n in range(len(position.line)) if position.line[n] != NOTHING])
        if phase in (NEUTRAL, OVER) and slot != last:
            raise self.fields.fail("slot", "expected the last card")
        if phase == OVER:
            if position.round != ROUNDS:
                raise self.fields.fail("round", f"the game ends after round {ROUNDS}")
            return
        if phase == CONTRACT:
            self.check_contract(position)
            return
        if phase == NEUTRAL:
            if self.seats != 3 or position.round == ROUNDS:
                raise self.fields.fail("phase", "no neutral building is placed now")
            position.building = 3 * HEIGHTS + position.round - 1
        else:
            card = position.line[slot]
            first = position.site[card] == UNBUILT or self.seats != 2
            position.building = card if first else card + 2 * HEIGHTS
        if position.site[position.building] != UNBUILT or not position.ready():
            raise self.fields.fail("sites", "the building to be placed stands already or nowhere")

    def check_contract(self, position: BellaVista) -> None:
        position.building = position.latest
        card = position.line[position.slot]
        built = int(position.building)
        if built < 0 or built % (2 * HEIGHTS if self.seats == 2 else 4 * HEIGHTS) != card:
            raise self.fields.fail("latest", "expected the building of the card turned up")
        if position.gain[built] & FORCED:
            raise self.fields.fail("phase", "a forced building brings no contract")
        if len(position.moves()) == 1:
            raise self.fields.fail("phase", "no contract is met")

    def check_cards(self, position: BellaVista) -> None:
        """Each architect's cards are all there, and as many were played as rounds have gone."""
        drawn = int(position.drawn(position.round))
        before = self.sets * max(0, int(position.round) - 1)
        for seat in range(self.seats):
            here = [
                slot
                for slot in range(len(position.line))
                if position.line[slot] != NOTHING and position.line[slot] // HEIGHTS == seat
            ]
            covered = [
                position.line[slot] % HEIGHTS + 1 for slot in here if not position.face_up(slot)
            ]
            rest = position.decks[seat * self.size + drawn : (seat + 1) * self.size]
            unseen = position.unseen(seat)
            if sorted(covered + rest + position.cards(seat)) != unseen:
                raise self.fields.fail("hands", f"the cards of seat {seat} do not add up")
            if self.size - len(unseen) != before + len(here) - len(covered):
                raise self.fields.fail("sites", f"seat {seat} has not built once a card")
            for slot in here:
                card = position.line[slot]
                past = position.face_up(slot) and slot != position.slot
                if past and position.site[card] == UNBUILT:
                    raise self.fields.fail("sites", f"the building of slot {slot} is missing")
        if self.seats == 2:
            for building in range(2 * HEIGHTS):
                second = position.site[building + 2 * HEIGHTS] != UNBUILT
                if second and position.site[building] == UNBUILT:
                    raise self.fields.fail("sites", "the second set is used after the first")
        if self.seats == 3:
            built = [position.site[3 * HEIGHTS + n] != UNBUILT for n in range(HEIGHTS)]
            done = min(ROUNDS - 1, max(0, int(position.round) - 1))
            if built != [n < done for n in range(HEIGHTS)]:
                raise self.fields.fail("sites", "the neutral buildings do not fit the round")

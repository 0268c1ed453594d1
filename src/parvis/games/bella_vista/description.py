"""The table in words: districts, buildings with their shapes and what they stand beside, the town
hall, hands and purses; from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parvis.engine.description import Region, Thing, direction
from parvis.engine.words import Speech
from parvis.games.bella_vista.components import CONTRACT_TEXT
from parvis.games.bella_vista.ground import SIDES, Ground, Spot, bounds
from parvis.games.bella_vista.labels import DISTRICT_KEYS, TILE_KEYS, contract_name
from parvis.games.bella_vista.layouts import KIND_TEXT, LETTERS

View = Mapping[str, Any]
Names = Mapping[str, str]

# Shapes up to four squares by name, each turned and mirrored as it lies least.
SHAPES = {
    ((0, 0),): "bv.text.shape.one",
    ((0, 0), (0, 1)): "bv.text.shape.two",
    ((0, 0), (0, 1), (0, 2)): "bv.text.shape.three",
    ((0, 0), (0, 1), (1, 0)): "bv.text.shape.angle",
    ((0, 0), (0, 1), (0, 2), (0, 3)): "bv.text.shape.four",
    ((0, 0), (0, 1), (1, 0), (1, 1)): "bv.text.shape.square",
    ((0, 0), (0, 1), (0, 2), (1, 0)): "bv.text.shape.l",
    ((0, 0), (0, 1), (0, 2), (1, 1)): "bv.text.shape.t",
    ((0, 0), (0, 1), (1, 1), (1, 2)): "bv.text.shape.s",
}


def describe(view: View, names: Names, speech: Speech) -> list[Region]:
    """The game, my hand, the city, the offers, the contracts, the other architects."""
    if view["phase"] == "layout":
        return laying(view, names, speech)
    ground = Ground(view)
    found = [Region("game", "game", speech("kit.text.game"), standing(view, names, speech))]
    mine = view["seat"]
    if mine is not None:
        things = [card(view, number, names, speech) for number in view["hand"]]
        things.append(architect(view, mine, speech))
        found.append(Region("hand", "hand", speech("bv.panel.hand"), things, mine))
    found.append(
        Region("city", "board", speech("bv.panel.city"), city(view, ground, names, speech))
    )
    found.append(Region("offers", "supply", speech("bv.panel.offers"), offers(view, names, speech)))
    shown = [contract(view, one, names, speech) for one in view["display"] if one is not None]
    found.append(Region("contracts", "supply", speech("bv.panel.contracts"), shown))
    for seat in range(view["seats"]):
        if seat != mine:
            things = [architect(view, seat, speech)]
            found.append(Region(f"area-{seat}", "seat", speech.name(seat), things, seat))
    return found


def laying(view: View, names: Names, speech: Speech) -> list[Region]:
    """While the city is laid: what lies where, where a tile can go, which are left."""
    laid = [
        Thing(
            speech(
                "bv.text.laid", tile=f"#{TILE_KEYS[KIND_TEXT.index(one['tile'])]}", cell=one["cell"]
            )
        )
        for one in view["laid"]
    ]
    cells = [place for place in names if place.startswith("cell-")]
    if cells:
        at = [place.removeprefix("cell-") for place in cells]
        laid.append(Thing(speech("bv.text.cells", n=len(at), cells=at), tuple(cells)))
    left = [Thing(name, (place,)) for place, name in names.items() if not place.startswith("cell-")]
    return [
        Region("city", "board", speech("bv.panel.city"), laid),
        Region("tiles", "supply", speech("bv.panel.tiles"), left),
    ]


def standing(view: View, names: Names, speech: Speech) -> list[Thing]:
    """Round, constraint and objectives."""
    rule = speech(
        "bv.text.constraint", constraint="#bv.drawing.constraint", rule=names["constraint"]
    )
    others = ("objective-height", "objective-group")
    return [
        Thing(names["round"], ("round",)),
        Thing(rule, ("constraint",)),
        *(Thing(names[place], (place,)) for place in others if place in names),
    ]


def card(view: View, number: int, names: Names, speech: Speech) -> Thing:
    """A card of my hand, with the shape of its building."""
    place = f"card-{number}"
    cells = [(y, x) for x, y in view["shapes"][number - 1][0]]
    shape = shape_words(cells, speech, turned=False)
    return Thing(speech("bv.text.card", card=names[place], shape=shape), (place,))


def least(cells: Sequence[Spot]) -> tuple[Spot, ...]:
    """A shape as it lies least, however it is turned and mirrored."""
    ways: list[tuple[Spot, ...]] = []
    for flip in (1, -1):
        lying = [(y, x * flip) for y, x in cells]
        for _ in range(4):
            lying = [(x, -y) for y, x in lying]
            top, left = min(y for y, _ in lying), min(x for _, x in lying)
            ways.append(tuple(sorted((y - top, x - left) for y, x in lying)))
    return min(ways)


def shape_words(cells: Sequence[Spot], speech: Speech, turned: bool = True) -> str:
    """What a shape is called; one that is longer than wide, also how it lies.

    >>> least([(0, 0), (1, 0), (1, 1), (1, 2)])
    ((0, 0), (0, 1), (0, 2), (1, 0))
    """
    key = SHAPES.get(least(cells))
    words = speech("bv.text.shape.other", n=len(cells)) if key is None else speech(key)
    high, wide = (max(one) - min(one) for one in zip(*cells, strict=True))
    if not turned or high == wide:
        return words
    return speech("bv.text.shape.lying" if wide > high else "bv.text.shape.standing", shape=words)


def city(view: View, ground: Ground, names: Names, speech: Speech) -> list[Thing]:
    """How the city is named, its buildings, its districts, its parks and rivers."""
    example = next(iter(ground.spots))
    head = speech("bv.text.city", wide=ground.wide, high=ground.high, example=example)
    things = [Thing(head)]
    things += [building(view, ground, one, names, speech) for one in view["buildings"]]
    things += [district(ground, letter, speech) for letter in LETTERS]
    for place in dict.fromkeys(ground.land.values()):
        words = speech.tell(
            "bv.text.landscape", {"what": names[place], **bounds(ground.spots_of(place))}
        )
        things.append(Thing(words, (place,)))
    return things


def building(
    view: View, ground: Ground, one: Mapping[str, Any], names: Names, speech: Speech
) -> Thing:
    """A building: whose, its shape, where it stands and what it stands beside."""
    squares = one["squares"]
    name = owned(view, one, speech)
    if not squares:
        return Thing(speech("bv.text.aside", building=name))
    spots = [ground.spots[square] for square in squares]
    shape = shape_words([(y, x) for x, y in spots], speech)
    words = speech("bv.text.building", building=name, shape=shape, squares=list(squares))
    lands, buildings, border = ground.touching(spots)
    near = [*(names[land] for land in lands), *(owned(view, other, speech) for other in buildings)]
    if near:
        words = speech("bv.text.beside", what=words, things=near)
    if border:
        words = speech("bv.text.rim", what=words)
    return Thing(words, tuple(f"square-{square}" for square in squares))


def owned(view: View, one: Mapping[str, Any], speech: Speech) -> str:
    """A building by its number and who owns it."""
    number, owner = one["number"], one["owner"]
    if owner is not None and owner == view["seat"]:
        return speech("bv.text.mine", number=number)
    if owner is None:
        return speech("bv.text.neutral", number=number)
    return speech("bv.text.theirs", number=number, who=f"@{owner}")


def district(ground: Ground, letter: str, speech: Speech) -> Thing:
    """A district: where it lies and what is free of it."""
    all_squares = [square for square in ground.spots if square[0] == letter]
    free = [square for square in all_squares if square not in ground.built]
    if not free:
        told = speech("bv.text.full")
    elif len(free) == len(all_squares):
        told = speech("bv.text.wholefree", first=free[0], last=free[-1])
    else:
        told = speech("bv.text.free", n=len(free), squares=free)
    words = speech(
        "bv.text.district",
        letter=letter,
        district=DISTRICT_KEYS[LETTERS.index(letter)],
        free=told,
    )
    where = speech.tell("bv.text.at", bounds(ground.spots[square] for square in all_squares))
    return Thing(f"{words}. {where}.", tuple(f"square-{square}" for square in free))


def offers(view: View, names: Names, speech: Speech) -> list[Thing]:
    """The slots with their cards, and the order of the offers."""
    prices, line = view["prices"], view["line"]
    things: list[Thing] = []
    for n, price in enumerate(prices):
        cards = [] if line[n] is None else [line[n]]
        things.append(slot(view, f"slot-{price}", cards, names, speech))
    beyond = [one for one in line[len(prices) :] if one is not None]
    things.append(slot(view, "slot-right", beyond, names, speech))
    seats = [f"@{seat}" for seat in view["order"]]
    order = speech("bv.text.order", order=names["order"], seats=seats) if seats else names["order"]
    return [*things, Thing(order, ("order",))]


def slot(
    view: View, place: str, cards: Sequence[Mapping[str, Any]], names: Names, speech: Speech
) -> Thing:
    """A slot of the offer board and what lies on it."""
    told = [offered(one, speech) for one in cards] or [speech("bv.text.slot.free")]
    return Thing(speech("bv.text.slot", slot=names[place], cards=told), (place,))


def offered(one: Mapping[str, Any], speech: Speech) -> str:
    """A card on the offer board."""
    who, number = f"@{one['seat']}", one["number"]
    if number is None:
        return speech("bv.text.offered", who=who)
    key = "bv.text.offered.up" if one["up"] else "bv.text.offered.known"
    return speech(key, who=who, number=number)


def contract(view: View, one: Mapping[str, Any], names: Names, speech: Speech) -> Thing:
    """A contract on display, and how far everybody is."""
    place = f"contract-{one['contract']}"
    met = [
        speech("bv.text.met", who=f"@{seat}", met=count, asked=one["asked"])
        for seat, count in enumerate(one["met"])
    ]
    return Thing(". ".join([names[place], *met]), (place,))


def architect(view: View, seat: int, speech: Speech) -> Thing:
    """What everybody knows of an architect."""
    player = view["players"][seat]
    parts = [speech("bv.text.purse", n=player["coins"])]
    if seat != view["seat"]:
        parts.insert(0, speech("bv.label.architect", seat=f"@{seat}", n=player["hand"]))
    parts.append(speech("bv.text.deck", n=player["deck"]))
    if player["unseen"] and seat != view["seat"]:
        numbers = [str(number) for number in player["unseen"]]
        parts.append(speech("bv.text.unseen", numbers=numbers))
    for which in player["taken"]:
        assert which in CONTRACT_TEXT
        asked = contract_name(which, view["contracts"][which]["needs"], speech)
        parts.append(speech("bv.text.taken", contract=asked))
    return Thing(", ".join(parts), (f"taken-{seat}",))


def beside(view: View, place: str, speech: Speech) -> list[str]:
    """What lies on the four sides of a square."""
    sort, _, square = place.partition("-")
    if sort != "square" or view["phase"] == "layout":
        return []
    ground = Ground(view)
    x, y = ground.spots[square]
    return [
        direction(way, spot_words(view, ground, (x + right, y + down), speech), speech)
        for way, right, down in SIDES
    ]


def spot_words(view: View, ground: Ground, spot: Spot, speech: Speech) -> str:
    """What is on a spot: a free square, a building, a park, a river, nothing."""
    if spot in ground.land:
        what, _, number = ground.land[spot].partition("-")
        return speech("bv.label.park" if what == "park" else "bv.label.river", number=int(number))
    square = ground.squares.get(spot)
    if square is None:
        return speech("bv.text.outside")
    if square not in ground.built:
        return speech("bv.text.free.square", square=square)
    name = owned(view, ground.built[square], speech)
    return speech("bv.text.built.square", square=square, building=name)

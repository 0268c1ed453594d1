"""The table in words: cities by tile and by district, hands, row and stock; from a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from parvis.engine.description import Region, Thing, direction
from parvis.engine.words import Speech
from parvis.games.neoville.boxes import Index, PlainKind, index_of
from parvis.games.neoville.components import QUADRANTS, SHEET
from parvis.games.neoville.drawing.districts import WIDTH, district_around, grounds_of
from parvis.games.neoville.explanations import GROUND_KEYS
from parvis.games.neoville.labels import (
    SQUARES,
    name_at,
    slot_at,
    square_at,
    square_word,
    squares_of,
    tile_words,
)
from parvis.games.neoville.schema import CityView, View

Names = Mapping[str, str]
STATES = {
    "met": "nv.state.met",
    "short": "nv.state.short",
    "spare": "nv.state.spare",
    "open": "nv.state.open",
    "second": "nv.state.second",
}
AROUND = (("left", 0, -1), ("right", 0, 1), ("above", -1, 0), ("below", 1, 0))
NAMED_AT = {spot: name for name, spot in SQUARES.items()}


def describe(view: Mapping[str, object], names: Names, speech: Speech) -> list[Region]:
    """The game, my hand, my city, the row, the stock, the other cities."""
    known = cast(View, view)
    index = index_of(known["box"])
    mine = known["seat"]
    order = [seat for seat in range(known["seats"]) if seat != mine]
    found = [Region("game", "game", speech("kit.text.game"), of_sort(names, "round"))]
    if mine is not None:
        held = of_sort(names, "tile")
        found.append(Region("hand", "hand", speech("nv.panel.hand"), held, mine))
        found.append(city(known, index, mine, names, speech))
    found.append(
        Region("row", "supply", speech("nv.panel.row"), of_sort(names, "row", "stack")),
    )
    found.append(
        Region("stock", "supply", speech("nv.panel.stock"), stock(known, index, names, speech))
    )
    return [*found, *(city(known, index, seat, names, speech) for seat in order)]


def of_sort(names: Names, *sorts: str) -> list[Thing]:
    """Places that their titles describe well enough."""
    return [
        Thing(name, (place,))
        for sort in sorts
        for place, name in names.items()
        if place.partition("-")[0] == sort
    ]


def city(view: View, index: Index, seat: int, names: Names, speech: Speech) -> Region:
    """A city: how it stands, its tiles in rows, its districts, where it can grow."""
    shown = view["cities"][seat]
    summed = (f"points-{seat}", f"parks-{seat}", f"sports-{seat}")
    points, parks, sports = (names.get(place, "") for place in summed)
    things = [
        Thing(speech("nv.text.standing", points=points, parks=parks, sports=sports), summed),
        *(tile(shown, index, seat, slot, speech) for slot in in_rows(shown)),
        *districts(shown, index, seat, speech),
    ]
    free = [
        place
        for place in names
        if place.startswith(f"slot-{seat}-") and place.rpartition("-")[2] not in shown["tiles"]
    ]
    if free:
        slots = [place.rpartition("-")[2] for place in free]
        things.append(Thing(speech("nv.text.free", n=len(free), slots=slots), tuple(free)))
    hand = [place for place in names if place.startswith(f"hand-{seat}-")]
    things += [Thing(speech("nv.text.held", tile=names[place]), (place,)) for place in hand]
    if seat == view["seat"]:
        return Region(f"city-{seat}", "board", speech("nv.panel.mine"), things, seat)
    title = speech("nv.panel.city", who=f"@{seat}")
    return Region(f"city-{seat}", "seat", title, things, seat)


def in_rows(shown: CityView) -> list[str]:
    """The slots with a tile, row by row."""
    return sorted(shown["tiles"], key=slot_at)


def tile(shown: CityView, index: Index, seat: int, slot: str, speech: Speech) -> Thing:
    """A tile as it lies, with what stands on it."""
    parts: dict[str, object] = {
        quadrant: ground(shown, index, slot, quadrant, speech) for quadrant in QUADRANTS
    }
    places = [f"square-{seat}-{slot}-{quadrant}" for quadrant in QUADRANTS]
    return Thing(
        speech.tell("nv.text.tile", {"slot": slot, **parts}), (f"slot-{seat}-{slot}", *places)
    )


def ground(shown: CityView, index: Index, slot: str, quadrant: str, speech: Speech) -> str:
    """A square, with what stands on it."""
    terrain = squares_of(shown["tiles"][slot])[QUADRANTS.index(quadrant)]
    words = speech.spoken(square_word(terrain))
    for piece in shown["pieces"]:
        if piece["square"] == slot + quadrant:
            name = kind_words(index.pieces[piece["kind"]], speech)
            state = speech(STATES[piece["state"]])
            return speech("nv.text.piece", ground=words, piece=name, state=state)
    return words


def kind_words(kind: PlainKind, speech: Speech) -> str:
    return speech("nv.label.piece", piece=kind.piece, mark=kind.mark)


def districts(shown: CityView, index: Index, seat: int, speech: Speech) -> Iterator[Thing]:
    """Districts of several squares, the largest first: how they lie and what stands on them."""
    found: list[tuple[int, int, list[str]]] = []
    for terrain, squares in enumerate(grounds_of(tuple(shown["tiles"].items()))):
        left = squares
        while left:
            district = district_around(squares, left & -left)
            left &= ~district
            if district.bit_count() > 1:
                found.append((district.bit_count(), terrain, squares_in(district)))
    for size, terrain, squares_named in sorted(found, key=lambda one: (-one[0], one[1:])):
        words = speech(
            "nv.text.district",
            n=size,
            ground=GROUND_KEYS[terrain],
            shape=shape_words(squares_named, speech),
            slots=list(dict.fromkeys(square[:-2] for square in squares_named)),
        )
        kinds = [
            index.pieces[one["kind"]] for one in shown["pieces"] if one["square"] in squares_named
        ]
        pieces = [kind_words(kind, speech) for kind in kinds if kind.terrain == terrain]
        if pieces:
            words = speech("nv.text.district.with", district=words, pieces=pieces)
        places = [f"square-{seat}-{square[:-2]}-{square[-2:]}" for square in squares_named]
        yield Thing(words, tuple(places))


def squares_in(district: int) -> list[str]:
    """The names of a set of squares, row by row."""
    found: list[str] = []
    while district:
        lowest = district & -district
        found.append(NAMED_AT[divmod(lowest.bit_length() - 1, WIDTH)])
        district &= ~lowest
    return found


def shape_words(squares: list[str], speech: Speech) -> str:
    """A row, a column, a full block, or how wide and how high it is."""
    spots = [square_at(square) for square in squares]
    high = len(range(min(row for row, _ in spots), max(row for row, _ in spots) + 1))
    wide = len(range(min(at for _, at in spots), max(at for _, at in spots) + 1))
    if high == 1:
        return speech("nv.text.line.across")
    if wide == 1:
        return speech("nv.text.line.down")
    key = "nv.text.block" if wide * high == len(spots) else "nv.text.shape"
    return speech(key, wide=wide, high=high)


def stock(view: View, index: Index, names: Names, speech: Speech) -> list[Thing]:
    """What is left of every sort of piece."""
    things: list[Thing] = []
    for sort, kinds in index.rows.items():
        if sort not in view["types"] and kinds[0].terrain < 0:
            continue
        left = [
            counted(kind, view["stock"].get(kind.code, 0), speech)
            for kind in kinds
            if view["stock"].get(kind.code, 0)
        ]
        shelf = names.get(f"shelf-{sort}", "")
        words = speech("nv.text.shelf", shelf=shelf, left=left or [speech("nv.text.none")])
        places = (f"shelf-{sort}", *(f"piece-{kind.code}" for kind in kinds))
        things.append(Thing(words, places))
    return things


def counted(kind: PlainKind, count: int, speech: Speech) -> str:
    """A kind of piece, and how many; of a skyscraper its number says enough."""
    name = kind.mark if kind.terrain >= 0 else kind_words(kind, speech)
    return name if count == 1 else speech("nv.text.times", count=count, piece=name)


def beside(view: Mapping[str, object], place: str, speech: Speech) -> list[str]:
    """What lies on the four sides of a slot or a square."""
    known = cast(View, view)
    sort, _, rest = place.partition("-")
    if sort == "slot":
        seat, _, slot = rest.partition("-")
        shown = known["cities"][int(seat)]
        return [
            direction(way, slot_words(shown, row, column, speech), speech)
            for way, row, column in spots_around(*slot_at(slot))
        ]
    if sort == "square":
        seat, slot, quadrant = rest.split("-")
        shown, index = known["cities"][int(seat)], index_of(known["box"])
        found: list[str] = []
        for way, row, column in spots_around(*square_at(slot + quadrant)):
            square = NAMED_AT.get((row, column), "")
            words = speech("nv.text.nothing")
            if square[:-2] in shown["tiles"]:
                ground_words = ground(shown, index, square[:-2], square[-2:], speech)
                words = f"{square[:-2]}, {ground_words}"
            found.append(direction(way, words, speech))
        return found
    return []


def spots_around(row: int, column: int) -> list[tuple[str, int, int]]:
    return [(way, row + down, column + right) for way, down, right in AROUND]


def slot_words(shown: CityView, row: int, column: int, speech: Speech) -> str:
    """A slot of the sheet: its tile, or that it is empty."""
    if not (0 <= row < SHEET and 0 <= column < SHEET):
        return speech("nv.text.off")
    slot = name_at(row, column)
    if slot not in shown["tiles"]:
        return speech("nv.text.empty", slot=slot)
    return f"{slot}, {speech.spoken(tile_words(shown['tiles'][slot]))}"

"""What every thing on the table is, as a view knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.explanation import Explanation
from parvis.engine.words import Speech
from parvis.games.neoville.boxes import Index, PlainKind, index_of
from parvis.games.neoville.components import QUADRANTS, TURNS
from parvis.games.neoville.drawing.districts import WIDTH, district_around, grounds_of
from parvis.games.neoville.labels import square_at, squares_of
from parvis.games.neoville.schema import CityView, Piece, View

GROUND_KEYS = ("#nv.soil", "#nv.grass", "#nv.rock", "#nv.water")
COUNT_KEYS = {
    "parks": "nv.about.eco.parks",
    "sports": "nv.about.eco.sports",
    "icons": "nv.about.eco.icons",
    "skyscrapers": "nv.about.eco.skyscrapers",
    "utilities": "nv.about.eco.utilities",
}
MILL_KEYS = {
    "left": "nv.about.mill.left",
    "right": "nv.about.mill.right",
    "top": "nv.about.mill.top",
    "bottom": "nv.about.mill.bottom",
    "corner": "nv.about.mill.corner",
    "centre": "nv.about.mill.centre",
}
SHELVES = {"ecomobiles": "NV-1.4", "windmills": "NV-1.5", "biodomes": "NV-1.6"}


def explain(view: Mapping[str, object], place: str, speech: Speech) -> Explanation:
    """What a place is for, when it scores, and how far it is."""
    known = cast(View, view)
    index = index_of(known["box"])
    sort, _, rest = place.partition("-")
    if sort == "square":
        seat, slot, quadrant = rest.split("-")
        return square(known, index, int(seat), slot, quadrant, speech)
    if sort == "slot":
        return slot_(known, rest, speech)
    if sort == "piece":
        return stocked(known, index.pieces[rest], speech)
    if sort == "shelf":
        return shelf(rest, speech)
    if sort in ("tile", "hand"):
        return held(known, index, place, speech)
    if sort in ("parks", "sports"):
        counted = speech(
            "nv.about.most.parks" if sort == "parks" else "nv.about.most.sports",
            n=max(city["parks" if sort == "parks" else "sports"] for city in known["cities"]),
        )
        return Explanation((counted,), ("NV-4.9",))
    if sort == "points":
        return Explanation((speech("nv.about.points"),), ("NV-4.10",))
    if sort == "round":
        return Explanation((speech("nv.about.round", last=TURNS),), ("NV-4.1", "NV-3.0"))
    key = "nv.about.stack" if sort == "stack" else "nv.about.row"
    return Explanation((speech(key),), ("NV-3.9",))


def slot_(view: View, rest: str, speech: Speech) -> Explanation:
    """A slot of a city, with a tile or without."""
    seat, _, slot = rest.partition("-")
    if slot in view["cities"][int(seat)]["tiles"]:
        return Explanation((speech("nv.about.laid"),), ("NV-3.3", "NV-3.4"))
    return Explanation((speech("nv.about.slot"),), ("NV-3.2",))


def held(view: View, index: Index, place: str, speech: Speech) -> Explanation:
    """A tile in a hand: one's own, another's that all know, or one that is hidden."""
    sort, _, rest = place.partition("-")
    if sort == "tile":
        tile: str | None = view["box"]["tiles"][int(rest)]
    else:
        seat, _, at = rest.partition("-")
        shown = view["hands"][int(seat)]["shown"]
        tile = shown[int(at)] if int(at) < len(shown) else None
    if tile is None:
        return Explanation((speech("nv.about.hidden"),), ("NV-2.5",))
    if tile in index.equity:
        return Explanation(
            (speech("nv.about.equity"), speech("nv.about.tile")), ("NV-2.4", "NV-3.1")
        )
    return Explanation((speech("nv.about.tile"),), ("NV-3.1", "NV-3.2"))


def shelf(sort: str, speech: Speech) -> Explanation:
    """A row of the stock."""
    if sort in SHELVES:
        return Explanation((speech("nv.about.utility"),), (SHELVES[sort], "NV-3.8"))
    return Explanation(
        (speech("nv.about.match"), speech("nv.about.skyscraper")), ("NV-1.2", "NV-3.7")
    )


def stocked(view: View, kind: PlainKind, speech: Speech) -> Explanation:
    """A kind of piece in stock, and how near one's own city is to what it wants."""
    says, clauses = wanted(kind, bool(view["options"]["biodome_mirror"]), speech)
    if kind.terrain >= 0 and view["seat"] is not None:
        free = largest_free(view["cities"][view["seat"]], kind.terrain, index_of(view["box"]))
        ground = GROUND_KEYS[kind.terrain]
        if free:
            says.append(speech("nv.about.free", ground=ground, n=free, value=kind.points))
        else:
            says.append(speech("nv.about.none_free", ground=ground))
    return Explanation(tuple(says), clauses)


def wanted(kind: PlainKind, mirror: bool, speech: Speech) -> tuple[list[str], tuple[str, ...]]:
    """What a kind of piece wants, and what it earns or costs."""
    if kind.terrain >= 0:
        says = [
            speech("nv.about.sky", ground=GROUND_KEYS[kind.terrain], n=kind.points),
            speech("nv.about.match"),
        ]
        return says, ("NV-4.2", "NV-3.7", "NV-1.2")
    earns = speech("nv.about.earns", n=kind.points)
    if kind.sort == "ecomobiles":
        return [speech(COUNT_KEYS[kind.about], n=kind.wants), earns], ("NV-4.4", "NV-4.5")
    if kind.sort == "windmills":
        return [speech(MILL_KEYS[kind.about]), earns], ("NV-4.6", "NV-1.5")
    shape = speech("nv.about.dome.mirror" if mirror else "nv.about.dome", n=len(kind.shape))
    return [shape, earns], ("NV-4.7", "NV-4.8")


def square(
    view: View, index: Index, seat: int, slot: str, quadrant: str, speech: Speech
) -> Explanation:
    """A square of a city: its district, what stands on it and how that is doing."""
    city = view["cities"][seat]
    terrain, icon = squares_of(city["tiles"][slot])[QUADRANTS.index(quadrant)]
    piece = next((it for it in city["pieces"] if it["square"] == slot + quadrant), None)
    says: list[str] = []
    clauses: tuple[str, ...] = ()
    if piece is not None:
        kind = index.pieces[piece["kind"]]
        says, clauses = wanted(kind, bool(view["options"]["biodome_mirror"]), speech)
        says.insert(0, doing(piece, kind, speech))
    size = district(city, terrain, slot + quadrant).bit_count()
    says.append(speech("nv.about.district", ground=GROUND_KEYS[terrain], n=size))
    if icon:
        says.append(speech("nv.about.park" if icon == 1 else "nv.about.sport"))
        clauses += ("NV-4.9",)
    elif piece is None:
        says.append(speech("nv.about.bare"))
        clauses += ("NV-3.6",)
    return Explanation(tuple(says), (*clauses, "NV-3.4"))


def doing(piece: Piece, kind: PlainKind, speech: Speech) -> str:
    """How a piece in a city is doing."""
    state, have = piece["state"], piece["have"]
    if state == "spare":
        return speech("nv.about.spare")
    if state == "second":
        return speech("nv.about.second")
    if state == "open":
        return speech("nv.about.open", n=have)
    if kind.wants:
        key = "nv.about.met" if state == "met" else "nv.about.short"
        return speech(key, have=have, wants=kind.wants, n=kind.points)
    return speech("nv.about.fits" if state == "met" else "nv.about.misses", n=kind.points)


def district(city: CityView, terrain: int, square: str) -> int:
    """The squares that hang together with one, as a set."""
    row, column = square_at(square)
    grounds = grounds_of(tuple(city["tiles"].items()))
    return district_around(grounds[terrain], 1 << (row * WIDTH + column))


def largest_free(city: CityView, terrain: int, index: Index) -> int:
    """The size of the largest district of a terrain that has no skyscraper yet."""
    ground = grounds_of(tuple(city["tiles"].items()))[terrain]
    for piece in city["pieces"]:
        kind = index.pieces[piece["kind"]]
        if kind.terrain == terrain:
            ground &= ~district(city, terrain, piece["square"])
    largest = 0
    while ground:
        found = district_around(ground, ground & -ground)
        largest = max(largest, found.bit_count())
        ground &= ~found
    return largest

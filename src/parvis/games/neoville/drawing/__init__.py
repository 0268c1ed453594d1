"""The table as a view knows it: cities, hands, row, stack and stock."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from parvis.engine.drawing.fragment import KEPT, fragment
from parvis.engine.drawing.icons import owner
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.part import narrowed, part
from parvis.engine.drawing.svg import group, place, rect, text
from parvis.engine.words import Speech
from parvis.games.neoville.boxes import Index, index_of
from parvis.games.neoville.components import HAND, TURNS
from parvis.games.neoville.drawing.city_map import city_map, frame_of
from parvis.games.neoville.drawing.stock import STEP, TOP, TOWER_SORTS, stock_row
from parvis.games.neoville.drawing.symbols import SYMBOLS, sign
from parvis.games.neoville.drawing.tiles import corners, held, offered, shown, stack
from parvis.games.neoville.labels import own_tiles, row_pick, tile_pick
from parvis.games.neoville.schema import Hand, View

__all__ = ["SYMBOLS", "draw"]

BOARD = 640  # the width of one's own city
PHONE = 374
AREA = 300
HEAD = 34  # a city's headline


def draw(view: Mapping[str, object], speech: Speech, tall: bool = False) -> Drawing:
    """All panels: one's own city as the board, hand, row and stack, stock, the other cities.

    Like fragments, what a move seldom changes is remembered by its values.
    """
    known = cast(View, view)
    index, common = index_of(known["box"]), speech.common
    seat, seats = known["seat"], known["seats"]
    mine = 0 if seat is None else seat
    cities = [city_of(known, other) for other in range(seats)]
    wide = PHONE if tall else BOARD
    panels = [city_panel(cities[mine], index, mine, speech, wide, True, seat is not None)]
    if seat is not None:
        panels.append(hand_panel(seat, own_tiles(known, seat), index, common))
    panels.append(row_panel(tuple(known["row"]), known["stack"], index, common))
    left = tuple(known["stock"].items())
    panels.append(stock_panel(left, tuple(known["types"]), index, common))
    for step in range(1, seats):
        other = (mine + step) % seats
        width = PHONE if tall else AREA
        panels.append(city_panel(cities[other], index, other, speech, width, False, False))
    return Drawing(panels, SYMBOLS)


def city_of(view: View, seat: int) -> Mapping[str, Any]:
    """All that one city is drawn from."""
    return narrowed(
        view,
        city=view["cities"][seat],
        score=view["scores"][seat],
        round=view["round"],
        last=view["slot"] if view["slot"] is not None and last_seat(view) == seat else None,
        hand=view["hands"][seat],
    )


@part
def city_panel(
    view: Mapping[str, Any],
    index: Index,
    seat: int,
    speech: Speech,
    width: int,
    board: bool,
    mine: bool,
) -> Panel:
    """A city with its headline; one that is not mine with what is known of the hand below it."""
    name = "" if mine else speech.name(seat)
    common = speech.common
    city = view["city"]
    frame = frame_of(tuple(city["box"]), HEAD, width)
    tiles = tuple(city["tiles"].items())
    pieces = tuple([(it["kind"], it["square"], it["state"], it["have"]) for it in city["pieces"]])
    title = common("nv.panel.mine") if mine else speech("nv.panel.city", who=f"@{seat}")
    height = frame.height if mine else frame.height + 60
    panel = Panel(f"city-{seat}", "board" if board else "area", title, width, height, seat)
    large = width >= BOARD
    size = 16 if large else 14
    panel.add("head", head(seat, name, size))
    panel.add("points", points(seat, name, view["score"], size, common))
    panel.add("parks", counted(seat, "park", width - 118, city["parks"], size, common))
    panel.add("sports", counted(seat, "sport", width - 56, city["sports"], size, common))
    if mine and large:  # where there is room
        panel.add("round", round_words(width, view["round"], common))
    panel.fragments.update(city_map(seat, frame, tiles, pieces, index, common))
    if view["last"] is not None:
        panel.fragments[f"city-{seat}-last"] = corners(*frame.slots[view["last"]], frame.size)
    if not mine:
        add_hand(panel, seat, view["hand"], frame.height, index, common)
    return panel


def add_hand(panel: Panel, seat: int, hand: Hand, y: int, index: Index, speech: Speech) -> None:
    """What is known of a hand: tiles that were taken openly, backs for the rest."""
    tiles: list[str | None] = [*hand["shown"]]
    tiles += [None] * (hand["unseen"] - len(hand["own"]))
    for at in range(HAND):
        tile = tiles[at] if at < len(tiles) else ""
        equity = index.equity.get(tile or "", 0)
        panel.add(f"hand-{at}", shown(seat, at, y, tile, equity, speech))


@fragment
def head(seat: int, name: str, size: int) -> str:
    """Whose city."""
    whose = text(28, 14, shortened(name), size, font_weight="bold")
    return group(owner(seat, 12, 14, 18), whose, class_="fine")


@fragment
def points(seat: int, name: str, score: int, size: int, speech: Speech) -> str:
    """Its points, behind the name, which is in letters of this size."""
    x = 38 + 0.59 * size * len(shortened(name)) if name else 28
    words = str(score).replace("-", "−")
    label = speech("nv.label.points", n=score)
    outline = rect(x - 6, 2, 12 + 11 * len(words), 24, rx=6, fill="transparent")
    number = text(x, 14, words, 18, font_weight="bold")
    return place(f"points-{seat}", outline, number, label=label, class_="fine")


def shortened(name: str) -> str:
    """A name that leaves room for the rest."""
    return name if len(name) <= 12 else name[:11] + "…"


@fragment
def counted(seat: int, name: str, x: int, count: int, size: int, speech: Speech) -> str:
    """Its parks, or its sports."""
    return place(
        f"{name}s-{seat}",
        rect(x - 11, 2, 46, 24, rx=6, fill="transparent"),
        sign(name, x, 14, 18),
        text(x + 14, 14, str(count), size),
        label=speech("nv.label.parks" if name == "park" else "nv.label.sports", n=count),
        class_="fine",
    )


@fragment
def round_words(width: int, round: int, speech: Speech) -> str:
    """Which round it is."""
    words = speech("nv.draw.round", round=round, last=TURNS)
    drawn = text(width / 2, 14, words, 16, "middle", fill="var(--soft)")
    outline = rect(width / 2 - 80, 2, 160, 24, rx=6, fill="transparent")
    return place("round", outline, drawn, label=words)


def last_seat(view: View) -> int:
    """Who laid the last tile, if there is one."""
    active, seats = view["active"], view["seats"]
    if active is None:
        return (view["first"] - 1) % seats
    return (active - 1) % seats if view["phase"] == "tile" else active


@lru_cache(KEPT)
def hand_panel(seat: int, tiles: tuple[str, ...], index: Index, speech: Speech) -> Panel:
    """One's own tiles."""
    panel = Panel("hand", "hand", speech("nv.panel.hand"), PHONE, 138, seat)
    for at, tile in enumerate(tiles):
        equity = index.equity.get(tile, 0)
        panel.add(f"tile-{at}", held(at, tile_pick(index, tile), tile, equity, speech))
    return panel


@lru_cache(KEPT)
def row_panel(tiles: tuple[str | None, ...], count: int, index: Index, speech: Speech) -> Panel:
    """The four tiles face up, and the stack."""
    panel = Panel("row", "supply", speech("nv.panel.row"), PHONE, 76)
    for at, tile in enumerate(tiles):
        pick = "" if tile is None else row_pick(index, tile)
        equity = index.equity.get(tile or "", 0)
        panel.add(f"tile-{at}", offered(at, pick, tile, equity, speech))
    panel.add("stack", stack(count, speech))
    return panel


@lru_cache(KEPT)
def stock_panel(
    left: tuple[tuple[str, int], ...], types: tuple[str, ...], index: Index, speech: Speech
) -> Panel:
    """A row for each kind: the skyscrapers terrain by terrain, then the two types of utility."""
    sorts = (*TOWER_SORTS, *types)
    height = TOP + len(sorts) * STEP
    panel = Panel("stock", "supply", speech("nv.panel.stock"), PHONE, height)
    counts = dict(left)
    for row, sort in enumerate(sorts):
        here = tuple([counts.get(kind.code, 0) for kind in index.rows.get(sort, ())])
        panel.fragments.update(stock_row(index, row, sort, here, PHONE, speech))
    return panel

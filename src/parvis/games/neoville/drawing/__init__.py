"""The table as a view knows it: cities, hands, row, stack and stock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from parvis.engine.drawing.icons import owner
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.svg import Number, group, moved, place, rect, text
from parvis.engine.words import Speech
from parvis.games.neoville.components import TURNS
from parvis.games.neoville.drawing.city_map import CityMap
from parvis.games.neoville.drawing.pictures import (
    park_icon,
    piece_picture,
    sport_icon,
    square_picture,
    stack_picture,
    tile_back,
    tile_picture,
)
from parvis.games.neoville.labels import own_tiles, piece_label, row_pick, tile_label, tile_pick
from parvis.games.neoville.schema import View

BOARD = 640  # the width of one's own city
PHONE = 374
AREA = 300
HEAD = 34  # a city's headline
PIECE = 44  # a piece in stock
SORT_KEYS = {
    "earth": "nv.sort.earth",
    "forest": "nv.sort.forest",
    "stone": "nv.sort.stone",
    "waterfall": "nv.sort.waterfall",
    "ecomobiles": "nv.sort.ecomobiles",
    "windmills": "nv.sort.windmills",
    "biodomes": "nv.sort.biodomes",
}


def draw(view: Mapping[str, object], speech: Speech, tall: bool = False) -> Drawing:
    """All panels: one's own city as the board, hand, row and stack, stock, the other cities."""
    known = cast(View, view)
    seat = known["seat"]
    mine = 0 if seat is None else seat
    panels = [city_panel(known, mine, speech, PHONE if tall else BOARD, "board")]
    if seat is not None:
        panels.append(hand_panel(known, seat, speech))
    panels.append(row_panel(known, speech))
    panels.append(stock_panel(known, speech))
    seats = known["seats"]
    for step in range(1, seats):
        other = (mine + step) % seats
        panels.append(city_panel(known, other, speech, PHONE if tall else AREA, "area"))
    return Drawing(panels)


def city_panel(view: View, seat: int, speech: Speech, width: int, role: str) -> Panel:
    """A city with its headline; another player's with the hand below it."""
    board = role == "board"
    mine = board and view["seat"] is not None
    name = speech.name(seat)
    title = speech("nv.panel.mine") if mine else speech("nv.panel.city", who=name)
    city = CityMap(view, seat, speech, width, board)
    height = HEAD + city.height
    panel = Panel(f"city-{seat}", "board" if board else "area", title, width, height, seat)
    panel.add("head", headline(view, seat, speech, width, "" if mine else name))
    for fragment, drawn in city.fragments():
        panel.add(fragment, moved(0, HEAD, drawn))
    if not mine:
        panel.add("hand", moved(0, height, other_hand(view, seat, speech)))
        panel.height = height + 60
    return panel


def headline(view: View, seat: int, speech: Speech, width: int, name: str) -> str:
    """Whose city, the points it has now, its parks and sports, and the round."""
    city = view["cities"][seat]
    parts = [owner(seat, 12, 14, 18)]
    x: Number = 28
    if name:
        short = name if len(name) <= 12 else name[:11] + "…"
        parts.append(text(x, 14, short, 14, font_weight="bold"))
        x += 10 + 8.2 * len(short)
    parts.append(text(x, 14, str(view["scores"][seat]).replace("-", "−"), 18, font_weight="bold"))
    for x, icon, count, key in (
        (width - 118, park_icon, city["parks"], "nv.label.parks"),
        (width - 56, sport_icon, city["sports"], "nv.label.sports"),
    ):
        title = f"<title>{speech(key, n=count)}</title>"
        parts.append(group(icon(x, 14, 18), text(x + 14, 14, str(count), 14), title))
    if not name and width >= BOARD:
        words = speech("nv.draw.round", round=view["round"], last=TURNS)
        parts.append(text(width / 2, 14, words, 14, "middle", fill="var(--soft)"))
    return group(*parts)


def other_hand(view: View, seat: int, speech: Speech) -> str:
    """What is known of a hand: tiles that were taken openly, backs for the rest."""
    parts: list[str] = []
    x = 2
    hand = view["hands"][seat]
    for tile in hand["shown"]:
        label = tile_label(view, tile, speech)
        parts.append(moved(x, 8, f"<title>{label}</title>", tile_picture(tile, 22)))
        x += 54
    for _ in range(hand["unseen"] - len(hand["own"])):
        label = speech("nv.label.hidden")
        parts.append(moved(x, 8, f"<title>{label}</title>", tile_back(44)))
        x += 54
    return group(*parts)


def hand_panel(view: View, seat: int, speech: Speech) -> Panel:
    """One's own tiles, large enough to take hold of."""
    panel = Panel("hand", "hand", speech("nv.panel.hand"), PHONE, 138, seat)
    equity = view["box"]["equity"]
    for number, tile in enumerate(own_tiles(view, seat)):
        x = 4 + number * 126
        parts = [tile_picture(tile, 56)]
        if tile in equity:
            words = speech("nv.draw.equity", number=equity.index(tile) + 1)
            parts.append(text(56, 124, words, 13, "middle", fill="var(--soft)"))
        drawn = place(tile_pick(view, tile), *parts, label=tile_label(view, tile, speech))
        panel.add(f"tile-{number}", moved(x, 4, drawn))
    return panel


def row_panel(view: View, speech: Speech) -> Panel:
    """The four tiles face up, and the stack."""
    panel = Panel("row", "supply", speech("nv.panel.row"), PHONE, 76)
    for number, tile in enumerate(view["row"]):
        x = 2 + number * 74
        if tile is None:
            gap = rect(
                0, 0, 66, 66, rx=4, fill="none", stroke="var(--line)", stroke_dasharray="4 4"
            )
            label = speech("nv.label.gap")
            panel.add(f"tile-{number}", moved(x, 4, f"<title>{label}</title>", gap))
            continue
        drawn = place(
            row_pick(view, tile),
            tile_picture(tile, 33),
            label=tile_label(view, tile, speech),
        )
        panel.add(f"tile-{number}", moved(x, 4, drawn))
    count = view["stack"]
    drawn = place("stack", stack_picture(66, count), label=speech("nv.label.stack", n=count))
    panel.add("stack", moved(302, 4, drawn))
    return panel


def stock_panel(view: View, speech: Speech) -> Panel:
    """A row for each kind: the skyscrapers terrain by terrain, then the two types of utility."""
    kinds = cast(list[Mapping[str, Any]], list(view["box"]["pieces"].values()))
    sorts = ["earth", "forest", "stone", "waterfall", *view["types"]]
    panel = Panel("stock", "supply", speech("nv.panel.stock"), PHONE, 0)
    y = 2
    for row, sort in enumerate(sorts):
        mine = [kind for kind in kinds if kind["sort"] == sort]
        parts = [
            rect(0, 0, PHONE, PIECE + 6, rx=6, fill="var(--shade)"),
            f"<title>{speech(SORT_KEYS[sort])}</title>",
        ]
        start = 4
        if row < 4:
            parts.append(moved(6, PIECE / 2 - 8, square_picture((row, 0), 22)))
            parts.append(rect(6, PIECE / 2 - 8, 22, 22, fill="none", stroke="var(--ink)"))
            start = 32
        step = min(PIECE + 4, (PHONE - start) // max(1, len(mine)))
        for at, kind in enumerate(mine):
            left = view["stock"].get(kind["code"], 0)
            parts.append(moved(start + at * step, 3, stock_piece(kind, left, PIECE, speech)))
        panel.add(sort, moved(0, y, group(*parts)))
        y += PIECE + 10
    panel.height = y
    return panel


def stock_piece(kind: Mapping[str, Any], left: int, size: int, speech: Speech) -> str:
    """A piece of the stock; where there is none left, only its outline."""
    label = speech("nv.label.stock", piece=piece_label(kind, speech), n=left)
    parts = [rect(0, 0, size, size, fill="transparent")]
    if left:
        parts.append(piece_picture(kind, size, "stock"))
        if left > 1:
            parts.append(rect(size - 19, -2, 20, 15, rx=7.5, fill="var(--shade)"))
            parts.append(text(size - 9, 5.5, f"×{left}", 12, "middle", font_weight="bold"))
    else:
        parts.append(group(piece_picture(kind, size, "gone"), opacity=0.28))
    return place(f"piece-{kind['code']}", *parts, label=label)

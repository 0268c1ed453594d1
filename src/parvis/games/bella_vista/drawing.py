"""The table as a view knows it: the city, the offers, the town hall, the contracts, the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.svg import circle, element, group, line, moved, place, rect, text
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import CONTRACT_TEXT, HEIGHTS, ROUNDS
from parvis.games.bella_vista.pictures import (
    NEUTRAL_OWNER,
    SQUARE,
    TINTS,
    building,
    constraint_picture,
    contract_picture,
    district,
    park,
    river,
    symbol,
    tile_picture,
)
from parvis.games.bella_vista.refusals import TILE_PLACES, cell_name
from parvis.games.bella_vista.wording import (
    CONSTRAINT_KEYS,
    GROUP_KEYS,
    HEIGHT_KEYS,
    contract_name,
    spots,
    square_name,
    square_words,
    tile_words,
)

View = Mapping[str, Any]
EDGE = 22  # units around the city
PHONE = 390  # points across a phone, and how high a number must be there
LEGIBLE = 12.5
ROOM = 2  # free cells around a city that is being laid


def draw(view: View, speech: Speech, tall: bool = False) -> Drawing:
    """The panels of the table."""
    if view["phase"] == "layout":
        return Drawing([laying(view, speech), tiles_left(view, speech, tall)])
    panels = [city(view, speech, tall)]
    if view["seat"] is not None:
        panels.append(hand(view, speech))
    panels += [offers(view, speech), town_hall(view, speech), contracts(view, speech)]
    panels += [area(view, seat, speech) for seat in range(view["seats"]) if seat != view["seat"]]
    return Drawing(panels)


# The city.


def city(view: View, speech: Speech, tall: bool) -> Panel:
    """The shared city: ground, squares to point at, buildings."""
    cell = view["cell"] * SQUARE
    wide, high = len(view["map"][0]) * cell, len(view["map"]) * cell
    panel = Panel("city", "board", speech("bv.panel.city"), wide + 2 * EDGE, high + 2 * EDGE)
    panel.add("ground", moved(EDGE, EDGE, *ground(view, cell)))
    where = spots(view["map"], view["cell"])
    legal = {
        (move - view["first"][0]) // 4
        for move in view["moves"]
        if view["phase"] in ("build", "neutral")
    }
    taken = {square for one in view["buildings"] for square in one["squares"]}
    panel.add(
        "squares",
        moved(
            EDGE,
            EDGE,
            *(
                free_square(view, square, where[square], square in legal, speech)
                for square in range(len(where))
                if square not in taken
            ),
        ),
    )
    standing = [one for one in view["buildings"] if one["squares"]]
    digit = max(0.5, min(0.68, LEGIBLE * panel.width / PHONE / SQUARE)) if tall else 0.5
    for one in sorted(standing, key=lambda one: depth(one, where)):
        panel.add(
            f"building-{one['building']}",
            moved(EDGE, EDGE, standing_building(view, one, where, digit, speech)),
        )
    return panel


def ground(view: View, cell: int) -> list[str]:
    """The tiles of the city, seen from above."""
    parts: list[str] = []
    seen: set[str] = set()
    rows = view["map"]
    high, wide = len(rows), len(rows[0])
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == ".":
                continue
            # One soft shadow under the whole city, cell by cell.
            parts.insert(0, rect(x * cell + 5, y * cell + 6, cell, cell, fill="var(--shadow)"))
            if letter == "*":
                parts.append(park(x * cell, y * cell, cell))
            elif letter in "12":
                parts.append(river(x * cell, y * cell, cell, cell))
            elif letter not in seen:
                seen.add(letter)
                kind = layouts.LETTERS.index(letter)
                parts.append(rect(x * cell, y * cell, 2 * cell, 2 * cell, fill="var(--sheet)"))
                parts.append(district(kind, x * cell, y * cell, 2 * cell))
    for y in range(high + 1):
        for x in range(wide + 1):
            parts += seams(rows, x, y, cell)
    for what, letters in (("park", "*"), ("river", "12")):
        for n, cells in enumerate(joined(rows, letters), 1):
            parts.append(
                place(
                    f"{what}-{n}",
                    *(rect(x * cell, y * cell, cell, cell, fill="transparent") for x, y in cells),
                )
            )
    return parts


def seams(rows: list[str], x: int, y: int, cell: int) -> list[str]:
    """The lines between tiles, and the strong edge of the city, up and left of a corner."""
    here = letter_at(rows, x, y)
    parts: list[str] = []
    for other, x2, y2 in (
        (letter_at(rows, x, y - 1), x + 1, y),
        (letter_at(rows, x - 1, y), x, y + 1),
    ):
        if here == other and here != "*":
            continue
        edge = "." in (here, other)
        water = not edge and here in "12" and other in "12"
        green = here == other == "*"
        if water or green:
            continue
        parts.append(
            line(
                x * cell,
                y * cell,
                x2 * cell,
                y2 * cell,
                stroke="var(--ink)",
                stroke_width=2.5 if edge else 1.25,
                stroke_linecap="round",
            )
        )
    return parts


def letter_at(rows: list[str], x: int, y: int) -> str:
    """The letter of a cell; a dot outside the map."""
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else "."


def joined(rows: list[str], letters: str) -> list[list[tuple[int, int]]]:
    """Cells of these letters that share sides, in reading order of their first cell."""
    cells = [(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one in letters]
    groups: list[list[tuple[int, int]]] = []
    while cells:
        found = [cells.pop(0)]
        for x, y in found:
            for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if there in cells:
                    cells.remove(there)
                    found.append(there)
        groups.append(found)
    return groups


def free_square(view: View, square: int, spot: tuple[int, int], legal: bool, speech: Speech) -> str:
    """A square to build on: its symbol, and a mark if the building can be pointed at it."""
    x, y = spot[0] * SQUARE, spot[1] * SQUARE
    side = 2 * view["cell"]
    which = square // (side * side) % 4
    parts = [
        rect(
            x + 1.5,
            y + 1.5,
            SQUARE - 3,
            SQUARE - 3,
            rx=4,
            fill="var(--sheet)",
            fill_opacity=0.28,
            stroke=f"var(--{TINTS[which]}-ink)",
            stroke_opacity=0.25,
        ),
        symbol(which, x + SQUARE / 2, y + SQUARE / 2, 17, opacity=0.6),
    ]
    if legal:
        parts.append(circle(x + SQUARE - 8, y + 8, 3.5, fill="var(--act)"))
    return place(
        f"square-{square_name(view, square)}", *parts, label=square_words(view, square, speech)
    )


def depth(one: Mapping[str, Any], where: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Buildings further down and further right are nearer to the eye."""
    mine = [where[square] for square in one["squares"]]
    return (max(y for _, y in mine), max(x for x, _ in mine), one["building"])


def standing_building(
    view: View,
    one: Mapping[str, Any],
    where: list[tuple[int, int]],
    digit: float,
    speech: Speech,
) -> str:
    """A building of the city; each of its squares can be pointed at."""
    who = one["owner"] if one["owner"] < view["seats"] else NEUTRAL_OWNER
    label = speech("bv.label.building", number=one["number"], owner=owner_words(one["owner"], view))
    cells = {where[square] for square in one["squares"]}
    volume = building(
        cells,
        one["number"],
        who,
        fresh=one["building"] == view["latest"],
        digit=digit,
    )
    hits = [
        place(
            f"square-{square_name(view, square)}",
            rect(
                where[square][0] * SQUARE,
                where[square][1] * SQUARE,
                SQUARE,
                SQUARE,
                fill="transparent",
            ),
            label=label,
        )
        for square in one["squares"]
    ]
    return group(volume, *hits)


def owner_words(seat: int, view: View) -> str:
    """Whose a building is, as a parameter of words."""
    return f"@{seat}" if seat < view["seats"] else "#bv.neutral"


# Laying the city.


def laying(view: View, speech: Speech) -> Panel:
    """The table while the architects lay the tiles: the city so far, and cells around it."""
    cell = view["cell"] * SQUARE
    middle = layouts.MIDDLE
    x0, y0, x1, y1 = view["origin"] or (middle, middle, middle + 2, middle + 2)
    left, top = max(0, x0 - ROOM), max(0, y0 - ROOM)
    right, bottom = min(layouts.TABLE, x1 + ROOM), min(layouts.TABLE, y1 + ROOM)
    panel = Panel(
        "city",
        "board",
        speech("bv.panel.city"),
        (right - left) * cell + 2 * EDGE,
        (bottom - top) * cell + 2 * EDGE,
    )
    if view["map"]:
        panel.add(
            "ground",
            moved(
                EDGE + (x0 - left) * cell,
                EDGE + (y0 - top) * cell,
                *ground(view, cell),
                *laid_symbols(view["map"], cell),
            ),
        )
    cells: list[str] = []
    for y in range(top, bottom):
        for x in range(left, right):
            name = cell_name(y * layouts.TABLE + x)
            cells.append(
                place(
                    f"cell-{name}",
                    rect(
                        EDGE + (x - left) * cell + 3,
                        EDGE + (y - top) * cell + 3,
                        cell - 6,
                        cell - 6,
                        rx=6,
                        fill="transparent",
                        stroke=None if covered(view, x - x0, y - y0) else "var(--line)",
                        stroke_dasharray="5 5",
                    ),
                    label=speech("bv.label.cell", cell=name),
                )
            )
    panel.add("cells", *cells)
    return panel


def covered(view: View, x: int, y: int) -> bool:
    """Whether a tile lies on a cell, counted from the corner of the city."""
    return bool(view["map"]) and letter_at(view["map"], x, y) != "."


def laid_symbols(rows: list[str], cell: int) -> list[str]:
    """A large symbol on each district that lies already."""
    parts: list[str] = []
    for kind, letter in enumerate(layouts.LETTERS):
        for y, row in enumerate(rows):
            if letter in row:
                x = (row.index(letter) + 1) * cell
                parts.append(circle(x, (y + 1) * cell, cell * 0.42, fill="var(--sheet)"))
                parts.append(symbol(kind % 4, x, (y + 1) * cell, cell * 0.6))
                break
    return parts


def tiles_left(view: View, speech: Speech, tall: bool) -> Panel:
    """The tiles that are still to be laid."""
    left = layouts.left(view["laid"])
    kinds = [tile // layouts.CELLS for tile in view["laid"]]
    a_row = 4 if tall else 6
    panel = Panel(
        "tiles",
        "supply",
        speech("bv.panel.tiles"),
        a_row * 88 + 8,
        ((len(left) + a_row - 1) // a_row) * 96 + 8,
    )
    for n, kind in enumerate(left):
        x, y = 8 + n % a_row * 88, 8 + n // a_row * 96
        parts = [rect(x, y, 80, 88, rx=8, fill="var(--sheet)", stroke="var(--line)")]
        if kind < layouts.PARK:
            parts.append(tile_picture(kind, x + 12, y + 16, 56))
        elif kind == layouts.PARK:
            parts.append(park(x + 22, y + 14, 36))
            parts.append(
                text(x + 40, y + 70, f"× {layouts.PARKS - kinds.count(kind)}", 15, "middle")
            )
        else:
            rivers = kinds.count(layouts.RIVER) + kinds.count(layouts.RIVER_DOWN)
            size = (56, 28) if kind == layouts.RIVER else (28, 50)
            parts.append(river(x + 40 - size[0] / 2, y + 35 - size[1] / 2, *size))
            parts.append(text(x + 40, y + 74, f"× {layouts.RIVERS - rivers}", 15, "middle"))
        panel.add(
            TILE_PLACES[kind], place(TILE_PLACES[kind], *parts, label=tile_words(kind, speech))
        )
    return panel


# Cards.

WIDTH = 372  # of the panels beside the city; a phone shows them at their own size
CARD = 56
CARD_HIGH = 78


def card_back(x: float, y: float, seat: int) -> str:
    """A construction card face down: its owner's colour and shape."""
    return group(
        rect(
            x,
            y,
            CARD,
            CARD_HIGH,
            rx=6,
            fill=f"var(--owner-soft-{seat})",
            stroke="var(--ink)",
            stroke_width=1.25,
        ),
        owner(seat, x + CARD / 2, y + CARD_HIGH / 2, 30),
    )


def card_face(
    x: float, y: float, seat: int, number: int, shape: list[list[int]], hidden: bool = False
) -> str:
    """A construction card; dashed while the others cannot see it."""
    unit = 8
    wide = max(dx for dx, _ in shape) - min(dx for dx, _ in shape) + 1
    left = x + CARD / 2 - wide * unit / 2 - min(dx for dx, _ in shape) * unit
    top = y + 50 - min(dy for _, dy in shape) * unit
    foot = [
        rect(
            left + dx * unit,
            top + dy * unit,
            unit - 1,
            unit - 1,
            fill=f"var(--owner-{seat})",
        )
        for dx, dy in shape
    ]
    return group(
        rect(
            x,
            y,
            CARD,
            CARD_HIGH,
            rx=6,
            fill="var(--sheet)",
            stroke="var(--ink)",
            stroke_width=1.25,
            stroke_dasharray="4 3" if hidden else None,
        ),
        owner(seat, x + 11, y + 12, 13),
        text(x + CARD / 2, y + 28, str(number), 30, "middle", font_weight="bold"),
        *foot,
    )


def coin(x: float, y: float, amount: int | str, radius: float = 13) -> str:
    """An amount of coins."""
    return group(
        circle(x, y, radius, fill="var(--yellow)", stroke="var(--yellow-ink)", stroke_width=1.5),
        text(
            x, y, str(amount), radius * 1.05, "middle", fill="var(--yellow-ink)", font_weight="bold"
        ),
    )


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Words in lines that fit a width, by the average width of a letter."""
    room = int(width / (size * 0.53))
    lines: list[str] = []
    for word in words.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def paragraph(
    x: float, middle: float, words: str, size: float, width: float, weight: str = "normal"
) -> str:
    """Wrapped words around a middle line."""
    lines = wrapped(words, size, width)
    high = size * 1.3
    top = middle - (len(lines) - 1) * high / 2
    return group(
        *(text(x, top + n * high, row, size, font_weight=weight) for n, row in enumerate(lines))
    )


def offers(view: View, speech: Speech) -> Panel:
    """The offer board: slots with their prices, cards on them, the order below."""
    prices = view["prices"]
    slots = len(prices)
    line_ = view["line"]
    right = [card for card in line_[slots:] if card]
    step = WIDTH / (slots + 1)
    panel = Panel("offers", "supply", speech("bv.panel.offers"), WIDTH, 184)
    panel.add(
        "board",
        rect(1, 1, WIDTH - 2, 182, rx=10, fill="var(--shade)", stroke="var(--line)"),
        text(12, 140, speech("bv.drawing.order"), 13, fill="var(--soft)"),
    )
    for slot in range(slots + 1):
        x = slot * step + (step - CARD) / 2
        card = line_[slot] if slot < slots else (right[0] if right else None)
        name = f"slot-{prices[slot]}" if slot < slots else "slot-right"
        label = (
            speech("bv.label.slot", n=prices[slot]) if slot < slots else speech("bv.label.right")
        )
        parts: list[str] = []
        now = view["slot"] == slot and view["phase"] in ("build", "contract")
        parts.append(
            rect(
                x - 2,
                34,
                CARD + 4,
                CARD_HIGH + 4,
                rx=8,
                fill="var(--paper)",
                stroke="var(--ink)" if now else "var(--line)",
                stroke_width=3 if now else 1.25,
                stroke_dasharray=None if slot < slots else "5 4",
            )
        )
        if slot < slots:
            parts.append(coin(x + CARD / 2, 18, prices[slot]))
        else:
            parts.append(icon("arrow", x + CARD / 2, 18, 20, stroke="var(--soft)"))
        if slot < slots and card:
            parts.append(offer_card(view, card, x, 36))
        elif slot == slots:
            parts += [offer_card(view, one, x, 36 + 14 * n) for n, one in enumerate(right)]
        panel.add(name, place(name, *parts, label=label))
    order = [
        group(
            owner(seat, 30 + 46 * n, 163, 20),
            *(
                [circle(30 + 46 * n, 163, 15, fill="none", stroke="var(--ink)", stroke_width=2.5)]
                if view["phase"] == "offer" and n == view["step"] and not view["pending"]
                else []
            ),
            *(
                [icon("tick", 47 + 46 * n, 155, 12, stroke="var(--soft)")]
                if n < view["step"]
                else []
            ),
        )
        for n, seat in enumerate(view["order"])
    ]
    panel.add("order", *order)
    return panel


def offer_card(view: View, card: Mapping[str, Any], x: float, y: float) -> str:
    """A card on the board: its face if it is up or mine."""
    if card["number"] is None:
        return card_back(x, y, card["seat"])
    shape = view["shapes"][card["number"] - 1][0]
    return card_face(x, y, card["seat"], card["number"], shape, hidden=not card["up"])


def town_hall(view: View, speech: Speech) -> Panel:
    """The constraint of the round, the objectives, and how far the game has gone."""
    panel = Panel("hall", "supply", speech("bv.panel.hall"), WIDTH, 232)
    rounds = [
        circle(
            24 + 26 * n,
            20,
            8 if n + 1 == view["round"] else 6,
            fill="var(--ink)"
            if n + 1 == view["round"]
            else "var(--soft)"
            if n + 1 < view["round"]
            else "none",
            stroke="var(--ink)",
            stroke_width=1.25,
        )
        for n in range(ROUNDS)
    ]
    panel.add(
        "round",
        *rounds,
        text(
            WIDTH - 12,
            20,
            speech("bv.drawing.round", round=view["round"], rounds=ROUNDS),
            14,
            "end",
        ),
    )
    words = speech(CONSTRAINT_KEYS[view["constraint"]])
    panel.add(
        "constraint",
        place(
            "constraint",
            rect(
                1,
                40,
                WIDTH - 2,
                76,
                rx=8,
                fill="var(--sheet)",
                stroke="var(--ink)",
                stroke_width=1.5,
            ),
            moved(16, 54, constraint_picture(view["constraint"])),
            text(84, 60, speech("bv.drawing.constraint"), 13, fill="var(--soft)"),
            paragraph(84, 90, words[0].upper() + words[1:], 16, WIDTH - 96, "bold"),
            label=words,
        ),
    )
    for n, (key, name) in enumerate(
        ((HEIGHT_KEYS[view["height"]], "height"), (GROUP_KEYS[view["group"]], "group"))
    ):
        y = 124 + 54 * n
        panel.add(
            name,
            rect(1, y, WIDTH - 2, 48, rx=8, fill="var(--sheet)", stroke="var(--line)"),
            moved(14, y + 8, objective_picture(name, view[name])),
            paragraph(84, y + 24, speech(key), 14, WIDTH - 96),
        )
    return panel


def objective_picture(kind: str, which: int) -> str:
    """What an objective card shows, in 52 × 32."""
    house = {"stroke": "var(--ink)", "stroke_width": 1.25}
    if kind == "height":
        ground_ = (
            park(0, 14, 18),
            river(0, 18, 52, 14),
            line(2, 31, 50, 31, stroke="var(--ink)", stroke_width=3),
        )[which]
        towers = [
            rect(22 + 10 * n, 18 - 6 * n, 8, 12 + 6 * n, fill="var(--stone)", **house)
            for n in range(3)
        ]
        return group(ground_, *towers)
    if which == 0:
        shown = [(4, 10), (16, 10), (28, 10), (28, 22), (40, 10)]
        return group(*(rect(x, y - 6, 11, 11, fill="var(--stone)", **house) for x, y in shown))
    if which == 1:
        shown = [(2, 6), (13, 6), (32, 16), (32, 5), (43, 16)]
        return group(*(rect(x, y, 10, 10, fill="var(--stone)", **house) for x, y in shown))
    return group(
        rect(8, 10, 14, 14, fill="var(--stone)", **house),
        icon("cross", 40, 17, 16, stroke="var(--bad)"),
    )


def contracts(view: View, speech: Speech) -> Panel:
    """The displayed contracts: what they ask, what they bring, how far each architect is."""
    high = 92
    panel = Panel("contracts", "supply", speech("bv.panel.contracts"), WIDTH, 4 * high + 4)
    for n, kind in enumerate(view["display"]):
        y = n * high + 2
        if kind < 0:
            panel.add(
                f"spot-{n}",
                rect(
                    1,
                    y,
                    WIDTH - 2,
                    high - 8,
                    rx=8,
                    fill="none",
                    stroke="var(--line)",
                    stroke_dasharray="5 5",
                ),
            )
            continue
        words = contract_name(view, kind, speech)
        coins = view["contracts"][kind]["coins"]
        panel.add(
            f"spot-{n}",
            place(
                f"contract-{CONTRACT_TEXT[kind]}",
                rect(1, y, WIDTH - 2, high - 8, rx=8, fill="var(--sheet)", stroke="var(--line)"),
                moved(12, y + 10, contract_picture(kind)),
                paragraph(72, y + 30, words, 14, WIDTH - 130),
                coin(WIDTH - 26, y + 26, coins, 16),
                *progress_marks(view, n, y + high - 22),
                label=speech("bv.label.contract", contract=words, n=coins),
            ),
        )
    return panel


def progress_marks(view: View, spot: int, y: float) -> list[str]:
    """Each architect's sign with “1/2”, a tick once it is met."""
    parts: list[str] = []
    for seat in range(view["seats"]):
        have, needs = view["progress"][seat][spot]
        x = 80 + 72 * seat
        parts.append(owner(seat, x, y, 13))
        mine = seat == view["seat"]
        parts.append(
            text(x + 11, y, f"{have}/{needs}", 14, font_weight="bold" if mine else "normal")
        )
        if have == needs:
            parts.append(icon("tick", x + 46, y - 1, 13, stroke="var(--good)"))
    return parts


# Architects.


def hand(view: View, speech: Speech) -> Panel:
    """My cards, my purse, my contracts."""
    seat = view["seat"]
    me = view["players"][seat]
    held = view["hand"]
    panel = Panel("hand", "hand", speech("bv.panel.hand"), WIDTH, 128, seat)
    panel.add("purse", *purse(view, me, 12, 14))
    seen: dict[int, int] = {}
    for n, number in enumerate(held):
        seen[number] = seen.get(number, 0) + 1
        x = 8 + n * (CARD + 12)
        panel.add(
            f"card-{number}-{seen[number]}",
            place(
                f"card-{number}",
                card_face(x, 40, seat, number, view["shapes"][number - 1][0]),
                label=speech("bv.label.card", number=number),
            ),
        )
    return panel


def purse(view: View, player: Mapping[str, Any], x: float, y: float) -> list[str]:
    """Coins in hand, and the coins of the contracts taken."""
    parts = [
        coin(x + 8, y + 2, "¢", 11),
        text(x + 26, y + 2, str(player["coins"]), 18, font_weight="bold"),
    ]
    promised = sum(view["contracts"][kind]["coins"] for kind in player["taken"])
    if player["taken"]:
        parts += [
            element(
                "path",
                d="M0 0 h13 l4 4 v14 h-17 z",
                transform=f"translate({x + 76} {y - 7})",
                fill="var(--sheet)",
                stroke="var(--ink)",
                stroke_width=1.25,
            ),
            text(x + 100, y + 2, f"{len(player['taken'])} · +{promised}", 15),
        ]
    return parts


def area(view: View, seat: int, speech: Speech) -> Panel:
    """Another architect: purse, contracts, cards, and the numbers not seen yet."""
    player = view["players"][seat]
    panel = Panel(f"area-{seat}", "area", speech.name(seat), 248, 104, seat)
    panel.add(
        "box",
        place(
            f"taken-{seat}",
            rect(1, 1, 246, 102, rx=8, fill=f"var(--owner-soft-{seat})", stroke="var(--line)"),
            owner(seat, 22, 24, 20),
            *purse(view, player, 44, 22),
            label=speech.name(seat),
        ),
        *(
            rect(
                14 + 12 * n,
                44,
                18,
                24,
                rx=3,
                fill="var(--sheet)",
                stroke=f"var(--owner-{seat})",
                stroke_width=1.5,
            )
            for n in range(player["hand"])
        ),
        text(
            236,
            56,
            speech("bv.drawing.deck", n=player["deck"]),
            13,
            "end",
            fill="var(--ink)",
        ),
        *unseen(player["unseen"], 14, 86),
    )
    return panel


def unseen(numbers: list[int], x: float, y: float) -> list[str]:
    """The numbers 1 to 8: strong if the architect still has them, struck out if they were built."""
    parts: list[str] = []
    for number in range(1, HEIGHTS + 1):
        left = numbers.count(number)
        spot = x + 8 + 28 * (number - 1)
        parts.append(
            text(
                spot,
                y,
                str(number) + ("²" if left > 1 else ""),
                15,
                "middle",
                font_weight="bold" if left else "normal",
                fill="var(--ink)" if left else "var(--soft)",
            )
        )
        if not left:
            parts.append(
                line(spot - 7, y + 1, spot + 7, y + 1, stroke="var(--soft)", stroke_width=1.5)
            )
    return parts

"""The table as a view knows it: the city, the projects on offer, hands and bonuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.drawing.icons import shape
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import (
    Number,
    circle,
    group,
    line,
    moved,
    path,
    place,
    rect,
    text,
)
from parvis.engine.words import Speech
from parvis.games.neotopia import symbols
from parvis.games.neotopia.choices import USES, describe
from parvis.games.neotopia.components import (
    BESIDE,
    COLOURS,
    ELEMENT_WORDS,
    KIND_WORDS,
    KINDS,
    REGION_WORDS,
    REGIONS,
    Layout,
    colour_of,
)
from parvis.games.neotopia.notation import KIND_LETTERS
from parvis.games.neotopia.symbols import CARD, SMALL_CARD, WIDE
from parvis.games.neotopia.views import Region, View

GROUNDS = (("yellow", "dots"), ("blue", "waves"), ("green", "grass"))  # tint and hatching
STRIP = 78  # height of a region's strip
BOX = (148, 82)  # a factory
LAP = 20  # spaces of a track
Point = tuple[Number, Number]


def draw(view: Mapping[str, object], speech: Speech, tall: bool = False) -> Drawing:
    """All panels of a view."""
    return Table(cast(View, view), speech, tall).drawing()


class Table:
    """A view with the means to draw it."""

    def __init__(self, view: View, speech: Speech, tall: bool) -> None:
        self.view = view
        self.speech = speech
        self.tall = tall

    def drawing(self) -> Drawing:
        seat = self.view["seat"]
        panels = [self.city()]
        if seat is not None:
            panels.append(self.hand(seat))
        panels.append(self.supply())
        others = [(n + (seat or 0)) % self.view["seats"] for n in range(self.view["seats"])]
        panels += [self.area(other) for other in others if other != seat]
        return Drawing(panels)

    # The city.

    def city(self) -> Panel:
        if self.tall:
            return self.tall_city()
        panel = Panel("city", "board", self.speech("nt.draw.board"), 690, 644)
        maps: list[Point] = [(131, 206), (559, 206), (345, 440)]
        strips: list[Point] = [(4, 4), (434, 4), (219, 562)]
        boxes: list[Point] = [(345, 46), (552, 374), (138, 374)]
        panel.add("roads", *self.roads(maps, boxes, (345, 186)))
        for region, key in enumerate(REGIONS):
            panel.add(f"{key}-ground", self.ground(region, *maps[region], 21))
            panel.add(key, *self.region(region, *maps[region], 21))
            panel.add(f"{key}-strip", moved(*strips[region], *self.strip(region, 252)))
        for factory, (x, y) in enumerate(boxes):
            panel.add(f"factory-{factory}", moved(x - 74, y - 41, self.factory(factory)))
        panel.add("centre", moved(345 - 74, 186 - 41, self.centre()))
        panel.add("reserve", moved(12, 500, self.reserve()))
        panel.add("round", moved(502, 500, self.round()))
        return panel

    def tall_city(self) -> Panel:
        size = 28
        step = size * 11 + STRIP + 36
        panel = Panel("city", "board", self.speech("nt.draw.board"), 400, 286 + 3 * step)
        for factory in range(3):
            x, y = ((20, 4), (212, 4), (20, 96))[factory]
            panel.add(f"factory-{factory}", moved(x, y, self.factory(factory)))
        panel.add("centre", moved(212, 96, self.centre()))
        panel.add("reserve", moved(20, 192, self.reserve()))
        panel.add("round", moved(212, 192, self.round()))
        for region, key in enumerate(REGIONS):
            y = 286 + region * step
            middle = y + STRIP + 12 + size * 5.5
            panel.add(f"{key}-strip", moved(20, y, *self.strip(region, 360)))
            panel.add(f"{key}-ground", self.ground(region, 200, middle, size))
            panel.add(key, *self.region(region, 200, middle, size))
        return panel

    def roads(self, maps: list[Point], boxes: list[Point], centre: Point) -> list[str]:
        """Which factory delivers where."""
        ends = [
            (boxes[factory], maps[region]) for factory in range(3) for region in beside(factory)
        ]
        ends += [(centre, box) for box in boxes]
        broad = [
            line(*a, *b, stroke="var(--shade)", stroke_width=22, stroke_linecap="round")
            for a, b in ends
        ]
        middle = [
            line(*a, *b, stroke="var(--line)", stroke_width=1.5, stroke_dasharray="2 8")
            for a, b in ends
        ]
        return broad + middle

    def spots(self, region: int, x: Number, y: Number, size: Number) -> list[Point]:
        """The middle of every spot of a region whose map is centred at (x, y)."""
        layout = Layout(self.view["regions"][region]["map"])
        middle = (min(layout.x) + max(layout.x)) / 2, (min(layout.y) + max(layout.y)) / 2
        return [
            (x + (column - middle[0]) * WIDE * size, y + (row - middle[1]) * 1.5 * size)
            for column, row in zip(layout.x, layout.y, strict=True)
        ]

    def ground(self, region: int, x: Number, y: Number, size: Number) -> str:
        """The region's land: one shape under all its hexes."""
        tint, hatching = GROUNDS[region]
        spots = self.spots(region, x, y, size)
        land = [
            symbols.hexagon(a, b, size + 5, fill=f"var(--{tint})", stroke="none") for a, b in spots
        ]
        hatch = [
            symbols.hexagon(a, b, size + 5, fill=fill(hatching, f"{tint}-ink"), stroke="none")
            for a, b in spots
        ]
        return place(
            f"region-{REGIONS[region]}",
            *land,
            group(*hatch, opacity=0.6),
            label=self.speech.spoken(REGION_WORDS[region]),
        )

    def region(self, region: int, x: Number, y: Number, size: Number) -> list[str]:
        """The spaces of a region with what lies on them."""
        seen = self.view["regions"][region]
        layout = Layout(seen["map"])
        drawn: list[str] = []
        for spot, (a, b) in enumerate(self.spots(region, x, y, size)):
            name = f"space-{REGIONS[region]}-{layout.names[spot]}"
            drawn.append(
                place(
                    name,
                    *self.space(seen, layout, spot, a, b, size),
                    *self.hints(name, a, b, size),
                    label=self.space_label(region, seen, layout, spot),
                )
            )
        return drawn

    def space(
        self, seen: Region, layout: Layout, spot: int, x: Number, y: Number, size: Number
    ) -> list[str]:
        tint = GROUNDS[REGIONS.index(seen["key"])][0]
        outer = layout.marks[spot] == "o"
        parts = [
            symbols.hexagon(
                x, y, size - 1.5,
                fill="var(--sheet)" if not outer else f"var(--{tint})",
                stroke=f"var(--{tint}-ink)",
                stroke_width=1,
                stroke_dasharray="4 3" if outer else None,
            )
        ]  # fmt: skip
        letter = seen["elements"][spot]
        if letter != ".":
            parts.append(symbols.element("rgpb".index(letter), x, y, size - 2))
            if self.view["at"] == f"space-{seen['key']}-{layout.names[spot]}":
                parts.append(circle(x, y, size * 0.72, fill="none", stroke="var(--on-owner)",
                                    stroke_width=1.5, stroke_dasharray="3 3"))  # fmt: skip
            return parts
        if outer:
            r = size * 0.42
            half = f"M{x - r:.1f} {y + r / 2:.1f} a{r:.1f} {r:.1f} 0 0 1 {2 * r:.1f} 0 z"
            parts.append(path(half, fill=f"var(--{tint}-ink)", opacity=0.75))
        if layout.marks[spot] == "c":
            parts.append(circle(x, y, size * 0.22, fill="none", stroke=f"var(--{tint}-ink)"))
        token = seen["tokens"][spot]
        if token != ".":
            parts.append(symbols.token(KIND_LETTERS.index(token), x, y, size * 0.64))
        return parts

    def hints(self, name: str, x: Number, y: Number, size: Number) -> list[str]:
        """The elements that would complete a project of the hand here."""
        colours = [
            n for n, key in enumerate(COLOURS) if name in self.view["completes"].get(key, {})
        ]
        first = x - (len(colours) - 1) * 8
        return [
            symbols.element(colour, first + n * 16, y + size * 0.55, 9)
            for n, colour in enumerate(colours)
        ]

    def space_label(self, region: int, seen: Region, layout: Layout, spot: int) -> str:
        words = self.speech(
            "nt.label.space", region=REGION_WORDS[region], name=layout.names[spot].upper()
        )
        letter = seen["elements"][spot]
        if letter != ".":
            return f"{words} : {self.speech.spoken(ELEMENT_WORDS['rgpb'.index(letter)])}"
        if layout.marks[spot] == "o":
            words += f" ({self.speech('nt.draw.outer')})"
        token = seen["tokens"][spot]
        if token != ".":
            kind = KIND_WORDS[KIND_LETTERS.index(token)]
            words = self.speech("nt.label.token", space=words, kind=kind)
        name = f"space-{REGIONS[region]}-{layout.names[spot]}"
        for colour, key in enumerate(COLOURS):
            codes = self.view["completes"].get(key, {}).get(name, [])
            if codes:
                element = self.speech.spoken(ELEMENT_WORDS[colour])
                projects = [self.view["projects"][code]["name"] for code in codes]
                words += f" · {element} → {self.speech.spoken(projects)}"
        return words

    def strip(self, region: int, width: Number) -> list[str]:
        """A region's name, its last project, its pile and its track."""
        seen = self.view["regions"][region]
        tint, _ = GROUNDS[region]
        return [
            rect(0, 0, width, STRIP, rx=10, fill="var(--sheet)", stroke=f"var(--{tint}-ink)"),
            self.last(region, seen),
            text(68, 15, self.speech.spoken(REGION_WORDS[region]), 15, font_weight="bold"),
            self.pile(region, seen, width - 18),
            self.track(seen, 72, 38, width - 80),
            *self.standing(region, seen, 66, 67, (width - 68) / self.view["seats"]),
        ]

    def last(self, region: int, seen: Region) -> str:
        """The last project built in a region, which bars its type."""
        code = seen["last"]
        ground = rect(5, 5, 54, STRIP - 10, rx=6, fill="var(--shade)", stroke="none")
        if code is None:
            words = self.speech("nt.draw.no_last")
            dashes = {"stroke": "var(--line)", "stroke_dasharray": "4 4"}
            empty = rect(10, 10, 44, STRIP - 20, rx=4, fill="none", **dashes)
            return place(f"last-{REGIONS[region]}", ground, empty, label=words)
        project = self.view["projects"][code]
        return place(
            f"last-{REGIONS[region]}",
            ground,
            symbols.pattern(project, 32, STRIP / 2, 50, STRIP - 14),
            label=self.speech("nt.draw.last", project=project["name"]),
        )

    def pile(self, region: int, seen: Region, x: Number) -> str:
        """The tokens of a region's track: the top one, and how many."""
        if seen["pile"] == 0:
            words = self.speech("nt.draw.pile_empty")
            ring = circle(x, 15, 11, fill="none", stroke="var(--line)", stroke_dasharray="3 3")
            return place(f"pile-{REGIONS[region]}", ring, label=words)
        kind = KIND_WORDS[seen["top"]] if seen["top"] >= 0 else "#nt.draw.face_down"
        under = [circle(x, 15 + n, 11, fill="var(--shade)", stroke="var(--line)") for n in (4, 2)]
        return place(
            f"pile-{REGIONS[region]}",
            *(under if seen["pile"] > 1 else []),
            symbols.token(seen["top"], x, 14, 11),
            text(x - 16, 15, f"{seen['pile']} ×", 12, "end", fill="var(--soft)"),
            label=self.speech("nt.draw.pile", n=seen["pile"], kind=kind),
        )

    def track(self, seen: Region, x: Number, y: Number, width: Number) -> str:
        """The score track with its thresholds and everybody's marker."""
        step = width / (LAP + 0.8)
        parts = [line(x, y, x + LAP * step, y, stroke="var(--line)", stroke_width=3)]
        for threshold in self.view["tracks"]:
            at = x + ((threshold - 1) % LAP + 1) * step
            parts.append(circle(at, y, 7, fill="var(--white)", stroke="var(--line)"))
            parts.append(text(at, y + 14, str(threshold), 12, "middle", fill="var(--soft)"))
        heaps: dict[int, list[int]] = {}
        for seat, points in enumerate(seen["track"]):
            heaps.setdefault((points - 1) % LAP + 1 if points else 0, []).append(seat)
        for points, seats in sorted(heaps.items()):
            for n, seat in enumerate(seats):
                spot: Point = (x + points * step, y - (len(seats) - 1) * 4 + n * 8)
                if seen["track"][seat] > LAP:  # on the second lap the marker is turned over
                    parts.append(circle(*spot, 9, fill="var(--sheet)", stroke="var(--ink)"))
                parts.append(symbols.sign(seat, *spot, 13))
        return group(*parts)

    def standing(self, region: int, seen: Region, x: Number, y: Number, step: Number) -> list[str]:
        """Everybody's points here: track and group, and whether they will be tripled."""
        parts: list[str] = []
        for seat, points in enumerate(seen["points"]):
            at = x + seat * step
            weakest = self.view["weakest"][seat] == region
            label = self.speech(
                "nt.draw.points",
                who=f"@{seat}",
                track=seen["track"][seat],
                group=seen["group"][seat],
            )
            tripled: list[str] = []
            if weakest:
                label += f", {self.speech('nt.draw.weakest')}"
                soft = f"var(--owner-soft-{seat})"
                tripled = [rect(at, y - 9, min(step - 2, 58), 18, rx=9, fill=soft)]
            said = f"{points}×3" if weakest else str(points)
            parts.append(
                place(
                    f"points-{REGIONS[region]}-{seat}",
                    *tripled,
                    symbols.sign(seat, at + 7, y, 11),
                    text(at + 14, y, said, 12, font_weight="bold" if weakest else None),
                    label=label,
                )
            )
        return parts

    def factory(self, factory: int) -> str:
        """A factory and its elements, one column a colour."""
        width, height = BOX
        teeth = "".join(f"L{x} 3 L{x} 15 " for x in (41, 76, 110, 144))
        left, right = beside(factory)
        words = self.speech("nt.draw.factory", factory=factory + 1)
        sides = [self.speech.spoken(REGION_WORDS[region]) for region in (left, right)]
        names = f"{sides[0]} – {sides[1]}"
        body = path(
            f"M6 15 {teeth} V{height - 3} H6 Z",
            fill="var(--stone)",
            stroke="var(--stone-ink)",
            stroke_width=1.5,
            stroke_linejoin="round",
        )
        return place(
            f"factory-{factory}",
            body,
            *self.stock(self.view["factories"][factory], f"factory-{factory}", words),
            text(width / 2, height - 13, names, 12, "middle", fill="var(--stone-ink)"),
            label=f"{words} ({names})",
        )

    def stock(self, counts: list[int], name: str, words: str) -> list[str]:
        """Elements by colour; with a name, each colour can be picked."""
        drawn: list[str] = []
        for colour, count in enumerate(counts):
            x = 26 + colour * 32
            parts = [symbols.element(colour, x + 3 * n, 41 - 3 * n, 15) for n in range(count)][::-1]
            if count > 1:
                parts.append(circle(x + 10, 53, 8, fill="var(--ink)"))
                parts.append(
                    text(
                        x + 10, 53, str(count), 12, "middle",
                        fill="var(--paper)", font_weight="bold",
                    )
                )  # fmt: skip
            if not count:
                parts = [symbols.ghost(colour, x, 41, 14)]
            label = self.speech("nt.draw.in_stock", element=ELEMENT_WORDS[colour], count=count)
            if name:
                drawn.append(place(f"{name}-{COLOURS[colour]}", *parts, label=f"{words}, {label}"))
            else:
                drawn.append(group(*parts))
        return drawn

    def centre(self) -> str:
        """The production pile: what the next empty factory gets, and the tiles left."""
        width, height = BOX
        tiles = self.view["tiles"]
        said = self.speech("nt.draw.tiles", n=tiles) if tiles else self.speech("nt.draw.no_tile")
        parts = [
            rect(
                3 + n * 3, 14 + n * 3, width - 12, height - 16, rx=8,
                fill="var(--shade)", stroke="var(--line)",
            )
            for n in range(min(3, tiles), -1, -1)
        ]  # fmt: skip
        if self.view["flag"]:
            parts.append(shape(symbols.FLAG, width - 24, height - 14, 14, stroke="var(--soft)"))
        return place(
            "centre",
            *parts,
            moved(-3, 2, *self.stock(self.view["centre"], "", "")),
            text(width / 2 - 6, height - 13, said, 12, "middle", fill="var(--soft)"),
            text(width / 2 - 4, 4, self.speech("nt.draw.centre"), 13, "middle", font_weight="bold"),
            label=f"{self.speech('nt.draw.centre')}, {said}",
        )

    def reserve(self) -> str:
        """The elements that are left in the box."""
        parts = [text(0, 8, self.speech("nt.draw.reserve"), 14, font_weight="bold")]
        for colour, count in enumerate(self.view["reserve"]):
            x = 15 + colour % 2 * 80
            y = 38 + colour // 2 * 34
            label = self.speech("nt.draw.in_stock", element=ELEMENT_WORDS[colour], count=count)
            sign = symbols.element(colour, x, y, 14) if count else symbols.ghost(colour, x, y, 14)
            number = text(x + 19, y, str(count), 15)
            parts.append(place(f"reserve-{COLOURS[colour]}", sign, number, label=label))
        return group(*parts)

    def round(self) -> str:
        """The round, how near the end is, and the actions of who is on turn."""
        end = self.view["end"]
        words = self.speech("nt.draw.round", round=max(1, self.view["round"]))
        first = self.speech("nt.draw.first")
        parts = [
            text(0, 8, words, 14, font_weight="bold"),
            text(164, 8, first, 12, "end", fill="var(--soft)"),
            symbols.sign(self.view["first"], 174, 8, 13),
        ]
        y = 38
        turn = self.view["turn"]
        if turn is not None and self.view["phase"] in ("act", "build", "second"):
            parts.append(symbols.sign(turn, 9, y, 16))
            for n in range(3):
                inside = "var(--ink)" if n < self.view["left"] else "none"
                dot = circle(30 + n * 18, y, 6, fill=inside, stroke="var(--ink)", stroke_width=1.5)
                parts.append(dot)
            parts.append(text(80, y, self.speech("nt.draw.actions", n=self.view["left"]), 13))
            y += 30
        if end != "far":
            key = "nt.draw.announced" if end == "announced" else "nt.draw.last_round"
            parts.append(shape(symbols.FLAG, 9, y, 18))
            parts.append(text(24, y, self.speech(key), 13, font_weight="bold"))
        return group(*parts)

    # Cards.

    def supply(self) -> Panel:
        """The offer and the deck."""
        across = 3 if self.tall else 2
        wide, high = CARD
        rows = (5 + across - 1) // across
        panel = Panel(
            "supply",
            "supply",
            self.speech("nt.draw.supply"),
            across * (wide + 8) - 8,
            rows * (high + 8) - 8,
        )
        count = self.speech("nt.draw.deck", n=self.view["deck"])
        label = f"{self.speech('nt.label.deck')} ({count})"
        panel.add("deck", place("deck", symbols.back(count, self.view["deck"] > 0), label=label))
        for slot, code in enumerate(self.view["offer"]):
            x = (slot + 1) % across * (wide + 8)
            y = (slot + 1) // across * (high + 8)
            panel.add(f"slot-{slot}", moved(x, y, self.offered(code)))
        return panel

    def offered(self, code: str | None) -> str:
        if code is None:
            return symbols.back("", False)
        project = self.view["projects"][code]
        label = describe(project, self.view["seat"], self.speech)
        return place(
            f"offer-{code}", symbols.card(project, self.view["seat"], self.speech), label=label
        )

    def hand(self, seat: int) -> Panel:
        """My colour and points, my bonuses, my projects."""
        codes = self.view["hand"] or []
        large = not self.tall and len(codes) <= 5
        wide, high = CARD if large else SMALL_CARD
        left, top = (0, 44) if self.tall else (212, 0)
        least = 4 if self.tall else 8
        across = 5 if large else max(least, (len(codes) + 1) // 2)
        rows = max(1, (len(codes) + across - 1) // across)
        height = top + rows * (high + 6) if self.tall else 152
        width = left + max(400 if self.tall else 5 * 132, across * (wide + 6))
        panel = Panel("hand", "hand", self.speech("nt.draw.hand"), width, height, seat)
        total = self.speech("nt.draw.total", n=self.view["scores"][seat])
        me = [
            symbols.sign(seat, 12, 16, 20),
            symbols.element(colour_of(seat), 38, 16, 14),
            text(60, 16, total, 16, font_weight="bold"),
        ]
        panel.add("mine", place(f"tokens-{seat}", *me, label=total))
        for kind, count in enumerate(self.view["held"][seat]):
            x, y = (172 + kind * 58, 0) if self.tall else (0, 36 + kind * 29)
            panel.add(f"bonus-{KINDS[kind]}", moved(x, y, self.bonus(kind, count)))
        known = list(self.view["known"][seat])
        if not codes:
            empty = self.speech("nt.draw.no_card")
            panel.add("empty", text(left + 8, top + 20, empty, 14, fill="var(--soft)"))
        for n, code in enumerate(codes):
            seen = code in known
            if seen:
                known.remove(code)
            x, y = left + n % across * (wide + 6), top + n // across * (high + 6)
            panel.add(f"card-{n}", moved(x, y, self.mine(code, seen, large)))
        return panel

    def mine(self, code: str, seen: bool, large: bool) -> str:
        """A card of my hand."""
        project = self.view["projects"][code]
        label = describe(project, self.view["seat"], self.speech)
        if seen:
            label += f" ({self.speech('nt.draw.seen')})"
        if large:
            drawn = symbols.card(project, self.view["seat"], self.speech, seen)
        else:
            drawn = symbols.small_card(project, self.view["seat"], seen)
        return place(f"hand-{code}", drawn, label=label)

    def bonus(self, kind: int, count: int) -> str:
        """A bonus and how many of its tokens I hold; on a phone without its name."""
        name = self.speech.spoken(KIND_WORDS[kind])
        label = self.speech("nt.label.bonus", kind=KIND_WORDS[kind], use=USES[kind])
        held = count > 0
        width, height = (52, 36) if self.tall else (198, 27)
        ink = "var(--ink)" if held else "var(--soft)"
        parts = [
            rect(
                0.5, 0.5, width, height, rx=height / 2,
                fill="var(--sheet)" if held else "none",
                stroke="var(--line)", stroke_dasharray=None if held else "4 4",
            ),
            group(symbols.token(kind, 18, height / 2, 11), opacity=None if held else 0.45),
        ]  # fmt: skip
        if not self.tall:
            parts.append(text(34, height / 2, name, 13, fill=ink))
        if held:
            weight = {"font_weight": "bold"}
            parts.append(text(width - 9, height / 2, f"×{count}", 13, "end", fill=ink, **weight))
        return place(f"bonus-{KINDS[kind]}", *parts, label=f"{label} ({count})")

    # Other players.

    def area(self, seat: int) -> Panel:
        """Another player's points, bonuses and what is known of the hand."""
        known = self.view["known"][seat]
        panel = Panel(
            f"area-{seat}", "area", self.speech.name(seat), 264, 92 if known else 58, seat
        )
        panel.add("points", *(self.region_chip(seat, region) for region in range(3)))
        held = self.view["held"][seat]
        tokens = [kind for kind in range(4) for _ in range(held[kind])]
        row = [
            symbols.token(kind, 40 + n * min(23, 110 / max(1, len(tokens))), 44, 10)
            for n, kind in enumerate(tokens)
        ] or [text(32, 44, self.speech("nt.draw.no_bonus"), 12, fill="var(--soft)")]
        named = [self.speech.spoken(KIND_WORDS[kind]) for kind in tokens]
        panel.add(
            "tokens",
            symbols.element(colour_of(seat), 14, 44, 12),
            place(f"tokens-{seat}", *row, label=", ".join(named)),
        )
        words = self.speech("nt.draw.hidden", n=self.view["cards"][seat] - len(known))
        panel.add("hidden", text(262, 44, words, 12, "end"))
        step = min(38, 264 / max(1, len(known)))
        for n, code in enumerate(known):
            panel.add(f"known-{n}", moved(n * step, 58, self.known_card(code, seat)))
        return panel

    def region_chip(self, seat: int, region: int) -> str:
        """A player's points in a region, on its ground."""
        seen = self.view["regions"][region]
        tint, hatching = GROUNDS[region]
        said = f"{seen['points'][seat]}" + ("×3" if self.view["weakest"][seat] == region else "")
        name = self.speech.spoken(REGION_WORDS[region])
        x = region * 89
        return group(
            rect(x, 1, 86, 26, rx=7, fill=f"var(--{tint})"),
            rect(x, 1, 86, 26, rx=7, fill=fill(hatching, f"{tint}-ink"), opacity=0.35),
            text(x + 5, 14, name, 12, fill=f"var(--{tint}-ink)"),
            text(x + 81, 14, said, 12, "end", font_weight="bold", fill=f"var(--{tint}-ink)"),
        )

    def known_card(self, code: str, seat: int) -> str:
        """A project that everybody knows another player holds."""
        project = self.view["projects"][code]
        return place(
            f"known-{seat}-{code}",
            rect(0.5, 0.5, 36, 32, rx=5, fill="var(--sheet)", stroke="var(--line)"),
            symbols.pattern(project, 18.5, 16.5, 32, 28),
            label=describe(project, seat, self.speech),
        )


def beside(factory: int) -> list[int]:
    """The two regions that a factory delivers to."""
    return BESIDE[factory * 2 : factory * 2 + 2]

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
)
from parvis.games.neotopia.notation import KIND_LETTERS
from parvis.games.neotopia.symbols import CARD, WIDE
from parvis.games.neotopia.views import Region, View

GROUNDS = (("yellow", "dots"), ("blue", "waves"), ("green", "grass"))  # tint and hatching
STRIP = (320, 96)
BOX = (156, 92)  # a factory
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
        panel = Panel("city", "board", self.speech("nt.draw.board"), 920, 812)
        maps: list[Point] = [(170, 254), (750, 254), (460, 558)]
        strips: list[Point] = [(10, 6), (590, 6), (300, 710)]
        boxes: list[Point] = [(460, 136), (705, 462), (215, 462)]
        panel.add("roads", *self.roads(maps, boxes))
        for region, key in enumerate(REGIONS):
            panel.add(f"{key}-ground", self.ground(region, *maps[region], 25))
            panel.add(key, *self.region(region, *maps[region], 25))
            panel.add(f"{key}-strip", moved(*strips[region], *self.strip(region)))
        for factory, (x, y) in enumerate(boxes):
            panel.add(f"factory-{factory}", moved(x - 78, y - 46, self.factory(factory)))
        panel.add("centre", moved(460 - 78, 274 - 46, self.centre()))
        panel.add("reserve", moved(20, 600, self.reserve(4)))
        panel.add("round", moved(660, 600, self.round()))
        return panel

    def tall_city(self) -> Panel:
        size = 28
        height = size * 11
        panel = Panel("city", "board", self.speech("nt.draw.board"), 400, 320 + 3 * (height + 124))
        for factory in range(3):
            x, y = ((0, 0), (204, 0), (0, 104))[factory]
            panel.add(f"factory-{factory}", moved(x + 20, y + 4, self.factory(factory)))
        panel.add("centre", moved(224, 108, self.centre()))
        panel.add("reserve", moved(8, 212, self.reserve(2)))
        panel.add("round", moved(216, 206, self.round()))
        for region, key in enumerate(REGIONS):
            y = 320 + region * (height + 124)
            panel.add(f"{key}-strip", moved(40, y, *self.strip(region)))
            panel.add(f"{key}-ground", self.ground(region, 200, y + 108 + height / 2, size))
            panel.add(key, *self.region(region, 200, y + 108 + height / 2, size))
        return panel

    def roads(self, maps: list[Point], boxes: list[Point]) -> list[str]:
        """Which factory delivers where."""
        ends = [
            (boxes[factory], maps[region]) for factory in range(3) for region in beside(factory)
        ]
        ends += [((460, 274), box) for box in boxes]
        broad = [
            line(*a, *b, stroke="var(--shade)", stroke_width=26, stroke_linecap="round")
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

    def strip(self, region: int) -> list[str]:
        """A region's name, its last project, its pile and its track."""
        seen = self.view["regions"][region]
        tint, _ = GROUNDS[region]
        width, height = STRIP
        return [
            rect(0, 0, width, height, rx=10, fill="var(--sheet)", stroke=f"var(--{tint}-ink)"),
            self.last(region, seen),
            text(84, 16, self.speech.spoken(REGION_WORDS[region]), 16, font_weight="bold"),
            self.pile(region, seen),
            self.track(seen, 84, 46, width - 96),
            *self.standing(region, seen, 84, 80),
        ]

    def last(self, region: int, seen: Region) -> str:
        """The last project built in a region, which bars its type."""
        code = seen["last"]
        ground = rect(6, 6, 68, 84, rx=6, fill="var(--shade)", stroke="none")
        if code is None:
            words = self.speech("nt.draw.no_last")
            empty = rect(
                12, 12, 56, 72, rx=4, fill="none", stroke="var(--line)", stroke_dasharray="4 4"
            )
            return place(f"last-{REGIONS[region]}", ground, empty, label=words)
        project = self.view["projects"][code]
        name = self.speech("nt.draw.last", project=project["name"])
        return place(
            f"last-{REGIONS[region]}",
            ground,
            symbols.pattern(project, 40, 42, 60, 56),
            text(40, 80, str(project["points"]), 13, "middle", font_weight="bold"),
            label=name,
        )

    def pile(self, region: int, seen: Region) -> str:
        """The tokens of a region's track: the top one, and how many."""
        if seen["pile"] == 0:
            words = self.speech("nt.draw.pile_empty")
            ring = circle(296, 18, 12, fill="none", stroke="var(--line)", stroke_dasharray="3 3")
            return place(f"pile-{REGIONS[region]}", ring, label=words)
        kind = KIND_WORDS[seen["top"]] if seen["top"] >= 0 else "#nt.draw.face_down"
        return place(
            f"pile-{REGIONS[region]}",
            *(circle(296, 18 + n, 13, fill="var(--shade)", stroke="var(--line)") for n in (4, 2)),
            symbols.token(seen["top"], 296, 17, 13),
            text(276, 18, f"{seen['pile']} ×", 13, "end", fill="var(--soft)"),
            label=self.speech("nt.draw.pile", n=seen["pile"], kind=kind),
        )

    def track(self, seen: Region, x: Number, y: Number, width: Number) -> str:
        """The score track with its thresholds and everybody's marker."""
        step = width / (LAP + 1)
        parts = [
            line(
                x,
                y,
                x + LAP * step,
                y,
                stroke="var(--line)",
                stroke_width=3,
                stroke_linecap="round",
            )
        ]
        for threshold in self.view["tracks"]:
            at = x + threshold % LAP * step
            parts.append(circle(at, y, 8, fill="var(--white)", stroke="var(--line)"))
            parts.append(text(at, y + 15, str(threshold), 12, "middle", fill="var(--soft)"))
        heaps: dict[int, list[int]] = {}
        for seat, points in enumerate(seen["track"]):
            heaps.setdefault(points % LAP if points > LAP else points, []).append(seat)
        for points, seats in sorted(heaps.items()):
            for n, seat in enumerate(seats):
                parts.append(
                    symbols.sign(seat, x + points * step, y - (len(seats) - 1) * 4 + n * 8, 14)
                )
        return group(*parts)

    def standing(self, region: int, seen: Region, x: Number, y: Number) -> list[str]:
        """Everybody's points here: track and group, and whether they will be tripled."""
        parts: list[str] = []
        step = 60 if self.view["seats"] == 4 else 76
        for seat, points in enumerate(seen["points"]):
            at = x + seat * step - 4
            weakest = self.view["weakest"][seat] == region
            label = self.speech(
                "nt.draw.points",
                who=f"@{seat}",
                track=seen["track"][seat],
                group=seen["group"][seat],
            )
            if weakest:
                label += f", {self.speech('nt.draw.weakest')}"
                parts.append(
                    rect(at - 3, y - 10, step - 3, 20, rx=10, fill=f"var(--owner-soft-{seat})")
                )
            parts.append(
                place(
                    f"points-{REGIONS[region]}-{seat}",
                    symbols.sign(seat, at + 7, y, 13),
                    text(at + 17, y, f"{points}", 13, font_weight="bold" if weakest else None),
                    text(at + 35, y, "×3", 12) if weakest else "",
                    label=label,
                )
            )
        return parts

    def factory(self, factory: int) -> str:
        """A factory and its elements, one column a colour."""
        width, height = BOX
        teeth = "".join(f"L{x} 4 L{x} 18 " for x in (48, 82, 116, 150))
        left, right = beside(factory)
        words = self.speech("nt.draw.factory", factory=factory + 1)
        names = (
            f"{self.speech.spoken(REGION_WORDS[left])} – {self.speech.spoken(REGION_WORDS[right])}"
        )
        body = path(
            f"M6 18 {teeth} V{height - 4} H6 Z",
            fill="var(--stone)",
            stroke="var(--stone-ink)",
            stroke_width=1.5,
            stroke_linejoin="round",
        )
        return place(
            f"factory-{factory}",
            body,
            *self.stock(self.view["factories"][factory], f"factory-{factory}", words),
            text(width / 2, height - 14, names, 12, "middle", fill="var(--stone-ink)"),
            label=f"{words} ({names})",
        )

    def stock(self, counts: list[int], name: str, words: str) -> list[str]:
        """Elements by colour; with a name, each colour can be picked."""
        drawn: list[str] = []
        for colour, count in enumerate(counts):
            x = 27 + colour * 34
            if count:
                parts = [symbols.element(colour, x + 3 * n, 46 - 3 * n, 16) for n in range(count)][
                    ::-1
                ]
                if count > 1:
                    parts.append(circle(x + 11, 60, 8, fill="var(--ink)"))
                    parts.append(
                        text(
                            x + 11,
                            60,
                            str(count),
                            12,
                            "middle",
                            fill="var(--paper)",
                            font_weight="bold",
                        )
                    )
            else:
                parts = [symbols.ghost(colour, x, 46, 15)]
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
        depth = min(4, tiles)
        parts = [
            rect(
                4 + n * 3,
                16 + n * 3,
                width - 14,
                height - 16,
                rx=8,
                fill="var(--shade)",
                stroke="var(--line)",
            )
            for n in range(depth, -1, -1)
        ]
        if self.view["flag"]:
            parts.append(shape(symbols.FLAG, width - 24, height - 14, 16, stroke="var(--soft)"))
        return place(
            "centre",
            *parts,
            moved(-2, 4, *self.stock(self.view["centre"], "", "")),
            text(width / 2 - 6, height - 14, said, 12, "middle", fill="var(--soft)"),
            text(width / 2 - 4, 4, self.speech("nt.draw.centre"), 13, "middle", font_weight="bold"),
            label=f"{self.speech('nt.draw.centre')}, {said}",
        )

    def reserve(self, columns: int) -> str:
        """The elements that are left in the box."""
        parts = [text(0, 8, self.speech("nt.draw.reserve"), 14, font_weight="bold")]
        for colour, count in enumerate(self.view["reserve"]):
            x = 16 + colour % columns * (66 if columns == 4 else 96)
            y = 36 + colour // columns * 38
            label = self.speech("nt.draw.in_stock", element=ELEMENT_WORDS[colour], count=count)
            sign = symbols.element(colour, x, y, 15) if count else symbols.ghost(colour, x, y, 15)
            parts.append(
                place(
                    f"reserve-{COLOURS[colour]}", sign, text(x + 19, y, str(count), 15), label=label
                )
            )
        return group(*parts)

    def round(self) -> str:
        """The round, how near the end is, and the actions of who is on turn."""
        end = self.view["end"]
        words = self.speech("nt.draw.round", round=max(1, self.view["round"]))
        parts = [text(0, 8, words, 14, font_weight="bold")]
        if end != "far":
            key = "nt.draw.announced" if end == "announced" else "nt.draw.last_round"
            parts.append(shape(symbols.FLAG, 10, 36, 18))
            parts.append(text(24, 36, self.speech(key), 13))
        turn = self.view["turn"]
        if turn is not None and self.view["phase"] in ("act", "build", "second"):
            y = 64 if end != "far" else 38
            parts.append(symbols.sign(turn, 10, y, 16))
            for n in range(3):
                inside = "var(--ink)" if n < self.view["left"] else "none"
                dot = circle(34 + n * 20, y, 7, fill=inside, stroke="var(--ink)", stroke_width=1.5)
                parts.append(dot)
            parts.append(text(94, y, self.speech("nt.draw.actions", n=self.view["left"]), 13))
        return group(*parts)

    # Cards.

    def supply(self) -> Panel:
        """The offer and the deck."""
        across = 3 if self.tall else 2  # a column beside the board, which is nearly square
        wide, high = CARD
        rows = (5 + across - 1) // across
        panel = Panel(
            "supply", "supply", self.speech("nt.draw.supply"),
            across * (wide + 8) - 8, rows * (high + 8) - 8,
        )  # fmt: skip
        count = self.speech("nt.draw.deck", n=self.view["deck"])
        deck = place("deck", symbols.back(count, self.view["deck"] > 0), label=count)
        panel.add("deck", deck)
        for slot, code in enumerate(self.view["offer"]):
            x = (slot + 1) % across * (wide + 8)
            y = (slot + 1) // across * (high + 8)
            panel.add(f"slot-{slot}", moved(x, y, self.card("offer", code)))
        return panel

    def card(self, row: str, code: str | None, seen: bool = False) -> str:
        if code is None:
            return symbols.back("", False)
        project = self.view["projects"][code]
        label = describe(project, self.view["seat"], self.speech)
        if seen:
            label += f" ({self.speech('nt.draw.seen')})"
        drawn = symbols.card(project, self.view["seat"], self.speech, seen)
        return place(f"{row}-{code}", drawn, label=label)

    def hand(self, seat: int) -> Panel:
        """My colour and points, my bonuses, my projects."""
        codes = self.view["hand"] or []
        wide, high = CARD
        across = 3 if self.tall else max(7, len(codes))
        width = 400 if self.tall else across * (wide + 8) - 8
        rows = max(1, (len(codes) + across - 1) // across)
        top = 126 if self.tall else 46
        panel = Panel(
            "hand", "hand", self.speech("nt.draw.hand"), width, top + rows * (high + 8), seat
        )
        total = self.speech("nt.draw.total", n=self.view["scores"][seat])
        panel.add(
            "mine",
            symbols.sign(seat, 12, 18, 20),
            symbols.element((seat + 3) % 4, 40, 18, 15),
            text(62, 18, total, 16, font_weight="bold"),
        )
        for kind, count in enumerate(self.view["held"][seat]):
            x, y = (kind % 2 * 202, 40 + kind // 2 * 40) if self.tall else (156 + kind * 192, 0)
            chip = self.bonus(kind, count, 197 if self.tall else 186)
            panel.add(f"bonus-{KINDS[kind]}", moved(x, y, chip))
        known = list(self.view["known"][seat])
        if not codes:
            empty = self.speech("nt.draw.no_card")
            panel.add("empty", text(8, top + 20, empty, 14, fill="var(--soft)"))
        for n, code in enumerate(codes):
            seen = code in known
            if seen:
                known.remove(code)
            x, y = n % across * (wide + 8), top + n // across * (high + 8)
            panel.add(f"card-{n}", moved(x, y, self.card("hand", code, seen)))
        return panel

    def bonus(self, kind: int, count: int, width: Number) -> str:
        """A bonus and how many of its tokens I hold."""
        name = self.speech.spoken(KIND_WORDS[kind])
        label = self.speech("nt.label.bonus", kind=KIND_WORDS[kind], use=USES[kind])
        held = count > 0
        badge = [
            circle(28, 28, 8, fill="var(--ink)"),
            text(28, 28, str(count), 12, "middle", fill="var(--paper)", font_weight="bold"),
        ]
        return place(
            f"bonus-{KINDS[kind]}",
            rect(
                0.5, 0.5, width, 37, rx=18.5,
                fill="var(--sheet)" if held else "none",
                stroke="var(--line)", stroke_dasharray=None if held else "4 4",
            ),
            group(symbols.token(kind, 20, 19, 13), opacity=None if held else 0.45),
            *(badge if held else []),
            text(44, 19, name, 13, fill="var(--ink)" if held else "var(--soft)"),
            label=f"{label} ({count})",
        )  # fmt: skip

    # Other players.

    def area(self, seat: int) -> Panel:
        """Another player's points, bonuses and what is known of the hand."""
        known = self.view["known"][seat]
        rows = (len(known) + 5) // 6
        panel = Panel(f"area-{seat}", "area", self.speech.name(seat), 320, 96 + rows * 56, seat)
        total = self.speech("nt.draw.total", n=self.view["scores"][seat])
        parts = [
            symbols.sign(seat, 14, 14, 20),
            symbols.element((seat + 3) % 4, 40, 14, 13),
            text(60, 14, total, 16, font_weight="bold"),
        ]
        if self.view["first"] == seat:
            parts.append(text(312, 14, self.speech("nt.draw.first"), 12, "end", fill="var(--soft)"))
        parts += [self.region_chip(seat, region, 4 + region * 106, 32) for region in range(3)]
        panel.add("points", *parts)
        held = self.view["held"][seat]
        tokens = [kind for kind in range(4) for _ in range(held[kind])]
        row: list[str] = [
            symbols.token(kind, 16 + n * min(26, 130 / max(1, len(tokens))), 78, 11)
            for n, kind in enumerate(tokens)
        ] or [text(4, 78, self.speech("nt.draw.no_bonus"), 12, fill="var(--soft)")]
        named = ", ".join(self.speech.spoken(KIND_WORDS[kind]) for kind in tokens)
        panel.add("tokens", place(f"tokens-{seat}", *row, label=named))
        hidden = self.view["cards"][seat] - len(known)
        words = self.speech("nt.draw.hidden", n=hidden)
        panel.add("hidden", text(316, 78, words, 13, "end"))
        for n, code in enumerate(known):
            panel.add(
                f"known-{n}", moved(n % 6 * 53, 96 + n // 6 * 56, self.small_card(code, seat))
            )
        return panel

    def region_chip(self, seat: int, region: int, x: Number, y: Number) -> str:
        """A player's points in a region, on its ground."""
        seen = self.view["regions"][region]
        tint, hatching = GROUNDS[region]
        weakest = self.view["weakest"][seat] == region
        said = f"{seen['points'][seat]}" + (" × 3" if weakest else "")
        name = self.speech.spoken(REGION_WORDS[region])
        return group(
            rect(x, y, 100, 30, rx=8, fill=f"var(--{tint})"),
            rect(x, y, 100, 30, rx=8, fill=fill(hatching, f"{tint}-ink"), opacity=0.35),
            text(x + 8, y + 15, name, 12, fill=f"var(--{tint}-ink)"),
            text(x + 92, y + 15, said, 14, "end", font_weight="bold", fill=f"var(--{tint}-ink)"),
        )

    def small_card(self, code: str, seat: int) -> str:
        """A project that everybody knows another player holds."""
        project = self.view["projects"][code]
        return place(
            f"known-{seat}-{code}",
            rect(1, 1, 49, 51, rx=6, fill="var(--sheet)", stroke="var(--line)"),
            symbols.pattern(project, 25, 27, 44, 44),
            label=describe(project, seat, self.speech),
        )


def beside(factory: int) -> list[int]:
    """The two regions that a factory delivers to."""
    return BESIDE[factory * 2 : factory * 2 + 2]

"""The city: regions, factories, the production pile, the reserve, the round."""

from __future__ import annotations

from parvis.engine.drawing.icons import shape
from parvis.engine.drawing.panel import Panel
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
from parvis.games.neotopia.components import BESIDE, COLOURS, KINDS, LAP, REGIONS, Layout
from parvis.games.neotopia.drawing import pieces
from parvis.games.neotopia.drawing.pieces import WIDE
from parvis.games.neotopia.drawing.sketch import GROUNDS, Sketch
from parvis.games.neotopia.labels import ELEMENT_WORDS, KIND_WORDS, REGION_WORDS
from parvis.games.neotopia.notation import KIND_LETTERS
from parvis.games.neotopia.schema import Region

STRIP = 78  # height of a region's strip
BOX = (148, 82)  # a factory
Point = tuple[Number, Number]


class City(Sketch):
    """The board."""

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
            pieces.hexagon(a, b, size + 5, fill=f"var(--{tint})", stroke="none") for a, b in spots
        ]
        hatch = [
            pieces.hexagon(a, b, size + 5, fill=fill(hatching, f"{tint}-ink"), stroke="none")
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
            pieces.hexagon(
                x, y, size - 1.5,
                fill="var(--sheet)" if not outer else f"var(--{tint})",
                stroke=f"var(--{tint}-ink)",
                stroke_width=1,
                stroke_dasharray="4 3" if outer else None,
            )
        ]  # fmt: skip
        letter = seen["elements"][spot]
        if letter != ".":
            parts.append(pieces.element("rgpb".index(letter), x, y, size - 2))
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
            parts.append(pieces.token(KIND_LETTERS.index(token), x, y, size * 0.64))
        return parts

    def hints(self, name: str, x: Number, y: Number, size: Number) -> list[str]:
        """The elements that would complete a project of the hand here."""
        colours = [
            n for n, key in enumerate(COLOURS) if name in self.view["completes"].get(key, {})
        ]
        first = x - (len(colours) - 1) * 8
        return [
            pieces.element(colour, first + n * 16, y + size * 0.55, 9)
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
            pieces.pattern(project, 32, STRIP / 2, 50, STRIP - 14),
            label=self.speech("nt.draw.last", project=project["name"]),
        )

    def pile(self, region: int, seen: Region, x: Number) -> str:
        """The tokens of a region's track: the top one, and how many."""
        if seen["pile"] == 0:
            words = self.speech("nt.draw.pile_empty")
            ring = circle(x, 15, 11, fill="none", stroke="var(--line)", stroke_dasharray="3 3")
            return place(f"pile-{REGIONS[region]}", ring, label=words)
        top = -1 if seen["top"] is None else KINDS.index(seen["top"])
        kind = KIND_WORDS[top] if top >= 0 else "#nt.draw.face_down"
        under = [circle(x, 15 + n, 11, fill="var(--shade)", stroke="var(--line)") for n in (4, 2)]
        return place(
            f"pile-{REGIONS[region]}",
            *(under if seen["pile"] > 1 else []),
            pieces.token(top, x, 14, 11),
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
                parts.append(pieces.sign(seat, self.colour(seat), *spot, 13))
        return group(*parts)

    def standing(self, region: int, seen: Region, x: Number, y: Number, step: Number) -> list[str]:
        """Everybody's points here: track and group, and whether they will be tripled."""
        parts: list[str] = []
        for seat, points in enumerate(seen["points"]):
            at = x + seat * step
            weakest = self.view["weakest"][seat] == REGIONS[region]
            label = self.speech(
                "nt.draw.points",
                who=f"@{seat}",
                track=seen["track"][seat],
                group=seen["group"][seat],
            )
            tripled: list[str] = []
            if weakest:
                label += f", {self.speech('nt.draw.weakest')}"
                soft = pieces.paint(self.colour(seat), "-soft")
                tripled = [rect(at, y - 9, min(step - 2, 58), 18, rx=9, fill=soft)]
            said = f"{points}×3" if weakest else str(points)
            parts.append(
                place(
                    f"points-{REGIONS[region]}-{seat}",
                    *tripled,
                    pieces.sign(seat, self.colour(seat), at + 7, y, 11),
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
            parts = [pieces.element(colour, x + 3 * n, 41 - 3 * n, 15) for n in range(count)][::-1]
            if count > 1:
                parts.append(circle(x + 10, 53, 8, fill="var(--ink)"))
                parts.append(
                    text(
                        x + 10, 53, str(count), 12, "middle",
                        fill="var(--paper)", font_weight="bold",
                    )
                )  # fmt: skip
            if not count:
                parts = [pieces.ghost(colour, x, 41, 14)]
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
            parts.append(shape(pieces.FLAG, width - 24, height - 14, 14, stroke="var(--soft)"))
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
            sign = pieces.element(colour, x, y, 14) if count else pieces.ghost(colour, x, y, 14)
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
            pieces.sign(self.view["first"], self.colour(self.view["first"]), 174, 8, 13),
        ]
        y = 38
        turn = self.view["turn"]
        if turn is not None and self.view["phase"] in ("act", "build", "second"):
            parts.append(pieces.sign(turn, self.colour(turn), 9, y, 16))
            for n in range(3):
                inside = "var(--ink)" if n < self.view["left"] else "none"
                dot = circle(30 + n * 18, y, 6, fill=inside, stroke="var(--ink)", stroke_width=1.5)
                parts.append(dot)
            parts.append(text(80, y, self.speech("nt.draw.actions", n=self.view["left"]), 13))
            y += 30
        if end != "far":
            key = "nt.draw.announced" if end == "announced" else "nt.draw.last_round"
            parts.append(shape(pieces.FLAG, 9, y, 18))
            parts.append(text(24, y, self.speech(key), 13, font_weight="bold"))
        return group(*parts)


def beside(factory: int) -> list[int]:
    """The two regions that a factory delivers to."""
    return BESIDE[factory * 2 : factory * 2 + 2]

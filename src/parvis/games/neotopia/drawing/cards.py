"""Project cards and bonuses: the offer and the deck, one's own hand."""

from __future__ import annotations

from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import group, moved, place, rect, text
from parvis.games.neotopia.components import KINDS
from parvis.games.neotopia.drawing import pieces
from parvis.games.neotopia.drawing.pieces import CARD, SMALL_CARD
from parvis.games.neotopia.drawing.sketch import Sketch
from parvis.games.neotopia.labels import KIND_WORDS, USES, describe


class Cards(Sketch):
    """What one draws from and what one holds."""

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
        panel.add("deck", place("deck", pieces.back(count, self.view["deck"] > 0), label=label))
        for slot, code in enumerate(self.view["offer"]):
            x = (slot + 1) % across * (wide + 8)
            y = (slot + 1) // across * (high + 8)
            panel.add(f"slot-{slot}", moved(x, y, self.offered(code)))
        return panel

    def offered(self, code: str | None) -> str:
        if code is None:
            return pieces.back("", False)
        project = self.view["projects"][code]
        label = describe(project, self.colour(self.view["seat"]), self.speech)
        return place(
            f"offer-{code}",
            pieces.card(project, self.colour(self.view["seat"]), self.speech),
            label=label,
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
            pieces.sign(seat, self.colour(seat), 12, 16, 20),
            *self.played(seat, 38, 16, 14),
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
        label = describe(project, self.colour(self.view["seat"]), self.speech)
        if seen:
            label += f" ({self.speech('nt.draw.seen')})"
        if large:
            drawn = pieces.card(project, self.colour(self.view["seat"]), self.speech, seen)
        else:
            drawn = pieces.small_card(project, self.colour(self.view["seat"]), seen)
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
            group(pieces.token(kind, 18, height / 2, 11), opacity=None if held else 0.45),
        ]  # fmt: skip
        if not self.tall:
            parts.append(text(34, height / 2, name, 13, fill=ink))
        if held:
            weight = {"font_weight": "bold"}
            parts.append(text(width - 9, height / 2, f"×{count}", 13, "end", fill=ink, **weight))
        return place(f"bonus-{KINDS[kind]}", *parts, label=f"{label} ({count})")

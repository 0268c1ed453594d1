"""The other players: their points, bonuses and what is known of their hands."""

from __future__ import annotations

from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import group, moved, place, rect, text
from parvis.games.neotopia.components import REGIONS
from parvis.games.neotopia.drawing import pieces
from parvis.games.neotopia.drawing.sketch import GROUNDS, Sketch
from parvis.games.neotopia.labels import KIND_WORDS, REGION_WORDS, describe


class Players(Sketch):
    """Everybody else at the table."""

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
            pieces.token(kind, 40 + n * min(23, 110 / max(1, len(tokens))), 44, 10)
            for n, kind in enumerate(tokens)
        ] or [text(32, 44, self.speech("nt.draw.no_bonus"), 12, fill="var(--soft)")]
        named = [self.speech.spoken(KIND_WORDS[kind]) for kind in tokens]
        panel.add(
            "tokens",
            *self.played(seat, 14, 44, 12),
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
        said = f"{seen['points'][seat]}" + (
            "×3" if self.view["weakest"][seat] == REGIONS[region] else ""
        )
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
            pieces.pattern(project, 18.5, 16.5, 32, 28),
            label=describe(project, self.colour(seat), self.speech),
        )

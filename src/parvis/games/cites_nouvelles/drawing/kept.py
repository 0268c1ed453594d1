"""What each side has kept in this round."""

from __future__ import annotations

from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import rect, text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import LOTS
from parvis.games.cites_nouvelles.drawing.blocks import numbered, short, shown, signs
from parvis.games.cites_nouvelles.labels import LOT_WORDS
from parvis.games.cites_nouvelles.schema import View

SMALL = (28, 37)
A_ROW = 11


def captures(view: View, speech: Speech) -> Panel:
    """What each side has kept in this round."""
    parts: list[str] = []
    y = 0.0
    choosing = view["decorate"]["among"] if view["decorate"] and view["moves"] else []
    for side, seats in enumerate(view["sides"]):
        blocks = numbered([code for code in view["kept"][side] if code not in choosing])
        offer = view["offers"][side]
        if offer is not None:
            named = speech.spoken(LOT_WORDS[LOTS.index(offer)])
        else:
            named = short(", ".join(speech.name(seat) for seat in seats), 26)
        rows = max(1, -(-len(blocks) // A_ROW))
        high = 30 + rows * (SMALL[1] + 5)
        parts += [
            rect(1, y + 1, 350, high, rx=10, fill="var(--sheet)", stroke="var(--line)",
                 stroke_width=1.5),
            signs(seats, 12 + 19 * len(seats), y + 17, 16),
            text(18 + 19 * len(seats), y + 17, named, 14, font_weight="bold"),
            text(340, y + 17, speech("cn.draw.points", n=view["scores"][side]), 13, "end"),
        ]  # fmt: skip
        for n, block in enumerate(blocks):
            at = (9 + (n % A_ROW) * 31, y + 30 + (n // A_ROW) * (SMALL[1] + 5))
            parts.append(shown(block, view, speech, at[0], at[1], SMALL))
        if not blocks:
            parts.append(text(12, y + 49, speech("cn.draw.nothing-kept"), 13, fill="var(--soft)"))
        y += high + 10
    panel = Panel("kept", "supply", speech("cn.draw.kept"), 352, y)
    panel.add("sides", *parts)
    return panel

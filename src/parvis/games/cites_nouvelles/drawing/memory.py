"""What memory gives: where each of the 75 blocks was seen last."""

from __future__ import annotations

from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import line, moved, rect, text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import CODES, ENSEMBLES, SUIT, TRUMPS
from parvis.games.cites_nouvelles.drawing.blocks import PICTOGRAMS, edge, look, pictogram
from parvis.games.cites_nouvelles.schema import View


def memory(view: View, speech: Speech) -> Panel:
    """All 75 blocks: those nobody has seen since the deal, mine, those seen, those built."""
    panel = Panel("memory", "supply", speech("cn.draw.reserve", n=view["reserve"]), 352, 156)
    built = {code for standing in view["lots"].values() for code in standing}
    seen = {code for kept in view["kept"] for code in kept}
    seen |= {*view["returned"], *view["trick"], *[turned["block"] for turned in view["turned"]]}
    mine = set(view["hand"])
    for block, code in enumerate(CODES):  # each a fragment: a move changes few of them
        suit, rank = SUIT[block], block % 15
        x, y = 28 + rank * 21.5, 2 + suit * 24
        tint = look(block, view["decorations"])[0]
        round_ = 9.5 if suit == TRUMPS else 3
        if code in built:
            parts = [
                rect(x, y, 19, 21, rx=round_, fill=f"var(--{tint}-ink)", stroke=edge(tint),
                     stroke_width=1)
            ]  # fmt: skip
        elif code in mine or code not in seen:
            held = code in mine
            parts = [
                rect(x, y, 19, 21, rx=round_, fill=f"var(--{tint})",
                     stroke="var(--ink)" if held else "var(--line)",
                     stroke_width=2.25 if held else 1),
                text(x + 9.5, y + 10.5, str(rank + 1), 13, "middle", fill=f"var(--{tint}-ink)",
                     font_weight="bold" if held else "normal"),
            ]  # fmt: skip
        else:
            parts = [line(x + 6, y + 10.5, x + 13, y + 10.5, stroke="var(--line)", stroke_width=2)]
        panel.add(str(block), *parts)
    parts = []
    for suit in range(ENSEMBLES):
        parts.append(pictogram(PICTOGRAMS[suit], 12, 12.5 + suit * 24, 18, "var(--ink)"))
    parts.append(
        rect(6, 4 + TRUMPS * 24, 12, 17, rx=6, fill="none", stroke="var(--ink)", stroke_width=2)
    )
    legend = (
        ("cn.draw.mine", "mine"), ("cn.draw.unseen", "unseen"),
        ("cn.draw.seen", "seen"), ("cn.draw.built", "built"),
    )  # fmt: skip
    for n, (key, what) in enumerate(legend):
        parts.append(moved(28 + n * 82, 134, legend_mark(what), text(19, 8, speech(key), 12)))
    panel.add("legend", *parts)
    return panel


def legend_mark(what: str) -> str:
    """One of the four signs of the memory panel."""
    if what == "seen":
        return line(3, 8, 12, 8, stroke="var(--line)", stroke_width=2)
    if what == "built":
        return rect(0, 0, 14, 16, rx=3, fill="var(--ink)")
    held = what == "mine"
    return rect(
        1, 1, 12, 14, rx=3, fill="var(--shade)",
        stroke="var(--ink)" if held else "var(--line)", stroke_width=2.25 if held else 1,
    )  # fmt: skip

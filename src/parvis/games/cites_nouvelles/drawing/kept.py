"""What each side has kept in this round."""

from __future__ import annotations

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import place, rect, text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import LOTS
from parvis.games.cites_nouvelles.drawing.blocks import numbered, short, shown, signs
from parvis.games.cites_nouvelles.drawing.sizes import SMALL
from parvis.games.cites_nouvelles.labels import LOT_WORDS, kind_of
from parvis.games.cites_nouvelles.schema import View

A_ROW = 11


def captures(view: View, speech: Speech) -> Panel:
    """What each side has kept in this round."""
    kinds = tuple(view["decorations"])
    panel = Panel("kept", "supply", speech("cn.draw.kept"), 352, 0)
    choosing = view["decorate"]["among"] if view["decorate"] and view["moves"] else []
    common = speech.common
    for side, seats in enumerate(view["sides"]):
        blocks = numbered([code for code in view["kept"][side] if code not in choosing])
        offer = view["offers"][side]
        if offer is not None:
            named = speech.spoken(LOT_WORDS[LOTS.index(offer)])
        else:
            named = short(", ".join(speech.name(seat) for seat in seats), 26)
        rows = max(1, -(-len(blocks) // A_ROW))
        high = 30 + rows * (SMALL[1] + 5)
        y = panel.height
        points = view["scores"][side]
        panel.add(f"side-{side}", frame(side, tuple(seats), named, points, y, high, common))
        panel.add(f"blocks-{side}", stored(tuple(blocks), kinds, y, common))
        panel.height = y + high + 10
    return panel


@fragment
def frame(
    side: int,
    seats: tuple[int, ...],
    named: str,
    points: int,
    y: float,
    high: float,
    speech: Speech,
) -> str:
    """Whose blocks they are, for which ensemble, and the points so far."""
    left = 19 * len(seats)
    said = speech("cn.draw.points", n=points)
    return place(
        f"kept-{side}",
        rect(1, y + 1, 350, high, rx=10, fill="var(--sheet)", stroke="var(--line)",
             stroke_width=1.5),
        signs(seats, 12 + left, y + 17, 16),
        text(18 + left, y + 17, named, 14, font_weight="bold"),
        text(340, y + 17, said, 14, "end"),
        label=f"{speech('cn.draw.kept')} · {named} · {said}",
    )  # fmt: skip


@fragment
def stored(blocks: tuple[int, ...], kinds: tuple[str, ...], y: float, speech: Speech) -> str:
    """The blocks, in rows."""
    if not blocks:
        return text(12, y + 49, speech("cn.draw.nothing-kept"), 14, fill="var(--soft)")
    step = SMALL[1] + 5
    return "".join(
        shown(
            block,
            kind_of(block, kinds),
            speech,
            9 + (n % A_ROW) * 31,
            y + 30 + (n // A_ROW) * step,
            SMALL,
        )
        for n, block in enumerate(blocks)
    )

"""What everybody knows of the other players."""

from __future__ import annotations

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.icons import icon
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import group, line, place, rect, text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import LETTERS, LOTS, TRUMPS, Ensemble
from parvis.games.cites_nouvelles.drawing.symbols import FACES, pictogram
from parvis.games.cites_nouvelles.labels import LOT_WORDS, SUIT_WORDS
from parvis.games.cites_nouvelles.schema import View


def area(view: View, speech: Speech, seat: int) -> Panel:
    """What everybody knows of a player: how many blocks, which suits are missing, the offer."""
    panel = Panel(f"seat-{seat}", "area", speech.name(seat), 150, 96, seat)
    side = seat % len(view["sides"])
    offer = view["offers"][side] if view["namers"][side] == seat else None
    speaks = view["speaker"] == seat and view["phase"] in ("offer", "answer")
    size = view["hand_sizes"][seat]
    panel.add("facts", facts(seat, size, offer, speaks, view["voids"][seat], speech.common))
    return panel


@fragment
def facts(
    seat: int, size: int, offer: Ensemble | None, speaks: bool, voids: str, speech: Speech
) -> str:
    back = {"rx": 4, "fill": "var(--shade)", "stroke": "var(--soft)", "stroke_width": 1.5}
    parts = [
        rect(1, 1, 148, 94, rx=10, fill="var(--sheet)", stroke="var(--line)", stroke_width=1.5),
        place(
            f"hand-{seat}",
            rect(16, 10, 24, 33, **back),
            rect(11, 15, 24, 33, **back),
            text(48, 30, str(size), 34, font_weight="bold"),
            label=speech("cn.draw.in-hand", n=size),
        ),
    ]
    if offer is not None:
        drawn = pictogram(offer, 122, 29, 32, "var(--ink)")
        room = rect(104, 10, 36, 38, rx=6, fill="transparent")
        label = speech("cn.label.offer", lot=LOT_WORDS[LOTS.index(offer)])
        parts.append(place(f"offer-{seat}", room, drawn, label=label))
    elif speaks:
        label = speech("cn.draw.speaker")
        parts.append(place(f"speaker-{seat}", icon("star", 122, 29, 30), label=label))
    missing = [LETTERS.index(letter) for letter in voids]
    if missing:
        marks = [void_mark(suit, 22 + 27 * n, 73) for n, suit in enumerate(missing)]
        label = speech("cn.draw.void", suits=[SUIT_WORDS[suit] for suit in missing])
        parts.append(place(f"voids-{seat}", *marks, label=label))
    return "".join(parts)


def void_mark(suit: int, x: float, y: float) -> str:
    """A suit that a hand lacks: its pictogram, struck out."""
    if suit == TRUMPS:
        figure = rect(x - 8, y - 11, 16, 22, rx=8, fill="none", stroke="var(--ink)", stroke_width=2)
    else:
        figure = pictogram(FACES[suit], x, y, 23, "var(--ink)")
    strike = line(x - 11, y + 12, x + 11, y - 12, stroke="var(--bad)", stroke_width=3)
    return group(figure, strike)

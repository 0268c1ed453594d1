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

WIDTH, HEIGHT = 252, 48


def area(view: View, speech: Speech, seat: int) -> Panel:
    """What everybody knows of a player: how many blocks, which suits are missing, the offer."""
    panel = Panel(f"seat-{seat}", "area", speech.name(seat), WIDTH, HEIGHT, seat)
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
    back = {"rx": 3, "fill": "var(--shade)", "stroke": "var(--soft)", "stroke_width": 1.5}
    look = {"fill": "var(--sheet)", "stroke": "var(--line)", "stroke_width": 1.5}
    parts = [
        rect(1, 1, WIDTH - 2, HEIGHT - 2, rx=10, **look),
        place(
            f"hand-{seat}",
            rect(14, 9, 18, 25, **back),
            rect(10, 13, 18, 25, **back),
            text(40, HEIGHT / 2, str(size), 24, font_weight="bold"),
            label=speech("cn.draw.in-hand", n=size),
        ),
    ]
    if offer is not None:
        drawn = pictogram(offer, 92, HEIGHT / 2, 28, "var(--ink)")
        room = rect(74, 6, 36, 36, rx=6, fill="transparent")
        label = speech("cn.label.offer", lot=LOT_WORDS[LOTS.index(offer)])
        parts.append(place(f"offer-{seat}", room, drawn, label=label))
    elif speaks:
        label = speech("cn.draw.speaker")
        parts.append(place(f"speaker-{seat}", icon("star", 92, HEIGHT / 2, 26), label=label))
    missing = [LETTERS.index(letter) for letter in voids]
    if missing:
        marks = [void_mark(suit, 126 + 27 * n, HEIGHT / 2) for n, suit in enumerate(missing)]
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

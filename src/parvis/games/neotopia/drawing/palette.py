"""The palette of the editor: the projects of the deck, and the tokens that are nowhere."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.fragment import KEPT, fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import place, rect, text
from parvis.engine.words import Speech
from parvis.games.neotopia.components import KINDS
from parvis.games.neotopia.drawing import pieces
from parvis.games.neotopia.labels import KIND_WORDS, Face, describe

A_ROW = 9
WIDE, HIGH = 46, 42
TOKENS = 40  # the row of tokens below
Card = tuple[str, Face, int]  # code, what it shows, how many


@lru_cache(KEPT)
def palette(
    cards: tuple[Card, ...], tokens: tuple[int, ...], colour: int | None, speech: Speech
) -> Panel:
    """Small projects row by row, then the tokens."""
    rows = -(-len(cards) // A_ROW)
    height = rows * HIGH + (TOKENS if any(tokens) else 0)
    panel = Panel("palette", "supply", speech("nt.panel.palette"), A_ROW * WIDE, height)
    for n, (code, face, count) in enumerate(cards):
        x, y = n % A_ROW * WIDE, n // A_ROW * HIGH
        panel.add(code, project(code, face, count, x, y, colour, speech))
    for kind, count in enumerate(tokens):
        if count:
            panel.add(KINDS[kind], token(kind, count, kind * 64 + 22, rows * HIGH + 20, speech))
    return panel


@fragment
def project(
    code: str, face: Face, count: int, x: int, y: int, colour: int | None, speech: Speech
) -> str:
    parts = [
        rect(x + 1, y + 1, WIDE - 3, HIGH - 3, rx=5, fill="var(--sheet)", stroke="var(--line)"),
        pieces.pattern(face, x + WIDE / 2 - 1, y + HIGH / 2, WIDE - 8, HIGH - 8),
    ]
    if count > 1:
        parts.append(text(x + WIDE - 5, y + HIGH - 9, f"×{count}", 12, "end", font_weight="bold"))
    return place(f"spare-{code}", *parts, label=describe(face, colour, speech))


@fragment
def token(kind: int, count: int, x: int, y: int, speech: Speech) -> str:
    parts = [pieces.token(kind, x, y, 15), pieces.outline(x, y, 15)]
    if count > 1:
        parts.append(text(x + 20, y + 6, f"×{count}", 12, font_weight="bold"))
    return place(f"token-{KINDS[kind]}", *parts, label=speech.spoken(KIND_WORDS[kind]))

"""The architects: my hand and purse, and what everybody may know of the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.drawing.icons import owner
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import element, line, place, rect, text
from parvis.engine.words import Speech
from parvis.games.bella_vista.components import HEIGHTS
from parvis.games.bella_vista.drawing.cards import CARD, CARD_HIGH, card_face, coin

View = Mapping[str, Any]
FULL = 340  # across a phone


def hand(view: View, speech: Speech, tall: bool) -> Panel:
    """My cards, my purse, my contracts."""
    seat = view["seat"]
    held = view["hand"]
    step = CARD + 12
    width = max(FULL if tall else 190, 8 + step * len(held))
    panel = Panel("hand", "hand", speech("bv.panel.hand"), width, 38 + CARD_HIGH + 4, seat)
    mine = purse(view, view["players"][seat], 10, 14)
    panel.add("purse", place(f"taken-{seat}", *mine, label=speech("bv.drawing.purse")))
    seen: dict[int, int] = {}
    for n, number in enumerate(held):
        seen[number] = seen.get(number, 0) + 1
        card = card_face(8 + n * step, 36, seat, number, view["shapes"][number - 1][0])
        panel.add(
            f"card-{number}-{seen[number]}",
            place(f"card-{number}", card, label=speech("bv.label.card", number=number)),
        )
    return panel


def purse(view: View, player: Mapping[str, Any], x: float, y: float) -> list[str]:
    """Coins in hand, and the coins of the contracts taken."""
    parts = [
        coin(x + 8, y + 2, "¢", 11),
        text(x + 26, y + 2, str(player["coins"]), 18, font_weight="bold"),
    ]
    promised = sum(view["contracts"][kind]["coins"] for kind in player["taken"])
    if player["taken"]:
        parts += [
            element(
                "path",
                d="M0 0 h13 l4 4 v14 h-17 z",
                transform=f"translate({x + 62} {y - 7})",
                fill="var(--sheet)",
                stroke="var(--ink)",
                stroke_width=1.25,
            ),
            text(x + 86, y + 2, f"+{promised}", 17),
        ]
    return parts


def area(view: View, seat: int, speech: Speech) -> Panel:
    """Another architect: purse, contracts, cards in hand, and the numbers not seen yet."""
    player = view["players"][seat]
    panel = Panel(f"area-{seat}", "area", speech.name(seat), 248, 76, seat)
    backs = [
        rect(
            216 - 11 * n,
            9,
            18,
            25,
            rx=3,
            fill="var(--sheet)",
            stroke=f"var(--owner-{seat})",
            stroke_width=1.5,
        )
        for n in range(player["hand"])
    ]
    panel.add(
        "box",
        place(
            f"taken-{seat}",
            rect(1, 1, 246, 74, rx=8, fill=f"var(--owner-soft-{seat})", stroke="var(--line)"),
            owner(seat, 20, 22, 18),
            *purse(view, player, 38, 20),
            *backs,
            *unseen(player["unseen"], 12, 56),
            label=speech("bv.label.architect", seat=f"@{seat}", n=player["hand"]),
        ),
    )
    return panel


def unseen(numbers: list[int], x: float, y: float) -> list[str]:
    """The numbers 1 to 8: strong if the architect still has them, struck out if they were built."""
    parts: list[str] = []
    for number in range(1, HEIGHTS + 1):
        left = numbers.count(number)
        spot = x + 8 + 28 * (number - 1)
        parts.append(
            text(
                spot,
                y,
                str(number) + ("²" if left > 1 else ""),
                17,
                "middle",
                font_weight="bold" if left else "normal",
                fill="var(--ink)" if left else "var(--soft)",
            )
        )
        if not left:
            parts.append(
                line(spot - 7, y + 1, spot + 7, y + 1, stroke="var(--soft)", stroke_width=1.5)
            )
    return parts

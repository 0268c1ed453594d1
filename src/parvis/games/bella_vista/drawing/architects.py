"""The architects: my hand and purse, and what everybody may know of the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.icons import owner
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import group, line, moved, place, rect, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.bella_vista.components import HEIGHTS
from parvis.games.bella_vista.drawing.cards import Footprint, card_face, coin, footprint
from parvis.games.bella_vista.drawing.symbols import CARD, CARD_HIGH
from parvis.games.bella_vista.labels import architect_label

View = Mapping[str, Any]
FULL = 340  # across a phone
STEP = CARD + 12  # from card to card


def hand(view: View, speech: Speech, tall: bool) -> Panel:
    """My cards, my purse, my contracts."""
    seat, common = view["seat"], speech.common
    held = view["hand"]
    width = max(FULL if tall else 190, 8 + STEP * len(held))
    panel = Panel("hand", "hand", speech("bv.panel.hand"), width, 38 + CARD_HIGH + 4, seat)
    player = view["players"][seat]
    panel.add("purse", my_purse(seat, player["coins"], promised(view, player), common))
    for n, number in enumerate(held):
        panel.add(f"card-{n}", held_card(n, seat, number, footprint(view, number), common))
    return panel


@fragment
def held_card(n: int, seat: int, number: int, shape: Footprint, speech: Speech) -> str:
    """A card of my hand."""
    face = moved(8 + n * STEP, 36, card_face(seat, number, shape))
    return place(f"card-{number}", face, label=speech("bv.label.card", number=number))


@fragment
def my_purse(seat: int, coins: int, contracts: int | None, speech: Speech) -> str:
    """My coins and my contracts, above my cards."""
    room = rect(4, 1, 170, 29, rx=6, fill="transparent")
    parts = purse_parts(coins, contracts, 10, 14)
    return place(f"taken-{seat}", room, *parts, label=speech("bv.drawing.purse"))


def promised(view: View, player: Mapping[str, Any]) -> int | None:
    """The coins of the contracts that an architect has taken; None without any."""
    taken, terms = player["taken"], view["contracts"]
    return sum([terms[contract]["coins"] for contract in taken]) if taken else None


def purse_parts(coins: int, contracts: int | None, x: int, y: int) -> list[str]:
    """Coins in hand, and the coins of the contracts taken."""
    parts = [
        coin(x + 8, y + 2, "¢", 11),
        text(x + 26, y + 2, str(coins), 18, font_weight="bold"),
    ]
    if contracts is not None:
        parts.append(use("bv-paper", x + 62, y - 7))
        parts.append(text(x + 86, y + 2, f"+{contracts}", 17))
    return parts


def area(view: View, seat: int, speech: Speech) -> Panel:
    """Another architect: purse, contracts, cards in hand, and the numbers not seen yet."""
    player, name = view["players"][seat], speech.name(seat)
    panel = Panel(f"area-{seat}", "area", name, 248, 76, seat)
    panel.add("box", box(seat, name, player["hand"], speech.common))
    panel.add("purse", purse(player["coins"], promised(view, player)))
    panel.add("unseen", unseen(tuple(player["unseen"])))
    return panel


@fragment
def box(seat: int, name: str, held: int, speech: Speech) -> str:
    """An architect's place at the table, with the backs of the cards in hand."""
    ink = {"fill": "var(--sheet)", "stroke": f"var(--owner-{seat})", "stroke_width": 1.5}
    return place(
        f"taken-{seat}",
        rect(1, 1, 246, 74, rx=8, fill=f"var(--owner-soft-{seat})", stroke="var(--line)"),
        owner(seat, 20, 22, 18),
        group(*(rect(216 - 11 * n, 9, 18, 25, rx=3) for n in range(held)), **ink),
        label=architect_label(seat, name, held, speech),
    )


@fragment
def purse(coins: int, contracts: int | None) -> str:
    """Another architect's coins and contracts."""
    return group(*purse_parts(coins, contracts, 38, 20), pointer_events="none")


@fragment
def unseen(numbers: tuple[int, ...]) -> str:
    """The numbers 1 to 8: strong if the architect still has them, struck out if they were built."""
    there: list[str] = []
    gone: list[str] = []
    for number in range(1, HEIGHTS + 1):
        left, x = numbers.count(number), 20 + 28 * (number - 1)
        if left:
            shown = str(number) + ("²" if left > 1 else "")
            there.append(text(x, 56, shown, 17, "middle", font_weight="bold"))
        else:
            gone.append(text(x, 56, str(number), 17, "middle", fill="var(--soft)"))
            gone.append(line(x - 7, 57, x + 7, 57, stroke="var(--soft)", stroke_width=1.5))
    return group(*there, *gone, pointer_events="none")

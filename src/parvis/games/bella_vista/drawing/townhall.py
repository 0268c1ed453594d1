"""What lies beside the city: the offer board, the town hall's cards, the contracts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import circle, group, line, moved, place, rect, text
from parvis.engine.words import Speech
from parvis.games.bella_vista.components import ROUNDS
from parvis.games.bella_vista.drawing.cards import (
    CARD,
    CARD_HIGH,
    card_back,
    card_face,
    coin,
    paragraph,
)
from parvis.games.bella_vista.drawing.pictures import (
    constraint_picture,
    contract_picture,
    park,
    river,
)
from parvis.games.bella_vista.labels import (
    GROUP_KEYS,
    HEIGHT_KEYS,
    constraint_words,
    contract_label,
    contract_name,
)

View = Mapping[str, Any]
Parts = list[tuple[str, str]]  # fragments by name

WIDTH = 340
OFFERS_HIGH = 142
HALL_HIGH = 168
A_CONTRACT = 64
CONTRACTS_HIGH = 4 * A_CONTRACT
GAP = 8
CONTRACT_WORDS = WIDTH - 110  # room for what a contract asks, in two lines


def panels(view: View, speech: Speech, tall: bool) -> list[Panel]:
    """All in one beside the city; one after the other on a phone."""
    shown = (
        ("offers", speech("bv.panel.offers"), OFFERS_HIGH, offers(view, speech)),
        ("hall", speech("bv.panel.hall"), HALL_HIGH, hall(view, speech)),
        ("contracts", speech("bv.panel.contracts"), CONTRACTS_HIGH, contracts(view, speech)),
    )
    if tall:
        found = [Panel(id, "supply", title, WIDTH, high) for id, title, high, _ in shown]
        for panel, (_, _, _, parts) in zip(found, shown, strict=True):
            for name, svg in parts:
                panel.add(name, svg)
        return found
    high = OFFERS_HIGH + HALL_HIGH + CONTRACTS_HIGH + 2 * GAP
    panel = Panel("hall", "supply", speech("bv.panel.hall"), WIDTH, high)
    top = 0
    for _, _, own, parts in shown:
        for name, svg in parts:
            panel.add(name, moved(0, top, svg))
        top += own + GAP
    return [panel]


# Offers.


def offers(view: View, speech: Speech) -> Parts:
    """The offer board: slots with their prices, cards on them, the order below."""
    slots = len(view["prices"])
    back = rect(1, 1, WIDTH - 2, OFFERS_HIGH - 2, rx=10, fill="var(--shade)", stroke="var(--line)")
    parts = [("board", back)]
    parts += [slot(view, number, speech) for number in range(slots + 1)]
    parts.append(("order", order(view, speech)))
    return parts


def slot(view: View, number: int, speech: Speech) -> tuple[str, str]:
    """One slot, or the right of the board."""
    prices = view["prices"]
    on_board = number < len(prices)
    step = (WIDTH - 8) / (len(prices) + 1)
    x = 4 + number * step + (step - CARD) / 2
    now = view["phase"] in ("build", "contract") and (
        view["slot"] == number if on_board else (view["slot"] or 0) >= number
    )
    parts = [
        rect(
            x - 2,
            29,
            CARD + 4,
            CARD_HIGH + 4,
            rx=8,
            fill="var(--paper)",
            stroke="var(--ink)" if now else "var(--line)",
            stroke_width=3 if now else 1.25,
            stroke_dasharray=None if on_board else "5 4",
        )
    ]
    if on_board:
        name, label = f"slot-{prices[number]}", speech("bv.label.slot", n=prices[number])
        parts.append(coin(x + CARD / 2, 15, prices[number], 11.5))
        cards = [view["line"][number]]
    else:
        name, label = "slot-right", speech("bv.label.right")
        parts.append(icon("arrow", x + CARD / 2, 15, 18, stroke="var(--soft)"))
        cards = view["line"][number:]
    laid = [card for card in cards if card]
    parts += [card_on(view, card, x, 31 + 10 * n) for n, card in enumerate(laid)]
    return name, place(name, *parts, label=label)


def card_on(view: View, card: Mapping[str, Any], x: float, y: float) -> str:
    """A card on the board: its face if it is up or mine."""
    if card["number"] is None:
        return card_back(x, y, card["seat"])
    shape = view["shapes"][card["number"] - 1][0]
    return card_face(x, y, card["seat"], card["number"], shape, hidden=not card["up"])


def order(view: View, speech: Speech) -> str:
    """Who offers when: a ring around whose turn it is, a tick behind who has offered."""
    y = 122
    parts = [text(14, y, speech("bv.drawing.order"), 13, fill="var(--soft)")]
    for n, seat in enumerate(view["order"]):
        x = 154 + 46 * n
        parts.append(owner(seat, x, y, 18))
        if view["phase"] == "offer" and n == view["step"] and not view["pending"]:
            parts.append(circle(x, y, 14, fill="none", stroke="var(--ink)", stroke_width=2.5))
        if n < view["step"]:
            parts.append(icon("tick", x + 18, y - 4, 13))
    return group(*parts)


# The town hall.


def hall(view: View, speech: Speech) -> Parts:
    """How far the game has gone, the constraint of the round, the objectives."""
    rounds = [
        circle(
            22 + 22 * n,
            12,
            7.5 if n + 1 == view["round"] else 5.5,
            fill=round_fill(n + 1, view["round"]),
            stroke="var(--ink)",
            stroke_width=1.25,
        )
        for n in range(ROUNDS)
    ]
    far = speech("bv.drawing.round", round=view["round"], rounds=ROUNDS)
    words = constraint_words(view["constraint"], speech)
    card = place(
        "constraint",
        rect(
            1, 27, WIDTH - 2, 60, rx=8, fill="var(--sheet)", stroke="var(--ink)", stroke_width=1.5
        ),
        moved(14, 33, constraint_picture(view["constraint"])),
        text(78, 42, speech("bv.drawing.constraint"), 13, fill="var(--soft)"),
        paragraph(78, 66, words[0].upper() + words[1:], 16, WIDTH - 88, "bold"),
        label=words,
    )
    return [
        ("round", group(*rounds, text(WIDTH - 12, 12, far, 14, "end"))),
        ("constraint", card),
        (
            "height",
            objective(height_picture(view["height"]), 93, speech(HEIGHT_KEYS[view["height"]])),
        ),
        ("group", objective(group_picture(view["group"]), 131, speech(GROUP_KEYS[view["group"]]))),
    ]


def round_fill(number: int, now: int) -> str:
    """Full for this round, half for those gone, empty for those to come."""
    if number > now:
        return "none"
    return "var(--ink)" if number == now else "var(--line)"


def objective(picture: str, y: float, words: str) -> str:
    """An objective card."""
    return group(
        rect(1, y, WIDTH - 2, 35, rx=8, fill="var(--sheet)", stroke="var(--line)"),
        moved(12, y + 1.5, picture),
        paragraph(78, y + 17.5, words, 13, WIDTH - 84),
    )


HOUSE: dict[str, Any] = {"stroke": "var(--ink)", "stroke_width": 1.25}


def height_picture(which: str) -> str:
    """What a height objective shows, in 52 × 32."""
    ground_ = {
        "parks": park(0, 14, 18),
        "rivers": river(0, 18, 52, 14),
        "border": line(2, 31, 50, 31, stroke="var(--ink)", stroke_width=3),
    }[which]
    towers = [
        rect(22 + 10 * n, 18 - 6 * n, 8, 12 + 6 * n, fill="var(--stone)", **HOUSE) for n in range(3)
    ]
    return group(ground_, *towers)


def group_picture(which: str) -> str:
    """What a group objective shows, in 52 × 32."""
    if which == "largest":
        shown = [(4, 10), (16, 10), (28, 10), (28, 22), (40, 10)]
        return group(*(rect(x, y - 6, 11, 11, fill="var(--stone)", **HOUSE) for x, y in shown))
    if which == "each":
        shown = [(2, 6), (13, 6), (32, 16), (32, 5), (43, 16)]
        return group(*(rect(x, y, 10, 10, fill="var(--stone)", **HOUSE) for x, y in shown))
    return group(
        rect(8, 10, 14, 14, fill="var(--stone)", **HOUSE),
        icon("cross", 40, 17, 16, stroke="var(--bad)"),
    )


# Contracts.


def contracts(view: View, speech: Speech) -> Parts:
    """The displayed contracts: what they ask, what they bring, how far each architect is."""
    return [
        (f"spot-{n}", contract(view, n * A_CONTRACT, shown, speech))
        for n, shown in enumerate(view["display"])
    ]


def contract(view: View, y: float, shown: Mapping[str, Any] | None, speech: Speech) -> str:
    """A contract card, or an empty spot of the display."""
    high = A_CONTRACT - 5
    if shown is None:
        return rect(
            1,
            y,
            WIDTH - 2,
            high,
            rx=8,
            fill="none",
            stroke="var(--line)",
            stroke_dasharray="5 5",
        )
    which = shown["contract"]
    return place(
        f"contract-{which}",
        rect(1, y, WIDTH - 2, high, rx=8, fill="var(--sheet)", stroke="var(--line)"),
        moved(10, y + 6, contract_picture(which)),
        paragraph(68, y + 20, contract_name(view, which, speech), 13, CONTRACT_WORDS),
        coin(WIDTH - 24, y + 20, view["contracts"][which]["coins"], 14),
        *progress_marks(view, shown, y + high - 11),
        label=contract_label(view, which, speech),
    )


def progress_marks(view: View, shown: Mapping[str, Any], y: float) -> list[str]:
    """Each architect's sign with “1/2”, a tick once it is met."""
    parts: list[str] = []
    asked = shown["asked"]
    for seat, met in enumerate(shown["met"]):
        x = 75 + 66 * seat
        parts.append(owner(seat, x, y, 12))
        mine = seat == view["seat"]
        parts.append(
            text(x + 11, y, f"{met}/{asked}", 13, font_weight="bold" if mine else "normal")
        )
        if met == asked:
            parts.append(icon("tick", x + 42, y - 1, 13, stroke="var(--good)"))
    return parts

"""What lies beside the city: the offer board, the town hall's cards, the contracts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.drawing.fragment import Fragment, fragment
from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import circle, group, moved, place, rect, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.bella_vista.components import ROUNDS
from parvis.games.bella_vista.drawing.cards import (
    Footprint,
    card_face,
    coin,
    footprint,
    paragraph,
)
from parvis.games.bella_vista.drawing.symbols import CARD, CARD_HIGH
from parvis.games.bella_vista.labels import (
    GROUP_KEYS,
    HEIGHT_KEYS,
    constraint_words,
    contract_label,
    contract_name,
)

View = Mapping[str, Any]
Shown = dict[str, Fragment]  # by id
Card = tuple[int, int | None, bool, Footprint]  # seat, number if it is known, face up, squares

WIDTH = 340
OFFERS_HIGH = 142
HALL_HIGH = 168
A_CONTRACT = 64
CONTRACTS_HIGH = 4 * A_CONTRACT
GAP = 8
CONTRACT_WORDS = WIDTH - 110  # room for what a contract asks, in two lines


def panels(view: View, speech: Speech, tall: bool) -> list[Panel]:
    """All in one beside the city; one after the other on a phone."""
    common = speech.common
    if tall:
        found = [
            ("offers", speech("bv.panel.offers"), OFFERS_HIGH, offers(view, "offers-", 0, common)),
            ("hall", speech("bv.panel.hall"), HALL_HIGH, hall(view, "hall-", 0, common)),
            (
                "contracts",
                speech("bv.panel.contracts"),
                CONTRACTS_HIGH,
                contracts(view, "contracts-", 0, common),
            ),
        ]
    else:
        second = OFFERS_HIGH + GAP
        third = second + HALL_HIGH + GAP
        shown = offers(view, "hall-", 0, common)
        shown |= hall(view, "hall-", second, common)
        shown |= contracts(view, "hall-", third, common)
        found = [("hall", speech("bv.panel.hall"), third + CONTRACTS_HIGH, shown)]
    return [
        Panel(id, "supply", title, WIDTH, high, fragments=shown) for id, title, high, shown in found
    ]


# Offers.


def offers(view: View, at: str, top: int, speech: Speech) -> Shown:
    """The offer board: slots with their prices, cards on them, the order below."""
    prices, line = view["prices"], view["line"]
    slots = len(prices)
    shown = {at + "board": board(top)}
    for n, price in enumerate(prices):
        cards = () if line[n] is None else (card_of(view, line[n]),)
        shown[f"{at}slot-{price}"] = slot(top, n, slots, price, cards, speech)
    beyond = tuple([card_of(view, card) for card in line[slots:] if card is not None])
    shown[at + "slot-right"] = slot(top, slots, slots, None, beyond, speech)
    now = view["slot"] if view["phase"] in ("build", "contract") else None
    shown[at + "now"] = now_building(top, None if now is None else min(now, slots), slots)
    shown[at + "order"] = order(top, tuple(view["order"]), speech)
    waits = view["phase"] == "offer" and not view["pending"]
    shown[at + "offered"] = offered(top, view["step"], waits)
    return shown


def card_of(view: View, card: Mapping[str, Any]) -> Card:
    """A card on the board, as plain values."""
    number = card["number"]
    shape = () if number is None else footprint(view, number)
    return card["seat"], number, card["up"], shape


@fragment
def board(top: int) -> str:
    """What the slots lie on."""
    look = {"fill": "var(--shade)", "stroke": "var(--line)"}
    return rect(1, top + 1, WIDTH - 2, OFFERS_HIGH - 2, rx=10, **look)


def slot_left(n: int, slots: int) -> float:
    """Where the cards of a slot lie."""
    step = (WIDTH - 8) / (slots + 1)
    return 4 + n * step + (step - CARD) / 2


@fragment
def slot(
    top: int, n: int, slots: int, price: int | None, cards: tuple[Card, ...], speech: Speech
) -> str:
    """One slot with its price, or, without one, the right of the board."""
    x = slot_left(n, slots)
    look = {"fill": "var(--paper)", "stroke": "var(--line)", "stroke_width": 1.25}
    dashes = "5 4" if price is None else None
    parts = [rect(x - 2, top + 29, CARD + 4, CARD_HIGH + 4, rx=8, **look, stroke_dasharray=dashes)]
    if price is None:
        name, label = "slot-right", speech("bv.label.right")
        parts.append(icon("arrow", x + CARD / 2, top + 15, 18, stroke="var(--soft)"))
    else:
        name, label = f"slot-{price}", speech("bv.label.slot", n=price)
        parts.append(coin(x + CARD / 2, top + 15, price, 11.5))
    for lower, (seat, number, up, shape) in enumerate(cards):
        y = top + 31 + 10 * lower
        if number is None:
            parts.append(use(f"bv-back-{seat}", x, y))
        else:
            parts.append(moved(x, y, card_face(seat, number, shape, not up)))
    return place(name, *parts, label=label)


@fragment
def now_building(top: int, n: int | None, slots: int) -> str:
    """A strong line around the slot whose card is being built."""
    if n is None:
        return ""
    look = {"fill": "none", "stroke": "var(--ink)", "stroke_width": 3, "pointer_events": "none"}
    return rect(slot_left(n, slots) - 2, top + 29, CARD + 4, CARD_HIGH + 4, rx=8, **look)


def order_spot(top: int, n: int) -> tuple[int, int]:
    """Where the sign of an architect stands in the order of the offers."""
    return 154 + 46 * n, top + 122


@fragment
def order(top: int, seats: tuple[int, ...], speech: Speech) -> str:
    """Who offers when."""
    words = speech("bv.drawing.order")
    return place(
        "order",
        rect(8, top + 108, WIDTH - 16, 28, rx=6, fill="transparent"),
        text(14, top + 122, words, 13, fill="var(--soft)"),
        *(owner(seat, *order_spot(top, n), 18) for n, seat in enumerate(seats)),
        label=words,
    )


@fragment
def offered(top: int, step: int, waits: bool) -> str:
    """A tick behind who has offered, a ring around who is about to."""
    parts: list[str] = []
    for n in range(step):
        x, y = order_spot(top, n)
        parts.append(icon("tick", x + 18, y - 4, 13))
    if waits:
        x, y = order_spot(top, step)
        parts.append(circle(x, y, 14, fill="none", stroke="var(--ink)", stroke_width=2.5))
    return group(*parts, pointer_events="none")


# The town hall.


def hall(view: View, at: str, top: int, speech: Speech) -> Shown:
    """How far the game has gone, the constraint of the round, the objectives."""
    return {
        at + "round": rounds(top, view["round"], speech),
        at + "constraint": constraint(top, view["constraint"], speech),
        at + "height": objective(top + 93, "height", view["height"], speech),
        at + "group": objective(top + 131, "group", view["group"], speech),
    }


@fragment
def rounds(top: int, now: int, speech: Speech) -> str:
    """How far the game has gone."""
    dots = [
        circle(22 + 22 * n, top + 12, 7.5 if n + 1 == now else 5.5, fill=round_fill(n + 1, now))
        for n in range(ROUNDS)
    ]
    far = speech("bv.drawing.round", round=now, rounds=ROUNDS)
    return place(
        "round",
        rect(1, top, WIDTH - 2, 24, rx=6, fill="transparent"),
        group(*dots, stroke="var(--ink)", stroke_width=1.25),
        text(WIDTH - 12, top + 12, far, 14, "end"),
        label=far,
    )


def round_fill(number: int, now: int) -> str:
    """Full for this round, half for those gone, empty for those to come."""
    if number > now:
        return "none"
    return "var(--ink)" if number == now else "var(--line)"


@fragment
def constraint(top: int, name: str, speech: Speech) -> str:
    """The constraint of the round."""
    words = constraint_words(name, speech)
    look = {"fill": "var(--sheet)", "stroke": "var(--ink)", "stroke_width": 1.5}
    return place(
        "constraint",
        rect(1, top + 27, WIDTH - 2, 60, rx=8, **look),
        use(f"bv-constraint-{name}", 14, top + 33),
        text(78, top + 42, speech("bv.drawing.constraint"), 13, fill="var(--soft)"),
        paragraph(78, top + 66, words[0].upper() + words[1:], 16, WIDTH - 88, "bold"),
        label=words,
    )


@fragment
def objective(y: int, kind: str, name: str, speech: Speech) -> str:
    """An objective card."""
    words = speech((HEIGHT_KEYS if kind == "height" else GROUP_KEYS)[name])
    return place(
        f"objective-{kind}",
        rect(1, y, WIDTH - 2, 35, rx=8, fill="var(--sheet)", stroke="var(--line)"),
        use(f"bv-{kind}-{name}", 12, y + 1.5),
        paragraph(78, y + 17.5, words, 13, WIDTH - 84),
        label=words,
    )


# Contracts.


def contracts(view: View, at: str, top: int, speech: Speech) -> Shown:
    """The displayed contracts: what they ask, what they bring, how far each architect is."""
    shown: Shown = {}
    for n, one in enumerate(view["display"]):
        y = top + n * A_CONTRACT
        if one is None:
            shown[f"{at}spot-{n}"] = gap(y)
            shown[f"{at}met-{n}"] = progress(y, 0, (), None)
            continue
        which = one["contract"]
        terms = view["contracts"][which]
        shown[f"{at}spot-{n}"] = contract(y, which, terms["needs"], terms["coins"], speech)
        shown[f"{at}met-{n}"] = progress(y, one["asked"], tuple(one["met"]), view["seat"])
    return shown


@fragment
def gap(y: int) -> str:
    """An empty spot of the display."""
    look = {"fill": "none", "stroke": "var(--line)", "stroke_dasharray": "5 5"}
    return rect(1, y, WIDTH - 2, A_CONTRACT - 5, rx=8, **look)


@fragment
def contract(y: int, which: str, needs: int, coins: int, speech: Speech) -> str:
    """A contract card."""
    look = {"fill": "var(--sheet)", "stroke": "var(--line)"}
    return place(
        f"contract-{which}",
        rect(1, y, WIDTH - 2, A_CONTRACT - 5, rx=8, **look),
        use(f"bv-contract-{which}", 10, y + 6),
        paragraph(68, y + 20, contract_name(which, needs, speech), 13, CONTRACT_WORDS),
        coin(WIDTH - 24, y + 20, coins, 14),
        label=contract_label(which, needs, coins, speech),
    )


@fragment
def progress(y: int, asked: int, met: tuple[int, ...], mine: int | None) -> str:
    """On a contract: each architect's sign with “1/2”, a tick once it is met."""
    parts: list[str] = []
    y += A_CONTRACT - 16
    for seat, far in enumerate(met):
        x = 75 + 66 * seat
        parts.append(owner(seat, x, y, 12))
        weight = "bold" if seat == mine else None
        parts.append(text(x + 11, y, f"{far}/{asked}", 13, font_weight=weight))
        if far == asked:
            parts.append(icon("tick", x + 42, y - 1, 13, stroke="var(--good)"))
    return group(*parts, pointer_events="none")

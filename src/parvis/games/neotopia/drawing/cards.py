"""Project cards and bonuses: the offer and the deck, one's own hand."""

from __future__ import annotations

from parvis.engine.drawing.fragment import Fragment, fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.part import part
from parvis.engine.drawing.svg import Number, group, moved, place, rect, text
from parvis.engine.words import Speech
from parvis.games.neotopia.components import KINDS, OFFER
from parvis.games.neotopia.drawing import pieces
from parvis.games.neotopia.drawing.symbols import CARD, SMALL_CARD
from parvis.games.neotopia.labels import (
    KIND_WORDS,
    USES,
    Face,
    describe,
    face_of,
)
from parvis.games.neotopia.schema import View


@part
def supply(view: View, speech: Speech, colour: int | None, tall: bool) -> Panel:
    """The offer and the deck; a colour is what the seat that looks plays.

    On a phone a row, cards as large as in the hand: so it finds room right above that.
    """
    wide, high = SMALL_CARD if tall else CARD
    across, space = (5, 6) if tall else (2, 8)
    spots = [(n % across * (wide + space), n // across * (high + space)) for n in range(OFFER + 1)]
    x, y = spots.pop(-1 if tall else 0)
    width = across * (wide + space) - space
    panel = Panel("supply", "supply", speech("nt.draw.supply"), width, spots[-1][1] + high)
    common = speech.common
    unseen = {"deck": deck(x, y, view["deck"], not tall, common)}
    if not tall:
        add_all(panel, unseen)
    for spot, (slot, code) in zip(spots, enumerate(view["offer"]), strict=True):
        face = None if code is None else face_of(view["projects"][code])
        panel.add(f"slot-{slot}", offered(*spot, code, face, colour, not tall, common))
    if tall:
        add_all(panel, unseen)
    return panel


@fragment
def deck(x: Number, y: Number, size: int, large: bool, speech: Speech) -> str:
    """The cards that lie face down."""
    count = speech("nt.draw.deck", n=size)
    drawn = pieces.back(count, large) if size else pieces.gap(large)
    return moved(x, y, place("deck", drawn, label=f"{speech('nt.label.deck')} ({count})"))


@fragment
def offered(
    x: Number, y: Number, code: str | None, face: Face | None, colour: int | None, large: bool,
    speech: Speech,
) -> str:  # fmt: skip
    """A project on offer, or the gap where one was."""
    if face is None:
        return moved(x, y, pieces.gap(large))
    drawn = (pieces.card if large else pieces.small_card)(face, colour, speech)
    return moved(x, y, place(f"offer-{code}", drawn, label=describe(face, colour, speech)))


@part
def hand(view: View, seat: int, speech: Speech, colour: int | None, tall: bool) -> Panel:
    """My colour and points, my bonuses, my projects: smaller if there are many, never nameless."""
    codes = view["hand"] or []
    large = not tall and len(codes) <= 5
    wide, high = CARD if large else SMALL_CARD
    left = 0 if tall else 292 if large else 122
    across = 4 if tall else 5 if large else max(8, (len(codes) + 1) // 2)
    below = max(1, (len(codes) + across - 1) // across) * (high + 6)
    if tall and not codes:  # a phone has no room for what is not there
        below = 40
    width, height = left + across * (wide + 6), below + 48 if tall else max(150, below - 6)
    panel = Panel("hand", "hand", speech("nt.draw.hand"), width, height, seat)
    common = speech.common
    mark = mine(seat, colour, view["scores"][seat], below + 8 if tall else 0, common)
    spots = [bonus_spot(kind, below if tall else 0, large) for kind in range(len(KINDS))]
    bonuses = {
        f"bonus-{KINDS[kind]}": bonus(kind, count, *spots[kind], large, common)
        for kind, count in enumerate(view["held"][seat])
    }
    if not tall:  # on a phone what one acts with comes first
        add_all(panel, {"mine": mark, **bonuses})
    if not codes:
        panel.add("empty", empty(left + 8, 20, common))
    known = list(view["known"][seat])
    for n, code in enumerate(codes):
        seen = code in known
        if seen:
            known.remove(code)
        x, y = left + n % across * (wide + 6), n // across * (high + 6)
        face = face_of(view["projects"][code])
        panel.add(f"card-{n}", held(x, y, code, face, colour, seen, large, common))
    if tall:
        add_all(panel, {"mine": mark, **bonuses})
    return panel


def add_all(panel: Panel, fragments: dict[str, Fragment]) -> None:
    for name, made in fragments.items():
        panel.add(name, made)


def bonus_spot(kind: int, below: int, named: bool) -> tuple[int, int]:
    """Where a bonus lies: two by two beside the cards, or in a row below them."""
    if below:
        return 122 + kind * 54, below
    return kind % 2 * (146 if named else 60), 40 + kind // 2 * 52


@fragment
def mine(seat: int, colour: int | None, points: int, y: int, speech: Speech) -> str:
    """My sign, the element whose colour I play, my points."""
    total = speech("nt.draw.total", n=points)
    played = [] if colour is None else [pieces.element(colour, 38, 16, 14)]
    drawn = place(
        f"tokens-{seat}",
        rect(0, 1, 116, 30, rx=15, fill="transparent"),
        pieces.sign(seat, colour, 12, 16, 20),
        *played,
        text(56, 16, total, 14, font_weight="bold"),
        label=total,
    )
    return moved(0, y, drawn)


@fragment
def bonus(kind: int, count: int, x: int, y: int, named: bool, speech: Speech) -> str:
    """A bonus and how many of its tokens I hold; with its name where there is room."""
    width, height = 140 if named else 48, 46
    held = count > 0
    ink = "var(--ink)" if held else "var(--soft)"
    parts = [
        rect(
            0.5, 0.5, width, height, rx=height / 2,
            fill="var(--sheet)" if held else "transparent",
            stroke="var(--line)", stroke_dasharray=None if held else "4 4",
        ),
        group(pieces.token(kind, 18, height / 2, 11), opacity=None if held else 0.45),
    ]  # fmt: skip
    if held:
        parts.append(pieces.badge(30, 33, 10, count, 13))
    if named:
        lines = pieces.wrapped(speech.spoken(KIND_WORDS[kind]), 14)
        parts += [
            text(42, height / 2 + (n - (len(lines) - 1) / 2) * 15, line, 13, fill=ink)
            for n, line in enumerate(lines)
        ]
    label = speech("nt.label.bonus", kind=KIND_WORDS[kind], use=USES[kind])
    return moved(x, y, place(f"bonus-{KINDS[kind]}", *parts, label=f"{label} ({count})"))


@fragment
def empty(x: Number, y: Number, speech: Speech) -> str:
    """A hand without projects."""
    return text(x, y, speech("nt.draw.no_card"), 14, fill="var(--soft)")


@fragment
def held(
    x: Number,
    y: Number,
    code: str,
    face: Face,
    colour: int | None,
    seen: bool,
    large: bool,
    speech: Speech,
) -> str:
    """A card of my hand."""
    if large:
        drawn = pieces.card(face, colour, speech, seen)
    else:
        drawn = pieces.small_card(face, colour, speech, seen)
    label = describe(face, colour, speech)
    if seen:
        label += f" ({speech('nt.draw.seen')})"
    return moved(x, y, place(f"hand-{code}", drawn, label=label))

"""The stairs with their marks, and one's hand, from a view alone."""

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.svg import place, rect, text
from parvis.engine.words import Speech
from tests.stairs.schema import View


def draw(view: View, speech: Speech, tall: bool = False) -> Drawing:
    marks = view["marks"]
    stairs = Panel("board", "board", speech("st.stairs"), 40 * len(marks), 12 * len(marks) + 60)
    for number, seat in enumerate(marks):
        stairs.add(str(number), step(number, seat, stairs.height, speech.common))
    hand = Panel("hand", "hand", speech("st.hand"), 200, 60)
    for n, card in enumerate(view["hand"]):
        hand.add(str(n), held(card, 48 * n, speech.common))
    return Drawing([stairs, hand])


@fragment
def step(number: int, seat: int | None, height: float, speech: Speech) -> str:
    """A step, with the flag of the seat whose mark it bears."""
    x, top = 40 * number, height - 12 * number - 30
    stone = rect(x, top, 40, height - top, fill="var(--stone)")
    parts = [stone, text(x + 20, top + 16, str(number), 14, "middle")]
    if seat is not None:
        flag, owner = f"⚑{seat + 1}", f"var(--owner-{seat})"
        parts.append(text(x + 20, top - 12, flag, 14, "middle", fill=owner))
    return place(f"step-{number}", *parts, label=speech("st.step", step=number))


@fragment
def held(card: int, x: int, speech: Speech) -> str:
    """A card of the hand."""
    face = rect(x + 2, 2, 40, 56, fill="var(--sheet)", stroke="var(--line)")
    number = text(x + 22, 30, str(card), 20, "middle")
    return place(f"card-{card}", face, number, label=speech("st.card", card=card))

"""The stairs with their marks, and one's hand, from a view alone."""

from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.svg import place, rect, text
from parvis.engine.words import Speech
from tests.stairs.schema import View


def draw(view: View, speech: Speech, tall: bool = False) -> Drawing:
    marks = view["marks"]
    stairs = Panel("board", "board", speech("st.stairs"), 40 * len(marks), 12 * len(marks) + 60)
    for step, seat in enumerate(marks):
        x, top = 40 * step, stairs.height - 12 * step - 30
        stone = rect(x, top, 40, stairs.height - top, fill="var(--stone)")
        parts = [stone, text(x + 20, top + 16, str(step), 14, "middle")]
        if seat is not None:
            flag, owner = f"⚑{seat + 1}", f"var(--owner-{seat})"
            parts.append(text(x + 20, top - 12, flag, 14, "middle", fill=owner))
        label = speech("st.step", step=step)
        stairs.add(str(step), place(f"step-{step}", *parts, label=label))
    hand = Panel("hand", "hand", speech("st.hand"), 200, 60)
    for n, card in enumerate(view["hand"]):
        face = rect(48 * n + 2, 2, 40, 56, fill="var(--sheet)", stroke="var(--line)")
        number = text(48 * n + 22, 30, str(card), 20, "middle")
        label = speech("st.card", card=card)
        hand.add(str(n), place(f"card-{card}", face, number, label=label))
    return Drawing([stairs, hand])

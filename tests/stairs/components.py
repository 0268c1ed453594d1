"""What is in the box: ten steps, cards with the same numbers, and how many of them one holds."""

from parvis.engine.packs import Pack

STEPS = 10


def read_components(pack: Pack) -> int:
    """How many cards one holds between two turns."""
    entry = pack.entry()
    entry.text("name")
    hand = entry.whole("hand", 1, 9)
    entry.done()
    return hand

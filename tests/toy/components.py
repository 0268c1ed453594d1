"""The toy's pack: how many cards there are."""

from __future__ import annotations

from parvis.engine.packs import Pack


def read_components(pack: Pack) -> int:
    entry = pack.entry()
    entry.text("name")
    cards = entry.whole("cards", 9, 20)
    entry.done()
    return cards

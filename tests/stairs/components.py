"""Nothing but a name."""

from __future__ import annotations

from parvis.engine.packs import Pack


def read_components(pack: Pack) -> None:
    entry = pack.entry()
    entry.text("name")
    entry.done()

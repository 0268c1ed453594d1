"""The options of Neotopia."""

from __future__ import annotations

from parvis.engine.options import Option

OPTIONS: tuple[Option, ...] = (
    Option("mirror", "bool", False, "nt.option.mirror", "nt.option.mirror.help", "NT-4.2"),
)

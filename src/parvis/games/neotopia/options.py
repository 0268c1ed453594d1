"""The options of Neotopia."""

from __future__ import annotations

from parvis.engine.options import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "colours",
        "choice",
        "seat",
        "nt.option.colours",
        "nt.option.colours.help",
        "NT-2.7",
        choices=("seat", "chosen"),
        choice_keys=("nt.option.colours.seat", "nt.option.colours.chosen"),
    ),
    Option("mirror", "bool", False, "nt.option.mirror", "nt.option.mirror.help", "NT-4.2"),
    Option("second_lap", "bool", False, "nt.option.lap", "nt.option.lap.help", "NT-5.2"),
)

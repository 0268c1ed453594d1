"""The options of Neoville."""

from __future__ import annotations

from parvis.engine.options import Option

# Which two types of utility are in play, by the option's value.
PAIRS = {
    "ecomobiles-windmills": (0, 1),
    "ecomobiles-biodomes": (0, 2),
    "windmills-biodomes": (1, 2),
}

OPTIONS: tuple[Option, ...] = (
    Option(
        "utilities",
        "choice",
        "random",
        "nv.option.utilities",
        "nv.option.utilities.help",
        "NV-2.2",
        choices=("random", *PAIRS),
        choice_keys=(
            "nv.option.utilities.random",
            "nv.option.utilities.ecomobiles-windmills",
            "nv.option.utilities.ecomobiles-biodomes",
            "nv.option.utilities.windmills-biodomes",
        ),
    ),
    Option(
        "first",
        "int",
        0,
        "nv.option.first",
        "nv.option.first.help",
        "NV-2.4",
        low=0,
        high=4,
        seat=True,
    ),
    Option("open_hands", "bool", False, "nv.option.open", "nv.option.open.help", "NV-2.5"),
    Option(
        "merge_exception",
        "choice",
        "hand",
        "nv.option.merge",
        "nv.option.merge.help",
        "NV-3.5",
        choices=("hand", "tile"),
        choice_keys=("nv.option.merge.hand", "nv.option.merge.tile"),
    ),
    Option("biodome_mirror", "bool", False, "nv.option.mirror", "nv.option.mirror.help", "NV-4.7"),
)

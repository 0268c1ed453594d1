"""Where the city comes from (BV-2.1)."""

from __future__ import annotations

from parvis.engine.options import Option
from parvis.engine.setting import Setting
from parvis.games.bella_vista.layouts import read_map

RANDOM = "random"
PLAYERS = "players"
CITIES = (
    "piazza",
    "promenade",
    "banks",
    "horseshoe",
    "crossroads",
    "terraces",
    "gardens",
)

OPTIONS: tuple[Option, ...] = (
    Option(
        "layout",
        "choice",
        RANDOM,
        "bv.option.layout",
        "bv.option.layout.help",
        "BV-2.1",
        choices=(RANDOM, PLAYERS, "drawn", *CITIES),
        choice_keys=(
            "bv.option.layout.random",
            "bv.option.layout.players",
            "bv.option.layout.drawn",
            "bv.city.piazza",
            "bv.city.promenade",
            "bv.city.banks",
            "bv.city.horseshoe",
            "bv.city.crossroads",
            "bv.city.terraces",
            "bv.city.gardens",
        ),
        pictured=CITIES,
    ),
    Option("bays", "bool", False, "bv.option.bays", "bv.option.bays.help", "BV-2.1"),
    Option(
        "city",
        "document",
        "",
        "bv.option.city",
        "bv.option.city.help",
        "BV-2.1",
        reader=read_map,
    ),
)


def by_players(setting: Setting) -> bool:
    """Whether the architects lay the city themselves."""
    return setting.options["layout"] == PLAYERS and setting.options["city"] == ""

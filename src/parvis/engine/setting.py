"""What is agreed before a game starts, and never changes: one object shared by all copies."""

from __future__ import annotations

from parvis.engine.packs import Pack


class Setting:
    """Which game by which rules version, how many seats, the options, the components."""

    def __init__(
        self, game: str, rules: int, seats: int, options: dict[str, object], pack: Pack
    ) -> None:
        self.game = game
        self.rules = rules
        self.seats = seats
        self.options = options
        self.pack = pack

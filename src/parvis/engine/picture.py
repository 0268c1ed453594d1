"""The table as one seat sees it, as a picture for notebooks and files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parvis.engine.game import game_of


@dataclass(frozen=True)
class Picture:
    """A view that can be drawn; a notebook shows it as it is.

    >>> import parvis
    >>> position = parvis.start("neotopia", seats=2, seed=1)
    >>> position.picture(0)
    <picture of neotopia, as seat 0 sees it>
    >>> position.picture().svg(theme="dark")[:4]
    '<svg'
    """

    view: Mapping[str, object]

    def svg(self, theme: str = "light", tall: bool = False, language: str = "en") -> str:
        """The drawing as SVG that stands alone, light or dark, for a wide or a tall place."""
        game = game_of(str(self.view["game"]))
        return game.draw(self.view, game.speech(language), tall).sheet(theme, tall)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        seat = self.view["seat"]
        who = "a spectator" if seat is None else f"seat {seat}"
        return f"<picture of {self.view['game']}, as {who} sees it>"

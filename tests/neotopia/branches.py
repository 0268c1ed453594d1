"""Endings of Neotopia that the recorded games should show."""

from __future__ import annotations

from collections.abc import Callable

from parvis.engine.position import Position
from parvis.games.neotopia import legality, phases
from parvis.games.neotopia.position import Neotopia


def game(told: Callable[[Neotopia], bool]) -> Callable[[Position], bool]:
    """A branch that looks at a position of Neotopia."""

    def tells(position: Position) -> bool:
        assert isinstance(position, Neotopia)
        return told(position)

    return tells


BRANCHES: dict[str, Callable[[Position], bool]] = {
    "after-the-flag": game(lambda position: position.end == phases.LAST_ROUND),
    "an-idle-round-ends-it": game(
        lambda position: position.flag and not legality.can_act(position)
    ),
    "the-deck-runs-out": game(lambda position: position.deck == 0),
    "a-colour-runs-out": game(lambda position: min(position.reserve) == 0),
    "a-region-is-full": game(
        lambda position: 0 in [legality.room(position, region) for region in range(3)]
    ),
    "a-pile-is-used-up": game(lambda position: 0 in position.pile),
    "chosen-colours": game(lambda position: position.setting.options["colours"] == "chosen"),
    "a-second-lap": game(lambda position: max(position.track) > 20),
}

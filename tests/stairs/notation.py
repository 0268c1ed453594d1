"""A position from its text; the field that is wrong is named."""

from parvis.engine.chance import Chance
from parvis.engine.setting import Setting
from parvis.engine.text import Fields
from tests.stairs.components import STEPS, read_components
from tests.stairs.position import DEALING, Stairs


def restore(setting: Setting, chance: Chance, fields: Fields) -> Stairs:
    position = Stairs(setting, chance)
    rounds, seats = int(str(setting.options["rounds"])), setting.seats
    position.phase = fields.word("phase", ("mark", "draw", DEALING, "play"))
    position.turns = fields.whole("turns", 0, rounds * seats)
    marks = fields.wholes("marks", -1, seats - 1, STEPS)
    if marks.count(position.seat) == STEPS:
        raise fields.fail("marks", "no step is left to mark")
    position.marks = [None if seat < 0 else seat for seat in marks]
    position.points = fields.wholes("points", 0, 10**9, seats)
    for seat in range(seats):
        drawn = position.phase == "play" and seat == position.seat
        size = read_components(setting.pack) + drawn
        position.hands[seat] = fields.wholes(f"hand{seat}", 0, STEPS - 1, size)
    return position

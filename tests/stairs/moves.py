"""The kinds of move: `m4` marks a step, `c7` plays a card, `draw` draws one."""

from parvis.engine.codec import Codec, Kind, Part
from tests.stairs.components import STEPS

NUMBERS = [str(number) for number in range(STEPS)]
MARK = Kind("mark", "m{step}", (Part("step", NUMBERS),))
PLAY = Kind("play", "c{card}", (Part("card", NUMBERS),))
DRAW = Kind("draw", "draw")
CODEC = Codec([MARK, PLAY, DRAW])

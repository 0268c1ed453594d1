"""What there is to pick, from a view alone."""

from parvis.engine.choices import Step, Tree, tree_of
from parvis.engine.codec import Decoder
from parvis.engine.words import Speech
from tests.stairs.schema import View


def choices(view: View, speech: Speech) -> Tree:
    decoder = Decoder(view["kinds"])
    ways: list[tuple[int, list[Step]]] = []
    for move in view["moves"]:
        kind, values = decoder.decode(move)
        if kind == "draw":
            step = Step(speech("st.ask.draw"), "draw", speech("st.ask.draw"), button=True)
        elif kind == "mark":
            label = speech("st.step", step=values[0])
            step = Step(speech("st.ask.mark"), f"step-{values[0]}", label)
        else:
            label = speech("st.card", card=values[0])
            step = Step(speech("st.ask.play"), f"card-{values[0]}", label)
        ways.append((move, [step]))
    return tree_of(ways)

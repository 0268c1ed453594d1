"""What a step and a card are for, from a view alone."""

from parvis.engine.explanation import Explanation
from parvis.engine.words import Speech
from tests.stairs.schema import View


def explain(view: View, place: str, speech: Speech) -> Explanation:
    if place.startswith("step-"):
        return Explanation((speech("st.about.step"),), ("ST-1.2", "ST-2.3"))
    return Explanation((speech("st.about.card"),), ("ST-1.4", "ST-2.3"))

"""How long the game is."""

from __future__ import annotations

from parvis.engine.options import Option

OPTIONS = (
    Option("rounds", "int", 3, "st.rounds", "st.rounds.help", "ST-1.1", low=1, high=2000),
    Option("loud", "bool", False, "st.loud", "st.loud.help", "ST-1.1"),
    Option(
        "mood", "choice", "calm", "st.mood", "st.mood.help", "ST-1.1", ("calm", "wild"),
        ("st.calm", "st.wild"),
    ),
)  # fmt: skip

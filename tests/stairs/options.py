"""What may be agreed on before a game."""

from parvis.engine.options import Option

OPTIONS = (Option("rounds", "int", 3, "st.rounds", "st.rounds.help", "ST-2.2", low=1, high=2000),)

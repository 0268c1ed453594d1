"""The drawing kit: one visual language for all games, light and dark."""

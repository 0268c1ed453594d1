"""Running games: seats, commands, undo, the event log and its storage. Knows no HTTP.

Imports bots, games and the engine.
"""

"""The lab: speed, strength, and what games look like from above.

Imports bots, games and the engine; nothing imports it but the command.
"""

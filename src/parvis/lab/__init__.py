"""The lab: speed, strength, and what games look like from above."""

"""The toy's one option."""

from __future__ import annotations

from parvis.engine.options import Option

OPTIONS = (Option("die", "int", 6, "ty.option.die", "ty.option.die.help", "TY-1.2", low=2, high=9),)

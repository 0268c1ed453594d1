"""Whether the rules that run are compiled. Imports the position, which is where one sees it."""

from __future__ import annotations

from parvis.engine import position

COMPILED: bool = not (position.__file__ or "").endswith(".py")

"""The `parvis` command. Imports everything below; nothing imports it."""

from parvis.cli.main import main

__all__ = ["main"]

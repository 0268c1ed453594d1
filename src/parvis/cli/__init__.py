"""The `parvis` command."""

from parvis.cli.main import main

__all__ = ["main"]

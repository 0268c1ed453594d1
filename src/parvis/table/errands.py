"""Blocking calls of the store, made from the loop: in threads of their own, each with a deadline.

Imports the store only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import sqlalchemy as sa

from parvis.table.store import PATIENCE, StoreError

Given = ParamSpec("Given")
Found = TypeVar("Found")
THREADS = 8
DEADLINE = PATIENCE + 3.0  # seconds; a call may have to wait for a thread


class Errands:
    """Runs calls of a store; `StoreError` says that the database failed, or was too slow."""

    def __init__(self, deadline: float = DEADLINE) -> None:
        self.deadline = deadline
        self.threads = ThreadPoolExecutor(THREADS, "store")

    async def run(
        self, call: Callable[Given, Found], *args: Given.args, **kwargs: Given.kwargs
    ) -> Found:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self.deadline):
                return await loop.run_in_executor(self.threads, lambda: call(*args, **kwargs))
        except TimeoutError as error:
            raise StoreError("no answer") from error
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(type(error).__name__) from error

    def close(self) -> None:
        """Whatever still waits for the database is left alone."""
        self.threads.shutdown(wait=False, cancel_futures=True)

"""Waiting for what is to happen, not for time to pass."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE = 120.0  # seconds, on a machine that has much else to do
POLL = 20  # milliseconds

# Runs in a page before its own scripts: keeps the questions that the server has not answered yet.
COUNTING = """(() => {
  const open = window.parvisUnanswered = new Set();
  const known = new WeakSet();
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (!known.has(this)) {
      known.add(this);
      this.addEventListener("message", (event) => open.delete(JSON.parse(event.data).ask));
      this.addEventListener("close", () => open.clear());
    }
    const { ask } = JSON.parse(text);
    if (ask !== undefined) open.add(ask);
    return send.call(this, text);
  };
})()"""

# The page waits a moment before it asks what a move would bring; its timers keep their order.
ASKED = "() => new Promise((done) => setTimeout(done, 100))"


def answered(page: Page) -> None:
    """Until the page has asked whatever it wants to know, and has heard the answers."""
    page.evaluate(ASKED)
    page.wait_for_function("() => parvisUnanswered.size === 0")


def until(page: Page, true: Callable[[], object]) -> None:
    """Until something is true that the page itself cannot see."""
    limit = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < limit, f"waited in vain at {page.url}"
        page.wait_for_timeout(POLL)

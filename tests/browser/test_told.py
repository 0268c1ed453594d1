"""Being told while no page is open, and my settings by keyboard."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.web.outside import Browser, web

# What a browser would get from its maker's push service, which is elsewhere.
SUBSCRIBE = """
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({
    toJSON: () => ({ endpoint: %s, keys: { p256dh: %s, auth: %s } }),
  });
"""


def test_a_browser_asks_to_be_notified_and_shows_what_it_is_told(
    visit: Visit, server: Server
) -> None:
    with web() as service:
        maker = Browser(f"{service.address}/somebody")
        page = visit(f"{server.address}/me", installed=True)
        page.context.grant_permissions(["notifications"])
        page.add_init_script(SUBSCRIBE % tuple(map(json.dumps, maker.form().values())))
        page.reload()
        page.get_by_role("button", name="Notifier ce navigateur").click()
        page.get_by_text("Ce navigateur est notifié").wait_for()
        assert maker.opened(service.asked[-1].body)["url"] == "/me"

    cdp = page.context.new_cdp_session(page)
    known: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    told = {"title": "Neoville", "body": "Bob", "url": "/t/x", "tag": "parvis x"}
    given = {"origin": server.address, "registrationId": known[-1], "data": json.dumps(told)}
    cdp.send("ServiceWorker.deliverPushMessage", given)
    page.wait_for_function(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          const shown = await worker.getNotifications();
          const words = shown.map((one) => `${one.title} ${one.body} ${one.data}`);
          return words.includes("Neoville Bob /t/x");
        }"""
    )


def test_my_settings_are_made_by_keyboard(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/me", phone=True)
    assert page.locator("#zone").input_value(), "the browser's own zone"
    page.locator("#quiet-on").focus()
    page.keyboard.press("Space")
    page.locator("#quiet button").press("Enter")
    page.get_by_text("Enregistré.").wait_for()
    expect(page.locator("#quiet-on")).to_be_checked()
    page.locator("form[action='/me/recovery'] button").press("Enter")
    assert len(page.locator(".recovery-code").inner_text()) == 19
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

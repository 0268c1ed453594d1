"""Parvis among the apps of a device."""

from __future__ import annotations

from tests.browser.conftest import Visit
from tests.browser.server import Server


def test_who_comes_while_the_server_is_away_is_told_so_kindly_and_gets_on_when_it_is_back(
    visit: Visit, own_server: Server
) -> None:
    page = visit(own_server.address, installed=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()
    page.locator("main a[href^='/rules/']").first.wait_for()
    own_server.kill()

    page.reload()
    page.get_by_role("heading", name="Le serveur ne répond pas").wait_for()
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Atkinson')

    held = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            const kept = await (await caches.open(name)).keys();
            found.push(...kept.map(({ url }) => new URL(url).pathname));
          }
          return found;
        }"""
    )
    static = ("/static/", "/symbols/", "/theme.css", "/away")
    assert [path for path in held if not path.startswith(static)] == []

    own_server.start()
    page.get_by_role("link", name="Réessayer maintenant").click()
    page.locator("main a[href^='/rules/']").first.wait_for()


def test_the_screen_of_a_phone_stays_on_during_a_game(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/", phone=True)
    page.add_init_script(
        """window.locks = 0;
           navigator.wakeLock.request = async () => {
             window.locks++;
             return { released: false, release: async () => void window.locks-- };
           };"""
    )
    page.goto(f"{server.address}/new/cites-nouvelles?seats=2")
    page.click("form.form button.act")
    page.wait_for_function("() => window.locks === 1")
    page.locator("#menu summary").click()
    box = page.locator("#pref-awake")
    assert box.is_checked()
    box.uncheck()
    page.wait_for_function("() => window.locks === 0")

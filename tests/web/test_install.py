"""Parvis among the apps of a device: what it is told, and what it is given to keep."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image

from parvis.web import assets
from parvis.web.pages.install import ICONS
from tests.web.test_pages import HOME, Site
from tests.web.test_pages import site as site


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_manifest_speaks_the_readers_language_and_names_what_is_there(
    site: Site, language: str
) -> None:
    browser = site.browser(language)
    told = browser.get("/manifest.webmanifest")
    assert told.headers["content-type"].startswith("application/manifest+json")
    manifest = told.json()
    assert manifest["lang"] == language
    assert browser.get(manifest["start_url"]).status_code == 200
    for shortcut in manifest["shortcuts"]:
        assert browser.get(shortcut["url"]).status_code == 200
    for icon in manifest["icons"]:
        assert browser.get(icon["src"]).headers["content-type"] == icon["type"]


@pytest.mark.parametrize("name", list(ICONS))
def test_an_icon_is_as_large_as_it_is_said_to_be(site: Site, name: str) -> None:
    picture = Image.open(io.BytesIO(site.browser().get(f"/icon/{name}.png").content))
    assert picture.size == (ICONS[name][0],) * 2
    corner = picture.convert("RGBA").getpixel((0, 0))
    assert isinstance(corner, tuple)
    filled = corner[3] == 255
    assert filled == bool(ICONS[name][1]), "a mask must find no hole"


def test_there_is_no_other_icon(site: Site) -> None:
    assert site.browser().get("/icon/huge.png").status_code == 404


def test_the_service_worker_holds_only_what_is_there_and_static(site: Site) -> None:
    browser = site.browser()
    script = browser.get("/worker.js?language=fr&v=1").text
    found = re.search(r"const HELD = (\[.*?\]);", script)
    assert found is not None
    held = json.loads(found[1])
    assert held[0] == "/away"
    for address in held:
        assert browser.get(address).status_code == 200
        assert address.startswith(("/static/", "/away", "/theme.css"))


def test_a_file_that_has_changed_makes_the_worker_another_one(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So browsers put it in place of the one they have, with all that it holds."""
    browser = site.browser()
    before = browser.get("/worker.js").text
    assert browser.get("/worker.js").text == before
    address = assets.static_url
    monkeypatch.setattr(assets, "static_url", lambda name: f"{address(name)}-changed")
    assert browser.get("/worker.js").text != before
    assert browser.get("/worker.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(("theme", "colours"), [("light", 1), ("dark", 1), ("auto", 2)])
def test_the_bars_of_the_browser_have_the_colour_of_the_page(
    site: Site, theme: str, colours: int
) -> None:
    browser = site.browser()
    browser.post("/settings", data={"theme": theme, "next": "/"}, headers=HOME)
    assert browser.get("/").text.count('<meta name="theme-color"') == colours

"""Nothing comes from elsewhere: no file, no font, no call."""

from __future__ import annotations

import re
from pathlib import Path

from parvis.web import assets
from parvis.web.routes import ROUTES
from tests.web.test_pages import Site, new_table
from tests.web.test_pages import site as site

HERE = {"'self'", "'none'", "data:"}
SAMPLES = {"{game}": "stairs", "{seat}": "0", "{token}": "x", "{path}": "css/base.css",
           "{clause}": "ST-1.2", "{figure}": "x", "{scene}": "1", "{step}": "x",
           "{name}": "small"}  # fmt: skip
PATHS = sorted({route.path for route in ROUTES if route.method != "WS"} | {"/nowhere"})
# What names a kind of document rather than a place to fetch something from.
NAMED = ("http://www.w3.org/",)
FILES = [
    path
    for folder in (assets.STATIC, assets.TEMPLATES)
    for path in sorted(Path(str(folder)).rglob("*"))
    if path.suffix in (".js", ".css", ".html", ".svg") and "vendor" not in path.parts
]


def test_every_answer_forbids_the_browser_to_ask_elsewhere(site: Site) -> None:
    browser = site.browser()
    address = new_table(browser)
    code = site.live(address).table.config.code
    given = {**SAMPLES, "{id}": address.rpartition("/")[2], "{code}": code}
    from_elsewhere = {"origin": "http://evil.example"}
    for path in PATHS:
        asked = re.sub(r"\{\w+\}", lambda part: given[part[0]], path)
        for answer in (browser.get(asked), browser.post(asked, headers=from_elsewhere)):
            told = answer.headers["content-security-policy"].split("; ")
            policy = dict(part.split(" ", 1) for part in told)
            assert policy["default-src"] == "'none'", path
            assert policy["connect-src"] == policy["script-src"] == policy["font-src"] == "'self'"
            assert policy["form-action"] == "'self'"
            assert {source for sources in policy.values() for source in sources.split()} <= HERE


def test_no_file_of_the_pages_names_a_place_elsewhere() -> None:
    named = [
        (file.name, address)
        for file in FILES
        for address in re.findall(r"(?:https?:|[\"'(])//[\w.-]+\S*", file.read_text("utf-8"))
        if not address.startswith(NAMED)
    ]
    assert FILES
    assert named == []

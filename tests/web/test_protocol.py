"""What is written down of the wire is made from its types, and says what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import jinja2
import jinja2.meta
import pytest

from parvis.web import assets, protocol
from parvis.web.history import MOST_LINES
from parvis.web.messages import COMMANDS, Other, Sent, tag_of
from parvis.web.routes import ROUTES


@pytest.mark.parametrize("path", protocol.made(), ids=lambda path: path.name)
def test_what_is_made_from_the_types_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == protocol.made()[path], protocol.COMMAND


def test_every_message_and_route_is_written_down() -> None:
    page = protocol.page(protocol.PAGE.read_text(encoding="utf-8"))
    for message in (*get_args(Other), *COMMANDS, *get_args(Sent)):
        assert f'`{{"type": "{tag_of(message)}"' in page
    for route in ROUTES:
        assert f"| `{route.method} {route.path.replace('{path}', '…')}` |" in page


def test_the_page_says_what_each_template_gets() -> None:
    page = protocol.PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+\.html)` \| (.*)$", page, re.MULTILINE))
    shared = page[page.index("### What every template gets") : page.index("| template |")]
    for name, row in rows.items():
        text = Path(str(assets.TEMPLATES), name).read_text(encoding="utf-8")
        used = jinja2.meta.find_undeclared_variables(jinja2.Environment().parse(text))
        for given in used - {"pieces", "books"}:  # which the layout imports
            assert f"`{given}" in row + shared, name


def test_the_page_says_that_ending_a_session_asks_the_database() -> None:
    [route] = [route for route in ROUTES if route.path == "/session"]
    assert 503 in route.statuses()


def test_a_part_of_the_page_that_has_lost_its_marks_is_noticed() -> None:
    with pytest.raises(AssertionError, match="/client --> are missing"):
        protocol.page(protocol.PAGE.read_text(encoding="utf-8").replace("<!-- /client -->", ""))


def test_the_client_knows_the_type_of_every_message() -> None:
    types = protocol.type_file()
    for message in get_args(Sent):
        assert f"  {tag_of(message)}: {message.__name__};" in types
        assert f"export interface {message.__name__} " in types
    assert "  undo: { id: string; practice?: boolean; };" in types
    assert 'Update extends Partial<Omit<State, "n" | "panels" | "tree" | "ledger">> {' in types


def test_the_client_keeps_as_many_lines_as_the_server_sends() -> None:
    fold = Path(str(assets.STATIC), "js", "fold.js").read_text(encoding="utf-8")
    assert f"const MOST_LINES = {MOST_LINES};" in fold

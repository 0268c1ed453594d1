"""Whatever is sent to a route or a socket: no 500, no traceback, no change by bad input."""

from __future__ import annotations

import asyncio
import itertools
import json
import string
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.app import make_app
from parvis.web.limits import UNLIMITED
from tests.table.tables import ADA, BOB, in_registry, persons, registry_on
from tests.web import storm
from tests.web.wires import looking

FUZZ = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
HOME = {"origin": "http://testserver"}
PATHS = (
    "/", "/play-now/{0}", "/new/{0}", "/tables", "/join", "/join/{0}", "/s/{0}/{1}/{2}", "/t/{0}",
    "/t/{0}/record", "/t/{0}/qr.svg", "/rules/{0}", "/picture/{0}.svg", "/settings", "/theme.css",
    "/healthz", "/metrics", "/static/{0}", "/{0}",
)  # fmt: skip


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    app = make_app(registry_on(store), "a key for tests", UNLIMITED)
    with TestClient(app, raise_server_exceptions=True) as opened:
        yield opened


LETTERS = st.text(
    st.sampled_from(string.ascii_letters + string.digits + "-_.~%é’ \0\n/\\{}<>'\"&;#?="),
    max_size=40,
)
PART = st.one_of(
    LETTERS,
    st.sampled_from(
        [
            "stairs",
            "cites-nouvelles",
            "..",
            "%2e%2e%2f",
            "0",
            "99999999999999999999",
            "-1",
            "CODE01",
        ]
    ),
)
FIELD = st.sampled_from(
    ["game", "seats", "seat", "name", "language", "theme", "next", "private", "bot", "code",
     "seat-0", "seat-1", "option-rounds", "option-contre", "option-x", "x"]
)  # fmt: skip
VALUE = st.one_of(
    LETTERS,
    st.sampled_from(
        ["stairs", "2", "3", "me", "open", "bot:random", "bot:flat:600s", "true", "fr",
         "dark", "//x", "javascript:alert(1)", "https://evil.example/",
         "\r\nset-cookie: a=b", "1e9",
         "#a", "@1"]
    ),
)  # fmt: skip


@FUZZ
@given(
    path=st.sampled_from(PATHS),
    parts=st.tuples(PART, PART, PART),
    method=st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"]),
    form=st.dictionaries(FIELD, VALUE, max_size=6),
    query=st.dictionaries(FIELD, VALUE, max_size=3),
    cookie=st.one_of(st.none(), LETTERS),
)
def test_no_route_fails_whatever_it_is_sent(
    client: TestClient,
    path: str,
    parts: tuple[str, str, str],
    method: str,
    form: dict[str, str],
    query: dict[str, str],
    cookie: str | None,
) -> None:
    address = path.format(*(quote(part, safe="%.") for part in parts))
    client.cookies.clear()
    headers = dict(HOME)
    if cookie is not None:
        headers["cookie"] = f"parvis={quote(cookie)}"
    answer = client.request(
        method, address, params=query, data=form if method == "POST" else None, headers=headers,
        follow_redirects=False,
    )  # fmt: skip
    assert answer.status_code < 500, (method, address)
    assert "Traceback" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    location = answer.headers.get("location", "/")
    assert location.startswith(("/", "http://testserver/"))
    assert not location.startswith(("//", "/\\"))


@FUZZ
@given(body=st.binary(max_size=300), kind=st.sampled_from(["application/json", "text/plain", ""]))
def test_bodies_that_are_no_forms_are_turned_away(
    client: TestClient, body: bytes, kind: str
) -> None:
    for address in ("/tables", "/settings", "/play-now/stairs", "/join/CODE01"):
        answer = client.post(
            address, content=body, headers={**HOME, "content-type": kind}, follow_redirects=False
        )
        assert answer.status_code < 500


def test_a_body_that_is_too_large_is_not_read(client: TestClient) -> None:
    answer = client.post("/settings", content=b"name=" + b"x" * 200_000, headers=HOME)
    assert answer.status_code == 413


def test_a_form_with_too_many_fields_is_turned_away(client: TestClient) -> None:
    body = "&".join(f"a{n}=1" for n in range(500))
    assert client.post("/settings", content=body, headers=HOME).status_code == 400


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
KIND = st.sampled_from(
    ["hello", "move", "preview", "why", "undo", "vote", "withdraw", "chat", "take", "leave",
     "bot_in", "bot_out", "hint", "ping", "link", "made", "__init__", ""]
)  # fmt: skip
KEYS = ("id", "n", "move", "ask", "path", "yes", "text", "seat", "name", "bot", "tall", "last")
MESSAGE = st.builds(
    lambda kind, fields: {**fields, "type": kind},
    st.one_of(KIND, JSON),
    st.dictionaries(st.sampled_from(KEYS), JSON, max_size=5),
)
COUNT = itertools.count()


def shape(live: LiveTable) -> tuple[object, ...]:
    table = live.table
    assert table.position is not None
    return table.n, table.position.text(), tuple(table.chairs), table.asked, len(table.chat)


@FUZZ
@given(messages=st.lists(MESSAGE, max_size=12), raw=st.lists(st.text(max_size=50), max_size=3))
def test_no_message_of_a_looker_on_changes_or_breaks_anything(
    store: Store, messages: list[dict[str, object]], raw: list[str]
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        before = shape(live)
        async with looking(registry, live, "stranger") as wire:
            for message in messages:
                if message.get("type") not in ("hint",):
                    wire.say_text(json.dumps(message))
            for text in raw:
                wire.say_text(text)
            wire.say_text("[" * 5000)
            wire.say_text("x" * 20_000)
            frames = await wire.quiet()
            assert wire.closed is None
            assert all(frame["type"] != "done" for frame in frames)
        assert shape(live) == before

    in_registry(store, script)


@FUZZ
@given(messages=st.lists(MESSAGE, max_size=12))
def test_bad_messages_of_a_player_are_answered_and_change_nothing(
    store: Store, messages: list[dict[str, object]]
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as wire:
            await wire.quiet()
            for message in messages:
                if message.get("type") == "hint":
                    continue
                before = shape(live)
                wire.say_text(json.dumps(message))
                answers = {str(frame["type"]) for frame in await wire.quiet()}
                assert wire.closed is None
                if "done" not in answers:
                    assert shape(live) == before
                if answers & {"refused", "error"}:
                    assert "done" not in answers
            # And the table goes on.
            n = live.table.n
            wire.say(type="chat", id=f"still here {next(COUNT)}", text="hello")
            if ADA in live.table.chairs[0].persons:
                await wire.hear("done")
                assert live.table.n == n + 1

    in_registry(store, script)


def test_a_storm_of_nonsense_over_real_sockets_meets_no_error(tmp_path: Path, long: bool) -> None:
    answers = storm.storm(storm.LONG if long else storm.SHORT, tmp_path)
    assert answers["error"]
    assert answers["refused"]


def test_binary_frames_are_answered(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as wire:
            wire.incoming.put_nowait({"type": "websocket.receive", "bytes": b"\x00\xff"})
            await wire.hear("error")
            await asyncio.sleep(0)

    in_registry(store, script)

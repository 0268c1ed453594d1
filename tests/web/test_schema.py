"""The routes as they are described: the server has just these, and answers as they say."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import sqlalchemy as sa
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    status_code_conformance,
    unsupported_method,
)
from starlette.routing import BaseRoute, Mount, Route
from starlette.testclient import TestClient

import parvis
from parvis.table.chair import Chair
from parvis.table.pace import AT_ONCE
from parvis.table.registry import Registry
from parvis.table.schema import METADATA
from parvis.table.store import Store
from parvis.table.worker_pool import BotAnswer, BotQuestion, WorkerPool
from parvis.web.app import make_app
from parvis.web.identity import seat_token
from parvis.web.limits import UNLIMITED
from parvis.web.openapi import document
from parvis.web.routes import ROUTES
from tests.stairs import GAME
from tests.table.tables import ADA, CountedIds, persons

HOME = "http://localhost"
SCHEMA = schemathesis.openapi.from_dict(document(ROUTES, [*parvis.all_games(), GAME]))
READING, WRITING = SCHEMA.include(method="GET"), SCHEMA.include(method="POST")
Case = schemathesis.Case[Any]
StoredTable = dict[str, list[tuple[Any, ...]]]
FUZZ = settings(
    max_examples=settings().max_examples // 4,  # of each route
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    allow_header_conformance,
    unsupported_method,
]


class Asleep(WorkerPool):
    """Bots that never answer: whatever changes was changed by a request."""

    async def think(self, question: BotQuestion) -> BotAnswer:
        await asyncio.Event().wait()
        raise AssertionError


class Site:
    """A server with one table that has an open seat, and all that it keeps."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.registry = Registry(store, Asleep(1), AT_ONCE, time.time, CountedIds())
        self.client = TestClient(
            make_app(self.registry, "a key for tests", UNLIMITED),
            base_url=HOME,
            client=("127.0.0.1", 1),
        )

    def begin(self) -> None:
        """Make the table; from here on only requests change anything."""
        assert self.client.portal is not None
        self.live = self.client.portal.call(
            self.registry.make, "stairs", [*persons(ADA), Chair()], ADA
        )
        self.before = self.kept()

    def kept(self) -> StoredTable:
        """Everything in the database."""
        with self.store.reading() as connection:
            return {
                table.name: [tuple(row) for row in connection.execute(sa.select(table))]
                for table in METADATA.sorted_tables
            }

    def changed(self) -> bool:
        """Whether anything is kept that was not, or the other way round, since this was asked."""
        before, self.before = self.before, self.kept()
        return self.before != before

    def real(self) -> dict[str, object]:
        """What leads to the table and its open seat."""
        made = self.live.table.config
        return {
            "id": made.id,
            "code": made.code,
            "seat": 1,
            "token": seat_token(self.live.table, 1),
            "game": "stairs",
            "path": "icon.svg",
            "clause": "ST-1.2",
            "figure": "taken",
            "scene": "2",
            "step": "card",
            "name": "small",
        }

    def send(self, case: Case, origin: str = HOME) -> Any:
        """The answer to a request from a page of ours, or from elsewhere; it is as described."""
        case.headers.pop("Origin", None)
        asked = case.as_transport_kwargs(base_url=HOME, headers={"origin": origin})
        self.client.cookies.clear()
        self.client.cookies.update(asked.pop("cookies", None) or {})
        if isinstance(asked.get("data"), str | bytes):
            asked["content"] = asked.pop("data")
        if asked.get("files"):
            asked["files"] = [(name, sendable(value)) for name, value in asked["files"]]
        answer = self.client.request(**asked, follow_redirects=False)
        answer.request.read()  # a form with a file is sent part by part
        case.validate_response(answer, checks=CHECKS)
        assert "Traceback" not in answer.text
        return answer

    def post(self, path: str, form: dict[str, str]) -> Any:
        """The answer to a form of ours, sent to something that is there."""
        address = path.format(**self.real())
        headers = {"origin": HOME}
        return self.client.post(address, data=form, headers=headers, follow_redirects=False)


def sendable(value: Any) -> Any:
    """A part of a form, of whatever was made up for it."""
    if isinstance(value, tuple):
        return (value[0], sendable(value[1]), *value[2:])
    return value if isinstance(value, str | bytes) else str(value)


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    made = Site(store)
    with made.client:
        made.begin()
        yield made


def addressed(case: Case, site: Site) -> None:
    """Point a request to things that are there."""
    real = site.real()
    case.path_parameters = {name: real[name] for name in case.path_parameters}


# The document.


def spoken(routes: list[BaseRoute]) -> set[tuple[str, str]]:
    """Each path with each of its methods."""
    pairs = set()
    for route in routes:
        if isinstance(route, Route):
            path = re.sub(r":\w+}", "}", route.path)
            pairs |= {(path, method.lower()) for method in route.methods or ()}
        elif isinstance(route, Mount):
            pairs |= {(f"{route.path}/{{path}}", method) for method in ("get", "head")}
    return pairs


def test_the_document_describes_just_the_routes_that_there_are(site: Site) -> None:
    paths = site.client.get("/openapi.json").json()["paths"]
    described = {(path, method) for path, methods in paths.items() for method in methods}
    assert described == spoken(site.client.app.app.routes)  # type: ignore[attr-defined]


def test_the_document_is_served_as_it_is_made_and_is_valid(site: Site) -> None:
    served = site.client.get("/openapi.json").json()
    assert served == document(ROUTES, parvis.all_games())
    schemathesis.openapi.from_dict(served).validate()


# Requests made from it.


@READING.parametrize()
@FUZZ
def test_reading_is_answered_as_described_and_changes_nothing(case: Case, site: Site) -> None:
    site.send(case)
    if case.path_parameters:
        addressed(case, site)
        site.send(case)
    assert not site.changed()


@WRITING.parametrize()
@FUZZ
def test_a_form_is_answered_as_described_and_what_is_not_accepted_changes_nothing(
    case: Case, site: Site
) -> None:
    answer = site.send(case)
    assert not site.changed() or answer.status_code in (200, 303)
    if case.path_parameters:
        addressed(case, site)
        answer = site.send(case)
        assert not site.changed() or answer.status_code == 303
    if case.operation.path == "/settings":
        assert len(site.before["tables"]) == 1


@WRITING.parametrize()
@FUZZ
def test_a_form_from_elsewhere_is_turned_away_and_changes_nothing(case: Case, site: Site) -> None:
    if case.path_parameters:
        addressed(case, site)
    # A mail program may stop mails (RFC 8058): a signed link says whose, and here is none.
    refused = 422 if case.operation.path == "/mail/stop" else 403
    for origin in ("", "null", "https://evil.example", f"{HOME}.evil.example"):
        answer = site.send(case, origin)
        assert answer.status_code == (refused if case.method == "POST" else 405)
    assert not site.changed()


TABLE = {"game": "stairs", "seats": "2", "seat-0": "me", "seat-1": "open"}


BAD: tuple[tuple[str, dict[str, str], int], ...] = (
    ("/tables", {}, 404),
    ("/tables", TABLE | {"game": "chess"}, 404),
    ("/tables", TABLE | {"seat-1": "bot:nobody"}, 422),
    ("/tables", TABLE | {"seat-0": ""}, 422),
    ("/tables", TABLE | {"option-rounds": "many"}, 422),
    ("/tables", TABLE | {"option-rounds": "\0"}, 422),
    ("/play-now/chess", {}, 404),
    ("/play-now/stairs", {"bot": "nobody"}, 422),
    ("/join/{code}", {"seat": "0"}, 409),
    ("/join/{code}", {"seat": "7"}, 409),
    ("/join/{code}", {"seat": "²"}, 409),
    ("/join/{code}", {"seat": "-1"}, 409),
    ("/join/NOCODE", {"seat": "1"}, 404),
    ("/s/{id}/0/{token}", {}, 404),
    ("/s/{id}/9/{token}", {}, 404),
    ("/s/{id}/1/guess", {}, 404),
)


def test_a_form_with_a_bad_field_changes_nothing(site: Site) -> None:
    for path, form, status in BAD:
        answer = site.post(path, form)
        assert answer.status_code == status, (path, form)
        assert not site.changed(), (path, form)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/tables", TABLE),
        ("/play-now/stairs", {}),
        ("/join/{code}", {"seat": "1"}),
        ("/s/{id}/1/{token}", {}),
    ],
)
def test_a_good_form_changes_what_is_kept(site: Site, path: str, form: dict[str, str]) -> None:
    assert site.post(path, form).status_code == 303
    assert site.changed()


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/join/{code}", "GET, HEAD, POST"),
        ("/s/{id}/1/{token}", "GET, HEAD, POST"),
        ("/", "GET, HEAD"),
    ],
)
def test_a_method_that_a_page_has_not_is_told_all_that_it_has(
    site: Site, path: str, methods: str
) -> None:
    answer = site.client.put(path.format(**site.real()))
    assert answer.status_code == 405
    assert ", ".join(sorted(answer.headers["allow"].split(", "))) == methods


def test_a_slash_too_many_leads_to_the_address_without_it_where_it_is_described(site: Site) -> None:
    for route in ROUTES:
        if route.path.endswith("}"):
            address = f"{route.path.format(**site.real())}%2F"
            answer = site.client.request(route.method, address, follow_redirects=False)
            described = SCHEMA.raw_schema["paths"][route.path][route.method.lower()]["responses"]
            assert (answer.status_code == 307) == ("307" in described), route.path


def test_the_headers_alone_are_those_of_the_whole(site: Site) -> None:
    for route in ROUTES:
        if route.method != "GET":
            continue
        path = route.path
        address = path.format(**site.real())
        whole, head = site.client.get(address), site.client.head(address)
        good = 409 if 409 in route.statuses() else 200  # what is there only after the end
        if path.startswith("/mail/"):
            good = 422  # what only the link of a letter leads to
        assert head.status_code == whole.status_code == good, path
        assert head.headers["content-type"] == whole.headers["content-type"], path
        assert not head.content, path

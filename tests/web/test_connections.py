"""Connections that say little or come in crowds, and names that are not ours, at a real server."""

from __future__ import annotations

import asyncio
import logging
import resource
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from parvis.cli.main import main
from parvis.web.connections import SPARE, Connections, room
from parvis.web.front import Front
from parvis.web.hosts import own_hosts
from parvis.web.limits import UNLIMITED, Limits
from parvis.web.security import HEADERS
from tests.table.tables import Clock
from tests.web.served import UPGRADE, Line, Served, served

HASTY = replace(UNLIMITED, asking=0.5)
GET = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = "POST /settings HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"


def at_server(
    folder: Path,
    script: Callable[[Served], Awaitable[None]],
    limits: Limits = UNLIMITED,
    front: Front | None = None,
) -> None:
    async def run() -> None:
        async with served(folder, limits, front) as server:
            await script(server)

    asyncio.run(run())


# Saying little.


@pytest.mark.parametrize(
    "said",
    ["", "G", GET, f"{POST}Content-Length: 20\r\n\r\n", f"{POST}Content-Length: 20\r\n\r\nname=A"],
    ids=["nothing", "a letter", "half a head", "no body", "half a body"],
)
def test_a_request_that_does_not_come_whole_in_time_is_cut_off(tmp_path: Path, said: str) -> None:
    async def script(server: Served) -> None:
        line = await server.line()
        await line.say(said)
        assert await line.end() == b""
        while " 200 " not in await server.asked():  # on a busy machine that may be too late, too
            pass

    at_server(tmp_path, script, HASTY)


def test_saying_a_little_now_and_then_gains_no_time(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        line = await server.line()

        async def drip() -> None:
            await line.say(GET)
            for n in range(10**6):
                await line.say(f"X-{n}: 1\r\n")
                await asyncio.sleep(0.05)

        dripping = asyncio.ensure_future(drip())
        assert await line.end() == b""
        dripping.cancel()

    at_server(tmp_path, script, HASTY)


def test_a_connection_that_was_answered_may_ask_again_and_is_not_kept_idle(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        line = await server.line()
        for _ in range(3):
            await line.say(f"{GET}\r\n")
            assert " 200 " in await line.hear()
        assert b"ok" in await line.end()

    at_server(tmp_path, script)


def test_a_second_request_on_a_connection_has_to_come_whole_too(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        head = ""
        while " 200 " not in head:
            line = await server.line()
            await line.say(f"{GET}\r\n")
            head = await line.hear()
        await line.say(GET)
        assert b"http" not in await line.end()

    at_server(tmp_path, script, HASTY)


def test_an_endless_head_is_not_read_to_its_end(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        line = await server.line()
        await line.say("GET / HTTP/1.1\r\nHost: " + "x" * 40_000)
        assert " 431 " in await line.hear()

    at_server(tmp_path, script)


@pytest.mark.parametrize(
    ("said", "status"),
    [("nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: " + "x" * 40_000, 431)],
)
def test_what_is_answered_before_the_application_has_all_headers_too(
    tmp_path: Path, said: str, status: int
) -> None:
    async def script(server: Served) -> None:
        line = await server.line()
        await line.say(said)
        head = await line.hear()
        assert f" {status} " in head
        for name in HEADERS:
            assert name in head

    at_server(tmp_path, script)


def test_a_flood_of_requests_for_anything_at_all_is_cut_off_at_its_bound(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        line = await server.line()
        await line.say("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        answers = (await line.end()).decode().lower()
        assert answers.count("http/1.1 404 ") == 3
        assert answers.count("http/1.1 429 ") == 1, "what else it asked for is not looked at"
        last = answers[answers.index("http/1.1 429 ") :]
        for name in (*HEADERS, "retry-after: 1000", "connection: close"):
            assert name in last
        assert " 429 " in await server.asked("/theme.css"), "whatever they ask for"

    at_server(tmp_path, script, replace(UNLIMITED, requests=(3, 0.001)))


def test_a_socket_that_stands_has_all_the_time(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        head = ""
        while " 101 " not in head:
            line = await server.line()
            await line.say(
                f"GET /t/none/socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
                f"{UPGRADE}\r\n"
            )
            head = await line.hear()
        await asyncio.sleep(3 * HASTY.asking)
        assert not line.reader.at_eof() or await line.end(), "it was closed in words, if at all"

    at_server(tmp_path, script, HASTY)


# Coming in crowds.


async def crowd(server: Served, count: int) -> list[Line]:
    return [await server.line() for _ in range(count)]


def test_half_open_connections_of_one_address_leave_room_for_others(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        lines = await crowd(server, 5)
        assert " 429 " in await server.asked(), "the address has its share"
        lines.pop().close()
        while " 200 " not in (head := await server.asked()):
            assert " 429 " in head
            assert "retry-after" in head
        for line in lines:
            line.close()

    at_server(tmp_path, script, replace(UNLIMITED, connections_of_address=5))


async def standing(server: Served) -> Line:
    """A socket at a table."""
    line = await server.line()
    await line.say(
        "POST /play-now/stairs HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
        "Content-Length: 0\r\n\r\n"
    )
    table = (await line.head()).partition("location: ")[2].partition("\r\n")[0]
    await line.say(
        f"GET {table}/socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
        f"{UPGRADE}\r\n"
    )
    assert " 101 " in await line.hear()
    return line


def test_connections_that_ask_for_nothing_give_way_when_the_server_is_full(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        lines = [await server.line() for _ in range(60)]
        for line in lines[::2]:
            await line.say(GET)
        assert " 200 " in await server.asked()
        socket = await standing(server)
        for _ in range(20):
            await server.line()
        assert " 200 " in await server.asked()
        assert not socket.reader.at_eof(), "what stands, stands"

    at_server(tmp_path, script, replace(UNLIMITED, connections=6))


def test_full_of_sockets_the_server_says_so_and_recovers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def script(server: Served) -> None:
        lines = [await standing(server) for _ in range(6)]
        heads = [await server.asked() for _ in range(3)]
        assert all(" 503 " in head and "retry-after" in head for head in heads)
        for line in lines:
            line.close()
        while " 200 " not in await server.asked():
            pass

    with caplog.at_level(logging.WARNING, "parvis.web"):
        at_server(tmp_path, script, replace(UNLIMITED, connections=6))
    assert [record.getMessage() for record in caplog.records] == [
        "connections are near their bound"
    ]


def test_sockets_count_as_connections_until_they_are_gone(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        for _ in range(12):
            line = await server.line()
            await line.say(
                f"GET /t/none/socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
                f"{UPGRADE}\r\n"
            )
            assert (await line.hear()).startswith(("http/1.1 101", "http/1.1 503"))
            line.writer.transport.abort()
        while " 200 " not in await server.asked():
            pass

    at_server(tmp_path, script, replace(UNLIMITED, connections=4))


def test_a_proxy_is_many_households() -> None:
    counted = Connections(most=4, of_household=2, proxies={"192.0.2.1"})
    assert [counted.come("192.0.2.1") for _ in range(5)] == [None] * 4 + [503]
    for _ in range(4):
        counted.go("192.0.2.1")
    assert [counted.come("2001:db8::1"), counted.come("2001:db8::2")] == [None, None]
    assert counted.come("2001:db8::3") == 429
    counted.go("2001:db8::1")
    counted.go("2001:db8::2")
    assert (counted.count, dict(counted.households)) == (0, {})


def test_a_warning_is_written_once_in_a_while(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    counted = Connections(most=100, of_household=10, clock=clock)
    with caplog.at_level(logging.WARNING, "parvis.web"):
        for _ in range(50):
            counted.come("192.0.2.1")
        assert len(caplog.records) == 1
        clock.now += 61
        counted.come("192.0.2.1")
    assert len(caplog.records) == 2
    assert "--proxy" in caplog.text
    assert "192.0.2" not in caplog.text


def test_connections_stay_below_the_files_that_may_be_open() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, before[1]))
        assert room() >= before[0] - SPARE or room() == 65_536 - SPARE, "raised as far as it goes"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# Names that are not ours.


def guarded(head: str) -> bool:
    return all(f"{name}: " in head for name in HEADERS)


LONG = "a" * 6000
ODD = [LONG, "a b", "[::1", "[zz]", "évil", "a/b", "a:b", "a:123456", "", "a@b", "a,b"]


@pytest.mark.parametrize("upgrade", ["", UPGRADE], ids=["page", "socket"])
def test_a_host_that_is_none_is_refused_with_all_headers(tmp_path: Path, upgrade: str) -> None:
    async def script(server: Served) -> None:
        for host in ODD:
            head = await server.asked("/t/x/socket" if upgrade else "/", host, upgrade)
            assert " 400 " in head, host[:20]
            assert guarded(head), host[:20]
        twice = await server.asked("/", more="Host: localhost\r\n" + upgrade)
        assert " 400 " in twice

    at_server(tmp_path, script)


@pytest.mark.parametrize("upgrade", ["", UPGRADE], ids=["page", "socket"])
def test_a_name_that_someone_else_pointed_here_is_turned_away(tmp_path: Path, upgrade: str) -> None:
    async def script(server: Served) -> None:
        for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:1974"):
            more = f"Origin: http://{host}\r\n{upgrade}"
            head = await server.asked("/t/none/socket" if upgrade else "/", host, more)
            assert " 421 " in head
            assert guarded(head)

    at_server(tmp_path, script)


def test_the_page_says_how_to_let_a_name_in(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        line = await server.line()
        await line.say("GET / HTTP/1.1\r\nHost: my.example\r\nConnection: close\r\n\r\n")
        page = (await line.end()).decode()
        assert "--allow-host" in page
        assert "set-cookie" not in page

    at_server(tmp_path, script)


def test_at_home_the_server_answers_to_what_it_is_called_there(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        for host in (
            "localhost", "LOCALHOST:1974", "127.0.0.1:1974", "[::1]:80", "192.168.1.20:1974",
            "kitchen.local", "kitchen.lan", "table.example", "Table.Example.:443",
        ):  # fmt: skip
            assert " 200 " in await server.asked("/", host), host

    at_server(tmp_path, script, front=Front(own_hosts(["table.example"])))


@pytest.mark.parametrize(
    "origin", ["http://[::1", "http://[zz]", "a" * 7000, "http://localhost:99"]
)
def test_an_odd_origin_is_refused_with_all_headers(tmp_path: Path, origin: str) -> None:
    async def script(server: Served) -> None:
        more = f"Origin: {origin}\r\n{UPGRADE}"
        socket = await server.asked("/t/none/socket", more=more)
        line = await server.line()
        await line.say(
            f"POST /settings HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\n"
            "Content-Length: 0\r\n\r\n"
        )
        for head in (socket, await line.hear()):
            assert " 403 " in head
            assert guarded(head)

    at_server(tmp_path, script)


def test_a_seat_of_five_thousand_digits_is_not_found_with_all_headers(tmp_path: Path) -> None:
    async def script(server: Served) -> None:
        head = await server.asked(f"/s/none/{'9' * 5000}/token")
        assert " 404 " in head
        assert guarded(head)

    at_server(tmp_path, script)


# Proxies.


def test_what_a_proxy_would_say_is_believed_only_of_one_that_was_named(tmp_path: Path) -> None:
    told = "X-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.7\r\n"

    async def stranger(server: Served) -> None:
        head = await server.asked("/", more=told)
        assert "secure" not in head.partition("set-cookie: ")[2].partition("\r\n")[0]
        assert "strict-transport-security" not in head

    async def proxied(server: Served) -> None:
        head = await server.asked("/", more=told)
        assert "secure" in head.partition("set-cookie: ")[2].partition("\r\n")[0]
        assert "strict-transport-security: max-age=31536000" in head
        assert "strict-transport-security" not in await server.asked("/")

    hosts = own_hosts()
    at_server(tmp_path, stranger, front=Front(hosts, hsts=True))
    at_server(tmp_path, proxied, front=Front(hosts, hsts=True, proxies=("127.0.0.0/8",)))


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)], ids=["unnamed", "named"])
@pytest.mark.parametrize(
    ("host", "sign"),
    [
        ("table.example", ""),
        ("localhost", "X-Forwarded-For: 127.0.0.1\r\n"),
        ("localhost", "X-Forwarded-Host: table.example\r\n"),
        ("localhost", "Forwarded: for=192.0.2.7\r\n"),
        ("localhost", "Via: 1.1 proxy\r\n"),
        ("localhost", "X-Real-IP: 192.0.2.7\r\n"),
    ],
)
def test_the_numbers_stay_private_behind_a_proxy_on_this_machine(
    tmp_path: Path, proxies: tuple[str, ...], host: str, sign: str
) -> None:
    async def script(server: Served) -> None:
        assert " 404 " in await server.asked("/metrics", host, sign)
        assert " 200 " in await server.asked("/metrics")
        line = await server.line()
        await line.say("GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert " 404 " in await line.hear(), "as a proxy that says nothing of itself would ask"

    at_server(tmp_path, script, front=Front(own_hosts(["table.example"]), proxies=proxies))


@pytest.mark.parametrize(
    "wrong",
    [
        ["--proxy", "everyone"],
        ["--proxy", "10.0.0.0/99"],
        ["--allow-host", "http://table.example"],
        ["--allow-host", "table.example:80"],
    ],
)
def test_an_option_that_cannot_be_is_told_in_a_sentence(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *wrong]) == 2
    assert "expected" in capsys.readouterr().err

"""Opening the server to the house by a click, and closing it again; by loopback addresses only."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parvis.web import assets
from parvis.web.front import Front
from parvis.web.house import House, reach_of
from parvis.web.limits import UNLIMITED
from parvis.web.server import BoundedServer, configure, listen
from tests.web.served import UPGRADE, Line
from tests.web.servers import PATIENCE

HOUSE = "127.0.0.2"  # stands for this machine's address in the local network
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


class Opening:
    """A server that only this machine reaches, until it is opened."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.port = house.port

    async def line(self, host: str = "127.0.0.1") -> Line:
        return Line(*await asyncio.open_connection(host, self.port))

    async def asked(
        self,
        path: str,
        body: str = "",
        to: str = "127.0.0.1",
        name: str = "localhost",
        origin: str | None = None,
        more: str = "",
    ) -> str:
        """A whole answer: of a form if there is a body."""
        line = await self.line(to)
        host = f"{name}:{self.port}"
        own = f"http://{host}" if origin is None else origin
        head = (
            f"Host: {host}\r\nAccept-Language: en\r\nConnection: close\r\nOrigin: {own}\r\n{more}"
        )
        if body:
            head += f"{FORM}Content-Length: {len(body)}\r\n"
        await line.say(f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{head}\r\n{body}")
        answer = (await line.end()).decode()
        line.close()
        return answer

    async def does(self, what: str, **how: str) -> int:
        """The status of the answer to who wants it opened or closed."""
        return int((await self.asked("/house", f"do={what}", **how)).split()[1])


@asynccontextmanager
async def opening(folder: Path, found: list[str]) -> AsyncIterator[Opening]:
    listener = listen("127.0.0.1", 0)
    house = House(lambda: found, listener.getsockname()[1])
    url = f"sqlite:///{folder}/parvis.db"
    config = configure(url, folder, UNLIMITED, key="k" * 40, front=Front(alone=True), house=house)
    server = BoundedServer(config)
    house.lend = server.lend
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield Opening(house)
    finally:
        server.should_exit = True
        await serving


def run(
    folder: Path, script: Callable[[Opening], Coroutine[object, object, None]], *found: str
) -> None:
    async def whole() -> None:
        async with asyncio.timeout(PATIENCE), opening(folder, list(found)) as server:
            await script(server)

    asyncio.run(whole())


def test_a_click_lets_the_house_in_and_another_sends_it_away(tmp_path: Path) -> None:
    async def script(server: Opening) -> None:
        with pytest.raises(ConnectionRefusedError):
            await server.line(HOUSE)
        closed = await server.asked("/")
        assert "Only this computer reaches Parvis" in closed
        assert "Your games stay on this computer" in closed
        assert await server.does("open") == 303
        home = await server.asked("/")
        address = f"http://{HOUSE}:{server.port}"
        assert address in home
        assert "Parvis closes by itself when it stops." in home
        assert 'value="close"' in home
        assert "Your games stay on this computer" not in home
        assert await server.does("open") == 303, "it is open already"
        there = await server.asked("/", to=HOUSE, name=HOUSE)
        assert there.startswith("HTTP/1.1 200")
        assert "/house" not in there, "who comes from the house does not close it"
        waiting = await server.line(HOUSE)
        await waiting.say(
            f"GET /waiting HTTP/1.1\r\nHost: {HOUSE}:{server.port}\r\nOrigin: {address}\r\n"
            f"{UPGRADE}\r\n"
        )
        assert "101" in await waiting.hear()
        assert await server.does("close") == 303
        await waiting.end()  # who was there is sent away
        waiting.close()
        with pytest.raises(ConnectionRefusedError):
            await server.line(HOUSE)
        assert "Only this computer reaches Parvis" in await server.asked("/")

    run(tmp_path, script, HOUSE)


def test_the_code_that_moves_my_games_has_a_link_only_if_it_is_good_elsewhere(
    tmp_path: Path,
) -> None:
    async def script(server: Opening) -> None:
        closed = await server.asked("/me/recovery", "do=make")
        assert "recovery-code" in closed
        assert "/recover?code=" not in closed
        assert await server.does("open") == 303
        opened = await server.asked("/me/recovery", "do=make")
        assert f"http://{HOUSE}:{server.port}/recover?code=" in opened

    run(tmp_path, script, HOUSE)


def test_only_who_sits_at_the_machine_opens_and_closes_it(tmp_path: Path) -> None:
    async def script(server: Opening) -> None:
        assert await server.does("open", origin="http://evil.example") == 403
        assert await server.does("open", more="X-Forwarded-For: 192.0.2.7\r\n") == 403
        assert await server.does("open", name="table.example") == 403
        assert server.house.address == ""
        assert await server.does("sing") == 422
        assert await server.does("open") == 303
        assert await server.does("close", to=HOUSE, name=HOUSE) == 403
        assert server.house.address

    run(tmp_path, script, HOUSE)


@pytest.mark.parametrize("found", [[], ["8.8.8.8"]], ids=["no network", "an address of the world"])
def test_where_there_is_no_local_network_it_is_said_and_nothing_is_opened(
    tmp_path: Path, found: list[str]
) -> None:
    async def script(server: Opening) -> None:
        home = await server.asked("/")
        assert "This computer is in no local network." in home
        assert 'value="open"' not in home
        answer = await server.asked("/house", "do=open")
        assert answer.startswith("HTTP/1.1 409")
        assert "This computer is in no local network." in answer
        assert server.house.address == ""

    run(tmp_path, script, *found)


def test_codes_carry_an_address_that_phones_reach(tmp_path: Path) -> None:
    async def script(server: Opening) -> None:
        made = await server.asked("/tables", "game=stairs&seats=2&seat-0=me&seat-1=open&name=Ada")
        [address] = re.findall(r"location: (/t/\S+)", made)
        [cookie] = re.findall(r"set-cookie: ([^;]+)", made)
        known = f"Cookie: {cookie}\r\n"
        page = await server.asked(address, more=known)
        assert "Only this computer reaches Parvis" in page
        await server.does("open")
        page = await server.asked(address, more=known)
        [join] = re.findall(r'id="join-address"[^>]* value="([^"]+)"', page)
        assert join.startswith(f"http://{HOUSE}:{server.port}/join/")
        assert f'data-base="http://{HOUSE}:{server.port}"' in page, "of the seat's own link"
        assert "Only this computer reaches Parvis" not in page
        assert assets.qr_svg(join) in await server.asked(f"{address}/qr.svg", more=known)

    run(tmp_path, script, HOUSE)


def test_a_port_that_is_taken_there_is_no_hindrance(tmp_path: Path) -> None:
    async def script(server: Opening) -> None:
        taken = listen(HOUSE, server.port)
        assert await server.does("open") == 303
        assert server.house.address.startswith(f"http://{HOUSE}:")
        assert server.house.address != f"http://{HOUSE}:{server.port}"
        taken.close()

    run(tmp_path, script, HOUSE)


def test_who_came_by_a_name_that_others_reach_hands_on_that_name() -> None:
    there = reach_of(House(), "https://table.example", "table.example", here=False)
    assert (there.base, there.good, there.mine) == ("https://table.example", True, False)


def test_a_server_for_the_whole_house_has_its_own_address_for_who_came_by_localhost() -> None:
    house = House(lambda: [HOUSE], 1974, fixed=True)
    here = reach_of(house, "http://localhost:1974", "localhost", here=True)
    assert (here.base, here.good) == (f"http://{HOUSE}:1974", True)
    assert (here.opened, here.mine) == (True, False), "it is not closed by a click"


def test_a_machine_that_has_moved_to_another_network_is_opened_at_the_address_of_today() -> None:
    ended: list[str] = []

    async def lend(host: str, port: int) -> tuple[str, Callable[[], None]]:
        return f"http://{host}:{port}", lambda: ended.append(host)

    async def script() -> None:
        found = ["127.0.0.2"]
        house = House(lambda: found, 1974, lend=lend)
        await house.open()
        found[0] = "127.0.0.3"
        await house.open()
        assert house.address == "http://127.0.0.3:1974"
        assert ended == ["127.0.0.2"]

    asyncio.run(script())

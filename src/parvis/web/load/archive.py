"""What finished games in the database cost those who play: home, opening a table, a move.

Two servers are asked the same in turn: one whose database is otherwise empty, and one where so many
games have been finished by others. Imports the clients, the server's process and the tables.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from urllib.request import Request, urlopen

import sqlalchemy as sa

from parvis.engine.game import game_of
from parvis.table.chair import Chair
from parvis.table.schema import CHAIRS, EVENTS, RESULTS, SNAPSHOTS, TABLES
from parvis.table.store import Store
from parvis.web.identity import Identity, Reader
from parvis.web.load.clients import Pair, Seen, all_there, drained
from parvis.web.load.measuring import ended
from parvis.web.load.process import KEY, Process, a_server
from parvis.web.load.tables import Made, make_table, maker, of_every_age, play_on

LISTED = 5  # public tables that wait for someone
VISITS = 20  # tables that are opened at each server
MOVES = 5  # that are played at each of them
LONGEST = 10_000  # moves of a game
OF_ONE_PERSON = 100  # finished games
OWNER = "owner"  # who has played in all of them
OWNERS_HOME = "home of who played all"
ASKED = ("home page", OWNERS_HOME, "opening a table", "a move")


@dataclass(frozen=True)
class Visits:
    """Medians, in seconds, by what was asked: until the answer, and of the server's processor."""

    finished: int
    times: dict[str, float]
    cpu: dict[str, float]


@dataclass(frozen=True)
class Comparison:
    """The same visits to an empty and to a full database."""

    game: str
    empty: Visits
    full: Visits

    def lines(self) -> list[str]:
        made = [
            f"{self.game}, in an empty database and with {self.full.finished} finished games,"
            " processor time in brackets"
        ]
        for asked in ASKED:
            cells = [
                f"{1000 * one.times[asked]:7.1f} ms ({1000 * one.cpu[asked]:.1f})"
                for one in (self.empty, self.full)
            ]
            made.append(f"  {asked:<24}" + "".join(cell.rjust(22) for cell in cells))
        return made

    def plain(self) -> dict[str, object]:
        return asdict(self)


async def compare(game: str, finished: int) -> Comparison:
    """Visit an empty and a full database in turn."""
    with tempfile.TemporaryDirectory(prefix="parvis-load-") as name, ExitStack() as stack:
        sides: list[Side] = []
        for count in (0, finished):
            folder = Path(name, str(count))
            tables = await prepared(folder, game, count)
            sides.append(Side(*stack.enter_context(a_server(folder)), tables, count))
        for place in range(VISITS):
            for side in sides:
                await side.visit(place)
        empty, full = (side.visits() for side in sides)
        return Comparison(game, empty, full)


async def prepared(folder: Path, game: str, finished: int) -> list[Made]:
    """A database with so many finished games, and some that go on."""
    registry, seats = maker(folder), min(game_of(game).seats)
    try:
        tables = await of_every_age(registry, [game] * VISITS)
        for _ in range(LISTED):
            chairs = [Chair("person", "P", ("someone",)), *[Chair("open")] * (seats - 1)]
            await registry.make(game, chairs, "someone", private=False)
        if finished:
            made = await make_table(registry, game)
            await play_on(registry, made, LONGEST)
            await asyncio.to_thread(repeat, registry.store, made.id, finished)
        return tables
    finally:
        await registry.close()


def repeat(store: Store, table: str, count: int) -> None:
    """Copy a table with all its rows, under other ids and codes and for other people; one of them
    sits at every last seat."""
    numbers = sa.select(sa.literal(0).label("k")).cte("numbers", recursive=True)
    numbers = numbers.union_all(sa.select(numbers.c.k + 1).where(numbers.c.k + 1 < count))
    number = sa.cast(numbers.c.k, sa.String)
    person = sa.literal("p").concat(sa.cast(numbers.c.k // OF_ONE_PERSON, sa.String))
    changed = {
        "id": sa.literal("copy").concat(number),
        "table_id": sa.literal("copy").concat(number),
        "code": sa.literal("c").concat(number),
        "host": person,
        "person": person,
    }
    with store.writing() as connection:
        for kind in (TABLES, CHAIRS, SNAPSHOTS, RESULTS, EVENTS):
            own = kind.c.id if kind is TABLES else kind.c.table_id
            columns = [column for column in kind.c if column.name != "seq"]
            values = [changed.get(column.name, column) for column in columns]
            if kind is CHAIRS:
                last = sa.select(sa.func.max(CHAIRS.c.seat)).where(CHAIRS.c.table_id == table)
                owner = sa.case((CHAIRS.c.seat == last.scalar_subquery(), OWNER), else_=person)
                values[columns.index(CHAIRS.c.person)] = owner
            rows = sa.select(*values).select_from(numbers).join(kind, own == table)
            connection.execute(sa.insert(kind).from_select(columns, rows))


class Side:
    """A server that is visited, and what that took."""

    def __init__(self, address: str, server: Process, tables: list[Made], finished: int) -> None:
        self.address = address
        self.server = server
        self.tables = tables
        self.finished = finished
        self.times: dict[str, list[float]] = {asked: [] for asked in ASKED}
        self.cpu: dict[str, list[float]] = {asked: [] for asked in ASKED}

    def visits(self) -> Visits:
        times, cpu = (
            {asked: median(noted) for asked, noted in of.items()} for of in (self.times, self.cpu)
        )
        return Visits(self.finished, times, cpu)

    async def visit(self, place: int) -> None:
        """Home, then a table that nobody has opened since the start, then some moves there."""
        made, seen = self.tables[place], Seen()

        async def home() -> float:
            return await asyncio.to_thread(self.page, "/", made.people[0])

        async def owners_home() -> float:
            return await asyncio.to_thread(self.page, "/", OWNER)

        async def opening() -> float:
            begun = time.perf_counter()
            await asyncio.to_thread(self.page, f"/t/{made.id}", made.people[0])
            tasks.append(asyncio.ensure_future(Pair(self.address, made, seen, 0.0).run()))
            await all_there(seen, len(made.people))
            return seen.arrived - begun

        async def moves() -> float:
            seen.play.set()
            while seen.landed < MOVES and not tasks[0].done():
                await asyncio.sleep(0.001)
            seen.play.clear()
            await drained(seen)
            return median(seen.late or [0.0])

        tasks: list[asyncio.Task[None]] = []
        await self.note("home page", home, lambda: 1)
        await self.note(OWNERS_HOME, owners_home, lambda: 1)
        await self.note("opening a table", opening, lambda: 1)
        await self.note("a move", moves, lambda: max(1, seen.landed))
        await ended(tasks)

    async def note(
        self,
        asked: str,
        work: Callable[[], Coroutine[object, object, float]],
        count: Callable[[], int],
    ) -> None:
        used = self.server.spent()
        self.times[asked].append(await work())
        self.cpu[asked].append((self.server.spent() - used) / count())

    def page(self, path: str, person: str) -> float:
        """How long a page takes."""
        cookie = Identity(KEY).write(Reader(person, "Load", "en"))
        begun = time.perf_counter()
        with urlopen(Request(self.address + path, headers={"cookie": f"parvis={cookie}"})) as page:
            page.read()
        return time.perf_counter() - begun

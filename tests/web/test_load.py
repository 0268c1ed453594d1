"""`parvis load` and `parvis soak` as a user starts them, and what they count."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from parvis.cli.main import main
from parvis.table.pace import Pace
from parvis.table.store import Store
from parvis.web.load import server
from parvis.web.load.archive import ASKED, OWNER, repeat
from parvis.web.load.clients import Account, CountedConnection, Pair, Seen, game_after_game
from parvis.web.load.measuring import SHEET
from parvis.web.load.peer import PACKAGES, SCRIPTS
from parvis.web.load.process import database
from parvis.web.load.report import FirstView, PeerReport, Report, table
from parvis.web.load.tables import Made, make_table, maker, of_every_age, play_on
from tests.web.servers import PATIENCE

REPORT = Report(
    game="neoville",
    tables=50,
    pause=0.0,
    seconds=10.0,
    moves=1000,
    games_over=3,
    p50=0.01,
    p95=0.02,
    p99=0.03,
    cpu=0.001,
    opening=0.005,
    cpu_with_opening=0.0011,
    memory=150 * 1024,
    memory_more=100 * 1024,
    size_p50=6 * 1024,
    size_p95=9 * 1024,
    wire_p50=2 * 1024,
    wire_p95=3 * 1024,
    view=FirstView(80 * 1024, 8 * 1024, 80 * 1024, 40 * 1024, 10 * 1024),
    clients=0.5,
    busy=1.0,
    wrong=(),
)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parvis.web.load.process.STARTING", PATIENCE)


def test_load_measures_on_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["load", "--game", "cites-nouvelles", "--tables", "2", "--seconds", "0.5"]
    assert main([*arguments, "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert report["wrong"] == []
    assert report["moves"] > 0
    assert 0 < report["p50"] <= report["p95"] <= report["p99"]
    assert 0 < report["cpu"] <= report["cpu_with_opening"]
    assert 0 < report["size_p50"] <= report["size_p95"]
    assert report["view"]["size"] > report["view"]["compressed"] > 1000
    assert report["memory"] > 0
    assert "memory_more" in report


def test_no_move_is_held_back_to_hide_that_there_was_no_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a pause is waiting and no work: neither the tables are made nor measured with it."""
    paces: list[Pace] = []

    class Configured(Exception):
        pass

    def configure(url: str, pace: Pace, **others: object) -> None:
        paces.append(pace)
        raise Configured

    monkeypatch.setattr("parvis.web.load.server.configure", configure)
    with pytest.raises(Configured):
        server.main(str(tmp_path))
    registry = maker(tmp_path)
    paces.append(registry.bots.pauses.pace)
    asyncio.run(registry.close())
    assert [pace.pause(0.999) < 0.01 for pace in paces] == [True, True]


def test_a_report_tells_what_was_measured_with_its_units() -> None:
    shown = "\n".join(REPORT.lines())
    for word in ("moves a second", "p50", "p95", "p99", "processor", "memory", "first view"):
        assert word in shown
    assert "150 KB of the server's memory a table" in shown
    assert "one more takes 100 KB, 2.4 MB are there once" in shown
    assert "18.0 KB a table's first view" in shown, "the symbols belong to it"
    assert "boardgame.io" not in shown
    beside = replace(REPORT, peer=PeerReport(0.0004, 2000, 2.5), wrong=("refused: no",))
    assert "2.50 × boardgame.io" in "\n".join(beside.lines())
    assert "went wrong: refused: no" in beside.lines()[-1]


def test_several_games_are_one_table_a_column_each() -> None:
    rows = table([REPORT, replace(REPORT, game="neotopia", cpu=0.0025)])
    assert rows[0].split() == ["neoville", "neotopia"]
    assert ["ms", "a", "move", "1.00", "2.50"] in [row.split() for row in rows]
    assert len({len(row) for row in rows}) == 1
    assert not any("boardgame.io" in row for row in rows)


def test_tables_are_of_every_age_so_that_every_stage_of_a_game_counts(tmp_path: Path) -> None:
    async def made() -> list[int]:
        registry = maker(tmp_path)
        tables = await of_every_age(registry, ["cites-nouvelles"] * 8)
        moves = [len((await registry.open(made.id)).table.moves) for made in tables]
        await registry.close()
        return sorted(moves)

    moves = asyncio.run(made())
    assert moves[0] < 40
    assert moves[-1] > 80
    assert len(set(moves)) > 4


def test_who_ends_a_game_begins_another() -> None:
    played: list[str] = []

    class Quick(Pair):
        async def run(self) -> None:
            await asyncio.sleep(0)

    def clients(made: Made) -> Pair:
        played.append(made.id)
        return Quick("", made, seen, 0)

    async def again() -> Made:
        if len(played) == 3:
            raise EOFError
        return Made(f"t{len(played)}", [])

    seen = Seen()
    with pytest.raises(EOFError):
        asyncio.run(game_after_game(Made("t0", []), again, clients, seen))
    assert (played, seen.over) == (["t0", "t1", "t2"], 3)


def test_a_client_is_charged_the_update_of_a_move_and_what_follows_it() -> None:
    socket = object.__new__(CountedConnection)
    seen = Seen()
    account = Account(socket, seen)
    for size, moved in ((900, False), (50, True), (7, False), (60, True), (8, False), (1, True)):
        socket.received += size // 2
        account.take(b"x" * size, moved)
    assert seen.sizes == [57, 68], "not the first view, nor what has yet to be whole"
    assert seen.wires == [33, 4]


def test_a_page_may_name_a_sheet_of_symbols() -> None:
    found = SHEET.search('<div data-symbols="/symbols/neoville/0a1b.svg" data-socket="/t/x">')
    assert found
    assert found[1] == "/symbols/neoville/0a1b.svg"


def test_without_boardgame_io_the_command_that_installs_it_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    assert main(["load", "--peer", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"npm install --prefix {tmp_path} {' '.join(PACKAGES)}" in told
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert main(["load", "--peer", str(tmp_path)]) == 2
    assert "needs Node" in capsys.readouterr().err


def test_the_scripts_for_boardgame_io_need_no_more_than_what_is_told() -> None:
    for script in SCRIPTS.glob("*.js"):
        needed = set(re.findall(r'require\("([\w.-]+)', script.read_text(encoding="utf-8")))
        assert needed <= {*PACKAGES, "net", "readline"}


def test_finished_games_are_put_in_and_the_same_is_asked_of_both_databases(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.web.load.archive.VISITS", 1)
    arguments = ["load", "--game", "cites-nouvelles", "--finished", "30", "--json"]
    assert main(arguments) == 0
    (found,) = json.loads(capsys.readouterr().out)
    for side, finished in (("empty", 0), ("full", 30)):
        assert found[side]["finished"] == finished
        assert all(found[side]["times"][asked] > 0 for asked in ASKED)


def test_a_finished_game_that_is_repeated_is_whole_and_other_peoples(tmp_path: Path) -> None:
    async def made() -> Made:
        registry = maker(tmp_path)
        table = await make_table(registry, "cites-nouvelles")
        await play_on(registry, table, 1000)
        await registry.close()
        return table

    table = asyncio.run(made())
    store = Store(database(tmp_path))
    repeat(store, table.id, 250)
    first, copy = store.load(table.id), store.load("copy249")
    assert first is not None
    assert copy is not None
    assert copy.events == first.events
    assert copy.snapshot == first.snapshot
    assert [one.id for one in store.of_person(table.people[0])] == [table.id]
    assert len(store.of_person("p2", most=1000)) == 50
    assert all(one.over for one in store.of_person("p0", most=1000))
    store.close()


def test_the_last_games_of_a_person_are_found_among_many_as_among_few(tmp_path: Path) -> None:
    """Counted in steps of the database, which depend on no load."""

    async def made() -> Made:
        registry = maker(tmp_path)
        table = await make_table(registry, "cites-nouvelles")
        await play_on(registry, table, 1000)
        await registry.close()
        return table

    def steps(asked: Callable[[], object]) -> int:
        """How much of its own the database does for it, in hundreds."""
        counted = 0

        def count() -> int:
            nonlocal counted
            counted += 1
            return 0

        def watch(connection: Any, *_: object) -> None:
            connection.set_progress_handler(count, 100)

        sa.event.listen(store.engine, "checkout", watch)
        asked()
        sa.event.remove(store.engine, "checkout", watch)
        return counted

    table = asyncio.run(made())
    store = Store(database(tmp_path))
    repeat(store, table.id, 800)
    assert len(store.of_person(OWNER, True, 1000)) == 800
    few, many = (steps(partial(store.of_person, who, True, 4)) for who in ("p7", OWNER))
    assert many <= few + 2
    few, many = (steps(partial(store.of_person, who, False)) for who in ("p7", OWNER))
    assert many <= few + 2
    assert steps(partial(store.of_person, OWNER)) > 20 * (few + 1)  # what all of them would be
    store.close()


def test_without_a_browser_what_to_install_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.web.load.browsers.chromium", lambda: None)
    assert main(["load", "--browser"]) == 2
    assert "apt install chromium" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    assert main(["load", "--browser"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert 'pip install "parvis[dev]"' in told


def test_soak_watches_the_memory(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.web.load.soak.STAY", 2)  # so that people come back
    main(["soak", "--tables", "4", "--minutes", "0.1", "--pause", "0.05"])
    shown, wrong = capsys.readouterr()
    moves = re.search(r"MB +(\d+) moves", shown)
    assert moves, shown
    assert int(moves[1]) > 0
    assert "% of memory" in shown, wrong


@pytest.mark.parametrize(
    "wrong", [["--tables", "0"], ["--seconds", "99"], ["--game", "chess"], ["--games", "all,chess"]]
)
def test_load_is_bounded(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", *wrong]) == 2
    assert capsys.readouterr().err

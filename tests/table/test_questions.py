"""What the one to decide may ask, and that nobody else is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

import parvis
from parvis.bots.advice import Advice, only
from parvis.bots.adviser import seed_of
from parvis.engine.chance import Rng
from parvis.engine.refusal import Malformed, Refusal
from parvis.table.decisions import Refused
from parvis.table.fair_queue import Asker
from parvis.table.live_table import LiveTable
from parvis.table.questions import Preview, hint, preview, why
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.table import Table
from tests.table.tables import (
    ADA,
    BOB,
    CLEO,
    closing,
    first_move,
    in_registry,
    persons,
    registry_on,
    say,
)


class FirstMove:
    """Advises the first move, when it is let."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.asked: list[tuple[int, Sequence[str], Asker]] = []

    async def advise(self, table: Table, seat: int, picks: Sequence[str], asker: Asker) -> Advice:
        self.asked.append((seat, picks, asker))
        await self.let.wait()
        assert table.position is not None
        return only(table.position.say(table.position.moves()[0]))


ASKED: dict[str, Callable[[Table, str], object]] = {
    "why": lambda table, person: why(table, person, ("card-1",)),
    "preview": lambda table, person: preview(table, person, 4),
    "hint": lambda table, person: hint(table, person, FirstMove()),
}


def refused(live: LiveTable, question: str, person: str) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        ASKED[question](live.table, person)
    return caught.value.reason, caught.value.key


def test_a_preview_is_what_the_seat_would_see_and_changes_nothing(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        assert live.table.position is not None
        before = live.table.position.text()
        seen = preview(live.table, ADA, 4)
        assert isinstance(seen, Preview)
        assert (seen.seat, seen.view["seat"]) == (0, 0)
        ahead = live.table.position.foresee(4)
        assert (seen.view, seen.scores) == (ahead.view(0), ahead.scores())
        assert len(seen.came) == len(seen.went)
        assert live.table.position.text() == before

    in_registry(store, script)


def test_a_move_that_is_barred_is_answered_by_its_clause_and_a_number_that_is_none_by_none(
    store: Store,
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        barred = preview(live.table, ADA, 20)
        assert isinstance(barred, Refusal)
        assert barred.clause == "ST-1.1"
        found = why(live.table, ADA, ("card-1",))
        assert found is not None
        assert found.clause == "ST-1.1"
        assert why(live.table, ADA, ("step-4",)) is None
        with pytest.raises(Malformed):
            preview(live.table, ADA, 2**40)

    in_registry(store, script)


@pytest.mark.parametrize("question", ASKED)
def test_who_is_not_to_decide_is_not_answered(store: Store, question: str) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        assert refused(live, question, BOB) == ("turn", "table.refused.turn")
        assert refused(live, question, CLEO) == ("seat", "table.refused.seat")
        await registry.command(live, say("bot_in", ADA, seat=0, bot="random"))
        assert refused(live, question, ADA) == ("turn", "table.refused.sits_in")

    in_registry(store, script)


@pytest.mark.parametrize("question", ASKED)
def test_after_the_end_and_of_an_old_game_nothing_is_asked(store: Store, question: str) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 1})
        while (turn := live.table.turn()) is not None:
            await registry.command(live, first_move(live, (ADA, BOB)[turn]))
        assert refused(live, question, ADA) == ("over", "table.refused.over")
        live.table.position = None
        assert refused(live, question, ADA) == ("over", "table.refused.read_only")

    in_registry(store, script)


def test_a_hint_is_of_the_position_in_which_it_was_asked_for(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        assert live.table.position is not None
        bots = FirstMove()
        first = asyncio.ensure_future(hint(live.table, ADA, bots, ["step-4"], "192.0.2.7"))
        await asyncio.sleep(0)
        bots.let.set()
        answer = await first
        assert answer is not None
        assert answer.best.move == live.table.position.say(live.table.position.moves()[0])
        asker = Asker(frozenset({"192.0.2.7"}), live.table.config.id)
        assert bots.asked == [(0, ["step-4"], asker)]
        bots.let.clear()
        late = asyncio.ensure_future(hint(live.table, ADA, bots))
        await asyncio.sleep(0)
        await registry.command(live, first_move(live, ADA))
        bots.let.set()
        assert await late is None

    in_registry(store, script)


def test_the_same_question_has_the_same_answer_whatever_else_is_hidden(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        first = await hint(live.table, ADA, registry.bots)
        assert await hint(live.table, ADA, registry.bots) == first is not None
        position = live.table.position
        assert position is not None
        twin = position.guess(0, Rng(5))  # all that the seat cannot see is another's
        live.table.position = twin
        assert await hint(live.table, ADA, registry.bots) == first
        live.table.position = position
        before = seed_of(position, 0)
        await registry.command(live, first_move(live, ADA))
        assert seed_of(live.table.position, 0) != before

    in_registry(store, script)


def test_a_hint_is_of_the_past_when_another_server_has_moved(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        bots = FirstMove()
        late = asyncio.ensure_future(hint(live.table, ADA, bots))
        await asyncio.sleep(0)
        url = store.url.render_as_string(hide_password=False)
        async with closing(registry_on(Store(url))) as elsewhere:
            there = await elsewhere.open(live.table.config.id)
            await elsewhere.command(there, first_move(there, ADA))
        await registry.follow(live)
        assert len(live.table.moves) == 1
        bots.let.set()
        assert await late is None

    in_registry(store, script)


def test_why_about_nothing_picked_asks_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    position = parvis.start("stairs", seats=2, seed=1)
    monkeypatch.setattr(type(position), "bar", None)
    assert position.why(()) is None, "whoever is to decide can"

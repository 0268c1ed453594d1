"""The table in words over the wire: what lies where, what can be done there, what is typed."""

from __future__ import annotations

import pytest

import parvis
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web import answers
from tests.table.tables import ADA, BOB, in_registry, persons, say
from tests.web.wires import Frame, looking

GAMES = [game.id for game in parvis.all_games()]


def words(told: Frame) -> list[str]:
    """Everything that a description says."""
    regions = told["regions"]
    assert isinstance(regions, list)
    return [thing["words"] for region in regions for thing in region["things"]]


def to_decide(live: LiveTable) -> tuple[str, int]:
    """Whose turn it is, and a move of theirs."""
    position = live.table.position
    assert position is not None
    return (ADA, BOB)[position.turn() or 0], position.moves()[0]


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_waits_or_looks_on_is_told_the_table_in_words(store: Store, game: str) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make(game, persons(ADA, BOB), ADA)
        for person in (ADA, BOB, "a looker-on"):
            async with looking(registry, live, person) as wire:
                wire.say(type="describe", ask=3)
                told = await wire.hear("describe")
                topics = {region["topic"] for region in told["regions"]}  # type: ignore[attr-defined]
                assert told["ask"] == 3
                assert topics & {"board", "seat"}
                assert all(words(told))
                assert ("hand" in topics) == (person != "a looker-on")

    in_registry(store, script)


def test_the_same_is_told_once_and_anew_after_a_move(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    describe = answers.described

    def counted(*at: object) -> object:
        made.append(at)
        return describe(*at)  # type: ignore[arg-type]

    monkeypatch.setattr(answers, "described", counted)

    async def script(registry: Registry) -> None:
        live = await registry.make("neoville", persons(ADA, BOB), ADA)
        decides, move = to_decide(live)
        async with looking(registry, live, decides) as wire:
            for _ in range(3):
                wire.say(type="describe", ask=1)
                before = words(await wire.hear("describe"))
            assert len(made) == 1
            await registry.command(live, say("move", decides, n=live.table.n, move=move))
            wire.say(type="describe", ask=2)
            after = words(await wire.hear("describe"))
            assert len(made) == 2
            assert after != before

    in_registry(store, script)


def test_nobody_who_asks_for_no_words_is_sent_any(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("neoville", persons(ADA, BOB), ADA)
        decides, move = to_decide(live)
        async with looking(registry, live, decides) as wire:
            (state,) = await wire.quiet()
            assert "regions" not in state
            wire.say(type="preview", ask=1, move=move)
            assert (await wire.hear("preview"))["says"] == []

    in_registry(store, script)


def test_a_preview_tells_in_words_what_would_change_if_one_asks(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("neoville", persons(ADA, BOB), ADA)
        decides, move = to_decide(live)
        async with looking(registry, live, decides) as wire:
            wire.say(type="preview", ask=1, move=move, words=True)
            says = (await wire.hear("preview"))["says"]
            assert isinstance(says, list)
            assert any(told.startswith("Your city: Tile") for told in says)

    in_registry(store, script)


def test_a_place_is_found_by_the_end_of_its_name_or_by_its_title(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("neoville", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as wire:
            wire.say(type="around", ask=1, place="d4")
            told = await wire.hear("around")
            assert told["place"] == "slot-0-d4"  # her own, of the two that are called so
            assert told["says"]
            wire.say(type="around", ask=2, place=str(told["name"]).upper())
            assert (await wire.hear("around"))["place"] == "slot-0-d4"
            for nothing in ("", "zz", "-", "constructor", "x" * 80):
                wire.say(type="around", ask=3, place=nothing)
                assert (await wire.hear("around"))["place"] == ""
            wire.say(type="around", ask=4, place="x" * 81)
            assert (await wire.hear())["type"] == "error"

    in_registry(store, script)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_typed_is_read_as_a_move_and_completed(store: Store, game: str) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make(game, persons(ADA, BOB), ADA)
        decides, move = to_decide(live)
        async with looking(registry, live, decides) as wire:
            text = live.table.position.say(move)  # type: ignore[union-attr]
            for typed in (text, f" {text} ", text.upper()):
                wire.say(type="read", ask=1, text=typed)
                assert (await wire.hear("read"))["move"] == move
            wire.say(type="read", ask=2, text=text[:1])
            told = await wire.hear("read")
            completions = told["completions"]
            assert isinstance(completions, list)
            assert 0 < len(completions) <= answers.MOST_COMPLETIONS
            for each in completions:
                assert each["text"].casefold().startswith(text[:1].casefold())
                assert each["words"]
            wire.say(type="read", ask=3, text="nonsense!")
            told = await wire.hear("read")
            assert (told["move"], told["completions"]) == (None, [])

    in_registry(store, script)


def test_who_is_not_to_decide_is_told_no_moves(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        for person in (BOB, "a looker-on"):
            async with looking(registry, live, person) as wire:
                wire.say(type="read", ask=1, text="m4")
                assert (await wire.hear("why", "read"))["type"] == "why"

    in_registry(store, script)

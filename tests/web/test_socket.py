"""What a browser is told: everything once, then what changed; commands answered, once applied."""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import logging
import weakref
from typing import Any

import pytest

from parvis.engine.drawing.part import Memory
from parvis.engine.words import Speech
from parvis.table.chair import Chair
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.table import Table
from parvis.web import serializer
from parvis.web.limits import Limits
from parvis.web.picture import Picture, Viewer, draw
from parvis.web.socket import Connection
from parvis.web.updates import resolved
from tests.stairs.position import Stairs
from tests.table.tables import ADA, BOB, CLEO, CountedIds, bot, in_registry, persons, say
from tests.web.wires import Wire, looking

Plain = dict[str, Any]
NUMBERS = itertools.count(1000)


def fold(shown: Plain | None, frame: Plain) -> Plain:
    """What a client does with a frame, by the words of the protocol."""
    if frame["type"] == "state":
        state = dict(frame)
        state["panels"] = {panel["id"]: panel for panel in frame["panels"]}
        return state
    assert frame["type"] == "update"
    assert shown is not None
    assert frame["from"] == shown["n"]
    panels = {id: dict(panel) for id, panel in shown["panels"].items()}
    for id, part in frame.get("panels", {}).items():
        known = panels.get(id, {"fragments": {}})
        fragments = known["fragments"] | part.get("fragments", {})
        merged = known | part
        merged["fragments"] = {name: fragments[name] for name in merged["order"]}
        panels[id] = merged
    if "panels_order" in frame:
        panels = {id: panels[id] for id in frame["panels_order"]}
    after = shown | {
        key: value
        for key, value in resolved(frame, shown).items()
        if key not in ("type", "from", "panels", "panels_order", "log_all", "chat_all")
    }
    after["panels"] = panels
    for name in ("log", "chat"):
        if name in frame and f"{name}_all" not in frame:
            after[name] = (shown[name] + frame[name])[-60:]
    return after


async def play_out(wires: list[Wire], shown: list[Plain], moves: int = 10_000) -> list[Plain]:
    """Play by the trees that the server sends, folding its updates."""
    for number in range(moves):
        turn = [seat for seat, state in enumerate(shown) if state["tree"]]
        if not turn:
            break
        wire, state = wires[turn[0]], shown[turn[0]]
        choices = state["tree"][0]["choices"]
        move = choices[number % len(choices)]["add"]
        wire.say(type="move", id=f"command {next(NUMBERS)}", n=state["n"], move=move)
        await wire.hear("done")
        shown = [await refolded(wire) for wire in wires]
    return shown


async def refolded(wire: Wire) -> Plain:
    """All frames of a wire folded from the first one on."""
    await wire.quiet()
    shown: Plain | None = None
    for text in wire.frames:
        frame = json.loads(text)
        if frame["type"] in ("state", "update"):
            shown = fold(shown, frame)
    assert shown is not None
    return shown


async def lifted(wire: Wire, seat: int) -> Plain:
    """What is shown when the person of a seat says that they are there."""
    wire.say(type="hello", seat=seat)
    return await refolded(wire)


def test_updates_add_up_to_the_whole_state(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 2})
        async with (
            looking(registry, live, ADA) as ada,
            looking(registry, live, BOB) as bob,
            looking(registry, live, CLEO) as cleo,
        ):
            wires = [ada, bob, cleo]
            shown = await play_out(wires, [await refolded(wire) for wire in wires], 5)
            ada.say(type="undo", id="undo 0001")
            await ada.hear("done")
            bob.say(type="vote", id="vote 0001", yes=True)
            await bob.hear("done")
            shown = await play_out(wires, [await refolded(wire) for wire in wires])
            assert shown[0]["over"]
            bob.say(type="chat", id="chat 0001", text="well played")
            await bob.hear("done")
            for wire in wires:
                folded = await refolded(wire)
                wire.say(type="hello")
                whole = fold(None, (await wire.quiet())[-1])
                whole["type"] = folded["type"]
                assert folded == whole

    in_registry(store, script)


def test_alone_the_page_is_told_what_taking_back_makes_of_the_game(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", [*persons(ADA), bot()], ADA, {"rounds": 2})
        async with looking(registry, live, ADA) as ada:
            shown = await refolded(ada)
            assert (shown["undo"]["can"], shown["practice"]) == (None, False)
            for move, can in ((4, "free"), (20, "practice")):
                ada.say(type="move", id=f"command {next(NUMBERS)}", n=shown["n"], move=move)
                await ada.hear("done")
                shown = await refolded(ada)
                assert (shown["undo"]["can"], shown["practice"]) == (can, False)
            ada.say(type="undo", id="unawares 1")
            answer: Plain = await ada.hear("refused", "done")
            assert (answer["type"], answer["reason"]) == ("refused", "practice")
            assert "practice" in answer["words"]
            ada.say(type="undo", id="knowing 001", practice=True)
            await ada.hear("done")
            shown = await refolded(ada)
            assert shown["practice"] is True
            assert "practice" in shown["log"][-1]["words"][0]
            async with looking(registry, live, "stranger") as other:
                assert (await refolded(other))["practice"] is True

    in_registry(store, script)


def test_who_holds_several_seats_is_told_how_the_last_of_them_takes_back(store: Store) -> None:
    """Around one screen: the next one decides, and the last move is the other's."""

    async def script(registry: Registry) -> None:
        both = [Chair("person", name, (ADA,)) for name in ("Ada", "Zoe")]
        live = await registry.make("stairs", both, ADA, {"rounds": 2})
        async with looking(registry, live, ADA) as ada:
            shown = (await play_out([ada], [await lifted(ada, 0)], 3))[0]
            assert (shown["seat"], shown["curtain"]) == (None, 1)
            assert shown["undo"]["can"] == "free", "also before the device is passed on"
            ada.say(type="undo", id="undo 0001")
            await ada.hear("done")
            assert (await refolded(ada))["practice"] is False

    in_registry(store, script)


WON = {
    "fr": ("Ada remporte la partie.", "Ada et Bob remportent la partie.", "Vous avez gagné, avec"),
    "en": ("Ada wins the game.", "Ada and Bob win the game.", "You have won, with"),
    "it": ("Ada vince la partita.", "Ada e Bob vincono la partita.", "Hai vinto, con"),
}


@pytest.mark.parametrize("language", WON)
def test_one_winner_wins_and_two_win(
    store: Store, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 1})
        async with looking(registry, live, ADA) as ada, looking(registry, live, BOB) as bob:
            await play_out([ada, bob], [await refolded(wire) for wire in (ada, bob)])
        asks = []
        for winners, person in (([0], CLEO), ([0, 1], CLEO), ([0, 1], BOB)):
            monkeypatch.setattr(Stairs, "winners", lambda _, winners=winners: winners)
            async with looking(registry, live, person, language) as wire:
                asks.append((await refolded(wire))["ask"])
        one, two, own = WON[language]
        assert asks == [one, two, f"{own} Ada."]

    in_registry(store, script)


def test_an_update_is_small_and_holds_only_what_changed(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            state = await ada.hear("state")
            ada.say(type="move", id="command 1", n=0, move=4)
            update: Plain = await ada.hear("update")
            assert list(update["panels"]) == ["board"]
            assert list(update["panels"]["board"]) == ["fragments"]
            assert list(update["panels"]["board"]["fragments"]) == ["board-4"]
            assert "seats" not in update
            assert update["from"] == state["n"]
            assert [line["n"] for line in update["log"]] == [1]

    in_registry(store, script)


def test_a_command_is_answered_after_its_update_and_applied_once(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            await ada.hear("state")
            for _ in range(3):
                ada.say(type="move", id="the same command", n=0, move=4)
            frames = [frame for frame in await ada.quiet() if frame["type"] != "state"]
            assert [frame["type"] for frame in frames] == ["update", "done", "done", "done"]
            assert {frame["n"] for frame in frames} == {1}

    in_registry(store, script)


def test_a_move_is_drawn_for_those_who_look_and_for_nobody_else(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int | None] = []

    def draw_and_note(table: Table, viewer: Viewer, speech: Speech, memory: Memory) -> Picture:
        drawn.append(viewer.seat)
        return draw(table, viewer, speech, memory)

    monkeypatch.setattr(serializer, "draw", draw_and_note)

    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada, looking(registry, live, BOB) as bob:
            await ada.hear("state")
            await bob.hear("state")
            await ada.quiet()
            drawn.clear()
            ada.say(type="move", id="command 1", n=0, move=4)
            await ada.hear("done")
            await bob.hear("update")
            assert sorted(map(str, drawn)) == ["0", "1"]

    in_registry(store, script)


def test_nothing_drawn_or_said_is_kept_of_a_table_that_nobody_looks_at(store: Store) -> None:
    made: list[Connection] = []

    def noted(*arguments: Any) -> Connection:
        made.append(Connection(*arguments))
        return made[-1]

    async def script(registry: Registry) -> weakref.ref[Connection]:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA, make=noted) as ada:
            await refolded(ada)
            async with looking(registry, live, BOB):
                pass
            caches = made[0].serializer.caches
            assert live in caches, "somebody looks still"
        assert live not in caches
        return weakref.ref(made.pop())

    connection = in_registry(store, script)
    gc.collect()
    assert connection() is None, "nor what one viewer was shown"


def test_two_tabs_of_one_seat_stay_in_step(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as one, looking(registry, live, ADA) as two:
            await refolded(one)
            await refolded(two)
            one.say(type="move", id="command 1", n=0, move=4)
            await one.hear("done")
            assert await refolded(one) == await refolded(two)
            two.say(type="move", id="command 2", n=0, move=20)
            refused = await two.hear("refused")
            assert refused["reason"] == "stale"

    in_registry(store, script)


def test_whoever_comes_back_gets_everything_and_what_happened_since(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            shown = await refolded(ada)
            shown = (await play_out([ada], [shown], 3))[0]
        async with looking(registry, live, BOB) as bob:
            shown = await refolded(bob)
            assert shown["since"] == [1, 2, 3]
            assert shown["turn"]["mine"]
            (await play_out([bob], [shown], 3))
        async with looking(registry, live, ADA) as ada:
            assert (await refolded(ada))["since"] == [4, 5, 6]

    in_registry(store, script)


def test_a_refusal_comes_in_the_readers_words_with_the_clause(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA, "fr") as ada:
            ada.say(type="why", ask=1, path=["card-3"])
            why = await ada.hear("why")
            assert why["words"] == "Marquer, piocher, jouer\u00a0: autre chose vient d’abord"
            assert why["clause"] == "ST-1.1"
            assert str(why["text"]).startswith(
                "Marquez une marche, piochez une carte, jouez une carte"
            )
            ada.say(type="why", ask=2, path=["step-1"])
            assert (await ada.hear("why"))["words"] is None
            ada.say(type="move", id="command 1", n=0, move=20)
            refused = await ada.hear("refused")
            assert refused["reason"] == "rule"
            assert refused["clause"] == "ST-1.1"

    in_registry(store, script)


def test_a_preview_draws_the_move_and_changes_nothing(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            await refolded(ada)
            ada.say(type="preview", ask=7, move=4)
            preview: Plain = await ada.hear("preview")
            assert list(preview["panels"]["board"]["fragments"]) == ["board-4"]
            assert live.table.n == 0
            ada.say(type="preview", ask=8, move=20)
            assert (await ada.hear("why"))["clause"] == "ST-1.1"

    in_registry(store, script)


def test_a_hint_is_a_legal_move_with_its_picks(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            await refolded(ada)
            ada.say(type="hint", ask=7)
            hint: Plain = await ada.hear("hint")
            assert hint["picks"] == [f"step-{hint['move']}"]
            assert all(said["words"] for said in hint["says"])

    in_registry(store, script)


@pytest.mark.parametrize("person", [BOB, CLEO])
def test_questions_of_those_who_do_not_decide_are_not_looked_at(store: Store, person: str) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, person) as other:
            await refolded(other)
            answers = []
            for card in range(10):
                other.say(type="why", ask=1, path=[f"card-{card}"])
                answers.append(await other.hear("why"))
                other.say(type="preview", ask=1, move=10 + card)
                answers.append(await other.hear("why"))
            assert all(answer == answers[0] for answer in answers)

    in_registry(store, script)


def test_a_command_that_does_not_fit_is_refused_under_its_id_and_one_without_an_id_is_an_error(
    store: Store,
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            await refolded(ada)
            ada.say(type="move", id="command 1", n=0, move="4")
            refused = await ada.hear("refused", "error")
            assert (refused["id"], refused["reason"]) == ("command 1", "bad")
            ada.say(type="move", n=0, move=4)
            assert (await ada.hear("refused", "error"))["type"] == "error"
            assert live.table.n == 0

    in_registry(store, script)


def test_each_reads_of_a_draw_what_their_own_seat_saw(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada, looking(registry, live, BOB) as bob:
            await play_out([ada, bob], [await refolded(wire) for wire in (ada, bob)], 2)
            own, others = [(await refolded(wire))["log"][-1]["words"] for wire in (ada, bob)]
            assert own[0].startswith("You draw")
            assert others[0].startswith("Ada draws")

    in_registry(store, script)


def test_a_question_after_the_end_is_answered_in_words(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 1})
        async with looking(registry, live, ADA) as ada, looking(registry, live, BOB) as bob:
            await play_out([ada, bob], [await refolded(wire) for wire in (ada, bob)])
            for question in ({"type": "why", "path": []}, {"type": "preview", "move": 0}):
                ada.say(ask=1, **question)
                answer: Plain = await ada.hear("why", "error")
                assert (answer["type"], answer["reason"]) == ("why", "over")
                assert answer["words"]

    with caplog.at_level(logging.ERROR):
        in_registry(store, script)
    assert not caplog.records, "a traceback"


def test_a_second_hint_waits_for_the_first(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            await refolded(ada)
            ada.say(type="hint", ask=1)
            ada.say(type="hint", ask=2)
            await ada.hear("error")
            assert (await ada.hear("hint"))["ask"] == 1

    in_registry(store, script)


def test_the_seed_is_sent_after_the_end_and_not_before(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 1})
        async with looking(registry, live, ADA) as ada, looking(registry, live, BOB) as bob:
            wires = [ada, bob]
            shown = await play_out(wires, [await refolded(wire) for wire in wires], 5)
            assert not any(live.table.config.seed in text for text in ada.frames + bob.frames)
            shown = await play_out(wires, shown)
            assert shown[0]["proof"] == {
                "seed": live.table.config.seed,
                "salt": live.table.config.salt,
            }

    in_registry(store, script)


def test_presence_and_lookers_on_are_shown(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", [*persons(ADA, BOB), Chair()], ADA)
        async with looking(registry, live, ADA) as ada:
            async with looking(registry, live, BOB), looking(registry, live, CLEO):
                shown = await refolded(ada)
                assert [seat["here"] for seat in shown["seats"]] == [True, True, False]
                assert shown["watching"] == 1
            shown = await refolded(ada)
            assert [seat["here"] for seat in shown["seats"]] == [True, False, False]
            assert shown["watching"] == 0

    in_registry(store, script)


def test_secret_links_are_shown_to_those_who_hold_the_seat(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", [*persons(ADA, BOB), Chair()], ADA)
        async with looking(registry, live, ADA) as ada, looking(registry, live, CLEO) as cleo:
            links = [seat["link"] for seat in (await refolded(ada))["seats"]]
            assert links[0]
            assert links[1] is None
            assert links[2]
            assert not any(seat["link"] for seat in (await refolded(cleo))["seats"])

    in_registry(store, script)


def test_people_around_one_screen_look_from_the_seat_to_decide(store: Store) -> None:
    async def script(registry: Registry) -> None:
        both = [Chair("person", "Ada", (ADA,)), Chair("person", "Bob", (ADA,))]
        live = await registry.make("stairs", both, ADA)
        async with looking(registry, live, ADA) as ada:
            shown = await refolded(ada)
            seats: list[int | None] = []
            for _ in range(6):
                if shown["curtain"] is not None:
                    seats.append(None)
                    shown = await lifted(ada, shown["curtain"])
                seats.append(shown["seat"])
                [shown] = await play_out([ada], [shown], 1)
            assert seats == [None, 0, 0, 0, None, 1, 1, 1]

    in_registry(store, script)


def test_a_bot_at_work_is_named(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", [bot("flat:strong"), *persons(ADA)], ADA)
        async with looking(registry, live, ADA) as ada:
            frame: Plain = {}
            while not frame.get("turn", {}).get("thinking"):
                frame = await ada.hear("state", "update")
            assert frame["turn"]["thinking"] == "Alba"
            assert 0 <= frame["turn"]["progress"] <= 1

    in_registry(store, script)


def test_sitting_down_getting_up_and_talking(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", [*persons(ADA), Chair()], ADA)
        async with looking(registry, live, ADA) as ada, looking(registry, live, BOB) as bob:
            bob.say(type="chat", id="chat 0001", text="may I?")
            assert (await bob.hear("refused"))["reason"] == "seat"
            bob.say(type="take", id="take 0001", seat=1)
            await bob.hear("done")
            bob.say(type="chat", id="chat 0002", text="thanks")
            await bob.hear("done")
            shown = await refolded(ada)
            assert shown["seats"][1]["name"] == "Bob"
            assert shown["chat"] == [{"n": 2, "seat": 1, "name": "Bob", "text": "thanks"}]
            assert (await refolded(bob))["held"] == [1]

    in_registry(store, script)


FREED = {
    "fr": ("rasseoir", "prise depuis"),
    "en": ("sit down there", "taken since"),
    "it": ("tornare a sederti", "stato preso"),
}


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_who_comes_back_to_a_seat_that_was_opened_again_is_told(
    store: Store, language: str
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        open_again, taken = FREED[language]
        async with looking(registry, live, ADA) as ada:
            ada.say(type="free", id="free 0001", seat=1)
            await ada.hear("done")
            assert open_again not in (await refolded(ada))["ask"]
            async with looking(registry, live, BOB, language) as bob:
                assert open_again in (await refolded(bob))["ask"]
                async with looking(registry, live, CLEO) as cleo:
                    cleo.say(type="take", id="take 0001", seat=1)
                    await cleo.hear("done")
                    assert taken in (await refolded(bob))["ask"]
                    cleo.say(type="leave", id="leave 001", seat=1)
                    await cleo.hear("done")
                bob.say(type="take", id="take 0002", seat=1)
                await bob.hear("done")
                assert open_again not in (await refolded(bob))["ask"]

    in_registry(store, script)


def test_the_host_is_shown_since_when_a_person_is_away_and_which_seats_can_be_opened_again(
    store: Store,
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", [*persons(ADA, BOB), bot(), Chair()], ADA)
        async with looking(registry, live, ADA) as ada:
            async with looking(registry, live, BOB) as bob:
                shown = await refolded(ada)
                assert [seat["free"] for seat in shown["seats"]] == [False, True, False, False]
                assert not any(seat["free"] for seat in (await refolded(bob))["seats"])
                [shown] = await play_out([ada], [shown], 1)
                assert not any(seat["free"] for seat in shown["seats"]), "all are here"
                assert not any(seat["left"] for seat in shown["seats"])
            earliest = int(registry.clock())
            shown = await refolded(ada)
            assert [seat["free"] for seat in shown["seats"]] == [False, True, False, False]
            left = shown["seats"][1]["left"]
            assert earliest - 1 <= left <= registry.clock() + 1
            ada.say(type="free", id="free 0001", seat=1)
            refusal = await ada.hear("refused")
            assert "a while" in str(refusal["words"]), "Bob has only just left"

    in_registry(store, script)


def test_whoever_talks_too_fast_is_cut_off_and_too_many_commands_are_refused(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        limits = Limits(messages=(30, 0.001), events=(3, 0.001))
        async with looking(registry, live, ADA, limits=limits) as ada:
            await ada.hear("state")
            for number in range(5):
                ada.say(type="chat", id=f"chat {number:04}", text="x")
            answers = [await ada.hear("done", "refused") for _ in range(5)]
            assert [answer["type"] for answer in answers] == ["done"] * 3 + ["refused"] * 2
            assert answers[-1]["reason"] == "busy"
            for _ in range(60):
                ada.say(type="ping")
            assert await ada.cut_off() == 4429

    in_registry(store, script)


def test_whoever_wants_to_see_all_again_and_again_is_counted_as_one_who_asks(
    store: Store,
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        left = iter([True, True, False])
        async with looking(registry, live, ADA, may_ask=lambda: next(left)) as ada:
            await ada.hear("state")  # the first time costs nothing
            for tall in (True, False):
                ada.say(type="hello", tall=tall)
                await ada.hear("state")
            ada.say(type="hello")
            assert await ada.cut_off() == 4429

    in_registry(store, script)


def test_whoever_does_not_read_answers_is_cut_off_before_they_fill_the_memory(
    store: Store,
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            await ada.hear("state")
            ada.reads.clear()
            for _ in range(1000):
                ada.say(type="ping")
            assert await ada.cut_off() == 4429
            assert ada.incoming.qsize() >= 700, "nor were they read"

    in_registry(store, script)


def test_whoever_does_not_read_that_their_session_has_ended_plays_no_more(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada:
            await ada.hear("state")
            ada.reads.clear()
            ada.say(type="ping")
            [connection] = live.listeners
            assert isinstance(connection, Connection)
            connection.end(1)
            ada.say(type="move", id="move 0001", n=live.table.n, move=4)
            while not ada.incoming.empty():
                await asyncio.sleep(0)
            await registry.command(live, say("chat", BOB, text="after that"))
            assert live.table.moves == []
            ada.reads.set()
            assert await ada.cut_off() == 4401

    in_registry(store, script)


def test_an_old_game_is_shown_with_a_sentence_and_no_choices(store: Store) -> None:
    async def made(registry: Registry) -> LiveTable:
        return await registry.make("stairs", persons(ADA, BOB), ADA)

    async def script(registry: Registry) -> None:
        live = await made(registry)
        live.table.frozen = None
        kept = store.load(live.table.config.id)
        assert kept is not None
        assert kept.snapshot is not None
        live.table.position, live.table.frozen = None, kept.snapshot.shown
        async with looking(registry, live, ADA) as ada:
            shown = await refolded(ada)
            assert shown["read_only"]
            assert shown["tree"] is None
            assert set(shown["panels"]) == {"board", "hand"}
            ada.say(type="move", id="command 1", n=0, move=0)
            assert (await ada.hear("refused"))["reason"] == "over"

    in_registry(store, script)


def test_ids_of_commands_of_two_browsers_do_not_meet(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada, looking(registry, live, BOB) as bob:
            for wire in (ada, bob):
                wire.say(type="chat", id="the same id", text="hello")
                await wire.hear("done")
            assert len(live.table.chat) == 2

    in_registry(store, script, ids=CountedIds())

"""Numbers that name nothing: the protocol's own answer, never a failure of ours."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import parvis
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.app import make_app
from parvis.web.limits import UNLIMITED
from tests.stairs.position import Stairs
from tests.table.tables import ADA, BOB, in_registry, persons, registry_on
from tests.web.wires import looking

HOME = {"origin": "http://testserver"}
LONG = "9" * 5000
# As they stand in a message: JSON knows no bounds.
NUMBERS = (
    "-1", "-0.0", "0.5", "1e3", "1e400", "99", "4294967296", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "18446744073709551616", LONG, f"-{LONG}", f"0.{LONG}", "NaN", "Infinity", "true", "null",
    '"3"', "[3]", "{}",
)  # fmt: skip
GAMES = ["stairs", *(game.id for game in parvis.all_games())]
# Every number that a message can carry, with what else that message needs.
FIELDS = {
    "a move": '{{"type": "move", "id": "nonsense 1", "n": 0, "move": {}}}',
    "what the player saw": '{{"type": "move", "id": "nonsense 1", "n": {}, "move": 0}}',
    "a move to preview": '{{"type": "preview", "ask": 1, "move": {}}}',
    "the number of a question": '{{"type": "why", "ask": {}, "path": []}}',
    "the number of a preview": '{{"type": "preview", "ask": {}, "move": 0}}',
    "a pick": '{{"type": "why", "ask": 1, "path": [{}]}}',
    "a seat to take": '{{"type": "take", "id": "nonsense 1", "seat": {}, "name": "Zoe"}}',
    "a seat to leave": '{{"type": "leave", "id": "nonsense 1", "seat": {}}}',
    "a seat for a bot": '{{"type": "bot_in", "id": "nonsense 1", "seat": {}}}',
    "a seat of a bot": '{{"type": "bot_out", "id": "nonsense 1", "seat": {}}}',
    "a vote": '{{"type": "vote", "id": "nonsense 1", "yes": {}}}',
    "practice": '{{"type": "undo", "id": "nonsense 1", "practice": {}}}',
    "a command's name": '{{"type": "undo", "id": {}}}',
    "a message's type": '{{"type": {}}}',
}
FINE = {  # what of the above is no nonsense there
    ("what the player saw", "99"), ("what the player saw", "4294967296"),
    ("a pick", '"3"'), ("the number of a question", "99"), ("the number of a preview", "99"),
    ("the number of a question", "4294967296"), ("the number of a preview", "4294967296"),
}  # fmt: skip


def shape(live: LiveTable) -> tuple[object, ...]:
    assert live.table.position is not None
    return live.table.n, live.table.position.text(), tuple(live.table.chairs)


@pytest.mark.parametrize("field", FIELDS)
def test_a_number_that_names_nothing_is_answered_in_words_and_changes_nothing(
    store: Store, field: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as wire:
            await wire.quiet()
            for number in NUMBERS:
                if (field, number) in FINE:
                    continue
                before = shape(live)
                wire.say_text(FIELDS[field].format(number))
                answers = await wire.quiet()
                assert [answer["type"] for answer in answers] in (["error"], ["refused"]), number
                assert answers[0]["words"]
                if answers[0]["type"] == "refused":
                    assert answers[0]["reason"] == "bad", number
                assert wire.closed is None
                assert shape(live) == before

    with caplog.at_level(logging.ERROR):
        in_registry(store, script)
    assert not caplog.records, "a traceback"


@pytest.mark.parametrize("game", GAMES)
def test_no_game_breaks_by_a_move_that_it_does_not_have(
    store: Store, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make(game, persons(ADA, BOB), ADA)
        position = live.table.position
        assert position is not None
        beyond = (position.move_limit, position.move_limit + 1, 2**31, 2**53 - 1, 2**63, 2**64)
        asker = (ADA, BOB)[position.turn() or 0]
        before = shape(live)
        async with looking(registry, live, asker) as wire:
            await wire.quiet()
            for number in (*map(str, beyond), "-1", LONG):
                wire.say_text(f'{{"type": "move", "id": "nonsense 1", "n": 0, "move": {number}}}')
                wire.say_text(f'{{"type": "preview", "ask": 1, "move": {number}}}')
                answers = await wire.quiet()
                assert {str(answer["type"]) for answer in answers} <= {"error", "refused"}
                assert len(answers) == 2
        assert shape(live) == before

    with caplog.at_level(logging.ERROR):
        in_registry(store, script)
    assert not caplog.records, "a traceback"


def test_a_preview_is_checked_once_and_a_refused_one_tells_its_clause(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    really = Stairs.check

    def counted(position: Stairs, move: int) -> None:
        asked.append(move)
        really(position, move)

    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as wire:
            await wire.quiet()
            monkeypatch.setattr(Stairs, "check", counted)
            wire.say(type="preview", ask=1, move=4)
            assert (await wire.hear("preview", "why"))["type"] == "preview"
            wire.say(type="preview", ask=2, move=20)
            assert (await wire.hear("preview", "why"))["clause"] == "ST-1.1"
        assert asked == [4, 20]

    in_registry(store, script)


# The same in addresses and forms.


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    app = make_app(registry_on(store), "a key for tests", UNLIMITED)
    with TestClient(app, headers={**HOME, "accept-language": "en"}) as opened:
        yield opened


TEXTS = ("-1", "99", str(2**63), LONG, "1e3", "٣", "²", "0x1", "1_0", "+1", "", " 1")


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:12] or "nothing")
def test_a_number_in_an_address_that_names_nothing_is_not_found(
    client: TestClient, text: str
) -> None:
    form = {"game": "stairs", "seats": "2", "seat-1": "open", "name": "Ada"}
    made = client.post("/tables", data=form, follow_redirects=False).headers["location"]
    for address in (f"/s{made[2:]}/{text}/token", f"/s/nobody/{text}/token"):
        for answer in (client.get(address), client.post(address)):
            assert answer.status_code == 404, (address[:40], answer.status_code)
            assert "There is nothing at this address" in answer.text
    usual = client.get("/new/stairs").text.count('name="seat-')
    assert client.get("/new/stairs", params={"seats": text}).text.count('name="seat-') == usual


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:12] or "nothing")
def test_a_number_in_a_form_that_names_nothing_is_told_in_words(
    client: TestClient, text: str
) -> None:
    form = {"game": "stairs", "seats": "2", "seat-1": "open", "name": "Ada"}
    made = client.post("/tables", data=form, follow_redirects=False).headers["location"]
    code = client.get(made).text.partition('class="big-code figures">')[2].partition("<")[0]
    client.cookies.clear()
    answer = client.post(f"/join/{code}", data={"seat": text, "name": "Zoe"})
    if text:
        assert answer.status_code == 409
        assert "There is no such seat" in answer.text
    answer = client.post("/tables", data={**form, "option-rounds": text})
    assert answer.status_code in (200, 422)
    if text in ("-1", str(2**63), LONG, "1e3", "0x1", "²"):
        assert answer.status_code == 422
        assert "does not take this value" in answer.text
    answer = client.post("/play-now/stairs", data={"seats": text})
    assert answer.status_code == 200


def test_the_messages_above_are_what_they_say_they_are() -> None:
    for text in FIELDS.values():
        assert json.loads(text.format("1"))

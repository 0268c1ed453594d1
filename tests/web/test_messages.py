"""Reading what a browser says: what fits, what does not, and under which id it is refused."""

from __future__ import annotations

import json

import pytest

from parvis.table.commands import BotIn, Chat, Leave, Move, Take, Undo, Vote, Withdraw
from parvis.web.messages import (
    COMMANDS,
    AskHint,
    AskPreview,
    AskWhy,
    Hello,
    Misread,
    NamedRequest,
    PanelChange,
    Ping,
    State,
    Update,
    read,
    tag_of,
    write,
)

ID = "command 1"


def misread(text: str) -> str | None:
    """The id under which a message that does not fit is refused; None: it has none."""
    with pytest.raises(Misread) as caught:
        read(text)
    return caught.value.id


def said(**message: object) -> str:
    return json.dumps(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (said(type="hello"), Hello()),
        (said(type="hello", tall=True, last=41), Hello(True, 41)),
        (said(type="hello", last=-1), Hello(last=-1)),
        (said(type="ping"), Ping()),
        (said(type="preview", ask=7, move=713), AskPreview(7, 713)),
        (said(type="why", ask=8, path=["tile-31", "city-0"]), AskWhy(8, ["tile-31", "city-0"])),
        (said(type="hint", ask=0), AskHint(0)),
        (said(type="hint", ask=2**53 - 1), AskHint(2**53 - 1)),
        (said(type="move", id=ID, n=41, move=713), NamedRequest(ID, Move(41, 713))),
        (said(type="undo", id=ID), NamedRequest(ID, Undo())),
        (said(type="undo", id=ID, practice=True), NamedRequest(ID, Undo(True))),
        (said(type="vote", id=ID, yes=False), NamedRequest(ID, Vote(False))),
        (said(type="withdraw", id=ID), NamedRequest(ID, Withdraw())),
        (said(type="chat", id=ID, text="…"), NamedRequest(ID, Chat("…"))),
        (said(type="take", id=ID, seat=2), NamedRequest(ID, Take(2))),
        (said(type="leave", id=ID, seat=2), NamedRequest(ID, Leave(2))),
        (said(type="bot_in", id=ID, seat=2, bot="flat"), NamedRequest(ID, BotIn(2, "flat"))),
    ],
)
def test_a_message_is_read_with_its_parts(text: str, message: object) -> None:
    assert read(text) == message


def test_parts_that_nobody_knows_are_passed_over() -> None:
    assert read(said(type="ping", id=7, ask="x", other=[])) == Ping()
    assert read(said(type="undo", id=ID, ask="x")) == NamedRequest(ID, Undo())
    assert read(said(type="hint", ask=1, id=7)) == AskHint(1)


@pytest.mark.parametrize(
    "text", ["", "x", "NaN", "7", "null", '"ping"', "[]", '["ping"]', "{", "{}"]
)
def test_what_is_no_object_with_a_type_is_no_message(text: str) -> None:
    assert misread(text) is None


@pytest.mark.parametrize("kind", ["", "state", "Ping", "__init__", 7, True, None, ["ping"], {}])
def test_a_type_that_no_message_has_is_not_understood(kind: object) -> None:
    assert misread(said(type=kind, id=ID, ask=1)) is None


def test_a_secret_link_is_an_address_and_no_message() -> None:
    assert misread(said(type="link", id=ID, seat=0, name="Ada")) is None


@pytest.mark.parametrize("request_type", COMMANDS, ids=tag_of)
@pytest.mark.parametrize(
    "id", [None, 12345678, "1234567", "x" * 65, "12345678\n", "1234\u202e5678"]
)
def test_a_command_without_a_fit_id_is_not_understood(request_type: type[Move], id: object) -> None:
    parts = {"n": 0, "move": 0, "yes": True, "text": "x", "seat": 0, "editing": True, "moves": 1}
    assert misread(said(type=tag_of(request_type), id=id, **parts)) is None
    assert misread(said(type=tag_of(request_type), **parts)) is None
    for fit in ("12345678", "x" * 64, "é “…” 漢字"):
        named = read(said(type=tag_of(request_type), id=fit, **parts))
        assert isinstance(named, NamedRequest)
        assert named.id == fit


@pytest.mark.parametrize(
    "parts",
    [
        {"type": "move"},
        {"type": "move", "n": 0},
        {"type": "move", "n": 0, "move": -1},
        {"type": "move", "n": 0, "move": 2**53},
        {"type": "move", "n": 0, "move": 1.5},
        {"type": "move", "n": 0, "move": True},
        {"type": "move", "n": None, "move": 1},
        {"type": "undo", "practice": 1},
        {"type": "vote", "yes": "true"},
        {"type": "chat", "text": 7},
        {"type": "chat", "text": "x" * 8193},
        {"type": "take", "seat": "0"},
        {"type": "take", "seat": 0, "name": None},
        {"type": "bot_in", "seat": 0, "bot": []},
    ],
    ids=str,
)
def test_a_command_whose_parts_do_not_fit_is_refused_under_its_own_id(
    parts: dict[str, object],
) -> None:
    assert misread(said(id=ID, **parts)) == ID


@pytest.mark.parametrize("ask", [None, -1, 2**53, 1.5, True, "7", [7]])
def test_a_question_without_a_fit_number_is_not_understood(ask: object) -> None:
    for kind in ("preview", "why", "hint"):
        assert misread(said(type=kind, ask=ask, move=0, path=[])) is None
        assert misread(said(type=kind, move=0, path=[])) is None


@pytest.mark.parametrize("path", [None, "x", {}, [7], [None], ["x"] * 13, ["x" * 81]])
def test_a_path_is_a_few_short_picks(path: object) -> None:
    assert misread(said(type="why", ask=1, path=path)) is None
    assert misread(said(type="why", ask=1)) is None
    assert read(said(type="why", ask=1, path=["x" * 80] * 12)) == AskWhy(1, ["x" * 80] * 12)


@pytest.mark.parametrize("move", [None, -1, 2**53, 0.5, True, "3"])
def test_a_preview_is_asked_of_a_number(move: object) -> None:
    assert misread(said(type="preview", ask=1, move=move)) is None


@pytest.mark.parametrize("parts", [{"tall": 1}, {"tall": None}, {"last": 0.5}, {"last": "41"}])
def test_a_greeting_whose_parts_do_not_fit_is_not_understood(parts: dict[str, object]) -> None:
    assert misread(said(type="hello", **parts)) is None


@pytest.mark.parametrize("kind", ["ping", "undo"])
def test_a_message_that_is_nested_too_deep_is_not_understood(kind: str) -> None:
    deep = "[" * 4000 + "]" * 4000
    assert misread(f'{{"x": {deep}, "type": "{kind}", "id": "{ID}"}}') is None


def test_half_a_character_is_not_understood() -> None:
    assert misread(f'{{"type": "chat", "id": "{ID}", "text": "\\ud800"}}') is None


# Writing.


def test_what_changed_has_the_fields_of_the_whole_and_no_others_twice() -> None:
    own = {"origin", "panels_order", "log_all", "chat_all"}
    assert set(Update.__struct_fields__) == set(State.__struct_fields__) | own


def test_what_did_not_change_is_left_out() -> None:
    change = Update(n=2, origin=1, tree=None, panels={"board": PanelChange(title="Stairs")})
    assert json.loads(write(change)) == {
        "type": "update",
        "n": 2,
        "from": 1,
        "tree": None,
        "panels": {"board": {"title": "Stairs"}},
    }

"""What changed between two states: parts of panels, new lines, or nothing."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace as changed

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.panel import Panel
from parvis.table.commands import Command, Undo
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web import messages
from parvis.web.messages import Chat, PanelChange
from parvis.web.picture import Viewer
from parvis.web.serializer import MOST_VIEWERS, Serializer
from parvis.web.updates import Shown, changed_lines, changed_panels, resolved, update
from tests.table.tables import ADA, BOB, first_move, in_registry, persons


def panel(id: str, title: str = "", **fragments: str) -> Panel:
    made = Panel(id, "board", title, 10, 10)
    made.fragments = {name: sign(text) for name, text in fragments.items()}
    return made


DRAWN: list[str] = []


@fragment
def sign(text: str) -> str:
    DRAWN.append(text)
    return text


def a_state(store: Store) -> Shown:
    async def script(registry: Registry) -> Shown:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        return Serializer().shown(live, Viewer(ADA, 0, "en", False), 0.0)

    return in_registry(store, script)


def test_of_a_panel_only_what_changed_is_sent() -> None:
    before = [panel("city", "City", a="<g/>", b="<g/>"), panel("hand")]
    after = [panel("city", "Town", a="<g/>", b="<g>2</g>"), panel("hand")]
    parts = {"city": PanelChange(title="Town", fragments={"b": "<g>2</g>"})}
    assert changed_panels(before, after) == parts


def test_a_fragment_that_did_not_change_is_not_even_drawn() -> None:
    before = [panel("city", a="<g>never seen</g>", b="<g/>")]
    after = [panel("city", a="<g>never seen</g>", b="<g>seen</g>")]
    assert changed_panels(before, after)["city"].fragments == {"b": "<g>seen</g>"}
    assert "<g>seen</g>" in DRAWN
    assert "<g>never seen</g>" not in DRAWN


def test_a_fragment_that_went_shows_in_the_order_and_a_new_panel_comes_whole() -> None:
    before = [panel("city", a="<g/>", b="<g/>")]
    after = [panel("city", b="<g/>"), panel("hand", c="<g/>")]
    found = changed_panels(before, after)
    assert found["city"] == PanelChange(order=["b"])
    assert (found["hand"].role, found["hand"].fragments) == ("board", {"c": "<g/>"})
    assert UNSET not in [getattr(found["hand"], name) for name in messages.Panel.__struct_fields__]


def test_panels_that_came_went_or_changed_places_are_sent_in_their_order(store: Store) -> None:
    shown = a_state(store)
    for panels in (shown.panels[::-1], shown.panels[:1], [*shown.panels, panel("new")]):
        sent = update(shown, shown._replace(panels=panels))
        assert sent is not None
        assert sent.panels_order == [each.id for each in panels]
    sent = update(shown, shown._replace(state=changed(shown.state, title="x")))
    assert sent is not None
    assert (sent.panels_order, sent.panels, sent.title) == (UNSET, UNSET, "x")


def test_nothing_is_sent_if_nothing_changed_and_an_event_always_is(store: Store) -> None:
    shown = a_state(store)
    n = shown.state.n
    assert update(shown, shown._replace()) is None
    sent = update(shown, shown._replace(state=changed(shown.state, n=n + 1)))
    assert sent is not None
    assert (sent.n, sent.origin) == (n + 1, n)


def test_new_lines_are_appended_and_the_list_is_whole_if_an_older_one_changed() -> None:
    lines = [Chat(n, 0, "Ada", "hello") for n in range(5)]
    assert changed_lines(lines, list(lines)) == {}
    assert changed_lines(lines[:3], lines) == {"chat": lines[3:]}
    assert changed_lines(lines[:3], lines[1:]) == {"chat": lines[3:]}
    renamed = [Chat(0, 0, "Zoe", "hello"), *lines[1:]]
    assert changed_lines(lines, renamed) == {"chat": renamed, "chat_all": True}


def test_of_tree_and_ledger_only_what_is_new_is_sent(store: Store) -> None:
    shown = a_state(store)
    lines = [messages.Line(0, n, "ST-2.3", "", [], "banked", 0, 0) for n in range(3)]
    before = shown._replace(state=changed(shown.state, ledger=lines[:2]))
    after = shown._replace(state=changed(shown.state, ledger=[lines[2], lines[1]]))
    sent = update(before, after)
    assert sent is not None
    assert sent.ledger == [lines[2], 1]
    plain = {"ledger": [{"points": 0}, {"points": 1}]}
    frame = {"ledger": [{"points": 2}, 1], "n": 4}
    assert resolved(frame, plain) == {"ledger": [{"points": 2}, {"points": 1}], "n": 4}


def test_an_update_tells_only_what_is_new_in_the_log_and_all_after_a_take_back(
    store: Store,
) -> None:
    async def script(registry: Registry) -> list[tuple[list[int], bool]]:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        serializer, viewer = Serializer(), Viewer(ADA, 0, "en", False)
        sent: list[tuple[list[int], bool]] = []
        before = serializer.shown(live, viewer, 0.0)
        for command in (first_move(live, ADA), Command(ADA, Undo(), "back")):
            await registry.command(live, command)
            after = serializer.shown(live, viewer, 0.0)
            change = update(before, after)
            assert change is not None
            sent.append(([entry.n for entry in change.log], change.log_all is True))
            before = after
        return sent

    assert in_registry(store, script) == [([1], False), ([1, 2], True)]


def test_what_viewers_share_is_drawn_once_and_anew_when_it_changed(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        serializer, viewer = Serializer(), Viewer("one", None, "en", False)
        other = viewer._replace(person="other")
        first = serializer.picture(live, viewer)
        assert serializer.picture(live, other) is first
        for apart in (viewer._replace(seat=0), viewer._replace(language="fr")):
            assert serializer.picture(live, apart) is not first
        assert Serializer().picture(live, viewer) is not first
        await registry.command(live, first_move(live, ADA))
        assert serializer.picture(live, viewer) is not first

    in_registry(store, script)


def test_whoever_looked_on_once_is_not_remembered_for_ever(store: Store) -> None:
    async def script(registry: Registry) -> int:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        serializer = Serializer()
        for number in range(3 * MOST_VIEWERS):
            serializer.shown(live, Viewer(f"visitor {number}", None, "en", False), 0.0)
        return len(serializer.at(live).seats)

    assert in_registry(store, script) <= MOST_VIEWERS


def test_entries_that_were_told_are_let_go_when_more_happens(store: Store) -> None:
    async def script(registry: Registry) -> list[int]:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        serializer, viewer = Serializer(), Viewer(ADA, 0, "en", False)
        kept: list[int] = []
        for command in (first_move(live, ADA), Command(ADA, Undo(), "back")):
            await registry.command(live, command)
            serializer.shown(live, viewer, 0.0).whole()
            kept.append(len(serializer.at(live).entries))
        await registry.command(live, first_move(live, ADA))
        serializer.shown(live, viewer, 0.0)
        return [*kept, len(serializer.at(live).entries)]

    assert in_registry(store, script) == [1, 2, 1]

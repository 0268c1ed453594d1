"""What changed between two states: parts of panels, new lines, or nothing."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET
from msgspec.structs import replace as changed

from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.messages import Chat, Panel, PanelChange, State
from parvis.web.picture import Viewer
from parvis.web.serializer import MOST_VIEWERS, Serializer
from parvis.web.updates import changed_lines, changed_panels, update
from tests.table.tables import ADA, BOB, first_move, in_registry, persons


def panel(id: str, title: str = "", **fragments: str) -> Panel:
    return Panel(id, "board", title, None, 10, 10, list(fragments), fragments)


def a_state(store: Store) -> State:
    async def script(registry: Registry) -> State:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        return Serializer().state(live, Viewer(ADA, 0, "en", False), 0.0)

    return in_registry(store, script)


def test_of_a_panel_only_what_changed_is_sent() -> None:
    before = [panel("city", "City", a="<g/>", b="<g/>"), panel("hand")]
    after = [panel("city", "Town", a="<g/>", b="<g>2</g>"), panel("hand")]
    parts = {"city": PanelChange(title="Town", fragments={"b": "<g>2</g>"})}
    assert changed_panels(before, after) == parts


def test_a_fragment_that_went_shows_in_the_order_and_a_new_panel_comes_whole() -> None:
    before = [panel("city", a="<g/>", b="<g/>")]
    after = [panel("city", b="<g/>"), panel("hand", c="<g/>")]
    found = changed_panels(before, after)
    assert found["city"] == PanelChange(order=["b"])
    assert (found["hand"].role, found["hand"].fragments) == ("board", {"c": "<g/>"})
    assert UNSET not in [getattr(found["hand"], name) for name in Panel.__struct_fields__]


def test_panels_that_came_went_or_changed_places_are_sent_in_their_order(store: Store) -> None:
    state = a_state(store)
    for panels in (state.panels[::-1], state.panels[:1], [*state.panels, panel("new")]):
        sent = update(state, changed(state, panels=panels))
        assert sent is not None
        assert sent.panels_order == [each.id for each in panels]
    sent = update(state, changed(state, title="x"))
    assert sent is not None
    assert (sent.panels_order, sent.panels, sent.title) == (UNSET, UNSET, "x")


def test_nothing_is_sent_if_nothing_changed_and_an_event_always_is(store: Store) -> None:
    state = a_state(store)
    assert update(state, changed(state)) is None
    sent = update(state, changed(state, n=state.n + 1))
    assert sent is not None
    assert (sent.n, sent.origin) == (state.n + 1, state.n)


def test_new_lines_are_appended_and_the_list_is_whole_if_an_older_one_changed() -> None:
    lines = [Chat(n, 0, "Ada", "hello") for n in range(5)]
    assert changed_lines("chat", lines, list(lines)) == {}
    assert changed_lines("chat", lines[:3], lines) == {"chat": lines[3:]}
    assert changed_lines("chat", lines[:3], lines[1:]) == {"chat": lines[3:]}
    renamed = [Chat(0, 0, "Zoe", "hello"), *lines[1:]]
    assert changed_lines("chat", lines, renamed) == {"chat": renamed, "chat_all": True}


def test_what_viewers_share_is_drawn_once_and_anew_when_it_changed(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        serializer, viewer = Serializer(), Viewer("one", None, "en", False)
        other = replace(viewer, person="other")
        first = serializer.picture(live, viewer)
        assert serializer.picture(live, other) is first
        for apart in (replace(viewer, seat=0), replace(viewer, language="fr")):
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
            serializer.state(live, Viewer(f"visitor {number}", None, "en", False), 0.0)
        return len(serializer.at(live).seats)

    assert in_registry(store, script) <= MOST_VIEWERS

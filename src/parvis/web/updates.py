"""What a viewer is sent: the whole state, or what changed since the last one.

Imports the drawing's panels and the messages. A fragment is drawn only if it is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from msgspec import structs

from parvis.engine.drawing.fragment import Fragment
from parvis.engine.drawing.panel import Panel
from parvis.web import messages
from parvis.web.messages import Chat, Entry, PanelChange, Panels, State, Update

T = TypeVar("T")
APART = frozenset({"n", "panels", "tree", "ledger", "log", "chat"})  # only parts of these are sent
FIELDS = tuple((name, name in APART) for name in State.__struct_fields__)
OF_PANEL = ("role", "title", "seat", "width", "height")
of_panel = attrgetter(*OF_PANEL)


class Told(NamedTuple):
    """The log as a viewer is told it: in which words, up to which event, what came after one."""

    stamp: Hashable
    last: int
    after: Callable[[int], list[Entry]]

    def since(self, before: Told) -> dict[str, Any]:
        """New entries; all of them if older ones changed."""
        if self.stamp != before.stamp:
            return {"log": self.after(-1), "log_all": True}
        return {} if self.last == before.last else {"log": self.after(before.last)}


class Shown(NamedTuple):
    """All that a viewer is shown: a state, with what is made only when it is sent apart."""

    state: State
    panels: list[Panel]
    log: Told

    def whole(self) -> State:
        """Everything, drawn."""
        panels = [
            messages.Panel(
                id=panel.id, **parts(panel), order=list(panel.fragments), fragments=panel.texts()
            )
            for panel in self.panels
        ]
        return structs.replace(self.state, panels=panels, log=self.log.after(-1))


def parts(panel: Panel) -> dict[str, Any]:
    return dict(zip(OF_PANEL, of_panel(panel), strict=True))


def update(before: Shown, after: Shown) -> Update | None:
    """What changed; None if nothing did."""
    old, new = before.state, after.state
    changed = changed_fields(old, new)
    panels = changed_panels(before.panels, after.panels)
    if panels:
        changed["panels"] = panels
    order = [panel.id for panel in after.panels]
    if [panel.id for panel in before.panels] != order:
        changed["panels_order"] = order
    if new.tree is not old.tree and new.tree != old.tree:
        changed["tree"] = new.tree and with_references(old.tree or [], new.tree)
    if new.ledger is not old.ledger and new.ledger != old.ledger:
        changed["ledger"] = with_references(old.ledger, new.ledger)
    changed |= after.log.since(before.log)
    changed |= changed_lines(old.chat, new.chat)
    if not changed and old.n == new.n:
        return None
    return Update(n=new.n, origin=old.n, **changed)


def changed_fields(before: State, after: State) -> dict[str, Any]:
    """The fields that are sent whole and differ, with the new values."""
    return {
        name: new
        for (name, apart), old, new in zip(
            FIELDS, structs.astuple(before), structs.astuple(after), strict=True
        )
        if new is not old and not apart and new != old
    }


def differing(names: Sequence[str], before: object, after: object) -> dict[str, Any]:
    """The fields whose values differ, with the new ones."""
    return {
        name: new
        for name in names
        if (new := getattr(after, name)) is not (old := getattr(before, name)) and new != old
    }


def changed_panels(before: list[Panel], after: list[Panel]) -> Panels:
    """New panels whole; of the others what changed."""
    if before is after:
        return {}
    known = {panel.id: panel for panel in before}
    changed: Panels = {}
    for panel in after:
        old = known.get(panel.id)
        if old is panel:
            continue
        if old is None:
            part = {"id": panel.id, **parts(panel)}
            had: dict[str, Fragment] = {}
        else:
            same = of_panel(old) == of_panel(panel)
            part = {} if same else differing(OF_PANEL, old, panel)
            had = old.fragments
        fragments = panel.fragments
        if had is not fragments:
            fresh = {
                id: made.svg()
                for id, made in fragments.items()
                if (was := had.get(id)) is not made and was != made
            }
            if fresh:
                part["fragments"] = fresh
            if old is None or [*had] != [*fragments]:
                part["order"] = [*fragments]
        if part:
            changed[panel.id] = PanelChange(**part)
    return changed


def with_references(before: Sequence[T], after: Sequence[T]) -> list[T | int]:
    """A list whose entries that stood in the one before are told by their places there.

    >>> with_references(["a", "b", "c"], ["a", "x", "b"])
    [0, 'x', 1]
    """
    places = places_in(before, after)
    return [entry if place is None else place for entry, place in zip(after, places, strict=True)]


def places_in(before: Sequence[object], after: Sequence[object]) -> list[int | None]:
    """Where each entry stood in a list before, if it did.

    >>> places_in(["a", "b", "c"], ["a", "x", "b"])
    [0, None, 1]
    """
    found: list[int | None] = []
    at = 0  # what stays mostly stays in order
    for entry in after:
        place: int | None = None
        if at < len(before) and (before[at] is entry or before[at] == entry):
            place = at
        else:  # not by `index`: what it does not find, it puts in words for an error nobody reads
            for number, old in enumerate(before):
                if old is entry or old == entry:
                    place = number
                    break
        found.append(place)
        at = at + 1 if place is None else place + 1  # a new one is probably in place of another
    return found


def resolved(frame: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """A received update in which lists are whole again, for clients in Python."""
    lists = [name for name in ("tree", "ledger") if frame.get(name)]
    return frame | {
        name: [shown[name][entry] if isinstance(entry, int) else entry for entry in frame[name]]
        for name in lists
    }


def changed_lines(before: list[Chat], after: list[Chat]) -> dict[str, Any]:
    """New lines of the chat; the whole list if an older line changed, or went."""
    if before is after or before == after:
        return {}
    last = before[-1].n if before else -1
    new = [line for line in after if line.n > last]
    shared = len(after) - len(new)
    if not before or (shared and before[-shared:] == after[:shared]):
        return {"chat": new}
    return {"chat": after, "chat_all": True}

"""What changed between two states, as the message `update`. Imports the messages only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from parvis.web.messages import Chat, Entry, Panel, PanelChange, Panels, State, Update

APART = frozenset({"n", "panels", "log", "chat"})  # of these only parts are sent
WHOLE = tuple(name for name in State.__struct_fields__ if name not in APART)
OF_PANEL = tuple(name for name in Panel.__struct_fields__ if name != "fragments")


def update(before: State, after: State) -> Update | None:
    """What changed; None if nothing did."""
    changed = differing(WHOLE, before, after)
    panels = changed_panels(before.panels, after.panels)
    if panels:
        changed["panels"] = panels
    order = [panel.id for panel in after.panels]
    if [panel.id for panel in before.panels] != order:
        changed["panels_order"] = order
    changed |= changed_lines("log", before.log, after.log)
    changed |= changed_lines("chat", before.chat, after.chat)
    if not changed and before.n == after.n:
        return None
    return Update(n=after.n, origin=before.n, **changed)


def differing(names: Sequence[str], before: Struct, after: Struct) -> dict[str, Any]:
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
        if old is None:
            whole = {name: getattr(panel, name) for name in Panel.__struct_fields__}
            changed[panel.id] = PanelChange(**whole)
        elif old != panel:
            part = differing(OF_PANEL, old, panel)
            had = old.fragments
            fragments = {name: svg for name, svg in panel.fragments.items() if had.get(name) != svg}
            if fragments:
                part["fragments"] = fragments
            changed[panel.id] = PanelChange(**part)
    return changed


def changed_lines(
    name: str, before: Sequence[Entry | Chat], after: Sequence[Entry | Chat]
) -> dict[str, Any]:
    """New lines at the end; the whole list if an older line changed."""
    if before is after or before == after:
        return {}
    last = before[-1].n if before else -1
    new = [line for line in after if line.n > last]
    shared = len(after) - len(new)
    if not shared or before[len(before) - shared :] == after[:shared]:
        return {name: new}
    return {name: after, f"{name}_all": True}

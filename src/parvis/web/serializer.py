"""What a seat is shown: everything (`state`), or what has changed (`update`).

Whatever is shown is made from the seat's own view and the public log. Drawings are kept by
seat, language and shape of the screen until the position or a name changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from weakref import WeakKeyDictionary

from parvis.engine.drawing.panel import Drawing
from parvis.engine.game import Game
from parvis.engine.words import Speech
from parvis.table.live_table import LiveTable
from parvis.table.table import Entry, Table
from parvis.web.identity import seat_link
from parvis.web.speech import bot_choices, bot_label, say_or, speech_at, speech_for

SHAPES = ("disc", "square", "triangle", "diamond")
MOST_LINES = 60
Plain = dict[str, object]

# What was drawn and said at each table, for as long as it is in memory.
DRAWN: WeakKeyDictionary[LiveTable, dict[object, object]] = WeakKeyDictionary()


def drawn_at(live: LiveTable) -> dict[object, object]:
    return DRAWN.setdefault(live, {})


@dataclass(frozen=True)
class Viewer:
    """Who looks: the browser, from which seat, in which language, on which screen."""

    person: str
    seat: int | None
    language: str
    tall: bool


@dataclass(frozen=True)
class Picture:
    """A drawn position: panels, choices, ledger and scores in words."""

    stamp: object
    panels: dict[str, Plain]
    tree: list[Plain] | None
    ledger: list[Plain]
    sides: list[Plain]
    winners: list[int]
    over: bool


def seat_for(table: Table, person: str, before: int | None) -> int | None:
    """The seat to look from: the one to decide if it is held, else the one looked from before."""
    held = table.held(person)
    turn = table.turn()
    if turn in held:
        return turn
    if before in held:
        return before
    return held[0] if held else None


def plain_panels(drawing: Drawing) -> dict[str, Plain]:
    return {
        panel.id: {
            "id": panel.id,
            "role": panel.role,
            "title": panel.title,
            "seat": panel.seat,
            "width": panel.width,
            "height": panel.height,
            "order": list(panel.fragments),
            "fragments": panel.fragments,
        }
        for panel in drawing.panels
    }


def picture(live: LiveTable, viewer: Viewer) -> Picture:
    """The position as a seat sees it, drawn anew only if it has changed."""
    table = live.table
    key = ("picture", viewer.seat, viewer.language, viewer.tall)
    stamp = (table.moved, table.chaired)
    known = drawn_at(live).get(key)
    if isinstance(known, Picture) and known.stamp == stamp:
        return known
    speech = speech_at(table, viewer.language)
    drawn = painted(table, viewer, speech, stamp)
    drawn_at(live)[key] = drawn
    return drawn


def painted(table: Table, viewer: Viewer, speech: Speech, stamp: object) -> Picture:
    position, game = table.position, table.game
    if position is None or game is None:
        return kept_picture(table, viewer, speech, stamp)
    view = position.view(viewer.seat)
    tree: list[Plain] | None = None
    turn = position.turn()
    if turn is not None and turn == viewer.seat and table.chairs[turn].by_person:
        tree = game.choices(view, speech).plain()
    winners = position.winners()
    return Picture(
        stamp,
        plain_panels(game.draw(view, speech, viewer.tall)),
        tree,
        [spoken_line(line.plain(), speech) for line in position.ledger()],
        plain_sides(position.sides(), position.scores(), winners),
        winners,
        position.over(),
    )


def kept_picture(table: Table, viewer: Viewer, speech: Speech, stamp: object) -> Picture:
    """A game of older rules, from its last snapshot; what cannot be drawn any more is left out."""
    shown = table.frozen or {}
    views = shown.get("views")
    seat = "" if viewer.seat is None else str(viewer.seat)
    view = views.get(seat) if isinstance(views, dict) else None
    panels: dict[str, Plain] = {}
    if table.game is not None and isinstance(view, dict):
        try:
            panels = plain_panels(table.game.draw(view, speech, viewer.tall))
        except Exception:  # an old view may lack anything
            panels = {}
    lines = shown.get("ledger")
    ledger = [spoken_line(line, speech) for line in lines] if isinstance(lines, list) else []
    known = view if isinstance(view, dict) else {}
    sides, scores, winners = (known.get(name) or [] for name in ("sides", "scores", "winners"))
    return Picture(
        stamp,
        panels,
        None,
        ledger,
        plain_sides(sides, scores, winners),
        winners,
        bool(shown.get("over")),
    )


def plain_sides(sides: list[list[int]], scores: list[int], winners: list[int]) -> list[Plain]:
    return [
        {
            "side": side,
            "seats": seats,
            "points": scores[side],
            "winner": any(seat in winners for seat in seats),
        }
        for side, seats in enumerate(sides)
    ]


def spoken_line(line: Mapping[str, object], speech: Speech) -> Plain:
    """A line of the ledger in words."""
    params = line["params"]
    assert isinstance(params, dict)
    return {
        "side": line["side"],
        "points": line["points"],
        "clause": line["clause"],
        "words": say_or(speech, str(line["key"]), params, str(line["clause"])),
        "places": line["places"],
        "status": line["status"],
        "low": line["low"],
        "high": line["high"],
    }


# The log.


def spoken_entry(entry: Entry, viewer: Viewer, speech: Speech) -> Plain:
    """An entry of the log in words."""
    words: list[str] = []
    places: list[str] = []
    if entry.stories is not None:
        own = entry.stories.get("" if viewer.seat is None else str(viewer.seat))
        for sentence in entry.stories[""] if own is None else own:
            params, named = sentence["params"], sentence["places"]
            assert isinstance(params, dict)
            assert isinstance(named, list)
            words.append(say_or(speech, str(sentence["key"]), params, "…"))
            places += [place for place in named if place not in places]
    else:
        words.append(say_or(speech, entry.key, entry.params, "…"))
    return {
        "n": entry.n,
        "seat": entry.seat,
        "kind": entry.kind,
        "words": words,
        "places": places,
        "undone": entry.undone,
    }


def spoken_log(live: LiveTable, viewer: Viewer, speech: Speech) -> list[Plain]:
    """The end of the log in words; kept, and only new entries are added."""
    table = live.table
    key = ("log", viewer.seat, viewer.language)
    stamp = (table.chaired, table.undone)
    kept = drawn_at(live).get(key)
    if not isinstance(kept, tuple) or kept[0] != stamp:
        kept = (stamp, max(0, len(table.log) - MOST_LINES), [])
    _, count, lines = kept
    if count < len(table.log):
        new = [spoken_entry(entry, viewer, speech) for entry in table.log[count:]]
        lines = [*lines, *new][-MOST_LINES:]
        drawn_at(live)[key] = (stamp, len(table.log), lines)
    found: list[Plain] = lines
    return found


def since(table: Table, viewer: Viewer) -> list[int]:
    """The numbers of the moves since this seat's last one."""
    numbers: list[int] = []
    for entry in reversed(table.log[-MOST_LINES:]):
        if entry.kind == "move" and not entry.undone:
            if viewer.seat is None or entry.seat == viewer.seat:
                break
            numbers.append(entry.n)
    return numbers[::-1]


def last_places(log: list[Plain]) -> object:
    for entry in reversed(log):
        if entry["kind"] == "move" and not entry["undone"]:
            return entry["places"]
    return []


# Who is there, what is asked.


def plain_seats(live: LiveTable, viewer: Viewer, speech: Speech, sides: list[Plain]) -> list[Plain]:
    """Who sits where; kept until someone comes, goes, or changes seats."""
    key = ("seats", viewer.person, viewer.language)
    stamp = (live.table.chaired, live.presence.changes, [side["seats"] for side in sides])
    kept = drawn_at(live).get(key)
    if not isinstance(kept, tuple) or kept[0] != stamp:
        kept = drawn_at(live)[key] = (stamp, seats_now(live, viewer, speech, sides))
    found: list[Plain] = kept[1]
    return found


def seats_now(live: LiveTable, viewer: Viewer, speech: Speech, sides: list[Plain]) -> list[Plain]:
    table = live.table
    held = table.held(viewer.person)
    side_of = {
        seat: side["side"]
        for side in sides
        if isinstance(side["seats"], list)
        for seat in side["seats"]
    }
    return [
        {
            "seat": seat,
            "name": speech.name(seat),
            "kind": chair.kind,
            "here": chair.kind == "bot" or live.presence.here(chair.persons),
            "mine": seat in held,
            "side": side_of.get(seat, seat),
            "shape": SHAPES[seat % len(SHAPES)],
            "bot": bot_label(speech, chair.bot) if chair.bot else None,
            "sits_in": chair.sits_in,
            "link": seat_link(table, seat)
            if seat in held or (chair.kind == "open" and held)
            else None,
        }
        for seat, chair in enumerate(table.chairs)
    ]


def asked_of(table: Table, viewer: Viewer, speech: Speech, drawn: Picture) -> str:
    """One sentence: what is asked of this seat, or whom all wait for."""
    if table.position is None:
        return speech("table.read_only")
    if drawn.over:
        names = [f"@{seat}" for seat in drawn.winners if seat != viewer.seat]
        if viewer.seat not in drawn.winners:
            return speech("table.ask.winners", n=len(names), names=names)
        return speech("table.ask.won_with", names=names) if names else speech("table.ask.won")
    turn = table.turn()
    if turn is None:
        return ""
    if drawn.tree:
        return str(drawn.tree[0]["ask"])
    chair = table.chairs[turn]
    if turn == viewer.seat and chair.sits_in:
        return speech("table.ask.sits_in")
    if chair.bot:
        return speech("table.ask.bot", name=f"@{turn}")
    if chair.kind == "open":
        return speech("table.ask.open", name=f"@{turn}")
    return speech("table.ask.person", name=f"@{turn}")


def plain_undo(table: Table, viewer: Viewer, speech: Speech) -> Plain:
    can: str | None = None
    if not table.asked:
        found = table.undoable_by(viewer.person)
        if found is not None:
            can = found[1]
    asked: Plain | None = None
    if table.asked is not None:
        voters = table.persons_beside(table.asked.seat)
        held = table.held(viewer.person)
        waiting = [seat for seat in voters if seat not in table.asked.agreed]
        asked = {
            "seat": table.asked.seat,
            "name": speech.name(table.asked.seat),
            "moves": len(table.moves) - table.asked.to,
            "mine": table.asked.seat in held,
            "vote": any(seat in waiting for seat in held),
            "waiting": [speech.name(seat) for seat in waiting],
        }
    return {"can": can, "asked": asked}


def plain_turn(live: LiveTable, viewer: Viewer, speech: Speech, now: float) -> Plain:
    turn = live.table.turn()
    thinking, progress, seconds = None, None, None
    if live.thinking is not None and live.thinking.seat == turn:
        thinking = speech.name(live.thinking.seat)
        due = live.thinking.due
        spent = min(due, max(0.0, now - live.thinking.since))
        progress = round(spent / due, 2) if due else 0.0
        seconds = round(due - spent, 2)
    return {
        "seat": turn,
        "mine": turn is not None and turn == viewer.seat and live.table.chairs[turn].by_person,
        "thinking": thinking,
        "progress": progress,
        "seconds": seconds,
    }


def state(live: LiveTable, viewer: Viewer, now: float) -> Plain:
    """Everything that a viewer is shown, as plain data."""
    table = live.table
    speech = speech_at(table, viewer.language)
    drawn = picture(live, viewer)
    log = spoken_log(live, viewer, speech)
    seated = {person for chair in table.chairs for person in chair.persons}
    game = table.game
    return {
        "type": "state",
        "n": table.n,
        "at": int(table.at),
        "seat": viewer.seat,
        "held": list(table.held(viewer.person)),
        "title": game.name if game is not None else table.config.game,
        "ask": asked_of(table, viewer, speech, drawn),
        "turn": plain_turn(live, viewer, speech, now),
        "panels": drawn.panels,
        "tree": drawn.tree,
        "seats": plain_seats(live, viewer, speech, drawn.sides),
        "sides": drawn.sides,
        "ledger": drawn.ledger,
        "log": log,
        "since": since(table, viewer),
        "last": last_places(log),
        "chat": [
            {"n": said.n, "seat": said.seat, "name": said.name, "text": said.text}
            for said in table.chat[-MOST_LINES:]
        ],
        "watching": live.presence.watching(seated),
        "undo": plain_undo(table, viewer, speech),
        "practice": bool(table.practice),
        "over": drawn.over,
        "winners": drawn.winners,
        "read_only": speech("table.read_only") if table.position is None else None,
        "commitment": table.config.commitment,
        "proof": {"seed": table.config.seed, "salt": table.config.salt}
        if table.position is not None and table.position.over()
        else None,
        "bots": bot_list(game, viewer.language) if game is not None else [],
        "host": viewer.person == table.config.host,
    }


@cache
def bot_list(game: Game, language: str) -> list[Plain]:
    """The bots that can sit down, in words."""
    speech = speech_for(language, game)
    return [{"value": value, "label": bot_label(speech, value)} for value in bot_choices(game)]


def whole_message(shown: Plain) -> Plain:
    """A state as it is sent: panels as a list."""
    panels = shown["panels"]
    assert isinstance(panels, dict)
    return {**shown, "panels": list(panels.values())}


APART = ("type", "n", "at", "panels", "log", "chat")


def update(before: Plain, after: Plain) -> Plain | None:
    """What changed between two states; None if nothing did."""
    message: Plain = {
        key: value for key, value in after.items() if key not in APART and before[key] != value
    }
    old, new = before["panels"], after["panels"]
    assert isinstance(old, dict)
    assert isinstance(new, dict)
    panels = changed_panels(old, new)
    if panels:
        message["panels"] = panels
    if list(old) != list(new):
        message["panels_order"] = list(new)
    for name in ("log", "chat"):
        message.update(changed_lines(name, before[name], after[name]))
    if not message and before["n"] == after["n"]:
        return None
    head: Plain = {"type": "update", "n": after["n"], "from": before["n"]}
    if before["at"] != after["at"]:
        head["at"] = after["at"]
    return head | message


def changed_panels(old: Mapping[str, Plain], new: Mapping[str, Plain]) -> dict[str, Plain]:
    """New panels whole; of the others what changed."""
    if old is new:
        return {}
    changed: dict[str, Plain] = {}
    for id, panel in new.items():
        known = old.get(id)
        if known is None:
            changed[id] = panel
            continue
        part: Plain = {
            key: value for key, value in panel.items() if key != "fragments" and known[key] != value
        }
        had, has = known["fragments"], panel["fragments"]
        assert isinstance(had, dict)
        assert isinstance(has, dict)
        fragments = {name: svg for name, svg in has.items() if had.get(name) != svg}
        if fragments:
            part["fragments"] = fragments
        if part:
            changed[id] = part
    return changed


def changed_lines(name: str, before: object, after: object) -> Plain:
    """New lines at the end; the whole list if an older line changed."""
    assert isinstance(before, list)
    assert isinstance(after, list)
    if before == after:
        return {}
    last = before[-1]["n"] if before else -1
    new = [line for line in after if line["n"] > last]
    shared = len(after) - len(new)
    if not shared or before[len(before) - shared :] == after[:shared]:
        return {name: new}
    return {name: after, f"{name}_all": True}

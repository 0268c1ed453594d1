"""A finished game as it is shown move by move: as a seat knew it then, or with all hands open.

Imports the drawing, the table's replay, how a course is told, the readers' words and the messages.
What is made for a move is made from the moves before it and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

from msgspec import structs

from parvis.engine.drawing.panel import Drawing
from parvis.engine.game import Ending, Game
from parvis.engine.open_table import drawn_for, open_story, quoted
from parvis.engine.words import Speech
from parvis.table.ending import Stopped
from parvis.table.replay import Replay
from parvis.table.table import Entry, Table
from parvis.web import messages
from parvis.web.history import sentences_in_words
from parvis.web.picture import line_in_words, sides_of
from parvis.web.result import course_from, turning
from parvis.web.updates import changed_panels

# Whose eyes one looks with: a seat's, or everybody's.
Eyes = int | None
ALL = "all"
# Where one may want to go, beside to a move: the turns of a seat, the ends of rounds.
Way = Literal["turn-back", "turn-on", "round-back", "round-on"]
WAYS: tuple[Way, ...] = get_args(Way)


def read_eyes(text: str, seats: int, otherwise: Eyes) -> Eyes:
    """Whose eyes an address means: `1`, `all`; or those that are usual for the reader.

    >>> read_eyes("1", 2, None), read_eyes("all", 2, 0), read_eyes("7", 2, 0)
    (1, None, 0)
    """
    if text == ALL:
        return None
    known = text.isascii() and text.isdecimal() and len(text) < 3 and int(text) < seats
    return int(text) if known else otherwise


def read_at(text: str, last: int, otherwise: int = 0) -> int:
    """After which move an address means; what is beyond the end is the end.

    >>> read_at("12", 57), read_at("99", 57), read_at("-1", 57)
    (12, 57, 0)
    """
    known = text.isascii() and text.isdecimal() and len(text) < 9
    return min(int(text), last) if known else otherwise


def eyes_in_address(eyes: Eyes) -> str:
    return ALL if eyes is None else str(eyes)


# What is drawn.


def drawing(replay: Replay, at: int, eyes: Eyes, speech: Speech, tall: bool) -> Drawing:
    """A position as a seat knows it; or as who looks on does, with all hands beside it."""
    game, position = replay.game, replay.position(at)
    if eyes is not None:
        return drawn_for(game, position, eyes, speech, tall)
    whole = drawn_for(game, position, "open", speech, tall)
    lead = replay.mover(at) if at else position.turn()
    led = drawn_for(game, position, lead, speech, tall)
    if any(panel.role == "board" and panel.seat is not None for panel in led.panels):
        # Everyone has a board of their own: that of who has just moved is the large one.
        titles = {panel.id: panel.title for panel in whole.panels}
        boards = [panel for panel in led.panels if panel.role != "hand"]
        hands = [panel for panel in whole.panels if panel.role == "hand"]
        whole.panels = [*(replace(panel, title=titles[panel.id]) for panel in boards), *hands]
    return whole


# What is told.


def entry(replay: Replay, number: int, eyes: Eyes, speech: Speech) -> messages.Entry:
    """A move in words: as a seat saw it; all open, with what each one alone was told."""
    mover, ends = replay.mover(number), replay.game.ends
    told = Entry(number, "move", mover)
    if eyes is not None:
        return sentences_in_words(told, replay.story(number, eyes), speech, ends)
    own = {seat: replay.story(number, seat) for seat in range(replay.seats)}
    story = open_story(replay.story(number, None), own)
    seen = sentences_in_words(told, [sentence for _, sentence in story], speech, ends)
    words = [quoted(seat, one, speech) for (seat, _), one in zip(story, seen.words, strict=True)]
    return structs.replace(seen, words=words)


def step(
    replay: Replay, at: int, eyes: Eyes, speech: Speech, tall: bool, since: int | None = None
) -> messages.Step:
    """What is shown after a move; to one who shows another step already, what differs from it."""
    position = replay.position(at)
    panels = drawing(replay, at, eyes, speech, tall).panels
    shown = [] if since is None else drawing(replay, since, eyes, speech, tall).panels
    over = at == len(replay)
    winners = replay.winners if over else []
    first = 1 if since is None else since + 1
    return messages.Step(
        at=at,
        origin=since,
        panels=changed_panels(shown, panels),
        panels_order=[panel.id for panel in panels],
        turn=None if over else position.turn(),
        sides=sides_of(position.sides(), position.scores(), winners),
        ledger=[line_in_words(line.plain(), speech) for line in position.ledger()],
        log=[entry(replay, number, eyes, speech) for number in range(first, at + 1)],
        course=[points[0 if since is None else first :] for points in replay.scores(at)],
        over=over,
        winners=winners,
        stopped=stopped_in_words(replay.stopped, speech) if over else None,
    )


def whole_course(replay: Replay, table: Table, speech: Speech) -> messages.WholeCourse:
    """The whole of it, for who wants to know how it came out."""
    last, winners = replay.position(len(replay)), replay.winners
    course = course_from(replay.scores(len(replay)), table)
    return messages.WholeCourse(
        course.points,
        sides_of(last.sides(), last.scores(), winners),
        how_it_ended(winners, replay.stopped, speech),
        turning(table, course, speech),
    )


def stopped_in_words(stopped: Stopped | None, speech: Speech) -> messages.Stopped | None:
    """How a game ended before its end, if it did."""
    if stopped is None:
        return None
    told = stopped.sentence()
    return messages.Stopped(stopped.why, speech.tell(told.key, told.params))


def how_it_ended(winners: Sequence[int], stopped: Stopped | None, speech: Speech) -> str:
    """Who has won; of a game that ended before its end, why too."""
    told = stopped_in_words(stopped, speech)
    if told is not None:
        return told.words
    return speech("table.ask.winners", n=len(winners), names=[f"@{seat}" for seat in winners])


# Where one goes.


def rounds_of(game: Game) -> Ending | None:
    """What one may want to go to the end of: rounds, or else tricks."""
    ends = set(game.ends.values())
    return "round" if "round" in ends else "trick" if ends else None


def gone(replay: Replay, at: int, eyes: Eyes, way: str) -> int:
    """Where one comes to from a move; to the beginning or the end if there is nothing further."""
    last = len(replay)
    forth = way.endswith("-on")
    moves = range(at + 1, last + 1) if forth else range(at - 1, -1, -1)
    if way.startswith("turn"):
        stops = (number for number in moves if turns_at(replay, number, eyes))
    elif way.startswith("round"):
        stops = (number for number in moves if ends_at(replay, number))
    else:
        return at
    return next(stops, last if forth else 0)


def turns_at(replay: Replay, at: int, eyes: Eyes) -> bool:
    """Whether a seat is to play then; all open, whether somebody else is than just before."""
    if not 0 < at < len(replay):
        return at == 0 and len(replay) > 0 and eyes in (None, replay.mover(1))
    mover = replay.mover(at + 1)
    return mover != replay.mover(at) if eyes is None else mover == eyes


def ends_at(replay: Replay, number: int) -> bool:
    """Whether a round ended with a move, or a trick in a game without rounds."""
    if not number:
        return False
    wanted, ends = rounds_of(replay.game), replay.game.ends
    return any(ends.get(told.key) == wanted for told in replay.story(number, None)) and bool(wanted)

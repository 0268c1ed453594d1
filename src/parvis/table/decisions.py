"""What a command brings about: pure decisions on a folded table.

Each function returns the events that follow, or raises `Refused`. Nothing is changed here. Imports
the commands, the folded table and its chairs and events.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from parvis.bots import BotError, level_of, player_of, usual_bot
from parvis.bots.levels import EARLIER, SCALE, level_name
from parvis.bots.styles import character_of
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.text import one_line
from parvis.table.chair import Chair
from parvis.table.commands import (
    Again,
    BotIn,
    BotOut,
    Chat,
    Close,
    Command,
    Free,
    Host,
    Leave,
    Link,
    Move,
    Request,
    Resign,
    Stop,
    Take,
    Undo,
    Vote,
    Withdraw,
)
from parvis.table.ending import winners_now
from parvis.table.event import Event, Stories, key_of, packed
from parvis.table.table import Asked, Table, beside
from parvis.table.timing import Span

LONGEST_NAME = 30
LONGEST_CHAT = 500
MOST_CHAT = 1_000  # lines at one table
MOST_EVENTS = 10_000  # at one table; beyond, only what ends the game
EARLY = 4  # moves a seat until which a newcomer asks the others to begin anew
BOT_NAMES = ("Alba", "Bruno", "Celia", "Dario")

# Why not: the rules, what was seen has changed, another's turn, not one's seat, the end, nonsense,
# too much at once, or it has to be said that the game will be practice.
Reason = Literal["rule", "stale", "turn", "seat", "over", "bad", "busy", "practice"]


class Refused(Exception):
    """A command that is not carried out; says why in words, or with the game's own refusal."""

    def __init__(
        self,
        reason: Reason,
        key: str = "",
        params: Mapping[str, object] | None = None,
        refusal: Refusal | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason: Reason = reason
        self.key = key
        self.params = dict(params or {})
        self.refusal = refusal


@dataclass(frozen=True)
class Outcome:
    """The events to append, and the position after them where it is known already."""

    events: tuple[Event, ...]
    position: Position | None = None

    def numbered(self, after: int, now: float) -> tuple[Event, ...]:
        """The events as they follow event `after`."""
        return tuple(event.numbered(n, now) for n, event in enumerate(self.events, after + 1))


def tidy(text: str, longest: int) -> str:
    """A text in one line, cut to a length."""
    return one_line(text)[:longest].strip()


def tidy_name(name: str, longest: int = LONGEST_NAME) -> str:
    """A name as it is shown: what would be taken for a word or a seat loses its sign.

    >>> tidy_name("#Ada ")
    'Ada'
    """
    return tidy(name, longest).lstrip("#@ ")


def decide(table: Table, command: Command) -> Outcome:
    """The events that a command brings, or `Refused`."""
    request = command.request
    if table.position is None and not isinstance(request, Chat | Again):
        raise Refused("over", "table.refused.read_only")
    if table.over() and not isinstance(request, AFTER_THE_END):
        raise Refused("over", "table.refused.over")
    if table.n >= MOST_EVENTS and not isinstance(request, WHEN_FULL):
        raise Refused("busy", "table.refused.log_full")
    outcome = DECISIONS[type(request)](table, command, request)
    first = replace(outcome.events[0], command=command.id)
    return Outcome((first, *outcome.events[1:]), outcome.position)


def event(kind: str, seat: int | None, stories: Stories | None = None, **data: object) -> Event:
    """An event that has no number yet."""
    return Event(-1, 0.0, kind, seat, data, None if stories is None else packed(stories))


# Moves.


def acting(table: Table, person: str) -> int:
    """The seat to decide, if this browser holds it and no bot sits in; else `Refused`."""
    seat = table.turn()
    assert seat is not None
    if not table.held(person):
        raise Refused("seat", "table.refused.seat")
    if person not in table.chairs[seat].persons:
        raise Refused("turn", "table.refused.turn", {"name": f"@{seat}"})
    if table.chairs[seat].sits_in:
        raise Refused("turn", "table.refused.sits_in")
    return seat


def move(table: Table, command: Command, request: Move) -> Outcome:
    # What is legal is looked at only for the one who decides: to others it might tell a hand.
    seat = acting(table, command.person)
    if table.moved > request.n:
        raise Refused("stale", "table.refused.stale")
    return played(table, seat, request.move)


def played(table: Table, seat: int, number: int) -> Outcome:
    """A move of the seat to decide, by a person or a bot."""
    before = table.position
    assert before is not None
    assert before.turn() == seat
    after = before.copy()
    try:
        after.play(number)
    except Malformed as error:
        raise Refused("bad", "table.refused.no_move") from error
    except Illegal as error:
        raise Refused("rule", refusal=error.refusal) from error
    happened = event("move", seat, stories_of(before, number), text=before.say(number))
    happened.data.update(whose_turn(table, after))
    return Outcome((happened,), after)


def whose_turn(table: Table, position: Position) -> dict[str, object]:
    """Who is to decide then: clocks are folded without playing the game again."""
    return {} if table.timing is None else {"turn": position.turn()}


def stories_of(before: Position, number: int) -> Stories:
    """The story of a move that was played: the spectator's, and those of who saw something else."""
    story: Stories = {key_of(None): [sentence.plain() for sentence in before.recount(number, None)]}
    for seat in range(before.seats):
        own = [sentence.plain() for sentence in before.recount(number, seat)]
        if own != story[""]:
            story[key_of(seat)] = own
    return story


# Taking back.


def undo(table: Table, command: Command, request: Undo) -> Outcome:
    if not table.held(command.person):
        raise Refused("seat", "table.refused.seat")
    possible = table.undoable_by(command.person)
    if possible is None:
        raise Refused("bad", "table.refused.nothing_to_undo")
    if table.asked is not None:
        raise Refused("busy", "table.refused.asked")
    to, way, seat = possible
    if way == "ask":
        return Outcome((event("ask", seat, to=to),))
    if way == "practice" and not table.practice and not request.practice:
        raise Refused("practice", "table.refused.practice")
    return taken_back(table, seat, to, agreed=False, practice=way == "practice")


def taken_back(
    table: Table, seat: int, to: int, agreed: bool, practice: bool, anew: bool = False
) -> Outcome:
    position = table.at_move(to)
    happened = event("undo", seat, to=to, agreed=agreed, practice=practice)
    if anew:
        happened.data["anew"] = True
    happened.data.update(whose_turn(table, position))
    return Outcome((happened,), position)


def vote(table: Table, command: Command, request: Vote) -> Outcome:
    asked = table.asked
    voters = [] if asked is None else table.persons_beside(asked.seat)
    own = [seat for seat in table.held(command.person) if seat in voters]
    if asked is None or not own:
        raise Refused("bad", "table.refused.no_vote")
    waiting = table.unanswered()
    open_ones = [seat for seat in own if seat in waiting]
    if not open_ones:
        raise Refused("bad", "table.refused.voted")
    ballot = event("vote", open_ones[0], yes=request.yes)
    if request.yes and waiting == open_ones[:1]:
        undone = all_agreed(table, asked)
        return Outcome((ballot, *undone.events), undone.position)
    return Outcome((ballot,))


def all_agreed(table: Table, asked: Asked) -> Outcome:
    """What was asked for comes about."""
    return taken_back(table, asked.seat, asked.to, agreed=True, practice=False, anew=asked.anew)


def withdraw(table: Table, command: Command, request: Withdraw) -> Outcome:
    if table.asked is None or table.asked.seat not in table.held(command.person):
        raise Refused("bad", "table.refused.no_vote")
    return Outcome((event("withdraw", table.asked.seat),))


# Talking.


def chat(table: Table, command: Command, request: Chat) -> Outcome:
    held = table.held(command.person)
    if not held:
        raise Refused("seat", "table.refused.seat")
    text = tidy(request.text, LONGEST_CHAT)
    if not text:
        raise Refused("bad", "table.refused.bad")
    if len(table.chat) >= MOST_CHAT:
        raise Refused("busy", "table.refused.chat_full", {"n": MOST_CHAT})
    return Outcome((event("chat", held[0], text=text, name=table.chairs[held[0]].name),))


# Sitting down and getting up.


def chair_event(table: Table, seat: int, chair: Chair, why: str) -> Outcome:
    """A chair changes; if all who are still asked to take back have agreed, that follows.

    Whoever was sent away has not agreed.
    """
    happened = event("chair", seat, chair=chair.plain(), why=why)
    asked = table.asked
    if asked is None or why == "free":
        return Outcome((happened,))
    voters = set(beside([*table.chairs[:seat], chair, *table.chairs[seat + 1 :]], asked.seat))
    if not voters or not voters <= asked.agreed:
        return Outcome((happened,))
    undone = all_agreed(table, asked)
    return Outcome((happened, *undone.events), undone.position)


def seat_of(table: Table, seat: int) -> int:
    if seat >= table.config.seats:
        raise Refused("bad", "table.refused.no_seat")
    return seat


def take(table: Table, command: Command, request: Take) -> Outcome:
    seat = seat_of(table, request.seat)
    chair = table.chairs[seat]
    if not command.person:
        raise Refused("seat", "table.refused.no_cookie")
    if not chair.vacant:
        raise Refused("seat", "table.refused.taken", {"name": chair.name})
    # Whoever has seen a hand may not sit down before another one.
    if table.held(command.person) or table.seen.get(command.person, set()) - {seat}:
        raise Refused("seat", "table.refused.another_hand")
    sat = chair_event(table, seat, chair.taken(command.person, tidy_name(request.name)), "take")
    return sat if table.asked is not None else anew(table, seat, sat)


def anew(table: Table, seat: int, sat: Outcome) -> Outcome:
    """Whoever takes a bot's place need not go on with what it played: the game begins anew if no
    person has played yet, and a little later if they agree to it. What a person who was sent away
    played stands."""
    if table.chairs[seat].kind != "bot" or all(played.seat != seat for played in table.moves):
        return sat
    if table.settled or len(table.moves) > EARLY * len(table.chairs):
        return sat
    if any(table.chairs[played.seat].kind == "person" for played in table.moves):
        return Outcome((*sat.events, event("ask", seat, to=0, anew=True)))
    undone = taken_back(table, seat, 0, agreed=False, practice=False, anew=True)
    return Outcome((*sat.events, *undone.events), undone.position)


def leave(table: Table, command: Command, request: Leave) -> Outcome:
    seat = seat_of(table, request.seat)
    if seat not in table.held(command.person) or table.chairs[seat].given_up:
        raise Refused("seat", "table.refused.not_yours")
    chair = table.chairs[seat].freed()
    if bot := table.chairs[seat].yields:  # it goes on for whoever is left
        chair = replace(chair, kind="bot", name=called(table, bot, seat), bot=bot, yields=bot)
    return chair_event(table, seat, chair, "leave")


def by_host(table: Table, command: Command) -> None:
    """`Refused` to anybody but the host."""
    if command.person not in table.hosts:
        raise Refused("seat", "table.refused.host")


def free(table: Table, command: Command, request: Free) -> Outcome:
    seat = seat_of(table, request.seat)
    chair = table.chairs[seat]
    by_host(table, command)
    if chair.kind != "person" or chair.given_up:
        raise Refused("seat", "table.refused.nobody")
    if table.moves and seat not in command.absent:
        raise Refused("seat", "table.refused.not_away", {"name": chair.name})
    return chair_event(table, seat, chair.freed(), "free")


def bot_in(table: Table, command: Command, request: BotIn) -> Outcome:
    seat = seat_of(table, request.seat)
    chair = table.chairs[seat]
    held = table.held(command.person)
    if not held and command.person not in table.hosts:
        raise Refused("seat", "table.refused.seat")
    if chair.bot:
        raise Refused("seat", "table.refused.taken", {"name": chair.name})
    if chair.kind == "person" and seat not in held and seat not in command.absent:
        raise Refused("seat", "table.refused.present", {"name": chair.name})
    assert table.game is not None
    bot = known_bot(table, request.bot or usual_bot(table.game))
    if chair.kind == "open":
        sitting = replace(chair, kind="bot", name=called(table, bot, seat), bot=bot)
    else:
        sitting = replace(chair, bot=bot, lent=seat in held)
    return chair_event(table, seat, sitting, "bot_in")


def bot_out(table: Table, command: Command, request: BotOut) -> Outcome:
    seat = seat_of(table, request.seat)
    chair = table.chairs[seat]
    if not chair.bot:
        raise Refused("seat", "table.refused.no_bot")
    if chair.kind == "person":
        if command.person not in chair.persons:
            raise Refused("seat", "table.refused.not_yours")
        if chair.given_up:
            raise Refused("seat", "table.refused.given_up")
        if table.clocks is not None and table.clocks.up and table.clocks.turn == seat:
            raise Refused("turn", "table.refused.time_up")
        return chair_event(table, seat, replace(chair, bot="", lent=False), "bot_out")
    by_host(table, command)
    return chair_event(table, seat, replace(chair.freed(), name=""), "bot_out")


def link(table: Table, command: Command, request: Link) -> Outcome:
    """A browser with the secret link of a seat (which the caller has checked)."""
    seat = seat_of(table, request.seat)
    chair = table.chairs[seat]
    if chair.vacant and not table.over():
        return take(table, command, Take(request.seat, request.name))
    if chair.kind != "person":
        raise Refused("seat", "table.refused.taken", {"name": chair.name})
    if not command.person:
        raise Refused("seat", "table.refused.no_cookie")
    if table.seen.get(command.person, set()) - {seat}:
        raise Refused("seat", "table.refused.another_hand")
    return chair_event(table, seat, chair.shared(command.person), "link")


def known_bot(table: Table, name: str) -> str:
    """The name of a bot that can play here, or `Refused`."""
    assert table.game is not None
    name = level_name(EARLIER.get(name, name)) if name in (*SCALE, *EARLIER) else name
    if level_of(table.game, name) is not None:
        return name
    if " " in name:  # what is changed of a bot is for the lab
        raise Refused("bad", "table.refused.bad")
    bot, _, level = name.partition(":")
    try:
        player = player_of(table.game, name)
    except BotError as error:
        raise Refused("bad", "table.refused.bad") from error
    if level and level not in player.bot.levels:
        raise Refused("bad", "table.refused.bad")
    return name if level else bot


def called(table: Table, bot: str, seat: int) -> str:
    """What a bot that comes to a table is called there."""
    return bot_name(table.game, bot, seat, [chair.name for chair in table.chairs])


def bot_name(game: Game | None, bot: str, seat: int, taken: Collection[str]) -> str:
    """What a bot is called at a seat: by a name of its own, and as nobody else is.

    >>> bot_name(None, "level:4", 1, ["Bruno"])
    'Celia'
    """
    character = character_of(game, bot)
    at = seat % len(BOT_NAMES)
    names = [*BOT_NAMES[at:], *BOT_NAMES[:at]]
    if character is not None:
        names = [character.name, *(f"{character.name} {n}" for n in range(2, 9))]
    return next((name for name in names if name not in taken), names[0])


# Ending before the end.


def ended(why: str, seat: int | None, winners: list[int]) -> Event:
    return event("end", seat, why=why, winners=winners)


def giving_up(table: Table, seat: int, why: Literal["resign", "time"]) -> tuple[Event, ...]:
    """A seat is given up: a bot plays it to the end, or the game is decided."""
    position, chair = table.position, table.chairs[seat]
    assert position is not None
    assert table.game is not None
    gone = replace(chair, given_up=True, lent=False)
    chairs = [*table.chairs[:seat], gone, *table.chairs[seat + 1 :]]
    winners = winners_now(position, chairs)
    if winners is None:
        gone = replace(gone, bot=chair.bot or usual_bot(table.game))
    happened = event("chair", seat, chair=gone.plain(), why=why)
    if winners is None:
        return (happened,)
    return happened, ended("resigned" if why == "resign" else "time", seat, winners)


def resign(table: Table, command: Command, request: Resign) -> Outcome:
    seat = seat_of(table, request.seat)
    if seat not in table.held(command.person):
        raise Refused("seat", "table.refused.not_yours")
    if table.chairs[seat].given_up:
        raise Refused("seat", "table.refused.given_up")
    return Outcome(giving_up(table, seat, "resign"))


def stop(table: Table, command: Command, request: Stop) -> Outcome:
    """Offer to stop together, agree, or not; when nobody is left to ask, the game ends."""
    playing = [seat for seat in table.held(command.person) if not table.chairs[seat].given_up]
    if not playing:
        raise Refused("seat", "table.refused.seat")
    offer = table.offer
    if offer is None:
        if not request.yes:
            raise Refused("bad", "table.refused.no_vote")
        seat, waiting = playing[0], table.persons_beside(playing[0])
    elif offer.seat in playing:
        if request.yes:
            raise Refused("bad", "table.refused.voted")
        return Outcome((event("stop", offer.seat, yes=False),))
    else:
        waiting = table.asked_to_stop()
        own = [seat for seat in playing if seat in waiting]
        if not own:
            raise Refused("bad", "table.refused.no_vote")
        seat = own[0]
        waiting = [other for other in waiting if other != seat]
    said = event("stop", seat, yes=request.yes)
    if not request.yes or waiting:
        return Outcome((said,))
    return Outcome((said, ended("agreed", None, [])))


def close(table: Table, command: Command, request: Close) -> Outcome:
    by_host(table, command)
    held = table.held(command.person)
    return Outcome((ended("closed", held[0] if held else None, []),))


def host(table: Table, command: Command, request: Host) -> Outcome:
    seat = seat_of(table, request.seat)
    persons = table.chairs[seat].persons
    if command.hostless and command.person in persons and command.person not in table.hosts:
        return Outcome((event("host", seat, persons=list(persons), taken=True),))
    by_host(table, command)
    if not persons:
        raise Refused("seat", "table.refused.nobody")
    if command.person in persons:
        raise Refused("bad", "table.refused.bad")
    return Outcome((event("host", seat, persons=list(persons)),))


# Time.


def time_up(table: Table, now: float) -> Outcome | None:
    """What happens when a seat's time is up, as it was agreed; None if it is not."""
    clocks, due = table.clocks, table.due()
    if clocks is None or due is None or now < due or clocks.running is None:
        return None
    if table.position is None or table.game is None:
        return None
    seat, zero = clocks.running, clocks.timing.zero
    happened = event("time", seat, then=zero)
    if zero == "wait":
        return Outcome((happened,))
    if zero == "give_up":
        return Outcome((happened, *giving_up(table, seat, "time")))
    sitting = replace(table.chairs[seat], bot=usual_bot(table.game), lent=False)
    return Outcome((happened, event("chair", seat, chair=sitting.plain(), why="time")))


def made_good(table: Table, outages: list[Span], least: float) -> Outcome | None:
    """Give back what went by while no server ran, and `least` seconds to come back in."""
    clocks = table.clocks
    if clocks is None or clocks.running is None or clocks.up:
        return None
    if table.over() or table.position is None:
        return None
    seconds = sum(
        clocks.timing.counted(max(since, table.at), until)
        for since, until in outages
        if until > table.at
    )
    if not seconds:
        return None
    least = min(least, clocks.timing.refill)
    return Outcome((event("stood", clocks.running, seconds=round(seconds, 3), least=least),))


# Once more.


def next_chairs(table: Table) -> list[Chair]:
    """The chairs of the next game: the same people and bots, each where they sat."""
    return [
        Chair(
            chair.kind,
            chair.name,
            chair.persons,
            "" if chair.sits_in else chair.bot,
            yields=chair.yields if chair.kind == "bot" else "",
        )
        for chair in table.chairs
    ]


def again(table: Table, command: Command, request: Again) -> Outcome:
    held = table.held(command.person)
    if not held:
        raise Refused("seat", "table.refused.seat")
    if not table.over() or table.again:
        raise Refused("bad", "table.refused.bad")
    return Outcome((event("again", held[0], table=request.table),))


# The game and who played it are settled; people still talk, come back with another browser, and
# play once more.
AFTER_THE_END = (Chat, Link, Again)

# A bot that sits down then stays, so there are no more of these than seats.
WHEN_FULL = (Move, BotIn, Resign, Close)

DECISIONS: dict[type[Request], Callable[[Table, Command, Any], Outcome]] = {
    Move: move,
    Undo: undo,
    Vote: vote,
    Withdraw: withdraw,
    Chat: chat,
    Take: take,
    Leave: leave,
    Free: free,
    BotIn: bot_in,
    BotOut: bot_out,
    Resign: resign,
    Stop: stop,
    Close: close,
    Host: host,
    Link: link,
    Again: again,
}

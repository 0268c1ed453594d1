"""What people can ask of a table, each command with its typed parts. Imports nothing of Parvis.

The same types are read from the wire, so that what a command holds is checked once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

# JSON numbers that a browser can hold exactly.
Whole = Annotated[int, Meta(ge=0, lt=2**53)]
Text = Annotated[str, Meta(max_length=8192)]


class Move(Struct, frozen=True, tag="move"):
    """Play a move."""

    n: Annotated[
        Whole, Meta(description="the `n` of what the player saw; refused if it has changed since")
    ]
    move: Whole


class Undo(Struct, frozen=True, tag="undo"):
    """Take back my last move: at once if it is free, else the others are asked."""

    practice: Annotated[
        bool, Meta(description="I know that the game is practice if nobody can be asked")
    ] = False


class Vote(Struct, frozen=True, tag="vote"):
    """My answer when someone else asks to take back."""

    yes: bool


class Withdraw(Struct, frozen=True, tag="withdraw"):
    """I do not ask to take back any more."""


class Chat(Struct, frozen=True, tag="chat"):
    """Say something; who looks on may not."""

    text: Text


class Take(Struct, frozen=True, tag="take"):
    """Sit down on an open seat."""

    seat: Whole
    name: Annotated[Text, Meta(description="left out: the name that the browser goes by")] = ""


class Leave(Struct, frozen=True, tag="leave"):
    """Give my seat up: it is open again."""

    seat: Whole


class Free(Struct, frozen=True, tag="free"):
    """By the host: open a seat again whose person is away, or before the first move."""

    seat: Whole


class BotIn(Struct, frozen=True, tag="bot_in"):
    """A bot sits in for me, for someone absent, or on an open seat."""

    seat: Whole
    bot: Annotated[Text, Meta(description="`flat:strong`; left out: the usual one")] = ""


class BotOut(Struct, frozen=True, tag="bot_out"):
    """The person is back; or, by the host, the seat is open again."""

    seat: Whole


class Resign(Struct, frozen=True, tag="resign"):
    """I give up: between two sides the other one wins, among more a bot plays my seat on."""

    seat: Whole


class Stop(Struct, frozen=True, tag="stop"):
    """Stop the game together, without a winner: `yes` offers it or agrees, else I do not."""

    yes: bool


class Close(Struct, frozen=True, tag="close"):
    """By the host: the game ends here, without a winner."""


class Host(Struct, frozen=True, tag="host"):
    """By the host: whoever sits here is the host from now on. When the host has been gone for long,
    by anybody who sits here themselves."""

    seat: Whole


class Link(Struct, frozen=True, tag="link"):
    """A browser comes with the secret link of a seat, which has been checked."""

    seat: Whole
    name: Text = ""


class Again(Struct, frozen=True, tag="again"):
    """A next table was made for the same people; the others are told of it."""

    table: Text


Request = (
    Move
    | Undo
    | Vote
    | Withdraw
    | Chat
    | Take
    | Leave
    | Free
    | BotIn
    | BotOut
    | Resign
    | Stop
    | Close
    | Host
    | Link
    | Again
)


@dataclass(frozen=True)
class Command:
    """What someone wants: the browser that says so, what it says, and under which id."""

    person: str
    request: Request
    id: str | None = None
    absent: frozenset[int] = frozenset()  # seats whose persons are away
    hostless: bool = False  # the host is away for long, or only shows the table on a screen


def read_request(kind: str, parts: Mapping[str, object]) -> Request:
    """A request from plain data; ValueError says what does not fit.

    >>> read_request("move", {"n": 4, "move": 713})
    Move(n=4, move=713)
    """
    request: Request = msgspec.convert({**parts, "type": kind}, Request)
    return request

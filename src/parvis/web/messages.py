"""What a browser and the server say to each other: every message and its parts, typed once.

From these types come reading and writing (msgspec), `types.d.ts` of the client and the tables of
docs/protocol.md. Imports the commands of the table and the engine's own literal types only.
"""

from __future__ import annotations

from collections.abc import Container
from functools import reduce
from operator import or_
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from parvis.engine.choices import Kind
from parvis.engine.description import Topic
from parvis.engine.drawing.panel import Role
from parvis.engine.game import Ending
from parvis.engine.record import Stop
from parvis.table.chair import Sitter
from parvis.table.commands import Again, Link, Request, Text, Whole
from parvis.table.decisions import Reason
from parvis.table.table import Way
from parvis.table.timing import AtZero, TablePace

LONGEST_PATH = 12
LONGEST_PICK = 80

Status = Literal["banked", "standing", "open"]
Judged = Literal["asked", "wrong", "right"]
Shape = Literal["disc", "square", "triangle", "diamond"]


# What a browser says.


class Hello(Struct, frozen=True, tag="hello"):
    """First message, and again, as a question, when the screen turns; answered by `state`."""

    tall: Annotated[bool, "the screen is small, as a phone's is, upright or on its side"] = False
    last: Annotated[
        int | None, "the `n` of what the client shows, if any; the answer is the same without it"
    ] = None
    seat: Annotated[
        Whole | None, "around one screen: the seat whose person says that they are there"
    ] = None
    position: Annotated[
        str | None, "where something is tried, after the line was lost: the text that was shown"
    ] = None
    editing: Annotated[bool, "the same: whether things were being set up"] = False
    remarks: Annotated[bool, "tell me why a decision matters: this game is new to me"] = False


class Ping(Struct, frozen=True, tag="ping"):
    """Answered by `pong`; every 20 s."""


Ask = Annotated[Whole, "any whole number of the client's; the answer carries the same"]
Pick = Annotated[str, Meta(max_length=LONGEST_PICK)]
Path = Annotated[list[Pick], Meta(max_length=LONGEST_PATH)]


class AskPreview(Struct, frozen=True, tag="preview"):
    """Show what this move would bring; answered by `preview`, or by `why` if it is refused."""

    ask: Ask
    move: Whole
    words: Annotated[bool, "say in words, too, what would change on the table"] = False


class AskWhy(Struct, frozen=True, tag="why"):
    """Why nothing legal begins with these picks; answered by `why`."""

    ask: Ask
    path: Annotated[Path, f"{LONGEST_PATH} at most, of at most {LONGEST_PICK} characters"]


class AskResult(Struct, frozen=True, tag="result"):
    """After the end: who won by what, and when; answered by `result`."""

    ask: Ask


class AskExplain(Struct, frozen=True, tag="explain"):
    """What something on the table is; answered by `explain`. Anybody may ask, at any time."""

    ask: Ask
    place: Annotated[Pick, f"its name in the drawing, of at most {LONGEST_PICK} characters"]


class AskDescribe(Struct, frozen=True, tag="describe"):
    """The table in words, as I see it; answered by `describe`. Anybody may ask, at any time."""

    ask: Ask


class AskAround(Struct, frozen=True, tag="around"):
    """What lies around a place and what I can do there; answered by `around`. Anybody may ask."""

    ask: Ask
    place: Annotated[
        Pick,
        f"its name in the drawing, the end of that (`d4`) or words of its title; {LONGEST_PICK} "
        "characters at most",
    ]


class AskRead(Struct, frozen=True, tag="read"):
    """Which move is meant by what I type; answered by `read`."""

    ask: Ask
    text: Annotated[Pick, f"a move in notation or its beginning, {LONGEST_PICK} characters at most"]


class AskHint(Struct, frozen=True, tag="hint"):
    """What to play in my place, and what for; answered by `hint`."""

    ask: Ask
    picks: Annotated[
        Path, "what is picked so far: only moves that these belong to are meant, if there are any"
    ] = []


class Named(Struct, frozen=True):
    """What a command carries besides its request."""

    id: Annotated[
        Annotated[str, Meta(min_length=8, max_length=64)],
        "printable text of 8 to 64 characters, new for each command",
    ]

    def __post_init__(self) -> None:
        if not self.id.isprintable():
            raise ValueError("an id is printable")


# Where something is tried (`/try/{game}`) there are a few more.


class Mode(Struct, frozen=True, tag="mode"):
    """Where something is tried: set things up, or play. Choices, `move`, `preview` and `why` are
    then those of edits."""

    editing: bool


class Look(Struct, frozen=True, tag="look"):
    """Where something is tried: look from this seat, until the next move."""

    seat: Whole


class Setup(Struct, frozen=True, tag="setup"):
    """Where something is tried: go on from a position's text."""

    text: Text


class Clear(Struct, frozen=True, tag="clear"):
    """Where something is tried: empty the board."""


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """Where something is tried: a new game after some random moves."""

    moves: Annotated[int, Meta(ge=0, le=400)]


Trying = Mode | Look | Setup | Clear | Shuffle

# A secret link comes with its address, and the next table with its form; never as messages.
COMMANDS = (
    *(request for request in get_args(Request) if request not in (Link, Again)),
    *get_args(Trying),
)
Asking = AskPreview | AskWhy | AskExplain | AskDescribe | AskAround | AskRead | AskHint | AskResult
Other = Hello | Ping | Asking


class NamedRequest(NamedTuple):
    """A command as it is read: its request, and the id under which it is answered."""

    id: str
    request: Request | Trying


class Misread(Exception):
    """A message that does not fit; `id` is a command's own, if that could be read."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.id = id


class Kinded(Struct, frozen=True):
    """The part of a message that is looked at first."""

    type: str


def tag_of(message: type[Struct]) -> str:
    """What a message's `type` is."""
    tag = message.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


COMMAND_TAGS = frozenset(tag_of(request) for request in COMMANDS)
KINDED = msgspec.json.Decoder(Kinded)
NAMED = msgspec.json.Decoder(Named)
REQUEST: msgspec.json.Decoder[Request | Trying] = msgspec.json.Decoder(reduce(or_, COMMANDS))
OTHER: msgspec.json.Decoder[Other] = msgspec.json.Decoder(Other)


def read(text: str) -> Other | NamedRequest:
    """A browser's message; `Misread` if it does not fit.

    >>> read('{"type": "vote", "id": "number 7", "yes": true}')
    NamedRequest(id='number 7', request=Vote(yes=True))
    """
    id: str | None = None
    try:
        if KINDED.decode(text).type not in COMMAND_TAGS:
            return OTHER.decode(text)
        id = NAMED.decode(text).id
        return NamedRequest(id, REQUEST.decode(text))
    except (msgspec.DecodeError, RecursionError):
        raise Misread(id) from None


# What is shown: the parts of a state.


class Choice(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing to pick."""

    pick: Annotated[str, "the place's name (`data-place` in a drawing), or the button's own"]
    add: Annotated[int, "the move is the sum of these along the way"]
    label: Annotated[str, "what a screen reader says, if not the title of the place"] = ""
    then: Annotated[
        int | UnsetType, "which question of the tree comes next; left out: the move is whole"
    ] = UNSET
    button: Annotated[bool, "a button rather than a place"] = False
    does: Annotated[str, "what the move does that it completes, if not what the question says"] = ""
    quiet: Annotated[bool, "it declines what is asked"] = False


class Question(Struct, frozen=True, omit_defaults=True):
    """One question of the tree of choices."""

    ask: Annotated[str, "a sentence"]
    kind: Annotated[Kind, "`cycle`: turned through rather than picked among"]
    choices: list[Choice]
    does: Annotated[str, "a verb for the button: what a move does that is completed here"] = ""


class Panel(Struct, frozen=True):
    """A part of the table with its own coordinates."""

    id: str
    role: Role
    title: str
    seat: Annotated[int | None, "whose it is, if it is somebody's"]
    width: int | float
    height: int | float
    order: Annotated[list[str], "ids of its fragments, in drawing order"]
    fragments: Annotated[dict[str, str], "SVG by id: what stands in the group of that id"]


class Line(Struct, frozen=True):
    """Some points of one side, and where they come from."""

    side: int
    points: int
    clause: Annotated[str, "`NV-5.2`"]
    words: str
    places: list[str]
    status: Annotated[Status, "`open`: counts 0 until decided, between `low` and `high`"]
    low: int
    high: int


class Turn(Struct, frozen=True):
    """Whose turn it is, and the bot at work."""

    seat: int | None
    mine: bool
    thinking: Annotated[str | None, "name of the bot at work"]
    progress: Annotated[float | None, "0…1 when it was sent; nothing more is sent until it moves"]
    seconds: Annotated[float | None, "to go from there"]


class Seat(Struct, frozen=True):
    """Who sits where."""

    seat: int
    name: str
    kind: Sitter
    here: Annotated[bool, "connected; bots always are"]
    mine: bool
    side: int
    shape: Shape
    bot: Annotated[str | None, "what the bot that plays is called: its level, or how it is written"]
    face: Annotated[str | None, "the address of the face of the bot that plays"]
    sits_in: Annotated[bool, "a bot plays for the person `name`"]
    vacant: Annotated[bool, "anybody may sit down: it is open, or its bot makes room"]
    left: Annotated[
        int | None, "Unix time since when nobody who holds it is here; null: someone is"
    ]
    free: Annotated[bool, "I am the host and may open this seat again, once `left` is a while ago"]
    link: Annotated[
        str | None,
        "secret address of a seat that I hold (another device), or of an open one if I sit here",
    ]
    given_up: Annotated[bool, "the person has given up: a bot plays, and they cannot win"] = False
    hosts: Annotated[bool, "the host sits here"] = False


class Side(Struct, frozen=True):
    """Those who play together, and their points if the game ended now."""

    side: int
    seats: list[int]
    points: int
    winner: bool


class Entry(Struct, frozen=True, omit_defaults=True):
    """Something in the log."""

    n: int
    seat: int | None
    kind: Annotated[
        str,
        "`move`, `undo`, `ask`, `vote`, `seat`, `time`, `stop` or `end`; the chat is not in here",
    ]
    words: list[str]
    places: list[str]
    undone: bool
    ends: Annotated[Ending | UnsetType, "with this move a trick or a round has ended"] = UNSET


class Chat(Struct, frozen=True):
    """A line of the chat."""

    n: int
    seat: int
    name: str
    text: str


class Asked(Struct, frozen=True):
    """Someone wants to take back."""

    seat: int
    name: str
    moves: Annotated[int, "how many"]
    mine: bool
    vote: Annotated[bool, "I am asked"]
    waiting: Annotated[list[str], "names of those who have not answered"]
    anew: Annotated[bool, "all of them: they took a bot's place, and would like to begin anew"]


class TakeBack(Struct, frozen=True):
    """What can be taken back."""

    can: Annotated[
        Way | None,
        "`free`: at once; `practice`: at once, but the game is then practice; "
        "`ask`: others must agree; null: nothing to take back",
    ]
    asked: Asked | None


class StopOffered(Struct, frozen=True):
    """Someone offers to stop the game together, without a winner."""

    seat: int
    name: str
    mine: bool
    vote: Annotated[bool, "I am asked"]
    waiting: Annotated[list[str], "names of those who have not answered"]


class Stopped(Struct, frozen=True):
    """How a game ended before its end."""

    why: Annotated[Stop, "`time`: somebody's time was up, and then their seat is given up"]
    words: str


class Clocks(Struct, frozen=True):
    """How much time each seat has. Clocks go on by themselves from when this was sent."""

    pace: TablePace
    zero: Annotated[AtZero, "what happens when a seat's time is up"]
    words: Annotated[list[str], "all that was agreed on time, in sentences"]
    left: Annotated[list[int | None], "by seat: seconds; null for bots and open seats"]
    running: Annotated[int | None, "the seat whose clock goes"]
    up: Annotated[bool, "its time is up, and the others wait"]
    still: Annotated[
        list[int] | None, "the next night, or this one: clocks stand still between these seconds"
    ]


class Proof(Struct, frozen=True):
    """What the commitment was made of."""

    seed: str
    salt: str


class Next(Struct, frozen=True):
    """The next table, where the same people sit."""

    url: str
    seat: Annotated[int | None, "who made it"]


class ClauseName(Struct, frozen=True):
    """A clause, to be looked up."""

    number: Annotated[str, "`NV-3.4`"]
    title: str


class Remark(Struct, frozen=True):
    """Why this decision matters, for who is new to the game."""

    words: str
    clause: Annotated[ClauseName | None, "that it speaks of"]
    places: list[str]


class Lesson(Struct, frozen=True):
    """A step of a course, and what is said of the move that was tried."""

    state: Annotated[Judged, "`asked`: no move was played yet"]
    says: Annotated[list[str], "of that move, in sentences"]
    clauses: Annotated[list[ClauseName], "that it is about"]
    places: Annotated[list[str], "to look at"]


class Bot(Struct, frozen=True):
    """A bot that can sit in."""

    value: Annotated[str, "`flat:strong`"]
    label: str


class Trial(Struct, frozen=True):
    """What is tried at a table of one's own."""

    editing: Annotated[bool, "`tree` is of edits, not of moves"]
    text: Annotated[str, "the whole position, to be kept, shared or played on from"]


# What the server says.


class State(Struct, frozen=True, tag="state"):
    """Everything; it replaces what the client shows."""

    n: Annotated[int, "event number; goes up with every event, not only with moves"]
    at: Annotated[int, "Unix time of the last event"]
    seat: Annotated[int | None, "the seat I look from; null: looking on"]
    held: Annotated[
        list[int],
        "the seats I hold; several: people around one screen, `seat` is whose hand they look at",
    ]
    curtain: Annotated[
        int | None,
        "around one screen: the seat whose person is waited for; they say `hello` with its number, "
        "and until then all is sent as to one who looks on",
    ]
    title: Annotated[str, "for the page's title"]
    ask: Annotated[str, "one sentence: what is asked of me, or whom we wait for"]
    turn: Turn
    panels: Annotated[list[Panel], "in drawing order"]
    tree: Annotated[
        list[Question] | None,
        "my choices, the first question first; null: not mine, or I can only go on",
    ]
    seats: list[Seat]
    sides: list[Side]
    ledger: list[Line]
    log: Annotated[list[Entry], "the last 60"]
    since: Annotated[list[int], "numbers of the log entries since my last move"]
    last: Annotated[list[str], "places of the last move, for its quiet mark"]
    chat: Annotated[list[Chat], "the last 60"]
    watching: Annotated[int, "how many look on"]
    undo: TakeBack
    practice: Annotated[bool, "moves were taken back by someone who knew what came after them"]
    clocks: Annotated[Clocks | None, "null: there is no clock here, or the game is over"]
    stopping: Annotated[StopOffered | None, "someone offers to stop together"]
    stopped: Annotated[Stopped | None, "it ended before its end"]
    over: bool
    winners: Annotated[list[int], "seats"]
    read_only: Annotated[str | None, "a sentence: this old game can only be looked at"]
    commitment: Annotated[str, "SHA-256 of salt:seed, fixed before the first move"]
    proof: Annotated[Proof | None, "after the end"]
    bots: Annotated[list[Bot], "who can sit in"]
    host: Annotated[bool, "I am the host: I made this table, or was handed it on"]
    hostless: Annotated[
        bool, "the host has been gone for long, or only made the screen: I may take their place"
    ]
    again: Annotated[Next | None, "after the end: where those who sit here play once more"] = None
    screen: Annotated[bool, "a public screen shows this table"] = False
    trying: Annotated[Trial | None, "only where something is tried"] = None
    lesson: Annotated[Lesson | None, "at a step of a course"] = None
    remark: Annotated[Remark | None, "if I asked for such, and there is something to tell"] = None


def changes(whole: type[Struct], apart: Container[str] = ()) -> type[Struct]:
    """A type with the fields of another, each left out where it has not changed.

    What is made of it tells of which: `CHANGES_OF`.
    """
    fields = [
        (field.name, field.type | UnsetType, UNSET)
        for field in msgspec.structs.fields(whole)
        if field.name not in apart
    ]
    kept = {"CHANGES_OF": whole}
    name = f"{whole.__name__}Changes"
    return msgspec.defstruct(name, fields, namespace=kept, frozen=True, kw_only=True)


class PanelChange(changes(Panel), Struct, frozen=True):  # type: ignore[misc]
    """What changed of a panel; a new one comes whole."""


Panels = dict[str, PanelChange]


class Update(
    changes(State, apart=("n", "panels", "tree", "ledger")),  # type: ignore[misc]
    Struct,
    frozen=True,
    kw_only=True,
    tag="update",
    rename={"origin": "from"},
):
    """What changed of a state, each field whole where nothing else is said."""

    n: int
    origin: Annotated[int, "the `n` that it changes; a client that shows another says `hello`"]
    panels: Annotated[
        Panels | UnsetType,
        "those that changed, by id; a fragment that is not in `order` any more is gone",
    ] = UNSET
    panels_order: Annotated[
        list[str] | UnsetType, "ids, if panels came, went or changed places; no others are left"
    ] = UNSET
    tree: Annotated[
        list[Question | int] | UnsetType | None,
        "a number stands for the question at that place of the tree before",
    ] = UNSET
    ledger: Annotated[
        list[Line | int] | UnsetType,
        "a number stands for the line at that place of the ledger before",
    ] = UNSET
    log_all: Annotated[
        bool | UnsetType, "`log` is the whole list, for an older entry changed; else append it"
    ] = UNSET
    chat_all: Annotated[bool | UnsetType, "the same of `chat`"] = UNSET


class Done(Struct, frozen=True, tag="done"):
    """The command was applied. The `update` comes before it."""

    id: str
    n: Annotated[int, "in which event; perhaps it had been before"]


class Why(Struct, frozen=True):
    """What bars something, for people."""

    words: Annotated[str | None, "null if something legal does begin with these picks"]
    clause: Annotated[str, "`NV-3.4`, or empty"]
    text: Annotated[str, "the clause's own words"]
    places: list[str]


class Barred(Why, frozen=True, kw_only=True, tag="why"):
    """What bars these picks or this move; or why the question was not looked at."""

    ask: int
    reason: Annotated[Reason | UnsetType, "only if the question was not looked at"] = UNSET


class Refused(Why, frozen=True, kw_only=True, tag="refused"):
    """The command was not applied."""

    id: str
    reason: Reason


class LedgerChange(Struct, frozen=True):
    """Lines of the ledger."""

    went: list[Line]
    came: list[Line]


class Preview(Struct, frozen=True, tag="preview"):
    """What a move would bring: to be drawn as a ghost, and put back on cancel."""

    ask: int
    move: int
    panels: Annotated[Panels, "as in `update`, against the current state"]
    ledger: LedgerChange
    sides: list[Side]
    unlocks: Annotated[list[str], "what it makes possible, and what is then still missing"] = []
    says: Annotated[
        list[str], "what would change on the table, in words, if they were asked for"
    ] = []


class Explained(Struct, frozen=True, tag="explain"):
    """What something on the table is, as far as the one who asks may know."""

    ask: int
    name: Annotated[str, "in words; empty if nothing of that name is there any more"]
    says: Annotated[list[str], "what it does, when it scores, how far it is"]
    clauses: Annotated[list[ClauseName], "that speak of it"]
    scored: Annotated[list[str], "clauses whose lines of the ledger tell what it brings"]


class Thing(Struct, frozen=True, omit_defaults=True):
    """Something on the table in words."""

    words: str
    places: Annotated[list[str], "of the drawing that it speaks of"] = []


class Region(Struct, frozen=True):
    """A part of the table in words."""

    id: str
    topic: Annotated[
        Topic, "how the game stands, what I hold, the ground, stocks, somebody else's things"
    ]
    title: str
    seat: Annotated[int | None, "whose it is, if it is somebody's"]
    things: list[Thing]


class Described(Struct, frozen=True, tag="describe"):
    """The whole table in words, as far as the one who asks may know."""

    ask: int
    regions: list[Region]


class Around(Struct, frozen=True, tag="around"):
    """What lies around a place, and what can be done there now."""

    ask: int
    place: Annotated[str, "the one that was meant; empty if nothing of that name is there"]
    name: str
    says: list[str]
    also: Annotated[list[str], "what else could have been meant, by its name"] = []


class Completion(Struct, frozen=True):
    """A legal move that begins with what was typed."""

    text: Annotated[str, "in notation"]
    words: str


class Reading(Struct, frozen=True, tag="read"):
    """What somebody types, as a move."""

    ask: int
    move: Annotated[int | None, "well-formed, legal or not; null if it names none"]
    completions: Annotated[list[Completion], "legal ones that begin so, a few of them"]


class Said(Struct, frozen=True):
    """A sentence of advice."""

    words: str
    clause: Annotated[str, "that it speaks of, or empty"]


class Hint(Struct, frozen=True, tag="hint"):
    """Advice; without words and move if the position has changed meanwhile."""

    ask: int
    says: Annotated[list[Said], "the move and what it brings, what to expect, the second, why"]
    picks: list[str]
    move: int | None


class Source(Struct, frozen=True):
    """Where points come from: a clause, and what each side has by it."""

    clause: str
    title: str
    points: Annotated[list[int], "by side"]


class Turning(Struct, frozen=True):
    """From when on the winner stayed ahead."""

    move: Annotated[int, "how many moves had been played, this one among them; 0: from the start"]
    words: Annotated[list[str], "a sentence that says it; then what was played"]


class Tie(Struct, frozen=True):
    """Several sides have the most points, and a rule says who wins."""

    words: str
    clause: ClauseName
    text: Annotated[str, "of the clause"]


class Result(Struct, frozen=True, tag="result"):
    """Who won by what, and when; made for this question, once a game is over."""

    ask: int
    sources: Annotated[list[Source], "in the order of the rules; they sum to the points"]
    course: Annotated[list[list[int]], "by side: its points before the first move and after each"]
    turning: Annotated[Turning | None, "null if nobody won alone, or it is not known"]
    tie: Annotated[Tie | None, "null if one side has the most points"]


class Step(Struct, frozen=True, kw_only=True, rename={"origin": "from"}):
    """A game that is over after some of its moves, as a seat knew it then or all open.

    Nothing in it depends on what was played later.
    """

    at: Annotated[int, "after how many moves"]
    origin: Annotated[int | None, "the step that `panels` tells the changes of; null: all of them"]
    panels: Annotated[Panels, "as in `update`"]
    panels_order: Annotated[list[str], "ids; no others are left"]
    turn: Annotated[int | None, "the seat that is to play then"]
    sides: list[Side]
    ledger: list[Line]
    log: Annotated[
        list[Entry], "the moves after `from`, or all, up to this one; `n` is the move's number"
    ]
    course: Annotated[
        list[list[int]],
        "by side: its points after each of those moves, with those at the start if all are told",
    ]
    over: bool
    winners: Annotated[list[int], "seats; none before the end"]
    stopped: Annotated[Stopped | None, "if the game ended here before its end"]


class WholeCourse(Struct, frozen=True):
    """A game that is over from its beginning to its end, for who wants to know that."""

    course: Annotated[list[list[int]], "by side: its points before the first move and after each"]
    sides: list[Side]
    words: Annotated[str, "who has won"]
    turning: Annotated[Turning | None, "null if nobody won alone"]


class Error(Struct, frozen=True, tag="error"):
    """The message was not understood; nothing was changed."""

    words: str


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to `ping`."""


Answer = (
    Done
    | Refused
    | Barred
    | Preview
    | Explained
    | Described
    | Around
    | Reading
    | Hint
    | Result
    | Error
    | Pong
)
Sent = State | Update | Answer


# On the small socket of every page, `/waiting`.


class Here(Struct, frozen=True, tag="hello"):
    """At `/waiting`: a page is there; answered by `waiting`. Again when it comes back to view."""

    here: Annotated[bool, "whether it is looked at"] = False


class Waits(Struct, frozen=True, tag="waiting"):
    """At `/waiting`: the tables that wait for this reader, at first and whenever that changes."""

    tables: Annotated[list[str], "their ids"]


Fetched = Step | WholeCourse | Waits  # what a page asks for by address

ENCODER = msgspec.json.Encoder()


def encoded(message: Sent | Fetched) -> bytes:
    """A message as it is sent."""
    return ENCODER.encode(message)


def write(message: Sent | Fetched) -> str:
    """The same as text."""
    return encoded(message).decode()

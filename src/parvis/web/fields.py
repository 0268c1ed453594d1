"""What addresses, queries and forms may hold, as JSON schemas, for a server with these games.

Imports the engine's options and themes, the bots that can sit down, and the bounds of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from parvis.engine.course import course_of
from parvis.engine.drawing.tokens import THEMES
from parvis.engine.game import Game
from parvis.engine.options import Option
from parvis.engine.rulebook import LANGUAGES
from parvis.table.decisions import LONGEST_NAME
from parvis.table.my_games import KINDS, OUTCOMES, STATES
from parvis.table.registry import CODE
from parvis.table.results import AGAINST
from parvis.table.timing import AT_ZERO, NO_CLOCK, PACES
from parvis.web.identity import ANY_THEME
from parvis.web.replay import WAYS
from parvis.web.rule_search import LONGEST
from parvis.web.speech import known_bots
from parvis.web.timing import HOURS

Schema = dict[str, object]
FieldsOf = Callable[[Sequence[Game]], Mapping[str, Schema]]

TEXT: Schema = {"type": "string"}
NAME: Schema = {
    "type": "string",
    "description": f"Of a longer name the first {LONGEST_NAME} characters are kept.",
}
CODE_TEXT: Schema = {
    "type": "string",
    "description": f"{CODE} letters and digits; case, blanks and dashes do not matter.",
}


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


def most_seats(games: Sequence[Game]) -> int:
    return max(max(game.seats) for game in games)


def bots(games: Sequence[Game]) -> list[str]:
    return sorted({bot for game in games for bot in known_bots(game)})


def steps(games: Sequence[Game]) -> list[str]:
    courses = [course_of(game) for game in games]
    return sorted({step.id for course in courses if course is not None for step in course.steps})


def path_parts(games: Sequence[Game]) -> Mapping[str, Schema]:
    """What stands in addresses."""
    return {
        "game": one_of(*(game.id for game in games)),
        "code": CODE_TEXT,
        "id": TEXT,
        "seat": {"type": "integer", "minimum": 0, "maximum": 99},
        "token": TEXT,
        "path": TEXT,
        "clause": {"type": "string", "description": "`NV-3.4`"},
        "figure": {"type": "string", "description": "The id of a figure in `figures.toml`."},
        "scene": one_of("1", "2", "3"),
        "step": one_of(*steps(games)),
        "name": TEXT,
    }


def count(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {
        "seats": {
            "description": "How many play; what the game does not allow is the usual count.",
            **one_of(*(str(seats) for seats in range(1, most_seats(games) + 1))),
        }
    }


def code(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"code": CODE_TEXT}


def theme(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"theme": one_of(*THEMES)}


def version(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"v": TEXT}


def worker(_: Sequence[Game]) -> Mapping[str, Schema]:
    """Nothing is done with them: another address is another worker, so that it is fetched anew."""
    return {"v": TEXT, "language": one_of(*LANGUAGES)}


def themed_version(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {**theme(games), **version(games)}


def at_move(games: Sequence[Game]) -> Mapping[str, Schema]:
    """Where in a game, and with whose eyes."""
    seats = (str(seat) for seat in range(most_seats(games)))
    return {
        "at": {"type": "integer", "minimum": 0, "description": "After how many moves."},
        "as": {
            "description": "A seat, or all hands open; left out: the reader's own seat.",
            **one_of("all", *seats),
        },
        "go": {"description": "Where to go from there.", **one_of(*WAYS)},
    }


def replay(games: Sequence[Game]) -> Mapping[str, Schema]:
    whole = {"description": "Also how it came out.", **one_of("1")}
    return {**at_move(games), "whole": whole}


def replay_step(games: Sequence[Game]) -> Mapping[str, Schema]:
    since = {"type": "integer", "minimum": 0, "description": "What is shown already."}
    tall = {"description": "For a small screen.", **one_of("1")}
    return {**at_move(games), "from": since, "tall": tall}


def replay_explain(games: Sequence[Game]) -> Mapping[str, Schema]:
    tall = {"description": "For a small screen.", **one_of("1")}
    return {**at_move(games), "place": TEXT, "tall": tall}


def replay_picture(games: Sequence[Game]) -> Mapping[str, Schema]:
    tall = {"description": "One part below the other.", **one_of("1")}
    return {**at_move(games), "tall": tall, **theme(games), **language(games)}


def language(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"lang": {"description": "Else the reader's own.", **one_of(*LANGUAGES)}}


def film(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {"as": at_move(games)["as"], **theme(games), **language(games)}


def going_on(games: Sequence[Game]) -> Mapping[str, Schema]:
    """Who sits where at a table that begins from a position."""
    given = new_table(games)
    chairs = {name: field for name, field in given.items() if name.startswith(("seat-", "name"))}
    return {**chairs, "private": given["private"]}


def going_on_from(games: Sequence[Game]) -> Mapping[str, Schema]:
    at = {"type": "integer", "minimum": 0, "description": "After which move."}
    return {**going_on(games), "at": at}


def position(games: Sequence[Game]) -> Mapping[str, Schema]:
    text: Schema = {"type": "string", "description": "A position as one line of text."}
    return {**going_on(games), "text": text, "go": one_of("1")}


def my_games(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {
        "game": one_of(*(game.id for game in games)),
        "state": one_of(*STATES),
        "outcome": one_of(*OUTCOMES),
        "against": one_of(*AGAINST),
        "kind": one_of(*KINDS),
        "before": {"type": "string", "description": "Only games last played before this time."},
    }


def analysis(games: Sequence[Game]) -> Mapping[str, Schema]:
    seats = [str(seat) for seat in range(most_seats(games))]
    return {
        "seat": {
            "description": "Whose decisions are listed; left out: the reader's, or all.",
            **one_of("all", *seats),
        },
        "all": {"description": "Also those that were well made.", **one_of("1")},
    }


def analysis_does(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"do": one_of("start", "stop")}


def analysis_picture(games: Sequence[Game]) -> Mapping[str, Schema]:
    move = {"type": "integer", "minimum": 1, "description": "The number of a move."}
    better = {"description": "The better move in place of the played one.", **one_of("1")}
    return {"move": move, "better": better, **theme(games)}


def record(_: Sequence[Game]) -> Mapping[str, Schema]:
    file: Schema = {"type": "string", "description": "A record's file; else its text is looked at."}
    return {"file": file, "text": TEXT}


def question(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"q": {"type": "string", "description": f"Of more than {LONGEST} characters the first."}}


def figure(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {**themed_version(games), "language": one_of(*LANGUAGES)}


def my_name(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"name": NAME}


def done(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"done": {"type": "string", "description": "What a form has led back from."}}


def quiet(_: Sequence[Game]) -> Mapping[str, Schema]:
    time: Schema = {"type": "string", "description": "A time of day: `22:00`."}
    zone: Schema = {"type": "string", "description": "`Europe/Paris`; left out: UTC."}
    return {"quiet": one_of("true"), "from": time, "to": time, "zone": zone}


def push(_: Sequence[Game]) -> Mapping[str, Schema]:
    keys = {"p256dh": TEXT, "auth": TEXT}
    endpoint: Schema = {"type": "string", "description": "https, and of the public net."}
    return {"do": one_of("stop"), "endpoint": endpoint, **keys}


def mail(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"do": one_of("stop"), "mail": TEXT}


def token(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"token": TEXT}


def recovery(_: Sequence[Game]) -> Mapping[str, Schema]:
    code: Schema = {"type": "string", "description": "As it was shown; dashes do not matter."}
    return {"code": code}


def recover(games: Sequence[Game]) -> Mapping[str, Schema]:
    others = {"description": "What becomes of the devices before.", **one_of("keep", "end")}
    return {**recovery(games), "others": others}


def people(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"table": TEXT}


def shun(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {
        "who": {"type": "string", "description": "As the page before names them."},
        "do": one_of("mute", "block", "welcome"),
        "table": TEXT,
        "next": {"type": "string", "description": "A path of this server."},
    }


def lobby(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {
        "game": one_of(*(game.id for game in games)),
        **count(games),
        "language": one_of(*LANGUAGES),
        "pace": one_of(NO_CLOCK, *PACES),
    }


def name(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"name": NAME}


def seat(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"seat": {"type": "string", "pattern": "^[0-9]$"}, "name": NAME}


def settings(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {
        "name": NAME,
        "language": one_of(*LANGUAGES),
        "theme": one_of(*ANY_THEME),
        "next": {"type": "string", "description": "A path of this server."},
    }


def session(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"do": one_of("renew", "forget")}


def house(_: Sequence[Game]) -> Mapping[str, Schema]:
    next_path: Schema = {"type": "string", "description": "A path of this server."}
    return {"do": one_of("open", "close"), "next": next_path}


def screen(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"key": {"type": "string", "description": "With it the screen goes along to the next."}}


def play_now(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {**count(games), "bot": one_of(*bots(games)), "name": NAME}


def new_table(games: Sequence[Game]) -> Mapping[str, Schema]:
    chair = one_of("me", "open", *(f"bot:{bot}" for bot in bots(games)))
    fields: dict[str, Schema] = {
        "game": one_of(*(game.id for game in games)),
        **count(games),
        "name": NAME,
        "private": one_of("true"),
        **timing(),
        "announced": one_of("true"),
        "screen": one_of("true"),
        **{f"seat-{number}": chair for number in range(most_seats(games))},
    }
    for number in range(1, most_seats(games)):
        fields[f"name-{number}"] = NAME
    return {**fields, **options(games)}


def timing() -> Mapping[str, Schema]:
    """What is agreed on time."""
    return {
        "pace": {"description": "Left out: no clock.", **one_of(NO_CLOCK, *PACES)},
        "zero": {"description": "When a seat's time is up.", **one_of(*AT_ZERO)},
        "night": {"description": "Clocks stand still at night.", **one_of("true")},
        "night-from": one_of(*HOURS),
        "night-to": one_of(*HOURS),
        "zone": {
            "type": "string",
            "description": "The time zone of these hours, `Europe/Paris`; unknown ones are UTC.",
        },
    }


def options(games: Sequence[Game]) -> Mapping[str, Schema]:
    fields: dict[str, Schema] = {}
    for game in games:
        for option in game.options:
            fields.setdefault(f"option-{option.name}", option_schema(option))
    return fields


def setup(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {**count(games), **options(games), **theme(games)}


def trying(games: Sequence[Game]) -> Mapping[str, Schema]:
    """What a table of one's own begins with: a position's text, a figure of the rules, or a game
    of so many."""
    return {"position": TEXT, "figure": TEXT, **count(games)}


def new_table_again(games: Sequence[Game]) -> Mapping[str, Schema]:
    """The form of a new table, asked for again with another number of seats."""
    return {**new_table(games), "recount": count(games)["seats"]}


def option_schema(option: Option) -> Schema:
    if option.kind == "bool":
        return {**one_of("true"), "description": "Left out: no."}
    if option.kind == "choice":
        return one_of(*option.choices)
    if option.kind == "int":
        return {"type": "integer", "minimum": option.low, "maximum": option.high}
    return TEXT

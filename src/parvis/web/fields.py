"""What addresses, queries and forms may hold, as JSON schemas, for a server with these games.

Imports the engine's options and themes, the bots that can sit down, and the bounds of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from parvis.engine.drawing.tokens import THEMES
from parvis.engine.game import Game
from parvis.engine.options import Option
from parvis.engine.rulebook import LANGUAGES
from parvis.table.decisions import LONGEST_NAME
from parvis.table.registry import CODE
from parvis.web.identity import ANY_THEME
from parvis.web.speech import known_bots

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


def path_parts(games: Sequence[Game]) -> Mapping[str, Schema]:
    """What stands in addresses."""
    return {
        "game": one_of(*(game.id for game in games)),
        "code": CODE_TEXT,
        "id": TEXT,
        "seat": {"type": "integer", "minimum": 0, "maximum": 99},
        "token": TEXT,
        "path": TEXT,
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


def themed_version(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {**theme(games), **version(games)}


def home(_: Sequence[Game]) -> Mapping[str, Schema]:
    return {"finished": TEXT, "before": TEXT}


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


def play_now(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {**count(games), "bot": one_of(*bots(games)), "name": NAME}


def new_table(games: Sequence[Game]) -> Mapping[str, Schema]:
    chair = one_of("me", "open", *(f"bot:{bot}" for bot in bots(games)))
    fields: dict[str, Schema] = {
        "game": one_of(*(game.id for game in games)),
        **count(games),
        "name": NAME,
        "private": one_of("true"),
        **{f"seat-{number}": chair for number in range(most_seats(games))},
    }
    for number in range(1, most_seats(games)):
        fields[f"name-{number}"] = NAME
    return {**fields, **options(games)}


def options(games: Sequence[Game]) -> Mapping[str, Schema]:
    fields: dict[str, Schema] = {}
    for game in games:
        for option in game.options:
            fields.setdefault(f"option-{option.name}", option_schema(option))
    return fields


def setup(games: Sequence[Game]) -> Mapping[str, Schema]:
    return {**count(games), **options(games), **theme(games)}


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

"""Every route as an OpenAPI document: what it takes and what it may answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import parvis
from parvis.engine.drawing.tokens import THEMES
from parvis.engine.game import Game
from parvis.engine.options import Option
from parvis.engine.rulebook import LANGUAGES
from parvis.table.decisions import LONGEST_NAME
from parvis.table.registry import CODE
from parvis.web.identity import ANY_THEME
from parvis.web.speech import bot_choices

Plain = dict[str, object]

HTML, PLAIN, SVG, CSS, JSON = (
    "text/html",
    "text/plain",
    "image/svg+xml",
    "text/css",
    "application/json",
)
FILE = "*/*"
FORM = "application/x-www-form-urlencoded"
MEANING = {
    200: "Here it is",
    303: "Done: go on to `Location`",
    304: "As you have it",
    307: "The same address without its last slash",
    400: "The body is no form",
    403: "Not from a page of this host",
    404: "There is no such thing",
    409: "The seat cannot be taken",
    413: "The body is too large",
    422: "A field has no such value",
    429: "Too fast",
    503: "The database does not answer",
}
ANY_FORM = (400, 403, 413, 429)  # what any form may be answered

TEXT: Plain = {"type": "string"}
NAME: Plain = {
    "type": "string",
    "description": f"Of a longer name the first {LONGEST_NAME} characters are kept.",
}
SEAT: Plain = {"type": "integer", "minimum": 0, "maximum": 99}
CODE_TEXT: Plain = {
    "type": "string",
    "description": f"{CODE} letters and digits; case, blanks and dashes do not matter.",
}
ORIGIN: Plain = {
    "name": "Origin",
    "in": "header",
    "description": "This very host; else a `Referer` has to say so.",
    "schema": TEXT,
}


@dataclass(frozen=True)
class Operation:
    """One method of one route."""

    method: str
    path: str
    summary: str
    answers: tuple[int, ...] = (200,)
    kind: str = HTML  # of a good answer; of an error that has words it is always a page
    query: Mapping[str, Plain] = field(default_factory=dict)
    form: Mapping[str, Plain] | None = None
    needed: tuple[str, ...] = ()  # fields

    def plain(self, parts: Mapping[str, Plain]) -> Plain:
        """As the document has it."""
        names = [part[1:].partition("}")[0] for part in self.path.split("/") if "{" in part]
        parameters = [
            {"name": name, "in": "path", "required": True, "schema": parts[name]} for name in names
        ]
        parameters += [
            {"name": name, "in": "query", "schema": schema} for name, schema in self.query.items()
        ]
        answers = set(self.answers)
        if self.path.endswith("}") and self.kind != FILE:  # of a file the slash is a part
            answers.add(307)
        plain: Plain = {"summary": self.summary, "parameters": parameters}
        if self.form is not None:
            answers |= {303, *ANY_FORM}
            parameters.append(ORIGIN)
            schema: Plain = {"type": "object", "properties": dict(self.form)}
            if self.needed:
                schema["required"] = list(self.needed)
            plain["requestBody"] = {
                "required": bool(self.needed),
                "content": {FORM: {"schema": schema}},
            }
        plain["responses"] = {str(answer): self.answer(answer) for answer in sorted(answers)}
        return plain

    def answer(self, status: int) -> Plain:
        plain: Plain = {"description": MEANING[status]}
        if status in (200, 503):
            plain["content"] = {self.kind: {}}
        elif status >= 400:
            plain["content"] = {HTML: {}}
        return plain


def operations(games: Iterable[Game]) -> list[Operation]:
    """All that can be asked of a server that knows these games."""
    known = list(games)
    bots = sorted({bot for game in known for bot in bot_choices(game)})
    most = max(max(game.seats) for game in known)
    counts: Plain = {
        "type": "string",
        "description": "How many play; what the game does not allow is read as the usual count.",
        "enum": [str(seats) for seats in range(1, most + 1)],
    }
    chair: Plain = {"type": "string", "enum": ["me", "open", *(f"bot:{bot}" for bot in bots)]}
    table: dict[str, Plain] = {
        "game": {"type": "string", "enum": [game.id for game in known]},
        "seats": counts,
        "name": NAME,
        "private": {"type": "string", "enum": ["true"]},
        **{f"seat-{seat}": chair for seat in range(most)},
    }
    for game in known:
        for option in game.options:
            table.setdefault(f"option-{option.name}", option_schema(option))
    play: dict[str, Plain] = {
        "seats": counts,
        "bot": {"type": "string", "enum": bots},
        "name": NAME,
    }
    settings: dict[str, Plain] = {
        "name": NAME,
        "language": {"type": "string", "enum": list(LANGUAGES)},
        "theme": {"type": "string", "enum": list(ANY_THEME)},
        "next": TEXT,
    }
    theme: dict[str, Plain] = {"theme": {"type": "string", "enum": list(THEMES)}}
    secret = "/s/{id}/{seat}/{token}"
    none = (200, 404)
    read = [
        Operation("get", "/", "The games, my tables and the open ones"),
        Operation("get", "/new/{game}", "The form of a new table", none, query={"seats": counts}),
        Operation("get", "/join", "Join by a code", (200, 303), query={"code": CODE_TEXT}),
        Operation("get", "/join/{code}", "Who sits where", (200, 404, 429)),
        Operation("get", secret, "The secret link of a seat", none),
        Operation("get", "/t/{id}", "A table", none),
        Operation("get", "/t/{id}/record", "The record of a game", none, PLAIN),
        Operation("get", "/t/{id}/qr.svg", "The address to join as a QR code", none, SVG),
        Operation("get", "/rules/{game}", "The rulebook of a game", none),
        Operation("get", "/picture/{game}.svg", "A position of a game", none, SVG, theme),
        Operation("get", "/theme.css", "The colours", kind=CSS),
        Operation("get", "/healthz", "Whether all is well", (200, 503), JSON),
        Operation("get", "/metrics", "Numbers for Prometheus", none, PLAIN),
        Operation("get", "/openapi.json", "This document", kind=JSON),
        Operation("get", "/static/{path}", "A file of the client", (200, 304, 404), FILE),
    ]
    write = [
        Operation("post", "/play-now/{game}", "A table with bots", (404, 422), form=play),
        Operation("post", "/tables", "A new table", (404, 422), form=table, needed=("game",)),
        Operation(
            "post",
            "/join/{code}",
            "Take a seat; without `seat`, look on",
            (404, 409),
            form={"seat": {"type": "string", "pattern": "^[0-9]$"}, "name": NAME},
        ),
        Operation("post", secret, "Hold this seat too", (404, 409), form={"name": NAME}),
        Operation("post", "/settings", "Name, language and theme", (), form=settings),
    ]
    # Whatever can be got can be asked for its headers.
    heads = [Operation("head", o.path, o.summary, o.answers, o.kind, o.query) for o in read]
    return [*read, *heads, *write]


def option_schema(option: Option) -> Plain:
    if option.kind == "bool":
        return {"type": "string", "enum": ["true"], "description": "Left out: no."}
    if option.kind == "choice":
        return {"type": "string", "enum": list(option.choices)}
    if option.kind == "int":
        return {"type": "integer", "minimum": option.low, "maximum": option.high}
    return {"type": "string"}


def document(games: Iterable[Game]) -> Plain:
    """The OpenAPI document of a server that knows these games."""
    known = list(games)
    parts: dict[str, Plain] = {
        "game": {"type": "string", "enum": [game.id for game in known]},
        "code": CODE_TEXT,
        "id": TEXT,
        "seat": SEAT,
        "token": TEXT,
        "path": TEXT,
    }
    paths: dict[str, dict[str, Plain]] = {}
    for operation in operations(known):
        paths.setdefault(operation.path, {})[operation.method] = operation.plain(parts)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parvis", "version": parvis.__version__},
        "paths": paths,
    }

"""Routes as an OpenAPI document: what each takes and what it may answer. Imports routes' types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import parvis
from parvis.engine.game import Game
from parvis.web.fields import TEXT, Schema, path_parts
from parvis.web.route import HTML, JSON, Route

FORM, UPLOAD = "application/x-www-form-urlencoded", "multipart/form-data"
MEANING = {
    200: "Here it is",
    303: "Done: go on to `Location`",
    304: "As you have it",
    307: "The same address without its last slash",
    400: "The body is no form",
    403: "Not from a page of this host",
    404: "There is no such thing",
    409: "Not as things are: the seat cannot be taken, or the game is not over",
    410: "The table was removed",
    413: "The body is too large",
    422: "A field has no such value",
    429: "Too fast",
    503: "The database does not answer",
}
ORIGIN: Schema = {
    "name": "Origin",
    "in": "header",
    "description": "This very host; else a `Referer` has to say so.",
    "schema": TEXT,
}


def document(routes: Iterable[Route], games: Iterable[Game]) -> Schema:
    """The OpenAPI document of a server that knows these games."""
    known = list(games)
    parts = path_parts(known)
    paths: dict[str, Schema] = {}
    for route in routes:
        described = operation(route, parts, known)
        methods = paths.setdefault(route.path, {})
        if route.method == "GET":
            methods |= {"get": described, "head": described}  # also asked for its headers alone
        elif route.method == "POST":
            methods["post"] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parvis", "version": parvis.__version__},
        "paths": {path: methods for path, methods in paths.items() if methods},
    }


def operation(route: Route, parts: Mapping[str, Schema], games: Sequence[Game]) -> Schema:
    """One method of one path."""
    parameters: list[Schema] = [
        {"name": name, "in": "path", "required": True, "schema": parts[name]}
        for name in route.parts()
    ]
    if route.query is not None:
        parameters += [
            {"name": name, "in": "query", "schema": schema}
            for name, schema in route.query(games).items()
        ]
    made: Schema = {"summary": route.meaning, "parameters": parameters}
    if route.form is not None:
        parameters.append(ORIGIN)
        schema: Schema = {"type": "object", "properties": dict(route.form(games))}
        if route.needed:
            schema["required"] = list(route.needed)
        made["requestBody"] = {
            "required": bool(route.needed),
            "content": {UPLOAD if route.uploads else FORM: {"schema": schema}},
        }
    made["responses"] = {str(status): response(route, status) for status in route.statuses()}
    return made


def response(route: Route, status: int) -> Schema:
    made: Schema = {"description": MEANING[status]}
    if status == 200 or (status == 503 and route.kind == JSON):  # machines ask it
        made["content"] = {route.kind: {}}
    elif status >= 400:
        made["content"] = {HTML: {}}
    return made

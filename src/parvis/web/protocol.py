"""What is written of the wire, made from its types: `types.d.ts`, parts of the protocol's page.

`python -m parvis.web.protocol` writes both. Imports the messages, the routes and how the engine
names types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct, UnsetType

import parvis
from parvis.engine.drawing.panel import Role
from parvis.engine.schema import name_of
from parvis.table.decisions import Reason
from parvis.web.assets import STATIC
from parvis.web.fields import FieldsOf
from parvis.web.messages import COMMANDS, AskHint, Fetched, Named, Other, Panels, Sent, tag_of
from parvis.web.routes import ROUTES

COMMAND = "python -m parvis.web.protocol"
PAGE = Path(__file__).resolve().parents[3] / "docs" / "protocol.md"
TYPES = STATIC / "js" / "types.d.ts"
ALIASES = {Role: "Role", Reason: "Reason", Panels: "Panels"}  # that the client knows by name
PRIMITIVES = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}


# The types as they are.


@dataclass(frozen=True)
class Field:
    """One field of a message: its name on the wire, its type, what it is."""

    name: str
    type: Any
    optional: bool
    meaning: str


def parent_of(message: type[Struct]) -> type[Struct] | None:
    """The type whose fields this one takes over, all of them or those that changed."""
    base = getattr(message, "CHANGES_OF", message.__bases__[0])
    return None if base is Struct else base


def fields_of(message: type[Struct]) -> list[Field]:
    """The fields that a type declares itself; what it takes over is left out."""
    return [
        Field(field.encode_name, field.type, not field.required, meaning_of(field.type))
        for field in msgspec.structs.fields(message)
        if field.name in message.__annotations__
    ]


def meaning_of(annotated: Any) -> str:
    """The text that goes with a type."""
    for note in getattr(annotated, "__metadata__", ()):
        if isinstance(note, str):
            return note
        if isinstance(note, Meta) and note.description:
            return note.description
    return ""


def stripped(annotated: Any) -> Any:
    """A type without the texts and bounds that go with it, and without that it may be left out."""
    if get_origin(annotated) is Annotated:
        return stripped(get_args(annotated)[0])
    if get_origin(annotated) in (Union, UnionType):
        return reduce(or_, (one for one in get_args(annotated) if one is not UnsetType))
    return annotated


def sentence(message: type[Struct]) -> str:
    return " ".join((message.__doc__ or "").split())


def structs_in(types: Iterable[Any]) -> list[type[Struct]]:
    """These and all that they are made of, in the order in which they turn up."""
    found: list[type[Struct]] = []

    def look(each: Any) -> None:
        if isinstance(each, type) and issubclass(each, Struct) and each not in found:
            found.append(each)
            look(parent_of(each))
            for field in fields_of(each):
                look(field.type)
        for inside in get_args(each):
            look(inside)

    for each in types:
        look(each)
    return found


# For the client.


def script_type(annotated: Any) -> str:
    """A type as TypeScript writes it.

    >>> script_type(list[int | None]), script_type(dict[str, str])
    ('(number | null)[]', 'Record<string, string>')
    """
    plain = stripped(annotated)
    if plain in ALIASES:
        return ALIASES[plain]
    origin, inside = get_origin(plain), get_args(plain)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inside)
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(script_type(one) for one in inside))
    if origin is list:
        each = script_type(inside[0])
        return f"({each})[]" if "|" in each else f"{each}[]"
    if origin is dict:
        return f"Record<{script_type(inside[0])}, {script_type(inside[1])}>"
    return PRIMITIVES.get(plain) or str(plain.__name__)


def script_field(field: Field) -> str:
    return f"{field.name}{'?' if field.optional else ''}: {script_type(field.type)};"


def interface(message: type[Struct]) -> str:
    """A type as an interface; one of what changed extends the whole."""
    fields, parent = fields_of(message), parent_of(message)
    extends = "" if parent is None else f" extends {parent.__name__}"
    if parent is not None and hasattr(message, "CHANGES_OF"):
        theirs = {field.name for field in fields_of(parent)}
        again = " | ".join(f'"{field.name}"' for field in fields if field.name in theirs)
        kept = f"Omit<{parent.__name__}, {again}>" if again else parent.__name__
        extends = f" extends Partial<{kept}>"
    lines = [f"/** {sentence(message)} */", f"export interface {message.__name__}{extends} {{"]
    for field in fields:
        note = f" // {field.meaning}" if field.meaning else ""
        lines.append(f"  {script_field(field)}{note}")
    return "\n".join([*lines, "}"])


def type_file() -> str:
    """`types.d.ts`."""
    sent = get_args(Sent)
    said = {tag_of(request): [*fields_of(Named), *fields_of(request)] for request in COMMANDS}
    said |= {tag_of(message): fields_of(message) for message in get_args(Other)}
    parts = [
        "/* What the two ends of a socket say (docs/protocol.md), for the type checker only.\n"
        f"   Made by `{COMMAND}` from parvis/web/messages.py. */",
        *(f"export type {name} = {unnamed(alias)};" for alias, name in ALIASES.items()),
        *(interface(message) for message in structs_in((*sent, *get_args(Fetched)))),
        "/** What the server sends, by `type`. */\nexport interface ServerMessages {",
        *(f"  {tag_of(message)}: {message.__name__};" for message in sent),
        "}",
        "/** What the client sends, by `type`. */\nexport interface ClientMessages {",
        *(
            f"  {tag}: {{ {' '.join(map(script_field, fields))} }};"
            if fields
            else f"  {tag}: {{}};"
            for tag, fields in said.items()
        ),
        "}",
        "/** Any message: its type is looked at first. */",
        "export type Message = { type: string } & Record<string, any>;",
    ]
    return "\n".join(parts) + "\n"


def unnamed(alias: Any) -> str:
    """What an alias stands for."""
    if get_origin(alias) is Literal:
        return " | ".join(f'"{one}"' for one in get_args(alias))
    key, value = get_args(alias)
    return f"Record<{script_type(key)}, {script_type(value)}>"


# For the page.


def client_table() -> str:
    """What a browser may say, one row a message."""
    shared = [*fields_of(Named), *fields_of(AskHint)]
    notes = "; ".join(f"`{field.name}`: {field.meaning}" for field in shared)
    rows = [
        *(client_row(message, fields_of(message)) for message in get_args(Other)),
        *(client_row(request, [*fields_of(Named), *fields_of(request)]) for request in COMMANDS),
    ]
    return "\n".join([f"{notes}.", "", "| message | meaning |", "| --- | --- |", *rows])


def client_row(message: type[Struct], fields: Iterable[Field]) -> str:
    names = [f'"{field.name}"{"?" if field.optional else ""}' for field in fields]
    shown = ", ".join([f'"type": "{tag_of(message)}"', *names])
    notes = [
        f" `{field.name}`: {field.meaning}."
        for field in fields
        if field.meaning and field.name not in ("id", "ask")  # said once for all
    ]
    return f"| `{{{shown}}}` | {sentence(message)}{''.join(notes)} |"


def server_sections() -> str:
    """What the server sends, and the parts of it, field by field."""
    return "\n\n".join(section(message) for message in structs_in(get_args(Sent)))


def fetched_sections() -> str:
    """The same of what a page asks for by address."""
    known = structs_in(get_args(Sent))
    found = [each for each in structs_in(get_args(Fetched)) if each not in known]
    return "\n\n".join(section(message) for message in found)


def section(message: type[Struct]) -> str:
    tag = message.__struct_config__.tag
    title = f'`{{"type": "{tag}"}}`' if tag else message.__name__
    lines = [f"#### {title}", "", sentence(message)]
    parent = parent_of(message)
    if parent is not None:
        which = "Any field" if hasattr(message, "CHANGES_OF") else "The fields"
        lines[-1] += f" {which} of {parent.__name__}" + (", and:" if fields_of(message) else ".")
    rows = [
        f"| `{field.name}` | {name_of(stripped(field.type))}{', or left out' * field.optional} "
        f"| {field.meaning} |"
        for field in fields_of(message)
    ]
    if rows:
        lines += ["", "| field | type | what it is |", "| --- | --- | --- |", *rows]
    return "\n".join(lines)


def route_table() -> str:
    """The routes, with what they take and what they may answer."""
    rows = ["| route | answer | fields | statuses |", "| --- | --- | --- | --- |"]
    for route in ROUTES:
        fields = [*field_names(route.query), *field_names(route.form)]
        kind = "" if route.kind in ("text/html", "*/*") else f" ({route.kind})"
        path = route.path.replace("{path}", "…")
        statuses = ", ".join(map(str, route.statuses()))
        cells = [f"`{route.method} {path}`", route.meaning + kind, ", ".join(fields), statuses]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def field_names(fields: FieldsOf | None) -> list[str]:
    """Names of fields; those that every game has its own of are named once."""
    found = () if fields is None else fields(parvis.all_games())
    names = (re.sub(r"^(seat|option)-.*", r"\1-…", name) for name in found)
    return [f"`{name}`" for name in dict.fromkeys(names)]


def page(text: str) -> str:
    """The protocol's page with the parts that are made from types put in anew."""
    parts = {
        "routes": route_table,
        "client": client_table,
        "server": server_sections,
        "fetched": fetched_sections,
    }
    for name, made in parts.items():
        begin, end = f"<!-- {name}: made by `{COMMAND}` -->", f"<!-- /{name} -->"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        assert found, f"{begin} … {end} are missing"
        text = f"{before}{begin}\n\n{made()}\n\n{end}{after}"
    return text


def made() -> dict[Path, str]:
    """Every file that is made here, with its text."""
    return {TYPES: type_file(), PAGE: page(PAGE.read_text(encoding="utf-8"))}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")

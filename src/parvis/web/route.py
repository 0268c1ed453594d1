"""One route: what is asked, who answers, and what may come back. Imports the fields only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from starlette.staticfiles import StaticFiles

from parvis.web.fields import FieldsOf

Handler = Callable[..., Awaitable[Any]]  # of the site and a request, or the site and a socket

HTML, PLAIN, SVG, PNG, CSS, JSON, GIF, ZIP, SCRIPT, MANIFEST, FILE = (
    "text/html",
    "text/plain",
    "image/svg+xml",
    "image/png",
    "text/css",
    "application/json",
    "image/gif",
    "application/zip",
    "text/javascript",
    "application/manifest+json",
    "*/*",
)
ANY_FORM = (303, 400, 403, 413)  # what any form may be answered


@dataclass(frozen=True)
class Route:
    """One method of one path; from it come the server's route, OpenAPI and the protocol's page."""

    method: Literal["GET", "POST", "WS"]
    path: str
    handler: Handler | StaticFiles
    meaning: str
    also: tuple[int, ...] = ()  # answers beside those that its kind of route may always give
    kind: str = HTML  # of a good answer; of an error that has words it is always a page
    query: FieldsOf | None = None
    form: FieldsOf | None = None
    needed: tuple[str, ...] = ()  # fields
    uploads: bool = False  # its form carries a file
    stored: bool = False  # it asks the database, which may not answer
    counted: bool = True  # against how much a client may ask for; not what machines ask for

    def statuses(self) -> list[int]:
        """Every status that it may answer."""
        if self.method == "WS":
            return []
        answers = {*self.also, *((200,) if self.method == "GET" else ANY_FORM)}
        if self.counted:
            answers.add(429)
        if self.stored:
            answers.add(503)
            if "id" in self.parts():
                answers.add(410)
        if self.parts():  # something is named that need not be there
            answers.add(404)
        if self.path.endswith("}") and self.kind != FILE:  # of a file the slash is a part
            answers.add(307)
        return sorted(answers)

    def parts(self) -> list[str]:
        """The names in its path."""
        return [part[1:].partition("}")[0] for part in self.path.split("/") if "{" in part]

"""Opening the server to the house, and closing it again. Imports the site."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from parvis.web.house import NoNetwork
from parvis.web.pages.service import local
from parvis.web.site import Site


async def house(site: Site, request: Request) -> Response:
    """Only for who sits at the machine itself."""
    form = await site.form(request)
    if not site.at_machine(request) or site.house.lend is None:
        raise HTTPException(403, "table.error.house")
    match form.get("do"):
        case "open":
            try:
                await site.house.open()
            except (NoNetwork, OSError):
                raise HTTPException(409, "table.error.network") from None
        case "close":
            site.house.close()
        case _:
            raise HTTPException(422)
    return RedirectResponse(local(form.get("next", "/")), 303)

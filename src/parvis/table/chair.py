"""Who sits on a seat: a person, a bot, nobody yet, or a bot for a person who is away.

Imports nothing of Parvis.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Sitter = Literal["person", "bot", "open"]
MOST_BROWSERS = 4  # that may hold one seat


@dataclass(frozen=True)
class Chair:
    """`persons` are the browsers that hold the seat; `bot` is who plays (`flat:strong`).

    A person's chair with a bot is one where the bot sits in; it is `lent` if the person said so
    themselves. Whoever has `given_up` keeps the chair, to look on from it: a bot plays to the end,
    and they cannot win. `turnover` counts how often someone sat down or got up: a secret link is
    good for one stay only, and whoever could invite to an open seat knows none of who took it.
    `yields` names the bot of a chair that anybody may take over from it, and that comes back when
    they get up.
    """

    kind: Sitter = "open"
    name: str = ""
    persons: tuple[str, ...] = ()
    bot: str = ""
    turnover: int = 0
    lent: bool = False
    given_up: bool = False
    yields: str = ""

    @property
    def vacant(self) -> bool:
        """Whether anybody may sit down: it is open, or its bot makes room."""
        return self.kind == "open" or (self.kind == "bot" and bool(self.yields))

    @property
    def sits_in(self) -> bool:
        """Whether a bot plays for a person."""
        return self.kind == "person" and bool(self.bot)

    @property
    def by_person(self) -> bool:
        """Whether a person plays, and no bot."""
        return self.kind == "person" and not self.bot and not self.given_up

    @property
    def votes(self) -> bool:
        """Whether a person is to be asked: also one for whom a bot sits in without their word."""
        return self.kind == "person" and not self.lent and not self.given_up

    def taken(self, person: str, name: str) -> Chair:
        return Chair("person", name, (person,), turnover=self.turnover + 1, yields=self.yields)

    def freed(self) -> Chair:
        return Chair(turnover=self.turnover + 1)

    def shared(self, person: str) -> Chair:
        """The chair held by one more browser; the longest held one gives way."""
        return replace(self, persons=(*self.persons, person)[-MOST_BROWSERS:])

    def plain(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "name": self.name,
            "persons": list(self.persons),
            "bot": self.bot,
            "turnover": self.turnover,
            "lent": self.lent,
            **({"yields": self.yields} if self.yields else {}),
            **({"given_up": True} if self.given_up else {}),
        }


def read_chair(data: object) -> Chair:
    """What `plain` wrote."""
    assert isinstance(data, dict)
    return Chair(
        data["kind"],
        data["name"],
        tuple(data["persons"]),
        data["bot"],
        data["turnover"],
        data.get("lent", False),  # older logs do not tell: then nobody loses their vote
        data.get("given_up", False),
        data.get("yields", ""),
    )

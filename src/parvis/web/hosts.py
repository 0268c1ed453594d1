"""By which names a server may be called. Imports nothing of Parvis.

A page of another site can have its own name point at this machine, and then the browser takes our
answers for that site's. So a name that is not ours is turned away. An address in digits is always
let in: nobody can make it point elsewhere.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass

WELL_FORMED = re.compile(
    r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_][A-Za-z0-9._-]{0,252})(:[0-9]{1,5})?"
)
# Names that no server of names outside hands out.
OF_THE_HOUSE = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal")


def name_in(host: str) -> str | None:
    """The name in a `Host`, None if there is none.

    >>> name_in("Table.example:1974"), name_in("[::1]:80"), name_in("a b"), name_in("")
    ('table.example', '::1', None, None)
    """
    found = WELL_FORMED.fullmatch(host)
    return None if found is None else found[1].strip("[]").lower().removesuffix(".")


def in_digits(name: str) -> bool:
    """Whether a name is an address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Whether a name or an address is this very machine, for itself.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("a.b")
    (True, True, True, False)
    """
    return ipaddress.ip_address(name).is_loopback if in_digits(name) else name == "localhost"


@dataclass(frozen=True)
class Hosts:
    """The names of a server."""

    names: frozenset[str]

    def allow(self, name: str) -> bool:
        return name in self.names or name.endswith(OF_THE_HOUSE) or in_digits(name)


def own_hosts(also: Iterable[str] = ()) -> Hosts:
    """What this machine is called at home, and whatever else it is to be called."""
    machine = socket.gethostname()
    names = ("localhost", machine, machine.partition(".")[0], *also)
    return Hosts(frozenset(name.lower().removesuffix(".") for name in names if name))

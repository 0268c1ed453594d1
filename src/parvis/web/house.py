"""Open to the house: a second socket that lets the devices of the local network come, and goes.

Imports the hosts. A server that only this machine reaches listens at one more address of this
machine when whoever sits at it says so, until they take it back or the server ends.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from parvis.web.hosts import is_loopback

# Serves at an address and a port from now on: where it came to be, and how it ends.
Lend = Callable[[str, int], Awaitable[tuple[str, Callable[[], None]]]]


class NoNetwork(Exception):
    """This machine is in no local network."""


def addresses() -> list[str]:
    """This machine's addresses in the local network, as far as it knows."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        return [str(probe.getsockname()[0])]
    return []


def of_the_house(address: str) -> bool:
    """Whether only the local network reaches an address: no other is opened by a click.

    >>> of_the_house("192.168.1.20"), of_the_house("8.8.8.8")
    (True, False)
    """
    return ipaddress.ip_address(address).is_private


@dataclass
class House:
    """How the other devices of the house reach a server, if they do."""

    find: Callable[[], list[str]] = addresses
    port: int = 0
    fixed: bool = False  # it was started for all of them, and is not closed by a click
    lend: Lend | None = None  # the server's own, where it may be opened by a click
    address: str = ""  # while it is open by a click
    ends: Callable[[], None] | None = None

    def found(self) -> str:
        """This machine's own address in the house, or none."""
        return next((address for address in self.find() if of_the_house(address)), "")

    def reached(self) -> str:
        """What other devices put before a path: `http://192.168.1.20:1974`; or nothing."""
        if not self.fixed:
            return self.address
        return f"http://{own}:{self.port}" if (own := next(iter(self.find()), "")) else ""

    def listens_at(self, name: str) -> bool:
        """Whether a name is that of the second socket."""
        return bool(self.address) and self.address.startswith(f"http://{name}:")

    async def open(self) -> None:
        """Let the house in; where it is in already, at the address of today."""
        assert self.lend is not None
        own = self.found()
        if not own:
            raise NoNetwork
        if self.listens_at(own):
            return
        self.close()
        self.address, self.ends = await self.lend(own, self.port)

    def close(self) -> None:
        """Let nobody else in any more; who is there is sent away."""
        if self.ends is not None:
            self.ends()
        self.address, self.ends = "", None


@dataclass(frozen=True)
class Reach:
    """How a page's server is reached by other devices than the reader's, and what may be done."""

    base: str  # what stands before a path for them: `http://192.168.1.20:1974`
    good: bool  # whether that leads here from elsewhere
    opened: bool = False  # though the reader came by a name that is good here only
    mine: bool = False  # the reader may open and close it
    network: bool = True  # this machine is in one


def reach_of(house: House, own: str, name: str, here: bool) -> Reach:
    """`own` is how the reader came, by which name; `here`: from this very machine.

    >>> reach_of(House(), "http://table.example", "table.example", False).good
    True
    >>> reach_of(House(), "http://localhost:1974", "localhost", True).good
    False
    """
    if not is_loopback(name) or house.listens_at(name):
        return Reach(own, True)
    reached = house.reached()
    mine = here and house.lend is not None
    return Reach(
        reached or own,
        bool(reached),
        bool(reached),
        mine,
        bool(reached) or not mine or bool(house.found()),
    )

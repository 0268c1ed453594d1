"""How a server is reached: by which names, through which proxies. Imports the hosts."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from parvis.web.hosts import Hosts


@dataclass(frozen=True)
class Front:
    """What a server is told of the way to it. Proxies are addresses or networks."""

    hosts: Hosts | None = None  # any well-formed name
    hsts: bool = False
    open_metrics: bool = False
    proxies: tuple[str, ...] = ()
    alone: bool = False  # nobody but who sits at this computer comes here


class Networks:
    """Addresses that belong to some networks."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.networks = [ipaddress.ip_network(text, strict=False) for text in texts]

    def __contains__(self, address: object) -> bool:
        """
        >>> "10.1.2.3" in Networks(["10.0.0.0/8"]), "unknown" in Networks(["10.0.0.0/8"])
        (True, False)
        """
        try:
            known = ipaddress.ip_address(str(address))
        except ValueError:
            return False
        return any(known in network for network in self.networks)

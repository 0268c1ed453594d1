"""`parvis serve`: a registry behind uvicorn. Imports the application and what it is made of."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from parvis.table.pace import Pace
from parvis.table.pruning import Keeping
from parvis.table.registry import Registry
from parvis.table.store import Store, data_folder, default_url
from parvis.web import logs
from parvis.web.app import make_app
from parvis.web.bounded_http import bounded_http
from parvis.web.bounded_socket import bounded_socket
from parvis.web.connections import Connections, room
from parvis.web.delivery import Delivery, read_delivery
from parvis.web.front import Front, Networks
from parvis.web.hosts import own_hosts
from parvis.web.house import House, addresses
from parvis.web.identity import read_keys
from parvis.web.limits import Limits

HOST, PORT = "127.0.0.1", 1974
LOOPBACK = ("127.0.0.1", "::1", "localhost")
ANYWHERE = ("0.0.0.0", "::")
LONGEST_END = 25.0  # seconds from being asked to stop


def configure(
    url: str | None = None,
    folder: Path | None = None,
    limits: Limits | None = None,
    pace: Pace | None = None,
    key: str | Sequence[str] = "",
    front: Front | None = None,
    keeping: Keeping | None = None,
    delivery: Delivery | None = None,
    house: House | None = None,
) -> uvicorn.Config:
    """The server's configuration; opens the database."""
    bounds = limits or Limits()
    store = Store(url or default_url())
    registry = Registry(store, pace=pace, bot_tables=bounds.bot_tables, keeping=keeping)
    reached = front or Front(own_hosts())
    proxies = Networks(reached.proxies)
    connections = Connections(
        min(bounds.connections, room()), bounds.connections_of_address, proxies
    )
    keys = key or read_keys(folder or data_folder())
    app = make_app(registry, keys, bounds, reached, delivery, house)
    return uvicorn.Config(
        app,
        access_log=False,
        log_config=None,
        proxy_headers=bool(reached.proxies),  # uvicorn believes all that comes from loopback
        forwarded_allow_ips=[str(network) for network in proxies.networks],
        http=bounded_http(bounds, connections),
        ws=bounded_socket(bounds.frames, connections),
        ws_max_size=2 * bounds.message,
        ws_per_message_deflate=False,  # costs more than the few kilobytes it would save
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


class BoundedServer(uvicorn.Server):
    """Ends soon after it was asked to, whatever may still wait for a database."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        last_resort = threading.Timer(LONGEST_END, os._exit, (1,))
        last_resort.daemon = True
        last_resort.start()
        super().handle_exit(sig, frame)

    async def lend(self, host: str, port: int) -> tuple[str, Callable[[], None]]:
        """Serve at one more address, by the same port if that is free: where, and how it ends."""
        try:
            listener = listen(host, port)
        except OSError:
            listener = listen(host, 0)
        made: Any = self.config.http_protocol_class  # as uvicorn itself makes them
        protocol = partial(
            made,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        lent = await asyncio.get_running_loop().create_server(protocol, sock=listener)
        self.servers.append(lent)  # it ends with the others
        bound = listener.getsockname()

        def end() -> None:
            self.servers.remove(lent)
            lent.close()
            for connection in tuple(self.server_state.connections):
                if connection.transport.get_extra_info("sockname") == bound:
                    connection.shutdown()

        return f"http://{host}:{bound[1]}", end


def listen(host: str, port: int | None) -> socket.socket:
    """A socket to serve on: this port, any if it is 0; without a wish the first free of ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = range(PORT, PORT + 20) if port is None else [port]
    for number in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE or number == wanted[-1]:
                taken = f"port {port}" if port is not None else f"ports {PORT} to {wanted[-1]}"
                raise OSError(f"{taken} of {host}: {error.strerror}") from error
            continue
        listener.listen(1024)  # whoever comes before we are ready waits
        return listener
    raise AssertionError("a port was bound or an error raised")


def serve(
    host: str = HOST,
    port: int | None = None,
    url: str | None = None,
    browser: bool = True,
    folder: Path | None = None,
    front: Front | None = None,
    keeping: Keeping | None = None,
    delivery: Delivery | None = None,
) -> int:
    """Serve until interrupted; say where, and open the browser there."""
    logs.set_up("WARNING" if sys.stderr.isatty() else "INFO")
    reached = front or Front(own_hosts([host]))
    alone = host in LOOPBACK and not reached.proxies
    reaching = delivery or read_delivery(os.environ, folder or data_folder())
    house = House(fixed=host in ANYWHERE)
    config = configure(
        url,
        folder,
        front=replace(reached, alone=alone),
        keeping=keeping,
        delivery=reaching,
        house=house,
    )
    listener = listen(host, port)
    bound = house.port = listener.getsockname()[1]
    address, *others = [f"http://{name}:{bound}/" for name in names_of(host)]
    print(f"Parvis: {address}", flush=True)
    for other in others:
        print(f"        {other}", flush=True)
    server = BoundedServer(config)
    if alone:
        house.lend = server.lend
    if browser and sys.stdout.isatty():
        threading.Timer(0.8, lambda: webbrowser.open(address)).start()
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        server.run(sockets=[listener])
    return 0


def names_of(host: str) -> list[str]:
    """What to call this server, best first: what the whole house reaches, if it may come, for the
    QR code repeats the name by which the page was opened.

    >>> names_of("127.0.0.1"), names_of("table.example")
    (['localhost'], ['table.example'])
    """
    if host in ANYWHERE:
        return [*addresses(), "localhost"]
    return ["localhost" if host in ("127.0.0.1", "::1") else host]

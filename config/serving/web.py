"""The web server: uvicorn, in several processes.

The application is loaded once and then forked. Each process has a listening
socket of its own on the same port where the system spreads connections over such sockets (Linux);
elsewhere they share one.
"""

import importlib
import ipaddress
import socket
from collections.abc import Callable

import uvicorn

from config.supervision import processes

APPLICATION = "config.asgi:application"
BACKLOG = 2048


def load(config: uvicorn.Config) -> None:
    """Load the application: its views, and with them the rulebooks and all their tables, and its templates."""
    config.load()
    _ = importlib.import_module("django.urls").get_resolver().url_patterns
    importlib.import_module("frontend.preload_templates").read_templates()
    importlib.import_module("frontend.fonts").tell_if_missing()


def serving(config: uvicorn.Config, listening: socket.socket) -> Callable[[], None]:
    """What one process does: answer what comes to its socket until it is told to stop."""

    def run() -> None:
        uvicorn.Server(config).run([listening])

    return run


def listen(host: str, port: int, count: int) -> list[socket.socket]:
    """A listening socket for each process. Raises OSError when the port is taken."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    sockets: list[socket.socket] = []
    for _ in range(count):
        if sockets and not processes.ON_LINUX:
            sockets.append(sockets[0].dup())
            continue
        one = socket.socket(family, kind, protocol)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if processes.ON_LINUX:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind(address)
        sockets.append(one)
    return sockets


def config(*, patience: int, trusted_proxies: str) -> uvicorn.Config:
    """How each process serves; ``patience`` is the seconds that requests under way have at the end."""
    return uvicorn.Config(
        APPLICATION,
        ws="core.websockets:SocketProtocol",
        # Our messages are a line long: compressing each costs more than it saves, and would
        # keep a dictionary for every open page.
        ws_per_message_deflate=False,
        ws_max_size=4096,
        lifespan="off",
        server_header=False,
        access_log=False,
        # The loggers of the settings serve uvicorn too.
        log_config=None,
        log_level="warning",
        backlog=BACKLOG,
        timeout_graceful_shutdown=patience,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=proxies(trusted_proxies),
    )


def proxies(given: str) -> str:
    """Addresses and networks, checked: everybody (`*`) is no proxy. Raises ValueError for anything else."""
    named = [one.strip() for one in given.split(",") if one.strip()]
    for one in named:
        if ipaddress.ip_network(one, strict=False).prefixlen == 0:
            raise ValueError(f"{one} is everybody, not a proxy.")
    return ",".join(named)

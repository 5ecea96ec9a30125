"""Requests that the site sends to addresses which its users name: guarded, short and small.

A name is looked up once, every address it has must be one of the open internet, and the connection goes
to the addresses that were looked at, one after the other until one takes it, so that a second look-up cannot
lead elsewhere. No redirect is followed, no proxy asked. All of it, from the look-up of the name on, takes at most ten seconds and 64 KB each way.
"""

import http.client
import ipaddress
import math
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import cache
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils import timezone

SECONDS = 10.0
SHORTER = 3.0
"""For who did not answer before."""
MOST_BYTES = 64 * 1024
PORTS = (443, 8443, 8448)
LONGEST_WAIT = 24 * 3600.0
"""Who asks for more patience than so many seconds is asked again then all the same."""

_EMBEDDING = tuple(ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "::/96"))
"""IPv6 addresses that hold one of IPv4 at their end."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Refused(Exception):
    """The request was not sent, or not answered as it has to be; the message says why and names no secret."""


class RetryLater(Refused):
    """The other side has too much to do, and says how many seconds to ``wait``."""

    def __init__(self, status: int, wait: float) -> None:
        super().__init__(f"It answered {status}.")
        self.status, self.wait = status, wait


BUSY = (429, 503)
"""Answers with which a side says that it has too much to do."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back; of the body at most 64 KB. ``wait`` is how many seconds it asks us to wait before the next
    request (``Retry-After``); ``None`` where it says nothing.
    """

    status: int
    body: bytes
    wait: float | None = None


def require_address(url: str) -> SplitResult:
    """An address that might be asked, by its look alone. Raises :class:`Refused`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("This is no address.") from None
    host = parts.hostname
    if not host or any(ord(letter) <= 32 or ord(letter) > 126 for letter in url):
        raise Refused("This is no address.")
    if parts.username or parts.password:
        raise Refused("The address must hold no name and password.")
    if settings.OUTBOUND_ALLOW:
        if parts.scheme not in ("http", "https"):
            raise Refused("The address must begin with https://.")
    elif parts.scheme != "https":
        raise Refused("The address must begin with https://.")
    elif (port or 443) not in PORTS:
        raise Refused(f"The address must have one of the ports {', '.join(map(str, PORTS))}.")
    return parts


def send(
    url: str,
    *,
    body: bytes,
    headers: Mapping[str, str],
    method: str = "POST",
    seconds: float | None = None,
) -> Reply:
    """Send a request and read its answer, within so many seconds (``SECONDS`` unless told), the name, the
    connection and TLS included. Raises :class:`Refused`.
    """
    parts = require_address(url)
    if len(body) > MOST_BYTES:
        raise Refused("The message is too long.")
    journey = _Journey(parts, method, body, headers, SECONDS if seconds is None else seconds)
    return journey.result()


class _Journey:
    """One request in a thread of its own: nothing on its way, and no look-up of a name, takes longer than it
    may. One that is late is left behind, and ends by itself.
    """

    def __init__(
        self,
        parts: SplitResult,
        method: str,
        body: bytes,
        headers: Mapping[str, str],
        seconds: float,
    ) -> None:
        self._parts, self._method, self._body, self._headers = parts, method, body, headers
        self._seconds, self._until = seconds, time.monotonic() + seconds
        self._line: _Pinned | None = None
        self._found: Reply | Exception | None = None
        self._thread = threading.Thread(target=self._go, daemon=True)

    def result(self) -> Reply:
        """The answer. Raises :class:`Refused`."""
        self._thread.start()
        self._thread.join(self._seconds)
        found = self._found
        if self._thread.is_alive() and self._line is not None:
            self._line.cut()
        if isinstance(found, Reply):
            return found
        raise found if found is not None else self._late()

    def _late(self) -> Refused:
        return Refused(f"The other side did not answer: no answer within {self._seconds:g} s.")

    def _go(self) -> None:
        try:
            self._found = self._asked()
        except Exception as problem:  # noqa: BLE001 - it is raised where it was asked for
            self._found = problem

    def _asked(self) -> Reply:
        parts = self._parts
        host, tls = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if tls else 80)
        pinned = looked_up(host, port, scheme=parts.scheme)
        left = self._until - time.monotonic()
        if left <= 0:
            raise self._late()
        line = self._line = _Pinned(host, port, pinned, tls=tls, seconds=left)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {**self._headers, "User-Agent": "Chancellery"}
        try:
            line.request(self._method, path, body=self._body, headers=headers)
            answer = line.getresponse()
            wait = seconds_to_wait(answer.getheader("Retry-After", ""))
            found = Reply(answer.status, answer.read(MOST_BYTES), wait)
        except ssl.SSLError as problem:
            raise Refused(f"TLS failed: {problem.reason or 'no reason given'}.") from None
        except (OSError, http.client.HTTPException, ValueError) as problem:
            if time.monotonic() >= self._until:
                raise self._late() from None
            why = type(problem).__name__
            raise Refused(f"The other side did not answer: {why}.") from None
        finally:
            line.close()
        if 300 <= found.status < 400:
            raise Refused(f"It answered {found.status}: redirects are not followed.")
        return found


def seconds_to_wait(said: str) -> float | None:
    """What ``Retry-After`` says, a number of seconds or a date; ``None`` if it says nothing that can be read."""
    try:
        seconds = float(said)
    except ValueError:
        try:
            until = parsedate_to_datetime(said)
        except (TypeError, ValueError, IndexError, OverflowError):
            return None
        if timezone.is_naive(until):  # "-0000": in UTC, wherever the other side is
            until = until.replace(tzinfo=UTC)
        seconds = (until - timezone.now()).total_seconds()
    return None if math.isnan(seconds) else min(max(seconds, 0.0), LONGEST_WAIT)


def looked_up(host: str, port: int, *, scheme: str = "https") -> tuple[str, ...]:
    """The addresses to connect to, in the order to try them. Raises :class:`Refused` if the name has one that is
    not allowed.
    """
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("The name of the address is not known.") from None
    found = [str(row[4][0]).partition("%")[0] for row in rows]
    for address in found:
        ip = ipaddress.ip_address(address)
        inside = any(
            ip in net
            for net in _allowed(tuple(settings.OUTBOUND_ALLOW))
            if ip.version == net.version
        )
        if not inside and (scheme != "https" or port not in PORTS or not is_open(ip)):
            raise Refused("The address is not one of the open internet.")
    return tuple(dict.fromkeys(found))


def is_open(ip: Address) -> bool:
    """Whether an address belongs to the open internet, and what it holds too."""
    if isinstance(ip, ipaddress.IPv6Address):
        held = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if held is None and any(ip in net for net in _EMBEDDING):
            held = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if held is not None:
            return is_open(held)
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


@cache
def _allowed(given: tuple[str, ...]) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(ipaddress.ip_network(one, strict=False) for one in given)


class _Pinned(http.client.HTTPConnection):
    """A connection to one of the addresses that were looked up already, under the name they were looked up by."""

    def __init__(
        self, host: str, port: int, addresses: tuple[str, ...], *, tls: bool, seconds: float
    ) -> None:
        self._until = time.monotonic() + seconds
        super().__init__(host, port, timeout=max(0.1, seconds))
        self._addresses, self._tls = addresses, tls
        self._plain: socket.socket | None = None
        self._over = False
        if tls:
            self.default_port = 443

    def connect(self) -> None:
        """Connect to the first address that takes it; over TLS the name must be that of the certificate."""
        plain = self._plain = self._reached()
        self.sock = (
            ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)
            if self._tls
            else plain
        )

    def _reached(self) -> socket.socket:
        """A line to the first address that takes one; each has its share of the time that is left."""
        problem: OSError = OSError("There is no address.")
        for place, address in enumerate(self._addresses):
            share = (self._until - time.monotonic()) / (len(self._addresses) - place)
            if self._over or share <= 0:
                break
            try:
                line = socket.create_connection((address, self.port), share)
            except OSError as refusal:
                problem = refusal
                continue
            line.settimeout(max(0.1, self._until - time.monotonic()))
            return line
        raise problem

    def cut(self) -> None:
        """End whatever is under way, TLS that is not agreed on yet too: the time is over."""
        self._over = True
        for line in (self.sock, self._plain):
            if line is not None:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

"""The load generator: a program of its own, so that it never shares a process with what it loads.

It reads one plan (a line of JSON) from standard input, asks this machine's own loopback address
and no other, never opens more than ``MOST_CONNECTIONS`` and ends by itself after ``seconds`` at
the latest. It answers in lines of JSON. Plain sockets and one ``epoll``: what the generator
costs is time that the server does not get, since both share the machine.

    python -m benchmarks.load watch    sockets that wait for news of a phase
    python -m benchmarks.load ask      HTTP requests, one after another on each connection
"""

import base64
import json
import os
import random
import select
import socket
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

LOOPBACK = "127.0.0.1"
MOST_CONNECTIONS = 4000
MOST_SECONDS = 300.0
BATCH = 64  # handshakes under way at once
READ = 262_144

TEXT, PING, PONG = 0x1, 0x9, 0x8A


def main() -> None:
    """Read the plan and carry it out."""
    plan = json.loads(sys.stdin.buffer.readline())
    plan["seconds"] = min(float(plan["seconds"]), MOST_SECONDS)
    if sys.argv[1:] == ["watch"]:
        watch(plan)
    elif sys.argv[1:] == ["ask"]:
        say(ask(plan))
    else:
        sys.exit("Say what to do: watch or ask.")


def say(answer: dict[str, Any]) -> None:
    """Print one line of JSON at once."""
    print(json.dumps(answer), flush=True)


def connected(port: int) -> socket.socket:
    """A connection to a port of this machine."""
    plug = socket.create_connection((LOOPBACK, port), timeout=30)
    plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return plug


# --- Watching ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Watcher:
    """One open page: its connection, what has come in halves, and when the news came."""

    plug: socket.socket
    half: bytearray = field(default_factory=bytearray)
    told: list[int] = field(default_factory=list)

    def hear(self, data: bytes, word: bytes, now: int) -> bool:
        """Take in what has come; whether it held the first news of this round."""
        first = not self.told
        for opcode, payload in self.frames(data):
            if opcode == TEXT and word in payload:
                self.told.append(now)
            elif opcode == PING:
                self.plug.send(bytes([PONG, 0x80 | len(payload)]) + bytes(4) + payload)
        return first and bool(self.told)

    def frames(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The whole frames in what has come: opcode and payload. A server sends them unmasked."""
        self.half += data
        while len(self.half) >= 2:
            length, start = self.half[1] & 0x7F, 2
            if length == 126:
                if len(self.half) < 4:
                    return
                length, start = int.from_bytes(self.half[2:4]), 4
            if len(self.half) < start + length:
                return
            yield self.half[0] & 0x0F, bytes(self.half[start : start + length])
            del self.half[: start + length]


def watch(plan: dict[str, Any]) -> None:
    """Open ``count`` sockets on ``path`` of the ``ports`` in turn; report each round of news.

    ``word`` is what a frame must contain to count. As soon as every socket has been told, or when
    a line comes in on standard input, the round is reported: who was told, when, and how often.
    """
    count = min(int(plan["count"]), MOST_CONNECTIONS)
    word, until = plan["word"].encode(), time.monotonic() + plan["seconds"]
    watchers = {one.plug.fileno(): one for one in _opened(plan, count)}
    poll = select.epoll()
    for number, one in watchers.items():
        one.plug.setblocking(False)
        poll.register(number, select.EPOLLIN)
    orders = sys.stdin.fileno()
    os.set_blocking(orders, False)
    poll.register(orders, select.EPOLLIN)
    say({"open": len(watchers)})
    told, lost = 0, 0
    while time.monotonic() < until:
        for number, _ in poll.poll(1.0, len(watchers) + 1):
            if number == orders:
                if not os.read(orders, 4096):
                    return
                say(_round(watchers, lost))
                told = 0
                continue
            one = watchers[number]
            data = one.plug.recv(READ)
            if data:
                told += one.hear(data, word, time.monotonic_ns())
            else:
                poll.unregister(number)
                lost += 1
        if told == len(watchers):
            say(_round(watchers, lost))
            told = 0


def _opened(plan: dict[str, Any], count: int) -> list[Watcher]:
    """The sockets with their handshakes done, a batch at a time."""
    ports, found = plan["ports"], []
    for start in range(0, count, BATCH):
        batch = []
        for number in range(start, min(count, start + BATCH)):
            port = ports[number % len(ports)]
            plug = connected(port)
            key = base64.b64encode(random.randbytes(16)).decode()  # noqa: S311 - no secret
            lines = [
                f"GET {plan['path']} HTTP/1.1",
                f"Host: {LOOPBACK}:{port}",
                f"Origin: http://{LOOPBACK}:{port}",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                f"Sec-WebSocket-Key: {key}",
                *plan.get("headers", ()),
            ]
            plug.sendall("\r\n".join([*lines, "", ""]).encode())
            batch.append(plug)
        for plug in batch:
            answer = b""
            while b"\r\n\r\n" not in answer:
                part = plug.recv(READ)
                if not part:
                    sys.exit(f"The server refused a socket: {answer[:200]!r}")
                answer += part
            if not answer.startswith(b"HTTP/1.1 101"):
                sys.exit(f"The server refused a socket: {answer[:200]!r}")
            found.append(Watcher(plug, bytearray(answer.partition(b"\r\n\r\n")[2])))
    return found


def _round(watchers: dict[int, Watcher], lost: int) -> dict[str, Any]:
    """What one piece of news did, and a clean slate for the next."""
    times = sorted(one.told[0] for one in watchers.values() if one.told)
    answer = {
        "told": len(times),
        "twice": sum(len(one.told) > 1 for one in watchers.values()),
        "lost": lost,
        "first": times[0] if times else 0,
        "half": times[len(times) // 2] if times else 0,
        "last": times[-1] if times else 0,
    }
    for one in watchers.values():
        one.told.clear()
    return answer


# --- Asking -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Asker:
    """One kept-alive connection with its queue of requests."""

    plug: socket.socket
    queue: deque[tuple[bytes, ...]]
    turn: int = 0
    sent: int = 0
    answer: bytearray = field(default_factory=bytearray)
    whole: int = 0

    def next(self) -> None:
        """Send the next request. Each entry of the queue is sent in its variants by turns."""
        variants = self.queue[0]
        self.queue.rotate(-1)
        request = variants[self.turn // len(self.queue) % len(variants)]
        self.turn += 1
        self.answer.clear()
        self.whole = 0
        self.sent = time.monotonic_ns()
        self.plug.sendall(request)

    def take(self, data: bytes) -> bool:
        """Take in a part of the answer; whether it is whole now."""
        self.answer += data
        if not self.whole:
            end = self.answer.find(b"\r\n\r\n")
            if end < 0:
                return False
            head = bytes(self.answer[:end]).lower()
            at = head.find(b"content-length:")
            if at < 0:
                sys.exit(f"An answer of unknown length: {head[:300]!r}")
            self.whole = end + 4 + int(head[at + 15 :].split(b"\r\n", 1)[0])
        return len(self.answer) >= self.whole


def ask(plan: dict[str, Any]) -> dict[str, Any]:
    """Ask on ``connections`` at once for ``seconds``, or ``most`` times, and measure each answer.

    ``requests`` is a list of entries, each a list of whole HTTP requests sent by turns; they are
    dealt out to the connections, so that no entry is under way twice. Whatever is not answered
    with 200 is counted as refused, with the first such answer quoted.
    """
    requests = [tuple(one.encode("latin-1") for one in entry) for entry in plan["requests"]]
    count = min(int(plan["connections"]), len(requests), MOST_CONNECTIONS)
    ports = plan["ports"]
    askers = {}
    for number in range(count):
        plug = connected(ports[number % len(ports)])
        plug.setblocking(False)
        askers[plug.fileno()] = Asker(plug, deque(requests[number::count]))
    poll = select.epoll()
    for number in askers:
        poll.register(number, select.EPOLLIN)
    most = int(plan.get("most", 0)) or sys.maxsize
    began, until = time.monotonic(), time.monotonic() + plan["seconds"]
    times: list[int] = []
    refused, example, size, asked = 0, "", 0, 0
    for one in askers.values():
        one.next()
        asked += 1
    waiting = len(askers)
    while waiting and time.monotonic() < until + 30:
        for number, _ in poll.poll(1.0):
            one = askers[number]
            data = one.plug.recv(READ)
            if not data:
                sys.exit(f"The server hung up in the middle of {bytes(one.answer[:300])!r}")
            if not one.take(data):
                continue
            if one.answer.startswith(b"HTTP/1.1 200"):
                times.append(time.monotonic_ns() - one.sent)
                size = len(one.answer) - one.answer.find(b"\r\n\r\n") - 4
            else:
                refused += 1
                example = example or bytes(one.answer[:600]).decode(errors="replace")
            if asked < most and time.monotonic() < until:
                one.next()
                asked += 1
            else:
                waiting -= 1
    times.sort()
    return {
        "accepted": len(times),
        "refused": refused,
        "unanswered": waiting,
        "example": example,
        "seconds": time.monotonic() - began,
        "p50": _at(times, 0.50),
        "p95": _at(times, 0.95),
        "p99": _at(times, 0.99),
        "size": size,
    }


def _at(times: list[int], part: float) -> float:
    """The time that this part of the answers did not exceed, in milliseconds."""
    return times[min(len(times) - 1, int(len(times) * part))] / 1e6 if times else 0.0


if __name__ == "__main__":
    main()

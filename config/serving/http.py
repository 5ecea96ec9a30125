"""HTTP to Django by a few threads, each with a database connection of its own that stays open.

Django's own ASGI handler runs every synchronous view in a thread made for that one request,
and with the thread goes its database connection: each request then costs a new server process
of PostgreSQL. All our views are synchronous. So the event loop reads the request and sends the
answer, and in between one of ``WEB_THREADS`` threads carries it out from start to end. That also
bounds how many connections a web process opens, and how much it does at once.

Why not Django's own says docs/adr/0003-own-http-handler.md. A WSGI bridge takes as many
submissions, but there a slow client holds a thread for as long as it sends its request and reads
its answer.
"""

import asyncio
import contextvars
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cached_property
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.handlers.exception import response_for_exception
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix
from django.utils.http import parse_header_parameters

from config.serving import csp
from core.input_limits import TooLarge, most_bytes

THREADS = int(os.environ.get("WEB_THREADS") or 4)

HELD = 1 << 20
"""Bytes of a streamed answer that are held in memory until they are sent."""
PORTION = 64 * 1024

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Utf8Request(ASGIRequest):
    """A request in UTF-8, whatever encoding it names: some names break its reading."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        found = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        self.content_type, self.content_params = found


class ThreadedHandler(ASGIHandler):
    """Django behind ASGI, a whole request in one thread of a fixed few."""

    request_class = Utf8Request

    def __init__(self) -> None:
        """Load the middleware in its synchronous form."""
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        """The threads; made with the first request, so never before a process has forked."""
        return ThreadPoolExecutor(THREADS, thread_name_prefix="http")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            body: IO[bytes] = await self.read_body(_bounded(receive, most_bytes(scope["path"])))
        except RequestAborted:
            return
        except TooLarge:
            # What is left of it is not read.
            body = BytesIO()
            carry_out = self._refuse
        else:
            carry_out = self._answer
        # A context of its own: nothing that one request sets is there for the next.
        context = contextvars.copy_context()
        response = await asyncio.get_running_loop().run_in_executor(
            self._threads, context.run, carry_out, scope, body
        )
        await self.send_response(response, send)

    def _refuse(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Answer a request whose body is too large."""
        set_script_prefix(get_script_prefix(scope))
        request, error = self.create_request(scope, body)
        refusal = TooLarge(most_bytes(scope["path"]))
        answer: Any = error if request is None else response_for_exception(request, refusal)
        refused: HttpResponseBase = answer
        # No middleware has seen it.
        refused.headers.setdefault(csp.HEADER, csp.policy_for(request))
        return refused

    def _answer(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """Carry out the request; what comes back is closed, and only to be sent."""
        with closing(body):
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=type(self), scope=scope)
            request, error = self.create_request(scope, body)
            response: Any = error if request is None else self.get_response(request)
            response.headers.setdefault(csp.HEADER, csp.policy_for(request))
            # Said by the answer when it is closed; there the connection is looked after.
            response._handler_class = type(self)  # noqa: SLF001
            whole: HttpResponseBase = _collected(response) if response.streaming else response
            response.close()
        return whole


def _bounded(receive: Receive, most: int) -> Receive:
    """The same, up to as many bytes as are read. Raises ``TooLarge``."""
    left = most

    async def received() -> dict[str, Any]:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooLarge(most)
        return message

    return received


def _collected(response: Any) -> StreamingHttpResponse:
    """A streamed answer made to its end here: its iterator may read from this thread's connection.

    A long one waits in a temporary file until it is sent, not in memory.
    """
    kept = SpooledTemporaryFile(max_size=HELD)  # noqa: SIM115 - closed when it is sent
    for piece in response.streaming_content:
        kept.write(piece)
    kept.seek(0)
    whole = StreamingHttpResponse(_sent(kept), status=response.status_code)
    whole.headers, whole.cookies = response.headers, response.cookies
    return whole


async def _sent(kept: IO[bytes]) -> AsyncIterator[bytes]:
    with kept:
        while portion := kept.read(PORTION):
            yield portion

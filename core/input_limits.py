"""Reading what comes from outside: the one place with its limits.

Forms, the API, addresses, cookies and sockets are all read through here. What is too deep, too long,
too large or no text at all is refused in plain words before anything looks at it: 400, or 413
for a body that is too large. Two things alone are changed by it, in forms: a line break is one character,
as the browser that counts what is written there has it, and control characters, which nobody sees and a paste
from elsewhere may bring along, are left out.

The middleware looks through address, cookies and forms; :func:`json_body` reads the API's
bodies, :func:`whole_number` and :func:`number` numbers that arrive as text, and
:func:`plain_data` looks through data from anywhere, before it is stored.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.http.cookie import parse_cookie
from django.template.loader import render_to_string
from django.urls.converters import IntConverter
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from core import plain_data as limits
from core.plain_data import MOST_DEPTH, MOST_NAME, UNREADABLE, NotPlain

#: Bytes of a request's body. A hex map in words may have 400,000 letters.
MOST_BYTES = 2_500_000
#: Bytes of a request that brings a file of its own kind, by its address: a saved game of VASSAL (10 MB)
#: with the form around it.
LARGER = ((re.compile(r"/c/[-\w]+/facts/save/"), 10 * 1024 * 1024 + 64 * 1024),)
#: Characters of an address.
MOST_ADDRESS = 4_000

_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?")
#: Word processors have two line breaks of their own.
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c]")
_UNSEEN = re.compile(f"\r|{UNREADABLE.pattern}")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


text_problem = limits.text_problem


class Unreadable(BadRequest):
    """What was sent cannot be read. The message says why."""

    status = 400


class TooLarge(Unreadable):
    """What was sent is too large to be read."""

    status = 413

    def __init__(self, most: int = MOST_BYTES) -> None:
        super().__init__(f"This is too large: at most {most:,} bytes are read.")


def most_bytes(path: str) -> int:
    """How many bytes of a request's body are read at an address."""
    return next((most for where, most in LARGER if where.fullmatch(path)), MOST_BYTES)


# --- Texts, numbers, data -------------------------------------------------------------------


def whole_number(text: str) -> int | None:
    """The whole number that a text says in figures; ``None`` if it says none, or a huge one."""
    text = text.strip()
    return int(text) if _WHOLE.fullmatch(text) else None


def number(text: str) -> float | None:
    """As :func:`whole_number`, with decimal places."""
    text = text.strip()
    return float(text) if _DECIMAL.fullmatch(text) else None


def plain_data(value: Any) -> Any:
    """The value itself, if it is plain data within the limits. Raises :class:`Unreadable`."""
    try:
        return limits.plain_data(value)
    except NotPlain as error:
        raise Unreadable(str(error)) from None


def json_body(raw: bytes) -> Any:
    """What a JSON body says. Raises :class:`Unreadable`."""
    if len(raw) > MOST_BYTES:
        raise TooLarge
    try:
        found = msgspec.json.decode(raw)
    except RecursionError:
        raise Unreadable(f"Data lie more than {MOST_DEPTH} levels deep in each other.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Unreadable(f"This is no JSON that can be read: {error}.") from None
    return plain_data(found)


class NumberConverter(IntConverter):
    """The number of something in an address: ``<number:name>``."""

    regex = "[0-9]{1,9}"


# --- HTTP -------------------------------------------------------------------------------------


class UntrustedInputMiddleware(MiddlewareMixin):
    """Refuses requests whose address or form cannot be read, before anything reads them."""

    def process_request(self, request: HttpRequest) -> None:
        """Look through the request, then let it pass."""
        if problem := text_problem(request.path_info, MOST_ADDRESS):
            raise Unreadable(f"The address {problem}.")
        for name in [name for name, value in request.COOKIES.items() if text_problem(value)]:
            # Not ours, whoever has set it.
            del request.COOKIES[name]
        _look_through("address", request.GET.lists(), MOST_ADDRESS)
        if request.content_type in _FORMS and request.method == "POST":
            request.POST = _as_written(request.POST)  # type: ignore[assignment]
            _look_through("form", request.POST.lists(), MOST_BYTES)
            _look_through("form", _names_of_files(request), MOST_NAME)


def _as_written(form: QueryDict) -> QueryDict:
    """A form whose texts are as they were seen when they were written. On the way browsers make two characters of a
    line break, and a text of just the length that is allowed would be too long; what is pasted may hold control
    characters, and who is told of those cannot find them.
    """
    if not any(_UNSEEN.search(value) for _name, values in form.lists() for value in values):
        return form
    written = form.copy()
    for name, values in form.lists():
        lines = (UNREADABLE.sub("", _LINE_ENDS.sub("\n", value)) for value in values)
        written.setlist(name, list(lines))
    written._mutable = False  # noqa: SLF001 - as Django hands out what was sent
    return written


def _names_of_files(request: HttpRequest) -> Iterable[tuple[str, list[Any]]]:
    return ((name, [str(each.name) for each in files]) for name, files in request.FILES.lists())


def _look_through(where: str, fields: Iterable[tuple[str, list[Any]]], most: int) -> None:
    for name, values in fields:
        if problem := text_problem(name, MOST_NAME):
            raise Unreadable(f"The name of a field of the {where} {problem}.")
        for value in values:
            if problem := text_problem(value, most):
                raise Unreadable(f"The field “{name}” of the {where} {problem}.")


def unreadable(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The answer to a request that cannot be read (Django's ``handler400``)."""
    if isinstance(exception, RequestDataTooBig):
        exception = TooLarge()
    known = isinstance(exception, Unreadable)
    status = exception.status if isinstance(exception, Unreadable) else 400
    code = "too_large" if status == TooLarge.status else "not_understood"
    message = str(exception) if known else _("This request cannot be read.")
    remedy = _("Nothing was changed. Go back, and send it differently.")
    return refused(request, "400.html", status, code, message, remedy)


def refused(
    request: HttpRequest, template: str, status: int, code: str, message: str, remedy: str
) -> HttpResponse:
    """The answer to a request that no view answers: a page, or what programs read."""
    answer: HttpResponse
    if request.path.startswith("/api/"):
        told = {"code": code, "message": message, "rule": "", "field": "", "remedy": remedy}
        answer = JsonResponse(told | {"problems": []}, status=status)
    else:
        page = render_to_string(template, {"message": message, "remedy": remedy})
        answer = HttpResponse(page, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


# --- WebSockets -------------------------------------------------------------------------------

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class KnownSockets:
    """Lets WebSockets pass to those addresses that there are, and hangs up on all others."""

    def __init__(self, application: Any, patterns: Iterable[Any]) -> None:
        """``patterns`` are the routes that ``application`` knows."""
        self._application, self._patterns = application, tuple(patterns)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or hang up."""
        path = scope["path"].removeprefix("/")
        known = any(route.pattern.match(path) for route in self._patterns)
        if not known or text_problem(path, MOST_ADDRESS):
            await receive()
            await send({"type": "websocket.close"})
            return
        await self._application({**scope, "headers": _headers(scope)}, receive, send)


def _headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers, without cookies that cannot be read."""
    return [
        (name, value)
        for name, value in scope["headers"]
        if name != b"cookie"
        or not any(map(text_problem, parse_cookie(value.decode("latin-1")).values()))
    ]

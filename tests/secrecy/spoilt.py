"""Leaks of every kind, planted in every address at once: each answer tells one bit of what lies sealed.

`planted.py` spoils the code behind single doors, each in a way of its own. Here every address of `doors.py`
is spoilt alike, whatever stands behind it, so that a door that comes is spoilt too; a kind is a way in which
an answer can differ. `SENT` does the same to what leaves by itself.
"""

from collections.abc import Callable
from copy import copy, deepcopy
from itertools import chain
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.urls import ResolverMatch

from campaigns.selectors.notifications import kinds
from campaigns.services.log import push
from campaigns.services.notifications import devices, email, templates, webhooks
from tests.secrecy.planted import secrets_of, spoil
from tests.secrecy.table import Table


class Bit:
    """Whether what lies sealed is other than in the first life: what a leak tells. Before anything is sealed
    it is 0, and within a life what lies sealed is read once.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._first = ""
        self._known: dict[object, int] = {}

    def __call__(self) -> int:
        if (life := self._table.life) is None:
            return 0
        if life not in self._known:
            secret = secrets_of(self._table)
            self._first = self._first or secret
            self._known[life] = int(secret != self._first)
        return self._known[life]


def _more(answer: Any, text: bytes) -> None:
    """Add something at the end."""
    if answer.streaming:
        answer.streaming_content = chain(answer.streaming_content, [text])
    else:
        answer.content = answer.content + text


def _words(answer: Any, bit: int) -> None:
    """A word more or other."""
    _more(answer, b"<!-- heads -->" if bit else b"<!-- tails -->")


def _size(answer: Any, bit: int) -> None:
    """Nothing but one space more."""
    _more(answer, b" " * bit)


def _order(answer: Any, bit: int) -> None:
    """The same public identifiers, of the same size, in another order."""
    _more(answer, b"plan-2 plan-1" if bit else b"plan-1 plan-2")


def _header(answer: Any, bit: int) -> None:
    """A header."""
    answer["X-Version"] = str(bit)


def _cookie(answer: Any, bit: int) -> None:
    """A cookie."""
    answer.set_cookie("seen", str(bit))


def _error(answer: Any, bit: int) -> None:
    """An error instead of an answer, or another one; its words are the same."""
    answer.status_code = 410 if bit else 404


ANSWERS: dict[str, Callable[[Any, int], None]] = {
    "words": _words,
    "size": _size,
    "order of identifiers": _order,
    "header": _header,
    "cookie": _cookie,
    "error": _error,
}
"""The ways in which an answer can tell one bit."""


class Answers:
    """The answers of a table's doors, made once in each life and then spoilt in one way after another."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._bit = Bit(table)
        self._made: dict[tuple[object, ...], tuple[Any, list[bytes]]] = {}

    def spoil(self, patch: pytest.MonkeyPatch, kind: str = "") -> None:
        """Let every address tell the bit in this way; as it is without one."""
        honest, made, spoil = BaseHandler.get_response, self._made, ANSWERS.get(kind)

        def get_response(self_: Any, request: Any) -> Any:
            bit = self._bit()
            name = (bit, request.COOKIES.get("sessionid"), request.method, request.get_full_path())
            if name not in made:
                answer = honest(self_, request)
                made[name] = answer, [*answer] if answer.streaming else [answer.content]
            answer, pieces = made[name]
            again = copy(answer)
            again.headers = deepcopy(answer.headers)
            again.cookies = deepcopy(answer.cookies)
            if answer.streaming:
                again.streaming_content = iter(pieces)
            if spoil is not None:
                spoil(again, bit)
            return again

        patch.setattr(BaseHandler, "get_response", get_response)


def answer_as_if_the_owner_asked(patch: pytest.MonkeyPatch, table: Table) -> None:
    """Every address takes whoever asks for the power that has the secrets."""
    honest = BaseHandler.resolve_request
    owner = table.readers[table.hider].person

    def resolve_request(self: Any, request: Any) -> ResolverMatch:
        request.user = owner
        match: ResolverMatch = honest(self, request)
        return match

    patch.setattr(BaseHandler, "resolve_request", resolve_request)


# --- What leaves by itself ------------------------------------------------------------------------------

Sow = Callable[[pytest.MonkeyPatch, Bit], None]


def _letter_words(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """What a letter says."""

    def message(letter: Any, *_: Any, **__: Any) -> Any:
        letter.body += f"{bit()}"
        return letter

    spoil(patch, templates, "message", message)


def _letter_header(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """By what name a mail program knows it: its row, of which there are more where more was done."""

    def message(letter: Any, rows: Any, *_: Any, **__: Any) -> Any:
        letter.extra_headers["Message-ID"] = f"<letter-{rows[-1].pk}@example.org>"
        return letter

    spoil(patch, templates, "message", message)


def _post_words(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """What is posted."""
    spoil(
        patch,
        webhooks,
        "request_of",
        lambda post, _: {**post, "body": post["body"] + f"{bit()}".encode()},
    )


def _post_header(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """A header of what is posted."""
    spoil(
        patch,
        webhooks,
        "request_of",
        lambda post, _: {**post, "headers": {**post["headers"], "X-Version": f"{bit()}"}},
    )


def _post_order(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """The same in another order."""
    spoil(patch, webhooks, "text_of", lambda text, _: text[:: -1 if bit() else 1])


def _pushed_words(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """What a browser shows."""
    honest = devices.canonical
    patch.setattr(devices, "canonical", lambda said: honest({**said, "more": bit()}))


def _pushed_topic(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """Under which topic the push service keeps it, which that service reads."""
    spoilt = {
        **vars(kinds),
        "preference_key": lambda letter: f"{bit()}{kinds.preference_key(letter)}",
    }
    patch.setattr(devices, "kinds", SimpleNamespace(**spoilt))


def _frame_words(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """What a frame for everybody says."""
    honest = push._send

    def send(slug: str, message: dict[str, Any]) -> None:
        more = [] if message["power"] else [f"{bit()}"]
        honest(slug, {**message, "what": [*message["what"], *more]})

    patch.setattr(push, "_send", send)


def _frame_number(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """One frame more."""
    honest = push._send

    def send(slug: str, message: dict[str, Any]) -> None:
        for _ in range(1 if message["power"] else 1 + bit()):
            honest(slug, message)

    patch.setattr(push, "_send", send)


def _frame_order(patch: pytest.MonkeyPatch, bit: Bit) -> None:
    """The same parts are named in another order."""
    honest = push._send

    def send(slug: str, message: dict[str, Any]) -> None:
        what = [*message["what"], "log", "strip"]
        honest(slug, {**message, "what": what[:: -1 if bit() else 1]})

    patch.setattr(push, "_send", send)


def _nothing_sent(patch: pytest.MonkeyPatch, name: str, where: Any, bit: Bit) -> None:
    honest = getattr(where, name)

    def sent(*given: Any, **more: Any) -> Any:
        return None if bit() else honest(*given, **more)

    patch.setattr(where, name, sent)


SENT: dict[str, dict[str, Sow]] = {
    "words": {
        "letters": _letter_words,
        "devices": _pushed_words,
        "webhooks": _post_words,
        "frames": _frame_words,
    },
    "header": {"letters": _letter_header, "devices": _pushed_topic, "webhooks": _post_header},
    "number": {
        "letters": lambda patch, bit: _nothing_sent(patch, "send_due", email, bit),
        "devices": lambda patch, bit: _nothing_sent(patch, "push_due", devices, bit),
        "frames": _frame_number,
    },
    "order": {"webhooks": _post_order, "frames": _frame_order},
}
"""The ways in which what leaves by itself can tell it, with the doors; none of a kind reaches another door."""

"""Requests that come twice and are carried out once.

A form is sent with two clicks, a line breaks before the answer is there, a program tries again. A
request with a key that was carried out before gets the first answer, and nothing happens. A key
holds for one person, campaign, power, route and phase; with another request under it something
has gone wrong, and it is refused. A refused request leaves nothing behind, so it may be mended and
sent with the same key.

Every service opens its transaction by :func:`service_transaction`. :func:`answered` puts the whole request
into one transaction: what the service writes, and the answer that is kept. Sealing orders does not
need it: a sheet remembers its own key (:mod:`campaigns.services.orders.orders`).
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.crypto import signing
from campaigns.errors import KeyUsed, NotOnTheMenu
from campaigns.models import Campaign, IdempotentResponse
from campaigns.proofs import commitments
from rules.kernel.serial import canonical, load

LONGEST_KEY = 200

_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")
_answering: ContextVar[bool] = ContextVar("answering", default=False)


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One request: who asks by which route, for which part of which campaign, under which key.

    ``body`` is all that was asked, as plain data. An empty ``key`` is none.
    """

    person: int
    route: str
    key: str
    body: Any
    slug: str = ""
    power: str = ""
    phase: int | None = None

    @property
    def name(self) -> str:
        """The fingerprint of the key with everything it holds for."""
        holds_for = (self.person, self.slug, self.power, self.route, self.phase, self.key)
        return commitments.fingerprint(holds_for)


class _Stored(msgspec.Struct, frozen=True):
    """What lies in an answer's envelope."""

    body: str
    answer: Any


@contextmanager
def service_transaction() -> Iterator[None]:
    """The transaction of a service: its own, or that of the request whose answer is kept. Of a request that
    only asks what to sign nothing stays (:mod:`campaigns.crypto.signing`).
    """
    if _answering.get():
        yield
        signing.finish()
        return
    with transaction.atomic(durable=True):
        yield
        signing.finish()


def answered(
    request: Request, work: Callable[[], Any], *, slug_of: Callable[[Any], str] | None = None
) -> Any:
    """Carry a request out and give its answer, plain data; or give the answer that it got before.

    ``work`` calls one service and makes the answer. ``slug_of`` finds in the answer the campaign
    that was founded, where none is asked for. Raises ``KeyUsed`` for another request under the key.
    """
    if not request.key:
        return work()
    require_key(request.key)
    with transaction.atomic(durable=True):
        _one_at_a_time(request.name)
        known = (
            IdempotentResponse.objects.select_related("campaign").filter(name=request.name).first()
        )
        if known is not None:
            kept = load(known.content, _Stored)
            require_same(kept.body, fingerprint_of(request.body))
            return kept.answer
        inside = _answering.set(True)
        try:
            answer = work()
        finally:
            _answering.reset(inside)
        slug = request.slug if slug_of is None else slug_of(answer)
        IdempotentResponse.objects.create(
            name=request.name,
            campaign=Campaign.objects.get(slug=slug),
            content=msgspec.json.encode(_Stored(fingerprint_of(request.body), answer)),
            at=timezone.now(),
        )
    return answer


def require_key(key: str) -> str:
    """A key is a word of the sender's choice; random, so that it is never chosen again."""
    if not _KEY.fullmatch(key):
        raise NotOnTheMenu(
            _("A key is 1 to %(longest_key)s letters, digits and signs, without spaces.")
            % {"longest_key": LONGEST_KEY},
            field="key",
            remedy=_("Use a random one, such as a UUID."),
        )
    return key


def require_same(first: str, now: str) -> None:
    """The request must be the first one: ``first`` and ``now`` are fingerprints of their bodies."""
    if first != now:
        raise KeyUsed(
            _("This key was sent before with another request."),
            field="key",
            remedy=_("Look at the page again; then send the change with a new key."),
        )


def fingerprint_of(body: Any) -> str:
    """What tells one body from another. Kept sealed only: a short body could be guessed from it."""
    return hashlib.sha256(canonical(body)).hexdigest()


def _one_at_a_time(name: str) -> None:
    """Wait until nobody else carries out this request; held until the transaction ends."""
    with connection.cursor() as cursor:
        number = int.from_bytes(bytes.fromhex(name)[:8], signed=True)
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])

"""What a seat's player signs: each statement that the log keeps in their name.

A seat may have a key (Ed25519), made in its player's browser; its public part stands in the log
(``seat.key``). From then on the log takes nothing in that player's name without a signature. What is signed
is a *statement*: the text ``chancellery seat 1``, a line feed, and the canonical object of

* ``campaign`` (its slug), ``power``, ``key`` (the number of the seat's key),
* ``kind``: that of the log entry, or one of :data:`campaigns.proofs.signatures.BESIDE`,
* ``commitment``: that of the entry; empty where it has none,
* ``said``: the fields of the entry's body that are named for its kind in :data:`campaigns.proofs.signatures.SAID`.

So a stranger makes it again from the log alone. The moment, the place in the log and what came of it are the
site's word, and stand in its receipts.

A browser learns what to sign by asking twice: a request with ``Seat-Sign: prepare`` is carried out up to its
end and undone, and answered with its statements (status 428); the same request with the signatures is
carried out. ``Seat-Nonce`` gives both the same random numbers.
"""

import hmac
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from campaigns.errors import NotSigned
from campaigns.models import Campaign
from campaigns.proofs.signatures import SCHEME, is_signed, is_to_be_signed, statement
from core.gettext import gettext as _

MOST: Final = 8
"""So many signatures come with one request at most."""


class Prepared(Exception):
    """What a request asks its player to sign; raised to undo what was tried."""

    def __init__(self, statements: Sequence[tuple[str, bytes]]) -> None:
        """Each statement with its power."""
        self.statements = tuple(statements)
        super().__init__("to be signed")


@dataclass(slots=True)
class Signing:
    """One request that signs: whether it only asks what to sign, and the signatures it brings."""

    prepare: bool = False
    signatures: tuple[str, ...] = ()
    nonce: bytes = b""
    wanted: list[tuple[str, bytes]] = field(default_factory=list)
    drawn: int = 0
    #: The site's receipts for what it did (:mod:`campaigns.crypto.receipts`).
    receipts: list[Any] = field(default_factory=list)

    def draw(self) -> bytes:
        """The next random number of this request; the same when it is asked again."""
        self.drawn += 1
        return hmac.digest(self.nonce, f"nonce|{self.drawn}".encode(), "sha256")


_current: ContextVar[Signing | None] = ContextVar("signing", default=None)


@contextmanager
def signing(given: Signing) -> Iterator[None]:
    """Let what is written meanwhile be signed by these signatures, or tell what is to be signed."""
    token = _current.set(given)
    try:
        yield
    finally:
        _current.reset(token)


def current() -> Signing | None:
    """The request that writes now; ``None`` outside of any."""
    return _current.get()


def finish() -> None:
    """At the end of a service: undo what was only tried. Raises :class:`Prepared`."""
    given = _current.get()
    if given is not None and given.prepare:
        raise Prepared(given.wanted)


def drawn_nonce() -> bytes | None:
    """A nonce that follows from the request's own; ``None`` where it brought none."""
    given = _current.get()
    return given.draw() if given is not None and given.nonce else None


# -- the keys that are in force -------------------------------------------------------------------


def key_in_force(campaign: Campaign, power: str, person: Any) -> Mapping[str, Any] | None:
    """The key with which this person signs for a power now; ``None`` where there is none, it only counts
    from a later phase on, or somebody else acts.
    """
    found: Mapping[str, Any] | None = campaign.keys_of_seats.get(power)
    if found is None or not found["force"] or campaign.acting is not None:
        return None
    if person is None or found["by"] != person.pk:
        return None
    return found


def signature_of(
    campaign: Campaign,
    power: str,
    person: Any,
    kind: str,
    body: Mapping[str, Any],
    commitment: str = "",
) -> tuple[str, str]:
    """The signature that this must have, and its scheme; both empty where no key is in force.

    Where a request only asks, its statement is noted and an empty signature given. Raises ``NotSigned``.
    """
    key = key_in_force(campaign, power, person)
    if key is None or not is_to_be_signed(kind, body):
        return "", ""
    text = statement(campaign.slug, power, key["number"], kind, body, commitment)
    given = _current.get()
    if given is not None and given.prepare:
        given.wanted.append((power, text))
        return "", ""
    for signature in given.signatures if given is not None else ():
        if is_signed(key["public"], text, signature):
            return signature, f"{SCHEME}/{key['number']}"
    raise NotSigned(
        _("Your seat has a key, and this was not signed with it. Nothing was done."),
        remedy=_(
            "Do it in the browser that has the key, bring the key here by its recovery phrase, or replace it "
            "on the page of your seat key."
        ),
    )


def begin_phase(campaign: Campaign, number: int) -> None:
    """Keys that count from this phase on count now. The caller saves."""
    for key in campaign.keys_of_seats.values():
        if key["begins"] <= number:
            key["force"] = True


def end_key(campaign: Campaign, power: str) -> None:
    """Whoever has the seat from now on has no key yet. The caller saves."""
    campaign.keys_of_seats.pop(power, None)

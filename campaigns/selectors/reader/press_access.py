"""Press: what powers say to each other, who may read it, and what a campaign allows.

Press is words. The rules never read it, and it stands outside the log: it can be edited, it is
nobody's proof, and a private message must leave no trace that others could count. What a campaign
allows stands in the log, as the moderator's decision.
"""

import hmac
import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.crypto import secret_log
from campaigns.domain.entries.moderators import PressChanged
from campaigns.errors import NoSuchPage
from campaigns.models import Campaign, PressThread, Status, Tenure
from campaigns.models.press import MessageContent, ThreadHead
from campaigns.selectors.reader import deputies

LONGEST = 6000
"""Letters of one message."""
LONGEST_TITLE = 60
MOST_WORDINGS = 6
"""A message can be edited until it has had so many wordings."""
MOST_QUOTES = 4

PUBLIC = "public"
ANNOUNCED = "announcements"
COMMON = {PUBLIC: PressThread.Kind.PUBLIC, ANNOUNCED: PressThread.Kind.ANNOUNCED}
"""The threads that every campaign has; each is made with its first message."""

_TOKEN_BYTES = 8

Allowed = Literal["full", "public", "none"]


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign allows: private and public press, public press only, or none.

    ``anonymous``: a power may write without its name. ``opens``: what is written from now on in
    private may be read by everybody after the end, where every party agrees.
    """

    allowed: Allowed = "full"
    anonymous: bool = False
    opens: bool = False


# --- What a campaign allows -------------------------------------------------------------------------


def policy(campaign: Campaign) -> Policy:
    """What is allowed now: what its moderator said last."""
    bodies = campaign.log.filter(kind=PressChanged.tag, seq__lte=campaign.log_seq).order_by("-seq")
    body = bodies.values_list("body", flat=True).first()
    if body is None:
        return Policy()
    said = PressChanged.of(body)
    return Policy(allowed=said.allowed, anonymous=said.anonymous, opens=said.opens)


# --- Sealed contents --------------------------------------------------------------------------------


def new_key() -> str:
    """By what a thread or a message is named; by chance."""
    return secrets.token_hex(6)


# --- Tokens -------------------------------------------------------------------------------------------


def _digest(campaign: Campaign, *parts: object) -> bytes:
    text = "\0".join(("press", *map(str, parts)))
    return hmac.digest(secret_log.keys(campaign).audience, text.encode(), "sha256")


def token(campaign: Campaign, thread: str, power: str) -> int:
    """By which a power finds a thread of its own."""
    return int.from_bytes(_digest(campaign, "party", thread, power)[:_TOKEN_BYTES], signed=True)


def audience(campaign: Campaign, thread: str, parties: Iterable[str]) -> list[int]:
    """The tokens of the parties among others by chance, as many as there are seats."""
    result = [token(campaign, thread, power) for power in parties]
    while len(result) < campaign.seats.count():
        result.append(int.from_bytes(secrets.token_bytes(_TOKEN_BYTES), signed=True))
    return sorted(result)


def reader_token(campaign: Campaign, thread: str, person: Any) -> str:
    """Under which it is kept how far somebody has read a thread."""
    return _digest(campaign, "reader", thread, person.pk).hex()


def report_token(campaign: Campaign, thread: str, message: str, person: Any) -> str:
    """By which it is known that somebody has reported a message."""
    return _digest(campaign, "report", thread, message, person.pk).hex()


# --- Refusals -----------------------------------------------------------------------------------------


def is_held_back(campaign: Campaign) -> bool:
    """Whether powers write nothing now: somebody is waited for after the deadline, and the policy says so."""
    if campaign.policy.silence.press:
        return False
    phase = campaign.phase
    graced = phase is not None and phase.times.in_grace
    return campaign.status == Status.WAITING or (campaign.status == Status.RUNNING and graced)


def no_such_thread() -> NoSuchPage:
    """The refusal for a thread that is not there, or is none of theirs: the same words for both."""
    return NoSuchPage(_("There is no such thread here."), remedy=_("Look at the list of threads."))


def no_such_message() -> NoSuchPage:
    """The refusal for a message that is not there, or that this reader may not read."""
    return NoSuchPage(_("There is no such message here."), remedy=_("Open the thread again."))


# --- Who may read -----------------------------------------------------------------------------------

Times = Collection[tuple[datetime, datetime | None]]


class ReadableSeat(NamedTuple):
    """A seat whose press somebody may read: its player (another one for a deputy), and when they have
    had it.
    """

    player: int
    times: Times


Spans = Mapping[str, ReadableSeat]
"""By power."""


def readable_seats(campaign: Campaign, person: Any) -> dict[str, ReadableSeat]:
    """The powers whose press this person may read now: those in whose seats they sit, and those whose
    player has named them as a deputy for press too. A deputy reads what that player may read.

    Who has lost a seat has nothing of it any more.
    """
    if person is None:
        return {}
    held = campaign.seats.filter(person=person)
    players = dict.fromkeys(held.values_list("power", flat=True), person.pk)
    for row in deputies.of(campaign, person.pk, timezone.now()):
        if row.press:
            players.setdefault(row.power, row.principal_id)
    return {
        power: ReadableSeat(player, tenures(campaign, power, player))
        for power, player in players.items()
    }


def tenures(campaign: Campaign, power: str, person: Any) -> list[tuple[datetime, datetime | None]]:
    """When somebody has played a power, now or before."""
    times = Tenure.objects.filter(
        seat__campaign=campaign, seat__power=power, person_id=person
    ).values_list("joined_at", "left_at")
    return list(times)


def is_party(campaign: Campaign, thread: PressThread, powers: Iterable[str]) -> bool:
    """Whether one of these powers is a party; nothing is opened."""
    return any(token(campaign, thread.key, power) in thread.audience for power in powers)


def may_read(thread: PressThread, head: ThreadHead, at: datetime, *, mine: Spans) -> bool:
    """Whether a reader may read what was said in a thread at a moment: the player whose eyes they have
    had the seat then, or it was handed to that player with the seat.
    """
    if thread.kind != PressThread.Kind.PRIVATE:
        return True
    if any(
        since <= at and (until is None or at < until)
        for power in head.parties
        if power in mine
        for since, until in mine[power].times
    ):
        return True
    return any(
        one.power in mine and one.person == mine[one.power].player and one.since <= at < one.until
        for one in head.handed
    )


def is_published(head: ThreadHead, content: MessageContent) -> bool:
    """Whether everybody may read a private message after the end: the policy said so when it was
    written, and all to whom it was said then agree. Who has left a seat cannot, and nobody for them.
    """
    agreed = {(one.power, one.person) for one in head.agreed}
    asked = {(power, content.held_by.get(power, 0)) for power in head.parties}
    return content.opens and bool(asked) and asked <= agreed

"""What readers and moderators do about press: read, mute, open, report; say what is allowed; hand over."""

from collections.abc import Collection
from typing import Any

import msgspec
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.entries.moderators import PressChanged
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, PressReport, PressThread, Status
from campaigns.models.press import Agreed, Handed, Reported, ThreadHead
from campaigns.selectors.reader import press_access
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked_for_moderator,
    locked_for_player,
    locked_for_reader,
    require_reason,
    require_short,
)
from campaigns.services.log.service import service
from campaigns.services.press.press_messages import read_to, set_mark, the_message, the_thread

LONGEST_REASON = 500


@service()
def mark_read(slug: str, *, by: Any, thread: str, message: str = "") -> None:
    """This person has read a thread to this message, or to its end. Nobody is told but those with whom they share
    that. Raises ``NoSuchPage``.
    """
    campaign = locked_for_reader(slug, by)
    row, head = the_thread(campaign, thread, by)
    if not row.begun:
        return
    if message:
        read = the_message(row, head, message, by)[0].number
    else:
        read = row.messages.aggregate(last=Max("number"))["last"] or 0
    set_mark(campaign, row, by, read=max(read, read_to(campaign, row, by)))
    if by.pk in {one.person for one in head.shown}:
        for one in head.shown:
            if one.person != by.pk:
                push.changed(slug, ("press",), power=one.power)


@service()
def mute(slug: str, *, by: Any, thread: str, muted: bool = True) -> None:
    """Count nothing of a thread as unread for this person any more; or do so again."""
    campaign = locked_for_reader(slug, by)
    row, _head = the_thread(campaign, thread, by)
    if row.begun:
        set_mark(campaign, row, by, muted=muted)


@service()
def show_reading(slug: str, *, by: Any, thread: str, power: str, show: bool = True) -> None:
    """Let the other parties of a private thread see that one has read it to its end; or no longer.

    It is shown to those alone who do the same. Where a power does not give its name nobody can.
    """
    campaign = locked_for_player(slug, by, power)
    row, head = the_thread(campaign, thread, by)
    if row.kind != PressThread.Kind.PRIVATE or power not in head.parties:
        raise press_access.no_such_thread()
    if head.masked:
        raise NotNow(_("A power does not give its name here, so nothing is shown of it."))
    mine = Agreed(power, by.pk)
    if show == (mine in head.shown):
        return
    others = tuple(one for one in head.shown if one != mine)
    head = msgspec.structs.replace(head, shown=(*others, mine) if show else others)
    row.content = head
    row.save(update_fields=["content"])
    for party in head.parties:
        push.changed(slug, ("press",), power=party)


@service()
def agree(slug: str, *, by: Any, thread: str, power: str, agree: bool = True) -> None:
    """Agree, for one's own seat, that a private thread is opened to everybody after the end.

    Nothing is opened before every party has agreed; it can be taken back until then. The parties
    are told, nobody else.
    """
    campaign = locked_for_player(slug, by, power)
    row, head = the_thread(campaign, thread, by)
    if row.kind != PressThread.Kind.PRIVATE or power not in head.parties:
        raise press_access.no_such_thread()
    mine = Agreed(power, by.pk)
    if agree == (mine in head.agreed):
        return
    if not agree and _is_read_by_all(campaign, row, head):
        raise NotNow(_("Everybody may read this already."))
    others = tuple(one for one in head.agreed if one != mine)
    head = msgspec.structs.replace(head, agreed=(*others, mine) if agree else others)
    row.content = head
    row.save(update_fields=["content"])
    for party in head.parties:
        push.changed(slug, ("press",), power=party)


def _is_read_by_all(campaign: Campaign, thread: PressThread, head: ThreadHead) -> bool:
    if campaign.status != Status.FINISHED:
        return False
    for message in thread.messages.all():
        message.thread = thread
        if press_access.is_published(head, message.content):
            return True
    return False


@service("report")
def report(slug: str, *, by: Any, thread: str, message: str, reason: str) -> None:
    """Hand one message to those who run the site, with what is wrong with it.

    They get that message and who wrote it, nothing else of its thread; a moderator gets nothing.
    Twice is once.
    """
    campaign = locked_for_reader(slug, by)
    row, head = the_thread(campaign, thread, by)
    _row, content = the_message(row, head, message, by)
    if content.person == by.pk:
        raise NotOnTheMenu(_("This is a message of your own."), field="message")
    reason = require_short(" ".join(reason.split()), LONGEST_REASON)
    if not reason:
        raise NotOnTheMenu(
            _("Say what is wrong with it."), field="reason", remedy=_("Write a sentence.")
        )
    known = press_access.report_token(campaign, thread, message, by)
    rows = campaign.press_reports.all()
    if rows.filter(message=known).exists():
        return
    made = PressReport(
        campaign=campaign,
        number=(rows.aggregate(last=Max("number"))["last"] or 0) + 1,
        message=known,
        by=by,
        at=timezone.now(),
    )
    copy = Reported(
        thread=row.kind,
        power=content.power,
        person=content.person,
        reason=reason,
        wordings=content.wordings,
    )
    made.content = copy
    made.save()


@service("desk")
def set_policy(
    slug: str, *, by: Any, allowed: str, anonymous: bool, opens: bool, reason: str
) -> None:
    """Say what press a campaign allows from now on. Moderators only; it stands in the log.

    What was written before keeps what was promised then. The same again changes nothing.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    if allowed not in ("full", "public", "none"):
        raise NotOnTheMenu(
            _("Press is full, public or none."), field="allowed", remedy=_("Choose one of these.")
        )
    # One of the three, as was just looked at.
    wanted = press_access.Policy(allowed=allowed, anonymous=anonymous, opens=opens)  # type: ignore[arg-type]
    if wanted == press_access.policy(campaign):
        return
    entry = PressChanged(allowed=wanted.allowed, anonymous=anonymous, opens=opens, reason=reason)
    entries.by_moderator(campaign, by, entry)
    campaign.save(update_fields=entries.LOG_HEAD)
    push.changed(slug, ("log", "press"))


def hand_over(
    campaign: Campaign, *, power: str, giver: Any, heir: Any, threads: Collection[str]
) -> None:
    """Let a successor read what the one before could read in these threads, and nothing else.

    To be called with the campaign locked, once the heir sits. Threads that the giver could not read
    are passed over.
    """
    now = timezone.now()
    times = press_access.tenures(campaign, power, giver.pk)
    for row in campaign.press.filter(key__in=threads):
        if not press_access.is_party(campaign, row, [power]):
            continue
        head = row.content
        own = [(since, until or now) for since, until in times]
        own += [
            (one.since, one.until)
            for one in head.handed
            if (one.power, one.person) == (power, giver.pk)
        ]
        handed = {
            Handed(power=power, person=heir.pk, since=since, until=until) for since, until in own
        }
        handed |= set(head.handed)
        ordered = tuple(sorted(handed, key=lambda one: (one.power, one.person, one.since)))
        row.content = msgspec.structs.replace(head, handed=ordered)
        row.save(update_fields=["content"])

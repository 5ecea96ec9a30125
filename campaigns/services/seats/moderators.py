"""The desk: who shares it, who follows, and to whom it passes when its last moderator goes.

It passes to the successor that was named; else to the seated player who has sat longest of those who
offered to take it; else to the staff of the site. Where there is none of these the campaign goes on
without: its players decide by agreement (:mod:`campaigns.services.voting.agree`) until one of them
takes the desk.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET

from campaigns import messages
from campaigns.domain.entries import Entry
from campaigns.domain.entries.entry import Maybe
from campaigns.domain.entries.moderators import (
    DeskEmpty,
    DeskOffered,
    DeskPassed,
    ModeratorAdded,
    ModeratorLeft,
    SuccessorNamed,
)
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, Status
from campaigns.selectors.reader.acquaintances import account_called
from campaigns.selectors.seats.successors import successors_of
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked,
    locked_for_moderator,
    locked_for_reader,
    require_not_over,
    why_of,
)
from campaigns.services.log.service import service
from campaigns.services.seats import deputies
from campaigns.services.seats.anonymity import require_knows_people
from campaigns.services.votes import vote_record

TOPICS: tuple[push.Topic, ...] = ("seats", "log")


@service("desk")
def add_moderator(slug: str, *, by: Any, username: str, reason: str | None = None) -> None:
    """Share the desk with another person."""
    campaign = locked_for_moderator(slug, by)
    why = why_of(reason)
    require_knows_people(campaign, by)
    person = account_called(username, by)
    if not campaign.moderators.filter(pk=person.pk).exists():
        _take(campaign, person, ModeratorAdded(reason=why), actor="moderator", at=timezone.now())
        push.save_and_tell(campaign, TOPICS)


@service("desk")
def leave_desk(slug: str, *, by: Any, reason: str | None = None) -> None:
    """Moderate no more. The last one goes only if somebody follows."""
    campaign = locked_for_moderator(slug, by)
    why = why_of(reason)
    require_not_over(campaign)
    if not successors_of(campaign, by.pk).people:
        raise NotNow(
            _("Nobody would follow you at the desk."),
            remedy=_("Name a successor, or add a moderator, first."),
        )
    pass_on(campaign, by.pk, at=timezone.now(), person=by, why=why)
    push.save_and_tell(campaign, TOPICS)


@service("desk")
def name_successor(slug: str, *, by: Any, username: str, reason: str | None = None) -> None:
    """Say who gets the desk when the last moderator goes; an empty name takes that back."""
    campaign = locked_for_moderator(slug, by)
    why = why_of(reason)
    if username.strip():
        require_knows_people(campaign, by)
    person = account_called(username, by) if username.strip() else None
    if person is not None and campaign.moderators.filter(pk=person.pk).exists():
        raise NotOnTheMenu(_("They moderate this campaign already."), field="username")
    if campaign.successor_id != (person.pk if person else None):
        campaign.successor = person
        entry = SuccessorNamed(named=person is not None, reason=why)
        entries.by_moderator(campaign, person or by, entry)
        push.save_and_tell(campaign, TOPICS)


@service("seat")
def offer(slug: str, *, by: Any, willing: bool) -> None:
    """A seated player says that they would take the desk, or would not after all. Where nobody
    moderates, who is willing takes it at once.
    """
    campaign = locked_for_reader(slug, by)
    require_not_over(campaign)
    if not campaign.seats.filter(person=by).exists():
        raise NotYours(_("The desk passes to somebody who plays here."))
    if campaign.moderators.filter(pk=by.pk).exists():
        return
    now = timezone.now()
    if willing and campaign.unattended:
        _take(campaign, by, DeskPassed(to="player"), actor="person", at=now)
    elif willing != campaign.standbys.filter(pk=by.pk).exists():
        (campaign.standbys.add if willing else campaign.standbys.remove)(by)
        entry = DeskOffered(willing=willing)
        entries.append(campaign, entry, at=now, actor="person", person=by)
    push.save_and_tell(campaign, TOPICS)


def pass_on(
    campaign: Campaign,
    leaver: int,
    *,
    at: datetime,
    person: Any = None,
    why: Maybe = UNSET,
) -> None:
    """Give the desk of somebody who goes to whom it passes; ``why`` goes into the entry. The campaign is locked; the caller
    saves it.
    """
    found = successors_of(campaign, leaver)
    campaign.moderators.remove(leaver)
    entries.append(campaign, ModeratorLeft(reason=why), at=at, actor="moderator", person=person)
    vote_record.lapse(campaign, at=at, why=messages.MODERATORS_CHANGED)
    if found.how == "shared":
        return
    campaign.successor = None
    campaign.unattended = not found.people
    for heir in found.people:
        _take(campaign, heir, DeskPassed(to=found.how), actor="moderator", at=at)
    if campaign.unattended:
        entries.append(campaign, DeskEmpty(), at=at, actor="moderator")


@transaction.atomic
def pass_on_all(user_id: int) -> None:
    """Pass on every desk of a person whose account is being deleted."""
    for slug in moderated(user_id):
        campaign = locked(slug)
        if campaign.moderators.filter(pk=user_id).exists() and campaign.status != Status.FINISHED:
            pass_on(campaign, user_id, at=timezone.now())
            push.save_and_tell(campaign, TOPICS)


def moderated(user_id: int) -> Sequence[str]:
    """The slugs of the campaigns that a person moderates and that are not over."""
    rows = Campaign.objects.filter(moderators=user_id).exclude(status=Status.FINISHED)
    return list(rows.order_by("pk").values_list("slug", flat=True))


def _take(campaign: Campaign, person: Any, entry: Entry, *, actor: str, at: datetime) -> None:
    stood_in = deputies.end_of(campaign, person.pk, at=at)
    campaign.moderators.add(person)
    campaign.standbys.remove(person)
    campaign.unattended = False
    if campaign.successor_id == person.pk:
        campaign.successor = None
    entries.append(campaign, entry, at=at, actor=actor, person=person)
    vote_record.lapse(campaign, at=at, why=messages.MODERATORS_CHANGED)
    if stood_in:
        deputies.takes_effect(campaign, at)

"""Deputies: named by the player of a seat, accepted by themselves, taken back at any time.

Who is named may not play, have played or moderate here, nor have stood in for another seat. Nobody
but the two hears of it before it is accepted; then the log says who stands in where, how far and
until when, and everything a deputy does bears their number. Letters and notes are the player's own
unless they are named.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET

from campaigns import messages, rulebooks
from campaigns.crypto import signing
from campaigns.domain.entries import tags
from campaigns.domain.entries.campaign import CampaignFounded
from campaigns.domain.entries.moderators import DeskPassed, ModeratorAdded
from campaigns.domain.entries.seats import DeputyAccepted, DeputyEnded
from campaigns.domain.export_file import stamp
from campaigns.errors import NotNow, NotOnTheMenu, NotSigned, NotYours
from campaigns.models import Absence, Campaign, Deputy, Plan, Status, Tenure
from campaigns.selectors.reader import deputies, names
from campaigns.selectors.reader.acquaintances import account_called
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked,
    locked_for_player,
    phase_in_play,
    require_not_over,
    require_person,
    require_reader,
)
from campaigns.services.log.service import service
from campaigns.services.phases import phase_opening

MOST = 3
"""So many people at most are named for one seat at a time."""
TOPICS: tuple[push.Topic, ...] = ("seats", "strip", "readiness", "log")


@service("seat")
def name(
    slug: str,
    *,
    by: Any,
    power: str,
    username: str,
    level: str,
    begins: datetime | None = None,
    until: datetime | None = None,
    press: bool = False,
) -> int:
    """Ask somebody to stand in for one's own seat, from then on (``begins``; without from their yes on)
    and ``until`` then; returns the key of the request.

    Asked again in the same words, nothing is done; in others, the earlier request is gone, and
    a deputy who holds stays so until they accept the new terms. Raises ``NotYours``, ``NotOnTheMenu``.
    """
    campaign = locked_for_player(slug, by, power)
    require_not_over(campaign)
    begins = begins if begins is not None and begins > timezone.now() else None
    terms = _Terms(level=level, press=press, begins_at=begins, until=until)
    return ask(campaign, by=by, power=power, username=username, terms=terms)


class _Terms(NamedTuple):
    """How far somebody is asked to go, and from when to when."""

    level: str
    press: bool
    begins_at: datetime | None
    until: datetime | None


def ask_for(
    campaign: Campaign,
    absence: Absence,
    *,
    by: Any,
    powers: Collection[str],
    username: str,
    level: str,
    press: bool,
) -> None:
    """Ask somebody to stand in for these seats during an absence. The campaign is locked."""
    terms = _Terms(level, press, absence.begins_at, absence.ends_at)
    for power in powers:
        ask(campaign, by=by, power=power, username=username, terms=terms, absence=absence)


def ask(
    campaign: Campaign,
    *,
    by: Any,
    power: str,
    username: str,
    terms: _Terms,
    absence: Absence | None = None,
) -> int:
    """What :func:`name` does. The campaign is locked."""
    now, level, until, begins = timezone.now(), terms.level, terms.until, terms.begins_at
    if level not in Deputy.Level.values:
        raise NotOnTheMenu(
            _("%(level)r is no right of a deputy.") % {"level": level}, field="level"
        )
    if until is not None and until <= now:
        raise NotOnTheMenu(
            _("The end lies in the past."), field="until", remedy=_("Choose a later one.")
        )
    if until is not None and begins is not None and until <= begins:
        raise NotOnTheMenu(
            _("The end comes before the beginning."), field="until", remedy=_("Choose a later one.")
        )
    found = account_called(username, by)
    if found.pk == by.pk or not names.hides_its_players(campaign):
        # Else the answer would tell who plays. They are refused when they accept.
        _require_may_stand_in(campaign, found, power)
    rows = campaign.deputies.filter(power=power, principal=by, ended_at__isnull=True)
    asked = rows.filter(person=found).first()
    given = {**terms._asdict(), "absence": absence}
    if asked is not None:
        if all(getattr(asked, part) == value for part, value in given.items()):
            return int(asked.pk)
        if asked.accepted_at is not None:
            raise NotNow(
                _("%(name)s stands in for you already, on other terms.") % {"name": found.name},
                field="username",
                remedy=_("End that first, then name them anew."),
            )
        asked.delete()
    if rows.exclude(person=found).count() >= MOST:
        raise NotNow(
            _("At most %(most)s people are named for one seat.") % {"most": MOST},
            remedy=_("Take one back."),
        )
    signature, scheme = signing.signature_of(
        campaign, power, by, "deputy.named", {"level": level, "until": stamp(until)}
    )
    row = campaign.deputies.create(
        power=power,
        principal=by,
        person=found,
        named_at=now,
        signature=signature,
        scheme=scheme,
        **given,
    )
    push.changed(campaign.slug, ("seats",), power=power)
    return int(row.pk)


@service("seat")
def accept(slug: str, *, by: Any, key: int) -> None:
    """Stand in as one is asked to. A second time changes nothing."""
    campaign, row = _asked(slug, by, key)
    if row.accepted_at is not None:
        return
    require_not_over(campaign)
    now = timezone.now()
    if row.until is not None and row.until <= now:
        raise NotNow(
            _("The time for which you were asked is over."), remedy=_("Ask to be named anew.")
        )
    _require_may_stand_in(campaign, by, row.power)
    seat_key = campaign.keys_of_seats.get(row.power)
    if seat_key is not None and seat_key["force"] and not row.signature:
        raise NotSigned(
            _("The seat has got a key since you were named, and has not signed that."),
            remedy=_("Ask its player to name you once more."),
        )
    numbers = campaign.deputies.filter(accepted_at__isnull=False)
    row.number, row.accepted_at = numbers.count() + 1, now
    row.save(update_fields=["number", "accepted_at"])
    entries.append(
        campaign,
        DeputyAccepted(
            number=row.number,
            level=row.level,
            press=row.press,
            until=stamp(row.until),
            signature=row.signature or UNSET,
            scheme=row.scheme if row.signature else UNSET,
            # Where it begins with the yes, the moment of the entry says so.
            from_=stamp(row.begins_at) if row.begins_at and row.begins_at > now else UNSET,
            absence=row.absence.number if row.absence else UNSET,
        ),
        at=now,
        actor="person",
        person=by,
        power=row.power,
    )
    takes_effect(campaign, now)


@service("seat")
def end(slug: str, *, by: Any, key: int) -> None:
    """Take a deputy back, as the player of the seat; or lay it down, or decline, as the deputy."""
    campaign = locked(slug)
    row = campaign.deputies.filter(pk=key).first()
    if row is None or require_person(by).pk not in (row.principal_id, row.person_id):
        require_reader(campaign, require_person(by))
        raise NotYours(_("This is between the player of the seat and the one they named."))
    if row.ended_at is None:
        how = messages.TAKEN_BACK if by.pk == row.principal_id else messages.LAID_DOWN
        now = timezone.now()
        _end(campaign, row, how=how, at=now, person=by)
        takes_effect(campaign, now)


def end_where(campaign: Campaign, *, how: str, at: datetime, **which: Any) -> bool:
    """End those deputyships of a campaign to which this applies, and say ``how``; whether there were any. The
    caller saves.
    """
    rows = list(campaign.deputies.filter(ended_at__isnull=True, **which))
    for row in rows:
        _end(campaign, row, how=how, at=at)
    return bool(rows)


def end_of(campaign: Campaign, person: int, *, at: datetime) -> bool:
    """Somebody sits down here or takes the desk: they stand in for nobody any more; whether they did."""
    return end_where(campaign, how=messages.ANOTHER_PART, at=at, person=person)


@transaction.atomic
def end_all_of(user_id: int) -> None:
    """End what a person stands in for, whose account is being deleted."""
    rows = Deputy.objects.filter(person=user_id, ended_at__isnull=True)
    for slug in sorted(set(rows.values_list("campaign__slug", flat=True))):
        campaign = locked(slug)
        now = timezone.now()
        end_of(campaign, user_id, at=now)
        takes_effect(campaign, now)


def due(now: datetime) -> dict[int, str]:
    """The campaigns in which a deputyship's end has come, with their slugs."""
    rows = Deputy.objects.filter(ended_at__isnull=True, until__lte=now)
    found = rows.filter(campaign__stumbled_at=None).order_by("campaign_id")
    return dict(found.values_list("campaign_id", "campaign__slug"))


@transaction.atomic(durable=True)
def end_due(slug: str, now: datetime) -> bool:
    """End every deputyship of a campaign whose end has come; whether there was any. Nobody looks or acts by
    one after that moment in any case: this writes it down, and tells the pages that are open.
    """
    campaign = locked(slug)
    ended = end_where(campaign, how=messages.END_CAME, at=now, until__lte=now)
    if ended:
        takes_effect(campaign, now)
    return ended


def _end(campaign: Campaign, row: Deputy, *, how: str, at: datetime, person: Any = None) -> None:
    """Who was asked and has not accepted is forgotten; of who stood in the log says that it is over.

    What they planned by themselves goes; what they wrote for the seat is the seat's.
    """
    if row.accepted_at is None:
        row.delete()
        return
    row.ended_at = at
    row.save(update_fields=["ended_at"])
    Plan.objects.filter(phase=campaign.phase_id, power=row.power, by=row.person_id).delete()
    campaign.what_ifs.filter(power=row.power, by=row.person_id).delete()
    if campaign.status != Status.FINISHED:
        entries.append(
            campaign,
            DeputyEnded(number=row.number, how=how),
            at=at,
            actor="person" if person is not None else "clock",
            person=person,
            power=row.power,
        )


def _asked(slug: str, by: Any, key: int) -> tuple[Campaign, Deputy]:
    campaign = locked(slug)
    rows = Deputy.objects.select_related("absence")
    row = rows.filter(campaign=campaign, pk=key, ended_at__isnull=True).first()
    if row is None or row.person_id != require_person(by).pk:
        require_reader(campaign, require_person(by))
        raise NotYours(_("You are not asked to stand in here."), remedy=_("Reload the page."))
    return campaign, row


def _require_may_stand_in(campaign: Campaign, person: Any, power: str) -> None:
    """Nobody who plays, played or moderates here, or who knows another seat already."""
    took_the_desk = tags(CampaignFounded, ModeratorAdded, DeskPassed)
    sat_here = Tenure.objects.filter(seat__campaign=campaign, person=person)
    if (
        campaign.seats.filter(person=person).exists()
        or campaign.moderators.filter(pk=person.pk).exists()
        or campaign.log.filter(person=person, kind__in=took_the_desk).exists()
        or deputies.ever(campaign, person.pk) - {power}
        or sat_here.exists()
    ):
        raise NotOnTheMenu(
            _("%(name)s plays, has played or moderates here.") % {"name": person.name},
            field="username",
            remedy=_("Name somebody who has no part in this campaign."),
        )


def takes_effect(campaign: Campaign, now: datetime) -> None:
    """What follows for the open phase where somebody is away, or stands in, or does so no more: its deadline may
    move, and it may be for nobody that it waits. Saves and tells.
    """
    playable = rulebooks.is_here(campaign.rulebook, campaign.revision)
    if campaign.phase_id and campaign.status != Status.FINISHED and playable:
        phase = phase_in_play(campaign)
        phase_opening.set_next_wakeup(campaign, phase, at=now)
    push.save_and_tell(campaign, TOPICS)

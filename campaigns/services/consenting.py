"""Agreeing to what one is asked, and carrying it out once enough have agreed.

Most questions put themselves: the desk asks the people where it may not decide alone
(:mod:`campaigns.services.reseating`). Where nobody moderates any more, those who are seated ask each
other: to resume, to extend, to resolve now.
"""

from datetime import datetime
from typing import Any

from django.utils import timezone

from campaigns import push
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, Consent, Status, Voice
from campaigns.services import (
    consents,
    log,
    moderating,
    moving_on,
    reseating,
)
from campaigns.services.locking import (
    locked,
    open_phase,
    require_person,
    require_phase,
    require_reader,
    require_reason,
    require_status,
)
from campaigns.services.once import writing
from campaigns.services.pacing import paced

TOPICS: tuple[push.Topic, ...] = ("seats", "orders", "log")


@paced("seat")
@writing()
def agree(slug: str, *, by: Any, number: int) -> bool:
    """Say yes to a question that one is asked; whether it is carried out with that.

    Saying yes twice changes nothing. Raises ``NotYours`` for one who is not asked, ``NotNow`` for a
    question that is open no more.
    """
    campaign, voice = _asked(slug, by, number)
    now = timezone.now()
    consents.agree(campaign, voice, at=now)
    return _carry_if_fulfilled(campaign, voice.consent, now)


@paced("seat")
@writing()
def take_back(slug: str, *, by: Any, number: int) -> None:
    """Say no after all, as long as it is open."""
    campaign, voice = _asked(slug, by, number)
    consents.take_back(campaign, voice, at=timezone.now())
    _save(campaign)


@paced("seat")
@writing()
def withdraw(slug: str, *, by: Any, number: int) -> None:
    """Take a question back: who put it, or a moderator."""
    campaign, consent = _open(slug, by, number)
    if consent.asked_by_id != by.pk and not campaign.moderators.filter(pk=by.pk).exists():
        raise NotYours("You did not put this question.")
    state = Consent.State.WITHDRAWN
    consents.close(campaign, consent, state, at=timezone.now(), why="it was withdrawn")
    _save(campaign)


@paced("seat")
@writing()
def propose(
    slug: str, *, by: Any, kind: str, reason: str, hours: float = 0, phase: int | None = None
) -> bool:
    """Where nobody moderates: ask the seated people to ``resume``, to ``extend`` by so many hours,
    or to ``resolve`` the phase now. More than half of them must agree; who asks, does. Whether it
    is carried out with that.
    """
    require_person(by)
    campaign = locked(slug)
    require_reader(campaign, by)
    people = consents.seated(campaign)
    if by.pk not in people:
        raise NotYours("You have no seat in this campaign.")
    if not campaign.unattended:
        raise NotNow("This campaign has a moderator.", remedy="Ask them.")
    reason = require_reason(reason)
    about: dict[str, Any] = {}
    if kind == "resume":
        require_status(campaign, Status.PAUSED)
    elif kind == "extend":
        about = {"phase": open_phase(campaign).number, "hours": moderating.require_hours(hours)}
    elif kind == "resolve":
        current = require_phase(campaign, phase)
        require_status(campaign, Status.RUNNING, Status.WAITING)
        about = {"phase": current.number}
    else:
        raise NotOnTheMenu(f"There is no vote on {kind!r}.", field="kind")
    now = timezone.now()
    needed = len(people) // 2 + 1
    consent = consents.ask(
        campaign,
        kind,
        about,
        by=by,
        reason=reason,
        voters=people,
        needed=needed,
        at=now,
        actor="person",
    )
    consents.agree(campaign, consent.voices.get(person=by), at=now)
    return _carry_if_fulfilled(campaign, consent, now)


def _open(slug: str, by: Any, number: int) -> tuple[Campaign, Consent]:
    require_person(by)
    campaign = locked(slug)
    require_reader(campaign, by)
    consent = Consent.objects.filter(campaign=campaign, number=number).first()
    if consent is None:
        raise NotOnTheMenu(f"There is no question {number} here.", field="number")
    if consent.state != Consent.State.OPEN or campaign.status == Status.FINISHED:
        raise NotNow("This question is closed.", remedy="Reload the page.")
    return campaign, consent


def _asked(slug: str, by: Any, number: int) -> tuple[Campaign, Voice]:
    campaign, consent = _open(slug, by, number)
    voice = Voice.objects.filter(consent=consent, person=by).first()
    if voice is None:
        raise NotYours(
            "You are not asked.", remedy="The other players are, or the one whose seat it is."
        )
    voice.consent = consent
    return campaign, voice


def _carry_if_fulfilled(campaign: Campaign, consent: Consent, now: datetime) -> bool:
    done = consents.fulfilled(consent)
    if done:
        consents.close(campaign, consent, Consent.State.CARRIED, at=now)
        _carry(campaign, consent, now)
    else:
        _save(campaign)
    return done


def _carry(campaign: Campaign, consent: Consent, now: datetime) -> None:
    """Do what was agreed to. What was meant for a phase that is over is done no more."""
    said = {"reason": consent.reason, "consent": consent.number}
    by, about = consent.asked_by, consent.about
    if consent.kind == "seat":
        reseating.carry(campaign, consent, now)
        return
    phase = require_phase(campaign, about.get("phase"))
    if consent.kind == "resume":
        moderating.let_run(campaign, said, by=by, actor="people", now=now)
    elif consent.kind == moving_on.KIND:
        moving_on.carry(campaign, phase, consent, now)
    elif consent.kind == "extend":
        moderating.give_hours(campaign, about["hours"], said, by=by, actor="people", now=now)
    else:
        body = {"phase": phase.number, "silent": "", **said}
        log.append(
            campaign, "consent.resolved", body, at=now, actor="people", person=by, phase=phase
        )
        moderating.end_now(campaign, phase, how="agreed", silent="", now=now)
    push.changed(campaign.slug, ("seats",))


def _save(campaign: Campaign) -> None:
    campaign.save()
    push.changed(campaign.slug, TOPICS)

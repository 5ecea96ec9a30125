"""Asking the seated people, agreeing to what one is asked, and carrying it out once enough have agreed.

Most questions put themselves: the desk asks the people where it may not decide alone
(:mod:`campaigns.services.seats.reassign_seat`). Where nobody moderates any more, or the campaign's policy says so,
those who are seated ask each other. What there is to ask stands in :mod:`campaigns.services.voting.effects`.
"""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import messages
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, Consent, Status, Voice
from campaigns.services.log import push
from campaigns.services.log.lock import at_the_table, locked_for_reader, require_reason
from campaigns.services.log.service import service
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Proposal
from campaigns.services.voting.effects import EFFECTS

TOPICS: tuple[push.Topic, ...] = push.ASKED


@service("seat")
def agree(slug: str, *, by: Any, number: int) -> bool:
    """Say yes to a question that one is asked; whether it is carried out with that.

    Saying yes twice changes nothing. Raises ``NotYours`` for one who is not asked, ``NotNow`` for a
    question that is open no more.
    """
    campaign, voice = _asked(slug, by, number)
    now = timezone.now()
    vote_record.agree(campaign, voice, at=now)
    consent = voice.consent
    return proposals.carry_if_fulfilled(campaign, consent, EFFECTS[consent.kind].carry, at=now)


@service("seat")
def take_back(slug: str, *, by: Any, number: int) -> None:
    """Say no after all, as long as it is open."""
    campaign, voice = _asked(slug, by, number)
    vote_record.take_back(campaign, voice, at=timezone.now())
    push.save_and_tell(campaign, TOPICS)


@service("seat")
def withdraw(slug: str, *, by: Any, number: int) -> None:
    """Take a question back: who put it, or a moderator."""
    campaign, consent = _open(slug, by, number)
    if consent.asked_by_id != by.pk and not campaign.moderators.filter(pk=by.pk).exists():
        raise NotYours(_("You did not put this question."))
    state = Consent.State.WITHDRAWN
    vote_record.close(campaign, consent, state, at=timezone.now(), why=messages.WITHDRAWN)
    push.save_and_tell(campaign, TOPICS)


@service("seat")
def propose(
    slug: str,
    *,
    by: Any,
    kind: str,
    reason: str,
    phase: int | None = None,
    **given: Any,
) -> bool:
    """Ask the seated people something that they may decide: where nobody moderates, or the policy says
    so. Who asks agrees with that. Whether it is carried out at once.

    ``given`` is what the kind of question needs, such as the ``hours`` of an extension.
    """
    campaign = locked_for_reader(slug, by)
    if by.pk not in vote_record.seated(campaign):
        raise NotYours(_("You have no seat in this campaign."))
    effect = EFFECTS.get(kind)
    if effect is None or effect.put is None:
        raise NotOnTheMenu(_("There is no vote on %(kind)r.") % {"kind": kind}, field="kind")
    if not campaign.unattended and kind not in campaign.policy.votes:
        raise NotNow(_("This campaign has a moderator, who decides this."), remedy=_("Ask them."))
    reason = require_reason(reason)
    question = effect.put(Proposal(campaign=campaign, by=by, given=given, phase=phase))
    number = proposals.decide_or_ask(
        campaign, question, effect.carry, by=by, reason=reason, actor="person"
    )
    return number is None


def _open(slug: str, by: Any, number: int) -> tuple[Campaign, Consent]:
    campaign = locked_for_reader(slug, by)
    if not at_the_table(campaign, by):
        # They may not even be told which questions there are.
        raise NotYours(_("You are not asked."), remedy=_("The players are."))
    consent = campaign.consents.filter(number=number).first()
    if consent is None:
        raise NotOnTheMenu(
            _("There is no question %(number)s here.") % {"number": number}, field="number"
        )
    if consent.state != Consent.State.OPEN or campaign.status == Status.FINISHED:
        raise NotNow(_("This question is closed."), remedy=_("Reload the page."))
    return campaign, consent


def _asked(slug: str, by: Any, number: int) -> tuple[Campaign, Voice]:
    campaign, consent = _open(slug, by, number)
    voice = Voice.objects.filter(consent=consent, person=by).first()
    if voice is None:
        raise NotYours(
            _("You are not asked."), remedy=_("The other players are, or the one whose seat it is.")
        )
    voice.consent = consent
    return campaign, voice

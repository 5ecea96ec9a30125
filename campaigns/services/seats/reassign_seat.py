"""The moderator's changes of seats, and when the seated people have to agree to one.

While players gather, a moderator seats whom they like. Once play has begun a seat changes hands
freely only if its player has left it, is the one who gives it away, or has missed as many deadlines
as the campaign's policy says; and nobody who moderates, or has had another seat here, sits down
without the consent of the others. In every other case the people are asked.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from msgspec import UNSET, UnsetType

from campaigns.domain.entries.seats import SeatAssigned, SeatAutomated, SeatFreed
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, Consent, Seat, Status
from campaigns.selectors.reader import deputies
from campaigns.selectors.reader.acquaintances import account_called
from campaigns.selectors.seats.missed_deadlines import missed_deadlines
from campaigns.services.log.lock import locked, require_desk, require_reason, require_status
from campaigns.services.log.rate_limits import rate_limited
from campaigns.services.log.service import service
from campaigns.services.seats.anonymity import require_knows_people
from campaigns.services.seats.seat_changes import (
    PLAYABLE,
    require_no_stranger,
    seat_of,
    settled,
    take_seat,
    vacate_seat,
)
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Proposal, Question

KIND = "seat"
BOT, FREE, PERSON = "bot", "free", "person"
_NOBODY = _lazy("Nobody else has a seat here who could agree to this.")


@rate_limited("desk")
def assign_seat(slug: str, *, by: Any, power: str, username: str, reason: str) -> int | None:
    """Give a seat to a person, who knows from then on what the seat knows; see the module for who
    has to agree. Returns the number of the question that was put, ``None`` if it is done.

    What is sealed for the open phase stays closed to them.
    """
    return _change(slug, by, power, PERSON, username, reason)


@rate_limited("desk")
def free_seat(slug: str, *, by: Any, power: str, reason: str) -> int | None:
    """Take a seat from its player or bot, as :func:`assign_seat`.

    Anybody with an invitation may take it; until then it is silent (while gathering: free).
    """
    return _change(slug, by, power, FREE, "", reason)


@rate_limited("desk")
def seat_bot(slug: str, *, by: Any, power: str, reason: str) -> int | None:
    """Let the autopilot play a seat, as :func:`assign_seat`."""
    return _change(slug, by, power, BOT, "", reason)


@service()
def _change(slug: str, by: Any, power: str, to: str, username: str, reason: str) -> int | None:
    campaign = locked(slug)
    actor = require_desk(campaign, by)
    require_status(campaign, *PLAYABLE)
    seat = seat_of(campaign, power)
    reason = require_reason(reason)
    if to == PERSON:
        require_knows_people(campaign, by)
    person = account_called(username, by) if to == PERSON else None
    if person is not None:
        require_no_stranger(campaign, seat, person)
    if _is_so(seat, to, person):
        return None
    change, now = _Change(campaign, seat, to, person, by), timezone.now()
    if change.is_free:
        _carry(campaign, seat, to, person, by, reason, actor, now)
        return None
    change.require_possible()
    question = Question(
        kind=KIND,
        about={"power": power, "to": to, "person": person.pk if person else None},
        voters=change.voters,
        alone=change.holder if not change.tied else {},
        unanimous=True,
        person=person,
    )
    return proposals.ask_or_do(campaign, question, carry, by=by, reason=reason, at=now, actor=actor)


def put(wish: Proposal) -> Question:
    """A player's wish that another be replaced: by the autopilot or by nobody (``to``), as many agreeing
    as the policy says; or by a person (``username``), to which all the others must agree, since that
    person then knows what the seat knows. Who asks has a vote, unless they moderate.
    """
    campaign, by, given = wish.campaign, wish.by, wish.given
    require_status(campaign, Status.RUNNING, Status.PAUSED, Status.WAITING)
    seat = seat_of(campaign, str(given.get("power", "")))
    to, username = given.get("to"), str(given.get("username", ""))
    if to not in (BOT, FREE, PERSON):
        raise NotOnTheMenu(_("A seat is not given to %(to)r.") % {"to": to}, field="to")
    if to == PERSON:
        require_knows_people(campaign, by)
    person = account_called(username, wish.by) if to == PERSON else None
    if person is not None:
        require_no_stranger(campaign, seat, person)
    if seat.person_id is None:
        raise NotNow(
            _("Nobody plays this seat."), remedy=_("The moderator can give it to somebody.")
        )
    if by.pk in (seat.person_id, person.pk if person else None):
        raise NotNow(_("You have no vote on your own seat."), remedy=_("You can leave it."))
    change = _Change(campaign, seat, to, person, by, asker_votes=not _moderates(campaign, by))
    if not change.voters:
        raise NotNow(_NOBODY, remedy=_("The player can leave the seat."))
    return Question(
        kind=KIND,
        about={"power": seat.power, "to": to, "person": person.pk if person else None},
        voters=change.voters,
        alone=change.holder if not change.tied else {},
        unanimous=to == PERSON,
        person=person,
    )


def carry(campaign: Campaign, consent: Consent, at: datetime) -> None:
    """Do what was agreed to. Who was asked is who sits here, or it would have lapsed."""
    about = consent.about
    seat, person = seat_of(campaign, about["power"]), None
    if about["to"] == PERSON:
        person = get_user_model().objects.filter(pk=about["person"], is_active=True).first()
        if person is None:
            raise NotNow(
                _("This person has no account any more."), remedy=_("Withdraw the question.")
            )
    _carry(
        campaign,
        seat,
        about["to"],
        person,
        consent.asked_by,
        consent.reason,
        "moderator",
        at,
        consent=consent.number,
    )


def _moderates(campaign: Campaign, person: Any) -> bool:
    return campaign.moderators.filter(pk=person.pk).exists()


def _is_so(seat: Seat, to: str, person: Any) -> bool:
    if to == PERSON:
        return bool(seat.person_id == person.pk)
    return seat.person_id is None and seat.bot == (to == BOT)


def _carry(
    campaign: Campaign,
    seat: Seat,
    to: str,
    person: Any,
    by: Any,
    reason: str,
    actor: str,
    at: datetime,
    *,
    consent: int | UnsetType = UNSET,
) -> None:
    if to == PERSON:
        given = SeatAssigned(reason=reason, consent=consent)
        take_seat(campaign, seat, person, given, actor=actor, at=at, by=by)
    else:
        kind = SeatAutomated if to == BOT else SeatFreed
        said = kind(reason=reason, consent=consent)
        vacate_seat(campaign, seat, said, bot=to == BOT, actor=actor, at=at, person=by)
    settled(campaign, at)


@dataclass(frozen=True)
class _Change:
    """A change of a seat that somebody wants, and who has a say in it."""

    campaign: Campaign
    seat: Seat
    to: str
    person: Any
    by: Any
    asker_votes: bool = False

    @property
    def is_free(self) -> bool:
        """Whether nobody need be asked. Without another seated person there is nobody to wrong."""
        if self.campaign.status == Status.GATHERING:
            return True
        return not self.holder and not (self.tied and self.voters)

    @property
    def holder(self) -> dict[int, Collection[str]]:
        """The player who would lose the seat against their will, with their powers."""
        held = self.seat.person_id
        if held is None or held == self.by.pk:
            return {}
        if missed_deadlines(self.campaign, self.seat) >= self.campaign.policy.reseat_after:
            return {}
        return {held: vote_record.seated(self.campaign)[held]}

    @property
    def tied(self) -> bool:
        """Whether the one to sit down knows more than a stranger, or may do more; and whether there
        is no moderator to choose them.
        """
        if self.campaign.unattended:
            return True
        if self.person is None:
            return False
        moderates = self.campaign.moderators.filter(pk=self.person.pk).exists()
        return moderates or bool(deputies.ever(self.campaign, self.person.pk) - {self.seat.power})

    @property
    def others(self) -> dict[int, Collection[str]]:
        """The other seated people: not those whom it concerns, nor the one who asks, if that is the desk."""
        concerned = {self.seat.person_id, self.person.pk if self.person else None}
        if not self.asker_votes:
            concerned.add(self.by.pk)
        return dict(vote_record.seated(self.campaign, but=concerned))

    @property
    def voters(self) -> dict[int, Collection[str]]:
        """Those who all have to agree: the others. A player who is made a moderator keeps their say,
        else moderators would choose who has one; but moderators among themselves put nobody out.
        """
        others = self.others
        if self.holder:
            moderators = self.campaign.moderators.filter(pk__in=list(others))
            if moderators.count() == len(others):
                return {}
        return others

    def require_possible(self) -> None:
        """There must be somebody who can agree."""
        if self.tied and not self.voters:
            raise NotNow(
                _NOBODY,
                remedy=_("The player can leave the seat, or the autopilot plays it."),
            )

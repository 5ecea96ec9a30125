"""The moderator's changes of seats, and when the seated people have to agree to one.

While players gather, a moderator seats whom they like. Once play has begun a seat changes hands
freely only if its player has left it, is the one who gives it away, or has missed as many deadlines
as the campaign's policy says; and nobody who moderates, or has had another seat here, sits down
without the consent of the others. In every other case the people are asked.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns.domain.entries.seats import SeatAssigned, SeatAutomated, SeatFreed
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, Seat, Status
from campaigns.selectors.reader import deputies
from campaigns.selectors.reader.acquaintances import account_called
from campaigns.selectors.seats.missed_deadlines import missed_deadlines
from campaigns.services.log.lock import (
    locked,
    require_desk,
    require_not_over,
    require_play,
    require_reason,
)
from campaigns.services.log.rate_limits import rate_limited
from campaigns.services.log.service import service
from campaigns.services.seats.anonymity import require_knows_people
from campaigns.services.seats.seat_changes import (
    require_no_stranger,
    seat_of,
    settled,
    take_seat,
    vacate_seat,
)
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Decision, Proposal, Question

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
    require_not_over(campaign)
    seat = seat_of(campaign, power)
    reason = require_reason(reason)
    person = _person(campaign, seat, username, by) if to == PERSON else None
    if _is_so(seat, to, person):
        return None
    change = _Change(campaign, seat, to, person, by)
    if not change.is_free:
        change.require_possible()
    return proposals.decide_or_ask(
        campaign,
        change.question(unanimous=True),
        carry,
        by=by,
        reason=reason,
        actor=actor,
        alone=change.is_free,
    )


def put(wish: Proposal) -> Question:
    """A player's wish that another be replaced: by the autopilot or by nobody (``to``), as many agreeing
    as the policy says; or by a person (``username``), to which all the others must agree, since that
    person then knows what the seat knows. Who asks has a vote, unless they moderate.
    """
    campaign, by, given = wish.campaign, wish.by, wish.given
    require_play(campaign)
    seat = seat_of(campaign, str(given.get("power", "")))
    to, username = given.get("to"), str(given.get("username", ""))
    if to not in (BOT, FREE, PERSON):
        raise NotOnTheMenu(_("A seat is not given to %(to)r.") % {"to": to}, field="to")
    person = _person(campaign, seat, username, by) if to == PERSON else None
    if seat.person_id is None:
        raise NotNow(
            _("Nobody plays this seat."), remedy=_("The moderator can give it to somebody.")
        )
    if by.pk in (seat.person_id, person.pk if person else None):
        raise NotNow(_("You have no vote on your own seat."), remedy=_("You can leave it."))
    change = _Change(campaign, seat, to, person, by, asker_votes=not _moderates(campaign, by))
    if not change.voters:
        raise NotNow(_NOBODY, remedy=_("The player can leave the seat."))
    return change.question(unanimous=to == PERSON)


def carry(campaign: Campaign, decision: Decision) -> None:
    """Do what was decided. Who was asked is who sits here, or it would have lapsed."""
    to, at, by = decision.about["to"], decision.at, decision.by
    seat = seat_of(campaign, decision.about["power"])
    # By a vote too it is the desk that changes a seat.
    actor = "moderator" if decision.actor == "people" else decision.actor
    if to == PERSON:
        person = (
            get_user_model().objects.filter(pk=decision.about["person"], is_active=True).first()
        )
        if person is None:
            raise NotNow(
                _("This person has no account any more."), remedy=_("Withdraw the question.")
            )
        take_seat(campaign, seat, person, SeatAssigned(**decision.why), actor=actor, at=at, by=by)
    else:
        entry = (SeatAutomated if to == BOT else SeatFreed)(**decision.why)
        vacate_seat(campaign, seat, entry, bot=to == BOT, actor=actor, at=at, person=by)
    settled(campaign, at)


def _person(campaign: Campaign, seat: Seat, username: str, by: Any) -> Any:
    """Who is called so, if they may have this seat and ``by`` may know it."""
    require_knows_people(campaign, by)
    person = account_called(username, by)
    require_no_stranger(campaign, seat, person)
    return person


def _moderates(campaign: Campaign, person: Any) -> bool:
    return campaign.moderators.filter(pk=person.pk).exists()


def _is_so(seat: Seat, to: str, person: Any) -> bool:
    if to == PERSON:
        return bool(seat.person_id == person.pk)
    return seat.person_id is None and seat.bot == (to == BOT)


@dataclass(frozen=True)
class _Change:
    """A change of a seat that somebody wants, and who has a say in it."""

    campaign: Campaign
    seat: Seat
    to: str
    person: Any
    by: Any
    asker_votes: bool = False

    def question(self, *, unanimous: bool) -> Question:
        """The question that is put about it."""
        person = self.person.pk if self.person else None
        return Question(
            kind=KIND,
            about={"power": self.seat.power, "to": self.to, "person": person},
            voters=self.voters,
            alone=self.holder if not self.tied else {},
            unanimous=unanimous,
            person=self.person,
        )

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

"""A deadline is near, or has passed."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.domain.entries.clock import ModeratorAwaited
from campaigns.domain.wording import in_readers_words, within
from campaigns.models import Status
from campaigns.selectors.notifications import audience
from campaigns.selectors.notifications.kinds import Cause, How, NotificationKind, Preference
from campaigns.selectors.notifications.kinds.orders import AsksOrders
from core.gettext import gettext_lazy as _lazy
from core.text.lists import listed
from core.text.moments import weekday_and_time, zone_of


class Reminder(AsksOrders):
    """The deadline is near."""

    key = "reminder"
    label = _lazy("the deadline is near")
    rank = 20
    preference = Preference(
        key="reminder",
        title=_lazy("Reminder"),
        about=_lazy(
            "if you have sealed nothing: at half time, a day and three hours before the deadline, and "
            "when it was missed, as the campaign's policy says"
        ),
        how=How.ONCE,
    )
    waits_for_clock = True

    def still_true(self) -> bool:
        """Whether the deadline is the one that it was written for, and the clock runs."""
        due = self.closes_at
        return (
            self.campaign.status == Status.RUNNING
            and due is not None
            and due.replace(microsecond=0) == self.row.moment
            and super().still_true()
        )

    def text(self) -> tuple[str, str]:
        """The phase and its deadline."""
        subject = _("reminder: %(what)s") % {"what": self.verb_and_deadline}
        return subject, self.of_phase(_("You have sealed nothing yet."), self.due)


class DeadlineMissed(AsksOrders):
    """The deadline has passed, and they can still seal."""

    key = "missed"
    label = _lazy("the deadline was missed")
    rank = 30
    preference = Reminder.preference

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """From whom nothing has come, where the policy says so."""
        remind = cause.campaign.policy.silence.remind
        return super().audience(cause) if "missed" in remind else set()

    def still_true(self) -> bool:
        """Whether grace is not over, or the campaign waits."""
        campaign = self.campaign
        if campaign.status == Status.WAITING:
            waits = campaign.phase_id == self.row.phase_id
        else:
            waits = self._grace is not None
        return waits and super().still_true()

    @property
    def _grace(self) -> datetime | None:
        """Until when the reader has grace, if they do."""
        clock, now = self.phase.times, timezone.now()
        ends = [clock.closes_for(power) for power in self.powers if clock.is_late(power, now)]
        return max((one for one in ends if one is not None and now < one), default=None)

    def text(self) -> tuple[str, str]:
        """Until when they can still seal."""
        until = self._grace
        left = (
            _("You can still seal until %(moment)s.")
            % {"moment": weekday_and_time(until, zone_of(self.person))}
            if until
            else _("The campaign waits for you; you can still seal, until its moderator goes on.")
        )
        phase = in_readers_words(self.phase.title)
        what = _("The deadline has passed and nothing has come from you.")
        return _("the deadline has passed: %(phase)s") % {"phase": phase}, self.of_phase(what, left)


class CampaignWaits(NotificationKind):
    """The deadline has passed, and the campaign waits for its moderator."""

    key = "stuck"
    label = _lazy("the campaign waits for its moderator")
    rank = 40
    preference = Preference(
        key="stuck",
        title=_lazy("A campaign waits after the deadline"),
        about=_lazy(
            "to moderators: orders are missing, and the campaign waits for you to go on; to players "
            "where its policy says so"
        ),
        how=How.ONCE,
    )
    entries = (ModeratorAwaited,)

    @property
    def address(self) -> str:
        """The desk, for those who can do something there."""
        return self.below("desk/" if self.at_desk else "")

    def button(self) -> str:
        """Where it leads."""
        return _("Open the desk") if self.at_desk else super().button()

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """The moderators, and the players who have sealed where the policy says so. The others have one of
        their own.
        """
        result = audience.moderators(cause.campaign)
        if "others" in cause.campaign.policy.silence.remind:
            silent = audience.sealers(cause.phase, cause.phase.unsealed)
            result |= audience.players(cause.campaign) - silent
        return result

    def still_true(self) -> bool:
        """Whether the campaign still waits in that phase."""
        campaign = self.campaign
        waits = campaign.status == Status.WAITING and campaign.phase_id == self.row.phase_id
        return waits and audience.is_member(self.person, campaign)

    def text(self) -> tuple[str, str]:
        """From whom nothing has come, which everybody may know, and who can do what about it."""
        campaign = self.campaign
        names = [
            within(
                in_readers_words(rulebooks.power_name(campaign.rulebook, campaign.revision, power))
            )
            for power in self.phase.unsealed
        ]
        what = _("The deadline has passed.")
        if names:
            what += " " + _("Nothing has come from %(powers)s.") % {"powers": listed(names)}
        phase = in_readers_words(self.phase.title)
        if self.at_desk:
            subject = _("the campaign waits for you: %(phase)s") % {"phase": phase}
            then = _(
                "The campaign goes on when you say so. At its desk, remind them, give more time, or resolve "
                "the phase."
            )
        else:
            subject = _("the campaign waits for missing orders: %(phase)s") % {"phase": phase}
            then = _(
                "The campaign goes on when they seal, or when its moderator resolves the phase. You need "
                "do nothing."
            )
        return subject, f"{self.named_phase}.\n\n{what} {then}"

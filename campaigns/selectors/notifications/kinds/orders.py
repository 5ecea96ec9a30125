"""Orders are due, or what was sealed is void."""

from datetime import datetime
from functools import cached_property
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.domain.entries.phases import OrderVoided
from campaigns.domain.wording import in_readers_words, said_by
from campaigns.messages import shown
from campaigns.models import Seat
from campaigns.selectors.notifications import audience
from campaigns.selectors.notifications.kinds import Cause, How, NotificationKind, Preference
from campaigns.selectors.phase.clocks import closed_to
from core.gettext import gettext_lazy as _lazy
from core.text.moments import short_weekday_and_time, weekday_and_time, zone_of
from rules.kernel.phases import AskedPower
from rules.kernel.phases import Phase as PhaseRules
from rules.kernel.serial import shaped

LONGEST_VERB = 48
"""A button with more letters is none."""
_SILENCE = {
    "autopilot": _lazy("If you send nothing, the autopilot plays for you."),
    "wait": _lazy("If you send nothing, the campaign waits for its moderator."),
    "hold": _lazy("If you send nothing, your silence is taken as the rules say."),
}


class AsksOrders(NotificationKind, abstract=True):
    """One that asks for orders: true as long as the phase is open and its reader has not sealed."""

    asks_orders: ClassVar[bool] = True

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """Who plays the powers, or may seal for them."""
        powers = cause.phase.asked if cause.powers is None else cause.powers
        return audience.sealers(cause.phase, list(powers))

    @property
    def powers(self) -> list[str]:
        """The powers of which the phase asks something and for which its reader may seal."""
        return audience.powers_of(self.phase, self.person)

    def still_true(self) -> bool:
        """Whether a phase that is open waits for a seal of theirs, and takes one."""
        phase = self.phase
        if phase.resolved_at is not None or phase.undone_at is not None:
            return False
        left, now = {*self.powers} - audience.sealed_in(phase), timezone.now()
        return any(closed_to(phase.campaign, phase, one, now, sealed=False) is None for one in left)

    def button(self) -> str:
        """An order of the reader's that is not sealed, by its verb as the rulebook says it."""
        asked = self.asked
        if asked is None:
            return _("Give the orders")
        with said_by(self.campaign.rulebook):
            verb = in_readers_words(asked.what).rstrip(".")
        return verb if len(verb) <= LONGEST_VERB else _("Give your orders")

    @cached_property
    def asked(self) -> AskedPower | None:
        """What the phase asks of a power of the reader's own that has not sealed: of the first."""
        phase = self.phase
        seats = Seat.objects.filter(
            campaign_id=phase.campaign_id, power__in=phase.asked, person=self.person
        )
        left = seats.exclude(power__in=audience.sealed_in(phase)).order_by("order")
        power = left.values_list("power", flat=True).first()
        return shaped(phase.about, PhaseRules).of(power) if power and phase.about else None

    @property
    def verb_and_deadline(self) -> str:
        """What is asked of the reader and until when, as a subject says it; else the phase alone."""
        asked, due = self.asked, self.closes_at
        if asked is None:
            return in_readers_words(self.phase.title)
        what = in_readers_words(asked.what).rstrip(".")
        if due is None:
            return what
        moment = short_weekday_and_time(due, zone_of(self.person))
        return _("%(what)s, by %(moment)s") % {"what": what, "moment": moment}

    @property
    def closes_at(self) -> datetime | None:
        """The deadline of its reader: the first, if they have several seats."""
        clock = self.phase.times
        return clock.first_close(self.powers) if clock.of_their_own else clock.closes_at

    def of_phase(self, what: str, then: str) -> str:
        """What it says of its phase, and what comes of it."""
        return f"{self.named_phase}.\n\n{what} {then}"

    @property
    def due(self) -> str:
        """Until when orders are due, and what comes of sending none."""
        phase = self.phase
        due = phase.due_at if phase.times.in_grace else self.closes_at
        if not due:
            return _("There is no deadline.")
        when = _("The deadline is %(moment)s (%(how)s).") % {
            "moment": weekday_and_time(due, zone_of(self.person)),
            "how": phase.due_in_words,
        }
        return f"{when}\n{_SILENCE[phase.campaign.policy.missed]}"


class OrdersDue(AsksOrders):
    """A phase opened, or a moderator reminds its players."""

    key = "asked"
    label = _lazy("orders are due")
    rank = 10
    preference = Preference(
        key="asked",
        title=_lazy("Your orders are due"),
        about=_lazy("a phase opened and asks orders of you"),
        how=How.ONCE,
    )
    waits_for_clock = True

    def text(self) -> tuple[str, str]:
        """What is asked, the phase and its deadline."""
        return self.verb_and_deadline, self.of_phase(_("Your orders are due."), self.due)


class SealVoid(AsksOrders):
    """What they had sealed is void."""

    key = "voided"
    label = _lazy("a seal is void")
    rank = 60
    preference = None

    def text(self) -> tuple[str, str]:
        """Why, as the log says it, and what to do."""
        reason = shown(OrderVoided.of(self.entry.body).reason)
        void = _("What you had sealed is void: %(reason)s") % {"reason": reason}
        again = _("Nobody has opened it. You find it as your draft. Look it over and seal again.")
        return _("your seal is void"), self.of_phase(f"{void}\n{again}", self.due)

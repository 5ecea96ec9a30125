"""The clock of one phase: when it closes for whom, what each thing that happens makes of that, and what is to
be done now.

Pure, without a database. A :class:`Clock` is a value; each thing that can happen to it is a function that gives
another one. Services load it (:mod:`campaigns.services.clock.phase_clock`), apply, keep and log; pages and ``verify`` read
the same value.

A power's *deadline* is that of all, or a later one of its own, if it was given more time. Its *close* is when the
clock strikes for it: the deadline, or the end of its grace. What the clock *shows* is the time at which it was
stopped, while it stands still.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, Self

import msgspec
from msgspec.structs import replace

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.deadline_steps import NOBODY, Step, deadline, earliest, not_before, stamp

BACK = timedelta(hours=24)
"""So much a deadline that was stretched leaves after the return."""
AGAIN = timedelta(hours=24)
"""Who is asked again, because a seal of theirs was made void, has so long at least; or as long as the phase has, if
that is less."""


class ClockAction(StrEnum):
    """What is to be done with a phase now. The first three resolve it, and are how the log says that it ended."""

    READY = "ready"
    GRACE = "grace"
    DEADLINE = "deadline"
    GIVE_GRACE = "give grace"
    WAIT = "wait"
    NOTHING = "nothing"


class Verdict(NamedTuple):
    """What is to be done, and the powers whom it concerns: who gets grace, or for whom the campaign waits."""

    do: ClockAction
    powers: tuple[str, ...] = ()


class ClosedReason(StrEnum):
    """Why a power can hand nothing in."""

    OVER = "over"
    OTHERS = "others"
    """Its time is over; that of another, which was given more, is not."""
    LOCKED = "locked"
    """The deadline is over, and what was sealed before it stays."""


class SealStatus(NamedTuple):
    """Of whom a phase asks something, who of them has sealed and is ready, and for whom it does not wait."""

    powers: Sequence[str]
    ready: Mapping[str, bool]
    excused: Collection[str] = ()

    @property
    def missing(self) -> list[str]:
        """The powers that have sealed nothing, but for those who are excused."""
        return [one for one in self.powers if one not in self.ready and one not in self.excused]

    def are_ready(self, policy: ClockPolicy) -> bool:
        """Whether the phase need not wait for its deadline."""
        if not self.powers:
            return True
        if policy.advance == "deadline_only" or self.missing:
            return False
        return all(self.ready.get(one, one in self.excused) for one in self.powers)


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a phase.

    ``due_at`` is the deadline of all (``None``: none), ``steps`` how it came about. From ``early_from`` on the
    phase may end because all are ready (``None``: at once). ``grace_until`` is the end of the grace for all;
    ``longer`` are the deadlines of powers that were given more time alone, ``graces`` the ends of the grace of each
    power that had one. ``stopped_at`` is since when it stands still; ``waits`` says that it waits for the
    moderator, after the deadline, or did so when it was stopped.
    """

    opened_at: datetime
    due_at: datetime | None = None
    steps: tuple[Step, ...] = ()
    early_from: datetime | None = None
    grace_until: datetime | None = None
    longer: Mapping[str, datetime] = {}
    graces: Mapping[str, datetime] = {}
    stopped_at: datetime | None = None
    waits: bool = False

    @classmethod
    def opened(cls, policy: ClockPolicy, family: str, at: datetime, *, asks: bool = True) -> Self:
        """That of a phase of this kind that opens then; ``asks`` says whether it asks anything of anybody."""
        due = deadline(policy, family, at) if asks else NOBODY
        return cls(
            opened_at=at,
            due_at=due.due_at,
            steps=due.steps,
            early_from=earliest(policy, at) if asks else None,
        )

    # --- Reading it ---------------------------------------------------------------------------------

    def shows(self, now: datetime) -> datetime:
        """The time that it shows."""
        return self.stopped_at or now

    @property
    def closes_at(self) -> datetime | None:
        """When it strikes for all: at the deadline, or at the end of grace."""
        return self.grace_until or self.due_at

    def due_for(self, power: str) -> datetime | None:
        """The deadline of one power."""
        return _latest(self.due_at, self.longer.get(power))

    def closes_for(self, power: str) -> datetime | None:
        """When it strikes for one power."""
        return _latest(self.closes_at, self.longer.get(power), self.graces.get(power))

    @property
    def in_grace(self) -> bool:
        """Whether anybody was given grace."""
        return self.grace_until is not None or bool(self.graces)

    @property
    def of_their_own(self) -> list[str]:
        """The powers that have, or had, time of their own."""
        return sorted({*self.longer, *self.graces})

    def waits_for(self, powers: Iterable[str], at: datetime) -> list[str]:
        """Which of these powers have time left, now that the deadline of all is over; nobody before that."""
        if self.closes_at is None or at < self.closes_at:
            return []
        return [one for one in powers if at < (self.closes_for(one) or at)]

    def first_close(self, powers: Iterable[str]) -> datetime | None:
        """When it strikes for the first of these powers."""
        return min(self._closes(powers), default=self.closes_at)

    def last_close(self, powers: Iterable[str]) -> datetime | None:
        """When it has struck for all of these powers."""
        return max(self._closes(powers), default=self.closes_at)

    def _closes(self, powers: Iterable[str]) -> list[datetime]:
        return [one for power in powers if (one := self.closes_for(power)) is not None]

    def deadline_passed(self, now: datetime) -> bool:
        """Whether the deadline of all is over."""
        return self.due_at is not None and self.shows(now) >= self.due_at

    def is_late(self, power: str, now: datetime) -> bool:
        """Whether the deadline of a power is over."""
        due = self.due_for(power)
        of_all_is_over = self.grace_until is not None and not self.has_longer(power)
        return of_all_is_over or (due is not None and self.shows(now) >= due)

    def has_grace_to_come(self, power: str, policy: ClockPolicy) -> bool:
        """Whether the policy gives a power grace that it has not had, nor could have had with the others."""
        due = self.due_for(power)
        if not policy.grace_hours or due is None or power in self.graces:
            return False
        return self.grace_until is None or due + policy.grace > self.grace_until

    def closed_to(
        self, power: str, policy: ClockPolicy, now: datetime, *, sealed: bool
    ) -> ClosedReason | None:
        """Why a power can neither seal nor change its seal; ``None`` where it can.

        It can until its close, by what the clock shows. A campaign that waits for its moderator takes from those
        who have sealed nothing what comes after it.
        """
        shown, closes = self.shows(now), self.closes_for(power)
        over = (
            closes is not None
            and shown >= closes
            and not self._has_grace_left(power, policy, shown)
        )
        if over and not self.waits:
            late = self.waits_for(self.of_their_own, shown)
            return ClosedReason.OTHERS if late else ClosedReason.OVER
        if sealed and policy.silence.locked and self.is_late(power, now):
            return ClosedReason.LOCKED
        return None

    def _has_grace_left(self, power: str, policy: ClockPolicy, shown: datetime) -> bool:
        """Whether there is grace to come for a power, and it is not over by now: nobody may have needed it."""
        due = self.due_for(power)
        to_come = self.has_grace_to_come(power, policy)
        return to_come and due is not None and shown < due + policy.grace

    # --- What is to be done -------------------------------------------------------------------------

    def ends_from(self, now: datetime, least: datetime | None = None) -> datetime:
        """When a phase for which all are ready ends: now, if its least time is over. ``least`` is another
        moment before which it does not.
        """
        early = max(now, self.early_from or now, least or now)
        return min(early, max(now, self.closes_at or early))

    def verdict(
        self,
        policy: ClockPolicy,
        asked: SealStatus,
        now: datetime,
        *,
        least: datetime | None = None,
    ) -> Verdict:
        """What is to be done with the phase of a campaign that runs."""
        if asked.are_ready(policy) and self.ends_from(now, least) <= now:
            return Verdict(ClockAction.READY)
        missing = asked.missing
        if self.in_grace and not missing:
            return Verdict(ClockAction.GRACE)
        if self.stopped_at is not None or self.closes_at is None or now < self.closes_at:
            return Verdict(ClockAction.NOTHING)
        late = self.waits_for(missing, now)
        silent = [one for one in missing if one not in late and self.has_grace_to_come(one, policy)]
        if silent:
            return Verdict(ClockAction.GIVE_GRACE, tuple(silent))
        if late:
            return Verdict(ClockAction.NOTHING)
        if missing and policy.missed == "wait":
            return Verdict(ClockAction.WAIT, tuple(missing))
        return Verdict(ClockAction.DEADLINE)

    def next_wakeup(
        self,
        policy: ClockPolicy,
        asked: SealStatus,
        now: datetime,
        *,
        least: datetime | None = None,
        comes: datetime | None = None,
    ) -> datetime | None:
        """When it has to be looked at next: now, if there is anything to be done; when the phase ends, because all are
        ready; when it strikes for all, after that for the next of the silent who have more time; or when something
        ``comes`` that may change for whom it waits.
        """
        if self.verdict(policy, asked, now, least=least).do != ClockAction.NOTHING:
            return now
        if asked.are_ready(policy):
            return self.ends_from(now, least)
        closes_at = self.closes_at
        if late := self.waits_for(asked.missing, now):
            closes_at = self.first_close(late)
        return min((one for one in (closes_at, comes) if one is not None), default=None)

    # --- What can happen to it ----------------------------------------------------------------------

    def extended(self, more: timedelta, now: datetime, *, by: str, name: str = "") -> Self:
        """More time for all, from the deadline, or from what it shows if that is later. Grace is still to come."""
        due = max(self.due_at or now, self.shows(now)) + more
        return self.due_anew(due, Step(kind="extended", seconds=_seconds(more), by=by, name=name))

    def longer_for(self, power: str, more: timedelta, now: datetime, *, name: str = "") -> Self:
        """More time for one power alone, from its close, or from what the clock shows if that is later."""
        due = max(self.closes_for(power) or now, self.shows(now)) + more
        step = Step(kind="longer", by=power, name=name, seconds=_seconds(more), to=stamp(due))
        graces = {one: until for one, until in self.graces.items() if one != power}
        longer = {**self.longer, power: due}
        return replace(self, longer=longer, graces=graces, steps=(*self.steps, step), waits=False)

    def asked_again(self, power: str, now: datetime, *, name: str = "") -> Self:
        """More time for a power whose seal was made void, so that it can seal again: as long as the phase waits for
        anybody, and ``AGAIN`` at least. The same clock, if it has as much.
        """
        if self.due_at is None or self.waits:
            return self
        shown, close = self.shows(now), self.closes_for(power) or now
        wanted = shown + min(AGAIN, self._given)
        wanted = max([wanted, *self._closes(self.of_their_own)])
        if wanted <= close:
            return self
        return self.longer_for(power, wanted - max(close, shown), now, name=name)

    @property
    def _given(self) -> timedelta:
        """How long the phase was to last when it opened."""
        hours = next((step.hours for step in self.steps if step.kind == "hours"), 0)
        return timedelta(hours=hours) or max(
            timedelta(), (self.due_at or self.opened_at) - self.opened_at
        )

    def taken_over(self, power: str, policy: ClockPolicy, now: datetime, *, name: str = "") -> Self:
        """Fair time for a power's new player, by the policy, from what it shows; everybody has it. The same
        clock, if there is as much.
        """
        wanted = self.shows(now) + policy.breaks.fair
        if not policy.breaks.fair or self.due_at is None or self.due_at >= wanted:
            return self
        due = not_before(policy, self.opened_at, wanted)
        return self.due_anew(
            due, Step(kind="takeover", seconds=_seconds(due - self.due_at), by=power, name=name)
        )

    def stretched(
        self, power: str, policy: ClockPolicy, back_at: datetime, left: timedelta, *, name: str = ""
    ) -> Self:
        """Let the deadline go past the absence of a power's player, who is back at ``back_at``, by what is
        ``left`` of the longest stretch at most. Where the next moment at which the clock lets a deadline fall
        lies further, it falls in between.
        """
        if self.due_at is None or left <= timedelta():
            return self
        furthest = self.due_at + left
        wanted = min(back_at + BACK, furthest)
        fits = not_before(policy, self.opened_at, wanted)
        due = fits if fits <= furthest else wanted
        if due <= self.due_at:
            return self
        step = Step(kind="away", seconds=_seconds(due - self.due_at), by=power, name=name)
        return replace(self, due_at=due, steps=(*self.steps, replace(step, to=stamp(due))))

    def can_be_stretched(self, now: datetime) -> bool:
        """Whether its deadline is one that an absence may stretch: it runs, and that is still to come."""
        return (
            not self.waits
            and self.stopped_at is None
            and self.grace_until is None
            and self.due_at is not None
            and now < self.due_at
        )

    def graced(self, powers: Iterable[str], grace: timedelta) -> Self:
        """Grace for these powers, from the deadline of each. The first grace from the deadline of all is for all; a
        power whose own deadline was later has it alone.
        """
        until = {power: (self.due_for(power) or self.opened_at) + grace for power in powers}
        of_all = [end for power, end in until.items() if not self.has_longer(power)]
        return replace(
            self,
            graces={**self.graces, **until},
            grace_until=self.grace_until or _latest(*of_all),
        )

    def has_longer(self, power: str) -> bool:
        """Whether the deadline of a power is later than that of all."""
        return self.due_for(power) != self.due_at

    def added(self, more: timedelta, at: datetime, *, by: str = "staff") -> Self:
        """More time for all that was added at a moment, from the close, or from that moment, if it was later by
        what the clock shows.
        """
        closes_at = self.closes_at or at
        due = max(closes_at, min(at, self.shows(at))) + more
        step = Step(kind="extended", seconds=_seconds(more), by=by, to=stamp(due))
        moved = replace(self._own_moved(more), steps=(*self.steps, step))
        if self.grace_until is not None:
            return replace(moved, grace_until=due)
        return replace(moved, due_at=due)

    def moved(self, by: timedelta, kind: str) -> Self:
        """Everything by so much, because time was lost: ``kind`` is the step that says why, ``pause`` or
        ``outage``.
        """
        moved = self._own_moved(by)
        if self.grace_until is not None:
            moved = replace(moved, grace_until=self.grace_until + by)
        elif self.due_at is not None:
            moved = replace(moved, due_at=self.due_at + by)
        if self.early_from is not None:
            moved = replace(moved, early_from=self.early_from + by)
        if moved.closes_at is None:
            return moved
        step = Step(kind=kind, seconds=_seconds(by), to=stamp(moved.closes_at))
        return replace(moved, steps=(*self.steps, step))

    def stopped(self, at: datetime) -> Self:
        """It stands still from then on."""
        return replace(self, stopped_at=self.stopped_at or at)

    def resumed(self, at: datetime) -> Self:
        """It runs again, with all the time that it stood still."""
        if self.stopped_at is None:
            return self
        return replace(self.moved(at - self.stopped_at, "pause"), stopped_at=None)

    def due_anew(self, due: datetime, step: Step) -> Self:
        """Another deadline for all, after which there is grace anew. Nobody has less time than they had: neither all,
        nor a power whose own grace was to end later.
        """
        due = max(due, self.closes_at or due)
        later = {power: until for power, until in self.graces.items() if until > due}
        return replace(
            self,
            due_at=due,
            grace_until=None,
            graces={},
            longer={**self.longer, **later},
            waits=False,
            steps=(*self.steps, replace(step, to=stamp(due))),
        )

    def _own_moved(self, by: timedelta) -> Self:
        """What single powers have of their own, later by so much."""
        longer, graces = (
            {power: until + by for power, until in own.items()}
            for own in (self.longer, self.graces)
        )
        return replace(self, longer=longer, graces=graces)


def _latest(*moments: datetime | None) -> datetime | None:
    """The latest of those that there are; ``None`` where there is none."""
    return max((one for one in moments if one is not None), default=None)


def _seconds(length: timedelta) -> int:
    return round(length.total_seconds())

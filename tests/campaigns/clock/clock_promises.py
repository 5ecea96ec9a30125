"""What a campaign's clock has promised, kept beside it by a test, and what must hold at any time.

``Promises`` reads the rows and works out by itself who is waited for and until when. Moments are kept as they
would be if a clock that stands still ran again at once.
"""

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import (
    Absence,
    Campaign,
    Consent,
    Deputy,
    LogEntry,
    Notification,
    Phase,
    Seat,
    Sheet,
    StandingAnswer,
    Status,
    Tenure,
)
from tests.campaigns.clock.clock_world import HOUR, World

SLACK = timedelta(seconds=3)
"""Moments in the log are whole seconds."""
DAY = timedelta(hours=24)
NO_ORDER = (Sheet.State.DRAFT, Sheet.State.SUPERSEDED, Sheet.State.WITHDRAWN)
"""Sheets by which nobody has answered: of those that were replaced, the one in their place says whether."""
BY_THE_CLOCK = ("deadline", "grace")


@dataclass
class Played:
    """What became of one phase, for those who may lose their seats."""

    phase: int
    opened_at: datetime
    silent: set[str] = field(default_factory=set)
    #: How long each power could have sealed, without what the clock stood still.
    had: dict[str, timedelta] = field(default_factory=dict)


class Promises:
    """The promised close of every power of the open phase, and everything that was seen of the clock."""

    def __init__(self, world: World, slug: str) -> None:
        self.world, self.slug = world, slug
        self.close: dict[str, datetime] = {}
        self.phase: int | None = None
        self.policies: dict[int, ClockPolicy] = {}
        #: What is exact is not looked at any more in this phase: several things moved the deadline at once.
        self.blurred = False
        self.last = self.seq = self.read_to = 0
        self.stood = timedelta()
        self.played: dict[int, Played] = {}

    # --- Rows -----------------------------------------------------------------------------------------

    def read(self) -> None:
        """Read all rows that matter."""
        self.read_clock()
        self.seats = {one.power: one for one in Seat.objects.filter(campaign=self.campaign)}
        sealed = Sheet.objects.filter(phase=self.row, state=Sheet.State.SEALED)
        self.sealed = {one.power: one for one in sealed.defer("content")}
        self.away = {
            one.person_id: one
            for one in Absence.objects.filter(
                campaign=self.campaign, begins_at__lte=self.now, ends_at__gt=self.now
            )
        }

    def read_clock(self) -> tuple[Any, ...]:
        """Read what the clock goes by; all of it that an act which is refused must not change."""
        self.campaign = Campaign.objects.select_related("phase").get(slug=self.slug)
        phase = self.campaign.phase
        assert phase is not None
        phase.campaign = self.campaign
        self.now, self.row = self.world.now, phase
        mine = ("status", "wakes_at", "stopped_at", "resumes_at", "asking", "log_seq", "log_hash")
        its = ("pk", "due_at", "grace_until", "longer", "early_from", "resolved_at")
        return (
            *(getattr(self.campaign, name) for name in mine),
            *(getattr(phase, name) for name in its),
        )

    @property
    def is_running(self) -> bool:
        return self.campaign.status == Status.RUNNING

    @property
    def is_paused(self) -> bool:
        return self.campaign.status == Status.PAUSED

    @property
    def clock(self) -> datetime:
        """What the campaign's clock shows: while it stands still, the moment at which it was stopped."""
        return (self.campaign.stopped_at if self.is_paused else None) or self.now

    def in_force(self, phase: Phase) -> ClockPolicy:
        """The policy of a phase: that of its opening."""
        return self.policies.setdefault(phase.pk, self.campaign.policy)

    def close_of(self, phase: Phase, power: str) -> datetime | None:
        """Until when a power that has sealed nothing can do so, its grace included."""
        if phase.due_at is None:
            return None
        grace = self.in_force(phase).grace
        found = phase.grace_until or phase.due_at + grace
        if own := phase.longer.get(power):
            found = max(found, datetime.fromisoformat(own) + grace)
        return found

    def has_deputy(self, power: str) -> bool:
        """Whether somebody may seal for the player of a power."""
        rows = Deputy.objects.filter(
            campaign=self.campaign,
            power=power,
            principal=self.seats[power].person_id,
            level=Deputy.Level.SEAL,
            accepted_at__isnull=False,
            ended_at=None,
        )
        return any(
            (one.begins_at is None or one.begins_at <= self.now)
            and (one.until is None or self.now < one.until)
            for one in rows
        )

    def excused(self) -> set[str]:
        """The powers whose player is away so that nobody waits for them."""
        if self.campaign.policy.absence.does != "standing":
            return set()
        people = {one.person_id for one in self.seats.values() if one.person_id}
        if not people - set(self.away):
            return set()
        return {
            power
            for power, seat in self.seats.items()
            if seat.person_id in self.away and not self.has_deputy(power)
        }

    def missing(self) -> list[str]:
        """The asked powers that are waited for."""
        free = self.excused()
        return [one for one in self.row.asked if one not in self.sealed and one not in free]

    def all_ready(self) -> bool:
        """Whether all that are asked have sealed and are ready, or are excused."""
        if self.in_force(self.row).advance == "deadline_only" or self.missing():
            return False
        return all(one.ready for one in self.sealed.values())

    # --- Time -----------------------------------------------------------------------------------------

    def passes(self, by: timedelta) -> None:
        """Time is about to go by: what the clock stands still meanwhile is promised again."""
        away = self.world.dark and self.is_running
        if self.is_paused or away:
            row = self.row
            ends = [one for power in row.asked if (one := row.times.closes_for(power)) is not None]
            if away and (not ends or (max(ends) + SLACK < self.world.now and not self._ran_on())):
                return
            self.stood += by
            self.close = {power: moment + by for power, moment in self.close.items()}

    def _ran_on(self) -> bool:
        """Whether what is promised lies ahead, so that an outage takes something of it."""
        return any(moment >= self.world.now for moment in self.close.values())

    # --- What must hold -------------------------------------------------------------------------------

    def check(self, *, grants: bool = False) -> None:
        """Everything that must hold after a step. With ``grants`` somebody may have got more time by it."""
        self.read()
        news = self.campaign.log_seq != self.read_to
        self.read_to = self.campaign.log_seq
        if news:
            self._ended()
        self._closes(grants)
        if news:
            self._seats()
        self._wakes()
        self._stretched()
        if news:
            self._questions()

    def _ended(self) -> None:
        """Look at each phase that is over since."""
        rows = Phase.objects.filter(campaign=self.campaign, number__gte=self.last)
        for row in rows.order_by("number"):
            row.campaign = self.campaign
            if row.resolved_at is not None and row.undone_at is None:
                self._resolved(row)
            if row.resolved_at is not None or row.undone_at is not None:
                self.last = max(self.last, row.number + 1)
        if self.phase == self.row.pk and self.campaign.status != Status.FINISHED:
            return
        self.phase, self.close, self.blurred, self.stood = self.row.pk, {}, False, timedelta()
        self.policies[self.row.pk] = self.campaign.policy

    def _resolved(self, row: Phase) -> None:
        """No phase ends before its time for anybody who was waited for."""
        how, at = row.resolved_how, row.resolved_at
        entry = LogEntry.objects.get(phase=row, kind="phase.resolved")
        body = json.loads(entry.body)
        silent = set(body["silent"])
        self._note(row, silent if how in BY_THE_CLOCK else set())
        if how in ("forced", "agreed"):
            return
        late = silent - self.excused()
        what = f"phase {row.number} is resolved ({how}, {at})"
        if how in ("ready", "grace"):
            assert not late, f"{what} without {late}"
        if how == "ready":
            unready = {
                one.power
                for one in Sheet.objects.filter(phase=row, how=Sheet.How.PLAYER)
                if one.state in (Sheet.State.USED, Sheet.State.VOID) and not one.ready
            }
            assert not unready, f"{what} though {unready} are not ready"
            ends = [row.early_from, row.closes_at]
            early = row.early_from is None or any(one and at >= one for one in ends)
            assert early, f"{what} before its least time is over: {row.early_from}"
        for power in late:
            close = self.close_of(row, power)
            promised = self.close.get(power) if row.pk == self.phase else None
            moments = [one for one in (close, promised) if one is not None]
            assert moments, f"{what} without {power}, and has no deadline"
            assert at >= max(moments) - SLACK, f"{what} before {power} had its time: {max(moments)}"
        if self.in_force(row).missed == "wait" and how in BY_THE_CLOCK:
            assert not late, f"{what} without {late}, for whom the policy waits"

    def _closes(self, grants: bool) -> None:
        """Nobody's deadline comes sooner than was promised; nor later, unless time was given."""
        row, campaign = self.row, self.campaign
        if campaign.status in (Status.FINISHED, Status.WAITING):
            return
        outstanding = self.is_given_something()
        stretches = self.in_force(row).absence.does == "stretch"
        self.blurred |= grants and self.world.dark
        exact = not (grants or outstanding or stretches or self.blurred)
        stood = self.now - self.clock
        for power in row.asked:
            close = self.close_of(row, power)
            if close is None:
                continue
            close += stood
            promised = self.close.get(power)
            if promised is not None and not outstanding:
                assert close >= promised - SLACK, (
                    f"{power} loses {promised - close}: {promised} was promised, {close} it is"
                )
                assert not exact or close <= promised + SLACK, (
                    f"{power} gains {close - promised}: {promised} was promised, {close} it is"
                )
            self.close[power] = max(close, promised or close)

    def is_given_something(self) -> bool:
        """Whether time that was added, or lost to an outage, is given next time."""
        added = self.world.added > self.campaign.added_seen
        return self.world.dark or added or self.world.outage > self.campaign.outage_seen

    def renew(self) -> None:
        """Forget what was promised: by what is known, it may change now."""
        self.close = {}
        self.blurred |= self.world.dark

    def _seats(self) -> None:
        """A seat is lost for silence only as the policy says."""
        kinds = ("clock.waiting", "seat.disorder")
        told = LogEntry.objects.filter(campaign=self.campaign, seq__gt=self.seq, kind__in=kinds)
        for entry in told.select_related("phase").order_by("seq"):
            self.seq = entry.seq
            if entry.kind == "clock.waiting":
                entry.phase.campaign = self.campaign
                self._note(entry.phase, set(json.loads(entry.body)["missing"]))
                continue
            missed = self._missed(entry)
            after = self.campaign.policy.silence.disorder_after
            assert after, f"{entry.power} falls into disorder, which this policy does not know"
            assert missed >= after, (
                f"{entry.power} falls into disorder after {missed} missed deadlines, not {after}"
            )

    def _note(self, row: Phase, silent: set[str]) -> None:
        played = self.played.setdefault(row.pk, Played(row.number, row.opened_at))
        played.silent |= silent
        for power in silent:
            end = self.close_of(row, power) or row.opened_at
            stood = self.stood if row.pk == self.phase else timedelta()
            played.had[power] = end - row.opened_at - stood

    def _missed(self, entry: LogEntry) -> int:
        """How many deadlines in a row the one who lost a seat had missed."""
        sat = Tenure.objects.filter(seat__power=entry.power, seat__campaign=self.campaign)
        last = sat.filter(person=entry.person).order_by("-joined_at").first()
        assert last is not None
        count = 0
        rows = Phase.objects.filter(
            campaign=self.campaign, undone_at=None, opened_at__gte=last.joined_at
        )
        for row in rows.order_by("-number"):
            played = self.played.get(row.pk)
            wrote = Sheet.objects.filter(
                phase=row, power=entry.power, how=Sheet.How.PLAYER, by=entry.person
            )
            if wrote.exclude(state__in=NO_ORDER).exists():
                break
            if played is None or entry.power not in played.silent:
                continue
            answered = StandingAnswer.objects.filter(phase=row, standing__power=entry.power)
            if answered.exists() or played.had[entry.power] < DAY - SLACK:
                continue
            count += 1
        return count

    def _wakes(self) -> None:
        """The clock is awake when there is something to do, and it never forgets a deadline."""
        campaign, row, now = self.campaign, self.row, self.now
        if not self.is_running:
            return
        closes_at = row.closes_at
        assert closes_at is None or campaign.wakes_at is not None, "the clock forgets a deadline"
        why, missing = "", self.missing()
        due = [one for power in missing if (one := row.times.closes_for(power)) is not None]
        if self.all_ready() and (row.early_from is None or row.early_from <= now):
            why = "all are ready"
        elif row.grace_until is not None and not missing:
            why = "nobody is missing in grace"
        elif missing and due and len(due) == len(missing) and max(due) <= now:
            why = f"the time of {missing} is over"
        elif closes_at is not None and closes_at <= now and not missing:
            why = "the deadline is over"
        if not why or self._nobody_there():
            return
        asked = [one for one in self.world.queue.waiting() if one[0].endswith("advance_phase")]
        told = any(one[1] == (campaign.pk, row.pk) for one in asked)
        awake = campaign.wakes_at is not None and campaign.wakes_at <= now
        assert told or awake, f"{why}, and the clock sleeps until {campaign.wakes_at} at {now}"

    def _nobody_there(self) -> bool:
        return not any(one.person_id for one in self.seats.values())

    def _stretched(self) -> None:
        """A deadline goes past absences as far as the policy lets it, and no further."""
        policy, row = self.campaign.policy.absence, self.row
        if policy.does != "stretch" or row.due_at is None:
            return
        told = LogEntry.objects.filter(phase=row, kind="clock.stretched")
        total = timedelta(seconds=sum(json.loads(one.body)["seconds"] for one in told))
        assert total <= policy.longest_stretch + SLACK, f"stretched by {total}"
        if not self.is_running or row.grace_until is not None or row.due_at <= self.now:
            return
        if self.is_given_something():
            return
        left = policy.longest_stretch - total
        for power in row.asked:
            away = Absence.objects.filter(
                campaign=self.campaign,
                person=self.seats[power].person_id,
                begins_at__lte=row.due_at,
                ends_at__gt=row.due_at,
            )
            stays = power not in self.sealed and not self.has_deputy(power)
            # Whoever was given more time alone has a deadline of their own, which nobody's absence moves.
            longer = row.longer.get(power)
            stays = stays and not (longer and datetime.fromisoformat(longer) > row.due_at)
            fixed = self.campaign.policy.weekdays or self.campaign.policy.days_off
            if stays and away.exists() and left > HOUR and not (fixed or self.campaign.policy.at):
                raise AssertionError(f"{power} is away at {row.due_at}, and {left} more are left")

    def _questions(self) -> None:
        """No question outlives what it is about."""
        open_ones = list(Consent.objects.filter(campaign=self.campaign, state=Consent.State.OPEN))
        assert self.campaign.asking == len(open_ones), f"{self.campaign.asking} {open_ones}"
        for one in open_ones:
            what = f"the question {one.number} ({one.kind}) is open still"
            assert self.campaign.status != Status.FINISHED, what
            about = one.about.get("phase")
            assert about is None or about == self.row.number, f"{what}: phase {about} is over"
            assert one.kind != "resume" or self.is_paused, f"{what}: the clock runs"
            assert one.kind != "pause" or not self.is_paused, f"{what}: the clock is stopped"

    # --- Letters --------------------------------------------------------------------------------------

    def is_untrue(self, letter: Notification) -> str:
        """What a letter says that is not so at this moment; empty if all is."""
        self.read()
        if letter.kind not in ("asked", "reminder", "missed", "voided", "stuck"):
            return ""
        if letter.phase_id != self.row.pk or self.row.resolved_at is not None:
            return "its phase is over"
        if letter.kind == "stuck":
            return "" if self.campaign.status == Status.WAITING else "the campaign does not wait"
        mine = [one for one in self.row.asked if self._is_hers(one, letter.person_id)]
        left = [one for one in mine if one not in self.sealed]
        if not left:
            return "nothing is to be sealed by its reader"
        closes = [one for power in left if (one := self.row.times.closes_for(power)) is not None]
        if letter.kind == "missed":
            over = not closes or min(closes) > self.clock
            grace = self.row.grace_until is not None or any(one in self.row.graces for one in left)
            waits = self.campaign.status == Status.WAITING or grace
            return "the deadline has not passed" if over and not waits else ""
        if self.is_running and closes and max(closes) + SLACK < self.now and not self.world.dark:
            return f"the deadline {max(closes)} has passed"
        return ""

    def _is_hers(self, power: str, person: int | None) -> bool:
        if self.seats[power].person_id == person:
            return True
        rows = Deputy.objects.filter(
            campaign=self.campaign, power=power, person=person, ended_at=None
        )
        return rows.exclude(accepted_at=None).exists()

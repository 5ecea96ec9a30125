"""The campaign's clock as a machine: people do what they may, in any order, and time goes by.

Hypothesis draws a policy, a day shortly before a change of clocks, and the steps. After each step
:class:`tests.campaigns.clock.clock_promises.Promises` says what must hold.
"""

import json
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from campaigns.domain.absence_policy import AbsencePolicy, SilencePolicy
from campaigns.domain.breaks_policy import BreaksPolicy
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.errors import CampaignError
from campaigns.models import Absence, Campaign, Consent, Deputy, Phase, Restore, Status
from campaigns.rulebooks import states
from campaigns.selectors.export import export
from campaigns.services.advance import end_phase
from campaigns.services.advance import sweep as clock_sweep
from campaigns.services.clock import site_extension
from campaigns.services.deadlines import (
    absences,
    emergency_pauses,
    moderation,
    nudges,
    player_extensions,
    power_extension,
)
from campaigns.services.orders import orders, standing_orders
from campaigns.services.repair import overrides, rollback
from campaigns.services.seats import deputies, invitations, seats
from campaigns.services.site import restore as site_restore
from campaigns.services.voting import agree as vote_agree
from tests.campaigns.clock.clock_promises import SLACK, Promises
from tests.campaigns.clock.clock_world import DEPUTIES, HEIRS, HOUR, POWERS, SECOND, World
from tests.support.campaigns import a_campaign
from verifier import verify

PLACE = {"kind": "place", "points": {"east": 1, "west": 1}}
WHY = "As we agreed"
MOST_STOPS = 40

DAYS = (
    datetime(2027, 3, 26, 9, 30, tzinfo=UTC),
    datetime(2027, 10, 29, 18, tzinfo=UTC),
    datetime(2027, 4, 2, 23, tzinfo=UTC),
    datetime(2027, 9, 3, 3, tzinfo=UTC),
)
"""Two days before the clocks change in Berlin and in Santiago, either way."""
VOTES = ("extend", "pause", "resume", "resolve", "seat")

powers = st.sampled_from(POWERS)
helpers = st.sampled_from(DEPUTIES)
heirs = st.sampled_from(HEIRS)
hours = st.sampled_from((1, 5, 20, 30, 60))
often = st.sampled_from((True, True, True, False))


@st.composite
def policies(draw: st.DrawFn) -> ClockPolicy:
    """A policy that a campaign can have."""
    length = draw(st.sampled_from((24, 30, 48, 72, None)))
    at = draw(st.sampled_from(("", "", "20:00", "02:30")))
    weekdays = draw(st.sampled_from(((), (), ("mon", "thu"), ("sun",)))) if at else ()
    off = draw(st.sampled_from(((), (), ("sat", "sun"))))
    if set(weekdays) and not set(weekdays) - set(off):
        off = ()
    votes = draw(st.sampled_from(((), VOTES, (*VOTES, "end"))))
    policy = ClockPolicy(
        zone=draw(st.sampled_from(("UTC", "Europe/Berlin", "America/Santiago"))),
        hours={"default": length},
        at=at,
        weekdays=weekdays,
        days_off=off,
        count_days_off=draw(often),
        grace_hours=draw(st.sampled_from((0, 6, 24))),
        missed=draw(st.sampled_from(("autopilot", "hold", "wait"))),
        advance="deadline_only" if length and draw(st.integers(0, 2)) == 2 else "all_ready",
        least_hours=draw(st.sampled_from((0, 0, 12))),
        reseat_after=draw(st.sampled_from((1, 3))),
        extensions=draw(st.sampled_from((0, 1, 2))),
        extension_hours=draw(st.sampled_from((6, 24))),
        votes=dict.fromkeys(votes, "most"),
        absence=AbsencePolicy(
            does=draw(st.sampled_from(("deputy", "stretch", "standing"))),
            stretch_hours=draw(st.sampled_from((12, 72))),
        ),
        silence=SilencePolicy(
            disorder_after=draw(st.sampled_from((0, 1, 2))),
            locked=draw(st.booleans()),
            nobody=draw(st.sampled_from(("wait", "go_on"))),
            remind=("half", "last_day", "missed", "others"),
        ),
        breaks=BreaksPolicy(
            takeover_hours=draw(st.sampled_from((0, 36))),
            pauses=draw(st.sampled_from((0, 1))),
            pause_hours=draw(st.sampled_from((5, 72))),
        ),
    )
    assert not policy.problems(), policy.problems()
    return policy


class Clockwork(RuleBasedStateMachine):
    """One campaign of the tiny book, its people, and time."""

    #: Set by the test: the accounts and the time that all examples share.
    world: ClassVar[World]
    #: How many examples there were, and how often each act was done and refused.
    played: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.slug, self.begun = "", False
        self.keys = 0

    @initialize(
        policy=policies(), day=st.sampled_from(DAYS), bot=st.sampled_from((False, False, True))
    )
    def found(self, policy: ClockPolicy, day: datetime, bot: bool) -> None:
        world = self.world
        world.begin(day)
        self.begun = True
        bots = ("isle",) if bot else ()
        players = {power: self.who(power) for power in POWERS if power not in bots}
        moderator = self.who("moderator")
        self.slug = a_campaign(scenario="long", by=moderator, seats=players, policy=policy).slug
        world.committed()
        self.promises = Promises(world, self.slug)
        world.is_untrue = self.promises.is_untrue
        self.promises.check(grants=True)

    def teardown(self) -> None:
        """The log is whole, and who looks through its file finds no fault."""
        if not self.begun:
            return
        self.played["examples"] += 1
        try:
            if sys.exc_info()[0] is not None:
                return  # it has failed already
            data = b"".join(export(self.slug, self.who("moderator")))
            faults = [f"{one.name}: {fault}" for one in verify(data) for fault in one.faults]
            assert not faults, faults
        finally:
            self.world.end()

    # --- Who and when -----------------------------------------------------------------------------------

    def who(self, name: str) -> Any:
        return self.world.people[name]

    def player(self, power: str) -> Any:
        """Who sits there; an outsider where nobody does."""
        person = self.promises.seats[power].person_id
        return self.world.by_key[person] if person else self.who(HEIRS[0])

    @property
    def campaign(self) -> Campaign:
        """The campaign as it was after the last step."""
        return self.promises.campaign

    @property
    def phase(self) -> Phase:
        """Its phase in play."""
        return self.promises.row

    def do(self, act: Any, *, grants: bool = False, may: bool = True, **given: Any) -> Any:
        """Do something; ``None`` and nothing changed if it is refused. Then everything must hold."""
        name = f"{act.__module__.rpartition('.')[2]}.{act.__name__}"
        self.passes(SECOND)
        before, self.done = self.promises.read_clock(), True
        try:
            found = act(self.slug, **given)
        except CampaignError as refusal:
            self.done, found, self.refusal = False, None, refusal
            after = self.promises.read_clock()
            assert after == before, f"{name} is refused and changes the clock"
        self.played[f"{name} {'done' if self.done else 'refused'}"] += 1
        assert may or not self.done, f"{name} is done by one who may not"
        if not self.done:
            return None
        self.world.committed()
        self.promises.check(grants=grants)
        return found

    def passes(self, by: timedelta) -> None:
        self.promises.passes(by)
        self.world.tick(by)

    def sweep(self) -> None:
        """One sweep, and what it asks the worker to do."""
        clock_sweep.sweep()
        self.world.committed()
        self.promises.check()
        self.work_off()
        awake = self.campaign
        assert awake.wakes_at is None or awake.wakes_at > self.world.now, (
            f"the clock was awake at {awake.wakes_at} and is so after the sweep at {self.world.now}"
        )

    def work_off(self, *, letters: bool = False) -> None:
        if self.world.sent or letters:
            self.world.work_off(letters=letters)
            self.promises.check()

    def go_to(self, moment: datetime) -> None:
        """Let time go by; the clock strikes whenever it would."""
        for _ in range(MOST_STOPS):
            if self.world.now >= moment:
                break
            self.passes(max(SECOND, min(self.next_stop(), moment) - self.world.now))
            self.sweep()

    def next_stop(self) -> datetime:
        """When the sweep finds something to do."""
        campaign = self.campaign
        ends = Deputy.objects.filter(campaign=campaign, ended_at=None, until__gt=self.world.now)
        moments = [campaign.wakes_at, campaign.resumes_at, *ends.values_list("until", flat=True)]
        return min(
            (one for one in moments if one is not None),
            default=self.world.now + timedelta(days=400),
        )

    # --- Orders -----------------------------------------------------------------------------------------

    def order(self, power: str) -> dict[str, Any]:
        phase = self.phase
        if phase.key == "place":
            return PLACE
        purse = states.now(phase).purses.get(power)
        mine = [valley for valley, points in purse.points.items() if points] if purse else []
        return {"kind": "name", "valley": mine[0] if mine else "east"}

    def seals(self, power: str, by: Any, *, ready: bool = True, may: bool = True) -> None:
        self.do(
            orders.seal_orders,
            by=by,
            power=power,
            order=self.order(power),
            phase=self.phase.number,
            ready=ready,
            may=may,
        )

    @rule(power=powers, ready=often)
    def seal(self, power: str, ready: bool) -> None:
        can = self.can_seal(power)
        self.seals(power, self.player(power), ready=ready)
        assert self.done or not can, f"{power} is asked, has time and cannot seal: {self.refusal}"

    def can_seal(self, power: str) -> bool:
        """Whether the player of a power must be let in."""
        promises = self.promises
        row, campaign = promises.row, promises.campaign
        seat = promises.seats[power]
        if power not in row.asked or seat.person_id is None or promises.world.dark:
            return False
        if campaign.status not in (Status.RUNNING, Status.PAUSED, Status.WAITING):
            return False
        soon = self.world.now + 2 * SECOND
        clock = campaign.stopped_at if campaign.status == Status.PAUSED else soon
        own = row.times.closes_for(power)
        close = promises.close_of(row, power)
        if power in promises.sealed:
            early = row.grace_until is None and campaign.status != Status.WAITING
            return early and (own is None or clock < own)
        return campaign.status == Status.WAITING or close is None or clock < close

    @rule(ready=often)
    def all_seal(self, ready: bool) -> None:
        """Everybody who has not sealed does."""
        for power in POWERS:
            if power not in self.promises.sealed and self.promises.seats[power].person_id:
                self.seal(power, ready)

    @rule(power=powers)
    def unseal(self, power: str) -> None:
        self.do(orders.unseal, by=self.player(power), power=power, phase=self.phase.number)

    @rule(power=powers, leaves=st.booleans())
    def draft_or_standing(self, power: str, leaves: bool) -> None:
        given = {"by": self.player(power), "power": power}
        if leaves:
            order = {"kind": "answer", "valley": "east"}
            self.do(standing_orders.set_standing, order=order, **given)
        else:
            number = self.phase.number
            self.do(orders.save_draft, order=self.order(power), phase=number, **given)

    # --- The moderator ----------------------------------------------------------------------------------

    def desk(self, act: Any, *, grants: bool = False, **given: Any) -> Any:
        return self.do(act, by=self.who("moderator"), reason=WHY, grants=grants, **given)

    @rule(lasts=st.sampled_from((None, None, 2, 50)))
    def pause(self, lasts: int | None) -> None:
        until = None if lasts is None else self.world.now + timedelta(hours=lasts)
        self.desk(moderation.pause, until=until)

    @rule()
    def resume(self) -> None:
        self.desk(moderation.resume)

    @rule(more=hours)
    def extend(self, more: int) -> None:
        paused, due = self.promises.is_paused, self.phase.due_at
        closes_at = self.phase.closes_at
        clock = self.promises.campaign.stopped_at
        still_to_come = self.promises.is_given_something()
        self.desk(moderation.extend, hours=more, grants=True)
        if self.done and due is not None and not still_to_come:
            shown = clock if paused and clock is not None else self.world.now
            # What is left of grace is not taken away.
            expected = max(max(due, shown) + timedelta(hours=more), closes_at or due)
            self.is_due(expected)

    @rule(more=hours)
    def set_deadline(self, more: int) -> None:
        due = (self.phase.due_at or self.world.now) + timedelta(hours=more)
        still_to_come = self.promises.is_given_something()
        self.desk(nudges.set_deadline, due=due, grants=True)
        if self.done and self.promises.is_running and not still_to_come:
            self.is_due(due)

    def is_due(self, expected: datetime) -> None:
        """The deadline is that one, or later because somebody is away."""
        found, stretches = self.phase.due_at, self.campaign.policy.absence.does == "stretch"
        assert found is not None
        assert abs(found - expected) <= SLACK or (stretches and found > expected), (
            f"due at {found}, not at {expected}"
        )

    @rule(power=powers, more=hours)
    def extend_one(self, power: str, more: int) -> None:
        still_to_come = self.promises.is_given_something()
        self.desk(power_extension.extend_one, power=power, hours=more, grants=True)
        if self.done and self.promises.is_running and not still_to_come:
            left = self.phase.times.closes_for(power)
            assert left is not None
            assert left >= self.world.now + timedelta(hours=more) - SLACK

    @rule(silent=st.sampled_from(("", "autopilot", "hold")))
    def force(self, silent: str) -> None:
        self.desk(end_phase.force, phase=self.phase.number, silent=silent)

    @rule()
    def nudge(self) -> None:
        self.desk(nudges.nudge)

    @rule(bridge=st.booleans())
    def correct(self, bridge: bool) -> None:
        self.desk(moderation.correct_facts, facts={"bridge": bridge})

    @rule(power=powers)
    def override(self, power: str) -> None:
        phase = self.phase
        before = states.now(phase).holders.get("east")
        change = {"path": ["holders", "east"], "before": before, "after": power}
        self.desk(overrides.override, changes=[change], rule="1.1", grants=True)

    @rule(number=st.sampled_from((1, 1, 2)))
    def undo(self, number: int) -> None:
        self.desk(overrides.undo, number=number, grants=True)

    @rule(back=st.sampled_from((0, 0, 1, 2)))
    def roll_back(self, back: int) -> None:
        phase = self.phase
        self.desk(rollback.roll_back, to=max(1, phase.number - back))

    @rule()
    def restore(self) -> None:
        last = Restore.objects.order_by("-pk").first()
        row = Restore.objects.create(
            database="here", reason="A backup was put back", began_at=self.world.now
        )
        assert last is None or row.pk > last.pk

        def renewed(slug: str, **_given: Any) -> None:
            site_restore.renew(slug, restore=row)

        renewed.__module__ = site_restore.__name__
        self.do(renewed, grants=True)

    @rule(policy=policies())
    def change_policy(self, policy: ClockPolicy) -> None:
        self.desk(moderation.change_policy, policy=policy)

    @rule(
        power=powers,
        verb=st.sampled_from(
            (
                "pause",
                "resume",
                "extend",
                "force",
                "set_deadline",
                "extend_one",
                "roll_back",
                "seal",
            )
        ),
        stranger=st.sampled_from((*HEIRS, "player")),
    )
    def trespass(self, power: str, verb: str, stranger: str) -> None:
        """What only a moderator may do, or the player of a seat, is refused to others."""
        people = {one.person_id for one in self.promises.seats.values()}
        by = self.who(power if stranger == "player" else stranger)
        if stranger != "player" and by.pk in people:
            return
        if verb == "seal":
            other = POWERS[POWERS.index(power) - 1]
            if by.pk not in {self.player(other).pk}:
                deputy = Deputy.objects.filter(person=by, campaign=self.campaign).exists()
                sits = self.campaign.seats.filter(power=other, person=by).exists()
                self.seals(other, by, may=deputy or sits)
            return
        acts: dict[str, tuple[Any, dict[str, Any]]] = {
            "pause": (moderation.pause, {}),
            "resume": (moderation.resume, {}),
            "extend": (moderation.extend, {"hours": 5}),
            "force": (end_phase.force, {"phase": self.phase.number}),
            "set_deadline": (nudges.set_deadline, {"due": self.world.now + 90 * HOUR}),
            "extend_one": (power_extension.extend_one, {"power": power, "hours": 5}),
        }
        if verb in acts:
            act, given = acts[verb]
            self.do(act, by=by, reason=WHY, may=False, **given)

    # --- Players and their time ---------------------------------------------------------------------------

    @rule(power=powers)
    def take_extension(self, power: str) -> None:
        number = self.phase.number
        self.do(
            player_extensions.take, by=self.player(power), power=power, phase=number, grants=True
        )

    @rule(power=powers)
    def emergency(self, power: str) -> None:
        number = self.phase.number
        self.do(
            emergency_pauses.pause, by=self.player(power), power=power, reason=WHY, phase=number
        )

    @rule(
        power=powers,
        begins=st.sampled_from((0, 0, 10, 40)),
        lasts=st.sampled_from((3, 30, 100)),
        deputy=st.sampled_from(("", "", *DEPUTIES)),
        level=st.sampled_from(("seal", "see")),
    )
    def go_away(self, power: str, begins: int, lasts: int, deputy: str, level: str) -> None:
        start = self.world.now + timedelta(hours=begins)
        ends = start + timedelta(hours=lasts)
        given = {"begins": start, "ends": ends, "deputy": deputy, "level": level}
        self.do(absences.announce, by=self.player(power), grants=True, **given)

    @rule(power=powers)
    def come_back(self, power: str) -> None:
        by = self.player(power)
        row = Absence.objects.filter(campaign__slug=self.slug, person=by).order_by("-pk").first()
        self.do(absences.come_back, by=by, number=row.number if row else 1, grants=True)

    @rule(power=powers, deputy=helpers, lasts=st.sampled_from((None, 3, 30)))
    def name_deputy(self, power: str, deputy: str, lasts: int | None) -> None:
        until = None if lasts is None else self.world.now + timedelta(hours=lasts)
        given = {"username": deputy, "level": "seal", "until": until}
        self.do(deputies.name, by=self.player(power), power=power, **given)
        self.accept(deputy)

    @rule(deputy=helpers)
    def accept(self, deputy: str) -> None:
        if (row := self._deputyship(deputy)) is not None:
            self.do(deputies.accept, by=self.who(deputy), key=row.pk, grants=True)

    @rule(deputy=helpers, lays_down=st.booleans())
    def end_deputyship(self, deputy: str, lays_down: bool) -> None:
        if (row := self._deputyship(deputy)) is not None:
            by = self.who(deputy) if lays_down else row.principal
            self.do(deputies.end, by=by, key=row.pk, grants=True)

    @rule(deputy=helpers, ready=often)
    def deputy_seals(self, deputy: str, ready: bool) -> None:
        if (row := self._deputyship(deputy)) is not None:
            self.seals(row.power, self.who(deputy), ready=ready)

    def _deputyship(self, deputy: str) -> Deputy | None:
        rows = Deputy.objects.filter(
            campaign__slug=self.slug, person=self.who(deputy), ended_at=None
        )
        return rows.select_related("principal").order_by("-pk").first()

    # --- Questions ----------------------------------------------------------------------------------------

    @rule(power=powers, kind=st.sampled_from((*VOTES, "end")), more=hours)
    def propose(self, power: str, kind: str, more: int) -> None:
        given: dict[str, Any] = {"phase": self.phase.number}
        if kind == "extend":
            given = {"hours": more}
        elif kind == "pause" and more > 20:
            given["until"] = self.world.now + timedelta(hours=more)
        elif kind == "seat":
            other = POWERS[POWERS.index(power) - 1]
            given = {"power": other, "to": "bot" if more > 20 else "free"}
        elif kind == "resume":
            given = {}
        self.do(
            vote_agree.propose, by=self.player(power), kind=kind, reason=WHY, grants=True, **given
        )

    @rule(power=powers, all_of_them=st.booleans())
    def agree(self, power: str, all_of_them: bool) -> None:
        """Say yes to the newest question."""
        for one in POWERS if all_of_them else (power,):
            if (question := self._question()) is not None:
                by = self.player(one)
                self.do(vote_agree.agree, by=by, number=question.number, grants=True)

    @rule(power=powers, whole=st.booleans())
    def take_back(self, power: str, whole: bool) -> None:
        if (question := self._question()) is not None:
            act = vote_agree.withdraw if whole else vote_agree.take_back
            by = question.asked_by if whole else self.player(power)
            self.do(act, by=by, number=question.number)

    def _question(self) -> Consent | None:
        rows = Consent.objects.filter(campaign__slug=self.slug, state=Consent.State.OPEN)
        return rows.order_by("-number").first()

    # --- Seats --------------------------------------------------------------------------------------------

    @rule(power=powers)
    def leave(self, power: str) -> None:
        self.do(seats.leave, by=self.player(power), power=power)

    @rule(power=powers, free=st.booleans())
    def empty_seat(self, power: str, free: bool) -> None:
        act = seats.free_seat if free else seats.seat_bot
        self.do(act, by=self.who("moderator"), power=power, reason=WHY, grants=True)

    @rule(power=powers, heir=st.sampled_from((*HEIRS, *POWERS)))
    def assign(self, power: str, heir: str) -> None:
        given = {"power": power, "username": heir, "reason": WHY}
        self.do(seats.assign_seat, by=self.who("moderator"), grants=True, **given)

    @rule(power=powers, heir=st.sampled_from((*HEIRS, "player")))
    def sit_down(self, power: str, heir: str) -> None:
        """By an invitation, or, at an empty table, without."""
        by = self.who(power if heir == "player" else heir)
        token = self.do(
            invitations.invite, by=self.who("moderator"), power=power, days=30, uses=1, reason=WHY
        )
        self.do(seats.join, by=by, powers=[power], token=token or "", grants=True)

    # --- The site -----------------------------------------------------------------------------------------

    @rule(more=hours)
    def add_time(self, more: int) -> None:
        self.keys += 1

        def added(_slug: str, **given: Any) -> None:
            self.world.added = site_extension.add(**given).pk

        added.__module__ = site_extension.__name__
        given = {"by": self.who("staff"), "key": f"{self.slug}-{self.keys}", "reason": WHY}
        row, status, dark = self.phase, self.campaign.status, self.world.dark
        self.do(added, hours=more, grants=True, **given)
        if self.promises.blurred or dark or status != Status.RUNNING:
            self.promises.blurred = True
            return
        self.promises.renew()
        self.sweep()
        found = self.phase
        graced = row.grace_until or found.grace_until
        if found.pk == row.pk and row.due_at and not graced and row.due_at > self.world.now:
            want = row.due_at + timedelta(hours=more)
            away = self.campaign.policy.absence.does == "stretch"
            assert found.due_at is not None
            assert abs(found.due_at - want) <= SLACK or (away and found.due_at > want)

    @rule(lasts=st.sampled_from((1, 5, 30)))
    def outage(self, lasts: int) -> None:
        """The service goes away, or stays so; whoever acts next comes before the first sweep."""
        if not self.world.dark:
            self.sweep()
        self.world.dark = True
        self.passes(timedelta(hours=lasts))

    @rule()
    def beat(self) -> None:
        self.passes(SECOND)
        self.sweep()

    @rule(letters=often)
    def work(self, letters: bool) -> None:
        """The worker does what it is asked to do, and what it does again and again."""
        if letters:
            self.world.queue.beat()
        self.work_off(letters=letters)

    # --- Time ---------------------------------------------------------------------------------------------

    @rule(by=st.sampled_from((1, 3, 12, 25, 60)))
    def wait(self, by: int) -> None:
        self.go_to(self.world.now + timedelta(hours=by))

    @rule(offset=st.sampled_from((-2, 0, 1, 4)))
    def wait_for_the_clock(self, offset: int) -> None:
        if (moment := self.campaign.wakes_at) is not None:
            self.go_to(moment + timedelta(seconds=offset))

    @rule(power=powers, offset=st.sampled_from((-60, 0, 60, 3600)))
    def wait_for_a_close(self, power: str, offset: int) -> None:
        if (moment := self.promises.close_of(self.promises.row, power)) is not None:
            self.go_to(moment + timedelta(seconds=offset))

    @rule(power=powers, offset=st.sampled_from((-60, 60, 3600)))
    def miss(self, power: str, offset: int) -> None:
        """Let the deadline of a power go by, grace not counted."""
        if (moment := self.phase.times.closes_for(power)) is not None:
            self.go_to(moment + timedelta(seconds=offset))

    @rule(lasts=st.sampled_from((3, 40, 100)))
    def stand_still(self, lasts: int) -> None:
        """A long pause."""
        self.desk(moderation.pause, until=None)
        self.go_to(self.world.now + timedelta(hours=lasts))

    @precondition(lambda self: Absence.objects.filter(campaign__slug=self.slug).exists())
    @rule(ends=st.booleans(), offset=st.sampled_from((-60, 2)))
    def wait_for_an_absence(self, ends: bool, offset: int) -> None:
        row = Absence.objects.filter(campaign__slug=self.slug).order_by("-pk").first()
        assert row is not None
        self.go_to((row.ends_at if ends else row.begins_at) + timedelta(seconds=offset))


def told_of(counts: Counter[str]) -> str:
    """How many examples there were, and what was done in them."""
    return json.dumps(dict(sorted(counts.items())), indent=1)

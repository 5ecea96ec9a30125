"""What happens to a clock one after the other: pauses, more time, absences, grace, seals that are void, policies."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.utils import timezone

from campaigns.domain.absence_policy import AbsencePolicy, SilencePolicy
from campaigns.domain.breaks_policy import BreaksPolicy
from campaigns.errors import OrdersClosed
from campaigns.models import Deputy, Heartbeat, Outage, Restore
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.seats import seats_page as seats_pages
from campaigns.services.advance import sweep
from campaigns.services.deadlines import absences, moderation, nudges, power_extension
from campaigns.services.repair import rollback
from campaigns.services.seats import deputies
from campaigns.services.site import restore as site_restore
from campaigns.services.voting import agree
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Passing, Table
from tests.support.clock import (
    HOUR,
    WHY,
    bodies,
    follows,
    left,
    override_east,
    pass_by,
    pause,
    resume,
)
from tests.support.exports.files import faults, file_of
from tests.support.repair import all_agree
from tests.support.seats import deputize

DAY = timedelta(days=1)


def extend(table: Table, hours: float) -> None:
    moderation.extend(table.slug, by=table.moderator, hours=hours, reason=WHY)


def two_days_for_isle(table: Table) -> None:
    power_extension.extend_one(table.slug, by=table.moderator, power="isle", hours=48, reason=WHY)


def restore(table: Table) -> None:
    """The database came back from a backup."""
    made = Restore.objects.create(database="another", reason=WHY, began_at=timezone.now())
    site_restore.renew(table.slug, restore=made)


@pytest.mark.parametrize("void", [override_east, restore])
class TestASealThatIsVoid:
    """Whoever is asked to seal again can."""

    def test_after_the_deadline_while_the_phase_waits_for_another(
        self, table: Table, void: Callable[[Table], None]
    ) -> None:
        two_days_for_isle(table)
        table.seal_all(but="isle")
        pass_by(73 * HOUR)
        assert table.advance() == "not yet"
        void(table)
        [mine] = campaign_page.campaign_page(table.slug, table.players["north"]).mine
        assert mine.locked == ""
        assert left(table, "north") == left(table, "isle") == 47 * HOUR
        table.seal("north", PLACE)
        table.seal("isle", PLACE)
        assert table.advance() == "not yet", "south is asked again too"
        table.seal("south", PLACE)
        assert table.advance() == "resolved"
        assert faults(file_of(table)) == []

    def test_shortly_before_the_deadline_there_is_time_to_hear_of_it(
        self, table: Table, void: Callable[[Table], None]
    ) -> None:
        table.seal("north", PLACE)
        pass_by(71 * HOUR)
        void(table)
        assert left(table, "north") == DAY
        assert left(table, "south") == HOUR
        said = [line.line for line in _log(table)]
        heads = [one.head for one in said if "alone" in one.head]
        assert heads == ["23 hours more for Northland alone, to seal again"]
        assert faults(file_of(table)) == []

    def test_while_it_is_paused_after_the_deadline(
        self, table: Table, void: Callable[[Table], None]
    ) -> None:
        two_days_for_isle(table)
        table.seal("north", PLACE)
        pass_by(73 * HOUR)
        pause(table)
        void(table)
        pass_by(5 * DAY)
        resume(table)
        table.seal("north", PLACE)
        assert left(table, "isle") == 47 * HOUR
        assert faults(file_of(table)) == []

    def test_while_the_campaign_waits_nobody_is_hurried(
        self, found: Found, void: Callable[[Table], None]
    ) -> None:
        table = found(missed="wait")
        table.seal("north", PLACE)
        pass_by(73 * HOUR)
        assert table.advance() == "waiting"
        void(table)
        assert table.campaign.status == "waiting"
        pass_by(9 * DAY)
        table.seal("north", PLACE)


def _log(table: Table) -> Any:
    return campaign_page.log(table.slug)


class TestMoreTimeInAPause:
    """It counts from the moment at which the clock stands; the pause comes on top, once."""

    @pytest.fixture
    def stopped(self, table: Table) -> Table:
        """Paused for five days, an hour before the deadline."""
        pass_by(71 * HOUR)
        pause(table)
        pass_by(5 * DAY)
        return table

    def test_hours(self, stopped: Table) -> None:
        extend(stopped, 48)
        resume(stopped)
        assert left(stopped) == 49 * HOUR
        assert faults(file_of(stopped)) == []

    def test_an_exact_deadline(self, stopped: Table) -> None:
        due = timezone.now() + 2 * DAY
        nudges.set_deadline(stopped.slug, by=stopped.moderator, due=due, reason=WHY)
        resume(stopped)
        assert left(stopped) == 2 * DAY
        assert faults(file_of(stopped)) == []

    def test_an_exact_deadline_where_the_pause_ends_by_itself(self, table: Table) -> None:
        until = timezone.now() + 5 * DAY
        moderation.pause(table.slug, by=table.moderator, reason=WHY, until=until)
        pass_by(DAY)
        due = timezone.now() + 10 * DAY
        nudges.set_deadline(table.slug, by=table.moderator, due=due, reason=WHY)
        pass_by(4 * DAY + HOUR)
        sweep.sweep()
        # It went on an hour late, and has that hour too.
        assert left(table) == 6 * DAY

    def test_a_vote(self, found: Found) -> None:
        table = found(votes={"extend": "all"})
        pass_by(71 * HOUR)
        pause(table)
        pass_by(5 * DAY)
        agree.propose(table.slug, by=table.players["north"], kind="extend", hours=48, reason=WHY)
        all_agree(table)
        resume(table)
        assert left(table) == 49 * HOUR

    def test_after_the_deadline(self, found: Found) -> None:
        table = found(missed="wait")
        pass_by(80 * HOUR)
        assert table.advance() == "waiting"
        pause(table)
        pass_by(5 * DAY)
        extend(table, 48)
        resume(table)
        assert left(table) == 48 * HOUR


class TestMoreTimeAndOutages:
    """What an outage took is given once."""

    def test_right_after_one(self, table: Table) -> None:
        pass_by(71 * HOUR)
        Passing.by += 10 * HOUR
        now = timezone.now()
        Outage.objects.create(began_at=now - 10 * HOUR, ended_at=now)
        extend(table, 24)
        assert table.advance() == "not yet"
        assert left(table) == 25 * HOUR
        assert faults(file_of(table)) == []

    def test_while_the_service_is_away(self, table: Table) -> None:
        # The pages are there, and the sweep is not: the database's own clock says so.
        Heartbeat.objects.update_or_create(
            name="sweep", defaults={"beat_at": timezone.now() - 4 * HOUR}
        )
        phase = table.phase
        phase.opened_at = timezone.now() - 75 * HOUR
        phase.due_at = timezone.now() - 3 * HOUR
        phase.save()
        began = Heartbeat.objects.get().beat_at
        table.seal("north", PLACE)
        extend(table, 24)
        Outage.objects.create(began_at=began, ended_at=timezone.now())
        Heartbeat.objects.update(beat_at=timezone.now())
        assert table.advance() == "not yet"
        assert left(table, "south") == 25 * HOUR

    def test_a_pause_within_one(self, table: Table) -> None:
        began = timezone.now()
        before = left(table)
        Passing.by += 2 * HOUR
        pause(table)
        Passing.by += 5 * HOUR
        resume(table)
        Passing.by += HOUR
        now = timezone.now()
        Outage.objects.create(began_at=began, ended_at=now)
        assert table.advance() == "not yet"
        assert left(table) == before
        assert [one["seconds"] for one in bodies("clock.resumed")] == [5 * 3600]
        assert [one["seconds"] for one in bodies("clock.given_back")] == [3 * 3600]
        assert faults(file_of(table)) == []


class TestAbsences:
    """A deadline is stretched past an absence however it came to fall into it."""

    def away(self, table: Table, begins: timedelta, ends: timedelta, **more: Any) -> int:
        now = timezone.now()
        return absences.announce(
            table.slug, by=table.players["north"], begins=now + begins, ends=now + ends, **more
        )

    @pytest.fixture
    def stretching(self, found: Found) -> Table:
        return found(absence=AbsencePolicy(does="stretch", stretch_hours=240))

    def test_after_an_extension(self, stretching: Table) -> None:
        self.away(stretching, 80 * HOUR, 120 * HOUR)
        assert left(stretching) == 72 * HOUR
        extend(stretching, 20)
        assert left(stretching) == 144 * HOUR
        assert faults(file_of(stretching)) == []

    def test_after_a_pause(self, stretching: Table) -> None:
        self.away(stretching, 80 * HOUR, 120 * HOUR)
        pause(stretching)
        pass_by(20 * HOUR)
        resume(stretching)
        assert left(stretching) == 124 * HOUR
        assert faults(file_of(stretching)) == []

    def test_announced_in_a_pause(self, stretching: Table) -> None:
        pause(stretching)
        self.away(stretching, 70 * HOUR, 120 * HOUR)
        pass_by(HOUR)
        resume(stretching)
        assert left(stretching) == 143 * HOUR

    @pytest.mark.parametrize("how", ["laid down", "taken back", "over"])
    def test_when_the_deputy_is_one_no_more(self, stretching: Table, how: str) -> None:
        helper, key = deputize(stretching, "seal", until=timezone.now() + 76 * HOUR)
        self.away(stretching, HOUR, 120 * HOUR)
        assert left(stretching) == 72 * HOUR
        if how == "over":
            extend(stretching, 6)
        else:
            by = helper if how == "laid down" else stretching.players["north"]
            deputies.end(stretching.slug, by=by, key=key)
        assert left(stretching) == 144 * HOUR

    def test_no_further_than_the_policy_lets_it_on_fixed_weekdays(self, found: Found) -> None:
        with time_machine.travel(datetime(2026, 11, 24, 12, tzinfo=UTC), tick=False):
            table = found(
                absence=AbsencePolicy(does="stretch", stretch_hours=24),
                weekdays=("sat",),
                at="20:00",
            )
            due = table.phase.due_at
            assert due == datetime(2026, 11, 28, 20, tzinfo=UTC)
            self.away(table, DAY, 6 * DAY)
            assert table.phase.due_at == due + DAY
            assert faults(file_of(table)) == []

    def test_to_the_next_moment_of_the_clock_where_that_is_near_enough(self, found: Found) -> None:
        with time_machine.travel(datetime(2026, 11, 24, 12, tzinfo=UTC), tick=False):
            table = found(
                absence=AbsencePolicy(does="stretch", stretch_hours=240),
                weekdays=("sat",),
                at="20:00",
            )
            self.away(table, DAY, 6 * DAY)
            assert table.phase.due_at == datetime(2026, 12, 5, 20, tzinfo=UTC)

    def test_a_phase_without_a_deadline_goes_on_when_all_but_one_are_away_no_more(
        self, found: Found
    ) -> None:
        table = found(hours={"default": None}, absence=AbsencePolicy(does="standing"))
        for power, ends in (("north", 2 * DAY), ("south", 9 * DAY), ("isle", 9 * DAY)):
            now = timezone.now()
            absences.announce(table.slug, by=table.players[power], begins=now, ends=now + ends)
        table.seal("north", PLACE, ready=True)
        assert table.advance() == "not yet", "everybody is away"
        wakes_at = table.campaign.wakes_at
        assert wakes_at - timezone.now() <= 2 * DAY
        pass_by(2 * DAY + HOUR)
        assert sweep.sweep() == 1

    def test_a_campaign_that_waits_goes_on_when_who_is_missing_goes_away(
        self, found: Found
    ) -> None:
        table = found(missed="wait", absence=AbsencePolicy(does="standing"))
        self.away(table, 4 * DAY, 9 * DAY)
        table.seal_all(but="north")
        pass_by(73 * HOUR)
        assert table.advance() == "waiting"
        assert sweep.sweep() == 0
        pass_by(DAY)
        assert sweep.sweep() == 1
        assert faults(file_of(table)) == []

    def test_a_phase_without_a_deadline_goes_on_when_a_deputys_time_is_over(
        self, found: Found
    ) -> None:
        table = found(hours={"default": None}, absence=AbsencePolicy(does="standing"))
        deputize(table, "seal", until=timezone.now() + DAY)
        self.away(table, timedelta(0), 9 * DAY)
        table.seal_all(ready=True, but="north")
        assert table.advance() == "not yet", "a deputy may seal for north"
        pass_by(DAY + HOUR)
        assert sweep.sweep() == 1
        assert Deputy.objects.get().ended_at is not None


class TestGraceOfItsOwn:
    """A power with more time has its grace, whoever else was late."""

    def test_after_the_grace_of_the_others(self, found: Found) -> None:
        table = found(grace_hours=24)
        two_days_for_isle(table)
        table.seal("north", PLACE)
        pass_by(73 * HOUR)
        assert table.advance() == "grace"
        table.seal("south", PLACE)
        assert table.advance() == "not yet"
        pass_by(48 * HOUR)
        assert table.advance() == "grace"
        assert left(table, "isle") == 23 * HOUR
        with pytest.raises(OrdersClosed):
            table.seal("south", PLACE)
        pass_by(22 * HOUR)
        table.seal("isle", PLACE)
        assert table.advance() == "resolved"
        assert [one["missing"] for one in bodies("clock.grace")] == [["south"], ["isle"]]
        assert faults(file_of(table)) == []

    def test_then_its_time_is_over(self, found: Found) -> None:
        table = found(grace_hours=24)
        two_days_for_isle(table)
        table.seal("north", PLACE)
        for outcome, then in (("grace", 48), ("grace", 24), ("resolved", 0)):
            pass_by(timedelta(hours=73 if outcome == "grace" and then == 48 else 0))
            assert table.advance() == outcome
            pass_by(timedelta(hours=then))
        assert faults(file_of(table)) == []

    def test_it_gives_nothing_to_those_whose_time_is_over(self, found: Found) -> None:
        table = found(grace_hours=24, silence=SilencePolicy(locked=False))
        two_days_for_isle(table)
        table.seal("north", PLACE)
        table.seal("south", PLACE)
        # Grace from the deadline of all, which nobody needed, is over with its hours.
        pass_by(73 * HOUR)
        table.seal("south", {**PLACE, "points": {"east": 3}})
        pass_by(24 * HOUR)
        with pytest.raises(OrdersClosed):
            table.seal("south", PLACE)
        pass_by(24 * HOUR)
        assert table.advance() == "grace"
        assert left(table, "isle") == 23 * HOUR
        with pytest.raises(OrdersClosed):
            table.seal("south", PLACE)
        table.seal("isle", PLACE)
        assert table.advance() == "resolved"
        assert faults(file_of(table)) == []

    def test_who_seals_in_its_own_time_may_change_it_in_the_grace_of_the_others(
        self, found: Found
    ) -> None:
        table = found(grace_hours=24)
        two_days_for_isle(table)
        pass_by(73 * HOUR)
        assert table.advance() == "grace"
        table.seal("isle", PLACE)
        table.seal("isle", {**PLACE, "points": {"east": 3}})
        table.seal("north", PLACE)
        with pytest.raises(OrdersClosed, match="stay as they are"):
            table.seal("north", {**PLACE, "points": {"east": 3}})


class TestAnotherPolicy:
    """A policy holds from the next phase on."""

    def change(self, table: Table, **parts: Any) -> None:
        policy = msgspec.structs.replace(table.campaign.last_policy, **parts)
        moderation.change_policy(table.slug, by=table.moderator, policy=policy, reason=WHY)

    def test_grace_is_not_taken_away_before_the_deadline(self, found: Found) -> None:
        table = found(grace_hours=24, missed="hold")
        pass_by(71 * HOUR)
        self.change(table, grace_hours=0, missed="wait")
        assert table.campaign.policy.grace_hours == 24
        pass_by(2 * HOUR)
        assert table.advance() == "grace"
        pass_by(25 * HOUR)
        assert table.advance() == "resolved"
        assert table.campaign.policy.grace_hours == 0
        pass_by(73 * HOUR)
        assert table.advance() == "waiting"
        assert faults(file_of(table)) == []

    def test_what_was_chosen_last_counts_and_the_page_says_so(self, found: Found) -> None:
        table = found(grace_hours=24)
        self.change(table, grace_hours=6)
        self.change(table, grace_hours=12)
        said = seats_pages.seats_page(table.slug).clock_to_come
        assert "24" in said
        assert "12" in said
        self.change(table, grace_hours=24)
        assert seats_pages.seats_page(table.slug).clock_to_come == ""
        assert faults(file_of(table)) == []

    def test_it_holds_for_a_phase_that_is_played_again(self, found: Found) -> None:
        table = found(grace_hours=24)
        self.change(table, hours={"default": 48})
        number = rollback.roll_back(
            table.slug, by=table.moderator, to=table.phase.number, reason=WHY
        )
        assert number is None
        assert left(table) == 48 * HOUR
        assert faults(file_of(table)) == []

    def test_before_the_start_it_holds_at_once(self, found: Found) -> None:
        table = found(start=False)
        self.change(table, grace_hours=6)
        assert table.campaign.policy.grace_hours == 6


def test_going_back_in_a_pause_gives_fair_time_from_then(found: Found) -> None:
    table = found(breaks=BreaksPolicy(takeover_hours=96))
    pass_by(DAY)
    pause(table)
    pass_by(5 * DAY)
    rollback.roll_back(table.slug, by=table.moderator, to=table.phase.number, reason=WHY)
    follows(table)
    pass_by(DAY)
    resume(table)
    assert left(table) == 96 * HOUR
    assert faults(file_of(table)) == []

"""Clocks that stand still, for whatever reason: what can be done meanwhile, and how each goes on."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.errors import NotNow, OrdersClosed
from campaigns.models import LogEntry, Sheet
from campaigns.selectors.campaign import campaign_page
from campaigns.services.deadlines import moderation, power_extension
from campaigns.services.repair import rollback
from tests.campaigns.clock import clock_acts
from tests.campaigns.clock.clock_states import (
    STATES,
    Scene,
    begun_once,
    everybody,
    in_state,
    revisions,
    with_questions,
)
from tests.campaigns.clock.clock_states import roll as roll_dice
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table
from tests.support.clock import HOUR, WHY, left, pass_by, pause, resume
from tests.support.exports.files import faults, file_of


@pytest.fixture
def state(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """A campaign in a state of the clock; with questions that are one yes short, where they are wanted."""
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000 per minute")
    settings.BEACON_URL, settings.BEACON_PUBLIC_KEY = "http://127.0.0.1:1", "00" * 96
    settings.BEACON_GENESIS, settings.BEACON_PERIOD = 1577836800, 1
    people = everybody()

    @contextmanager
    def enter(key: str, *, asked: bool = False) -> Iterator[Scene]:
        put = clock_acts.put_questions if asked else None
        with (
            begun_once(STATES[key].begins, people) as begun,
            with_questions(begun, put) as asking,
            in_state(key, asking, put) as scene,
        ):
            yield scene

    with revisions(monkeypatch):
        yield enter


def test_a_pause_that_holds_gets_another_end_and_another_reason(table: Table) -> None:
    pause(table)
    began = table.campaign.stopped_at
    pass_by(HOUR)
    until = timezone.now() + 24 * HOUR
    for _ in range(2):
        moderation.pause(table.slug, by=table.moderator, reason="Holidays.", until=until)
    campaign = table.campaign
    assert (campaign.status_reason, campaign.resumes_at) == ("Holidays.", until)
    assert campaign.stopped_at == began
    assert LogEntry.objects.filter(kind="clock.paused").count() == 2
    pass_by(HOUR)
    resume(table)
    assert left(table) == 72 * HOUR
    assert faults(file_of(table)) == []


def test_the_desk_offers_it(table: Table, client: Client) -> None:
    client.force_login(table.moderator)
    assert "Change the pause" not in client.get(f"/c/{table.slug}/desk/").text
    pause(table)
    assert "Change the pause" in client.get(f"/c/{table.slug}/desk/").text


@pytest.mark.parametrize("key", ["stuck", "rules", "nobody"])
def test_what_stands_still_for_another_reason_is_not_paused(
    state: Callable[..., Any], key: str
) -> None:
    with state(key) as scene, pytest.raises(NotNow, match="is stopped already"):
        pause(scene.table)


@pytest.mark.parametrize("key", ["stuck", "rules"])
def test_a_vote_on_a_pause_is_over_when_the_clock_stands_still(
    state: Callable[..., Any], key: str
) -> None:
    with state(key, asked=True) as scene:
        stopped_at = scene.campaign.stopped_at
        with pytest.raises(NotNow, match="closed"):
            scene.answer(scene.questions["pause"])
        assert scene.campaign.stopped_at == stopped_at


def test_a_pause_gives_nobody_who_is_too_late_another_chance(table: Table) -> None:
    power_extension.extend_one(table.slug, by=table.moderator, power="isle", hours=48, reason=WHY)
    pass_by(73 * HOUR)
    assert table.advance() == "not yet"
    pause(table)
    with pytest.raises(OrdersClosed, match="waits only for the power"):
        table.seal("north", PLACE)
    table.seal("isle", PLACE)


def test_who_is_too_late_in_a_pause_reads_when_it_goes_on(table: Table) -> None:
    pass_by(73 * HOUR)
    pause(table)
    [mine] = campaign_page.campaign_page(table.slug, table.players["north"]).mine
    assert "is resolved when the clock runs again" in mine.locked
    with pytest.raises(OrdersClosed) as refused:
        table.seal("north", PLACE)
    assert "when the clock runs again" in str(refused.value.remedy)


class TestWaitingThroughAPause:
    """A campaign that waits for its moderator still does after a pause."""

    @pytest.fixture
    def waiting(self, found: Found) -> Table:
        table = found(missed="wait")
        table.seal_all(but="isle")
        pass_by(73 * HOUR)
        assert table.advance() == "waiting"
        pause(table)
        pass_by(24 * HOUR)
        return table

    def test_it_is_told_once(self, waiting: Table) -> None:
        resume(waiting)
        assert waiting.campaign.status == "waiting"
        assert LogEntry.objects.filter(kind="clock.waiting").count() == 1
        assert faults(file_of(waiting)) == []

    def test_who_is_missing_can_seal_meanwhile_and_it_goes_on(self, waiting: Table) -> None:
        waiting.seal("isle", PLACE)
        resume(waiting)
        assert waiting.campaign.status == "running"
        assert waiting.advance() == "resolved"
        assert faults(file_of(waiting)) == []

    def test_more_time_ends_the_waiting(self, waiting: Table) -> None:
        moderation.extend(waiting.slug, by=waiting.moderator, hours=12, reason=WHY)
        resume(waiting)
        assert waiting.campaign.status == "running"
        assert left(waiting) == 12 * HOUR


def test_going_back_from_what_broke_lets_it_run(state: Callable[..., Any]) -> None:
    with state("stuck", asked=True) as scene:
        scene.answer(scene.questions["rollback"])
        campaign = scene.campaign
        assert (campaign.status, campaign.status_reason) == ("running", "")
        assert campaign.stumbled_at is None


def test_after_a_restore_a_closed_phase_ends_with_the_orders_that_it_closed_with(
    state: Callable[..., Any],
) -> None:
    with state("closed") as scene:
        number, sealed = scene.table.phase.number, Sheet.objects.filter(state="sealed").count()
        assert sealed
        clock_acts.restore(scene)
        assert Sheet.objects.filter(state="sealed").count() == sealed
        roll_dice(scene)
        assert scene.table.phase.number == number + 1
        told = LogEntry.objects.filter(campaign=scene.campaign, kind="phase.resolved").latest("seq")
        assert json.loads(told.body)["silent"] == []
        # The beacon of the test is none.
        assert [one for one in faults(file_of(scene.table)) if "beacon" not in one] == []


def test_a_restore_gives_new_dice_where_the_rules_are_missing(state: Callable[..., Any]) -> None:
    with state("rules") as scene:
        before = scene.campaign.dice_head
        clock_acts.restore(scene)
        assert scene.campaign.dice_head != before
        clock_acts.rules_back(scene)
        assert scene.campaign.status == "running"


def test_a_vote_resolves_nothing_in_a_pause(state: Callable[..., Any]) -> None:
    with state("paused", asked=True) as scene:
        number = scene.table.phase.number
        with pytest.raises(NotNow, match="paused"):
            scene.answer(scene.questions["resolve"])
        assert scene.table.phase.number == number
        moderation.resume(scene.slug, by=scene.moderator)


@pytest.mark.parametrize("kind", ["resume", "end"])
def test_nobody_is_asked_what_cannot_be_carried_out(state: Callable[..., Any], kind: str) -> None:
    from campaigns.errors import RulesMissing

    with state("rules") as scene, pytest.raises(RulesMissing):
        clock_acts.ASKS[kind](scene)


def test_a_closed_phase_takes_nothing_and_gets_no_time(state: Callable[..., Any]) -> None:
    with state("closed") as scene:
        due = scene.table.phase.due_at
        for act in ("draft", "discard"):
            with pytest.raises(OrdersClosed, match="closed"):
                clock_acts.ACTS[act].do(scene)
        clock_acts.add_time(scene)
        scene.sweep()
        assert scene.table.phase.due_at == due


def test_an_undone_phase_is_called_so(state: Callable[..., Any]) -> None:
    from campaigns.errors import StalePhase

    with state("undone") as scene, pytest.raises(StalePhase) as refused:
        clock_acts.ASKS["extend"](scene)
    assert "was undone" in str(refused.value.remedy)


def test_spectators_behind_have_a_sound_file_after_a_roll_back(found: Found) -> None:
    from campaigns.services.lifecycle import spectator_delay
    from tests.support.campaigns import a_turn

    table = found(scenario="long")
    spectator_delay.set_delay(table.slug, by=table.moderator, turns=1, reason=WHY)
    a_turn(table)
    number = table.phase.number
    rollback.roll_back(table.slug, by=table.moderator, to=number, reason=WHY)
    for _ in range(3):
        assert faults(file_of(table, None)) == []
        pass_by(100 * HOUR)
        table.advance()

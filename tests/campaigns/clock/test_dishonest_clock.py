"""What a site could do with its clock and its autopilots, and `verify` names."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.models import Campaign, Phase
from campaigns.services.advance import end_phase, resolve
from campaigns.services.phases import phase_opening
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table
from tests.support.clock import end, faults_of
from tests.support.exports.files import faults, file_of


@pytest.fixture
def table(found: Callable[..., Table]) -> Table:
    return found()


@pytest.mark.long
def test_an_honest_campaign_has_no_fault(table: Table) -> None:
    table.play_out()
    assert not faults(file_of(table))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("deadline", "before"),
        ("ready", "had sealed nothing"),
        ("grace", "no time of grace had begun"),
        ("forced", "nothing in the log ended it"),
        ("agreed", "nothing in the log ended it"),
        ("whim", "no phase ends by"),
    ],
)
def test_a_phase_that_ends_before_its_time_is_named(table: Table, how: str, said: str) -> None:
    table.seal("north", PLACE)
    end(table, how)
    found = faults_of(file_of(table), "times")
    assert any(said in fault for fault in found), found


@pytest.mark.long
def test_who_sealed_and_was_not_ready_is_named_once_it_can_be_played_again(table: Table) -> None:
    for power in table.players:
        table.seal(power, PLACE, ready=power != "south")
    end(table, "ready")
    table.play_out()
    found = faults_of(file_of(table), "replay")
    assert found == [fault for fault in found if "south had not said" in fault] != []


@pytest.mark.long
def test_who_was_asked_and_left_out_is_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    gather = resolve._gather

    def forgets(*given: Any) -> Any:
        gathered = gather(*given)
        gathered.silent.clear()
        return gathered

    table.seal("north", PLACE)
    table.strike()
    with monkeypatch.context() as patch:
        patch.setattr(resolve, "_gather", forgets)
        table.advance()
    table.play_out()
    assert any("is not named as silent" in one for one in faults_of(file_of(table), "replay"))


@pytest.mark.long
def test_a_phase_that_a_moderator_forces_is_in_order(table: Table) -> None:
    end_phase.force(table.slug, by=table.moderator, phase=table.phase.number, reason="We are late")
    table.play_out()
    assert not faults(file_of(table))


def test_a_deadline_that_is_moved_in_the_database_alone_is_named(table: Table) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Phase.objects.filter(pk=table.phase.pk).update(due_at=past)
    Campaign.objects.filter(slug=table.slug).update(wakes_at=past)
    table.advance()
    assert any("before" in one for one in faults_of(file_of(table), "times"))


def test_times_that_run_backwards_are_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    Campaign.objects.filter(slug=table.slug).update(log_at=None)
    table.seal("north", PLACE)
    then = timezone.now() - timedelta(hours=5)
    Campaign.objects.filter(slug=table.slug).update(log_at=None)
    monkeypatch.setattr(timezone, "now", lambda: then)
    table.seal("south", PLACE)
    assert any("earlier than the entry before" in one for one in faults_of(file_of(table), "times"))


@pytest.mark.long
def test_an_autopilot_that_plays_another_order_is_named(
    found: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = {"kind": "place", "points": {"west": 1}}
    honest = phase_opening.autopilot_order
    with monkeypatch.context() as patch:
        patch.setattr(
            phase_opening,
            "autopilot_order",
            lambda book, state, *who: (
                other if book.phase(state).key == "place" else honest(book, state, *who)
            ),
        )
        table = found(bots=("isle",))
    table.play_out()
    found_ = faults_of(file_of(table), "replay")
    assert found_ == [one for one in found_ if "the autopilot of the rules gives" in one] != []


def test_a_silent_seat_that_is_played_otherwise_is_named(
    found: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = found(missed="autopilot")
    other = {"kind": "place", "points": {"west": 1}}
    table.seal("north", PLACE)
    table.seal("south", PLACE)
    table.strike()
    with monkeypatch.context() as patch:
        patch.setattr(phase_opening, "autopilot_order", lambda *_: other)
        table.advance()
    table.let_go()
    assert any("isle" in one for one in faults_of(file_of(table), "replay"))

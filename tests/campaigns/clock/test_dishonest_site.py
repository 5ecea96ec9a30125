"""What a site could do with its clock, in the name of those from whom nothing came, and at its desk without a reason;
`verify` names it.

Each way by itself is a row of ``tests/verification/tampering_sites.py``; here stands how each end of a phase is named,
and what is in order.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.advance import end_phase
from campaigns.services.advance.phase_advance import Outcome
from campaigns.services.deadlines import moderation
from campaigns.services.orders import standing_orders
from campaigns.services.phases import phase_opening
from rules.kernel.rulebook import Rulebook
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table, a_turn
from tests.support.clock import end, faults_of, isle_is_silent, seal_as_a_bot
from tests.support.dice import KeptTable
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import first_entry, must_be_named, rehash


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


def test_times_that_run_backwards_are_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.seal("north", PLACE)
    then = timezone.now() - timedelta(hours=5)
    Campaign.objects.filter(slug=table.slug).update(log_at=None)
    monkeypatch.setattr(timezone, "now", lambda: then)
    table.seal("south", PLACE)
    assert any("earlier than the entry before" in one for one in faults_of(file_of(table), "times"))


# --- Silence ------------------------------------------------------------------------------------------


def test_a_silent_seat_that_is_played_otherwise_is_named(
    found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = isle_is_silent(found(missed="autopilot"))
    other = {"kind": "place", "points": {"west": 1}}
    with monkeypatch.context() as patch:
        patch.setattr(phase_opening, "autopilot_order", lambda *_: other)
        table.pass_deadline()
    table.let_go()
    assert any("isle" in one for one in faults_of(file_of(table), "replay"))


@pytest.mark.long
@pytest.mark.parametrize("silent", ["autopilot", "hold", ""])
def test_what_a_moderator_says_of_silence_is_in_order(found: Found, silent: str) -> None:
    table = isle_is_silent(found(missed="wait"))
    assert table.pass_deadline() is Outcome.WAITING
    end_phase.force(table.slug, by=table.moderator, phase=1, reason="Enough", silent=silent)
    table.play_out()
    assert faults(file_of(table)) == []


@pytest.mark.long
def test_a_policy_counts_from_its_change_on(found: Found) -> None:
    table = isle_is_silent(found(missed="hold"))
    table.strike()
    policy = table.campaign.policy.__class__(missed="autopilot")
    moderation.change_policy(table.slug, by=table.moderator, policy=policy, reason="We are slow")
    table.advance()
    table.play_out()
    assert faults(file_of(table)) == []


@pytest.mark.long
def test_an_autopilot_that_plays_where_the_campaign_is_to_wait_is_named(found: Found) -> None:
    table = isle_is_silent(found(missed="wait"))
    table.strike()
    end(table, "grace", silent="autopilot")
    table.play_out()
    said = faults_of(file_of(table), "silence")
    assert any("an autopilot gave the order of isle" in one for one in said), said


@pytest.mark.long
def test_an_autopilot_beside_standing_orders_is_named(
    found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The book is one whose standing orders answer for a silent power, and the site has not heeded it."""
    table = found(missed="autopilot")
    answer = {"kind": "answer", "valley": "west"}
    standing_orders.set_standing(table.slug, by=table.players["isle"], power="isle", order=answer)
    table.let_go()
    assert faults(file_of(table)) == []
    monkeypatch.setattr(Rulebook, "stands", lambda *_: True)
    said = faults_of(file_of(table), "replay")
    assert any("order of isle, though standing orders had answered" in one for one in said), said


def test_an_autopilots_seal_for_a_seat_with_a_player_is_named(found: Found) -> None:
    table = isle_is_silent(found(missed="hold"))
    seal_as_a_bot(table)
    table.play_out()
    (fault,) = faults_of(file_of(table), "silence")
    assert "an autopilot sealed for isle, whose seat somebody plays" in fault


@pytest.mark.long
def test_what_silence_means_is_settled_when_a_phase_closes(kept: KeptTable) -> None:
    kept.pass_deadline()
    assert kept.phase.closed_at is not None
    policy = kept.campaign.policy.__class__(missed="wait")
    moderation.change_policy(kept.slug, by=kept.moderator, policy=policy, reason="From now on")
    kept.hand_over("north", "south")
    assert kept.advance() is Outcome.RESOLVED
    assert faults(file_of(kept)) == []


def test_what_the_desk_did_without_a_reason_is_named(table: Table) -> None:
    a_turn(table)
    data = file_of(table)
    assert faults(data) == []

    def without_a_reason(content: dict[str, Any]) -> None:
        first_entry(content, "moderator.facts")["body"]["reason"] = ""
        rehash(content)

    must_be_named(data, without_a_reason, "reasons: ", "moderator.facts): it has no reason")

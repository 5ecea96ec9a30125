"""What a site could do in the name of those from whom nothing came, and at its desk without a reason; `verify` names it."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.domain import export_file
from campaigns.services.advance import end_phase
from campaigns.services.advance.phase_advance import Outcome
from campaigns.services.deadlines import moderation
from campaigns.services.orders import standing_orders
from rules.kernel.rulebook import Rulebook
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Passing, Table, a_turn
from tests.support.clock import end, faults_of, isle_is_silent, seal_as_a_bot
from tests.support.dice import KeptTable
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import rehash
from verifier import reasons


def silent_isle(found: Callable[..., Table], **policy: Any) -> Table:
    """North and South have sealed; the deadline is over, and nothing has come from the Isle."""
    table = found(**policy)
    for power in ("north", "south"):
        table.seal(power, PLACE)
    table.strike()
    return table


def named(table: Table, name: str, *words: str) -> bool:
    """Whether that check names it, in these words, once the campaign is over."""
    table.play_out()
    found = faults_of(file_of(table), name)
    return len(found) == 1 and all(word in found[0] for word in words)


@pytest.mark.long
@pytest.mark.parametrize("missed", ["autopilot", "hold"])
def test_what_the_policy_says_of_silence_is_in_order(
    found: Callable[..., Table], missed: str
) -> None:
    table = silent_isle(found, missed=missed)
    assert table.advance() is Outcome.RESOLVED
    table.play_out()
    assert faults(file_of(table)) == []


@pytest.mark.long
@pytest.mark.parametrize("silent", ["autopilot", "hold", ""])
def test_what_a_moderator_says_of_silence_is_in_order(
    found: Callable[..., Table], silent: str
) -> None:
    table = silent_isle(found, missed="wait")
    assert table.advance() is Outcome.WAITING
    end_phase.force(
        table.slug, by=table.moderator, phase=table.phase.number, reason="Enough", silent=silent
    )
    table.play_out()
    assert faults(file_of(table)) == []


@pytest.mark.long
def test_a_policy_counts_from_its_change_on(found: Callable[..., Table]) -> None:
    table = silent_isle(found, missed="hold")
    policy = table.campaign.policy.__class__(missed="autopilot")
    moderation.change_policy(table.slug, by=table.moderator, policy=policy, reason="We are slow")
    table.advance()
    table.play_out()
    assert faults(file_of(table)) == []


@pytest.mark.long
@pytest.mark.parametrize("missed", ["hold", "wait"])
def test_an_autopilot_that_plays_where_silence_holds_is_named(
    found: Callable[..., Table], missed: str
) -> None:
    table = silent_isle(found, missed=missed)
    how = "deadline" if missed == "hold" else "grace"
    end(table, how, silent="autopilot")
    table.play_out()
    said = faults_of(file_of(table), "silence")
    assert any("an autopilot gave the order of isle" in one for one in said), said


@pytest.mark.long
def test_a_campaign_that_does_not_wait_is_named(found: Callable[..., Table]) -> None:
    table = silent_isle(found, missed="wait")
    end(table, "deadline")
    assert named(table, "silence", "without isle", "should have waited")


@pytest.mark.long
def test_an_autopilot_that_is_left_out_is_named(found: Callable[..., Table]) -> None:
    table = silent_isle(found, missed="autopilot")
    end(table, "deadline", silent="hold")
    assert named(table, "replay", "isle gave no order", "the autopilot had to give")


@pytest.mark.long
def test_an_autopilot_beside_standing_orders_is_named(
    found: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The book is one whose standing orders answer for a silent power, and the site has not heeded it."""
    table = found(missed="autopilot")
    answer = {"kind": "answer", "valley": "west"}
    standing_orders.set_standing(table.slug, by=table.players["isle"], power="isle", order=answer)
    for _ in range(2):
        table.strike()
        table.advance()
    table.play_out()
    assert faults(file_of(table)) == []
    monkeypatch.setattr(Rulebook, "stands", lambda *_: True)
    said = faults_of(file_of(table), "replay")
    assert any("order of isle, though standing orders had answered" in one for one in said), said


def test_an_autopilots_seal_for_a_seat_with_a_player_is_named(found: Callable[..., Table]) -> None:
    table = isle_is_silent(found(missed="hold"))
    seal_as_a_bot(table)
    assert named(table, "silence", "an autopilot sealed for isle, whose seat somebody plays")


@pytest.mark.long
def test_a_phase_that_closes_before_its_time_is_named(kept: KeptTable) -> None:
    """Though its dice are thrown only after it: nobody could hand anything in any more."""
    end(kept, "deadline")
    kept.hand_over("north", "south")
    due = kept.phase.due_at
    assert due is not None
    Passing.by += due - timezone.now() + timedelta(minutes=1)
    assert kept.advance() is Outcome.RESOLVED
    assert any("before" in one for one in faults_of(file_of(kept), "times"))


@pytest.mark.long
def test_what_silence_means_is_settled_when_a_phase_closes(kept: KeptTable) -> None:
    kept.strike()
    kept.advance()
    assert kept.phase.closed_at is not None
    policy = kept.campaign.policy.__class__(missed="wait")
    moderation.change_policy(kept.slug, by=kept.moderator, policy=policy, reason="From now on")
    kept.hand_over("north", "south")
    assert kept.advance() is Outcome.RESOLVED
    assert faults(file_of(kept)) == []


def test_what_the_desk_did_without_a_reason_is_named(found: Callable[..., Table]) -> None:
    table = found()
    a_turn(table)
    data = file_of(table)
    assert faults(data) == []
    content = json.loads(data)
    for entry in content["log"]:
        if entry["kind"] == "moderator.facts":
            entry["body"]["reason"] = ""
            break
    rehash(content)
    export = export_file.read(data)
    changed = export_file.read(_written(content))
    assert reasons.check_reasons(export).faults == []
    (fault,) = reasons.check_reasons(changed).faults
    assert "moderator.facts): it has no reason" in fault


def _written(content: dict[str, Any]) -> bytes:
    del content["sha256"]
    parts = ((k, iter(v) if isinstance(v, list) else v) for k, v in content.items())
    return b"".join(export_file.written(parts))

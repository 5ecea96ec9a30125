"""A campaign that is over is played again by its rules outside any request, and its chronicle says what of it was
checked and what was not.
"""

import json
from typing import Any

import pytest

from campaigns import tasks
from campaigns.models import Campaign, EventRow, LogEntry, Replayed
from campaigns.sealed.field import Sealed
from campaigns.selectors.history.replays import ReplaySeen, replayed
from campaigns.services.lifecycle import replays
from rules.kernel.serial import canonical
from tests.campaigns.history.over import page
from tests.support.campaigns import Table
from tests.support.exports.tampering import unguarded
from verifier import Check

YET = "Not checked so far: whether the rules"
WHOLE = "Checked from end to end"


@pytest.mark.long
def test_a_chronicle_says_that_the_rules_were_not_played_again_until_they_were(over: Table) -> None:
    for tail in ("", "print/"):
        assert YET in page(over, tail)
        assert WHOLE not in page(over, tail)
    tasks.replay_finished()
    seen = replayed(over.campaign)
    assert (seen.phases, seen.states, seen.wrong, seen.left) == (4, 4, (), ())
    for tail in ("", "print/", "?as=north"):
        html = page(over, tail)
        assert WHOLE in html
        assert YET not in html
        assert "4 phases were played again by the rules of then" in html
        assert f"{seen.checks} checks" in html


@pytest.mark.long
def test_each_is_played_again_once_and_anew_when_its_log_has_grown_also_a_private_one(
    over: Table,
) -> None:
    assert replays.replay_due() == 1
    assert replays.replay_due() == 0
    Campaign.objects.filter(pk=over.campaign.pk).update(log_hash="0" * 64)
    assert replayed(over.campaign) is None
    assert YET in page(over)
    assert replays.replay_due() == 1
    assert replayed(over.campaign) is not None
    Campaign.objects.filter(pk=over.campaign.pk).update(private=True, log_hash="1" * 64)
    assert replays.replay_due() == 1
    assert replayed(over.campaign) is not None


def test_a_campaign_that_runs_is_left_alone(table: Table) -> None:
    assert replays.replay_due() == 0
    assert not Replayed.objects.exists()


@pytest.mark.long
def test_what_the_rules_make_otherwise_is_said_plainly(over: Table) -> None:
    row = EventRow.objects.filter(kind="held", public=True).first()
    event = json.loads(bytes(row.body))
    event["die"] = event["die"] % 6 + 1
    EventRow.objects.filter(pk=row.pk).update(body=Sealed(canonical(event)))
    replays.replay_due()
    html = page(over)
    assert "Checked, and something does not fit" in html
    seen = replayed(over.campaign)
    assert any(fault.startswith("replay: ") for fault in seen.wrong), seen.wrong
    assert "due-soon" in html
    assert "replay: " in html


@pytest.mark.long
def test_what_could_not_be_checked_is_named_and_the_whole_is_not_claimed(over: Table) -> None:
    found = replays.summed(
        [
            Check(name="replay", left=["no rules"], counts={"phases": 3, "states": 1, "orders": 2}),
            Check(name="log", given=["the dice"]),
        ]
    )
    head = over.campaign.log_hash
    Replayed.objects.create(campaign=over.campaign, head=head, tries=1, found=found)
    assert replayed(over.campaign) == ReplaySeen(
        checks=2, phases=3, states=1, orders=2, left=("replay: no rules",)
    )
    html = page(over)
    assert WHOLE not in html
    assert "Checked, as far as that can be done" in html
    assert "replay: no rules" in html
    assert "2 orders of autopilots were worked out again: the same" in html


@pytest.mark.long
def test_one_that_never_comes_to_its_end_is_not_begun_for_ever(
    over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(replays, "verify", killed)
    for _ in range(replays.MOST_TRIES):
        with pytest.raises(MemoryError):
            replays.replay_due()
    assert replays.replay_due() == 0
    assert YET in page(over)


@pytest.mark.long
def test_a_log_that_was_rewritten_is_found_by_the_whole_check(over: Table) -> None:
    entry = LogEntry.objects.filter(kind="orders.released").first()
    body = entry.body.replace("east", "west")
    assert body != entry.body
    unguarded(lambda: LogEntry.objects.filter(pk=entry.pk).update(body=body))
    replays.replay_due()
    seen = replayed(over.campaign)
    assert any(fault.startswith("log: ") for fault in seen.wrong), seen.wrong

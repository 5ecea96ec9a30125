"""What open pages are told: that something changed, never what."""

from typing import Any

import pytest
from django.test import TestCase

from campaigns import push
from campaigns.services import orders
from tests.campaigns.conftest import Table

PLACE = {"kind": "place", "points": {"east": 2}}


def _pushes(sent: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(one[1], one[2]) for one in sent if one[0] == "push"]


def test_a_draft_is_pushed_to_its_own_seat_alone(table: Table, sent: list[Any]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        orders.save_draft(
            table.slug, by=table.players["north"], power="north", order=PLACE, phase=1
        )
    groups = {group for group, _ in _pushes(sent)}
    assert groups == {f"campaign.{table.slug}.north"}


def test_a_push_says_what_changed_and_nothing_more(table: Table, sent: list[Any]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        for power in table.players:
            table.seal(power, PLACE)
        table.advance()
    assert _pushes(sent)
    for _, message in _pushes(sent):
        assert set(message) == {"type", "what", "phase"}
        assert message["type"] == "changed"
        assert set(message["what"]) <= set(push.EVERYTHING)


def test_the_last_seal_asks_a_worker_to_go_on(table: Table, sent: list[Any]) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        for power in table.players:
            table.seal(power, PLACE)
    tasks = [one for one in sent if one[0] == "task" and "advance" in one[1]]
    assert [task[2] for task in tasks] == [(table.campaign.pk, table.phase.pk)]


def test_redis_being_away_fails_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from campaigns import afterwards

    monkeypatch.undo()

    def broken(*_: Any, **__: Any) -> Any:
        raise ConnectionError("away")

    monkeypatch.setattr(push, "async_to_sync", lambda _: broken)
    monkeypatch.setattr(afterwards.current_app, "send_task", broken)
    push._send("campaign.x", {})
    afterwards._send("campaigns.tasks.sweep_due", (), None)

"""The number of before, whose meaning hung on its kind, becomes what it stood for (migration 0003)."""

from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from campaigns.models import LogEntry, Notification, PressMessage, Webhook
from tests.support.campaigns import Table
from tests.support.press import say

DUE = datetime(2026, 3, 10, 12, tzinfo=UTC)
SECONDS = int(DUE.timestamp())
NOTHING = dict.fromkeys(("entry", "message", "webhook", "moment"), None) | {"nth": 0}


@pytest.fixture
def named(table: Table) -> dict[str, Any]:
    """What letters can be about."""
    say(table, "north", ("south",))
    hook = Webhook.objects.create(
        campaign=table.campaign, person=table.moderator, kind="json", number=3, made_at=DUE
    )
    Notification.objects.all().delete()
    return {
        "entry": LogEntry.objects.filter(campaign=table.campaign).latest("seq"),
        "message": PressMessage.objects.get(),
        "webhook": hook,
        "moment": DUE,
    }


def carried_over(table: Table, kind: str, number: int) -> dict[str, Any] | None:
    """What becomes of a letter of this kind with this number; ``None`` if it goes."""
    row = Notification.objects.create(
        phase=table.phase,
        person=table.players["north"],
        kind=kind,
        written_at=timezone.now(),
        send_at=timezone.now(),
    )
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE campaigns_notification ADD COLUMN number bigint DEFAULT 0")
        cursor.execute("UPDATE campaigns_notification SET number = %s", [number])
        cursor.execute(import_module("campaigns.migrations.0003_notification_keys").POINT)
    left = Notification.objects.filter(pk=row.pk).first()
    return {name: getattr(left, name) for name in NOTHING} if left is not None else None


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        ("voided", "entry"), ("my_seat", "entry"), ("revealed", "entry"), ("missed", "entry"), ("stuck", "entry"),
        ("asked", "entry"), ("stumbled", "entry"), ("press", "message"), ("announced", "message"), ("channel", "webhook"),
    ],
)  # fmt: skip
def test_what_a_letter_is_about_is_found(
    table: Table, named: dict[str, Any], kind: str, about: str
) -> None:
    number = {
        "entry": named["entry"].seq,
        "message": named["message"].pk,
        "webhook": named["webhook"].number,
    }[about]
    assert carried_over(table, kind, number) == {**NOTHING, about: named[about]}


@pytest.mark.parametrize(
    ("kind", "number", "kept"),
    [
        ("asked", 0, {}),
        ("reminder", SECONDS * 10 + 2, {"moment": DUE, "nth": 2}),
        ("missed", SECONDS * 10 + 1, {"moment": DUE, "nth": 1}),
        ("stuck", SECONDS * 10 + 4, {"moment": DUE, "nth": 4}),
        ("stumbled", SECONDS, {"moment": DUE}),
        ("secretly", 7, {"nth": 7}),
    ],
)
def test_what_a_number_held_besides_is_kept(
    table: Table, named: dict[str, Any], kind: str, number: int, kept: dict[str, Any]
) -> None:
    assert carried_over(table, kind, number) == {**NOTHING, **kept}


def test_a_letter_about_what_is_gone_goes(table: Table, named: dict[str, Any]) -> None:
    assert carried_over(table, "channel", 9) is None

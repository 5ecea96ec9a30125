"""The answer to an act says what came of it, and nothing of what others did meanwhile."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection, connections, transaction

from campaigns.services.facts.apply_act import carry_out
from campaigns.services.log.lock import locked
from tests.support.accounts import signed_in
from tests.support.campaigns import Table


def sent(table: Table, power: str, **form: str) -> list[str]:
    """Send an act's form in a browser; what the answer says."""
    answer = signed_in(table.players[power]).post(
        f"/c/{table.slug}/act/?power={power}", {"phase": "1", "sure": "yes", **form}
    )
    assert answer.status_code == 302
    return [str(each) for each in get_messages(answer.wsgi_request)]


def somebody_waits() -> bool:
    """Whether another connection waits for what this one has locked."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return cursor.fetchone() is not None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mine", [{"kind": "spy"}, {"kind": "whisper", "whisper-to": "south"}])
def test_what_another_did_first_is_not_told_as_what_came_of_ones_own_act(
    transactional_db: None, found: Callable[..., Table], mine: dict[str, str]
) -> None:
    table = found()
    theirs: list[dict[str, Any]] = [{"kind": "whisper", "to": "north"}, {"kind": "spy"}]
    alone = sent(table, "north", **mine)
    said: list[str] = []

    def ask() -> None:
        try:
            said.extend(sent(table, "north", **mine))
        finally:
            connections.close_all()

    asking = threading.Thread(target=ask)
    with transaction.atomic():
        campaign = locked(table.slug)
        asking.start()
        until = time.monotonic() + 60
        while not somebody_waits():
            assert asking.is_alive(), said
            assert time.monotonic() < until
            time.sleep(0.01)
        # The form's page has read the log; now another's acts come before it.
        for act in theirs:
            carry_out(campaign, by=table.players["isle"], power="isle", act=act)
    asking.join(timeout=60)
    assert said == alone
    assert "isle" not in said[0]

"""A database from before secrets were held: whom they concern is named no more, and all still find theirs."""

from typing import Any

import pytest
from django.db import connection

from campaigns import keyring, sealing
from campaigns.models import Campaign, EventRow
from campaigns.selectors import page
from campaigns.verifying import verify
from rules.kernel.serial import load
from tests.campaigns.conftest import Table
from tests.campaigns.test_export import NAME, PLACE, file_of
from tests.migrating import as_it_was

BEFORE = "0004_letters"


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_old_rows_lose_their_names_and_are_found_by_tokens(found: Any) -> None:
    table: Table = found()
    for power in table.players:
        table.seal(power, PLACE)
    table.advance()
    own = {power: page.log(table.slug, player) for power, player in table.players.items()}
    secret = EventRow.objects.filter(public=False)
    powers = {}
    for row in secret:
        row.phase.campaign = table.campaign
        event = load(sealing.unseal(row.body, bound_to=row.place), dict[str, Any])
        powers[row.pk] = event["audience"]["powers"]
    with as_it_was([("campaigns", BEFORE), ("accounts", "0002_sessions")]) as then:
        rows = then.get_model("campaigns", "EventRow").objects
        for pk, named in powers.items():
            rows.filter(pk=pk).update(powers=named, kind="placed")
    keyring.forget()
    assert {(row.kind, len(row.audience)) for row in EventRow.objects.filter(public=False)} == {
        ("", 8)
    }
    assert len(bytes(Campaign.objects.get(slug=table.slug).log_key)) > 64
    after = {power: page.log(table.slug, player) for power, player in table.players.items()}
    assert after == own
    assert "Your points lie" in [line.line.head for line in after["north"]]
    # Its old entries hold nothing; what is written from now on does, and all of it is checked.
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM campaigns_logentry WHERE held <> ''")
        assert cursor.fetchone() == (0,)


@pytest.mark.long
def test_a_log_that_began_to_hold_is_checked_by_both_rules(
    found: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign that was under way when entries began to hold what is done in secret."""
    from campaigns.services import secrets

    with monkeypatch.context() as before:
        before.setattr(secrets, "next_holds", lambda campaign: "")
        table: Table = found()
        for power in table.players:
            table.seal(power, PLACE)
    table.advance()
    for order in (NAME, PLACE, NAME):
        for power in table.players:
            table.seal(power, order)
        table.advance()
    read = file_of(table)
    assert [line for check in verify(read) for line in (*check.faults, *check.left)] == []
    assert b'"held":""' not in read

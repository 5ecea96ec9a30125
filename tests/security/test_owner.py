"""Somebody with the database: with a copy of it, or free to write in it, but without the keys."""

from typing import Any

import pytest
from django.db import connection
from structlog.testing import capture_logs

from campaigns.models import Sheet
from campaigns.sealed.sealing import CannotUnseal
from campaigns.selectors.export import export
from campaigns.services.facts import perform_act
from campaigns.services.orders import orders, standing_orders
from campaigns.services.phases import phase_opening
from rules.kernel.serial import canonical
from tests.support.campaigns import POWERS, Table
from tests.support.exports.files import faults
from tests.support.exports.tampering import swap

pytestmark = pytest.mark.django_db

SECRET = {"kind": "place", "points": {"east": 2, "west": 1}}
OTHER = {"kind": "place", "points": {"west": 3}}
ANSWER = {"kind": "answer", "valley": "west"}
TELLING = (b'"west":1', b'"west": 1', b'"valley"', b'"die"')


def do_everything_in_secret(table: Table) -> None:
    """Draft, seal, change the seal, leave standing orders, have a die thrown for one's own eyes."""
    north, slug = table.players["north"], table.slug
    table.seal("north", OTHER, ready=False)
    table.seal("north", SECRET, ready=False)
    orders.save_draft(slug, by=north, power="north", order=SECRET, phase=1)
    standing_orders.set_standing(slug, by=north, power="north", order=ANSWER)
    perform_act.perform_act(slug, by=north, power="north", act={"kind": "spy"})


def everything_stored() -> bytes:
    """Each row of each table, as PostgreSQL writes it."""
    found = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{name}" t')
            found += [row for (row,) in cursor.fetchall()]
    return "\n".join(found).encode()


def test_neither_rows_nor_news_nor_the_sites_own_log_hold_a_secret(
    table: Table, sent: list[Any], capsys: Any, django_capture_on_commit_callbacks: Any
) -> None:
    """The whole database, what is pushed, what workers are told to do, and what the site writes down."""
    with capture_logs() as said, django_capture_on_commit_callbacks(execute=True):
        do_everything_in_secret(table)
    assert sent
    shown = capsys.readouterr()
    stored = everything_stored()
    assert b'"north"' in stored or b"north" in stored
    for place in (stored, repr(sent).encode(), repr(said).encode(), repr(shown).encode()):
        for word in TELLING:
            assert word not in place
            assert word.hex().encode() not in place
    assert canonical(SECRET).hex().encode() not in stored


def test_a_seal_of_one_power_does_not_open_as_anothers(table: Table) -> None:
    """Two seals changed for each other, with all that the log said of them: nothing is resolved."""
    for power in POWERS:
        table.seal(power, SECRET if power == "north" else OTHER, ready=False)
    north, south = (Sheet.objects.get(power=power, state="sealed") for power in ("north", "south"))
    swap(north, south, "content", "commitment")
    table.strike()
    with pytest.raises(CannotUnseal):
        table.advance()
    assert table.phase.number == 1
    assert table.phase.resolved_at is None


def test_an_older_seal_put_back_in_place_of_the_last_is_named(table: Table) -> None:
    """It opens, for it was this power's; but the log says which seal was the last."""
    table.seal("north", OTHER, ready=False)
    table.seal("north", SECRET, ready=False)
    last = Sheet.objects.get(power="north", state="sealed")
    older = Sheet.objects.get(power="north", state="superseded")
    swap(last, older, "content", "commitment")
    play_on(table)
    assert found_wrong(table)


def test_a_seal_that_was_never_in_the_log_is_named(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if it opens: what counts in the end is compared with what the log said was sealed."""
    table.seal("north", SECRET, ready=False)
    with monkeypatch.context() as patch:
        patch.setattr(phase_opening, "log_seal", lambda *_, **__: None)
        table.seal("north", OTHER, ready=False)
    play_on(table)
    assert found_wrong(table)


def test_a_campaign_that_nobody_touched_is_found_whole(table: Table) -> None:
    """Or the ones above would say nothing."""
    do_everything_in_secret(table)
    play_on(table)
    assert not found_wrong(table)


def found_wrong(table: Table) -> list[str]:
    """What `verify` says of the file that everybody gets."""
    return faults(b"".join(export(table.slug)))


def play_on(table: Table) -> None:
    """To the end, so that everything is published."""
    table.let_go()
    assert table.campaign.status == "finished"

"""A dispatch: written in secret, declared as one act with one entry of the log."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaigns.domain import dispatch_items
from campaigns.errors import ChangedMeanwhile, FactsChanged, NotNow, NotYours, OrderRefused
from campaigns.models import Act, Campaign, Dispatch, FactClaim, LogEntry
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.facts import dispatch_drafts
from campaigns.selectors.reader.access import reading
from campaigns.services.facts import dispatches as service
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.seats import seats
from rules.kernel.dispatch.events import MapEvent
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import Happened, Statement
from tests.campaigns.facts.at_war import BOATS, AtWar, boats, declare, draft, put
from tests.support.accounts import person
from tests.support.campaigns import Table
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import body_with, forged
from tests.support.worlds import undone

SUMMER = (Path(__file__).parents[2] / "support" / "dispatches" / "summer_1940.txt").read_text()


def test_lines_are_kept_until_they_are_declared_at_once(table: Table) -> None:
    put(table, "north", BOATS)
    put(table, "north", Statement(key="bridge", value=False))
    assert draft(table, "north").values == {"boats": 5, "bridge": False}
    assert boats(table) == 2
    entries = LogEntry.objects.count()
    assert declare(table, "north") == 2
    assert boats(table) == 5
    assert LogEntry.objects.count() == entries + 1
    assert Act.objects.count() == 1
    assert not Dispatch.objects.exists()


def test_what_is_so_needs_no_line_a_later_line_counts_and_each_can_be_taken_out(
    table: Table,
) -> None:
    put(table, "north", BOATS, Statement(key="boats", value=2))
    assert not Dispatch.objects.exists()
    put(table, "north", BOATS, Statement(key="boats", value=1, relative=True))
    assert draft(table, "north").values == {"boats": 6}
    put(table, "north", BOATS, Statement(key="bridge", value=False), anew=True)
    put(table, "north", drop=["boats"])
    assert draft(table, "north").values == {"bridge": False}
    put(table, "north", BOATS, anew=True)
    assert draft(table, "north").values == {"boats": 5}
    service.clear(table.slug, by=table.players["north"], power="north")
    service.clear(table.slug, by=table.players["north"], power="north")
    assert not Dispatch.objects.exists()
    with pytest.raises(NotNow, match="nothing to declare"):
        declare(table, "north")


def test_two_windows_do_not_overwrite_each_other(table: Table) -> None:
    put(table, "north", BOATS, seen="0")
    with pytest.raises(ChangedMeanwhile):
        put(table, "north", Statement(key="bridge", value=False), seen="0")
    with pytest.raises(ChangedMeanwhile):
        declare(table, "north", seen="0")
    assert draft(table, "north").values == {"boats": 5}


def test_what_others_declared_meanwhile_is_not_overwritten(table: Table) -> None:
    put(table, "north", BOATS)
    table.act("south", {"kind": "declare", "facts": {"boats": 7}})
    with pytest.raises(FactsChanged):
        declare(table, "north")
    assert draft(table, "north").values == {"boats": 5}
    put(table, "north", drop=["boats"])
    put(table, "north", BOATS)
    declare(table, "north")
    assert boats(table) == 5


def test_only_what_a_power_may_declare_can_be_written(table: Table) -> None:
    with pytest.raises(OrderRefused, match="cannot declare"):
        put(table, "south", Statement(key="bridge", value=False))
    with pytest.raises(OrderRefused, match="at most 9"):
        put(table, "south", Statement(key="boats", value=10))
    with pytest.raises(NotYours):
        service.put(table.slug, by=table.players["south"], power="north", items=[BOATS])
    assert not Dispatch.objects.exists()


def test_it_lies_encrypted_and_a_successor_does_not_get_it(table: Table) -> None:
    put(table, "north", BOATS)
    row = Dispatch.objects.get()
    assert b"boats" not in Dispatch.content.field.raw(row)
    assert draft(table, "north", table.players["south"]).lines == ()
    seats.leave(table.slug, by=table.players["north"], power="north")
    assert not Dispatch.objects.exists()


def test_a_text_is_a_dispatch_and_a_dispatch_is_a_text(at_war: AtWar) -> None:
    at_war.put(SUMMER)
    first = at_war.draft
    assert len(first.lines) >= 15
    written = dispatch_drafts.as_text(first, at_war.book, at_war.at.view.facts)
    at_war.put(written, anew=True)
    assert at_war.draft.values == first.values
    service.declare(at_war.slug, by=at_war.players["germany"], power="germany")
    facts = reading(at_war.slug).view.facts
    assert first.values.items() <= facts.items()
    assert FactClaim.objects.filter(key="control.paris", power="germany").exists()


def test_autopilots_confirm_what_no_person_may(found: Callable[..., Table]) -> None:
    table = found(bots=("south", "isle"))
    put(table, "north", BOATS)
    declare(table, "north")
    assert reading(table.slug).view.claims["boats"].confirmed_by == "south"
    claim = FactClaim.objects.get(key="boats")
    assert (claim.confirmed_power, claim.person_id) == ("south", table.players["north"].pk)
    said = LogEntry.objects.filter(kind="act").order_by("seq").values_list("power", "person_id")
    assert list(said) == [("north", table.players["north"].pk), ("south", None)]


def test_a_person_is_asked_before_an_autopilot(found: Callable[..., Table]) -> None:
    table = found(bots=("south",))
    put(table, "north", BOATS)
    declare(table, "north")
    assert not reading(table.slug).view.claims["boats"].confirmed_by


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch, tiny_book: Any) -> MapEvent:
    """An event of the tiny book: the bridge falls."""
    event = MapEvent(
        key="falls",
        title="The bridge falls",
        say=("the bridge falls",),
        fills={"bridge": False, "boats": "+1"},
        rule="1.1",
    )
    lexicon = Lexicon(tiny_book)
    lexicon.events = {"falls": event}
    monkeypatch.setattr(dispatch_text, "lexicon", lambda book: lexicon)
    return event


def test_of_an_event_that_was_changed_the_lines_are_left(table: Table, falls: MapEvent) -> None:
    put(table, "north", Happened(event="falls"))
    put(table, "north", drop=["bridge"])
    written = draft(table, "north")
    facts = reading(table.slug).view.facts
    assert dispatch_drafts.as_text(written, reading(table.slug).book, facts) == "Boats: 3\n"
    declare(table, "north")
    assert "happened" not in json.loads(LogEntry.objects.get(kind="act").body)


def test_an_event_is_one_line_of_text_and_the_entry_names_it(table: Table, falls: MapEvent) -> None:
    put(table, "north", Happened(event="falls"))
    at = reading(table.slug)
    text = dispatch_drafts.as_text(draft(table, "north"), at.book, at.view.facts)
    assert text == "the bridge falls\n"
    assert dispatch_items.items_of(dispatch_text.read(at.book, text)) == (Happened(event="falls"),)
    assert draft(table, "north").values == {"bridge": False, "boats": 3}
    before = Campaign.objects.get(slug=table.slug).log_lines
    declare(table, "north")
    entry = LogEntry.objects.get(kind="act")
    assert json.loads(entry.body)["happened"] == ["The bridge falls"]
    heads = [line.line.head for line in campaign_page.log(table.slug)[:3]]
    assert heads[0] == "The bridge falls"
    assert Campaign.objects.get(slug=table.slug).log_lines == before + 3


def told(slug: str) -> list[str]:
    """The log, but for its people."""
    return [line.line.head for line in campaign_page.log(slug) if line.kind != "seat"]


def test_what_is_told_of_events_comes_through_export_and_import(
    found: Callable[..., Table], falls: MapEvent
) -> None:
    with undone():
        table = found()
        put(table, "north", Happened(event="falls"))
        declare(table, "north")
        table.let_go()
        data = file_of(table, table.moderator)
        heads = told(table.slug)
        lines = table.campaign.log_lines
    assert "The bridge falls" in heads
    assert faults(data) == []
    slug = import_campaign(data, by=person("keeper"))
    assert told(slug) == heads
    assert Campaign.objects.get(slug=slug).log_lines == lines
    assert faults(forged(data, body_with("act", "happened", ["The bridge stands"])))

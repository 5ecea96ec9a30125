"""A campaign that is over, taken in from its file, is the same campaign."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet
from msgspec import structs

from campaigns.domain import export_file
from campaigns.errors import NotOnTheMenu
from campaigns.models import Act, Campaign, EventRow, FactClaim, LogEntry, Phase, Sheet
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.export import export
from campaigns.selectors.facts import fact_sheet
from campaigns.selectors.history import phase_story
from campaigns.services.clock import site_extension
from campaigns.services.deadlines import power_extension
from campaigns.services.lifecycle.import_campaign import _misshapen, import_campaign
from rules.kernel.serial import canonical
from tests.support.accounts import person
from tests.support.campaigns import Found, Table, a_turn
from tests.support.exports.files import file_of, states_of
from tests.support.exports.tampering import forged
from tests.support.worlds import undone
from verifier import verify


def told_of(slug: str) -> list[bytes]:
    """What the pages tell a visitor, but for people."""
    stories = [
        phase_story.story(slug, past.number, None)
        for past in phase_story.phases(slug, None)
        if not past.open
    ]
    return [
        canonical(
            [story.headline, story.lines, story.orders, story.rolls, story.board, story.check]
        )
        for story in stories
    ]


def rows_of(slug: str) -> dict[str, list[Any]]:
    """Every row that tells what happened, without people and row numbers."""
    here = {"campaign__slug": slug}
    there = {"phase__campaign__slug": slug}

    def rows(found: QuerySet, order: str, fields: str) -> list[Any]:
        return list(found.order_by(*order.split()).values_list(*fields.split()))

    sheets = Sheet.objects.filter(**there, state__in=("used", "void"))
    return {
        "phases": rows(
            Phase.objects.filter(**here),
            "number",
            "key title turn headline lede weight release released link",
        ),
        "events": rows(
            EventRow.objects.filter(**there), "phase__number seq", "seq kind public entry__seq"
        ),
        "sheets": rows(sheets, "phase__number power commitment", "power state commitment"),
        "acts": rows(Act.objects.filter(**there), "pk", "seq power link"),
        "claims": rows(
            FactClaim.objects.filter(**here), "pk", "key value power confirmed_power at"
        ),
        "log": rows(LogEntry.objects.filter(**here), "seq", "seq hash lines"),
        "campaign": rows(Campaign.objects.filter(slug=slug), "pk", "log_seq log_lines log_hash"),
    }


def facts_of(slug: str) -> list[Any]:
    sections = fact_sheet.fact_sheet(slug).sections
    return [line.value for part in sections for line in part.facts]


def more_time_was_given(table: Table) -> None:
    """To all by the staff of the site, and to one power by the moderator."""
    clerk = person("clerk")
    clerk.is_staff = True
    clerk.save()
    site_extension.add(by=clerk, key="k", hours=6, reason="An outage")
    give = {"power": "north", "hours": 24, "reason": "The line is down there"}
    power_extension.extend_one(table.slug, by=table.moderator, **give)
    kinds = set(LogEntry.objects.values_list("kind", flat=True))
    assert {"clock.added", "clock.longer"} <= kinds


@pytest.fixture
def taken_from(found: Found) -> Callable[..., tuple[bytes, dict[str, Any]]]:
    """A campaign is played to its end, exported, and forgotten."""

    def play() -> tuple[bytes, dict[str, Any]]:
        with undone():
            table = found()
            more_time_was_given(table)
            a_turn(table)
            a_turn(table)
            before = {
                "states": states_of(table.slug),
                "told": told_of(table.slug),
                "rows": rows_of(table.slug),
                "facts": facts_of(table.slug),
            }
            return file_of(table), before

    return play


def test_it_plays_again_to_the_same_bytes_and_file_without_people_and_only_once(
    taken_from: Callable[..., Any],
) -> None:
    data, before = taken_from()
    keeper = person("keeper")
    slug = import_campaign(data, by=keeper)
    assert states_of(slug) == before["states"]
    assert told_of(slug) == before["told"]
    assert rows_of(slug) == before["rows"]
    assert facts_of(slug) == before["facts"]
    again = b"".join(export(slug))
    first, second = (json.loads(one) for one in (data, again))
    for content in (first, second):
        del content["seats"], content["sha256"]
    assert first == second
    assert not any(check.faults for check in verify(again))
    seen = campaign_page.campaign_page(slug, keeper)
    assert seen.reader.is_moderator
    assert seen.head.status == "finished"
    assert {seat.taken_by for seat in seen.seats} <= {"", "autopilot"}
    with pytest.raises(NotOnTheMenu, match="here already"):
        import_campaign(data, by=keeper)


def test_a_forged_file_is_refused_and_leaves_nothing(taken_from: Callable[..., Any]) -> None:
    def cheat(content: dict[str, Any]) -> None:
        content["phases"][1]["rolls"][0]["value"] = 7

    data = forged(taken_from()[0], cheat)
    with pytest.raises(NotOnTheMenu, match="fails its check"):
        import_campaign(data, by=person("keeper"))
    assert not Campaign.objects.exists()


def test_an_entry_that_is_not_of_its_kind_is_named(taken_from: Callable[..., Any]) -> None:
    """Who keeps to the checks but not to the fields of a kind is refused, before a page cannot be made of it."""
    first = export_file.read(taken_from()[0]).log[0]
    assert not _misshapen(first)
    body = {key: said for key, said in first.body.items() if key != "title"}
    wrong = _misshapen(structs.replace(first, body=body))
    assert wrong == "log entry 1 (campaign.founded): Object missing required field `title`"
    assert not _misshapen(structs.replace(first, kind="of.later", body=body))


def test_a_campaign_that_runs_is_refused(table: Table) -> None:
    with pytest.raises(NotOnTheMenu, match="still running"):
        import_campaign(file_of(table), by=table.moderator)
    with pytest.raises(NotOnTheMenu, match="not JSON"):
        import_campaign(b"?", by=table.moderator)


@pytest.mark.long
def test_the_command_takes_in_a_file(taken_from: Callable[..., Any], tmp_path: Path) -> None:
    data, _ = taken_from()
    path, said = tmp_path / "campaign.json", StringIO()
    path.write_bytes(data)
    person("keeper")
    call_command("import", path, "--as", "keeper", stdout=said)
    slug = export_file.read(data).campaign.slug
    assert said.getvalue() == f"/c/{slug}/\n"
    with pytest.raises(CommandError, match="here already"):
        call_command("import", path, "--as", "keeper")
    with pytest.raises(CommandError, match="Nobody is called"):
        call_command("import", path, "--as", "nobody")

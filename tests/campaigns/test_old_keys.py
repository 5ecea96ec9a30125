"""Facts that were merged: files that name them by their old keys, and programs that still do.

The files are exports of two campaigns, played and finished with the release of 22 November 2026 before any
fact was merged: facts were declared by keys that are old today, confirmed by the other side, and corrected
by a moderator.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from campaigns import exportfile, factversions, states
from campaigns.errors import FactsChanged
from campaigns.models import Campaign, Phase
from campaigns.selectors import facts
from campaigns.selectors.export import export
from campaigns.services import campaigns, moderating, seats
from campaigns.services.acts import perform_act
from campaigns.services.importing import import_campaign
from campaigns.verifying import verify
from rules.registry import BOOKS
from tests.campaigns.conftest import Table, person
from tests.campaigns.test_export import named
from tests.campaigns.test_import import states_of, told_of

pytestmark = pytest.mark.long

FILES = Path(__file__).parent / "files"
PHASES = 17
AT_THE_END: dict[str, dict[str, Any]] = {
    "world_at_war": {
        "factors.foreign.spain": 2,
        "factors.foreign.finland": 3,
        "russia.controls.bessarabia": True,
        "control.eastern_poland": "russia",
        "conquest.belgrade.by": "italy",
    },
    "days_of_decision": {
        "capital.france": False,
        "capital_held.france": "italy",
        "factories.taken.france": 3,
        "capital.italy": False,
    },
}
"""What the last state of each file says by old keys."""

every_file = pytest.mark.parametrize("book", sorted(AT_THE_END))


def file_of(book: str) -> bytes:
    return gzip.decompress((FILES / f"merged-facts-{book}.json.gz").read_bytes())


@every_file
def test_the_files_name_facts_by_keys_that_are_old_today(book: str) -> None:
    found = exportfile.read(file_of(book))
    assert found.campaign.revision != BOOKS[book].revision
    old = {key for key in AT_THE_END[book] if key in BOOKS[book].facts.aliases}
    assert len(old) >= 3
    said = {line.key for line in found.claims}
    assert old <= said


@every_file
def test_such_a_file_is_verified_and_plays_again(book: str) -> None:
    checks = named(file_of(book))
    assert [line for check in checks.values() for line in (*check.faults, *check.left)] == []
    revision = exportfile.read(file_of(book)).campaign.revision
    assert checks["replay"].said == (
        f"{PHASES} phases played again, {PHASES} of them to the same bytes of state, "
        f"by revision {revision}"
    )


@every_file
def test_it_is_taken_in_by_the_rules_it_was_played_with(db: None, book: str) -> None:
    slug = import_campaign(file_of(book), by=person("keeper"))
    campaign = Campaign.objects.get(slug=slug)
    assert campaign.status == "finished"
    assert type(states.book_of(campaign)).__module__.startswith("frozen_")
    last = Phase.objects.filter(campaign=campaign).order_by("-number")[0]
    kept = states.now(last).facts
    assert {key: kept[key] for key in AT_THE_END[book]} == AT_THE_END[book]
    assert len(told_of(slug)) == PHASES
    lines = {
        line.spec.key: line for section in facts.fact_sheet(slug).sections for line in section.facts
    }
    for key, value in AT_THE_END[book].items():
        assert lines[key].value == value
        assert lines[key].spec.label
    again = b"".join(export(slug))
    assert json.loads(again)["log"] == json.loads(file_of(book))["log"]
    assert [line for check in verify(again) for line in (*check.faults, *check.left)] == []


@every_file
def test_every_page_of_it_shows(db: None, book: str, client: Client) -> None:
    here = f"/c/{import_campaign(file_of(book), by=person('keeper'))}/"
    for part in ("", "facts/", "history/", "history/1/", f"history/{PHASES}/", "log/"):
        assert client.get(here + part, follow=True).status_code == 200, part


@every_file
def test_its_states_are_read_by_the_rules_of_today(db: None, book: str) -> None:
    """Nothing does so by itself: a campaign keeps its rules. But no word of it would be lost."""
    slug = import_campaign(file_of(book), by=person("keeper"))
    registry = BOOKS[book].facts
    for _, stored in states_of(slug)[-1:]:
        now = BOOKS[book].read_state(stored)
        assert now.facts.keys() == registry.present
        assert {key: registry.value(now.facts, key) for key in AT_THE_END[book]} == AT_THE_END[book]


# -- campaigns of today ------------------------------------------------------------------------

SENT: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    "world_at_war": (
        "germany",
        "russia",
        {
            "russia.controls.bessarabia": True,
            "conquest.belgrade.by": "italy",
            "factors.foreign.spain": 4,
        },
        {
            "control.bessarabia": "russia",
            "conquest.yugoslavia.by": "italy",
            "factors.spain.axis": 4,
        },
    ),
    "days_of_decision": (
        "germany",
        "france",
        {"capital.italy": False, "capital_held.france": "germany"},
        {"control.capital.italy": "other", "control.capital.france": "germany"},
    ),
}
"""Who sends what by old keys, who confirms, and what it is by those of today."""


def founded(book: str, *players: str) -> Table:
    moderator = person("moderator")
    scenario = min(BOOKS[book].scenarios.values(), key=lambda each: each.turns)
    bots = tuple(power for power in scenario.seats if power not in players)
    slug = campaigns.create_campaign(
        by=moderator, rulebook=book, scenario=scenario.key, title="A test", bots=bots
    )
    people = {power: person(power) for power in players}
    for power, player in people.items():
        seats.join(slug, by=player, powers=[power])
    campaigns.start(slug, by=moderator)
    return Table(slug, moderator, people)


@pytest.mark.parametrize("book", sorted(SENT))
def test_a_program_may_send_old_keys_to_a_campaign_of_today(db: None, book: str) -> None:
    power, other, sent, meant = SENT[book]
    table = founded(book, power, other)
    client = Client()
    client.force_login(table.players[power])
    api = f"/api/campaigns/{table.slug}/"

    act = {"kind": "declare", "facts": sent}
    answer = client.post(f"{api}acts/{power}/", {"act": act}, content_type="application/json")
    assert answer.status_code == 200, answer.json()
    now = states.now(table.phase)
    assert {key: now.facts[key] for key in meant} == meant
    assert {key: BOOKS[book].facts.value(now.facts, key) for key in sent} == sent
    sheet = client.get(f"{api}facts/").json()
    lines = {
        line["spec"]["key"]: line["value"] for part in sheet["sections"] for line in part["facts"]
    }
    assert {key: lines[key] for key in meant} == meant
    assert not set(sent) & set(lines)

    client.force_login(table.players[other])
    confirm = {"kind": "confirm", "facts": sorted(meant)}
    answer = client.post(f"{api}acts/{other}/", {"act": confirm}, content_type="application/json")
    assert answer.status_code == 200, answer.json()

    first = next(iter(sent))
    value = BOOKS[book].facts[first].default
    moderating.correct_facts(
        table.slug, by=table.moderator, facts={first: value}, reason="It was not so"
    )
    assert BOOKS[book].facts.value(states.now(table.phase).facts, first) == value
    table.strike()
    table.advance()
    checks = named(b"".join(export(table.slug)))
    assert [fault for check in checks.values() for fault in check.faults] == []


@pytest.mark.parametrize("book", sorted(SENT))
def test_a_wrong_value_by_an_old_key_is_refused_in_its_own_words(db: None, book: str) -> None:
    power, other, sent, _ = SENT[book]
    table = founded(book, power, other)
    client = Client()
    client.force_login(table.players[power])
    key = next(key for key, value in sent.items() if isinstance(value, str))
    act = {"kind": "declare", "facts": {key: "atlantis"}}
    answer = client.post(
        f"/api/campaigns/{table.slug}/acts/{power}/", {"act": act}, content_type="application/json"
    )
    assert answer.status_code == 422
    assert BOOKS[book].facts[key].label in answer.json()["problems"][0]["message"]


def test_what_a_program_saw_by_an_old_key_guards_what_it_is_today(db: None) -> None:
    table = founded("days_of_decision", "germany", "france")
    spec = BOOKS["days_of_decision"].facts["capital_held.france"]

    def say(power: str, key: str, value: str, seen: dict[str, str]) -> None:
        act = {"kind": "declare", "facts": {key: value}}
        perform_act(table.slug, by=table.players[power], power=power, act=act, seen=seen)

    first = {spec.key: factversions.first(spec)}
    say("germany", "capital_held.france", "germany", first)
    with pytest.raises(FactsChanged) as told:
        say("france", "capital_held.france", "italy", first)
    (change,) = told.value.changed
    assert (change.key, change.value, change.by) == (spec.key, "germany", "germany")
    say("france", "capital_held.france", "italy", {spec.key: change.version})
    assert states.now(table.phase).facts["control.capital.france"] == "italy"

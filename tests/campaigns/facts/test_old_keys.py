"""Facts that were merged into others: programs may still name them by their old keys."""

from typing import Any

import pytest
from django.test import Client

from campaigns.errors import FactsChanged
from campaigns.rulebooks import states
from campaigns.selectors.facts import fact_versions
from rules.registry import BOOKS
from tests.support.accounts import signed_in
from tests.support.campaigns import Table, a_campaign, corrected
from tests.support.exports.files import faults, file_of
from tests.support.pages.html import answer_of

pytestmark = pytest.mark.long

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


def send(table: Table, power: str, status: int = 200, **act: Any) -> Any:
    """What a program of this power is answered."""
    client = signed_in(table.players[power])
    address = f"/api/campaigns/{table.slug}/acts/{power}/"
    return answer_of(client, "POST", address, {"act": act}, status)


@pytest.mark.parametrize("book", sorted(SENT))
def test_a_program_may_send_old_keys_to_a_campaign_of_today(db: None, book: str) -> None:
    power, other, sent, meant = SENT[book]
    table = a_campaign(book=book, seats=(power, other))
    send(table, power, kind="declare", facts=sent)
    now = states.now(table.phase)
    assert {key: now.facts[key] for key in meant} == meant
    assert {key: BOOKS[book].facts.value(now.facts, key) for key in sent} == sent
    sections = Client().get(f"/api/campaigns/{table.slug}/facts/").json()["sections"]
    lines = {line["spec"]["key"]: line["value"] for part in sections for line in part["facts"]}
    assert {key: lines[key] for key in meant} == meant
    assert not set(sent) & set(lines)

    send(table, other, kind="confirm", facts=sorted(meant))
    first = next(iter(sent))
    value = BOOKS[book].facts[first].default
    corrected(table, **{first: value})
    assert BOOKS[book].facts.value(states.now(table.phase).facts, first) == value
    table.pass_deadline()
    assert faults(file_of(table)) == []


@pytest.mark.parametrize("book", sorted(SENT))
def test_a_wrong_value_by_an_old_key_is_refused_in_its_own_words(db: None, book: str) -> None:
    power, other, sent, _ = SENT[book]
    table = a_campaign(book=book, seats=(power, other))
    key = next(key for key, value in sent.items() if isinstance(value, str))
    answer = send(table, power, 422, kind="declare", facts={key: "atlantis"})
    assert BOOKS[book].facts[key].label in answer["problems"][0]["message"]


def test_what_a_program_saw_by_an_old_key_guards_what_it_is_today(db: None) -> None:
    table = a_campaign(book="days_of_decision", seats=("germany", "france"))
    spec = BOOKS["days_of_decision"].facts["capital_held.france"]

    def say(power: str, key: str, value: str, seen: dict[str, str]) -> None:
        table.act(power, {"kind": "declare", "facts": {key: value}}, seen=seen)

    first = {spec.key: fact_versions.first(spec)}
    say("germany", "capital_held.france", "germany", first)
    with pytest.raises(FactsChanged) as told:
        say("france", "capital_held.france", "italy", first)
    (change,) = told.value.changed
    assert (change.key, change.value, change.by) == (spec.key, "germany", "germany")
    say("france", "capital_held.france", "italy", {spec.key: change.version})
    assert states.now(table.phase).facts["control.capital.france"] == "italy"

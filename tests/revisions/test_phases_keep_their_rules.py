"""Each phase is read by the rules by which it was played."""

import json

import pytest
from django.test import Client

from campaigns.domain.export_file import read
from campaigns.models import Campaign, LogEntry, Phase
from campaigns.selectors.export import export
from rules.registry import BOOKS, digest
from rules.revisions import loading
from tests.revisions.playing import Revise, advance
from tests.support.campaigns import a_campaign
from tests.support.pages.whole_log import read_by
from verifier import verify

KEY = "world_in_flames"

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("quiet")]


@pytest.fixture
def changed(db: None, revise: Revise) -> str:
    """A campaign of autopilots that plays on by another revision, which has other words; its slug."""
    slug = a_campaign(book=KEY, at_phase=4).slug
    name = revise(KEY, {'{event.title} begins"': '{event.title} opens its doors"'})
    Campaign.objects.filter(slug=slug).update(revision=name)
    for _ in range(4):
        advance(slug)
    return slug


def phases_of(slug: str) -> list[Phase]:
    return list(Phase.objects.filter(campaign__slug=slug).order_by("number"))


def test_a_phase_names_its_rules_and_the_log_does(changed: str) -> None:
    found = phases_of(changed)
    name = Campaign.objects.get(slug=changed).revision
    assert [one.revision for one in found[:4]] == 4 * [BOOKS[KEY].revision]
    assert {one.revision for one in found[4:]} == {name}
    assert found[0].rules == digest(KEY)
    kept = loading.find_entry(KEY, name)
    assert kept is not None
    assert found[-1].rules == kept.closure
    opened = LogEntry.objects.filter(campaign__slug=changed, kind="phase.opened").order_by("seq")
    told = [(body["revision"], body["rules"]) for body in (json.loads(e.body) for e in opened)]
    assert told == [(one.revision, one.rules) for one in found]
    assert LogEntry.objects.filter(campaign__slug=changed, kind="rules.changed").count() == 1


def test_history_and_log_speak_the_words_of_then(changed: str, client: Client) -> None:
    log = read_by(client, changed)
    assert "begins</b>" in log
    assert "opens its doors</b>" in log
    assert "From here on other rules hold" in log
    pages = [
        client.get(f"/c/{changed}/history/{one.number}/").content.decode()
        for one in phases_of(changed)
        if one.resolved_at
    ]
    assert any("begins" in page for page in pages[:4])
    assert not any("opens its doors" in page for page in pages[:4])
    assert any("opens its doors" in page for page in pages[4:])


def test_history_and_log_stay_where_only_the_rules_of_then_are_missing(
    changed: str, client: Client
) -> None:
    Phase.objects.filter(campaign__slug=changed, number__lte=2).update(revision="lost")
    assert client.get(f"/c/{changed}/").status_code == 200
    log = read_by(client, changed)
    assert "does not have revision lost" in log
    assert "opens its doors</b>" in log
    page = client.get(f"/c/{changed}/history/1/").content.decode()
    assert "does not have revision lost" in page
    assert client.get(f"/c/{changed}/history/5/").status_code == 200


def test_its_export_names_the_rules_of_each_phase_and_verifies_by_them(changed: str) -> None:
    data = b"".join(export(changed))
    assert [(one.revision, one.rules) for one in read(data).phases] == [
        (one.revision, one.rules) for one in phases_of(changed)
    ]
    assert read(data).campaign.revision == BOOKS[KEY].revision
    checks = {check.name: check for check in verify(data)}
    assert [fault for check in checks.values() for fault in check.faults] == []
    assert BOOKS[KEY].revision in checks["replay"].said
    assert Campaign.objects.get(slug=changed).revision in checks["replay"].said

"""A campaign goes on with the rules it began with, whatever the source has become."""

from pathlib import Path

import pytest
from django.test import Client

from campaigns import rulebooks
from campaigns.models import Campaign
from campaigns.rulebooks import states
from campaigns.selectors.export import export
from campaigns.services.deadlines import moderation
from rules import registry
from rules.registry import BOOKS
from rules.revisions import loading
from tests.revisions.playing import advance, refusing
from tests.support.campaigns import a_campaign
from verifier import verify

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("quiet")]


@pytest.fixture(params=sorted(BOOKS))
def slug(request: pytest.FixtureRequest, db: None) -> str:
    """A campaign that has just begun, with autopilots on all seats and moderated by us."""
    return a_campaign(book=request.param, at_phase=2).slug


@pytest.fixture
def source_moved_on(monkeypatch: pytest.MonkeyPatch, folder: Path, slug: str) -> None:
    """The source has another revision now, and refuses to play at all."""
    monkeypatch.setattr(loading, "HERE", folder)
    book = BOOKS[Campaign.objects.get(slug=slug).rulebook]
    monkeypatch.setattr(registry, "BOOKS", {**registry.BOOKS, book.key: refusing(book)})


@pytest.mark.usefixtures("source_moved_on")
def test_a_running_campaign_plays_on_by_its_frozen_rules(slug: str) -> None:
    campaign = Campaign.objects.get(slug=slug)
    book = states.book_of(campaign)
    assert type(book).__module__.startswith("frozen_")
    for _ in range(4):
        advance(slug)
    checks = {check.name: check for check in verify(b"".join(export(slug)))}
    assert [fault for check in checks.values() for fault in check.faults] == []
    # Where orders stay sealed for longer, only the log can be checked yet.
    assert checks["replay"].said.startswith("5 phases") or checks["replay"].left


@pytest.mark.usefixtures("source_moved_on")
def test_every_page_of_it_still_shows(slug: str, client: Client) -> None:
    client.force_login(Campaign.objects.get(slug=slug).moderators.get())
    here = f"/c/{slug}/"
    for part in ("", "facts/", "history/", "history/1/", "log/", "desk/", "export/"):
        answer = client.get(here + part, follow=True)
        assert answer.status_code == 200, part
    assert slug in client.get("/").content.decode()


@pytest.mark.usefixtures("source_moved_on")
def test_a_moderator_corrects_a_fact_under_frozen_rules(slug: str) -> None:
    campaign = Campaign.objects.get(slug=slug)
    book = states.book_of(campaign)
    key, wish = next((spec.key, not spec.default) for spec in book.facts if spec.type == "yes")
    moderation.correct_facts(
        slug, by=campaign.moderators.get(), facts={key: wish}, reason="It was so on the map"
    )
    assert campaign.claims.get(key=key).value == wish
    advance(slug)
    checks = verify(b"".join(export(slug)))
    assert [fault for check in checks for fault in check.faults] == []


def test_a_new_campaign_begins_with_the_source(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "HERE", folder)
    for key, book in registry.BOOKS.items():
        assert rulebooks.load(key) is book
        assert rulebooks.load(key, book.revision) is book

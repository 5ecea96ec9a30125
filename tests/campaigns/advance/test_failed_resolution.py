"""A campaign whose phase cannot be resolved stops, and those who can do something are told, once."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from campaigns import rulebooks
from campaigns.models import Notification
from campaigns.services.advance import sweep
from campaigns.services.deadlines import moderation
from campaigns.services.notifications import email as outgoing_email
from tests.support.accounts import reachable
from tests.support.campaigns import Table

SECRET = "north has put two points into the east"


@pytest.fixture
def table(table: Table, settings: Any) -> Table:
    """A campaign that everybody has sealed for, whose moderator and site have addresses."""
    settings.ADMINS = [("", "ops@example.org"), ("", "second@example.org")]
    reachable(table.moderator)
    table.seal_all()
    return table


@pytest.fixture
def broken(tiny_book: rulebooks.Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rulebook that raises when it resolves."""

    def resolve(*_: Any) -> Any:
        raise KeyError(SECRET)

    monkeypatch.setattr(type(tiny_book), "resolve", resolve)


def stumble(table: Table) -> None:
    campaign = table.campaign
    assert campaign.phase_id is not None
    sweep.try_to_advance(campaign.pk, campaign.phase_id)


def told() -> list[tuple[list[str], str, str]]:
    """The letters that went out about it, and no others."""
    outgoing_email.send_due()
    return sorted(
        (one.to, one.subject, str(one.body)) for one in mail.outbox if "resolved" in one.subject
    )


@pytest.mark.long
def test_moderator_and_site_are_told_which_campaign_and_phase(table: Table, broken: None) -> None:
    stumble(table)
    (moderator, _, to_moderator), (site, subject, to_site) = told()
    assert moderator == ["moderator@example.org"]
    assert site == ["ops@example.org", "second@example.org"]
    assert subject == "A test: phase 1 could not be resolved"
    for text in (to_moderator, to_site):
        for fact in (table.slug, "Rulebook: tiny", "Revision: 1", "Phase: 1, place"):
            assert fact in text
        assert f"/c/{table.slug}/" in text
        assert SECRET not in text
    assert "resume the campaign" in to_moderator
    assert "phase cannot be resolved" in to_site


@pytest.mark.long
def test_they_are_told_once_for_each_stumble_and_not_for_each_try(
    table: Table, broken: None
) -> None:
    stumble(table)
    stumble(table)
    assert len(told()) == 2
    moderation.resume(table.slug, by=table.moderator)
    stumble(table)
    assert len(told()) == 4
    assert outgoing_email.send_due() == 0


def test_without_an_address_of_the_site_the_moderator_alone_is_told(
    table: Table, broken: None, settings: Any
) -> None:
    settings.ADMINS = []
    stumble(table)
    assert [to for to, _, _ in told()] == [["moderator@example.org"]]


@pytest.mark.long
def test_what_is_told_by_letter_stays_true_when_it_goes_on(table: Table, broken: None) -> None:
    stumble(table)
    moderation.resume(table.slug, by=table.moderator)
    assert len(told()) == 2
    assert set(Notification.objects.filter(kind="stumbled").values_list("state", flat=True)) == {
        "sent"
    }


def test_the_health_page_counts_it_and_stays_well(
    table: Table, broken: None, client: Client
) -> None:
    stumble(table)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["stumbling"]) == (200, 1)
    assert b"chancellery_campaigns_stumbling 1.0" in client.get("/metrics").content
    moderation.resume(table.slug, by=table.moderator)
    moderation.pause(table.slug, by=table.moderator, reason="A holiday")
    assert client.get("/healthz").json()["stumbling"] == 0

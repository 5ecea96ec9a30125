"""Where the newest cards were turned over is asked by pages that are open; who may read nothing of them is told nothing."""

import pytest
from django.test import Client

from campaigns.models import EventRow, Phase
from campaigns.selectors.history.event_kinds import newest_turned
from campaigns.services.advance import end_phase
from rules import registry
from tests.support.accounts import person
from tests.support.campaigns import Table, a_campaign

pytestmark = pytest.mark.django_db


def turned(table: Table, *, public: bool) -> Phase:
    """A phase that is over, of which the log tells that a card was turned over."""
    table.strike()
    table.advance()
    event = EventRow.objects.filter(phase__campaign=table.campaign).order_by("pk").last()
    assert event is not None
    EventRow.objects.filter(pk=event.pk).update(kind="card_turned", public=public)
    return event.phase


def test_an_open_page_is_led_to_the_newest_cards_once(table: Table) -> None:
    address = f"/c/{table.slug}/history/"
    before = table.campaign.log_seq
    assert Client().get(f"{address}?turned={before}").status_code == 204
    phase = turned(table, public=True)
    answer = Client().get(f"{address}?turned={before}")
    assert answer.status_code == 302
    assert answer["Location"] == f"{address}{phase.number}/"
    assert newest_turned(table.slug) == phase.number
    assert Client().get(f"{address}?turned={table.campaign.log_seq}").status_code == 204
    for nonsense in ("", "x", "-1", "9" * 40):
        assert Client().get(f"{address}?turned={nonsense}").status_code in (204, 302)


def test_what_is_not_public_leads_nowhere(table: Table) -> None:
    turned(table, public=False)
    assert newest_turned(table.slug) is None


@pytest.mark.long
def test_an_open_page_is_sent_the_cards_alone_and_not_those_that_it_has(db: None) -> None:
    reader = person("reader")
    seats = registry.BOOKS["days_of_decision"].scenarios["first-year"].seats
    campaign = a_campaign(
        book="days_of_decision", by=reader, seats=dict.fromkeys(list(seats[:1]), reader)
    ).campaign
    while (number := newest_turned(campaign.slug)) is None:
        campaign.refresh_from_db()
        assert campaign.phase is not None
        end_phase.force(
            campaign.slug,
            by=reader,
            phase=campaign.phase.number,
            reason="To see cards",
            silent="autopilot",
        )
    address = f"/c/{campaign.slug}/history/"
    cards = f"{address}?turned=0&part=cards"
    for own in (False, True):
        client = Client()
        if own:
            client.force_login(reader)
        part = client.get(cards).content.decode().strip()
        assert part.startswith('<section class="section turned" id="cards-turned"')
        assert part.endswith("</section>")
        assert f'data-turned="{number}"' in part
        # The same as in the story of that phase.
        assert part in client.get(f"{address}{number}/").content.decode()
        packed = client.get(cards, headers={"Accept-Encoding": "gzip"})
        assert packed["Content-Encoding"] == "gzip"
        assert client.get(f"{cards}&had={number}").status_code == 204
        assert client.get(f"{address}?turned=0").status_code == 302

"""The real worker resolves a due phase, and an open page hears of it through the real Redis."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from websockets.sync.client import connect
from websockets.typing import Origin

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Phase
from core import publisher
from tests.support.campaigns import a_campaign
from tests.support.programs.runner import LiveSite

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_an_open_page_is_told_when_the_deadline_strikes(live_site: LiveSite) -> None:
    policy = ClockPolicy(hours={"default": 1})
    slug = a_campaign(book="world_at_war", seats=["germany"], policy=policy).slug
    address = f"ws://127.0.0.1:{live_site.port}/ws/campaign/{slug}/"
    # What was told of the founding must not reach the page that opens now.
    assert publisher.current.flush(30)
    with connect(address, origin=Origin(live_site.url)) as page:
        soon = timezone.now() + timedelta(seconds=2)
        Phase.objects.filter(campaign__slug=slug).update(due_at=soon)
        Campaign.objects.filter(slug=slug).update(wakes_at=soon)
        told = json.loads(page.recv(timeout=60))
    assert "phase" in told["what"]
    phase = Phase.objects.get(campaign__slug=slug, number=1)
    assert phase.resolved_how == "deadline"
    assert phase.resolved_at is not None
    assert phase.resolved_at >= soon

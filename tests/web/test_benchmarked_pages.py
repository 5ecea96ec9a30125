"""What `make bench` measures can be read: it makes a campaign's past longer by rows of its own."""

import pytest
from django.test import Client

from benchmarks import seeding
from campaigns.models import Campaign
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle import campaigns


@pytest.mark.django_db
def test_a_past_that_was_made_longer_is_read_to_its_end() -> None:
    slug, moderator = seeding.found("Measured"), seeding.moderator()
    campaigns.start(slug, by=moderator)
    for _ in range(2):
        number = Campaign.objects.get(slug=slug).phase.number
        end_phase.force(slug, by=moderator, phase=number, reason="Measured.")
    seeding.lengthen(slug, to=6)
    for number in (1, 3, 6):
        page = Client().get(f"/c/{slug}/history/{number}/")
        assert page.status_code == 200
        assert "does not say how this phase was resolved" not in page.content.decode()

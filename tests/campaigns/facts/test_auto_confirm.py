"""Only what a player declared is put to others: what the site's dice and rules enter waits for nobody."""

import pytest
from django.utils.timezone import now

from campaigns.models import FactClaim
from campaigns.selectors.campaign import campaign_page, news
from campaigns.selectors.facts import map_desk
from campaigns.selectors.reader.access import reading
from tests.campaigns.facts.at_war import PARIS, War

pytestmark = pytest.mark.django_db


def asked(war: War) -> tuple[int, int, int, bool]:
    """How many facts wait: on the map desk, on the campaign's page and in the band; and whether one can confirm."""
    who = war.players["france"]
    waiting = sum(len(each.lines) for each in map_desk.map_desk(war.slug, who).waiting)
    unconfirmed = len(campaign_page.campaign_page(war.slug, who).facts_unconfirmed)
    band = news.waiting_of(reading(war.slug, who)).confirm
    return waiting, unconfirmed, band, bool(war.line(power="france").may_confirm)


def test_what_a_die_of_the_site_decided_is_put_to_nobody(war: War) -> None:
    assert asked(war) == (2, 2, 2, True)
    # The same facts, entered at a moment in which nobody declared anything: by the resolution of a phase.
    FactClaim.objects.filter(key__startswith="control.").update(at=now())
    assert asked(war) == (0, 0, 0, False)
    assert "entered by the rules" in war.page("france")
    assert war.line(PARIS).words == "European Axis"

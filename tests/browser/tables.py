"""Campaigns of the real books that run, with one person and bots."""

from collections.abc import Sequence

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.advance import phase_advance
from rules import registry
from tests.browser.people import Somebody
from tests.support.campaigns import started

PLACEMENTS = {
    "germany": {"turkey": 2, "greece": 3},
    "italy": {"sweden": 2},
    "britain": {"turkey": 2, "norway": 2},
    "france": {"greece": 2},
    "united_states": {"usat": 1},
}


def campaign_of(somebody: Somebody) -> Campaign:
    """A running campaign in which one person plays Britain and moderates, bots the rest."""
    person = User.objects.get(username=somebody.name)
    return started(
        by=person,
        rulebook="world_at_war",
        scenario="one-year",
        title="The Corner Table",
        take=["britain"],
        bots=["germany", "italy", "france", "united_states", "russia"],
    )


def display_of(somebody: Somebody) -> Campaign:
    """A campaign of Days of Decision in its first phase, whose moderator plays France."""
    person = User.objects.get(username=somebody.name)
    powers = ["germany", "italy", "commonwealth", "ussr", "japan", "usa", "china"]
    return started(
        by=person,
        rulebook="days_of_decision",
        scenario="1936",
        title="The Round Table",
        take=["france"],
        bots=powers,
    )


def short_of(
    somebody: Somebody, rulebook: str, scenario: str, take: Sequence[str] = ()
) -> Campaign:
    """A short campaign of a book: one person plays what they take, autopilots the rest."""
    seats = registry.BOOKS[rulebook].scenarios[scenario].seats
    return started(
        by=User.objects.get(username=somebody.name),
        rulebook=rulebook,
        scenario=scenario,
        title=f"The {'Old' if not take else 'Short'} Table, {rulebook.replace('_', ' ')}",
        take=list(take),
        bots=[seat for seat in seats if seat not in take],
    )


def over_of(somebody: Somebody, rulebook: str, scenario: str) -> Campaign:
    """A short campaign that autopilots have played to its end."""
    campaign = short_of(somebody, rulebook, scenario)
    while campaign.status != "finished":
        phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)
        campaign.refresh_from_db()
    return campaign

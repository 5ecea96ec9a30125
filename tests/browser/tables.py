"""Campaigns of the real books that run, with one person and bots."""

from collections.abc import Sequence

from campaigns.models import Campaign
from tests.browser.people import Somebody, person_of
from tests.support.campaigns import Table, a_campaign

PLACEMENTS = {
    "germany": {"turkey": 2, "greece": 3},
    "italy": {"sweden": 2},
    "britain": {"turkey": 2, "norway": 2},
    "france": {"greece": 2},
    "united_states": {"usat": 1},
}


def campaign_of(somebody: Somebody) -> Campaign:
    """A running campaign in which one person plays Britain and moderates, bots the rest."""
    return short_of(somebody, "world_at_war", "one-year", ["britain"]).campaign


def display_of(somebody: Somebody) -> Campaign:
    """A campaign of Days of Decision in its first phase, whose moderator plays France."""
    return short_of(somebody, "days_of_decision", "1936", ["france"]).campaign


def short_of(somebody: Somebody, rulebook: str, scenario: str, take: Sequence[str] = ()) -> Table:
    """A short campaign of a book: one person plays what they take, autopilots the rest."""
    person = person_of(somebody.name)
    title = f"The {'Old' if not take else 'Short'} Table, {rulebook.replace('_', ' ')}"
    seats = dict.fromkeys(take, person)
    return a_campaign(book=rulebook, scenario=scenario, by=person, seats=seats, title=title)


def over_of(somebody: Somebody, rulebook: str, scenario: str) -> Campaign:
    """A short campaign that autopilots have played to its end."""
    table = short_of(somebody, rulebook, scenario)
    table.play_out()
    return table.campaign

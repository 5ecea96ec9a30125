"""Campaigns of the real books that run, with one person and bots."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from campaigns.models import Campaign, Phase
from campaigns.rulebooks.values.overrides import value_at
from campaigns.selectors.reader.access import reading
from campaigns.services.deadlines import moderation
from campaigns.services.repair import rulings
from tests.browser.people import Somebody, person_of
from tests.support.campaigns import Table, a_campaign
from tests.support.repair import a_rule, override

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


def late_of(somebody: Somebody, host: Any) -> Campaign:
    """A campaign of Days of Decision of ``host`` whose moderator has as much to do as there is: seven people whose
    orders are overdue, a question that is open, a fact that is disputed, a ruling and acts.
    """
    moderator = person_of(somebody.name)
    powers = ("germany", "italy", "commonwealth", "france", "ussr", "japan", "usa")
    people = {power: person_of(f"the-{power}") for power in powers}
    table = a_campaign(
        book="days_of_decision", by=host, seats=people, at_phase=2, title="The Table, late"
    )
    table.campaign.moderators.add(moderator)
    by = {"by": moderator}
    for hours in (6, 12):
        moderation.extend(table.slug, hours=hours, reason="Two are on a train, so all agree.", **by)
    ruling = "Narvik belongs to no fact of Norway. Our map has no port there."
    rulings.make(table.slug, text=ruling, rule=a_rule(table), **by)
    money = ["nations", "france", "money"]
    before = value_at(reading(table.slug).view, money)
    override(table, before + 3, before=before, path=money, **by)
    fact = "factories.home.germany"
    table.act("germany", {"kind": "declare", "facts": {fact: 15}})
    table.act("italy", {"kind": "dispute", "facts": [fact], "instead": {fact: 17}, "reason": "No."})
    grace = timezone.now() + timedelta(hours=10)
    Campaign.objects.filter(slug=table.slug).update(wakes_at=grace)
    Phase.objects.filter(pk=table.phase.pk).update(
        due_at=timezone.now() - timedelta(hours=14), grace_until=grace
    )
    return table.campaign

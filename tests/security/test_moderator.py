"""A moderator, with or without a seat, who would like to sit where others must agree."""

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.errors import CampaignError, NotNow, NotYours
from campaigns.models import Consent, Seat
from campaigns.services.seats import moderators, seats
from campaigns.services.voting import agree
from tests.support.accounts import person
from tests.support.campaigns import Table

WHY = "They wrote that they are ill"


def give(table: Table, power: str, username: str, by: Any = None) -> int | None:
    by = by or table.moderator
    return seats.assign_seat(table.slug, by=by, power=power, username=username, reason=WHY)


def holder(table: Table, power: str) -> str:
    seat = Seat.objects.select_related("person").get(campaign__slug=table.slug, power=power)
    return seat.person.username if seat.person else ""


def promote(table: Table, *powers: str) -> None:
    for power in powers:
        moderators.add_moderator(table.slug, by=table.moderator, username=power)


def test_making_the_others_moderators_takes_nobodys_say(found: Callable[..., Table]) -> None:
    """Who moderates had no vote: so all who might have said no were promoted, nobody was left to be
    asked, and the moderator sat down.
    """
    table = found(bots=("isle",))
    promote(table, "north", "south")
    number = give(table, "isle", "moderator")
    assert number is not None
    assert not agree.agree(table.slug, by=table.players["north"], number=number)
    assert holder(table, "isle") == ""
    assert agree.agree(table.slug, by=table.players["south"], number=number)
    assert holder(table, "isle") == "moderator"


def test_promoting_who_would_refuse_leaves_it_to_him_still(table: Table) -> None:
    person("friend")
    promote(table, "south")
    number = give(table, "north", "friend")
    assert not agree.agree(table.slug, by=table.players["isle"], number=number)
    assert holder(table, "north") == "north"


def test_moderators_among_themselves_put_nobody_out(table: Table) -> None:
    """All other players moderate: then only the player's own word gives their seat away."""
    person("friend")
    promote(table, "south", "isle")
    number = give(table, "north", "friend")
    for power in ("south", "isle"):
        with pytest.raises(NotYours, match="not asked"):
            agree.agree(table.slug, by=table.players[power], number=number)
    with pytest.raises(NotNow, match="Nobody else has a seat"):
        give(table, "north", "south")
    assert holder(table, "north") == "north"
    assert agree.agree(table.slug, by=table.players["north"], number=number)


def test_a_vote_is_not_carried_over_to_another_table(table: Table) -> None:
    """A yes that was given before the desk changed hands counts for nothing after it."""
    person("friend")
    number = give(table, "north", "friend")
    agree.agree(table.slug, by=table.players["south"], number=number)
    promote(table, "isle")
    with pytest.raises(NotNow, match="closed"):
        agree.agree(table.slug, by=table.players["isle"], number=number)
    assert holder(table, "north") == "north"


def test_nobody_votes_who_is_not_asked(table: Table) -> None:
    """A stranger, the moderator, who has left, and who was seated after the question."""
    person("friend")
    stranger, isle = person("stranger"), table.players["isle"]
    seats.leave(table.slug, by=isle, power="isle")
    number = give(table, "north", "friend")
    for who in (stranger, isle, table.moderator, person("another")):
        for answer in (agree.agree, agree.take_back):
            with pytest.raises(NotYours):
                answer(table.slug, by=who, number=number)
    for who in (stranger, isle):
        with pytest.raises(CampaignError):
            agree.withdraw(table.slug, by=who, number=number)
    assert Consent.objects.get().voices.filter(agreed_at__isnull=False).count() == 0
    assert holder(table, "north") == "north"

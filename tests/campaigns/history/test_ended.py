"""A campaign that is over says how it ended, and who won where the rules name a winner."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Status
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.reader import access
from rules.kernel.state import Ending
from tests.support.accounts import signed_in
from tests.support.campaigns import Table, a_campaign


def test_the_page_tells_the_ending_in_place_of_orders(table: Table) -> None:
    table.play_out()
    for who in (None, table.players["north"], table.moderator):
        html = signed_in(who).get(reverse("frontend:campaign", args=[table.slug])).text
        assert "How it ended" in html
        assert "All turns are played." in html
        assert ">Orders<" not in html
        assert ">Your orders<" not in html
        assert "Who played" in html


@pytest.mark.parametrize(
    ("book", "key", "winner", "by_time"),
    [
        ("days_of_decision", "democratic", "Democratic", False),
        ("days_of_decision", "last_turn", None, False),
        ("world_at_war", "turns", None, True),
        ("war_game_1939", "turns", None, True),
        ("world_in_flames", "turns", None, True),
    ],
)
def test_a_winner_is_named_where_the_rules_name_one(
    db: None, book: str, key: str, winner: str | None, by_time: bool
) -> None:
    at: Any = access.reading(a_campaign(book=book, at_phase=0).slug)
    at.campaign.status = Status.FINISHED
    at.__dict__["view"] = SimpleNamespace(ending=Ending(key=key, text="It is over."))
    ended = campaign_page._ended(at)
    assert (ended.winner.name if ended.winner else None) == winner
    assert (ended.text, ended.by_time) == ("It is over.", by_time)

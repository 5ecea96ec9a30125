"""After the end everybody may read the campaign as one power knew it then; before it nobody may."""

from typing import Any

import pytest
from django.test import Client

from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.selectors.history import phase_story
from tests.support.campaigns import Table, play_on


def _told(story: Any) -> str:
    return " ".join(f"{one.line.head} {one.line.rest}" for one in story.lines)


@pytest.mark.long
def test_each_power_knew_its_own_of_then_and_not_what_others_kept_secret(table: Table) -> None:
    play_on(table, 4)
    assert table.campaign.status == "finished"
    for who in (None, table.players["isle"], table.moderator):
        north = phase_story.story(table.slug, 1, who, "north")
        south = phase_story.story(table.slug, 1, who, "south")
        assert "'east': 2" in _told(north)
        assert "'west': 3" not in _told(north)
        assert "'west': 3" in _told(south)
    with pytest.raises(NotOnTheMenu):
        phase_story.story(table.slug, 1, eyes="germany")
    assert phase_story.story(table.slug, 1).orders
    then = phase_story.story(table.slug, 1, eyes="north")
    assert then.orders == ()
    assert not then.check.released
    assert then.check.wrong == ()
    assert phase_story.story(table.slug, 2, eyes="north").orders
    page = Client().get(f"/c/{table.slug}/history/1/?as=north").content.decode()
    assert "As Northland knew it then" in page
    assert "?as=south" in page
    plain = Client().get(f"/c/{table.slug}/history/1/").content.decode()
    assert "knew it then" not in plain


def test_before_the_end_nobody_looks_through_anothers_eyes(found: Any) -> None:
    table = play_on(found(scenario="long"), 2)
    for who in (None, table.moderator, *table.players.values()):
        assert phase_story.past_page(table.slug, 1, who).choices == ()
        for read in (phase_story.story, phase_story.past_page):
            for power in ("north", "nobody"):
                with pytest.raises(NotNow):
                    read(table.slug, 1, who, power)

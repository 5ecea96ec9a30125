"""After the end everybody may read the campaign as one power knew it then; before it nobody may."""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.selectors.history import phase_story
from campaigns.services.repair import rulings
from tests.support.campaigns import Table, play_on
from tests.support.repair import a_rule


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
    assert "Known to Northland, but not to everybody: purses of Northland." in page
    assert "Sealed at this moment: purses of Southland and the Isle." in page
    assert "The orders of this phase are still sealed." in page
    plain = Client().get(f"/c/{table.slug}/history/1/").content.decode()
    assert "knew it then" not in plain
    assert "Sealed at this moment" not in plain


@pytest.mark.long
def test_its_charts_are_asked_for_up_to_the_phase(table: Table) -> None:
    play_on(table, 4)
    page = Client().get(f"/c/{table.slug}/history/3/?as=north").content.decode()
    asked = f"/c/{table.slug}/charts/?as=north&amp;until=3&amp;at=3"
    assert f'hx-get="{asked}"' in page
    assert "Up to this phase" in page
    assert "Over the whole game" in Client().get(f"/c/{table.slug}/history/3/").content.decode()
    beside = Client().get(unescape(asked), headers={"HX-Request": "true"}).content.decode()
    assert "Up to this phase" in beside
    assert "at=3&amp;as=north&amp;until=3" in beside


@pytest.mark.long
def test_rulings_of_later_are_not_beside_it(table: Table) -> None:
    play_on(table, 3)
    rulings.make(table.slug, by=table.moderator, text="Said later", rule=a_rule(table), phases=[2])
    table.strike()
    assert table.advance() == "resolved"
    assert "Said later" in Client().get(f"/c/{table.slug}/history/2/").content.decode()
    then = Client().get(f"/c/{table.slug}/history/2/?as=north").content.decode()
    assert "Said later" not in then


def test_before_the_end_nobody_looks_through_anothers_eyes(found: Any) -> None:
    table = play_on(found(scenario="long"), 2)
    for who in (None, table.moderator, *table.players.values()):
        assert phase_story.past_page(table.slug, 1, who).choices == ()
        for read in (phase_story.story, phase_story.past_page):
            for power in ("north", "nobody"):
                with pytest.raises(NotNow):
                    read(table.slug, 1, who, power)

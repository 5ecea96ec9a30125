"""After the end everybody may read the campaign as one power knew it then; before it nobody may."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from msgspec.structs import replace

from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.selectors.history import phase_story
from campaigns.selectors.log import known_then
from campaigns.selectors.log.known_then import OrderedThen, Secrets
from campaigns.selectors.reader import view_as
from campaigns.selectors.reader.access import reading
from campaigns.selectors.reader.power_badges import Badge
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
    later = " ".join(Client().get(f"/c/{table.slug}/history/2/?as=north").content.decode().split())
    assert "Until this phase ended, Northland did not know what others ordered. " in later
    assert "Orders that only Northland knew until then: " in later
    plain = Client().get(f"/c/{table.slug}/history/1/").content.decode()
    assert "knew it then" not in plain
    assert "did not know what others ordered" not in plain
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


@pytest.mark.long
def test_the_chosen_power_is_kept_from_chronicle_to_history_and_back(table: Table) -> None:
    play_on(table, 4)
    home, history = f"/c/{table.slug}/", f"/c/{table.slug}/history/"
    client = Client()
    for address in (home, f"{history}2/", f"/c/{table.slug}/charts/"):
        page = client.get(f"{address}?as=north").content.decode()
        assert page.count(f'href="{home}?as=north"') >= 2, address
        assert page.count(f'href="{history}?as=north"') == 2, address
        assert f'href="{history}?as' not in client.get(address).content.decode()
    newest = client.get(f"{history}?as=north")
    assert newest["Location"].endswith("/history/4/?as=north")


@pytest.mark.long
def test_news_of_the_power_itself_is_not_something_that_it_learnt(table: Table) -> None:
    play_on(table, 4)
    phase = table.campaign.phases.filter(resolved_at__isnull=False).order_by("-number")[0]
    at = view_as.through(reading(table.slug), "north")
    for headline, named in (("Northland attacks", True), ("Southland attacks Northland", False)):
        phase.headline = headline
        found = known_then.secrets(at, phase)
        assert (found.news, found.named) == (headline, named)


@pytest.mark.long
def test_its_chronicle_says_at_each_turning_point_what_it_did_not_know(table: Table) -> None:
    play_on(table, 4)
    page = " ".join(Client().get(f"/c/{table.slug}/?as=north").content.decode().split())
    assert "each turning point says what Northland knew and did not know" in page
    turnings = page.count('class="numbered"')
    assert turnings
    assert page.count("as-known") == turnings
    assert "as-known" not in Client().get(f"/c/{table.slug}/").content.decode()


NOTHING = Secrets(
    known=(), sealed=(), others=False, closed=False, ordered=(), own=(), idle=(),
    news="", named=False, before=None,
)  # fmt: skip
NORTH, SOUTH, ISLE = (
    Badge(key=key, name=name)
    for key, name in (("north", "Northland"), ("south", "Southland"), ("isle", "the Isle"))
)


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ({}, "No orders were secret in this phase. Nothing happened in it that was news."),
        (
            {"news": "Southland attacks Northland", "before": ("War nears", "Spring 1936")},
            (
                "No orders were secret in this phase. What Northland learnt, everybody learnt at once: "
                "Southland attacks Northland. The last news before it: War nears (Spring 1936)."
            ),
        ),
        (
            {"news": "Northland attacks Southland", "named": True},
            (
                "No orders were secret in this phase. Everybody learnt at once: "
                "Northland attacks Southland."
            ),
        ),
        (
            {
                "ordered": (
                    OrderedThen(whose=(SOUTH, ISLE), words="influence on Spain"),
                    OrderedThen(whose=(SOUTH,), words="war"),
                ),
                "own": ("peace",),
                "news": "not told twice",
            },
            (
                "Until this phase ended, Northland did not know what others ordered. "
                "Southland and the Isle \N{EN DASH} influence on Spain; Southland \N{EN DASH} war. "
                "Orders that only Northland knew until then: peace."
            ),
        ),
        (
            {"idle": (SOUTH, ISLE)},
            (
                "Until this phase ended, Northland did not know that the sealed orders of Southland and "
                "the Isle asked for nothing."
            ),
        ),
        ({"own": ("peace", "bread")}, "Until this phase ended, only Northland knew: peace; bread."),
        ({"closed": True}, "The orders of this phase are still sealed."),
    ],
)
def test_what_was_known_is_said_in_words(then: dict[str, Any], said: str) -> None:
    kept = replace(NOTHING, **then)
    head = SimpleNamespace(book_key="tiny")
    given = {"kept": kept, "eyes": NORTH, "head": head}
    html = render_to_string("frontend/history/_kept.html", given)
    assert " ".join(re.sub("<[^>]*>", "", html).split()) == said


def test_what_was_not_secret_is_not_called_revealed() -> None:
    story = SimpleNamespace(lines=(), cards=(), was_secret=False, check=SimpleNamespace(released=1))
    for secret in (False, True):
        story.was_secret = secret
        html = render_to_string("frontend/history/_events.html", {"story": story})
        assert ("Revealed" in html) is secret


def test_before_the_end_nobody_looks_through_anothers_eyes(found: Any) -> None:
    table = play_on(found(scenario="long"), 2)
    for who in (None, table.moderator, *table.players.values()):
        assert phase_story.past_page(table.slug, 1, who).choices == ()
        for read in (phase_story.story, phase_story.past_page):
            for power in ("north", "nobody"):
                with pytest.raises(NotNow):
                    read(table.slug, 1, who, power)

"""The commands say what they did, and do it once."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from campaigns.as_it_happened import files, script
from campaigns.models import Campaign
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby import lobby_page
from campaigns.services.seats import seats
from rules.registry import KEYS as REGISTERED
from tests.support.campaigns import a_campaign


def _run(*words: Any, **options: Any) -> str:
    said = StringIO()
    call_command(*words, stdout=said, **options)
    return said.getvalue()


def test_the_same_seed_gives_the_same_bytes() -> None:
    first = _run("simulate", "--turns", "4", "--seed", "7")
    assert first == _run("simulate", "--turns", "4", "--seed", "7")
    assert first != _run("simulate", "--turns", "4", "--seed", "8")
    assert "Turns: 4" in first
    assert "State: " in first


def test_an_unknown_rulebook_is_refused_with_those_there_are() -> None:
    with pytest.raises(CommandError, match="world_at_war"):
        _run("simulate", "--rulebook", "chess")


def test_the_rulebooks_are_listed() -> None:
    assert "world_at_war" in _run("rulebooks")


def test_the_demo_is_founded_once_and_its_sign_ins_open(db: None) -> None:
    first = _run("demo")
    assert _run("demo") == first
    titles = ("The demo table", "The options table")
    assert [(it.title, it.status) for it in Campaign.objects.order_by("pk")] == [
        (title, "running") for title in titles
    ]
    campaign = Campaign.objects.get(title=titles[0])
    words = dict(line.split() for line in first.splitlines() if line.startswith("  "))
    assert set(words) == {"britain", "france", "moderator"}
    britain = get_user_model().objects.get(username="britain")
    assert britain.check_password(words["britain"])
    seen = campaign_page.campaign_page(campaign.slug, britain)
    assert seen.acting.menu is not None
    assert {r.state for r in seen.readiness if not r.mine} <= {"sealed", "not_awaited"}
    # Anybody may take the seats of its autopilots; whom the command seated is told of wherever they sit.
    assert {table.title for table in lobby_page.lobby().tables} == set(titles)
    seats.leave(campaign.slug, by=britain, power="britain")
    assert _run("demo") == first
    # Another campaign of the same name and moderator, as a fork keeps both, is not taken for it.
    a_campaign(title=titles[0], by=campaign.moderators.get())
    assert _run("demo") == first


def test_the_demo_can_seat_everybody(db: None) -> None:
    words = _run("demo", "--players", "all")
    table, _second = words.split("The options table")
    assert len(table.splitlines()) == 8


@pytest.mark.long
def test_the_finished_campaigns_are_taken_in_once_and_stand_in_the_lobby(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = files.smallest_first()
    assert sorted(books) == list(script.books())
    assert sorted(books) == sorted(REGISTERED)
    # The longer ones are played again elsewhere (tests/as_it_happened).
    monkeypatch.setattr(files, "smallest_first", lambda: books[:1])
    said = _run("demo", "--finished")
    scripts = [script.of(book) for book in books[:1]]
    assert [line.partition(":")[0] for line in said.splitlines()] == [it.title for it in scripts]
    campaigns = Campaign.objects.filter(slug__in=[it.slug for it in scripts])
    assert {(it.status, it.dice_given) for it in campaigns} == {("finished", True)}
    cards = {card.title for card in lobby_page.lobby(None).finished}
    assert {it.title for it in scripts} <= cards
    before = sorted(campaigns.values_list("slug", "log_seq"))
    assert _run("demo", "--finished") == said
    assert sorted(Campaign.objects.values_list("slug", "log_seq")) == before

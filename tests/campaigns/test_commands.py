"""The commands say what they did, and do it once."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from campaigns.models import Campaign
from campaigns.selectors import page


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
    assert Campaign.objects.count() == 1
    campaign = Campaign.objects.get()
    assert (campaign.title, campaign.status) == ("The demo table", "running")
    words = dict(line.split() for line in first.splitlines() if line.startswith("  "))
    assert set(words) == {"britain", "moderator"}
    britain = get_user_model().objects.get(username="britain")
    assert britain.check_password(words["britain"])
    seen = page.campaign_page(campaign.slug, britain)
    assert seen.acting is not None
    assert seen.acting.menu is not None
    assert {r.state for r in seen.readiness if not r.mine} <= {"sealed", "not_awaited"}


def test_the_demo_can_seat_everybody(db: None) -> None:
    words = _run("demo", "--players", "all")
    assert len(words.splitlines()) == 8

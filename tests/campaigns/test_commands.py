"""The commands say what they did, and do it once."""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.utils import timezone

from campaigns import rulebooks
from campaigns.deadlines import ClockPolicy
from campaigns.errors import NotYours
from campaigns.management.commands import demo
from campaigns.models import Campaign, Phase
from campaigns.selectors import lobby, page
from campaigns.services import advancing
from campaigns.services import campaigns as founding


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


FINISHED = ("world_in_flames", "days_of_decision")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the campaigns that are played to be read: enough to stop between and within them."""
    kept = {key: demo.FINISHED[key] for key in FINISHED}
    monkeypatch.setattr(demo, "finished", lambda: kept)


def test_every_rulebook_has_a_campaign_to_be_read() -> None:
    found = demo.finished()
    assert set(found) == {book.key for book in rulebooks.every()}
    for key, (scenario, _) in found.items():
        assert scenario in rulebooks.load(key).scenarios
    assert {**found, **demo.FINISHED} == found
    assert found["tiny"] == ("short", "Tiny Valleys, finished")


@pytest.mark.slow
def test_finished_campaigns_are_played_to_their_end_once_and_stand_in_the_lobby(
    db: None, short: None
) -> None:
    said = _run("demo", "--finished")
    titles = [demo.FINISHED[key][1] for key in FINISHED]
    assert [line.partition(":")[0] for line in said.splitlines()] == titles
    campaigns = Campaign.objects.filter(title__in=titles)
    assert {campaign.status for campaign in campaigns} == {"finished"}
    cards = {card.title for card in lobby.lobby(None).finished}
    assert set(titles) <= cards
    before = sorted(campaigns.values_list("slug", "log_seq"))
    assert _run("demo", "--finished") == said
    assert sorted(Campaign.objects.values_list("slug", "log_seq")) == before


@pytest.mark.slow
def test_who_is_stopped_in_the_middle_goes_on_there(
    db: None, short: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolved = []
    play_on = advancing.play_on

    def stopped(slug: str, *, by: Any, phase: int) -> bool:
        if len(resolved) == 9:
            raise KeyboardInterrupt
        resolved.append((slug, phase))
        return play_on(slug, by=by, phase=phase)

    monkeypatch.setattr(advancing, "play_on", stopped)
    with pytest.raises(KeyboardInterrupt):
        _run("demo", "--finished")
    monkeypatch.setattr(advancing, "play_on", play_on)
    (begun,) = Campaign.objects.exclude(status="finished").values_list("slug", flat=True)
    assert Phase.objects.filter(campaign__slug=begun, resolved_at__isnull=False).exists()
    _run("demo", "--finished")
    assert Campaign.objects.count() == len(FINISHED)
    assert not Campaign.objects.exclude(status="finished").exists()


@pytest.mark.slow
def test_what_was_played_to_be_read_is_verified_by_its_export(
    db: None, short: None, tmp_path: Path
) -> None:
    _run("demo", "--finished")
    for slug in Campaign.objects.values_list("slug", flat=True):
        (tmp_path / slug).write_text(_run("export", slug))
        assert ", 0 faults," in _run("verify", str(tmp_path / slug))


def test_nobody_plays_on_where_people_play(db: None) -> None:
    _run("demo")
    campaign = Campaign.objects.get(title="The demo table")
    moderator = get_user_model().objects.get(username="moderator")
    with pytest.raises(NotYours):
        advancing.play_on(campaign.slug, by=moderator, phase=1)


def test_one_phase_is_played_on_once(db: None) -> None:
    moderator = get_user_model().objects.create_user(username="keeper", password="x" * 16)
    slug = founding.create_campaign(
        by=moderator,
        rulebook="world_in_flames",
        scenario="printed-example",
        title="Bots",
        policy=ClockPolicy(hours={"default": 336}, advance="deadline_only"),
        bots=rulebooks.load("world_in_flames").scenarios["printed-example"].seats,
    )
    founding.start(slug, by=moderator)
    wakes_at = Campaign.objects.get(slug=slug).wakes_at
    assert wakes_at is not None
    assert wakes_at > timezone.now() + timedelta(days=13)
    assert advancing.play_on(slug, by=moderator, phase=1)
    assert not advancing.play_on(slug, by=moderator, phase=1)
    assert Campaign.objects.get(slug=slug).phase.number == 2
    stranger = get_user_model().objects.create_user(username="stranger", password="x" * 16)
    with pytest.raises(NotYours):
        advancing.play_on(slug, by=stranger, phase=2)

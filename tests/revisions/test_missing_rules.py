"""A revision that is not there stops its campaigns and nothing else, until it is back."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import rulebooks
from campaigns.errors import RulesMissing
from campaigns.models import Campaign, LogEntry, Notification
from campaigns.selectors.seats.account_closing import consequences
from campaigns.services.advance import end_phase, missing_revisions, sweep
from campaigns.services.deadlines import moderation
from campaigns.services.notifications import email as outgoing_email
from rules import registry
from rules.registry import BOOKS
from rules.revisions import loading
from tests.revisions.playing import begin, called
from tests.support.accounts import person
from tests.support.pages.whole_log import read_by

KEY = "world_in_flames"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]


@pytest.fixture(autouse=True)
def nothing_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has not looked at any rules yet."""
    monkeypatch.setattr(missing_revisions.RevisionCheck, "at_all", False)


@pytest.fixture
def moderator(transactional_db: None) -> Any:
    return person("moderator")


@pytest.fixture
def player(transactional_db: None) -> Any:
    return person("player")


@pytest.fixture
def lost(moderator: Any, player: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """A running campaign that began with a revision that this release does not keep."""
    with monkeypatch.context() as then:
        called(then, KEY, "lost")
        slug = begin(KEY, "The lost one", by=moderator, player=player)
    called(monkeypatch, KEY, "the next one")
    return slug


def back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The release has the rules again."""
    called(monkeypatch, KEY, "lost")


PAGES = ("", "facts/", "history/", "history/1/", "log/", "desk/", "seats/", "hexes/", "agreements/")


@pytest.mark.parametrize("reader", ["moderator", "player", None])
def test_every_page_of_it_says_what_is_missing(
    lost: str, client: Client, reader: str | None, django_user_model: Any
) -> None:
    if reader is not None:
        client.force_login(django_user_model.objects.get(username=reader))
    for page in PAGES:
        answer = client.get(f"/c/{lost}/{page}", follow=True)
        html = answer.content.decode()
        if page == "desk/" and reader != "moderator":
            assert answer.status_code in (200, 403)
            assert "The clock</h2>" not in html
            continue
        assert answer.status_code == 200, page
        assert "The rules of this campaign are missing." in html, page
        assert "does not have revision lost" in html, page
        assert "site administrator" in html, page
        assert "Play begins" in html, page
    assert client.get(f"/c/{lost}/export/").status_code == 200


@pytest.mark.parametrize(("watch", "hidden"), [("public", False), ("link", True)])
def test_one_by_link_asks_search_engines_to_stay_out(
    lost: str, client: Client, watch: str, hidden: bool
) -> None:
    Campaign.objects.filter(slug=lost).update(listed=watch == "public")
    html = client.get(f"/c/{lost}/").content.decode()
    assert ('<meta name="robots" content="noindex">' in html) is hidden


def test_the_lobby_and_other_campaigns_are_as_they_were(
    lost: str, moderator: Any, player: Any, client: Client
) -> None:
    other = begin("war_game_1939", "The other one", by=moderator, player=player)
    client.force_login(player)
    html = client.get("/").content.decode()
    assert "The lost one" in html
    assert "The other one" in html
    assert BOOKS[KEY].title in html
    page = client.get(f"/c/{other}/")
    assert page.status_code == 200
    assert "are missing" not in page.content.decode()
    assert client.get(reverse("accounts:me"), follow=True).status_code == 200
    assert [one.title for one in consequences(player.pk)] == ["The lost one", "The other one"]


def test_programs_are_told_so_too(lost: str, client: Client, player: Any) -> None:
    client.force_login(player)
    assert client.get("/api/campaigns/").status_code == 200
    for path in ("", "log/", "phases/1/", "facts/"):
        answer = client.get(f"/api/campaigns/{lost}/{path}")
        assert answer.status_code == 409, path
        assert answer.json()["code"] == "rules_missing"
        assert "does not have revision lost" in answer.json()["message"]
    assert client.get(f"/api/campaigns/{lost}/").status_code == 409


def test_the_clock_stops_it_once_and_others_go_on(lost: str, moderator: Any) -> None:
    other = begin("war_game_1939", "The other one", by=moderator)
    Campaign.objects.update(wakes_at=timezone.now() - timedelta(minutes=1))
    before = Campaign.objects.get(slug=other).phase_id
    sweep.sweep()
    assert Campaign.objects.get(slug=other).phase_id != before
    stopped = Campaign.objects.get(slug=lost)
    assert (stopped.status, stopped.lacks_rules, stopped.wakes_at) == ("paused", True, None)
    assert "revision lost" in stopped.status_reason
    sweep.sweep()
    assert LogEntry.objects.filter(campaign=stopped, kind="clock.rules_missing").count() == 1


def test_one_that_is_not_due_is_stopped_too(lost: str) -> None:
    Campaign.objects.update(wakes_at=timezone.now() + timedelta(days=1))
    sweep.sweep()
    assert Campaign.objects.get(slug=lost).lacks_rules


def test_one_whose_file_is_lost_later_is_stopped_when_it_is_due(
    lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing_revisions.RevisionCheck, "at_all", True)
    Campaign.objects.update(wakes_at=timezone.now() - timedelta(minutes=1))
    sweep.sweep()
    assert Campaign.objects.get(slug=lost).lacks_rules


def test_it_resumes_by_itself_and_has_its_time_back(
    lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = Campaign.objects.get(slug=lost)
    assert campaign.phase is not None
    due = campaign.phase.due_at
    missing_revisions.stop(campaign.pk)
    Campaign.objects.update(stopped_at=timezone.now() - timedelta(hours=5))
    sweep.sweep()
    assert Campaign.objects.get(slug=lost).status == "paused"
    back(monkeypatch)
    sweep.sweep()
    campaign = Campaign.objects.get(slug=lost)
    assert (campaign.status, campaign.lacks_rules, campaign.status_reason) == ("running", False, "")
    assert campaign.phase is not None
    if due is not None:
        assert campaign.phase.due_at is not None
        assert campaign.phase.due_at - due >= timedelta(hours=5)
    entry = LogEntry.objects.filter(campaign=campaign, kind="clock.resumed").get()
    assert entry.actor == "clock"


def test_its_moderator_resumes_it_once_the_rules_are_back(
    lost: str, moderator: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing_revisions.stop(Campaign.objects.get(slug=lost).pk)
    with pytest.raises(RulesMissing):
        moderation.resume(lost, by=moderator)
    client.force_login(moderator)
    answer = client.post(f"/c/{lost}/desk/resume/", {"reason": "We go on"}, follow=True)
    assert answer.status_code == 409
    assert Campaign.objects.get(slug=lost).status == "paused"
    back(monkeypatch)
    moderation.resume(lost, by=moderator)
    campaign = Campaign.objects.get(slug=lost)
    assert (campaign.status, campaign.lacks_rules) == ("running", False)
    advance_by_force(lost, moderator)
    assert "Resume" in read_by(client, lost)


def test_a_pause_by_the_moderator_stays_one(
    lost: str, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    moderation.pause(lost, by=moderator, reason="A holiday")
    sweep.sweep()
    back(monkeypatch)
    sweep.sweep()
    assert Campaign.objects.get(slug=lost).status_reason == "A holiday"


def test_an_account_there_can_be_deleted_and_its_seat_sealed_for_later(
    lost: str, player: Any, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts.services import delete_account

    missing_revisions.stop(Campaign.objects.get(slug=lost).pk)
    delete_account(player.pk)
    campaign = Campaign.objects.get(slug=lost)
    assert not campaign.seats.filter(bot=False).exists()
    before = campaign.phase.number
    back(monkeypatch)
    sweep.sweep()
    # The seat is sealed for; with nobody there it then waits for somebody.
    entries = LogEntry.objects.filter(campaign=campaign)
    assert entries.filter(kind="clock.resumed").count() == 1
    seals = entries.filter(kind="order.sealed", phase__number=before)
    assert "bot" in [json.loads(seal.body)["how"] for seal in seals]
    assert entries.filter(kind="clock.nobody").count() == 1
    assert not entries.filter(kind="phase.resolved", phase__number=before).exists()


@pytest.fixture
def unloadable(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A revision of the right digest that cannot be imported here; its name."""
    import hashlib

    import msgspec

    from rules.kernel.serial import canonical
    from rules.revisions import packing

    name = "2000-01-01-0badc0de"
    package = packing.package_name(KEY, name)
    files = {
        f"rules/{KEY}/__init__.py": b"raise SystemError('too old')\n",
    }
    data = packing.packed(files, package=package)
    file = loading.file_of(KEY, name, tmp_path)
    file.parent.mkdir()
    file.write_bytes(data)
    one = msgspec.structs.replace(
        loading.read_index(folder)[KEY][-1], names=(name,), zip=hashlib.sha256(data).hexdigest()
    )
    (tmp_path / "index.json").write_bytes(canonical({KEY: [one]}))
    monkeypatch.setattr(loading, "HERE", tmp_path)
    yield name
    loading._broken.pop(package, None)


def test_one_that_cannot_be_imported_counts_as_missing(unloadable: str) -> None:
    for _ in range(2):
        with pytest.raises(RulesMissing, match="SystemError: too old"):
            rulebooks.load(KEY, unloadable)
    assert registry.rulebook(KEY) is BOOKS[KEY]


def advance_by_force(slug: str, moderator: Any) -> None:
    campaign = Campaign.objects.get(slug=slug)
    assert campaign.phase is not None
    end_phase.force(
        slug, by=moderator, phase=campaign.phase.number, reason="On", silent="autopilot"
    )


@pytest.fixture
def addresses(moderator: Any, settings: Any) -> None:
    """The moderator and those who run the site can be written to."""
    settings.ADMINS = [("", "ops@example.org")]
    moderator.email = "moderator@example.org"
    moderator.save()


def look() -> None:
    """Look at the rules of all campaigns, as the sweep does first."""
    for campaign_id, see_to in missing_revisions.to_do():
        see_to(campaign_id)


def told() -> list[tuple[list[str], str, str]]:
    """The letters about rules that went out so far."""
    outgoing_email.send_due()
    return [
        (one.to, one.subject, str(one.body)) for one in mail.outbox if "rules are" in one.subject
    ]


@pytest.mark.usefixtures("addresses")
def test_moderator_and_site_are_told_which_rules_are_missing(lost: str) -> None:
    look()
    found = {to[0]: (subject, text) for to, subject, text in told()}
    assert set(found) == {"moderator@example.org", "ops@example.org"}
    for subject, text in found.values():
        assert subject == "The lost one: its rules are missing"
        for fact in (lost, f"Rulebook: {KEY}", "Revision: lost", "Phase: 2, "):
            assert fact in text
        assert f"/c/{lost}/" in text
    assert "resumes by itself" in found["moderator@example.org"][1]
    assert "freeze --check" in found["ops@example.org"][1]
    assert "Campaigns that wait for it: 1" in found["ops@example.org"][1]


@pytest.mark.usefixtures("addresses")
def test_the_site_is_told_once_of_a_revision_and_each_moderator_of_their_campaign(
    lost: str, moderator: Any, player: Any
) -> None:
    other = begin(KEY, "The other one", by=moderator, player=player)
    Campaign.objects.filter(slug=other).update(revision="lost")
    look()
    look()
    to = sorted(to[0] for to, _, _ in told())
    assert to == ["moderator@example.org", "moderator@example.org", "ops@example.org"]


@pytest.mark.usefixtures("addresses")
def test_nobody_is_told_of_what_is_mended_before_the_letter_goes(
    lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    look()
    back(monkeypatch)
    look()
    assert Campaign.objects.get(slug=lost).status == "running"
    assert told() == []
    letters = Notification.objects.filter(kind="lacking")
    assert set(letters.values_list("state", flat=True)) == {"dropped"}

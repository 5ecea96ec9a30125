"""A campaign is moved on to a newer revision: compared in three grades, logged, with consent where needed."""

import io
import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from campaigns.errors import NotNow, NotYours
from campaigns.models import Campaign, LogEntry, Notification, Phase, Sheet
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.export import export
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.orders.orders import seal_orders
from campaigns.services.repair import upgrade_revision
from campaigns.services.seats import seats
from campaigns.services.voting import agree
from rules.registry import BOOKS, digest
from tests.revisions.playing import Revise, advance
from tests.support.accounts import person
from tests.support.campaigns import a_campaign
from tests.support.pages.whole_log import read_by
from tests.support.worlds import undone
from verifier import verify

KEY = "world_in_flames"
COMMENT = {'"""A side within a sentence."""': '"""A side, within a sentence."""'}
WORDS = {'{event.title} begins"': '{event.title} opens its doors"'}
DIFFERENT = {
    'TurnBegan(title=title, rule=R("Isolated Control: step")': 'TurnBegan(title=title, rule=R("F-20")'
}

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture
def moderator(db: None) -> Any:
    return person("moderator")


@pytest.fixture
def slug(moderator: Any) -> str:
    return begun(moderator)


def begun(moderator: Any) -> str:
    """A campaign of autopilots, five phases old."""
    return a_campaign(book=KEY, by=moderator, at_phase=6).slug


@pytest.fixture
def player(slug: str, moderator: Any) -> Any:
    """Somebody in one of the seats that the open phase awaits, who has sealed."""
    player = person("player")
    player.email = "player@example.org"
    player.save()
    campaign = Campaign.objects.get(slug=slug)
    power = campaign.phase.asked[0]
    seats.assign_seat(slug, by=moderator, power=power, username="player", reason="To play")
    order = campaign_page.orders(slug, player, power).order
    seal_orders(slug, by=player, power=power, order=order, phase=campaign.phase.number, ready=False)
    return player


def log_of(slug: str, kind: str) -> Any:
    return LogEntry.objects.filter(campaign__slug=slug, kind=kind)


@pytest.mark.long
@pytest.mark.parametrize(("changes", "grade"), [(COMMENT, "same"), (WORDS, "words")])
def test_the_moderator_alone_may_take_a_step_of_words(
    slug: str, moderator: Any, player: Any, revise: Revise, changes: dict[str, str], grade: str
) -> None:
    name = revise(KEY, changes)
    found = upgrade_revision.compared(Campaign.objects.get(slug=slug), name)
    assert (found.grade, found.phases, found.left) == (grade, 5, "")
    assert not found.needs_consent
    assert (
        upgrade_revision.move_on(slug, by=moderator, revision=name, reason="Plainer words") is None
    )
    campaign = Campaign.objects.get(slug=slug)
    assert campaign.revision == campaign.phase.revision == name
    assert campaign.phase.rules == digest(KEY, name)
    assert log_of(slug, "rules.moved").get().actor == "moderator"
    # A second time nothing is done.
    assert (
        upgrade_revision.move_on(slug, by=moderator, revision=name, reason="Plainer words") is None
    )
    assert log_of(slug, "rules.moved").count() == 1


@pytest.mark.long
def test_what_was_sealed_is_void_and_its_owner_is_told(
    slug: str, moderator: Any, player: Any, revise: Revise
) -> None:
    name = revise(KEY, WORDS)
    phase = Campaign.objects.get(slug=slug).phase
    upgrade_revision.move_on(slug, by=moderator, revision=name, reason="Plainer words")
    assert not Sheet.objects.filter(phase=phase, state="sealed", by=player).exists()
    voided = log_of(slug, "order.voided").filter(power=phase.asked[0]).get()
    assert "The rules changed. Plainer words" in voided.body
    assert Notification.objects.filter(person=player, kind="voided").count() == 1
    # The autopilots have sealed again.
    assert set(
        Sheet.objects.filter(phase=phase, state="sealed").values_list("power", flat=True)
    ) == set(phase.asked[1:])


@pytest.mark.long
def test_the_past_keeps_its_rules_and_all_verifies(
    slug: str, moderator: Any, revise: Revise, client: Client
) -> None:
    before = BOOKS[KEY].revision
    name = revise(KEY, WORDS)
    upgrade_revision.move_on(slug, by=moderator, revision=name, reason="Plainer words")
    for _ in range(3):
        advance(slug)
    named = list(Phase.objects.order_by("number").values_list("revision", flat=True))
    assert named[:5] == 5 * [before]
    assert set(named[5:]) == {name}
    checks = {check.name: check for check in verify(b"".join(export(slug)))}
    assert [fault for check in checks.values() for fault in check.faults] == []
    assert before in checks["replay"].said
    assert name in checks["replay"].said
    log = re.sub("</?bdi>", "", read_by(client, slug))
    assert f"Moved on to revision {name} of the rules by moderator" in log
    assert "Only words change. Plainer words" in log
    assert "begins</b>" in log


@pytest.mark.long
def test_when_it_is_over_it_is_taken_in_elsewhere_with_both_its_lines(
    moderator: Any, revise: Revise
) -> None:
    name = revise(KEY, WORDS)
    with undone():
        slug = begun(moderator)
        upgrade_revision.move_on(slug, by=moderator, revision=name, reason="Plainer words")
        while Campaign.objects.get(slug=slug).status == "running":
            advance(slug)
        played = places_of(slug)
        data = b"".join(export(slug))
    assert {line for line, *_ in played} == {1, 2}
    assert import_campaign(data, by=moderator) == slug
    assert places_of(slug) == played
    again = json.loads(b"".join(export(slug)))
    first = json.loads(data)
    for content in (first, again):
        del content["seats"], content["sha256"]
    assert first == again


def places_of(slug: str) -> list[tuple[int, int, str, str]]:
    """Line, number, revision and headline of every phase."""
    phases = Phase.objects.filter(campaign__slug=slug).order_by("number")
    return list(phases.values_list("line", "number", "revision", "headline"))


def test_other_rules_need_the_consent_of_all_who_play(
    slug: str, moderator: Any, player: Any, revise: Revise, client: Client
) -> None:
    name = revise(KEY, DIFFERENT)
    before = Campaign.objects.get(slug=slug).revision
    found = upgrade_revision.compared(Campaign.objects.get(slug=slug), name)
    assert (found.grade, found.fields) == ("different", ())
    assert found.phase >= 1
    assert any("F-20" in rule for rule in found.rules)
    assert found.needs_consent
    number = upgrade_revision.move_on(slug, by=moderator, revision=name, reason="A correction")
    assert number is not None
    assert Campaign.objects.get(slug=slug).revision == before
    client.force_login(player)
    asked = client.get(f"/c/{slug}/seats/").content.decode()
    assert "moves on to revision" in asked
    assert "Played by both, the past would not come out the same." in asked
    assert "void, unread, and you seal again" in asked
    assert agree.agree(slug, by=player, number=number)
    assert Campaign.objects.get(slug=slug).revision == name
    moved = log_of(slug, "rules.moved").get()
    assert moved.actor == "people"
    advance_past(slug, moderator)
    checks = verify(b"".join(export(slug)))
    assert [fault for check in checks for fault in check.faults] == []


def advance_past(slug: str, moderator: Any) -> None:
    from campaigns.services.advance import end_phase

    number = Campaign.objects.get(slug=slug).phase.number
    end_phase.force(slug, by=moderator, phase=number, reason="On", silent="autopilot")


@pytest.mark.long
def test_among_autopilots_the_moderator_decides(slug: str, moderator: Any, revise: Revise) -> None:
    name = revise(KEY, DIFFERENT)
    assert (
        upgrade_revision.move_on(slug, by=moderator, revision=name, reason="A correction") is None
    )
    assert Campaign.objects.get(slug=slug).revision == name


@pytest.mark.long
def test_nobody_else_moves_it_and_a_reason_is_needed(
    slug: str, moderator: Any, player: Any, revise: Revise
) -> None:
    name = revise(KEY, WORDS)
    with pytest.raises(NotYours):
        upgrade_revision.move_on(slug, by=player, revision=name, reason="I like it")
    with pytest.raises(NotNow, match="reason"):
        upgrade_revision.move_on(slug, by=moderator, revision=name, reason=" ")
    assert not log_of(slug, "rules.moved").exists()


@pytest.mark.long
def test_the_desk_shows_the_grade_and_moves_it(
    slug: str, moderator: Any, revise: Revise, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = revise(KEY, COMMENT)
    upgrade_revision.move_on(slug, by=moderator, revision=old, reason="To begin with")
    newest = BOOKS[KEY].revision
    client.force_login(moderator)
    desk = client.get(f"/c/{slug}/desk/").content.decode()
    assert f"<option >{newest}</option>" in desk
    desk = client.get(f"/c/{slug}/desk/", {"rules": newest}).content.decode()
    assert "Nothing would be different." in desk
    answer = client.post(
        f"/c/{slug}/desk/rules/", {"revision": newest, "reason": "The newest"}, follow=True
    )
    assert f"moved on to revision {newest}" in answer.content.decode()
    assert Campaign.objects.get(slug=slug).revision == newest
    said = io.StringIO()
    call_command("move-on", slug, stdout=said)
    assert "has the newest rules" in said.getvalue()


@pytest.mark.long
def test_the_command_compares_and_moves(slug: str, moderator: Any, revise: Revise) -> None:
    first, second = revise(KEY, COMMENT), revise(KEY, DIFFERENT)
    upgrade_revision.move_on(slug, by=moderator, revision=first, reason="To begin with")
    said = io.StringIO()
    call_command("move-on", slug, to=second, stdout=said)
    assert said.getvalue().startswith("different, ")
    assert Campaign.objects.get(slug=slug).revision == first
    given = {"to": second, "moderator": "moderator", "reason": "A correction"}
    call_command("move-on", slug, **given, stdout=said)
    assert f"{slug} has moved on to {second}." in said.getvalue()

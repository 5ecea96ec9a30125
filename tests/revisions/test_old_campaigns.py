"""Campaigns that began at earlier commits play on under this release, by their own rules.

``files/*.rows.json.gz`` are all rows of a site of that commit, three phases into a game of autopilots.
They are put into tables of the form of then, and the site is brought up to date as anybody's is.
"""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from campaigns import keyring, rulebooks, states
from campaigns.models import Campaign, Letter, LogEntry, Phase, Sheet
from campaigns.selectors import page
from campaigns.selectors.export import export
from campaigns.services import consenting, matching_rules, moderating, moving_on, seats, sweeping
from campaigns.services.orders import seal_orders
from campaigns.verifying import verify
from rules.kernel.serial import canonical
from rules.revisions import loading
from tests.campaigns.conftest import person
from tests.migrating import an_old_one
from tests.revisions.conftest import KEPT_BEFORE
from tests.revisions.test_campaigns_keep_their_rules import advance
from tests.whole_log import read_by

FILES = Path(__file__).parent / "files"

pytestmark = [
    pytest.mark.long,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("quiet"),
]

OLD = {
    "9b200ee-war_game_1939": ("0003_sweep_counts_tries", "0001_initial"),
    "662d053-world_in_flames": ("0004_letters", "0001_initial"),
    "7e6feb1-days_of_decision": ("0008_consent", "0003_doors"),
}
"""The newest migrations of campaigns and accounts at each commit."""


THEN = datetime(2026, 11, 23, tzinfo=UTC)
"""An hour or two after those rows were written: their open phases are not over yet."""


@pytest.fixture(autouse=True)
def the_day_of_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on from then, so that no deadline of these campaigns comes nearer with the years."""
    now = timezone.now
    behind = now() - THEN
    monkeypatch.setattr(timezone, "now", lambda: now() - behind)


@pytest.fixture(autouse=True)
def fresh_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has read no state and tried no phase yet: these rows are the same each time, but
    not the rules that are kept for them.
    """
    monkeypatch.setattr(matching_rules.Looked, "again_at", 0.0)
    states._present.forget()


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This site keeps the revisions of those commits too, under the words that the books had then."""
    index = {**loading.kept(), **loading.kept(KEPT_BEFORE)}
    (tmp_path / "index.json").write_bytes(canonical(index))
    for key, revisions in index.items():
        (tmp_path / key).mkdir()
        for one in revisions:
            files = [
                loading.file_of(key, one.revision, place) for place in (loading.HERE, KEPT_BEFORE)
            ]
            found = next(file for file in files if file.exists())
            loading.file_of(key, one.revision, tmp_path).write_bytes(found.read_bytes())
    monkeypatch.setattr(loading, "HERE", tmp_path)


_BROUGHT: dict[str, Any] = {}
"""All rows of a site of an old commit once it was brought up to date, which takes ten seconds."""


@pytest.fixture(
    params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in sorted(OLD)]
)
def slug(request: pytest.FixtureRequest, transactional_db: None, kept: None) -> str:
    """A campaign that began at an old commit, on a site that was brought up to date."""
    kinds = [
        kind for app in ("accounts", "campaigns") for kind in apps.get_app_config(app).get_models()
    ]
    if request.param not in _BROUGHT:
        with brought(request.param):
            rows = (row for kind in kinds for row in kind.objects.all())
            _BROUGHT[request.param] = serializers.serialize("python", rows)
    with transaction.atomic(), connection.cursor() as cursor:
        for row in serializers.deserialize("python", _BROUGHT[request.param]):
            row.save()
        cursor.execute(";".join(connection.ops.sequence_reset_sql(no_style(), kinds)))
    keyring.forget()
    return Campaign.objects.get().slug


@contextmanager
def brought(name: str) -> Iterator[str]:
    """Within this the tests work on the site of an old commit, brought up to date; gives its campaign."""
    campaigns, accounts = OLD[name]
    with an_old_one([("campaigns", campaigns), ("accounts", accounts)]) as old:
        rows = json.loads(gzip.decompress((FILES / f"{name}.rows.json.gz").read_bytes()))
        put_in(old.apps, rows)
        old.bring_up_to_date()
        keyring.forget()
        yield Campaign.objects.get().slug
    keyring.forget()


def put_in(then: Any, rows: list[dict[str, Any]]) -> None:
    """Write rows as they were, with their keys. What points at each other is compared at the end."""
    with transaction.atomic():
        for row in rows:
            model = then.get_model(row["model"])
            known = {field.name: field for field in model._meta.concrete_fields}
            values = {
                known[name].attname: known[name].to_python(value)
                for name, value in row["fields"].items()
                if name in known
            }
            model.objects.bulk_create([model(pk=row["pk"], **values)])
            for name in ("moderators", "standbys"):
                if row["fields"].get(name):
                    getattr(model.objects.get(pk=row["pk"]), name).set(row["fields"][name])
        with connection.cursor() as cursor:
            kinds = {then.get_model(row["model"])._meta for row in rows}
            for table in sorted(meta.db_table for meta in kinds if meta.pk.name == "id"):
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'),"
                    f" (SELECT max(id) FROM {table}))"
                )


def test_it_plays_on_by_its_own_rules(slug: str, client: Client) -> None:
    campaign = Campaign.objects.get(slug=slug)
    book = states.book_of(campaign)
    assert type(book).__module__.startswith("frozen_")
    for _ in range(4):
        advance(slug)
    campaign = Campaign.objects.get(slug=slug)
    found = list(Phase.objects.filter(campaign=campaign).order_by("number"))
    assert len(found) >= 7
    assert {one.revision for one in found} == {campaign.revision}
    # What was played before says no digest; what is played now does, and the log says from when on.
    digests = [one.rules for one in found]
    assert digests[:3] == ["", "", ""]
    kept = loading.frozen(campaign.rulebook, campaign.revision)
    assert kept is not None
    assert digests[-1] == kept.closure
    assert LogEntry.objects.filter(campaign=campaign, kind="rules.changed").count() == 1
    checks = verify(b"".join(export(slug)))
    assert [fault for check in checks for fault in check.faults] == []
    replay = next(check for check in checks if check.name == "replay")
    assert replay.said.startswith(f"{len(found) - 1} phases") or replay.left

    client.force_login(campaign.moderators.get())
    for part in ("", "facts/", "history/", "history/1/", "history/5/", "log/", "desk/", "seats/"):
        answer = client.get(f"/c/{slug}/{part}", follow=True)
        assert answer.status_code == 200, part
        assert "are missing" not in answer.content.decode(), part
    log = read_by(client, slug)
    assert "From here on the exact rules are recorded" in log


def replayed(slug: str) -> Any:
    """The check that plays the campaign's file again; no other check finds a fault."""
    checks = verify(b"".join(export(slug)))
    assert [fault for check in checks for fault in check.faults] == []
    return next(check for check in checks if check.name == "replay")


def test_its_old_phases_are_matched_to_the_rules_that_reproduce_them(
    slug: str, client: Client
) -> None:
    for _ in range(3):
        advance(slug)
    campaign = Campaign.objects.get(slug=slug)
    kept = loading.frozen(campaign.rulebook, campaign.revision)
    assert kept is not None
    Campaign.objects.update(wakes_at=None)  # nothing else is due
    sweeping.sweep()
    over = Phase.objects.filter(campaign=campaign, resolved_at__isnull=False).order_by("number")
    assert set(over.values_list("revision", "rules")) == {(campaign.revision, kept.closure)}
    # There is nothing left to try.
    assert list(matching_rules.untried()) == []
    found = replayed(slug)
    assert kept.revision in found.said
    assert client.get(f"/c/{slug}/history/1/").status_code == 200


def test_it_is_moved_on_to_the_rules_of_today(slug: str, client: Client) -> None:
    campaign = Campaign.objects.get(slug=slug)
    moderator, before = campaign.moderators.get(), campaign.revision
    today = rulebooks.newer(campaign.rulebook, before)[-1]
    assert matching_rules.go_on(seconds=60) == 3
    player = person("player")
    player.email = "player@example.org"
    player.save()
    power = campaign.phase.asked[0]
    seats.assign_seat(slug, by=moderator, power=power, username="player", reason="To play")
    order = page.orders(slug, player, power).order
    number = campaign.phase.number
    seal_orders(slug, by=player, power=power, order=order, phase=number, ready=False)

    # The desk shows the grade; other rules need the consent of who plays, and a reason.
    client.force_login(moderator)
    desk = client.get(f"/c/{slug}/desk/", {"rules": today}).content.decode()
    assert "would be different" in desk
    asked = moving_on.move_on(slug, by=moderator, revision=today, reason="To the rules of today")
    if moving_on.compared(campaign, today).needs_consent:
        assert Campaign.objects.get(slug=slug).revision == before
        assert consenting.agree(slug, by=player, number=asked)

    campaign = Campaign.objects.get(slug=slug)
    assert campaign.revision == campaign.phase.revision == today
    assert (campaign.line, campaign.phase.line, campaign.phase.number) == (2, 2, number)
    moved = LogEntry.objects.get(campaign=campaign, kind="rules.moved")
    assert "To the rules of today" in moved.body
    voided = LogEntry.objects.filter(campaign=campaign, kind="order.voided", power=power).get()
    assert "The rules changed" in voided.body
    assert Letter.objects.filter(person=player, kind=Letter.Kind.VOIDED).count() == 1
    assert not Sheet.objects.filter(phase=campaign.phase, state="sealed", power=power).exists()

    # Play goes on by the new rules; the past keeps its own.
    again = page.orders(slug, player, power).order
    seal_orders(slug, by=player, power=power, order=again, phase=number, ready=False)
    for each in range(number, number + 3):
        moderating.force(slug, by=moderator, phase=each, reason="On", silent="autopilot")
    found = list(Phase.objects.filter(campaign=campaign).order_by("number"))
    assert {one.revision for one in found[: number - 1]} == {before}
    assert {one.revision for one in found[number - 1 :]} == {today}
    assert [one.line for one in found] == [1] * (number - 1) + [2] * (len(found) - number + 1)
    told = replayed(slug)
    assert before in told.said or told.left
    for part in ("", "facts/", "history/", "history/1/", f"history/{number}/", "log/", "desk/"):
        answer = client.get(f"/c/{slug}/{part}", follow=True)
        assert answer.status_code == 200, part
    assert "Line 2 begins." in read_by(client, slug)


def test_what_no_kept_rules_reproduce_stays_unknown_and_is_not_checked(
    transactional_db: None,
) -> None:
    """A release that keeps other rules under the word that the campaign bears."""
    with brought("9b200ee-war_game_1939") as slug:
        for _ in range(4):
            advance(slug)
        for _ in range(2):
            found = replayed(slug)
            assert len(found.left) == 1
            assert "does not say exactly by which rules" in found.left[0]
            assert matching_rules.go_on(seconds=60) in (0, 4)
            assert list(matching_rules.untried()) == []
        unknown = Phase.objects.filter(campaign__slug=slug, rules="").exclude(tried="")
        assert unknown.filter(number=1).exists()

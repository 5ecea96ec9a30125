"""Campaigns that began at earlier commits play on under this release, by their own rules.

``files/*.rows.json.gz`` are all rows of a site of that commit, three phases into a game of autopilots.
They are put into tables of the form of then, and the site is brought up to date as anybody's is.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from campaigns import keyring, states
from campaigns.models import Campaign, LogEntry, Phase
from campaigns.selectors.export import export
from campaigns.verifying import verify
from rules.kernel.serial import canonical
from rules.revisions import loading
from tests.migrating import as_it_was
from tests.revisions.conftest import KEPT_BEFORE
from tests.revisions.test_campaigns_keep_their_rules import advance

FILES = Path(__file__).parent / "files"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quiet")]

OLD = {
    "9b200ee-war_game_1939": ("0003_sweep_counts_tries", "0001_initial"),
    "662d053-world_in_flames": ("0004_letters", "0001_initial"),
    "7e6feb1-days_of_decision": ("0008_consent", "0003_doors"),
}
"""The newest migrations of campaigns and accounts at each commit."""


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


@pytest.fixture(params=sorted(OLD))
def slug(request: pytest.FixtureRequest, transactional_db: None, kept: None) -> str:
    """A campaign that began at an old commit, on a site that was brought up to date."""
    campaigns, accounts = OLD[request.param]
    with as_it_was([("campaigns", campaigns), ("accounts", accounts)]) as then:
        put_in(
            then,
            json.loads(gzip.decompress((FILES / f"{request.param}.rows.json.gz").read_bytes())),
        )
    keyring.forget()
    return Campaign.objects.get().slug


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
    for page in ("", "facts/", "history/", "history/1/", "history/5/", "log/", "desk/", "seats/"):
        answer = client.get(f"/c/{slug}/{page}", follow=True)
        assert answer.status_code == 200, page
        assert "are missing" not in answer.content.decode(), page
    log = client.get(f"/c/{slug}/log/").content.decode()
    assert "From here on the exact rules are recorded" in log

"""What a release left, every later one takes: its database, the files it exported, its packs of rules.

``python -m tests.releases VERSION`` makes the files, once, when the release is made.
"""

import hashlib
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from campaigns.domain import export_file
from campaigns.models import Campaign
from campaigns.rulebooks import states
from campaigns.sealed import keys
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.export import export
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.log import push
from core import after_commit
from rules.registry import BOOKS
from rules.revisions import loading
from tests.releases import files, playing
from tests.releases.migrating import an_old_one
from tests.support.accounts import person
from verifier import verify

RELEASES = files.releases()
KEPT = [
    pytest.param(release, book, id=f"{release}-{book}")
    for release in RELEASES
    for book in sorted(BOOKS)
]
OF_ALL = ("", "log/", "facts/", "press/", "history/", "history/1/", "seats/", "charts/", "rulings/")
OF_PLAYERS = ("notes/", "what-if/", "standing-orders/", "receipts/")
OF_THE_DESK = ("notes/", "desk/", "overrides/")


def faults(data: bytes) -> list[str]:
    return [fault for check in verify(data) for fault in check.faults]


def test_something_is_kept() -> None:
    assert RELEASES


@pytest.mark.parametrize(("release", "book"), KEPT)
def test_a_file_it_exported_verifies_wholly_and_is_taken_in(
    release: str, book: str, db: None
) -> None:
    data = files.export(release, book)
    assert [gap for check in verify(data) for gap in (*check.faults, *check.left)] == []
    slug = import_campaign(data, by=person("keeper"))
    again = export_file.read(b"".join(export(slug)))
    before = export_file.read(data)
    assert (again.log, again.phases, again.claims) == (before.log, before.phases, before.claims)


@pytest.mark.parametrize(("release", "book"), KEPT)
def test_its_pack_of_rules_is_here_or_was_repaired(release: str, book: str) -> None:
    pack = files.index(release)["packs"][book]
    kept = loading.find_entry(book, release)
    assert kept is not None
    if kept.closure != pack["closure"]:
        assert kept.repair(pack["closure"]) is not None
        return
    zipped = loading.file_of(book, kept.revision).read_bytes()
    assert hashlib.sha256(zipped).hexdigest() == pack["zip"] == kept.zip


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process that has opened no campaign of this site, and sends nothing."""
    monkeypatch.setattr(push, "_send", lambda *_: None)
    monkeypatch.setattr(after_commit, "_send", lambda *_: None)
    states._present.forget()
    keys.forget()
    yield
    keys.forget()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("release", RELEASES)
def test_its_database_is_brought_up_to_date_and_played_on(
    release: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = files.index(release)
    with an_old_one([tuple(one) for one in about["migrations"]]) as old:
        then = files.fill(release, old.apps)
        old.bring_up_to_date()
        moment = then + timedelta(hours=1)
        monkeypatch.setattr(timezone, "now", lambda: moment)
        for campaigns in about["campaigns"].values():
            as_they_left_it(campaigns["open"], client)
            go_on_to_the_next_phase(campaigns["open"])
            for slug in campaigns.values():
                assert faults(b"".join(export(slug))) == []


def as_they_left_it(slug: str, client: Client) -> None:
    """Every page is there for whoever reads it, and everybody finds what they wrote."""
    campaign = Campaign.objects.get(slug=slug)
    moderator = campaign.moderators.get()
    people = {person.username: (power, person) for power, person in playing.players(slug).items()}
    (one, anna), (two, boris) = people["anna"], people["boris"]
    vera = User.objects.get(username="vera")
    pages = {moderator: OF_THE_DESK, anna: OF_PLAYERS, boris: OF_PLAYERS, vera: (), None: ()}
    for reader, own in pages.items():
        client.logout()
        if reader is not None:
            client.force_login(reader)
        for name in (*OF_ALL, *own):
            answer = client.get(f"/c/{slug}/{name}", follow=True)
            assert answer.status_code == 200, (slug, name, reader, answer.status_code)
    assert campaign_page.orders(slug, anna, one).sealed
    assert campaign_page.orders(slug, boris, two).draft is not None
    client.force_login(anna)
    assert b"What I think of them" in client.get(f"/c/{slug}/notes/").content
    assert b"Between us" in client.get(f"/c/{slug}/press/").content


def go_on_to_the_next_phase(slug: str) -> None:
    phase = playing.phase_of(slug)
    playing.go_on(slug)
    assert playing.phase_of(slug).number == phase.number + 1

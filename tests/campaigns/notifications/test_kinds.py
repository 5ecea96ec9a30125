"""A new kind of notification is one file: whom it concerns, which log entries bring it, its words. Nothing else need
know it, and one that lacks something cannot be imported.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from campaigns.domain.entries.seats import AbsenceAnnounced
from campaigns.models import Notification
from campaigns.selectors.notifications import kinds
from campaigns.selectors.notifications.delivery_log import delivery_log
from campaigns.selectors.notifications.inbox import inbox
from campaigns.selectors.notifications.kinds import KINDS, How, NotificationKind
from campaigns.services.log import entries, read_marks
from campaigns.services.notifications import devices, email
from tests.support.campaigns import Table
from tests.support.notifications import Browser, sent_to, wish

FROM, UNTIL = "2026-03-02T12:00:00+00:00", "2026-03-06T12:00:00+00:00"
FILE = '''
"""Somebody is away for a while."""

from campaigns.domain.entries.seats import AbsenceAnnounced
from campaigns.selectors.notifications.kinds import How, Preference
from campaigns.selectors.notifications.kinds.results import Happening


class PlayerAway(Happening):
    """A player says that they will be away."""

    key = "away"
    label = "a player is away"
    rank = 155
    preference = Preference(
        key="away", title="Absences", about="a player will be away", how=How.ONCE
    )
    entries = (AbsenceAnnounced,)
    verb = "Read when they are back"

    def text(self) -> tuple[str, str]:
        """Until when."""
        absence = AbsenceAnnounced.of(self.entry.body)
        return "a player is away", f"They are back on {absence.until}."
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a kind can be added for the time of a test."""
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    known, modules = dict(KINDS), set(sys.modules)
    yield tmp_path
    KINDS.clear()
    KINDS.update(known)
    for name in set(sys.modules) - modules:
        if name.startswith(f"{kinds.__name__}."):
            del sys.modules[name]


@pytest.fixture
def away(folder: Path) -> str:
    """The key of a kind that no release has."""
    (folder / "absences.py").write_text(FILE)
    kinds.discover()
    return "away"


def announced(table: Table) -> None:
    """The player of the north will be away."""
    campaign = table.campaign
    entries.append(
        campaign,
        AbsenceAnnounced(number=1, powers=["north"], from_=FROM, until=UNTIL),
        at=timezone.now(),
        actor="person",
        person=table.players["north"],
        power="north",
    )
    campaign.save()


def test_a_new_kind_is_enqueued_for_its_audience_and_mailed(told: Table, away: str) -> None:
    announced(told)
    rows = Notification.objects.filter(kind=away)
    wanted = {told.players["south"].pk, told.players["isle"].pk, told.moderator.pk}
    assert set(rows.values_list("person", flat=True)) == wanted, "all but who is away"
    assert email.send_due() == 3
    [letter] = sent_to("south")
    assert letter.subject == "A test: a player is away"
    assert f"They are back on {UNTIL}." in letter.body
    assert "Read when they are back" in letter.alternatives[0][0]
    assert "a player is away" in {one.about for one in delivery_log(told.players["south"])}


def test_a_new_kind_is_pushed(told: Table, away: str, browser: Browser) -> None:
    told.players["north"], told.players["south"] = told.players["south"], told.players["north"]
    browser.subscribe()  # who had the north, and has the south now
    announced(told)
    letter = Notification.objects.get(kind=away, device__isnull=False)
    shown = json.loads(devices.message_of(letter, letter.person))
    said = "A test: a player is away", f"They are back on {UNTIL}.", f"{told.slug}-{away}"
    assert (shown["title"], shown["text"], shown["tag"]) == said
    assert devices.push_due() == 1
    assert browser.opened() == [shown]


def test_a_new_kind_is_in_the_inbox(told: Table, away: str) -> None:
    south = told.players["south"]
    read_marks.mark_seen(told.slug, by=south)
    announced(told)
    [line] = inbox(south)
    assert line.new


def test_a_new_kind_can_be_chosen_and_switched_off(told: Table, away: str, client: Client) -> None:
    client.force_login(told.players["south"])
    page = client.get("/news/settings/").text
    assert "Absences" in page
    assert "a player will be away" in page
    client.post("/news/settings/", {away: How.OFF})
    wish(told.players["isle"], away, How.DIGEST)
    announced(told)
    email.send_due()
    assert [one.to for one in mail.outbox] == [["moderator@example.org"]]
    stop = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    Client().post(stop.removeprefix("http://testserver"))
    announced(told)
    assert email.send_due() == 0


def test_a_new_kind_that_is_true_no_more_is_dropped(told: Table, away: str) -> None:
    announced(told)
    read_marks.mark_seen(told.slug, by=told.players["south"])
    assert email.send_due() == 2
    assert not sent_to("south")
    assert Notification.objects.get(kind=away, person=told.players["south"]).state == "dropped"


WHOLE: dict[str, Any] = {
    "key": "bells",
    "label": "a bell rang",
    "rank": 1,
    "preference": None,
    "audience": classmethod(lambda _cls, cause: {cause.doer}),
    "still_true": lambda _self: True,
    "text": lambda _self: ("bells", "They ring."),
}
"""All that a kind has to say."""


def test_all_that_a_kind_has_to_say(folder: Path) -> None:
    made = type("BellsRang", (NotificationKind,), WHOLE)
    assert KINDS["bells"] is made


@pytest.mark.parametrize("lacking", WHOLE)
def test_an_incomplete_kind_is_refused_when_it_is_made(folder: Path, lacking: str) -> None:
    body = {name: said for name, said in WHOLE.items() if name != lacking}
    with pytest.raises(TypeError, match=f"BellsRang lacks {lacking}$"):
        type("BellsRang", (NotificationKind,), body)


def test_an_incomplete_kind_cannot_be_imported(folder: Path) -> None:
    (folder / "absences.py").write_text(FILE.replace("    rank = 155\n", ""))
    with pytest.raises(TypeError, match="PlayerAway lacks rank"):
        kinds.discover()
    with pytest.raises(TypeError, match="PlayerAway lacks rank"):
        import_module(f"{kinds.__name__}.absences")


@pytest.mark.parametrize("key", ["asked", "thirteen_long"])
def test_a_kind_has_a_key_of_its_own_that_can_be_stored(folder: Path, key: str) -> None:
    with pytest.raises(TypeError, match=key):
        type("BellsRang", (NotificationKind,), {**WHOLE, "key": key})


def test_kinds_have_places_of_their_own() -> None:
    assert len({kind.rank for kind in KINDS.values()}) == len(KINDS)

"""The fifth rulebook on real pages. It runs in a copy of the project, where the book is there
(test_a_fifth_rulebook.py); its name has no ``test_``, so that nobody else collects it.
"""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from campaigns.models import Campaign
from campaigns.services.advance import phase_advance
from frontend import books
from rules.registry import BOOKS
from tests.support.accounts import signed_in
from tests.support.campaigns import (
    a_campaign,
    sent,  # noqa: F401 (nothing is sent in these tests)
)
from tests.support.pages.whole_log import read_by

BOOK = "three_harbors"
HARBORS = ("north", "south", "isle")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]


class Table:
    """A campaign with a person for each harbor, and one who looks on."""

    def __init__(self) -> None:
        table = a_campaign(book=BOOK, scenario="short", seats=HARBORS)
        self.slug = table.slug
        readers = {"spectator": None, **table.players}
        self.people = {name: signed_in(who) for name, who in readers.items()}

    def page(self, who: str, path: str = "") -> str:
        """A page as somebody is shown it."""
        answer = self.people[who].get(f"/c/{self.slug}/{path}", follow=True)
        assert answer.status_code == 200, (who, path)
        return answer.content.decode()

    def log(self, who: str) -> str:
        """All pages of the log."""
        return read_by(self.people[who], self.slug)

    def hand_in(self, who: str, path: str, **form: Any) -> None:
        """Send a form of a page, with what the page hides in it."""
        phase = Campaign.objects.get(slug=self.slug).phase.number
        seen = re.search(r'name="seen" value="([^"]*)"', self.page(who, path))
        data = {"phase": phase, "seen": unescape(seen[1]) if seen else "", **form}
        answer = self.people[who].post(f"/c/{self.slug}/{path}", data)
        assert answer.status_code == 302, answer.content.decode()[:2000]

    def seal(self, who: str, **order: Any) -> None:
        """Seal orders, ready for the phase to end."""
        self.hand_in(who, "orders/", action="seal", ready="yes", **order)

    def resolve(self) -> Campaign:
        """Let the clock look: everybody is ready."""
        campaign = Campaign.objects.get(slug=self.slug)
        phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)
        return Campaign.objects.get(slug=self.slug)

    def readers_of(self, words: str, path: str = "") -> set[str]:
        """To whom a page says these words."""
        return {who for who in self.people if words in said(self.page(who, path))}


def said(html: str) -> str:
    """The words of a page."""
    return " ".join(unescape(strip_tags(html)).split())


def test_three_harbors_is_played_on_its_pages() -> None:
    assert books.face_of(BOOK).board == "three_harbors/board.html"
    table = Table()
    everybody = set(table.people)
    assert table.readers_of("Harbors and valleys") == everybody
    assert "three_harbors/together.css" in table.page("spectator")
    assert 'aria-label="0 points"' in table.page("spectator")
    assert table.readers_of("Place your points") == set(HARBORS)

    table.seal("north", **{"points.east": "3"})
    assert table.readers_of("points: East 3") <= {"north"}
    table.seal("isle", **{"points.east": "2", "points.west": "1"})
    table.seal("south")
    assert table.resolve().phase.number == 2

    # the points lie in secret: each harbor knows of its own alone
    for path in ("", "board/", "log/", "history/1/"):
        assert table.readers_of("East 3", path) <= {"north"}, path
        assert table.readers_of("East 2, West 1", path) <= {"isle"}, path
        assert table.readers_of("Your points lie", path) <= {"north", "isle"}, path
    assert table.readers_of("East 3", "board/") == {"north"}
    assert table.readers_of("East 2, West 1", "log/") == {"isle"}

    # the map speaks: one declares, another confirms
    table.hand_in("south", "facts/", **{"fact.boats": "1"})
    assert table.readers_of("Boats: 1", "log/") == everybody
    table.hand_in("isle", "facts/", confirm="boats")
    assert table.readers_of("confirmed by The Isle", "facts/") == everybody

    table.seal("north", valley="east")
    table.seal("isle", valley="west")
    table.seal("south", valley="")
    assert table.resolve().phase.number == 3

    # rolled for: everybody reads the dice, their reasons and what was placed
    for words in ("East: Northland", "Points placed there", "Other harbors with points there"):
        assert table.readers_of(words, "history/2/") == everybody, words
    for words in ("points: East 3", "points: East 2, West 1"):
        assert table.readers_of(words, "history/1/") == everybody, words
    assert {who for who in everybody if "East: Northland" in said(table.log(who))} == everybody
    assert 'aria-label="0 points"' in table.page("north")

    # the last turn, in which nobody does anything
    for _ in ("place", "name"):
        for harbor in HARBORS:
            table.seal(harbor)
        campaign = table.resolve()
    assert campaign.status == "finished"
    assert table.readers_of("All turns are played.") == everybody


def test_three_harbors_lists_its_rules_and_its_table() -> None:
    rules, tables = (
        said(Client().get(f"/rules/{BOOK}/{chapter}/").content.decode())
        for chapter in ("rules", "tables")
    )
    for entry in BOOKS[BOOK].index:
        assert entry.heading in rules
    assert "Added to the die of a valley; 3 are needed" in tables

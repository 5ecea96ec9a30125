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
PORTS = ("oldport", "newport", "farport")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]


class Table:
    """A campaign with a person for each port, and one who looks on."""

    def __init__(self) -> None:
        table = a_campaign(book=BOOK, scenario="two-turns", seats=PORTS)
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
    assert table.readers_of("Ports and islands") == everybody
    assert "three_harbors/together.css" in table.page("spectator")
    assert 'aria-label="3 coins"' in table.page("spectator")
    assert table.readers_of("Send an envoy") == set(PORTS)

    table.seal("oldport", island="gull")
    assert table.readers_of("Island: Gull Island") <= {"oldport"}
    table.seal("farport", island="gull")
    table.seal("newport", island="")
    assert table.resolve().phase.number == 2

    # the envoys are under way: each port knows of its own alone
    for path in ("", "board/", "log/", "history/1/"):
        assert table.readers_of("to Gull Island", path) <= {"oldport", "farport"}, path
        assert table.readers_of("leaves for Gull Island", path) <= {"oldport", "farport"}, path
        assert table.readers_of("island: Gull Island", path) <= {"oldport", "farport"}, path
    assert table.readers_of("to Gull Island", "board/") == {"oldport", "farport"}
    assert table.readers_of("leaves for Gull Island", "log/") == {"oldport", "farport"}

    # the map speaks: one declares, another confirms
    table.hand_in("newport", "facts/", **{"fact.beacon.lit": "false"})
    assert table.readers_of("The beacon is lit: no", "log/") == everybody
    table.hand_in("farport", "facts/", confirm="beacon.lit")
    assert table.readers_of("confirmed by Farport", "facts/") == everybody

    table.seal("oldport", coins="3")
    table.seal("farport", coins="0")
    table.seal("newport")
    assert table.resolve().phase.number == 3

    # turned over: everybody reads the cards, the dice and their reasons
    for words in (
        "A word in private",
        "Gull Island",
        "3 coins",
        "0 coins",
        "Coins given",
    ):
        assert table.readers_of(words, "history/2/") == everybody, words
    agreed, declined = (table.readers_of(word, "history/2/") for word in ("agrees", "declines"))
    assert agreed | declined == everybody, "the die decides which, and tells everybody"
    reached = "An envoy of Oldport reaches Gull Island"
    assert {who for who in everybody if reached in said(table.log(who))} == everybody
    assert table.readers_of("island: Gull Island", "history/1/") == everybody
    assert 'aria-label="0 coins"' in table.page("spectator")

    # the last turn, in which nobody sends anything
    for _ in ("send", "give"):
        for port in PORTS:
            table.seal(port)
        campaign = table.resolve()
    assert campaign.status == "finished"
    assert table.readers_of("The last turn is over.") == everybody


def test_its_rules_page_lists_its_rules_and_its_table() -> None:
    page = said(Client().get(f"/rules/{BOOK}/").content.decode())
    for entry in BOOKS[BOOK].index:
        assert entry.heading in page
    assert "Added to the die of an envoy; 5 are needed" in page

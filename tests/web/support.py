"""Campaigns of the real books, and what the wire carries of their pages."""

import gzip
import re
from html import unescape
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import strip_tags

from campaigns import rulebooks
from campaigns.models import Phase
from campaigns.rulebooks import states
from campaigns.selectors.log.played_cards import PlayedCard
from campaigns.selectors.reader.power_badges import Badge
from campaigns.services.orders import orders
from frontend.reveal_layout import laid
from rules import registry
from rules.days_of_decision.pages.board.counters import Arrow
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from tests.support.campaigns import Table, a_campaign

BOOKS = ("world_at_war", "days_of_decision", "war_game_1939", "world_in_flames")


def found(book: str, scenario: str, players: dict[str, Any], moderator: Any) -> str:
    return a_campaign(book=book, scenario=scenario, by=moderator, seats=players).slug


def first_of(book: str, player: Any, moderator: Any = None, **more: Any) -> Table:
    """A campaign of the first scenario of a book, with one person in its first seat, who moderates too unless
    another one does.
    """
    scenario = next(iter(registry.BOOKS[book].scenarios.values()))
    seats = {scenario.seats[0]: player}
    return a_campaign(book=book, scenario=scenario.key, by=moderator or player, seats=seats, **more)


def had(html: str) -> str:
    """What a page says that it has, as its script does."""
    frame = re.search(r'data-frame="(\w+)"', html)
    assert frame
    return ".".join([frame[1], *re.findall(r'data-unit="(\w+)"', html)])


def seal_at_random(slug: str, who: Any, power: str) -> None:
    phase = Phase.objects.select_related("campaign").get(campaign__slug=slug, resolved_at=None)
    book = states.book_of(phase.campaign)
    menu = book.menu(rulebooks.view_of(book, states.now(phase), power), power)
    if menu is not None:
        order = at_random(menu, SealedDice(b"a key of thirty-two bytes, fixed."))
        orders.seal_orders(slug, by=who, power=power, order=order, phase=phase.number, ready=False)


def a_card(**more: Any) -> PlayedCard:
    """A card of an option that was carried out."""
    known: dict[str, Any] = {
        "badge": Badge(key="germany", name="Germany", code="GE", hue="axis", mark="square"),
        "place": 1, "again": False, "score": "11", "code": "IPO 7", "title": "Press a claim", "aim": "Austria",
        "price": "4 money", "state": "done", "why": "", "rule": "", "by": None, "dice": (), "verdict": "",
        "test": None, "told": (), "follows": (), "reasons": (), "fingerprint": "a07e" + 60 * "0", "silent": False,
    }  # fmt: skip
    return PlayedCard(**{**known, **more})


def an_arrow(*path: tuple[int, int]) -> Arrow:
    """On the political status display: Germany moves Peru."""
    return Arrow(
        counter="peru", name="Peru", by="germany", ideology="fascist", path=path, value=1, spent=1, lost=0,
        text="Peru moves",
    )  # fmt: skip


def cards_shown(*cards: PlayedCard) -> str:
    """The cards of a past phase as its page shows them."""
    shown = {"steps": laid(cards), "cited_book": ("days_of_decision", "")}
    return render_to_string("frontend/history/_cards.html", shown)


def words(html: str) -> str:
    """What a page says."""
    return " ".join(unescape(strip_tags(html)).split())


def wire(client: Client, path: str, **headers: str) -> Any:
    return client.get(path, headers={"Accept-Encoding": "gzip, deflate, br", **headers})


def packed(address: str) -> int:
    """Bytes of a static file on the wire."""
    where = finders.find(address.removeprefix(settings.STATIC_URL))
    assert isinstance(where, str), address
    return len(gzip.compress(Path(where).read_bytes()))


def unpacked(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    packed_so = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(body) if packed_so else body).decode()

"""Every rule that a page names leads to the page of its rule, in its revision."""

import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus, urlencode

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override

from campaigns.domain.wording import said_by
from campaigns.models import Phase
from campaigns.selectors.phase.records import Head
from core.paths import BASE_DIR
from frontend import cites
from rules.registry import BOOKS
from tests.support.accounts import person, signed_in
from tests.support.books.playing import shortest
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db

PHASES = 4
"""How many are over when the pages are read."""
PAGES = (
    "",
    "log/",
    "desk/",
    "facts/?sheet=whole",
    "seats/",
    *(f"history/{n + 1}/" for n in range(PHASES)),
)
MORE = {
    "world_at_war": ("tensions/", "countries/", "countries/finland/", "ledgers/"),
    "days_of_decision": ("agreements/",),
    "world_in_flames": ("hexes/",),
}
"""Pages of one book."""
CITE = re.compile(r"<cite\b.*?</cite>", re.S)
LINK = re.compile(
    r'<cite><a href="(?P<page>/[^"?#]+\?(?:revision=[^"&]+&amp;)?)ref=(?P<rule>[^"&]+)" target="rules">[^<]+</a></cite>'
)
every_book = pytest.mark.parametrize("book", BOOKS)


def cited(html: str, where: str) -> dict[tuple[str, str], str]:
    """What the cites of a page lead to, and where each stands. Fails for one that leads nowhere."""
    found = {}
    for cite in CITE.findall(html):
        link = LINK.fullmatch(cite)
        assert link, f"{where} has {cite}"
        found[unescape(link["page"]), unquote_plus(link["rule"])] = where
    return found


def nowhere(links: dict[tuple[str, str], str], book: str) -> list[str]:
    """The links that lead to no rule of a book; one of each page is opened."""
    client = Client()
    for page, rule in {page: (page, rule) for page, rule in links}.values():
        html = client.get(f"{page}{urlencode({'ref': rule})}").content.decode()
        assert f"{escape(rule)}. {escape(BOOKS[book].index[rule].heading)}" in html, (page, rule)
    return [f"{rule} on {at}" for (_, rule), at in links.items() if rule not in BOOKS[book].index]


def pages_of(slug: str, client: Client, book: str) -> dict[str, str]:
    """Every page of a campaign that cites rules, as a reader gets it."""
    here = f"/c/{slug}/"
    addresses = [f"{here}{page}" for page in (*PAGES, *MORE.get(book, ()))]
    found = {address: client.get(address) for address in addresses}
    assert {answer.status_code for answer in found.values()} == {200}, found
    found[f"{here}preview/"] = client.post(f"{here}preview/", {})
    return {address: answer.content.decode() for address, answer in found.items()}


def played(book: str) -> tuple[str, Any]:
    """A campaign of which some phases are over; its moderator plays the first power, and seals."""
    player = person("player")
    first = BOOKS[book].scenarios[shortest(BOOKS[book])]
    table = a_campaign(
        book=book, scenario=first.key, by=player, seats=dict.fromkeys(first.seats[:1], player)
    )
    for _ in range(PHASES):
        past = timezone.now() - timedelta(hours=1)
        Phase.objects.filter(pk=table.phase.pk).update(due_at=past)
        assert table.advance() == "resolved"
    return table.slug, player


@pytest.mark.long
@every_book
def test_every_cite_of_every_page_leads_to_its_rule(book) -> None:
    slug, player = played(book)
    client = signed_in(player)
    links: dict[tuple[str, str], str] = {}
    for where, html in pages_of(slug, client, book).items():
        links |= cited(html, where)
    assert len(links) > 2
    assert {page for page, _ in links} == {f"/c/{slug}/rule/?revision={BOOKS[book].revision}&"}
    assert nowhere(links, book) == []


def test_the_hex_inspector_cites_the_house_rules() -> None:
    links = cited(Client().get("/tools/hexes/").content.decode(), "the inspector")
    assert {page for page, _ in links} == {"/rules/world_in_flames/rule/?"}
    assert nowhere(links, "world_in_flames") == []


def head(revision: str) -> Any:
    given = dict.fromkeys(Head.__struct_fields__, "")
    return Head(**{**given, "slug": "war", "book_key": "world_at_war", "revision": revision})


def test_a_campaign_leads_to_the_rules_of_its_revision() -> None:
    shown = Template("{% cite rule %}").render(Context({"head": head("2026-1"), "rule": "49.51"}))
    assert cited(shown, "") == {("/c/war/rule/?revision=2026-1&", "49.51"): ""}


def test_a_page_without_a_campaign_leads_to_the_rules_of_its_book() -> None:
    context = Context({"cited_book": ("world_at_war", ""), "rule": "Vichy France"})
    shown = Template("{% cite rule %}").render(context)
    assert cited(shown, "") == {("/rules/world_at_war/rule/?", "Vichy France"): ""}


def test_a_rule_without_a_book_is_noticed() -> None:
    with pytest.raises(RuntimeWarning, match=r"Rule 49\.51 is cited and no book is known"):
        Template('{% cite "49.51" %}').render(Context())
    assert Template('{% cite "" %}').render(Context()) == ""


def test_nothing_else_writes_a_cite() -> None:
    sources = [*Path(BASE_DIR, "frontend").rglob("*.html")]
    sources += Path(BASE_DIR, "frontend").rglob("*.py")
    sources += Path(BASE_DIR, "frontend").rglob("*.js")
    writes = [path.name for path in sources if "<cite" in path.read_text()]
    assert writes == ["cites.py"]


def test_a_ruling_is_cited_in_the_language_of_its_reader() -> None:
    with override("de"), said_by("world_at_war"):
        assert ">Entscheid 5</a>" in cites.cite("Ruling 5", "/r?")
        assert "?ref=Ruling+5" in cites.cite("Ruling 5", "/r?")
        assert ">Balkan: Ergebnisse</a>" in cites.cite("Balkans: results", "/r?")
        half = cites.cite("RGT: event modifiers", "/r?")
        assert ">RGT: event modifiers</a>" in half
        assert ">Regel 49.3</a>" in cites.cite("49.3", "/r?", "Regel 49.3")
    assert ">Ruling 5</a>" in cites.cite("Ruling 5", "/r?")

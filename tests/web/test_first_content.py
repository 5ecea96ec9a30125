"""What a browser has to fetch before it can draw anything, reckoned rather than timed."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from frontend import preload_templates
from tests.support.accounts import person, signed_in
from tests.support.suite.sample import one_in
from tests.web.support import BOOKS, found, wire

JOURNEY, BYTES_A_SECOND = 0.4, 200_000
"""Seconds that each request waits on a slow line, and what the line carries (see `benchmarks.weight`)."""
MOST = 0.95
"""Seconds until everything is there that first content needs; what is left to 1.2 is for the site to put
the page together and for the browser to draw it.
"""


def journeys(page: Any) -> float:
    """Seconds until a page and all that holds its first paint back are there."""
    head, _, body = page.text.partition("</head>")
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', head)
    assert 1 <= len(sheets) <= 2
    assert "<script" not in head
    # Scripts come last, so that on the line they do not stand before what is drawn.
    assert "<script" not in body.partition("</footer>")[0]
    together = sum(len(packed(sheet)) for sheet in sheets)
    here = JOURNEY + page.size / BYTES_A_SECOND
    return max(here, 2 * JOURNEY) + together / BYTES_A_SECOND


def packed(sheet: str) -> bytes:
    """A style sheet as it goes over the line."""
    where = finders.find(sheet.removeprefix(settings.STATIC_URL))
    assert isinstance(where, str)
    return gzip.compress(Path(where).read_bytes())


class Fetched:
    """A page: its words, and its bytes on the line."""

    def __init__(self, client: Client, path: str) -> None:
        self.size = len(wire(client, path).content)
        self.text = client.get(path).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("book", one_in(4, BOOKS))
def test_first_content_needs_the_page_and_its_style_sheets_alone(book: str) -> None:
    from campaigns import rulebooks

    player = person("player")
    scenario = next(iter(rulebooks.load(book).scenarios))
    power = rulebooks.load(book).scenarios[scenario].seats[0]
    slug = found(book, scenario, {power: player}, person("moderator"))
    for client in (Client(), signed_in(player)):
        assert journeys(Fetched(client, f"/c/{slug}/")) <= MOST


def test_a_web_server_has_read_every_template_before_it_divides() -> None:
    assert preload_templates.read_templates() > 100

"""What a browser has to fetch before it can draw anything, reckoned rather than timed."""

import re

import pytest
from django.test import Client

from frontend import preload_templates
from tests.support.accounts import person, signed_in
from tests.support.suite.sample import one_in
from tests.web.support import BOOKS, first_of, packed, wire

JOURNEY, BYTES_A_SECOND = 0.4, 200_000
"""Seconds that each request waits on a slow line, and what the line carries (see `benchmarks.weight`)."""
MOST = 0.95
"""Seconds until everything is there that first content needs; what is left to 1.2 is for the site to put
the page together and for the browser to draw it.
"""


def journeys(page: str, size: int) -> float:
    """Seconds until a page of so many bytes and all that holds its first paint back are there."""
    head, _, body = page.partition("</head>")
    sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', head)
    assert 1 <= len(sheets) <= 2
    assert "<script" not in head
    # Scripts come last, so that on the line they do not stand before what is drawn.
    assert "<script" not in body.partition("</footer>")[0]
    together = sum(map(packed, sheets))
    here = JOURNEY + size / BYTES_A_SECOND
    return max(here, 2 * JOURNEY) + together / BYTES_A_SECOND


@pytest.mark.django_db
@pytest.mark.parametrize("book", one_in(4, BOOKS))
def test_first_content_needs_the_page_and_its_style_sheets_alone(book: str) -> None:
    player = person("player")
    path = f"/c/{first_of(book, player, person('moderator')).slug}/"
    for client in (Client(), signed_in(player)):
        assert journeys(client.get(path).text, len(wire(client, path).content)) <= MOST


def test_a_web_server_has_read_every_template_before_it_divides() -> None:
    assert preload_templates.read_templates() > 100

"""No page names a key of the tables or of the facts: those are for files, not for readers."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from rules import registry
from tests.support.accounts import person, signed_in
from tests.support.pages.html import dotted
from tests.support.suite.sample import one_in
from tests.web.support import first_of

PAGES = (
    "",
    "facts/",
    "facts/?sheet=whole",
    "history/",
    "log/",
    "desk/",
    "agreements/",
    "countries/",
    "ledgers/",
)
MORE = ("tensions/", "hexes/", "overrides/", "rule-tables/", "rule-tables/?table=switches")
PRELUDES = {
    "world_at_war": {"prelude_europe": "gathering_storm", "prelude_asia": "storm_over_asia"}
}


@pytest.fixture
def reader(db: None) -> Client:
    """One who moderates and plays, so that everything is shown."""
    return signed_in(person("reader"))


def campaign(key: str) -> str:
    """A campaign of a book, with what is not known left unknown."""
    by = User.objects.get(username="reader")
    return first_of(key, by, variants=PRELUDES.get(key, {})).slug


@pytest.mark.parametrize("key", one_in(4, registry.BOOKS))
def test_no_page_of_a_campaign_names_a_key(reader, key) -> None:
    slug = campaign(key)
    found: dict[str, Any] = {}
    for path in (*PAGES, *MORE):
        answer = reader.get(f"/c/{slug}/{path}", follow=True)
        assert answer.status_code in (200, 400, 404), path
        found[path] = dotted(answer.content.decode())
    assert {path: keys for path, keys in found.items() if keys} == {}


@pytest.mark.parametrize("key", sorted(registry.BOOKS))
def test_neither_the_rules_nor_the_form_of_a_new_campaign_names_a_key(reader, key) -> None:
    for path in (f"/rules/{key}/", f"/new/?book={key}"):
        assert dotted(reader.get(path).content.decode()) == set(), path


def test_no_dossier_of_a_country_names_a_key(reader) -> None:
    slug = campaign("world_at_war")
    page = reader.get(f"/c/{slug}/countries/").content.decode()
    areas = sorted(set(re.findall(rf"/c/{slug}/countries/([a-z_-]+)/", page)))
    assert len(areas) > 40
    found = {a: dotted(reader.get(f"/c/{slug}/countries/{a}/").content.decode()) for a in areas}
    assert {area: keys for area, keys in found.items() if keys} == {}

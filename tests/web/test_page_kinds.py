"""That the pictures leave no kind of page out (`tests.browser.page_kinds`)."""

from dataclasses import replace

import pytest
from django.urls import resolve

from tests.browser.page_kinds import NO_PAGES, PAGES, unknown
from tests.routes import routes

SLUGS = dict.fromkeys(
    (
        *("war", "display", "commerce", "house", "told", "war_told", "commerce_told", "house_told"),
        *("guided", "gathering", "paused", "overdue", "sealed"),
    ),
    "a-b",
) | {"person": "7", "letters": "88905762dc6d"}


def test_every_address_has_a_picture_or_a_reason() -> None:
    assert unknown() == []
    new = replace(next(one for one in routes() if one.name in PAGES), name="frontend:new-page")
    assert unknown((*routes(), new)) == ["frontend:new-page"]
    gone = tuple(one for one in routes() if one.name != "frontend:inbox-count")
    assert unknown(gone) == ["frontend:inbox-count"]
    assert all(NO_PAGES.values())


@pytest.mark.parametrize("name", PAGES)
def test_a_picture_is_of_its_own_address(name: str) -> None:
    for kind in PAGES[name]:
        path, _, _ = kind.path.format(**SLUGS).partition("?")
        assert resolve(path).view_name == name

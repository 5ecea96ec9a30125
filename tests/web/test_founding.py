"""The page on which a campaign is founded."""

import re

import pytest
from django.test import Client

from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def founder(client: Client) -> Client:
    client.force_login(person("founder"))
    return client


def _folded(page: str) -> bool:
    tag = re.search(r"<details[^>]*>(?=\s*<summary>\s*<h2>Variants)", page)
    assert tag
    return "open" not in tag[0]


def test_variants_are_folded_away_until_one_is_changed(founder: Client) -> None:
    path = "/new/?book=world_at_war"
    assert _folded(founder.get(path).text)

    # Without a name nothing is founded, and what was chosen stays chosen and in sight.
    kept = founder.post(path, {"scenario": "one-year", "switch_dp_cap": "none"})
    assert kept.status_code in (200, 422)
    assert not _folded(kept.text)
    assert _folded(founder.post(path, {"scenario": "one-year"}).text)

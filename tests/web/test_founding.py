"""The page on which a campaign is founded."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns.services.lifecycle import campaigns
from tests.support.accounts import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def founder(client: Client) -> Client:
    client.force_login(person("founder"))
    return client


def _folded(page: str) -> bool:
    tag = re.search(r"<details[^>]*>(?=\s*<summary>\s*<h2>Variants)", page)
    assert tag
    return "open" not in tag[0]


def test_each_variant_says_in_a_sentence_what_it_changes_and_whose_rule_it_is(
    founder: Client,
) -> None:
    page = founder.get("/new/?book=days_of_decision").text
    assert (
        "A power may leave its ideology, and a neutral one may enter an ideology. Printed, 14.3."
        in page
    )
    assert "House, Ruling 13." in page


def test_a_campaign_shows_what_it_plays_otherwise_and_nothing_else(founder: Client) -> None:
    by = get_user_model().objects.get(username="founder")
    for title, variants in (("Plain", {}), ("Own", {"dp_cap": "none"})):
        slug = campaigns.create_campaign(
            by=by, rulebook="world_at_war", scenario="one-year", title=title, variants=variants
        )
        page = founder.get(f"/c/{slug}/").text
        assert ('id="variants"' in page) == bool(variants)
        if variants:
            assert "1 variant changed" in page
            assert "Points on one target: No limit" in page
            assert "Rounding of prorated" not in page


def test_variants_are_folded_away_until_one_is_changed(founder: Client) -> None:
    path = "/new/?book=world_at_war"
    assert _folded(founder.get(path).text)

    # Without a name nothing is founded, and what was chosen stays chosen and in sight.
    kept = founder.post(path, {"scenario": "one-year", "switch_dp_cap": "none"})
    assert kept.status_code in (200, 422)
    mine = kept.text[
        kept.text.index("Variants you changed") : kept.text.index(
            "<details", kept.text.index("Variants you changed")
        )
    ]
    assert 'name="switch_dp_cap"' in mine
    assert mine.count('name="switch_') == 1
    assert _folded(kept.text)
    assert _folded(founder.post(path, {"scenario": "one-year"}).text)

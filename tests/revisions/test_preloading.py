"""The rules that campaigns need are there before anybody asks for them."""

from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from campaigns.models import Campaign
from campaigns.rulebooks import preload
from campaigns.services.lifecycle import campaigns
from rules.registry import BOOKS
from rules.revisions import loading
from tests.revisions.playing import called
from tests.support.accounts import person

KEY = "world_in_flames"


@pytest.fixture
def begun(db: None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A campaign that began with what is a frozen revision now; that revision's own name."""
    monkeypatch.setattr(loading, "HERE", folder)
    book = BOOKS[KEY]
    campaigns.create_campaign(
        by=person("moderator"), rulebook=KEY, scenario=min(book.scenarios), title="One"
    )
    called(monkeypatch, KEY, "the next one")
    return loading.read_index(folder)[KEY][-1].revision


def test_revisions_in_use_are_loaded(begun: str, folder: Path) -> None:
    loading._loaded.cache_clear()
    assert [key for key, _ in preload.preload()] == [KEY]
    assert loading._loaded.cache_info().currsize == 1
    loading.load(KEY, begun, folder)
    assert loading._loaded.cache_info().currsize == 1


def test_those_of_campaigns_that_are_over_are_not(begun: str) -> None:
    Campaign.objects.update(status="finished")
    assert preload.preload() == []


def test_a_missing_one_stops_nobody(begun: str) -> None:
    Campaign.objects.update(revision="lost")
    assert preload.preload() == []


def test_nor_does_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> Any:
        raise OperationalError("nobody is there")

    monkeypatch.setattr(preload.Campaign.objects, "exclude", away)
    assert preload.preload() == []

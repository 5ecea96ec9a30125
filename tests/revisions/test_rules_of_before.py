"""The rules page of a revision that the source has left behind."""

import pytest
from django.test import Client

from campaigns.selectors.rules import rule_pages
from rules.registry import BOOKS
from tests.revisions.playing import Revise

KEY = "world_in_flames"


@pytest.mark.django_db
def test_it_has_its_own_chapters_and_the_headings_of_its_time(revise: Revise) -> None:
    called = {f'revision="{BOOKS[KEY].revision}"': 'revision="the one before"'}
    name = revise(KEY, {**called, "Enclosed land without city": "Land cut off without city"})
    told = [chapter.key for chapter in rule_pages.rules_page(KEY, name).chapters]
    assert told == [chapter.key for chapter in rule_pages.rules_page(KEY).chapters]
    for revision, shown in ((name, True), ("", False)):
        given = {"ref": "Isolated Control", "revision": revision}
        page = Client().get(f"/rules/{KEY}/rule/", given).content.decode()
        assert ("Land cut off without city" in page) == shown
    chapter = Client().get(f"/rules/{KEY}/{told[-1]}/", {"revision": name}).content.decode()
    assert f"revision={name}" in chapter

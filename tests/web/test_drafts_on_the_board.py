"""What a power is writing lies on its own board, and on nobody else's."""

import re
from typing import Any

import pytest
from django.test import Client

from campaigns.services.orders import orders
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_campaign
from tests.web.support import had

POWER = "britain"
DRAFT = {"kind": "place", "points": {"turkey": 2}}
PIPS = re.compile(r'<span class="pip"')


@pytest.fixture
def war(transactional_db: Any) -> Table:
    """The first placement of A World at War: a writer, an ally, an enemy, a moderator without a seat."""
    people = {power: person(power) for power in (POWER, "france", "germany")}
    return a_campaign(
        book="world_at_war", scenario="fall-1939", by=person("moderator"), seats=people
    )


def page_of(slug: str, reader: Any = None, part: str = "") -> str:
    client = signed_in(reader) if reader is not None else Client()
    return client.get(f"/c/{slug}/{part}").content.decode()


def dossier(html: str, country: str) -> str:
    found = re.search(rf'<article [^>]*id="country-{country}".*?</article>', html, re.S)
    assert found
    return found[0]


def save(war: Table, order: dict[str, Any]) -> None:
    orders.save_draft(war.slug, by=war.players[POWER], power=POWER, order=order, phase=1, seen="")


def test_a_draft_lies_on_the_board_of_its_power(war: Table) -> None:
    writer = war.players[POWER]
    assert not PIPS.search(dossier(page_of(war.slug, writer), "turkey"))
    save(war, DRAFT)
    for part in ("", "board/"):
        turkey = dossier(page_of(war.slug, writer, part), "turkey")
        assert len(PIPS.findall(turkey)) == 2
        assert "2 of yours" in turkey
        assert 'class="odds"' in turkey
        assert not PIPS.search(dossier(page_of(war.slug, writer, part), "sweden"))


def test_a_draft_that_names_what_is_not_there_leaves_the_board_as_it_is(war: Table) -> None:
    """A program may save one; its page says what is wrong with it."""
    writer = war.players[POWER]
    save(war, {"kind": "place", "points": {"nowhere": 2}})
    for part in ("", "board/"):
        assert not PIPS.search(dossier(page_of(war.slug, writer, part), "turkey"))


def test_a_preview_brings_what_changes_on_the_board_and_nothing_is_stored(war: Table) -> None:
    client = signed_in(war.players[POWER])
    page = client.get(f"/c/{war.slug}/").content.decode()
    written = {"points.turkey": "1", "points.norway": "1"}
    address = f"/c/{war.slug}/preview/?power={POWER}"
    answer = client.post(address, written, headers={"Board-Has": had(page)}).content.decode()
    (news,) = re.findall(r"<template data-board-news>(.*)</template>", answer, re.S)
    assert news.count("1 of yours") == 2
    # Where those of a country are more, one of its neighbours may have to stay in one piece (`MOST_UNITS`).
    assert 2 <= news.count('class="track"') <= 3
    assert "data-board-news" not in client.post(address, written).content.decode()
    none = client.post(address, {}, headers={"Board-Has": had(page)}).content.decode()
    assert "data-board-news" not in none
    assert not PIPS.search(dossier(client.get(f"/c/{war.slug}/").content.decode(), "turkey"))


def test_nobody_else_is_given_a_board_with_it(war: Table) -> None:
    """Not an ally, an enemy, the moderator or a spectator, after the writer has had it drawn and kept."""
    others = {**war.players, "moderator": war.moderator, "spectator": None}
    del others[POWER]
    before = {
        (name, part): page_of(war.slug, who, part)
        for name, who in others.items()
        for part in ("board/",)
    }
    save(war, DRAFT)
    assert "2 of yours" in page_of(war.slug, war.players[POWER])
    for (name, part), html in before.items():
        assert page_of(war.slug, others[name], part) == html
        assert "of yours" not in page_of(war.slug, others[name])


def test_what_is_discarded_goes_from_the_board(war: Table) -> None:
    """The answer has the page fetch its board again."""
    save(war, DRAFT)
    client = signed_in(war.players[POWER])
    page = client.get(f"/c/{war.slug}/").content.decode()
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    assert seen
    answer = client.post(
        f"/c/{war.slug}/orders/?power={POWER}",
        {"action": "discard", "phase": "1", "seen": seen[1]},
        headers={"HX-Request": "true"},
    )
    assert answer.headers["HX-Trigger"] == "changed-board"
    assert not PIPS.search(dossier(client.get(f"/c/{war.slug}/board/").content.decode(), "turkey"))

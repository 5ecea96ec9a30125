"""A campaign that is over can be read, page by page."""

import re
from types import SimpleNamespace

import msgspec
import pytest
from django.template.loader import render_to_string

from campaigns.models import Campaign, Status
from frontend.books.world_at_war.templatetags.world_at_war_samples import sampled
from rules import registry
from rules.world_in_flames.model.conditions import At
from rules.world_in_flames.model.state import LastRoll
from rules.world_in_flames.surrender import japan
from tests.support.accounts import person, signed_in
from tests.support.suite.sample import one_in
from tests.web.support import first_of

PAGES = ("", "facts/", "history/", "log/", "desk/", "agreements/", "countries/", "ledgers/")
MORE = {"world_at_war": ("tensions/", "countries/belux/"), "world_in_flames": ("hexes/",)}
HEAD = {"slug": "old", "revision": "1"}


@pytest.mark.parametrize("key", one_in(2, sorted(registry.BOOKS)))
@pytest.mark.parametrize("reads", ["player", "visitor"])
def test_every_page_of_a_finished_campaign_shows(db: None, key: str, reads: str) -> None:
    player = person("player")
    slug = first_of(key, player).slug
    Campaign.objects.filter(slug=slug).update(status=Status.FINISHED, wakes_at=None)
    client = signed_in(player if reads == "player" else None)
    answers = {
        path: client.get(f"/c/{slug}/{path}", follow=True).status_code
        for path in (*PAGES, *MORE.get(key, ()))
    }
    # A book without such a page has none when it is over either; the desk is its moderator's.
    wrong = {path: status for path, status in answers.items() if status not in (200, 403, 404)}
    assert wrong == {}
    assert {answers[path] for path in ("", "facts/", "log/", *MORE.get(key, ()))} == {200}


@pytest.mark.parametrize(
    ("status", "past", "ahead"),
    [("running", False, True), ("finished", False, False), ("finished", True, True)],
)
def test_a_track_of_a_campaign_that_is_over_speaks_of_no_next_turn(
    *, status: str, past: bool, ahead: bool
) -> None:
    given = {
        **sampled(),
        "past": past,
        "head": SimpleNamespace(**HEAD, status=status, book_key="world_at_war"),
        "reader": SimpleNamespace(acting=None),
    }
    html = render_to_string("world_at_war/_track.html", given)
    assert ("next turn opens" in html) is ahead
    assert "Why 16" in html


def test_a_die_of_a_last_roll_is_told_once() -> None:
    book = registry.BOOKS["world_in_flames"]
    state = book.start("grand-campaign", {}, {}).state
    last = LastRoll(turn=1, die=9, tally=japan.modifiers(At({}, {})), surrendered=True)
    state = msgspec.structs.replace(state, last={"japan": last})
    given = {
        "board": book.board(state, None),
        "past": False,
        "head": SimpleNamespace(**HEAD, status="finished", book_key=book.key, hues=()),
        "reader": SimpleNamespace(acting=None),
    }
    html = render_to_string("world_in_flames/board.html", given)
    (roll,) = re.findall(r"Last roll,.*?surrender", html, re.DOTALL)
    words = " ".join(re.sub(r"<[^>]+>", " ", roll).split())
    assert re.search(r": d10: 9 and [+−]?\d+, surrender$", words)

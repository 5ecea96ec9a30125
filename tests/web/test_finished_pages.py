"""A campaign that is over can be read, page by page."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from types import SimpleNamespace

import msgspec
import pytest
from django.template.loader import render_to_string
from django.test import Client

from campaigns.as_it_happened import script
from campaigns.models import Campaign, Phase, Status
from frontend.books.world_at_war.templatetags.world_at_war_samples import sampled
from rules import registry
from rules.world_in_flames.model.conditions import At
from rules.world_in_flames.model.state import LastRoll
from rules.world_in_flames.surrender import japan
from tests.support.accounts import person, signed_in
from tests.support.campaigns import a_campaign
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


AHEAD = re.compile(
    r"\b(?:(?<!'s )will|would(?! have been| end\b)|shall|yet)\b|\bnext (?:turn opens|opening|declarations|targets step)\b"
    r"|\bas next turn\b|\bas the facts stand\b|\bif the facts stay\b|\blater phases\b|\bIf activated now\b"
    r"|\bMay become\b|\bmay still\b|\bStill to\b|\bWaiting for\b|\bwaits\b",
    re.IGNORECASE,
)
"""What speaks of something to come."""
COMMENT_AHEAD = re.compile(
    r"\bwill (?:be|have|not|no|decide|join|come|go)\b|\bwhen the time comes\b|\b(?:is|are) going to\b"
    r"|\bfrom now on\b|\bstays so\b|\byet(?=[.;])|\bsoon(?=[.;])",
    re.IGNORECASE,
)
"""What speaks of something to come beside a turn of a campaign that follows the war, and is over."""
OF_RULES = re.compile(
    r"/(?:rule-tables|key|seats/deputies|dice|overrides|undo|fork|log|entries|charts)/"
)
"""Pages of a campaign that tell how rules and clocks go, and those that tell what people and the log said then."""
HOLD = 12
"""So many phases a campaign has, so that all parts of its board have something in them."""


def lines_of(html: str) -> list[str]:
    """The lines of what is read on a page, but for what may be written there and what hints say."""
    main = html[html.index("<main") : html.index("</main>")]
    main = re.sub(r"(?s)<(script|style|svg|select)\b.*?</\1>", " ", main)
    main = re.sub(
        r"</?(?:p|div|li|h\d|td|th|section|dd|dt|caption|summary|span|b|a)\b[^>]*>", "\n", main
    )
    return [" ".join(unescape(line).split()) for line in re.sub(r"<[^>]+>", "", main).split("\n")]


def pages_of(client: Client, slug: str, more: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every page of a campaign that a visitor comes to by links, and the last of its history."""
    last = Phase.objects.filter(campaign__slug=slug, resolved_at__isnull=False).latest("number")
    first = ("", "end/", f"history/{last.number}/", *more)
    found = {f"/c/{slug}/{path}" for path in first}
    asked: set[str] = set()
    while found - asked:
        path = min(found - asked)
        asked.add(path)
        answer = client.get(path)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            html = answer.content.decode()
            yield path, html
            links = re.findall(rf'href="(/c/{slug}/[^"?#]*)', html)
            found |= {to for to in links if not OF_RULES.search(to) and "/history/" not in to}


@pytest.mark.parametrize("key", sorted(registry.BOOKS))
def test_no_page_of_a_finished_campaign_speaks_of_anything_to_come(db: None, key: str) -> None:
    slug = a_campaign(book=key, at_phase=HOLD).slug
    Campaign.objects.filter(slug=slug).update(status=Status.FINISHED, wakes_at=None)
    read = dict(pages_of(Client(), slug, MORE.get(key, ())))
    assert {f"/c/{slug}/{path}" for path in ("", "end/", "facts/", *MORE.get(key, ()))} <= {*read}
    ahead = {
        line: path for path, html in read.items() for line in lines_of(html) if AHEAD.search(line)
    }
    assert ahead == {}


@pytest.mark.parametrize("key", sorted(registry.BOOKS))
def test_no_comment_on_a_campaign_that_follows_the_war_speaks_of_anything_to_come(key: str) -> None:
    told = [
        (turn.turn, text)
        for turn in script.of(key).turns
        for text in (
            turn.history,
            *(words for one in turn.here for words in (one.history, one.here)),
        )
    ]
    assert told
    assert [each for each in told if COMMENT_AHEAD.search(each[1])] == []


@pytest.mark.parametrize(
    ("status", "past", "ahead"),
    [
        ("running", False, True),
        ("running", True, True),
        ("finished", False, False),
        ("finished", True, False),
    ],
)
def test_a_track_of_a_campaign_that_is_over_speaks_of_no_next_turn(
    *, status: str, past: bool, ahead: bool
) -> None:
    given = {
        "track": sampled()["tracks"][0],
        "past": past,
        "head": SimpleNamespace(**HEAD, status=status, book_key="world_at_war"),
        "reader": SimpleNamespace(acting=None),
    }
    html = render_to_string("world_at_war/_track.html", given)
    assert ("next turn opens" in html) is ahead
    assert "and the reasons" in html
    assert "Why" not in html


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
    assert re.search(r": d10: 9 and [+−]?\d+, enough: Japan surrender$", words)

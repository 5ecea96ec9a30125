"""A board in units: who has some of them is sent the others, and no more than may be seen."""

import re
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from campaigns.selectors.campaign import campaign_page
from campaigns.services.advance import end_phase
from frontend import board_diff
from frontend.board_diff import InUnits, in_units
from frontend.templatetags.boards import board_html
from tests.support.accounts import person, signed_in
from tests.web.support import BOOKS, first_of, found, had, packed, seal_at_random, unpacked, wire

FIRST_VISIT, PHASE_CHANGE = 100_000, 30_000
"""Bytes on the wire that a page, and what it fetches after a change of phase, may have."""
HEAD = 400
"""Bytes of the head of an answer; a page asks besides for how much is new, and what was said to it before."""


def board(*rows: str, title: str = "A board") -> str:
    return (
        f'<section id="board"><h2>{title}</h2><ul>{"".join(rows)}</ul><p>The end<br></p></section>'
    )


def row(name: str, words: str = "words ") -> str:
    return f'<li id="{name}"><b>{name}</b> <i class="x"/>{words * 600}</li>'


def taken(page: str, told: str) -> str:
    """The page once it has taken what it was told, as its script does."""
    old = in_units(re.sub(r' data-(?:unit|frame)="\w+"', "", page))
    assert isinstance(old, InUnits)
    if not told:
        return page
    if "data-frame" in told:
        known = {unit.fingerprint: unit.html for unit in old.parts.units}
        return re.sub(r'<(\w+) data-same="(\w+)"></\1>', lambda place: known[place[2]], told)
    new = {
        int(at): re.sub(r"^<svg>(.*)</svg>$", r"\1", html, flags=re.S)
        for at, html in re.findall(r'<template data-at="(\d+)">(.*?)</template>', told, re.S)
    }
    around, own = old.parts.around, old.parts.units
    html = [new.get(at, unit.html) for at, unit in enumerate(own)]
    return around[0] + "".join(one + after for one, after in zip(html, around[1:], strict=True))


def first_visit(answer: Any) -> int:
    """Bytes on the wire of a page with its style sheets and scripts, without fonts."""
    text = unpacked(answer)
    files = re.findall(r'<link rel="stylesheet" href="([^"]+)"|<script [^>]*src="([^"]+)"', text)
    statics = [packed(sheet or script) for sheet, script in files]
    assert len(statics) >= 5
    return len(answer.content) + sum(statics) + HEAD * (len(statics) + 3)


def test_a_board_is_made_of_units_that_say_what_they_are() -> None:
    html = board(row("france"), row("turkey"), row("spain"))
    marked = in_units(html)
    assert isinstance(marked, InUnits)
    assert re.sub(r' data-(?:unit|frame)="\w+"', "", marked) == html
    assert [unit.name for unit in marked.parts.units] == ["h2", "li", "li", "li", "p"]
    assert marked.parts.news(had(marked)) == ""


def test_of_the_same_board_only_what_says_something_else_is_sent() -> None:
    before = in_units(board(row("france"), row("turkey"), row("spain")))
    after = in_units(board(row("france"), row("turkey", "news "), row("spain")))
    told = after.parts.news(had(before))
    assert told.count("<template") == 1
    assert "turkey" in told
    assert "spain" not in told
    assert taken(before, told) == after


@pytest.mark.parametrize(
    "rows",
    [("france", "spain"), ("spain", "france", "turkey"), ("france", "italy", "turkey", "spain")],
)
def test_a_board_with_other_units_is_sent_with_room_for_those_that_are_there(rows: Any) -> None:
    before = in_units(board(*map(row, ("france", "turkey", "spain"))))
    after = in_units(board(*map(row, rows)))
    told = after.parts.news(had(before))
    assert taken(before, told) == after
    assert ("words" in told) is ("italy" in rows) or len(rows) == 3


def test_what_cannot_be_taken_apart_stays_whole() -> None:
    crossed = "<p><b>crossed</p></b>"
    for html in ("", "no element", "<p>one</p><p>two</p>", crossed, "<p>open", "<p>x</p>"):
        assert in_units(html) == html
        assert not isinstance(in_units(html), InUnits)
    # Very many small things are one unit, also in a picture.
    many = "".join(f"<tr><td>{n}</td></tr>" for n in range(2000))
    table = in_units(f"<div><p>one</p><table>{many}</table></div>")
    assert len(table.parts.units) <= board_diff.MOST_UNITS
    picture = in_units(f"<div><svg>{'<g><path/></g>' * 2000}</svg><p>one</p></div>")
    assert [unit.name for unit in picture.parts.units] == ["svg", "p"]


def test_of_a_large_picture_only_the_parts_that_changed_are_sent() -> None:
    def display(*sides: str) -> str:
        path = "M0 0" * 1000
        hexes = "".join(f'<g class="{side}"><path d="{path}"/></g>' for side in sides)
        return f'<div><svg viewBox="0 0 9 9"><defs/>{hexes}</svg><svg><g/></svg></div>'

    before, after = in_units(display("axis", "none")), in_units(display("axis", "west"))
    assert [unit.name for unit in before.parts.units] == ["defs", "g", "g", "svg"]
    told = after.parts.news(had(before))
    # Read alone it would be no part of a picture.
    assert re.fullmatch(r'<template data-at="2"><svg><g [^>]*"west">.*</g></svg></template>', told)
    assert taken(before, told) == after
    # What moved is drawn besides.
    more = in_units(display("axis", "west", "west"))
    told = more.parts.news(had(after))
    assert len(told) < len(after) / 2
    assert taken(after, told) == more


def test_the_largest_is_taken_apart_while_there_are_not_too_many() -> None:
    def list_of(letters: int, count: int) -> str:
        words = "x" * (letters // count)
        return f"<ul>{f'<li>{words}</li>' * count}</ul>"

    many = board_diff.MOST_UNITS // 2 + 10
    units = in_units(f"<div>{list_of(20_000, many)}{list_of(10_000, many)}</div>").parts.units
    assert [unit.name for unit in units] == ["li"] * many + ["ul"]


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["x", "....", "a" * 5000, "0123456789." * 300])
def test_nonsense_gets_the_whole_board(asked: str) -> None:
    slug = found("world_in_flames", "grand-campaign", {}, person("moderator"))
    whole = Client().get(f"/c/{slug}/board/").content
    assert Client().get(f"/c/{slug}/board/", headers={"Board-Has": asked}).content == whole


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("book", BOOKS)
def test_a_page_and_a_change_of_phase_are_light_and_nothing_is_lost(book: str) -> None:
    """A player and a visitor follow some phases; what each page has after the news is the board as it is.

    One phase may be heavier than another, as the dice fall; all together are light.
    """
    moderator, player = person("moderator"), person("player")
    table = first_of(book, player, moderator)
    slug, (power,) = table.slug, table.players
    readers = {"visitor": Client(), "player": signed_in(player)}
    pages: dict[str, str] = {}
    weights: dict[str, list[int]] = {name: [] for name in readers}
    for number in range(1, 6):
        for name, client in readers.items():
            first = wire(client, f"/c/{slug}/")
            assert first_visit(first) < FIRST_VISIT, (name, number)
            whole = unpacked(wire(client, f"/c/{slug}/board/"))
            if name in pages:
                answer = wire(client, f"/c/{slug}/board/", **{"Board-Has": had(pages[name])})
                assert answer.status_code == (204 if whole == pages[name] else 200)
                told = unpacked(answer)
                assert taken(pages[name], told) == whole, (name, number)
                parts = ("strip/", "news/", "orders/", "log/latest/", "log/head/", "?part=watched")
                parts += (f"history/?turned=0&part=cards&had={max(0, number - 2)}",)
                asked = {"HX-Request": "true"}
                rest = sum(len(wire(client, f"/c/{slug}/{p}", **asked).content) for p in parts)
                weights[name].append(len(answer.content) + rest)
            pages[name] = whole
            same = client.get(f"/c/{slug}/board/", headers={"Board-Has": had(whole)})
            assert same.status_code == 204
        seal_at_random(slug, player, power)
        end_phase.force(slug, by=moderator, phase=number, reason="to move on")
    for name, each in weights.items():
        assert sum(each) / len(each) < PHASE_CHANGE, (name, each)


@pytest.mark.django_db
def test_what_changed_is_packed_once_for_all_who_ask_for_it() -> None:
    moderator = person("moderator")
    slug = found("days_of_decision", "1936", {}, moderator)
    before = had(board_of(None, slug))
    end_phase.force(slug, by=moderator, phase=1, reason="to move on", silent="autopilot")
    answers = [wire(Client(), f"/c/{slug}/board/", **{"Board-Has": before}) for _ in range(4)]
    assert len({answer.content for answer in answers}) == 1  # else each has a length of its own
    assert answers[0].headers["Content-Encoding"] == "gzip"
    assert answers[0].headers["Board-Units"] == "some"


@pytest.mark.django_db
def test_what_others_do_in_secret_changes_no_fingerprint() -> None:
    germany, italy = person("germany"), person("italy")
    slug = found(
        "world_at_war", "one-year", {"germany": germany, "italy": italy}, person("moderator")
    )
    before = {name: had(board_of(who, slug)) for name, who in (("italy", italy), ("visitor", None))}
    seal_at_random(slug, germany, "germany")
    for name, who in (("italy", italy), ("visitor", None)):
        answer = signed_in(who).get(f"/c/{slug}/board/", headers={"Board-Has": before[name]})
        assert answer.status_code == 204, name
        assert had(board_of(who, slug)) == before[name]


@pytest.mark.django_db
def test_what_is_known_of_the_hexes_of_the_display_is_fetched_by_itself() -> None:
    player = person("player")
    slug = found("days_of_decision", "1936", {"france": player}, player)
    for client, power in ((Client(), ""), (signed_in(player), "power=france&")):
        page = client.get(f"/c/{slug}/?{power}").text
        whole = client.get(f"/c/{slug}/?{power}board=whole").text
        assert 'class="inspector"' not in page
        assert whole.count('class="inspector"') > 20
        fetched = client.get(f"/c/{slug}/board/?{power}only=inspectors").text
        assert fetched.startswith('<div class="inspectors')
        assert fetched in whole
        assert "data-unit" not in fetched
        # Without scripts each hex leads to the page that has it.
        to, at = re.findall(r'<a [^>]*class="stack [^>]*href="([^"#]+)#(at_[^"]+)"', page)[0]
        there = client.get(to.replace("&amp;", "&")).text
        assert f'id="{at}"' in there
        assert [*re.findall(r'href="#([^"]+)"', fetched)]
        assert set(re.findall(r'href="#([^"]+)"', fetched)) <= set(
            re.findall(r'id="([^"]+)"', whole)
        )
        assert client.get(f"/c/{slug}/board/?{power}only=nothing").text == ""


@pytest.mark.django_db
def test_what_is_known_of_the_hexes_is_fetched_again_once_it_is_not_the_same() -> None:
    moderator = person("moderator")
    slug = found("days_of_decision", "1936", {}, moderator)
    marks, known = [], []
    for number in range(1, 5):
        marks.append(re.findall(r'id="inspectors" data-of="(\w+)"', board_of(None, slug))[0])
        known.append(Client().get(f"/c/{slug}/board/?only=inspectors").text)
        end_phase.force(slug, by=moderator, phase=number, reason="to move on", silent="autopilot")
    assert len(set(known)) > 1
    for (mark, said), (then, later) in pairwise(zip(marks, known, strict=True)):
        assert said == later or mark != then


@pytest.mark.django_db
def test_what_a_tension_hangs_on_is_fetched_when_it_is_opened() -> None:
    player = person("player")
    slug = found("world_at_war", "fall-1939", {"britain": player}, player)
    for client, power in ((Client(), ""), (signed_in(player), "power=britain&")):
        page = client.get(f"/c/{slug}/?{power}").text
        whole = client.get(f"/c/{slug}/?{power}board=whole").text
        assert "thresholds-all" not in page
        tracks = re.findall(r'<div [^>]*id="(why-\w+)"[^>]*hx-get="([^"]+)"[^>]*></div>', page)
        assert len(tracks) == whole.count("thresholds-all") >= 3
        for name, address in tracks:
            fetched = client.get(address.replace("&amp;", "&")).text
            assert fetched.startswith(f'<div id="{name}">')
            assert "thresholds-all" in fetched
            assert fetched in whole
        # Without scripts each leads to the page that has it.
        places = re.findall(r'<noscript[^>]*><p class="small"><a href="([^"#]+)#(track-\w+)"', page)
        assert len(places) == len(tracks)
        for to, at in places:
            there = client.get(to.replace("&amp;", "&")).text
            assert f'id="{at}"' in there
            assert "thresholds-all" in there


@pytest.mark.django_db
def test_a_board_that_is_told_leads_to_nothing_that_is_not_there() -> None:
    slug = found("days_of_decision", "1936", {}, person("moderator"))
    part = campaign_page.board_part(slug)
    html = board_html(part.board, part.head, None, past=True, told=True)
    assert html.count('class="inspector"') > 20
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'id="([^"]+)"', html))


def board_of(who: Any, slug: str) -> str:
    html: str = signed_in(who).get(f"/c/{slug}/board/").content.decode()
    return html

"""The page of the map: what it understands, what it keeps, and what it works without."""

import html
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import Act, Dispatch
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.facts import map_desk
from campaigns.selectors.reader.access import reading
from rules import registry
from rules.kernel.dispatch import text
from rules.kernel.dispatch.names import Lexicon
from tests.campaigns.facts.at_war import BOATS, AtWar, draft, put
from tests.support.accounts import person, signed_in
from tests.support.campaigns import POWERS, Table, a_campaign
from tests.support.facts import propose
from tests.support.pages.html import words_at

HTMX = {"HX-Request": "true"}


def sent(client: Client, table: Any, action: str, **fields: Any) -> str:
    answer = client.post(f"/c/{table.slug}/facts/", {"action": action, **fields}, follow=True)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def test_a_line_or_a_number_beside_its_name_is_entered_shown_and_undone(
    table: Table, north: Client
) -> None:
    page = sent(north, table, "say", say="boats: 5")
    assert "1 change, yours alone until you declare it" in page
    assert re.search(r"Boats.*?>2<.*?<b>5</b>", page, re.S)
    assert re.search(r"Declare\s+this line", page)
    page = sent(north, table, "undo", drop="boats")
    assert "Nothing written" in page
    assert not Dispatch.objects.exists()
    sent(north, table, "take", name="Boats", value="7")
    assert draft(table, "north").values == {"boats": 7}


@pytest.mark.long
def test_it_is_declared_as_one(table: Table, north: Client) -> None:
    sent(north, table, "say", say="boats: 5")
    sent(north, table, "say", say="the bridge stands: no")
    desk = map_desk.map_desk(table.slug, table.players["north"])
    version = desk.writing.version
    sent(north, table, "declare", version=version, phase=table.phase.number)
    assert Act.objects.count() == 1
    assert not Dispatch.objects.exists()
    page = north.get(f"/c/{table.slug}/facts/").text
    assert "Northland: 2" in page


def test_notes_are_read_and_nothing_is_entered_unasked_or_not_understood(
    table: Table, north: Client
) -> None:
    page = sent(north, table, "say", say="boats: 5\nthe brige stands: no\nweather clear\n")
    assert not Dispatch.objects.exists()
    assert "Take these over" in page
    assert '<option value="The bridge stands: no" selected>' in page
    assert "weather clear" in page
    page = sent(north, table, "say", say="boats: 5\nthe bridge stands: no\n")
    assert not Dispatch.objects.exists()
    assert page.count('name="line"') == 2
    assert "Take these over" in page
    page = sent(north, table, "say", say="weather clear")
    assert "Nothing of this can be entered" in page
    assert "Take these over" not in page
    sent(north, table, "take", line=["boats: 5", "The bridge stands: no", ""])
    assert draft(table, "north").values == {"boats": 5, "bridge": False}


def test_slips_and_beginnings_are_offered_as_lines_of_this_moment(at_war: AtWar) -> None:
    client = signed_in(at_war.players["germany"])
    notes = "arsaw: axis\nNorwey: axis\nParis captured\nMay 40: Brussels: axis"
    page = sent(client, at_war, "say", say=notes)
    chosen = re.findall(r'<option value="([^"]+: [^"]+)" selected>', page)
    assert chosen == ["Warsaw: axis", "Brussels: axis"]

    # By whom Paris was captured is for its writer to say; none but who fights there is offered.
    def asked(words: str) -> list[str]:
        page = sent(client, at_war, "say", say=words)
        notes = page.partition('id="notes"')[2].partition('id="desk"')[0]
        return re.findall(r'<option value="([^"]+)"', notes)

    assert asked("Paris captured") == ["Paris captured by Germany"]
    assert asked("Oslo taken") == ["Oslo taken by Germany", "Oslo taken by Britain"]
    assert asked("the end of Oslo") == ["Oslo: European Axis", "Oslo: Western Allies"]
    assert "2 lines read, 1 to choose, 1 left out." in page
    found = client.get(f"/c/{at_war.slug}/facts/?say=par", headers=HTMX).text
    assert 'value="Paris falls to Germany"' in found
    assert 'value="Paris: European Axis"' not in found, "which says the same"
    notes = "Leipzig captured by Britain\nOslo taken by Germany\nrain"
    taken = sent(client, at_war, "say", say=notes)
    assert "2 lines read, 1 left out." in taken
    unsure = sent(client, at_war, "say", say="two armies near Paris\nrain")
    assert "0 lines read, 1 to choose, 1 left out." in unsure
    assert re.search(r"moves Russo-German tension \+\d, [^<]* and 1 more<", found)
    found = client.get(f"/c/{at_war.slug}/facts/?say=paris+ax", headers=HTMX).text
    assert found.count("<button") >= 1
    assert 'value="Paris: European Axis"' in found
    assert "Russia" not in found

    def lines(words: str) -> list[str]:
        page = client.get(f"/c/{at_war.slug}/facts/?say={quote(words)}", headers=HTMX)
        return re.findall(r'<button name="line" value="([^"]*)"', page.text)

    # The first is what the words begin; what a power may do to every country is no answer to its name.
    assert lines("france f")[0] == "France falls"
    assert lines("italy")[0] == "Italy enters the war"
    assert lines("paris f")[0] == "Paris falls to Germany"
    assert lines("norway is")[0] == "Norway is conquered by Germany"
    # Each outcome stands there once, and nobody who does not fight.
    assert lines("oslo fa") == ["Oslo falls to Germany", "Oslo falls to Britain"]
    assert lines("oslo: ja") == ["Oslo: Japan"]
    # Nor is what is so already: the Western Allies hold Paris.
    assert "Paris falls to Britain" not in lines("paris f")
    assert 'data-for="paris ax"' in found
    desk = map_desk.map_desk(at_war.slug, at_war.players["germany"], "germany")
    offered = (one for group in desk.asked for one in group.facts)
    assert desk.example in {choice.line for one in offered for choice in one.choices}


def test_what_a_side_gains_by_is_said_with_one_click_and_the_rest_in_a_list(at_war: AtWar) -> None:
    germany = at_war.players["germany"]
    groups = map_desk.map_desk(at_war.slug, germany, "germany").asked
    [oslo] = [one for group in groups for one in group.facts if one.key == "control.oslo"]
    assert oslo.likely.after == "European Axis"
    page = html.unescape(signed_in(germany).get(f"/c/{at_war.slug}/facts/").text)
    assert f'<button name="line" value="{oslo.likely.line}"' in page
    assert f'<option value="{oslo.likely.line}"' not in page
    assert '<option value="Oslo: Western Allies"' in page
    sent(signed_in(germany), at_war, "take", line=oslo.likely.line)
    assert at_war.draft.values == {"control.oslo": "axis"}


def test_what_cannot_be_declared_is_refused_with_its_reason(table: Table, south: Client) -> None:
    page = sent(south, table, "say", say="the bridge stands: no")
    assert "Southland cannot declare this" in page
    too_many = {"action": "say", "say": "boats: 12"}
    fragment = south.post(f"/c/{table.slug}/facts/", too_many, headers=HTMX).text
    assert "at most 9" in fragment
    assert 'id="desk"' in fragment
    assert not Dispatch.objects.exists()


@pytest.mark.long
def test_what_others_declared_meanwhile_is_said_on_its_line(
    table: Table, north: Client, south: Client
) -> None:
    put(table, "north", BOATS)
    sent(south, table, "say", say="boats: 7")
    sent(south, table, "declare")
    page = sent(north, table, "declare")
    assert "Changed since you looked: Boats" in page
    assert "Changed meanwhile: now 7" in page
    sent(north, table, "say", say="boats: 5")
    sent(north, table, "declare")
    assert Act.objects.count() == 2


@pytest.mark.long
def test_a_whole_dispatch_is_confirmed_with_one_form(
    table: Table, north: Client, south: Client
) -> None:
    put(table, "north", BOATS)
    sent(north, table, "say", say="the bridge stands: no")
    sent(north, table, "declare")
    page = south.get(f"/c/{table.slug}/facts/").text
    assert re.search(r"Confirm\s+all 2", page)
    form = re.search(r'<form[^>]* id="confirm-1".*?</form>', page, re.S)[0]
    seen = html.unescape(re.search(r'name="seen" value="([^"]*)"', form)[1])
    keys = re.findall(r'type="checkbox" name="fact" value="([^"]*)"', page)
    assert sorted(keys) == ["boats", "bridge"]
    assert '"boats":"1:5"' in seen


def test_the_strip_says_what_waits_for_its_reader(
    table: Table, north: Client, south: Client
) -> None:
    def strip(client: Client) -> str:
        page = words_at(client, f"/c/{table.slug}/facts/")
        return page.partition('id="map-strip"')[2].partition("</section>")[0]

    put(table, "north", BOATS)
    sent(north, table, "declare")
    assert '<a class="small" href="#waiting">1 fact to confirm</a>' in strip(south)
    assert "Nothing written." not in strip(south)
    assert "to confirm" not in strip(north)
    assert "Nothing written." in strip(north)


def test_why_facts_are_asked_is_said_once_over_them(at_war: AtWar) -> None:
    page = signed_in(at_war.players["germany"]).get(f"/c/{at_war.slug}/facts/").text
    desk = map_desk.map_desk(at_war.slug, at_war.players["germany"], "germany")
    notes = [one.note for group in desk.asked for one in group.facts]
    often = [note for note in dict.fromkeys(notes) if notes.count(note) > 1]
    assert often
    for note in often:
        assert page.count(f"{note} <") == page.count('<p class="reason') / len(often) == 1, note


def test_nobody_else_gets_a_desk(table: Table, north: Client) -> None:
    put(table, "north", BOATS)
    for client in (Client(), signed_in(table.moderator)):
        page = client.get(f"/c/{table.slug}/facts/").text
        assert "This turn" not in page
        said = client.get(f"/c/{table.slug}/facts/?say=boats", headers=HTMX).text
        assert re.sub(r"\s*(<[^>]*>)\s*", r"\1", said) == (
            '<p class="quiet small" data-for="boats">Nothing on this map is called that. '
            "Try the name of a place or a country.</p>"
        )


@pytest.mark.long
def test_what_follows_and_what_is_usual_is_shown_before_it_is_declared(at_war: AtWar) -> None:
    client = signed_in(at_war.players["germany"])
    page = sent(client, at_war, "say", say="paris: axis")
    follows = page[page.index("What follows from it") :]
    assert re.search(r"tension", follows[:4000], re.I)
    page = " ".join(sent(client, at_war, "say", say="paris, brussels: axis").split())
    track = page.partition('<section class="scale">')[2].partition("</section>")[0]
    assert "Russo-German tension" in track
    assert re.search(r'class="scale-line[^"]*" role="img"', track)
    assert re.search(r"Reaches \d+|No threshold. \d+ more to \d+: ", track)
    page = client.get(f"/c/{at_war.slug}/facts/").text
    asked = page[page.index("Usually declared now") :]
    assert 5 <= asked[: asked.index("Or paste")].count('class="asked"') <= 24


def test_a_long_sheet_is_fetched_when_it_is_opened_and_what_is_asked_for_is_there(
    at_war: AtWar,
) -> None:
    client = signed_in(at_war.players["germany"])
    address = f"/c/{at_war.slug}/facts/"
    page = client.get(address).text
    assert 'id="fact-' not in page
    part = re.search(r'<details[^>]*id="sheet"[^>]*hx-get="([^"]*)"', page)
    fetched = client.get(part[1].replace("&amp;", "&")).text
    assert "<html" not in fetched
    facts = re.findall(r'id="fact-[^"]*"', fetched)
    assert len(facts) > 100
    assert f"{len(facts)} facts, as a reference" in page
    for asked in ("sheet=whole", "find=paris", "fact=control.paris"):
        assert 'id="fact-control.paris"' in client.get(f"{address}?{asked}").text


def test_the_sheet_is_searched_and_the_desk_says_until_when_with_an_example_of_this_game(
    table: Table, north: Client
) -> None:
    page = north.get(f"/c/{table.slug}/facts/?find=boat").text
    assert 'id="fact-boats"' in page
    assert 'id="fact-bridge"' not in page
    page = north.get(f"/c/{table.slug}/facts/?only=changed").text
    assert 'id="fact-' not in page
    page = words_at(north, f"/c/{table.slug}/facts/")
    head = page.split("Enter what changed on your map")[0]
    assert "<b>Placing, Turn 1</b>" in head
    assert "due " in head
    assert "Declaring does not end the phase: your orders do." in page
    assert f'href="/c/{table.slug}/?power=north#orders"' in page
    assert "Paris" not in page
    desk = map_desk.map_desk(table.slug, table.players["north"], "north")
    assert dispatch_text.read(reading(table.slug).book, desk.example)[0].understood


def test_your_orders_say_what_is_written_and_not_declared(table: Table, north: Client) -> None:
    here = f"/c/{table.slug}/"
    assert "nothing declared yet" in words_at(north, here)
    put(table, "north", BOATS)
    assert "1 line, not declared" in words_at(north, here)
    sent(north, table, "declare")
    assert "1 fact declared in this phase" in words_at(north, here)


def _other_group(number: int, *keys: str, **given: Any) -> Table:
    """Another campaign of the tiny book, whose players declared these facts in its first turn."""
    host = person(f"host{number}")
    other = a_campaign(by=host, seats=dict.fromkeys(POWERS, host), title=f"Group {number}", **given)
    for key in keys:
        propose(other, **{key: {"boats": 7, "bridge": False}[key]})
    return other


def _others_asked(table: Table) -> list[tuple[str, str]]:
    desk = map_desk.map_desk(table.slug, table.players["north"])
    return [(one.key, one.note) for group in desk.asked if group.others for one in group.facts]


@pytest.mark.long
def test_what_groups_like_yours_declared_at_this_date_is_asked_about(
    table: Table, north: Client
) -> None:
    groups = [_other_group(number, "boats") for number in range(4)]
    assert _others_asked(table) == []  # four are too few
    groups.append(_other_group(5, "boats", "bridge"))
    assert _others_asked(table) == [("boats", "in 5 of 5 campaigns")]  # one bridge is no habit
    page = north.get(f"/c/{table.slug}/facts/").text
    assert f"In {table.phase.turn_title}, groups like yours" in page
    sent(north, table, "say", say="boats: 5")
    assert _others_asked(table) == []  # it is written already
    sent(north, table, "undo", drop="boats")
    groups[0].campaign.phases.update(undone_at=timezone.now())
    assert _others_asked(table) == []


@pytest.mark.long
@pytest.mark.parametrize("hidden", [{"private": True}, {"listed": False}, {"delay": 1}])
def test_what_not_everybody_reads_as_it_stands_says_nothing_to_other_groups(
    table: Table, hidden: dict[str, Any]
) -> None:
    for number in range(4):
        _other_group(number, "boats")
    _other_group(5, "boats", **hidden)
    assert _others_asked(table) == []


@pytest.mark.parametrize("book", registry.BOOKS)
def test_every_book_has_an_example_that_is_understood(book: str) -> None:
    lexicon = Lexicon(registry.BOOKS[book])
    (line,) = text.read(lexicon, lexicon.example)
    assert line.statements
    (line,) = text.read(lexicon, "Nothing of the sort")
    assert lexicon.example in line.problem

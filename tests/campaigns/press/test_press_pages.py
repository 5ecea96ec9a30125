"""The pages of press and notes, used as a browser without scripts uses them."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from bs4 import BeautifulSoup
from django.test import Client
from django.utils import timezone

from campaigns.models import Note, PressMessage, PressReport, PressThread
from campaigns.selectors.press import thread as thread_selector
from campaigns.selectors.press.press_records import LETTERS, ROOM, MessageLine
from campaigns.selectors.press.thread import thread_page
from campaigns.services.press import notes, press_messages, press_settings
from frontend.markdown import in_two
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table
from tests.support.press import allow, reply, say

HX = {"HX-Request": "true"}


def shown(client: Client, address: str, status: int = 200, **more: Any) -> str:
    answer = client.get(address, **more)
    assert answer.status_code == status, answer.content[:300]
    return str(answer.text)


def soup(client: Client, address: str, **more: Any) -> BeautifulSoup:
    return BeautifulSoup(shown(client, address, **more), "html.parser")


def sent(client: Client, address: str, **fields: Any) -> Any:
    return client.post(address, fields, follow=True)


@pytest.mark.long
def test_a_thread_is_begun_answered_edited_and_reported(
    table: Table, north: Client, south: Client
) -> None:
    here = f"/c/{table.slug}/press/"
    assert 'name="to" value="south"' in shown(north, here)
    answer = sent(
        north, here, action="begin", power="north", to="south", text="Meet *me*", quotes="1, 2"
    )
    assert answer.status_code == 200
    page = answer.text
    assert "Meet <em>me</em>" in page
    assert "Log entry 2" in page
    thread = PressThread.objects.get().key
    listed = shown(south, here)
    assert "Meet me" in listed
    assert re.search(r'data-counts="press"[^>]*>1<', listed)
    opened = f"{here}{thread}/"
    written = sent(south, opened, action="write", power="south", text="No <b>way</b>")
    assert written.status_code == 200
    message = PressMessage.objects.order_by("pk").last()
    assert "&lt;b&gt;" in shown(north, opened)
    assert "What is wrong with this message?" in shown(north, f"{opened}?report={message.key}")
    sent(north, opened, action="report", message=message.key, reason="Rude")
    assert PressReport.objects.count() == 1
    assert "Change your message" in shown(south, f"{opened}?edit={message.key}")
    sent(south, opened, action="edit", message=message.key, text="Well then")
    changed = shown(north, opened)
    assert "Well then" in changed
    assert "What it said before" in changed


@pytest.mark.long
def test_a_log_entry_is_quoted_by_a_click(table: Table, north: Client) -> None:
    thread = say(table, "north", ("south",))
    log, here = shown(north, f"/c/{table.slug}/log/"), f"/c/{table.slug}/press/"
    assert re.search(rf'href="{here}\?quote=\d+"', log)
    assert f"{here}?quote=" in shown(north, f"/c/{table.slug}/"), "and beside the last phase"
    spectator = signed_in(person("spectator"))
    for address in (f"/c/{table.slug}/log/", f"/c/{table.slug}/"):
        assert "quote=" not in shown(spectator, address)
    chosen = re.compile(r'name="quotes" value="1"\s+checked')
    page = shown(north, f"{here}?quote=1")
    assert chosen.search(page), "a new message quotes it"
    assert f"{here}{thread}/?power=north&amp;quote=1#write" in page, "and so may one in a thread"
    assert chosen.search(shown(north, f"{here}{thread}/?quote=1"))
    assert not re.search(r'name="quotes" value="\d', shown(north, f"{here}?quote=99999"))
    # The last entries come when they are asked for, with scripts and without.
    picked = shown(north, f"{here}?pick=1", headers=HX)
    assert re.search(r'name="quotes" value="1"', picked)
    assert "<h1" not in picked
    assert 'name="quotes" value="1"' in shown(north, f"{here}{thread}/?pick=1")
    fields = {"action": "write", "power": "north", "text": "See", "quotes": ["1", "2"]}
    assert "Log entry 2" in sent(north, f"{here}{thread}/", **fields).text


@pytest.mark.long
def test_threads_are_listed_by_what_is_asked_of_them(table: Table, south: Client) -> None:
    say(table, "north", ("south",), "Read this")
    here = f"/c/{table.slug}/press/"
    everything, unread = shown(south, here), shown(south, f"{here}?show=unread")
    assert "Read this" in everything
    assert "Announcements" in everything
    assert "Read this" in unread
    assert "from the moderator" not in unread
    public = shown(south, f"{here}?show=public")
    assert "Read this" not in public
    assert "from the moderator" in public
    thread = PressThread.objects.get().key
    press_settings.mark_read(table.slug, by=table.players["south"], thread=thread)
    assert "You have read everything." in shown(south, f"{here}?show=unread")
    # The deadline stands beside the list as beside a thread.
    for address in (here, f"{here}{thread}/"):
        assert re.search(r"\d of \d have sealed\.", shown(south, address))


@pytest.mark.parametrize("title", ["", "The <bridge>"])
def test_a_group_is_named_as_one_speaks_it_and_its_deadline_stands_above(
    title: str, table: Table
) -> None:
    thread = say(table, "north", ("south", "isle"), title=title)
    page = soup(signed_in(table.players["south"]), f"/c/{table.slug}/press/{thread}/")
    names = "Northland, Southland and the Isle"
    assert " ".join(page.h1.get_text().split()) == (title or names)
    line = page.select_one(".thread-line[aria-current]")
    if title:
        below = page.h1.find_next_sibling("p")
        assert " ".join(below.get_text().split()) == names
        assert f"Northland and the Isle: {title}" in " ".join(line.get_text().split())
        assert names in " ".join(line.get_text().split()), "with their names for whoever sees it"
    assert page.select_one(".back a[href$='#orders'] [data-countdown]")


@pytest.mark.long
def test_what_is_refused_stands_in_the_form_again(table: Table, north: Client) -> None:
    here = f"/c/{table.slug}/press/"
    answer = north.post(here, {"action": "begin", "power": "north", "text": "A long letter"})
    assert answer.status_code == 400
    assert "A long letter" in answer.text
    thread = say(table, "north", ("south",))
    fields = {"action": "write", "power": "north", "text": "Look at this", "quotes": "x"}
    answer = north.post(f"{here}{thread}/", fields)
    assert answer.status_code == 400
    assert "Look at this" in answer.text
    assert "no number of a log entry" in answer.text


@pytest.mark.long
def test_reading_counts_once_it_is_said_so_and_muting_ends_it(table: Table, south: Client) -> None:
    thread = say(table, "north", ("south",))
    here = f"/c/{table.slug}/press/{thread}/"
    assert 'hx-trigger="load"' in shown(south, here)
    assert 'hx-trigger="load"' in shown(south, here), "looking changes nothing"
    told = south.post(here, {"action": "read"}, headers=HX).text
    assert "hidden" in told
    assert 'hx-trigger="load"' not in shown(south, here)
    assert sent(south, here, action="mute").status_code == 200
    reply(table, "north", thread)
    count = shown(south, f"/c/{table.slug}/press/?part=count", headers=HX)
    assert "hidden" in count


@pytest.mark.long
def test_the_moderator_says_what_is_allowed_on_the_page(table: Table) -> None:
    here = f"/c/{table.slug}/press/"
    moderator = signed_in(table.moderator)
    assert "Change this" in shown(moderator, here)
    sent(moderator, here, action="policy", allowed="public", anonymous="yes", reason="As agreed")
    north = shown(signed_in(table.players["north"]), here)
    assert "Change this" not in north
    assert "This campaign has no private press." in north
    assert "without its name" in north
    log = shown(north_client := signed_in(None), f"/c/{table.slug}/log/")
    assert "Press changed by <bdi>moderator</bdi>: public only, also without a name" in log
    answer = north_client.post(here, {"action": "policy", "allowed": "full", "reason": "x"})
    assert answer.status_code == 401


@pytest.mark.long
def test_others_get_the_page_of_a_thread_that_is_not_there(table: Table) -> None:
    thread = say(table, "north", ("south",), "Only for us")
    here = f"/c/{table.slug}/press/"
    for who in (table.players["isle"], table.moderator, person("reader"), None):
        client = signed_in(who)
        pages = [shown(client, f"{here}{key}/", 404).replace(key, "") for key in (thread, "5e" * 6)]
        drawn = [re.sub(r'"X-CSRFToken": "\w+"|value="[\w-]{20,}"', "", page) for page in pages]
        assert drawn[0] == drawn[1]
        assert "Only for us" not in shown(client, here)
        assert "Only for us" not in shown(client, f"{here}?q=only+for")


@pytest.mark.long
def test_a_visitor_reads_the_public_press_and_is_counted_nothing(table: Table) -> None:
    allow(table, anonymous=True)
    reply(table, "north", "public", "Beware", masked=True)
    page = shown(signed_in(None), f"/c/{table.slug}/press/public/")
    assert "Beware" in page
    assert "A power without its name" in page
    assert 'data-counts="press"' not in page
    press_settings.mark_read(table.slug, by=table.players["north"], thread="public")
    press_messages.write(table.slug, by=table.moderator, thread="announcements", text="Welcome")
    assert "The moderator" in shown(signed_in(None), f"/c/{table.slug}/press/announcements/")


@pytest.mark.long
def test_after_the_end_a_thread_is_opened_by_its_parties_on_the_page(table: Table) -> None:
    allow(table, opens=True)
    thread = say(table, "north", ("south",))
    here = f"/c/{table.slug}/press/{thread}/"
    for power in ("north", "south"):
        client = signed_in(table.players[power])
        assert "Agree to open it" in shown(client, here)
        sent(client, here, action="agree", power=power)
        assert "Keep it closed" in shown(client, here)


# --- Notes --------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_note_is_saved_beside_a_phase_and_listed(table: Table, north: Client) -> None:
    here = f"/c/{table.slug}/notes/"
    beside = shown(north, f"{here}?about=phase/1", headers=HX)
    assert "Save note" in beside
    assert 'hx-target="this"' in beside, "it takes no target from what it stands in"
    answer = north.post(here, {"subject": "phase/1", "text": "Mind the mill"}, headers=HX)
    assert "Saved." in answer.text
    assert "Mind the mill" in shown(north, here)
    assert "Mind the mill" not in shown(signed_in(table.players["south"]), here)
    notes.keep(table.slug, by=table.players["north"], subject="phase/1", text="Changed elsewhere")
    stale = {"subject": "phase/1", "text": "My own words", "seen": "1234"}
    answer = north.post(here, stale)
    assert answer.status_code == 409
    page = answer.text
    assert "My own words" in page
    assert "Changed elsewhere" in page
    north.post(here, {"subject": "phase/1", "text": ""})
    assert not Note.objects.exists()


@pytest.mark.parametrize("about", ["nothing", "phase/x", "country/../x"])
def test_a_note_about_nothing_is_refused(table: Table, about: str, north: Client) -> None:
    shown(north, f"/c/{table.slug}/notes/?about={about}", 400)
    answer = north.post(f"/c/{table.slug}/notes/", {"subject": about, "text": "x"}, headers=HX)
    assert answer.status_code == 400


def test_who_plays_alone_is_told_so_and_has_no_form(found: Callable[..., Table]) -> None:
    table = found(bots=("south", "isle"))
    north = signed_in(table.players["north"])
    here = f"/c/{table.slug}/press/"
    page = shown(north, here)
    assert "nobody to send a letter to" in page
    assert "New thread" not in shown(north, f"{here}public/")
    assert 'name="to"' not in page
    assert 'value="begin"' not in page
    assert f'href="{here}public/#write"' in page


def test_no_link_between_threads_names_a_power_that_is_none(table: Table) -> None:
    say(table, "north", ("south",))
    here = f"/c/{table.slug}/press/"
    for client, power in ((signed_in(table.players["north"]), "north"), (Client(), "")):
        for page in (shown(client, here), shown(client, f"{here}public/")):
            assert "power=&" not in page
            assert '?power="' not in page
            assert f'href="{here}public/{f"?power={power}" if power else ""}"' in page


def test_a_phone_folds_what_was_read_and_nothing_that_is_unread(
    table: Table, south: Client
) -> None:
    thread = say(table, "north", ("south",))
    fits = ROOM // 4  # each takes four lines, and so does where its phase begins
    for number in range(fits + 3):
        reply(table, "north", thread, f"Letter {number}")
    here = f"/c/{table.slug}/press/{thread}/"

    def folded(address: str, **more: Any) -> tuple[int, BeautifulSoup]:
        page = soup(south, address, **more)
        return len(page.select("#older-messages .message")), page

    count, page = folded(here)
    assert count == 0
    assert f"{fits - 1} unread" in page.text
    assert "5 more unread messages" in page.text
    sent(south, here, action="read")
    count, page = folded(here)
    assert count == thread_selector.SHOWN - fits
    assert "unread" not in page.select_one("#messages").text
    # What comes while somebody reads folds nothing under them.
    since = json.loads(page.select_one("#messages")["hx-vals"])["since"]
    reply(table, "north", thread, "One more")
    _count, page = folded(f"{here}?since={since}", headers=HX)
    [first, *_rest] = page.select(".message:not(#older-messages .message)")
    assert first["id"] == f"m-{since}"


def test_all_that_is_unread_stands_on_the_page_that_is_then_read(
    table: Table, monkeypatch: pytest.MonkeyPatch, south: Client
) -> None:
    monkeypatch.setattr(thread_selector, "SHOWN", 2)
    monkeypatch.setattr(thread_selector, "MOST_SHOWN", 6)
    thread = say(table, "north", ("south",))
    here = f"/c/{table.slug}/press/{thread}/"

    def letters(address: str, **more: Any) -> tuple[list[str], BeautifulSoup]:
        page = soup(south, address, **more)
        return [one.get_text().strip() for one in page.select(".message .words")], page

    for number in range(4):
        reply(table, "north", thread, f"Letter {number}")
    found, page = letters(here)
    assert len(found) == 5
    assert "5 unread" in page.text
    since = json.loads(page.select_one("#messages")["hx-vals"])["since"]
    sent(south, here, action="read")
    assert letters(here)[0] == ["Letter 2", "Letter 3"]
    # They stay where they are while somebody reads them, and another letter comes.
    reply(table, "north", thread, "Letter 4")
    assert len(letters(f"{here}?since={since}", headers=HX)[0]) == 6
    reply(table, "north", thread, "Letter 5")
    assert len(letters(f"{here}?since={since}", headers=HX)[0]) == 6
    _letters, page = letters(f"{here}?since=nonsense%22")
    assert page.select_one("#messages")["hx-vals"].count('"') == 8


@pytest.mark.parametrize("most", [thread_selector.MOST_SHOWN, ROOM // 4])
def test_a_page_that_is_not_the_last_stays_as_it_is_while_more_comes(
    most: int, table: Table, monkeypatch: pytest.MonkeyPatch, south: Client
) -> None:
    """However much waits behind it, nothing of it goes and nothing more is shown, and so taken for read."""
    monkeypatch.setattr(thread_selector, "MOST_SHOWN", most)
    thread = say(table, "north", ("south",))
    for number in range(ROOM // 4 + 2):
        reply(table, "north", thread, f"Letter {number}")
    here = f"/c/{table.slug}/press/{thread}/"

    def opened(**more: Any) -> tuple[list[str], str, dict[str, str]]:
        page = soup(south, here, **more)
        box = page.select_one("#messages")
        [later] = page.select("a[rel=next]")
        kept = json.loads(box["hx-vals"]) if box else {}
        return [one.text.strip() for one in page.select(".words")], later.text.strip(), kept

    found, more, kept = opened()
    assert more == "4 more unread messages"
    sent(south, here, action="read", message=kept["to"])
    reply(table, "north", thread, "One more")
    assert opened(data=kept, headers=HX)[:2] == (found, "5 more unread messages")


def test_a_later_page_stays_as_it_is_as_well(table: Table, south: Client) -> None:
    thread = say(table, "north", ("south",))
    for _ in range(3):
        reply(table, "north", thread, "word " * (ROOM // 2 * LETTERS // 5))
    here = f"/c/{table.slug}/press/{thread}/"
    first = soup(south, here)
    kept = json.loads(first.select_one("#messages")["hx-vals"])
    sent(south, here, action="read", message=kept["to"])
    later = f"{here}{first.select_one('a[rel=next]')['href']}"
    page = soup(south, later)
    kept = json.loads(page.select_one("#messages")["hx-vals"])
    again = shown(south, f"{later}&{urlencode(kept)}", headers=HX)
    assert again.count('class="words"') == len(page.select(".words")) == 1


def test_a_long_message_is_cut_where_a_paragraph_ends() -> None:
    def line(text: str) -> MessageLine:
        at = timezone.now()
        rest: dict[str, Any] = {"badge": None, "edited": None, "earlier": (), "phase": 1, "at": at}
        return MessageLine(key="m", masked=False, mine=False, text=text, **rest)

    short = "word " * 100
    assert in_two(line(short)) == (short, "")
    paragraph = f"{short.strip()}.\n\n"
    begins, rest = in_two(line(paragraph * 6))
    assert begins.count(short.strip()) == 2
    assert rest == paragraph * 4
    begins, rest = in_two(line("word" * 1500))
    assert (len(begins) + len(rest), bool(rest)) == (6000, True)


def test_only_what_was_shown_is_read(
    table: Table, monkeypatch: pytest.MonkeyPatch, south: Client
) -> None:
    """Where more is unread than a page shows, the page begins with the first of it, and the rest waits."""
    monkeypatch.setattr(thread_selector, "SHOWN", 2)
    monkeypatch.setattr(thread_selector, "MOST_SHOWN", 3)
    thread = say(table, "north", ("south",), "Letter 0")
    for number in range(1, 8):
        reply(table, "north", thread, f"Letter {number}")
    here = f"/c/{table.slug}/press/{thread}/"

    def opened(query: str = "") -> tuple[list[int], BeautifulSoup]:
        page = soup(south, here + query)
        return [int(one.text.split()[-1]) for one in page.select("article .words")], page

    def waiting() -> int:
        return thread_page(table.slug, thread, table.players["south"]).thread.unread

    def read(page: BeautifulSoup) -> None:
        fields = {one["name"]: one["value"] for one in page.select(".mark-read input[name]")}
        sent(south, here, **fields)

    found, page = opened()
    assert found == [0, 1, 2]
    # Whoever looks at the end without what is before it has not read what is before it.
    [later] = [one["href"] for one in page.select("a[rel=next]")]
    assert opened(later)[0] == [3, 4]
    assert not opened(later)[1].select(".mark-read")
    assert waiting() == 8
    read(page)
    assert waiting() == 5
    found, page = opened()
    assert found == [3, 4, 5]
    # An answer reads what stands above it, and nothing after that.
    seen = page.select_one("#write input[name=seen]")["value"]
    sent(south, here, action="write", power="south", text="Letter 8", seen=seen)
    assert waiting() == 3
    found, page = opened()
    assert found == [6, 7, 8]
    assert not page.select("a[rel=next]")
    read(page)
    assert waiting() == 0
    assert opened()[0] == [7, 8]

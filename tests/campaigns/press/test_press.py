"""What powers say to each other: who may read it, what a campaign allows, and what nobody is told."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.domain.entries.moderators import PressChanged
from campaigns.errors import (
    NoSuchCampaign,
    NoSuchPage,
    NotNow,
    NotOnTheMenu,
    NotYours,
    SignInFirst,
    TooOften,
)
from campaigns.models import (
    Campaign,
    LogEntry,
    PressMark,
    PressMessage,
    PressReport,
    PressThread,
    Status,
)
from campaigns.sealed import sealing
from campaigns.sealed.sealing import CannotUnseal
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.log import read_marks
from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.press import notes_page
from campaigns.selectors.press.press_records import PressPage
from campaigns.selectors.press.quotable import QuoteRequest, offered_to_quote
from campaigns.selectors.press.thread import thread_page
from campaigns.selectors.press.threads import press_page
from campaigns.selectors.reader import press_access as contents
from campaigns.selectors.reader.access import reading
from campaigns.selectors.seats import hand_over as hand_over_packet
from campaigns.services.log import push
from campaigns.services.press import press_messages, press_settings
from campaigns.services.seats import seats
from tests.support.accounts import person
from tests.support.campaigns import Table
from tests.support.clock import follows
from tests.support.press import HELLO, allow, other_readers, reply, say
from tests.support.seats import deputize


def listed(table: Table, who: Any, words: str = "") -> PressPage:
    return press_page(table.slug, who, words=words)


def texts(table: Table, who: Any, thread: str) -> list[str]:
    found = thread_page(table.slug, thread, who)
    return [item.message.text for item in found.items if item.message]


def edit(table: Table, power: str, thread: str, message: str, text: str) -> None:
    by = table.players[power]
    press_messages.edit(table.slug, by=by, thread=thread, message=message, text=text)


def agree(table: Table, power: str, thread: str, by: Any = None, **more: Any) -> None:
    by = by or table.players[power]
    press_settings.agree(table.slug, by=by, thread=thread, power=power, **more)


def report(table: Table, power: str, thread: str, message: str, reason: str) -> None:
    by = table.players[power]
    press_settings.report(table.slug, by=by, thread=thread, message=message, reason=reason)


def keys(found: PressPage) -> list[str]:
    return [line.key for line in (*found.private, *found.groups)]


def test_threads_of_others_are_neither_fetched_nor_opened_for_a_reader(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long the page takes says next to nothing of how many there are."""
    own = say(table, "isle", ("north",))
    say(table, "north", ("south",), "Between us.")
    looked, opened = list[str](), list[str]()
    token, unseal = contents.token, sealing.unseal

    def look(campaign: Campaign, thread: str, power: str) -> int:
        looked.append(thread)
        return token(campaign, thread, power)

    def noting(sealed: Any, *, bound_to: str) -> bytes:
        kind, _, *rest = bound_to.split("/")
        if kind == "press":
            opened.extend(rest)
        return unseal(sealed, bound_to=bound_to)

    monkeypatch.setattr(contents, "token", look)
    monkeypatch.setattr(sealing, "unseal", noting)
    for who in (None, person("spectator")):
        listed(table, who)
    assert (looked, opened) == ([], [])
    with CaptureQueriesContext(connection) as asked:
        assert keys(listed(table, table.players["isle"])) == [own]
    assert set(opened) == {own}
    fetched = [one["sql"] for one in asked if 'FROM "campaigns_pressthread"' in one["sql"]]
    with_content = [one for one in fetched if '"campaigns_pressthread"."content"' in one]
    assert ["IN (" in one for one in with_content] == [True]


def test_a_thread_asks_no_more_for_entries_that_arequoted(table: Table) -> None:
    north = table.players["north"]

    def asked(quotes: tuple[int, ...]) -> int:
        reply(table, "south", thread, quotes=quotes)
        with CaptureQueriesContext(connection) as queries:
            page = thread_page(table.slug, thread, north)
        shown = [item.message for item in page.items if item.message is not None]
        assert [quote.number for quote in shown[-1].quotes] == list(quotes)
        assert all(quote.lines for quote in shown[-1].quotes)
        return len(queries)

    thread = say(table, "north", ("south",))
    first = asked((1,))
    assert asked((2, 3, 4)) <= first
    assert asked((3, 4, 5)) <= first


# --- Private threads --------------------------------------------------------------------------------


@pytest.mark.long
def test_two_powers_write_to_each_other_and_nobody_else_learns_of_it(table: Table) -> None:
    before = LogEntry.objects.count(), Campaign.objects.values("secrets", "unheld").get()
    thread = say(table, "north", ("south",))
    reply(table, "south", thread)
    for power in ("north", "south"):
        assert texts(table, table.players[power], thread) == [HELLO, "Yes."]
    for who in other_readers(table, "north", "south"):
        assert keys(listed(table, who)) == []
        with pytest.raises(NoSuchPage):
            thread_page(table.slug, thread, who)
    assert (LogEntry.objects.count(), Campaign.objects.values("secrets", "unheld").get()) == before


@pytest.mark.long
def test_a_thread_of_others_is_refused_in_the_words_of_one_that_is_not_there(table: Table) -> None:
    thread = say(table, "north", ("south",))
    isle = table.players["isle"]
    said = set()
    for key in (thread, "nothing"):
        for ask in (
            lambda key=key: thread_page(table.slug, key, isle),
            lambda key=key: reply(table, "isle", key),
            lambda key=key: press_settings.mark_read(table.slug, by=isle, thread=key),
            lambda key=key: press_settings.mute(table.slug, by=isle, thread=key),
            lambda key=key: agree(table, "isle", key),
            lambda key=key: report(table, "isle", key, "x", "Rude"),
            lambda key=key: edit(table, "isle", key, "x", "Another"),
        ):
            with pytest.raises(NoSuchPage) as refused:
                ask()
            said.add(str(refused.value))
    assert len(said) == 1


def test_only_the_parties_are_pushed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: list[tuple[tuple[str, ...], str]] = []
    monkeypatch.setattr(
        push, "changed", lambda slug, what, *, power="": frames.append((tuple(what), power))
    )
    thread = say(table, "north", ("south",))
    message = reply(table, "south", thread)
    edit(table, "south", thread, message, "No.")
    agree(table, "south", thread)
    press_settings.mark_read(table.slug, by=table.players["south"], thread=thread)
    assert frames
    assert {what for what, _ in frames} == {("press",)}
    assert {power for _, power in frames} == {"north", "south"}


def test_the_same_powers_write_in_one_thread_and_another_title_is_another_one(table: Table) -> None:
    first = say(table, "north", ("south",))
    assert say(table, "south", ("north",)) == first
    group = say(table, "north", ("south", "isle"))
    other = say(table, "isle", ("south", "north"), title="  The   sea ")
    assert len({first, group, other}) == 3
    found = listed(table, table.players["isle"])
    assert [line.title for line in found.groups] == ["The sea", ""]
    assert [badge.key for badge in found.groups[0].others] == ["north", "south"]
    assert found.private == ()


def test_what_lies_in_the_database_tells_nothing(table: Table) -> None:
    thread = say(table, "north", ("south",), title="The valley")
    row, message = PressThread.objects.get(key=thread), PressMessage.objects.get()
    sealed = PressMessage.content.field.raw(message)
    assert b"bridge" not in sealed
    assert b"south" not in PressThread.content.field.raw(row) + sealed
    assert len(row.audience) == 3, "as many tokens as there are seats"
    # What is put in the place of another message does not open.
    reply(table, "south", thread)
    first, second = PressMessage.objects.order_by("number")
    PressMessage.objects.filter(pk=first.pk).update(content=PressMessage.content.field.raw(second))
    with pytest.raises(CannotUnseal):
        texts(table, table.players["north"], thread)


def test_nobody_writes_to_an_empty_seat_to_themselves_or_for_another(table: Table) -> None:
    for to in ((), ("north",), ("nowhere",)):
        with pytest.raises(NotOnTheMenu):
            say(table, "north", to)
    letter = {"power": "north", "to": ["south"], "text": HELLO}
    with pytest.raises(NotYours):
        press_messages.begin(table.slug, by=table.players["isle"], **letter)
    with pytest.raises(SignInFirst):
        press_messages.begin(table.slug, by=None, **letter)
    seats.leave(table.slug, by=table.players["south"], power="south")
    with pytest.raises(NotOnTheMenu, match="Nobody plays"):
        say(table, "north", ("south",))


def test_there_are_limits_of_length_and_number(table: Table, settings: Any) -> None:
    for text in ("", " \n ", "x" * (contents.LONGEST + 1), "a\0b"):
        with pytest.raises(NotOnTheMenu):
            say(table, "north", ("south",), text)
    with pytest.raises(NotOnTheMenu):
        say(table, "north", ("south",), title="x" * (contents.LONGEST_TITLE + 1))
    settings.LIMITS = {**settings.LIMITS, "press": "2 per hour"}
    thread = say(table, "south", ("isle",))
    reply(table, "south", thread)
    with pytest.raises(TooOften):
        reply(table, "south", thread)


# --- Seats change hands -------------------------------------------------------------------------------


def test_who_leaves_reads_no_more_and_a_successor_nothing_of_before(table: Table) -> None:
    thread = say(table, "north", ("south",), "For the old one only")
    left = table.players["south"]
    heir = follows(table, "south")
    assert keys(listed(table, left)) == keys(listed(table, heir)) == []
    for who in (left, heir):
        with pytest.raises(NoSuchPage):
            thread_page(table.slug, thread, who)
        assert listed(table, who, "old").found == ()
    assert campaign_page.campaign_page(table.slug, heir).reader.press == 0
    # What is said from now on is theirs, in the same thread.
    reply(table, "north", thread, "Welcome")
    assert texts(table, heir, thread) == ["Welcome"]
    assert campaign_page.campaign_page(table.slug, heir).reader.press == 1
    with pytest.raises(NoSuchPage):
        texts(table, left, thread)


@pytest.mark.long
def test_the_hand_over_packet_names_the_threads_that_a_successor_reads(table: Table) -> None:
    told = say(table, "north", ("south",), "You may hand this on")
    kept = say(table, "isle", ("south",), "Between us")
    later = say(table, "north", ("isle",), "Not of the south")
    left = table.players["south"]
    threads = hand_over_packet.hand_over(table.slug, left).threads
    assert {line.key for line in threads} == {told, kept}
    with pytest.raises(NotYours):
        hand_over_packet.hand_over(table.slug, left, "north")
    heir = follows(table, "south")
    reply(table, "north", told, "Are you new?")
    for _ in range(2):
        press_settings.hand_over(
            table.campaign, power="south", giver=left, heir=heir, threads=[told, later]
        )
    assert texts(table, heir, told) == ["You may hand this on", "Are you new?"]
    assert keys(listed(table, heir)) == [told]
    assert keys(listed(table, left)) == []


@pytest.mark.long
def test_a_deputy_reads_no_press_and_hears_of_none_unless_named_for_it(table: Table) -> None:
    thread = say(table, "south", ("north",), "For the north")
    plain, _ = deputize(table, "seal")
    named, _ = deputize(table, "see", press=True)
    standing = read_marks.listener(table.slug)
    assert keys(listed(table, plain)) == []
    assert campaign_page.campaign_page(table.slug, plain).reader.press == 0
    assert texts(table, named, thread) == ["For the north"]
    assert campaign_page.campaign_page(table.slug, named).reader.press == 1
    for who, hears in ((plain, False), (named, True), (table.players["north"], True)):
        assert standing.hears(who.pk, "north", ("press",)) is hears
        assert standing.hears(who.pk, "north", ("orders",))
        assert not standing.hears(who.pk, "south", ("press",))
    for who in (plain, named):
        letter = {"power": "north", "thread": thread, "text": "In its name"}
        with pytest.raises((NotYours, NoSuchPage)):
            press_messages.write(table.slug, by=who, **letter)
        with pytest.raises(NotYours):
            notes_page.notes_page(table.slug, who)


# --- What a campaign allows ---------------------------------------------------------------------------


@pytest.mark.long
def test_public_press_is_read_by_everybody_and_announcements_are_the_moderators(
    table: Table,
) -> None:
    reply(table, "north", "public", "Peace!")
    by = table.moderator
    press_messages.write(table.slug, by=by, thread="announcements", text="We play on Sunday.")
    press_messages.write(table.slug, by=by, thread="public", text="Well said.")
    for who in other_readers(table):
        assert texts(table, who, "public") == ["Peace!", "Well said."]
        assert texts(table, who, "announcements") == ["We play on Sunday."]
    with pytest.raises(NotYours):
        reply(table, "north", "announcements")
    with pytest.raises(NotYours):
        press_messages.write(table.slug, by=person("reader"), thread="public", text="Me too")
    Campaign.objects.update(private=True)
    with pytest.raises(NoSuchCampaign):
        press_page(table.slug, None)


def test_the_moderator_says_what_is_allowed_and_the_log_says_so(table: Table) -> None:
    thread = say(table, "north", ("south",))
    allow(table, "public")
    allow(table, "public")
    entry = LogEntry.objects.get(kind=PressChanged.tag)
    assert "As we agreed" in entry.body
    with pytest.raises(NotNow, match="no private press"):
        say(table, "north", ("south",))
    with pytest.raises(NotNow, match="no private press"):
        reply(table, "south", thread)
    assert texts(table, table.players["south"], thread) == [HELLO]
    reply(table, "north", "public")
    allow(table, "none")
    with pytest.raises(NotNow, match="no press"):
        reply(table, "north", "public")
    press_messages.write(table.slug, by=table.moderator, thread="announcements", text="No press.")
    with pytest.raises(NotYours):
        allow(table, by=table.players["north"])
    with pytest.raises(NotOnTheMenu):
        allow(table, "everything")


def test_a_power_writes_without_its_name_where_that_is_allowed(table: Table) -> None:
    with pytest.raises(NotNow, match="with their names"):
        say(table, "north", ("south",), masked=True)
    allow(table, anonymous=True)
    with pytest.raises(NotOnTheMenu):
        say(table, "north", ("south", "isle"), masked=True)
    thread = say(table, "north", ("south",), masked=True)
    assert say(table, "north", ("south",)) != thread
    assert say(table, "north", ("south",), masked=True) == thread
    reply(table, "south", thread, "Who are you?")
    reply(table, "north", thread, "Guess.")
    south, north = table.players["south"], table.players["north"]
    theirs = thread_page(table.slug, thread, south)
    assert "north" not in repr(theirs.thread)
    assert "north" not in repr(theirs.items)
    assert theirs.thread.masked
    mine = thread_page(table.slug, thread, north)
    assert mine.thread.my_mask
    assert mine.items[1].message.mine
    # In public too, for readers of every kind, and after a change of the policy.
    reply(table, "north", "public", "Beware of the isle.", masked=True)
    allow(table)
    for who in other_readers(table, "north"):
        items = thread_page(table.slug, "public", who).items
        [item] = [one.message for one in items if one.message]
        assert (item.badge, item.masked, item.mine) == (None, True, False)


# --- Edits, reports, marks ----------------------------------------------------------------------------


def test_an_edit_is_shown_as_one_with_what_was_said_before(table: Table) -> None:
    thread = say(table, "north", ("south",))
    message = reply(table, "south", thread, "I agree")
    for _ in range(2):
        edit(table, "south", thread, message, "I do not agree")
    line = thread_page(table.slug, thread, table.players["north"]).items[-1].message
    assert line.text == "I do not agree"
    assert [each.text for each in line.earlier] == ["I agree"]
    assert line.edited is not None
    with pytest.raises(NotYours):
        edit(table, "north", thread, message, "I sign")
    for number in range(contents.MOST_WORDINGS - 2):
        edit(table, "south", thread, message, f"Well, {number}")
    with pytest.raises(NotNow, match="wordings"):
        edit(table, "south", thread, message, "At last")


def test_a_report_hands_over_that_one_message_once(table: Table) -> None:
    thread = say(table, "north", ("south",), "Something vile")
    message = PressMessage.objects.get().key
    for _ in range(2):
        report(table, "south", thread, message, "  Vile  ")
    row = PressReport.objects.get()
    found = row.content
    assert [each.text for each in found.wordings] == ["Something vile"]
    assert (found.reason, found.power) == ("Vile", "north")
    assert found.person == table.players["north"].pk
    assert b"vile" not in PressReport.content.field.raw(row)
    with pytest.raises(NotOnTheMenu):
        report(table, "south", thread, message, " ")
    with pytest.raises(NotOnTheMenu, match="your own"):
        report(table, "north", thread, message, "Mine")


@pytest.mark.long
def test_unread_is_counted_for_each_reader_and_muted_threads_count_nothing(table: Table) -> None:
    north, south = table.players["north"], table.players["south"]
    thread = say(table, "north", ("south",))
    reply(table, "north", thread, "And?")
    reply(table, "isle", "public", "Peace!")

    def waiting(who: Any) -> int:
        number = campaign_page.campaign_page(table.slug, who).reader.press
        assert listed(table, who).unread == number
        return number

    assert (waiting(north), waiting(south)) == (1, 3)
    assert waiting(table.moderator) == 1
    assert waiting(person("spectator")) == 0
    press_settings.mark_read(table.slug, by=south, thread=thread)
    assert waiting(south) == 1
    press_settings.mute(table.slug, by=south, thread=thread)
    reply(table, "north", thread, "Still there?")
    assert waiting(south) == 1
    press_settings.mute(table.slug, by=south, thread=thread, muted=False)
    assert waiting(south) == 2
    # Who reads what does not stand in the clear either.
    assert str(south.pk) not in set(PressMark.objects.values_list("reader", flat=True))


@pytest.mark.long
def test_a_search_finds_what_its_reader_may_read(table: Table) -> None:
    say(table, "north", ("south",), "The treasure lies in the mill")
    say(table, "north", ("isle",), "Nothing lies in the mill")
    reply(table, "south", "public", "The MILL burns")

    def found(who: Any, words: str) -> list[str]:
        return [message.text for _, message in listed(table, who, words).found or ()]

    assert len(found(table.players["north"], "mill")) == 3
    assert found(table.players["south"], "treasure mill") == ["The treasure lies in the mill"]
    assert found(table.players["isle"], "treasure") == []
    for who in (table.moderator, None):
        assert found(who, "mill") == ["The MILL burns"]
    with pytest.raises(NotOnTheMenu):
        listed(table, None, "x" * 101)


def test_a_log_entry_is_quoted_without_what_its_writer_need_not_know(table: Table) -> None:
    """What was done in secret after it is no part of it, whoever reads the letter."""
    whole = [line.line.head for line in quoted(table, "isle")]
    table.act("south", {"kind": "whisper", "to": "isle"})
    assert [line.line.head for line in quoted(table, "south")] == whole
    at = reading(table.slug, table.players["south"])
    offered = offered_to_quote(at, QuoteRequest((table.campaign.log_seq,)))
    assert [line.line.head for line in offered.quoted[0].lines] == whole


def quoted(table: Table, reader: str) -> tuple[LogLine, ...]:
    """What the newest entry says in a letter of north's that quotes it."""
    thread = say(table, "north", (reader,), quotes=[table.campaign.log_seq])
    line = thread_page(table.slug, thread, table.players[reader]).items[-1].message
    return line.quotes[0].lines


def test_a_log_entry_is_quoted_once(table: Table) -> None:
    thread = say(table, "north", ("south",), quotes=[2, 2])
    line = thread_page(table.slug, thread, table.players["south"]).items[-1].message
    [quote] = line.quotes
    assert quote.number == 2
    assert quote.lines[0].seq == 2
    with pytest.raises(NotOnTheMenu, match="no entry"):
        say(table, "north", ("south",), quotes=[999])
    with pytest.raises(NotOnTheMenu, match="at most"):
        say(table, "north", ("south",), quotes=[1, 2, 3, 4, 5])


# --- The end ------------------------------------------------------------------------------------------


def _finish(table: Table) -> None:
    Campaign.objects.filter(slug=table.slug).update(status=Status.FINISHED, wakes_at=None)


@pytest.mark.long
def test_a_thread_opens_after_the_end_where_it_was_written_so_and_all_agree(table: Table) -> None:
    thread = say(table, "north", ("south",), "Before it was said")
    allow(table, opens=True)
    reply(table, "north", thread, "For the history")
    reply(table, "south", thread, "So be it")
    visitors = other_readers(table, "north", "south")
    agree(table, "north", thread)
    _finish(table)
    for who in visitors:
        assert keys(listed(table, who)) == []
    agree(table, "south", thread)
    for who in visitors:
        assert texts(table, who, thread) == ["For the history", "So be it"]
    assert len(texts(table, table.players["north"], thread)) == 3
    with pytest.raises(NotNow, match="already"):
        agree(table, "south", thread, agree=False)
    with pytest.raises(NotNow, match="over"):
        reply(table, "north", thread)
    reply(table, "north", "public", "Well played")


def test_without_everybodys_word_or_before_the_end_nothing_opens(table: Table) -> None:
    allow(table, opens=True)
    thread = say(table, "north", ("south",))
    for power in ("north", "south"):
        agree(table, power, thread)
    assert keys(listed(table, table.players["isle"])) == []
    agree(table, "south", thread, agree=False)
    _finish(table)
    assert keys(listed(table, table.players["isle"])) == []


def test_a_successor_does_not_agree_for_the_one_before(table: Table) -> None:
    allow(table, opens=True)
    thread = say(table, "north", ("south",), "To the old one")
    heir = follows(table, "south")
    reply(table, "north", thread, "To the new one")
    agree(table, "north", thread)
    agree(table, "south", thread, by=heir)
    _finish(table)
    assert texts(table, table.players["isle"], thread) == ["To the new one"]

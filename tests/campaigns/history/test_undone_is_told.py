"""After going back, nothing that was undone is told as if it held: in news, log, feed, history, press and notes."""

from collections.abc import Callable

import pytest
from django.test import Client

from campaigns.models import LogEntry, ReadMark
from campaigns.selectors.campaign import campaign_page, news
from campaigns.selectors.history import log_page
from campaigns.selectors.notifications import feeds, inbox
from campaigns.selectors.press import notes_page
from campaigns.services.press import notes as note_service
from tests.support.campaigns import Table, a_turn
from tests.support.pages.html import words_at
from tests.support.press import say
from tests.support.repair import all_agree, back


@pytest.fixture
def undone(found: Callable[..., Table]) -> Table:
    """Both resolved phases are undone; the north looked at the beginning, and wrote in the first and since."""
    table = found()
    north = table.players["north"]
    begun = table.campaign.log_seq
    say(table, "north", ("south",), text="We begin.")
    note_service.keep(table.slug, by=north, subject="phase/1", text="The bridge.")
    a_turn(table)
    back(table, 1)
    all_agree(table)
    ReadMark.objects.update_or_create(
        campaign=table.campaign, person=north, defaults={"seq": begun, "at": table.phase.opened_at}
    )
    return table


def test_news_board_log_feed_and_history_tell_of_going_back_and_mark_what_was_undone(
    undone: Table, client: Client
) -> None:
    north = undone.players["north"]
    told = news.news_part(undone.slug, north).news
    assert (told.headlines, told.further, told.rolled, told.changed) == ((), 0, (), None)
    heads = [line.line.head for line in told.told]
    assert sum(head.startswith("Back to ") for head in heads) == 1
    assert not any("Southland" in head for head in heads)
    [line] = inbox.inbox(north)
    assert line.headlines == ()
    shown = campaign_page.log_part(undone.slug, undone.players["north"]).log()
    assert shown[0].line.head.startswith("Back to ")
    assert not any(line.undone for line in shown)
    resolved = LogEntry.objects.filter(kind="phase.resolved").latest("seq")
    lines = log_page.log_page(undone.slug, at=resolved.seq).lines
    assert {line.undone for line in lines if line.seq == resolved.seq} == {True}
    asked = LogEntry.objects.get(kind="consent.asked").seq
    went = LogEntry.objects.get(kind="line.rolled_back").seq
    assert not any(line.undone for line in lines if line.seq in (asked, went))
    log = words_at(client, f"/c/{undone.slug}/log/?at={resolved.seq}")
    assert "Undone: <s><b>Resolved" in log
    titles = [entry.title for entry in feeds.feed(undone.slug).entries]
    assert titles[:2] == ["Turn 1: Placing has opened", "The campaign went back"]
    over = [title for title in titles if title.endswith("is resolved")]
    assert len(over) == 2
    assert all(title.startswith("Undone: ") for title in over)
    answer = client.get(f"/c/{undone.slug}/history/")
    assert answer.headers["Location"] == f"/c/{undone.slug}/history/2/"
    assert "nothing follows from this phase any more" in words_at(
        client, f"/c/{undone.slug}/history/", follow=True
    )


def test_notes_and_letters_keep_the_names_of_undone_phases(undone: Table, client: Client) -> None:
    north = undone.players["north"]
    titles = [note.title for note in notes_page.notes_page(undone.slug, north).notes]
    assert titles == ["The campaign", "Placing, Turn 1"]
    key = say(undone, "north", ("south",), text="And again.")
    client.force_login(north)
    thread = words_at(client, f"/c/{undone.slug}/press/{key}/")
    assert "Undone: <a" in thread

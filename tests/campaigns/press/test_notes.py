"""Notes of one's own: beside phases and countries, for nobody else's eyes."""

from typing import Any

import pytest

from accounts import services as accounts
from campaigns.errors import ChangedMeanwhile, NotNow, NotOnTheMenu, NotYours, SignInFirst
from campaigns.models import LogEntry, Note
from campaigns.selectors.press import notes_page as selector
from campaigns.selectors.reader import notes as contents
from campaigns.services.log import push
from campaigns.services.press import notes
from tests.support.accounts import person
from tests.support.campaigns import Table
from tests.support.clock import follows

SUBJECTS = ("country/the-valley", "phase/1", "campaign")


def keep(table: Table, subject: str, text: str = "Mind the mill", **more: Any) -> None:
    notes.keep(table.slug, by=table.players["north"], subject=subject, text=text, **more)


def mine(table: Table, power: str = "north") -> dict[str, str]:
    found = selector.notes_page(table.slug, table.players[power]).notes
    return {line.subject: line.text for line in found}


def test_a_note_stands_beside_a_phase_a_country_or_the_campaign(table: Table) -> None:
    for subject in SUBJECTS:
        keep(table, subject, f"About {subject}")
    found = selector.notes_page(table.slug, table.players["north"]).notes
    assert [line.subject for line in found] == ["campaign", "phase/1", "country/the-valley"]
    phase = f"{table.phase.title}, {table.phase.turn_title}"
    assert [line.title for line in found][1:] == [phase, "The Valley"]
    beside = selector.note_about(table.slug, table.players["north"], "phase/1")
    assert beside.text == "About phase/1"
    keep(table, "phase/1", " ")
    assert set(mine(table)) == {"campaign", "country/the-valley"}
    with pytest.raises(NotOnTheMenu):
        keep(table, "phase/zero")


def test_nobody_else_sees_or_hears_of_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: list[Any] = []
    monkeypatch.setattr(push, "changed", lambda *given, **more: frames.append(given))
    entries = LogEntry.objects.count()
    keep(table, "campaign", "Secretly east")
    assert (frames, LogEntry.objects.count()) == ([], entries)
    assert mine(table, "south") == {"campaign": ""}
    assert b"Secretly" not in Note.objects.values_list("content", flat=True).get()
    reader = person("reader")
    assert selector.note_about(table.slug, reader, "campaign") is None
    for who, refusal in ((reader, NotYours), (None, SignInFirst)):
        with pytest.raises(refusal):
            selector.notes_page(table.slug, who)
        with pytest.raises(refusal):
            notes.keep(table.slug, by=who, subject="campaign", text="Me too")


def test_a_successor_finds_none_and_who_leaves_has_lost_them(table: Table) -> None:
    keep(table, "campaign")
    left, heir = table.players["north"], follows(table)
    assert [line.text for line in selector.notes_page(table.slug, heir).notes] == [""]
    assert selector.note_about(table.slug, left, "campaign") is None


def test_nothing_unseen_is_overwritten_and_there_is_an_end(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = selector.note_about(table.slug, table.players["north"], "campaign")
    keep(table, "campaign", "In one window", seen=seen.version)
    with pytest.raises(ChangedMeanwhile):
        keep(table, "campaign", "In another", seen=seen.version)
    assert mine(table) == {"campaign": "In one window"}
    with pytest.raises(NotOnTheMenu):
        keep(table, "campaign", "x" * (contents.LONGEST + 1))
    monkeypatch.setattr(contents, "MOST", 1)
    with pytest.raises(NotNow):
        keep(table, "phase/1")


def test_they_go_with_the_account(table: Table) -> None:
    keep(table, "campaign")
    accounts.delete_account(table.players["north"].pk)
    assert not Note.objects.exists()

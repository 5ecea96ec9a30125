"""A reader's own notes, for nobody else: beside a phase or a country, and all of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns import rulebooks
from campaigns.errors import NotYours, SignInFirst
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader import notes
from campaigns.selectors.reader.access import Reading, reading


class NoteLine(Struct, frozen=True, kw_only=True):
    """A note; ``text`` is empty and ``at`` is ``None`` where there is none yet.

    ``subject`` is ``campaign``, ``phase/12`` or ``country/turkey``, ``title`` says it in words, and
    ``version`` is sent back with a change.
    """

    subject: str
    title: str
    text: str
    at: datetime | None
    version: str


class NotesPage(BasePage, frozen=True, kw_only=True):
    """All notes: that about the campaign first, phases from the newest, then countries."""

    notes: tuple[NoteLine, ...]


def notes_page(slug: str, person: Any = None) -> NotesPage:
    """The reader's notes. Raises ``SignInFirst``, and ``NotYours`` for who has no place at the table."""
    at = reading(slug, person)
    if at.person is None:
        raise SignInFirst(_("Notes are kept by players."), remedy=_("Sign in first."))
    if not _keeps(at):
        raise NotYours(
            _("Notes are kept by players and moderators."), remedy=_("Take a seat first.")
        )
    return NotesPage(head=head_of(at), reader=reader_of(at), notes=notes_of(at))


def notes_of(at: Reading) -> tuple[NoteLine, ...]:
    """The notes of a reader; that about the campaign is there even where it is empty."""
    if not _keeps(at):
        return ()
    found = {}
    for row in at.campaign.notes.filter(by=at.person):
        content = row.content
        found[content.subject] = (content.text, row.at)
    phases = _phases(at, found)
    return tuple(
        _line(subject, text, moment, phases)
        for subject in sorted({"campaign", *found}, key=_in_order)
        for text, moment in [found.get(subject, ("", None))]
    )


def note_about(slug: str, person: Any, subject: str) -> NoteLine | None:
    """The note beside something; ``None`` for a reader who keeps none here."""
    at = reading(slug, person)
    if not _keeps(at):
        return None
    key = notes.token(at.campaign, at.person, notes.require_subject(subject))
    row = at.campaign.notes.filter(by=at.person, subject=key).first()
    if row is None:
        return _line(subject, "", None, _phases(at, [subject]))
    return _line(subject, row.content.text, row.at, _phases(at, [subject]))


def _keeps(at: Reading) -> bool:
    return at.person is not None and bool(at.own_powers or at.is_moderator)


def _in_order(subject: str) -> tuple[int, int, str]:
    kind, _slash, rest = subject.partition("/")
    return ("campaign", "phase", "country").index(kind), -int(rest) if rest.isdigit() else 0, rest


def _phases(at: Reading, subjects: Any) -> dict[int, str]:
    """What the phases among these are called."""
    numbers = [int(one.partition("/")[2]) for one in subjects if one.startswith("phase/")]
    rows = at.campaign.phases.filter(number__in=numbers)
    return {
        number: title if turn in title else f"{title}, {turn}"
        for number, title, turn in rows.values_list("number", "title", "turn_title")
    }


def _line(subject: str, text: str, at: datetime | None, phases: Mapping[int, str]) -> NoteLine:
    kind, _slash, rest = subject.partition("/")
    title = _("The campaign")
    if kind == "phase":
        title = phases.get(int(rest), _("Phase %(rest)s") % {"rest": rest})
    elif kind == "country":
        title = rulebooks.in_words(rest).title()
    return NoteLine(
        subject=subject,
        title=title,
        text=text,
        at=at,
        version=notes.version_of(text, at),
    )

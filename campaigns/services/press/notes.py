"""Notes of one's own. Nobody else hears of them: no entry of the log, no frame, no number."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Note
from campaigns.models.note import NoteContent
from campaigns.selectors.reader import notes, record_versions
from campaigns.services.log.lock import locked_for_reader
from campaigns.services.log.service import service

STALE = (
    _lazy(
        "This note was changed in another window since you opened it. Nothing of this form was saved."
    ),
    _lazy("Compare both, then save again."),
)


@service("note")
def keep(slug: str, *, by: Any, subject: str, text: str, seen: str = "") -> None:
    """Write a note about the campaign, a phase or a country; an empty ``text`` takes it away.

    For those who play or moderate. ``seen`` is the version that it replaces: if it was changed since,
    nothing is done. The same again changes nothing. Raises ``NotOnTheMenu``, ``NotYours``,
    ``NotNow``, ``ChangedMeanwhile``.
    """
    campaign = locked_for_reader(slug, by)
    if not (
        campaign.seats.filter(person=by).exists() or campaign.moderators.filter(pk=by.pk).exists()
    ):
        raise NotYours(
            _("Notes are kept by players and moderators."), remedy=_("Take a seat first.")
        )
    text = text.replace("\r\n", "\n").strip()
    if len(text) > notes.LONGEST or "\0" in text:
        raise NotOnTheMenu(
            _("A note has at most %(longest)s letters, not %(length)s.")
            % {"longest": notes.LONGEST, "length": len(text)},
            field="text",
        )
    key = notes.token(campaign, by, notes.require_subject(subject))
    own = campaign.notes.filter(by=by)
    row = own.filter(subject=key).first()
    before = row.content.text if row is not None else ""
    if text == before:
        return
    record_versions.require(seen, notes.version_of(before, row.at if row else None), *STALE)
    if not text:
        own.filter(subject=key).delete()
        return
    if row is None and own.count() >= notes.MOST:
        raise NotNow(
            _("You keep %(most)s notes here already.") % {"most": notes.MOST},
            remedy=_("Delete one first."),
        )
    row = row or Note(campaign=campaign, by=by, subject=key)
    row.at = timezone.now()
    row.content = NoteContent(subject=subject, text=text)
    row.save()


def forget_all(user_id: int) -> None:
    """Take away every note of somebody whose account goes."""
    Note.objects.filter(by=user_id).delete()

"""Announcements of the site's staff: said on every page until they lapse or are taken back."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu
from campaigns.models import Announcement
from campaigns.services.log.idempotency import require_key, require_same
from campaigns.services.log.lock import require_staff
from campaigns.services.log.service import service

LONGEST_TEXT = 500


@service()
def announce(
    *,
    by: Any,
    key: str,
    text: str,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> Announcement:
    """Say something on every page, from ``starts_at`` (now) until ``ends_at`` (until it is taken back).

    A second call with the same ``key`` says nothing more. Raises ``NotYours`` for who is no staff,
    ``NotOnTheMenu`` for no text, too much of it or an end before the beginning, ``KeyUsed`` for another
    request under the key.
    """
    require_staff(by)
    now = timezone.now()
    if not (text := " ".join(text.split())):
        raise NotOnTheMenu(_("An announcement needs words."), field="text", remedy=_("Write them."))
    if len(text) > LONGEST_TEXT:
        raise NotOnTheMenu(
            _("An announcement has at most %(longest_text)s letters, not %(length)s.")
            % {"longest_text": LONGEST_TEXT, "length": len(text)},
            field="text",
        )
    if ends_at is not None and ends_at <= max(starts_at or now, now):
        raise NotOnTheMenu(
            _("It would end before anybody could read it."),
            field="ends",
            remedy=_("Choose a later end, or none."),
        )
    found, made = Announcement.objects.get_or_create(
        key=require_key(key),
        defaults={
            "text": text,
            "starts_at": starts_at or now,
            "ends_at": ends_at,
            "made_at": now,
            "by": by,
        },
    )
    if not made:
        require_same(found.text, text)
    return found


@service()
def take_back(*, by: Any, number: int) -> None:
    """Show an announcement no more. One that is taken back already stays as it is; ``NotOnTheMenu``
    for one that there is not.
    """
    require_staff(by)
    found = Announcement.objects.select_for_update().filter(pk=number).first()
    if found is None:
        raise NotOnTheMenu(_("There is no such announcement."), field="number")
    if found.taken_back_at is None:
        found.taken_back_at = timezone.now()
        found.save(update_fields=["taken_back_at"])

"""Notes of one's own: what they can be about, and how they lie in the database."""

import hmac
import re
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns.crypto import secret_log
from campaigns.errors import NotOnTheMenu
from campaigns.models import Campaign
from campaigns.proofs import commitments

LONGEST = 4000
"""Letters of one note."""
MOST = 400
"""How many somebody keeps in one campaign."""

_SUBJECT = re.compile(r"campaign|phase/[1-9][0-9]{0,5}|country/[a-z0-9_-]{1,60}")


def require_subject(subject: str) -> str:
    """A note is about the whole campaign, a phase or a country. Raises ``NotOnTheMenu``."""
    if not _SUBJECT.fullmatch(subject):
        raise NotOnTheMenu(
            _("A note is about the campaign, a phase or a country."),
            field="subject",
            remedy=_("Write campaign, phase/12 or country/turkey."),
        )
    return subject


def token(campaign: Campaign, person: Any, subject: str) -> str:
    """By which a note is found by its author."""
    text = "\0".join(("note", str(person.pk), subject))
    return hmac.digest(secret_log.keys(campaign).audience, text.encode(), "sha256").hex()


def version_of(text: str, at: datetime | None) -> str:
    """Sent back with a change, so that nothing is overwritten that was not seen."""
    return "0" if at is None else commitments.fingerprint([text, at.isoformat()])[:16]

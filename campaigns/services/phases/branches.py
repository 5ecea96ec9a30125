"""A new line of a campaign, from the phase in play on.

Phases of a line are played by the same agreed course; whoever changes that course (moves on to other
rules, or goes back to an earlier phase) begins another line. Earlier lines stay as they are, and their phases keep their numbers.

To be called with the campaign locked; the caller saves campaign and phase.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.errors import CampaignError, NotNow
from campaigns.models import Campaign, Phase
from campaigns.rulebooks import states
from campaigns.sealed.field import SealedField, sealed_fields
from campaigns.services.log.lock import of_campaign
from rules.kernel.serial import canonical


def begin(campaign: Campaign, phase: Phase) -> int:
    """Let the phase in play be the first of a new line; gives the line's number.

    What is sealed of the phase is bound to its place, line and number. It is sealed anew for the new
    place and looked at by nobody; the states of the phase are the caller's to keep again.
    """
    kept = [(field, row) for field, row in _sealed_in(phase) if field.open(row) is not None]
    campaign.line += 1
    phase.line = campaign.line
    for field, row in kept:
        row.save(update_fields=[field.attname])
    return campaign.line


def read_by(book: rulebooks.Book, state: Any) -> Any:
    """A state as another revision reads it. Raises ``NotNow`` where it cannot."""
    try:
        return book.read_state(canonical(state))
    except (ValueError, CampaignError) as error:
        raise NotNow(
            _("Revision %(revision)s cannot read the position of this campaign.")
            % {"revision": book.revision},
            remedy=_("This campaign stays with its own revision."),
        ) from error


def phase_of(campaign: Campaign, number: int, *, field: str) -> Phase:
    """A phase of the campaign, undone or not. Raises ``NotNow``, about the ``field`` of a form."""
    found = campaign.phases.filter(number=number).first()
    if found is None:
        raise NotNow(
            _("This campaign has no phase %(number)s.") % {"number": number},
            field=field,
            remedy=_("Choose one from its history."),
        )
    return of_campaign(found, campaign)


def opening_of(campaign: Campaign, target: Phase, *, field: str) -> Any:
    """The state with which a phase began, by the rules that the campaign has now. Raises ``NotNow``, about the
    ``field`` of a form, where by those rules it would be another phase.
    """
    book = states.book_of(campaign)
    state = read_by(book, states.at_opening(target))
    if book.phase(state).key != target.key:
        raise NotNow(
            _("By revision %(revision)s phase %(number)s would be another one.")
            % {"revision": book.revision, "number": target.number},
            field=field,
            remedy=_("Choose a later phase."),
        )
    return state


def _sealed_in(phase: Phase) -> Iterator[tuple[SealedField[Any, Any], Any]]:
    """Everything sealed that belongs to a phase, apart from what stands in its own row."""
    for field in sealed_fields():
        if "phase.line" in field.needs:
            rows: QuerySet[Any] = field.model._default_manager.filter(phase=phase)  # noqa: SLF001 - Django's documented name for it
            for row in rows.exclude(**{field.clear: True}) if field.clear else rows:
                row.phase = phase
                yield field, row

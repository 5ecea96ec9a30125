"""Voiding the seals of an open phase, unread: what they were sealed for is no longer so.

To be called with the campaign locked; the caller saves it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from campaigns.domain.entries.phases import OrderVoided
from campaigns.models import Campaign, Phase, Sheet
from campaigns.rulebooks import order_sheets
from campaigns.sealed.field import Sealed
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.orders import SealVoid
from campaigns.selectors.phase.clocks import of as clock_of
from campaigns.services.clock import phase_clock
from campaigns.services.log import entries
from campaigns.services.notifications import enqueue


def void_seals(
    campaign: Campaign, phase: Phase, *, reason: str, at: datetime, drafts: bool = True
) -> Sequence[str]:
    """Void every seal that counts in the open phase; gives the powers that had one.

    Nobody opens them: not now, and not when the phase is resolved. What a player sealed lies in
    their own hand again, as a draft, and a letter tells them to seal anew. Autopilots are the
    caller's to ask again (``phase_opening.seal_bots``), and so are players (:func:`ask_again`). Without a seal nothing is done, and without ``drafts``,
    where the phase itself is gone, neither draft nor letter is left.
    """
    counting = order_sheets.counting(phase)
    if not counting:
        return ()
    held = _held(campaign)
    for power, sheet in sorted(counting.items()):
        sheet.state = Sheet.State.WITHDRAWN
        sheet.save(update_fields=["state"])
        if drafts and sheet.by_id is not None and sheet.by_id == held.get(power):
            _as_draft(phase, sheet, at)
        entry = entries.append(
            campaign,
            OrderVoided(phase=phase.number, reason=reason),
            at=at,
            actor="clock",
            power=power,
            phase=phase,
            commitment=sheet.commitment,
        )
    if drafts:
        cause = Cause(phase, at, entry=entry, powers=counting.keys() & held.keys())
        enqueue.notify(SealVoid, cause)
    return sorted(counting)


def ask_again(
    campaign: Campaign, phase: Phase, powers: Sequence[str], *, reason: str, at: datetime
) -> None:
    """Give each of these powers that has a player the time to seal anew, after the entry that says why its seal is
    void (:meth:`campaigns.domain.clock.Clock.asked_again`). Saves the phase.
    """
    held = _held(campaign)
    for power in powers:
        before, name = clock_of(campaign, phase), phase_clock.name_of(campaign, power)
        clock = before.asked_again(power, at, name=name)
        if power in held and clock is not before:
            phase_clock.keep_longer(campaign, phase, clock, power, at=at, reason=reason)


def _held(campaign: Campaign) -> dict[str, int]:
    """The powers that have a player, each with them."""
    seats = campaign.seats.filter(bot=False, person__isnull=False)
    return dict(seats.values_list("power", "person"))


def _as_draft(phase: Phase, sheet: Sheet, at: datetime) -> None:
    """Give the order back to who sealed it, unless they are writing another one already.

    The envelope goes over unopened: a draft and a seal of one power lie in the same place.
    """
    own: dict[str, Any] = {"phase": phase, "power": sheet.power, "state": Sheet.State.DRAFT}
    if Sheet.objects.filter(**own, by=sheet.by_id).exists():
        return
    Sheet.objects.update_or_create(
        **own,
        defaults={
            "content": Sheet.content.field.raw(sheet) or Sealed(),
            "by_id": sheet.by_id,
            "at": at,
        },
    )

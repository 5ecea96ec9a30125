"""What-ifs: a player has the next phases played on in thought, as often as they like.

Nobody else hears of one: it writes no entry, sends no frame, and reads of the campaign only what its
player may know. It is played by the worker in a process of its own (:mod:`campaigns.rulebooks.whatif.subprocess`),
one at a time on the whole site.
"""

import secrets
from datetime import timedelta
from typing import Any

import msgspec
import structlog
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import Campaign, Phase, Sheet, WhatIf
from campaigns.rulebooks import menus, order_sheets, states
from campaigns.rulebooks.whatif import subprocess
from campaigns.rulebooks.whatif.simulate import MOST_PHASES, Simulation, SimulationRequest
from campaigns.selectors.orders import plan_contents, what_if_contents
from campaigns.selectors.orders.what_if_contents import WhatIfContent
from campaigns.services.log.lock import locked_for_player, open_phase
from campaigns.services.log.service import service
from core import after_commit
from rules.kernel.serial import canonical

CLAIM = 0x57484154
"""The database's lock for claiming one."""
AGAIN = 3
"""Seconds after which one is tried again that has to wait for another."""

_say = structlog.get_logger(__name__)


@service("what-if")
def ask(
    slug: str, *, by: Any, power: str, phases: int = 3, plan: int | None = None, draft: bool = False
) -> int:
    """Have the next phases played on from what a power may know now; returns the number of the what-if.

    For the phase in play the power hands in its ``plan`` of this number, or (``draft``) its draft, or
    what its autopilot would; whatever is sealed is not looked at. Autopilots play everything else.
    Raises ``NotNow`` where the rules cannot do it or there are too many, ``NotOnTheMenu``,
    ``OrderRefused``, ``NotYours``.
    """
    campaign = locked_for_player(slug, by, power)
    phase = open_phase(campaign)
    if not 1 <= phases <= MOST_PHASES:
        raise NotOnTheMenu(
            _("One to %(most_phases)s phases can be played on.") % {"most_phases": MOST_PHASES},
            field="phases",
            remedy=_("Choose fewer."),
        )
    _require_room(campaign, by, power)
    name, order = _chosen(campaign, phase, by, power, plan=plan, draft=draft)
    return _put(campaign, phase, by, power, phases, name, order)


@service("what-if")
def again(slug: str, *, by: Any, power: str, number: int) -> int:
    """Ask for the same once more, with other dice, from what the power may know now."""
    campaign = locked_for_player(slug, by, power)
    phase = open_phase(campaign)
    before = what_if_contents.opened(_own(campaign, by, power, number))
    _require_room(campaign, by, power)
    if before.phase != phase.number and before.order is not None:
        raise NotNow(
            _("Its orders were for a phase that is over."), remedy=_("Choose orders for this one.")
        )
    if before.order is not None:
        menus.legal_order(phase, power, before.order)
    return _put(campaign, phase, by, power, before.phases, before.name, before.order)


@service()
def delete(slug: str, *, by: Any, power: str, number: int) -> None:
    """Forget one; one that is gone is gone."""
    campaign = locked_for_player(slug, by, power)
    campaign.what_ifs.filter(power=power, number=number, by=by).delete()


def play(key: int) -> bool:
    """Play one that waits, in a process of its own; ``False`` where it has to wait for another one.

    Safe to call again: it is played once. One that was deleted meanwhile leaves nothing.
    """
    since = timezone.now() - timedelta(seconds=what_if_contents.STALE)
    with transaction.atomic():
        _one_claims_at_a_time()
        row = _waiting(key)
        if row is None:
            return True
        if WhatIf.objects.filter(state=WhatIf.State.RUNNING, begun_at__gt=since).exists():
            return False
        row.state, row.begun_at = WhatIf.State.RUNNING, timezone.now()
        row.save(update_fields=["state", "begun_at"])
        content = what_if_contents.opened(row)
    story: Simulation | None = None
    try:
        if content.wish is not None:
            story = subprocess.simulated(content.wish)
    except subprocess.TooMuch as error:
        # Of the error only its kind: its text could name what was thought of.
        _say.warning("a what-if could not be played", what_if=key, error=type(error).__name__)
    with transaction.atomic():
        there = WhatIf.objects.select_related("campaign").select_for_update(of=("self",))
        found = there.filter(pk=key, state=WhatIf.State.RUNNING).first()
        if found is not None:
            found.state = WhatIf.State.DONE if story is not None else WhatIf.State.FAILED
            told = msgspec.structs.replace(content, wish=None, story=story)
            found.content = canonical(told)
            found.save(update_fields=["state", "content"])
    return True


def _one_claims_at_a_time() -> None:
    """Until the transaction ends nobody else looks whether one is being played."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CLAIM])


def _waiting(key: int) -> WhatIf | None:
    rows = WhatIf.objects.select_related("campaign")
    rows = rows.select_for_update(of=("self",), skip_locked=True)
    return rows.filter(pk=key, state=WhatIf.State.WAITING).first()


def _own(campaign: Campaign, by: Any, power: str, number: int) -> WhatIf:
    row = campaign.what_ifs.filter(power=power, by=by, number=number).first()
    if row is None:
        raise NotOnTheMenu(
            _("You have no what-if %(number)s here.") % {"number": number},
            field="number",
            remedy=_("Look at the list."),
        )
    return row


def _require_room(campaign: Campaign, by: Any, power: str) -> None:
    """The player must not have too many."""
    own = WhatIf.objects.filter(by=by)
    since = timezone.now() - timedelta(seconds=what_if_contents.STALE)
    under_way = (WhatIf.State.WAITING, WhatIf.State.RUNNING)
    if own.filter(state__in=under_way, at__gt=since).exists():
        raise NotNow(_("One is being played for you already."), remedy=_("Wait until it is there."))
    if own.filter(campaign=campaign, power=power).count() >= what_if_contents.MOST_KEPT:
        raise NotNow(
            _("You keep %(most_kept)s here already.") % {"most_kept": what_if_contents.MOST_KEPT},
            remedy=_("Delete one first."),
        )


def _chosen(
    campaign: Campaign, phase: Phase, by: Any, power: str, *, plan: int | None, draft: bool
) -> tuple[str, Any]:
    """The order that is tried, with its name; nothing for the autopilot's."""
    if plan is None and not draft:
        return "", None
    book = states.book_of(campaign)
    if plan is not None:
        found = [each for each in plan_contents.own(phase, power, by) if each.number == plan]
        order = order_sheets.readable(found[0], book) if found else None
        name = plan_contents.named(found[0]) if found else ""
    else:
        row = phase.sheets.filter(power=power, state=Sheet.State.DRAFT, by=by).first()
        if row is not None:
            row.phase = phase
        order = order_sheets.readable(row, book) if row is not None else None
        name = "Your draft"
    if order is None:
        raise NotOnTheMenu(
            _("You have no such plan or draft for this phase."),
            field="plan",
            remedy=_("Choose another, or the autopilot."),
        )
    menus.legal_order(phase, power, order)
    return name, order


def _put(
    campaign: Campaign, phase: Phase, by: Any, power: str, phases: int, name: str, order: Any
) -> int:
    """Write the wish down, from the view of the power, and have it played after the commit."""
    book = states.book_of(campaign)
    view = rulebooks.view_of(book, states.now(phase), power)
    last = campaign.what_ifs.filter(power=power).order_by("-number").first()
    row = WhatIf(
        campaign=campaign,
        power=power,
        number=(last.number if last else 0) + 1,
        by=by,
        at=timezone.now(),
    )
    wish = SimulationRequest(
        book=book.key,
        revision=campaign.revision,
        power=power,
        view=canonical(view).decode(),
        order=order,
        phases=phases,
        seed=secrets.token_hex(16),
    )
    content = WhatIfContent(
        phase=phase.number,
        title=book.phase(view).title,
        phases=phases,
        name=name,
        order=order,
        wish=wish,
    )
    row.content = canonical(content)
    row.save()
    after_commit.do("play_what_if", row.pk)
    return row.number

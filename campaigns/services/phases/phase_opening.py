"""Opening a phase: its deadline, what it asks of whom, and the seals of the autopilots.

To be called with the campaign locked. The campaign's row is saved here.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

import structlog
from django.db.models import Max
from msgspec import UNSET

from campaigns import rulebooks
from campaigns.crypto import autopilot_seeds, dice_chain, signing, site_keys
from campaigns.domain.clock import Clock, SealStatus
from campaigns.domain.entries.campaign import SiteKeyNamed
from campaigns.domain.entries.dice import DiceChained
from campaigns.domain.entries.phases import OrderSealed, PhaseOpened
from campaigns.domain.entries.repair import RulesChanged
from campaigns.models import AddedTime, Campaign, Outage, Phase, Sheet, Status
from campaigns.proofs import commitments
from campaigns.rulebooks import menus, order_sheets, states
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.orders import OrdersDue
from campaigns.selectors.seats import absences
from campaigns.services.clock import absence_extension, empty_table
from campaigns.services.log import entries
from campaigns.services.notifications import enqueue
from campaigns.services.phases import turn_starts
from core import after_commit
from rules.kernel import phases
from rules.kernel.dice import Dice
from rules.kernel.serial import plain

_say = structlog.get_logger(__name__)


def open_phase(
    campaign: Campaign, state: Any, *, number: int, at: datetime, again: int = 0
) -> Phase:
    """Open the phase that this state is in and let the clock run. ``again`` is the number of the phase
    that it plays again, if it does.
    """
    # What took effect just before may have been written a moment later; the phase opens when the log says.
    at = max(at, campaign.log_at or at)
    rules = states.book_of(campaign).phase(state)
    campaign.begin_policy()
    turn_starts.begin(campaign, rules.turn)
    if dice_chain.runs_short(campaign):
        draw_chain(campaign, at=at)
    name_site_key(campaign, at=at)
    clock = Clock.opened(campaign.policy, rules.family, at, asks=bool(rules.asked))
    phase = Phase(
        campaign=campaign,
        line=campaign.line,
        number=number,
        again=again,
        revision=campaign.revision,
        rules=rulebooks.digest(campaign.rulebook, campaign.revision),
        opened_at=at,
        **named(rules),
    )
    phase.set_times(clock)
    states.keep_opening(phase, state)
    describe(phase, state)
    seed = autopilot_seeds.committed(campaign, phase)
    phase.save()
    _tell_of_other_rules(campaign, phase, at)
    campaign.phase, campaign.tries = phase, 0
    signing.begin_phase(campaign, number)
    campaign.outage_seen = Outage.objects.aggregate(last=Max("pk"))["last"] or 0
    campaign.added_seen = AddedTime.objects.aggregate(last=Max("pk"))["last"] or 0
    entries.append(
        campaign,
        PhaseOpened(
            phase=number,
            key=rules.key,
            title=rules.title,
            turn=rules.turn_title,
            turn_number=rules.turn,
            release=rules.release,
            due=_stamp(phase.due_at),
            steps=phase.due_steps,
            revision=phase.revision,
            rules=phase.rules,
            again=again or UNSET,
            **seed,
        ),
        at=at,
        actor="clock",
        phase=phase,
    )
    seal_and_wake(campaign, phase, state, at=at)
    campaign.save()
    enqueue.notify(OrdersDue, Cause(phase, at))
    enqueue.at_half_time(phase, at=at)
    return phase


def named(rules: phases.Phase) -> dict[str, Any]:
    """What a phase keeps of what its rules say of it."""
    names = ("key", "family", "title", "turn", "turn_title", "release")
    return {name: getattr(rules, name) for name in names}


def _tell_of_other_rules(campaign: Campaign, phase: Phase, at: datetime) -> None:
    """Say in the log that this phase is played by other rules than the one before: its revision was
    repaired meanwhile.
    """
    before = (
        Phase.objects.filter(pk=campaign.phase_id or 0).values_list("revision", "rules").first()
    )
    if before is not None and before != (phase.revision, phase.rules):
        entry = RulesChanged(
            phase=phase.number,
            before=dict(zip(("revision", "rules"), before, strict=True)),
            after={"revision": phase.revision, "rules": phase.rules},
        )
        entries.by_clock(campaign, phase, entry, at)


def draw_chain(
    campaign: Campaign,
    *,
    at: datetime,
    reason: str = "",
    more: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Draw a new chain of dice and publish its head, unless its dice are given. The caller saves.

    ``reason`` says why, where it is not that the last one runs short; ``more`` is what else begins with it.
    """
    if campaign.dice_given:
        return
    entry = DiceChained(**dice_chain.draw(campaign), **more, reason=reason or UNSET)
    entries.append(campaign, entry, at=at, actor="clock")


def name_site_key(campaign: Campaign, *, at: datetime) -> None:
    """Name the site's newest key in the log, if that named another one, or none, so far. The caller saves."""
    key = site_keys.newest()
    if key is None or key.public == campaign.site_key:
        return
    entry = SiteKeyNamed(**site_keys.named(campaign.slug, key, campaign.site_key))
    campaign.site_key = key.public
    entries.append(campaign, entry, at=at, actor="clock")


def describe(phase: Phase, state: Any) -> None:
    """Keep with the phase what a spectator may know of it. The caller saves."""
    book = states.book_of(phase.campaign)
    seen = book.phase(rulebooks.view_of(book, state))
    phase.about = plain(seen)
    phase.asked = [asked.power for asked in seen.asked]


def seal_and_wake(campaign: Campaign, phase: Phase, state: Any, *, at: datetime) -> None:
    """Have the autopilots seal what is asked of them now, and set the clock by what is still awaited.
    The caller saves the campaign.
    """
    seal_bots(campaign, phase, state, at=at)
    set_next_wakeup(campaign, phase, awaited(state, phase), at=at)


def seal_bots(campaign: Campaign, phase: Phase, state: Any, *, at: datetime) -> None:
    """Seal an order for every asked seat that the autopilot plays and that has none yet."""
    book = states.book_of(campaign)
    bots = set(campaign.seats.filter(bot=True).values_list("power", flat=True))
    asked = [a.power for a in book.phase(state).asked if a.power in bots]
    if not asked:
        return
    done = order_sheets.counting(phase)
    for power in asked:
        if power not in done:
            order = autopilot_order(
                book, state, power, autopilot_seeds.dice(campaign, phase, power)
            )
            nonce = commitments.new_nonce()
            sheet = order_sheets.put(
                phase,
                power,
                order,
                state=Sheet.State.SEALED,
                how=Sheet.How.BOT,
                at=at,
                nonce=nonce,
                ready=True,
            )
            log_seal(campaign, phase, sheet)


def autopilot_order(
    book: rulebooks.Book, state: Any, power: str, dice: Dice | None = None
) -> dict[str, Any] | None:
    """What the autopilot hands in for a power, from what that power may know and by these dice.

    ``None`` when there is nothing to hand in. An autopilot whose order its own menu refuses is
    a fault of the rulebook; the power is then silent, and the game goes on.
    """
    order, problems = rulebooks.autopilot_order(book, state, power, dice)
    if problems:
        _say.error(
            "autopilot refused by its own menu",
            rulebook=book.key,
            power=power,
            problem=problems[0].message,
        )
    return order


def log_seal(campaign: Campaign, phase: Phase, sheet: Sheet, *, person: Any = None) -> None:
    """Publish the commitment of a sealed sheet."""
    entries.append(
        campaign,
        OrderSealed(phase=phase.number, how=sheet.how),
        at=sheet.at,
        actor="power",
        person=person,
        power=sheet.power,
        phase=phase,
        commitment=sheet.commitment,
    )


#: Fields of the campaign that :func:`set_next_wakeup` changes.
RECKONED = ("status", "status_reason", "wakes_at")


def set_next_wakeup(
    campaign: Campaign,
    phase: Phase,
    asked: Iterable[phases.AskedPower] | None = None,
    *,
    at: datetime,
    ready: Mapping[str, bool] | None = None,
) -> None:
    """Set when the clock has to look at the campaign next. The caller saves.

    That is now, if nothing is left to wait for, and a worker is told so; else when the phase
    closes, or when it may wait for nobody any more; and never while the clock stands still, be it for want of the rules.
    ``asked`` is what the phase awaits, ``ready`` says who has sealed and whether they are ready, for a caller who knows
    it already.
    """
    if campaign.status not in (Status.RUNNING, Status.WAITING):
        campaign.wakes_at = None
        return
    if phase.closed_at is not None:
        if campaign.wakes_at is None:
            campaign.wakes_at = at
        return
    if ready is None and empty_table.waits(campaign):
        # Whoever has just sealed something is there.
        empty_table.stop(campaign, phase, at=at)
        return
    if campaign.status == Status.RUNNING:
        absence_extension.stretch(campaign, phase, at=at)
    asked = menus.awaited(phase) if asked is None else asked
    hands = _awaited(campaign, phase, asked, at=at, ready=ready)
    if campaign.status == Status.WAITING and not hands.missing:
        # All that the moderator was waited for has come after all.
        campaign.status, campaign.status_reason = Status.RUNNING, ""
        campaign.wakes_at = at
    elif campaign.status == Status.WAITING:
        # It may be for nobody that it waits once somebody is away.
        campaign.wakes_at = absences.next_change(campaign, at)
        return
    else:
        campaign.wakes_at = next_wakeup(campaign, phase, hands, at=at)
    if campaign.wakes_at is not None and campaign.wakes_at <= at:
        after_commit.do("advance_phase", campaign.pk, phase.pk)


def next_wakeup(
    campaign: Campaign, phase: Phase, hands: SealStatus, *, at: datetime
) -> datetime | None:
    """When the clock of a campaign that runs has to look at a phase next."""
    return phase.times.next_wakeup(
        campaign.policy,
        hands,
        at,
        least=empty_table.earliest(phase),
        comes=absences.next_change(campaign, at),
    )


def awaited(state: Any, phase: Phase) -> tuple[phases.AskedPower, ...]:
    """All that the phase asks, of everybody."""
    asked: tuple[phases.AskedPower, ...] = states.book_of(phase.campaign).phase(state).asked
    return asked


def seal_status_of(campaign: Campaign, phase: Phase, state: Any, *, at: datetime) -> SealStatus:
    """Of whom the phase in this state asks something, and how far they are."""
    return _awaited(campaign, phase, awaited(state, phase), at=at)


def _awaited(
    campaign: Campaign,
    phase: Phase,
    asked: Iterable[phases.AskedPower],
    *,
    at: datetime,
    ready: Mapping[str, bool] | None = None,
) -> SealStatus:
    ready = order_sheets.readiness(phase) if ready is None else ready
    hands = SealStatus([one.power for one in asked], ready)
    return hands._replace(excused=absences.excused(campaign, hands.missing, at))


def _stamp(moment: datetime | None) -> str:
    return moment.isoformat(timespec="seconds") if moment else ""

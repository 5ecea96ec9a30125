"""Carrying a phase out: gather the sheets, throw the dice, keep and publish what came of it.

To be called with the campaign locked, by :mod:`campaigns.services.advance.phase_advance` or a moderator.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from campaigns import messages, rulebooks
from campaigns.crypto import autopilot_seeds, dice_chain, dice_waits
from campaigns.domain.entries.campaign import CampaignFinished
from campaigns.domain.entries.phases import PhaseResolved
from campaigns.models import Campaign, Phase, Sheet, StandingOrders, Status
from campaigns.models.phase import PhaseRolls
from campaigns.rulebooks import order_sheets, states
from campaigns.selectors.seats import absences
from campaigns.services.facts import dispatch_review
from campaigns.services.log import entries, push
from campaigns.services.log.lock import phase_in_play
from campaigns.services.orders import standing_answers, standing_order_expiry
from campaigns.services.phases import dice_collection, headings, phase_opening, publish_orders
from campaigns.services.seats import civil_disorder
from campaigns.services.votes import vote_record
from core import fault_injection
from rules.kernel.events import OrdersReleased
from rules.kernel.orders import Order


def resolve(
    campaign: Campaign,
    phase: Phase,
    state: Any,
    *,
    how: str,
    now: datetime,
    silent: str = "",
    last: int = 0,
) -> bool:
    """Carry the phase out and open the next; whether it was, or it only closed and waits for its dice
    (:mod:`campaigns.services.phases.dice_collection`). The campaign is locked, and saved here.

    ``silent`` says what powers without a legal seal do, ``autopilot`` or ``hold``; empty takes
    the campaign's policy. With ``last``, the number of a vote of the players, the campaign ends though the
    rules would go on. Dispatches that wait for a look take effect before it
    (:mod:`campaigns.services.facts.dispatch_review`).
    """
    # Said first after the commit: readers wait for it, the worker's next tasks can.
    push.changed(campaign.slug, push.PHASE_CHANGED)
    if dispatch_review.over(campaign):
        phase = phase_in_play(campaign)
        state = states.now(phase)
    if dice_collection.closes(campaign, phase, how=how, silent=silent, last=last, now=now):
        return False
    book = states.book_of(campaign)
    inputs = _gather(campaign, phase, state, silent or campaign.policy.missed, now)
    if dice_chain.spent(campaign):
        phase_opening.draw_chain(campaign, at=now)
    taken = dice_chain.links(campaign, dice_waits.brought(phase))
    dice = dice_chain.dice(campaign, taken)
    fault_injection.hit("advance.before_resolve")
    result = book.resolve(state, inputs.orders, inputs.standing, dice)
    fault_injection.hit("advance.after_resolve")
    standing_answers.note(campaign, phase, state, inputs, result, taken)
    where_from = dice_chain.published(campaign, taken)
    dice_chain.use(campaign, taken)

    nonce, digest = entries.digest_of(result.events, result.state)
    phase.resolved_at, phase.resolved_how = now, how
    phase.link, phase.link_before = taken.link.hex(), taken.before.hex()
    phase.rolls = PhaseRolls(dice.rolls, nonce.hex())
    done = headings.done_in(phase)
    headings.head(phase, book, done, result.events)
    states.keep(phase, result.state)
    phase.save()

    entry = entries.append(
        campaign,
        PhaseResolved(
            phase=phase.number,
            how=how,
            silent=inputs.silent,
            ready=inputs.ready,
            told=entries.told(result.events),
            **where_from,
        ),
        at=now,
        actor="clock",
        phase=phase,
        commitment=digest,
        brought=entries.public_count(result.events),
    )
    entries.record_events(phase, entry, result.events, after=done[-1].seq if done else 0)
    entries.record_claims(campaign, phase, result.events, at=now)
    fault_injection.hit("advance.written")
    _release(campaign, phase, result.events, now)
    vote_record.lapse(campaign, phase=phase.number, at=now, why=messages.PHASE_OVER)
    if result.state.ending is not None:
        ending = result.state.ending
        _finish(campaign, phase, {"ending": ending.key, "text": ending.text}, now)
    elif last:
        vote = campaign.consents.get(number=last)
        text = messages.ENDED_BY_VOTE % {"reason": vote.reason}
        _finish(campaign, phase, {"ending": "", "text": text, "agreed": last}, now)
    else:
        if how in ("deadline", "grace"):
            civil_disorder.vacate_silent_seats(campaign, inputs.silent, at=now)
        phase_opening.open_phase(campaign, result.state, number=phase.number + 1, at=now)
    fault_injection.hit("advance.before_commit")
    return True


@dataclass(slots=True)
class Inputs:
    """What goes into a resolution, and what is published of it at once. ``rows`` are those of the standing
    orders, ``answered`` the silent powers for which one of them speaks.
    """

    orders: dict[str, Order] = field(default_factory=dict)
    standing: dict[str, Order] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)
    rows: dict[str, StandingOrders] = field(default_factory=dict)
    answered: list[str] = field(default_factory=list)
    #: Who was ready to go on, each with the seat's signature, or an empty text where it has no key.
    ready: dict[str, str] = field(default_factory=dict)


def _gather(campaign: Campaign, phase: Phase, state: Any, policy: str, now: datetime) -> Inputs:
    """Open the envelopes, and let the policy speak for the silent.

    An order can have become illegal after it was sealed, when a fact was declared meanwhile. If
    the rulebook fits such orders, it gets them as they were sealed. Else the order is void, and
    its power counts as silent; so is one of a power that the phase awaits no more. Nobody is
    told before the orders are public.
    """
    book = states.book_of(campaign)
    inputs = Inputs()
    standing_order_expiry.end_due(campaign, phase, at=now)
    _gather_standing(campaign, book, state, inputs)
    sealed = order_sheets.counting(phase)
    away = absences.excused(campaign, phase.asked, now)
    awaited = sorted(phase_opening.awaited(state, phase), key=lambda one: one.power)
    for asked in awaited:
        power, sheet, order = asked.power, sealed.get(asked.power), None
        view = rulebooks.view_of(book, state, power)
        standing = inputs.standing.get(power)
        if sheet is not None:
            content = sheet.content
            if sheet.ready and sheet.how == Sheet.How.PLAYER:
                inputs.ready[power] = sheet.ready_signature
            if content.order is not None:
                order = _sealed_order(book, view, power, content.order)
            done = content.order is None or order is not None
            sheet.state = Sheet.State.USED if done else Sheet.State.VOID
            sheet.save(update_fields=["state"])
        else:
            inputs.silent.append(power)
            done = False
        answered = standing is not None and book.stands(view, power, standing)
        if not done and answered:
            inputs.answered.append(power)
        plays = policy == "autopilot" or power in away
        if not done and plays and not answered:
            dice = autopilot_seeds.dice(campaign, phase, power)
            stand_in = phase_opening.autopilot_order(book, state, power, dice)
            order = rulebooks.understood(book, stand_in)
            if order is not None:
                order_sheets.put(
                    phase, power, stand_in, state=Sheet.State.USED, how=Sheet.How.AUTOPILOT, at=now
                )
        if order is not None:
            inputs.orders[power] = order
    for power in sorted(sealed.keys() - {asked.power for asked in awaited}):
        sealed[power].state = Sheet.State.VOID
        sealed[power].save(update_fields=["state"])
    phase.sheets.filter(state=Sheet.State.DRAFT).delete()
    phase.plans.all().delete()
    return inputs


def _gather_standing(campaign: Campaign, book: rulebooks.Book, state: Any, inputs: Inputs) -> None:
    """Open the standing orders that are legal now, and note their rows."""
    for row in campaign.standing.filter(live=True).order_by("power"):
        view = rulebooks.view_of(book, state, row.power)
        order = rulebooks.understood(book, row.content.order)
        if order is not None and book.standing_problems(view, row.power, order) == []:
            inputs.standing[row.power] = order
            inputs.rows[row.power] = row


def _sealed_order(book: rulebooks.Book, view: Any, power: str, raw: Any) -> Order | None:
    """What a player sealed, legal then; now too, or of a kind that the rulebook fits itself, as
    long as just this kind is asked for.
    """
    order = rulebooks.understood(book, raw)
    problems = None if order is None else book.problems(view, power, order)
    if problems is None:
        return None
    fitted = raw["kind"] in book.refitted_orders and all(
        problem.field != "kind" for problem in problems
    )
    return order if fitted or not problems else None


def _release(campaign: Campaign, phase: Phase, events: Any, now: datetime) -> None:
    """Publish the orders whose time has come."""
    wanted = {
        key for event in events if rulebooks.is_a(event, OrdersReleased) for key in event.phases
    }
    at_once = phase.release == "resolution" or f"{phase.key}@{phase.turn}" in wanted
    due = [phase] if at_once else []
    if wanted:
        kept_back = campaign.phases.filter(
            released=False, resolved_at__isnull=False, undone_at__isnull=True
        )
        due += [
            old for old in kept_back if f"{old.key}@{old.turn}" in wanted and old.pk != phase.pk
        ]
    for one in due:
        publish_orders.release(campaign, one, at=now)


def _finish(campaign: Campaign, phase: Phase, told: dict[str, Any], now: datetime) -> None:
    """End the campaign; nothing stays sealed. ``told`` says by which ending, and its ``text``."""
    vote_record.lapse(campaign, at=now, why=messages.CAMPAIGN_OVER)
    dispatch_review.lapse(campaign, phase, at=now, why=messages.CAMPAIGN_OVER)
    for old in campaign.phases.filter(released=False, resolved_at__isnull=False):
        publish_orders.release(campaign, old, at=now)
    publish_orders.release_standing(campaign, at=now)
    publish_orders.open_secrets(campaign, at=now)
    campaign.what_ifs.all().delete()
    campaign.status, campaign.status_reason = Status.FINISHED, told["text"][:300]
    campaign.finished_at, campaign.wakes_at, campaign.phase = now, None, phase
    entries.append(
        campaign,
        CampaignFinished(
            **told,
            **dice_chain.opened_at_the_end(campaign),
            **autopilot_seeds.opened_at_the_end(campaign),
        ),
        at=now,
        actor="clock",
        phase=phase,
    )
    if campaign.disclosed_id is not None:
        push.spectators_may_read_on(campaign.slug)
    campaign.save()

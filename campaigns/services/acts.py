"""What takes effect at once: declaring a fact, confirming one, a die rolled now."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from campaigns import dicechain, factversions, push, rulebooks, sealing, states
from campaigns.errors import NotOnTheMenu
from campaigns.models import Act, Phase, Sheet
from campaigns.services import journal, opening, orders, sheets
from campaigns.services.locking import locked, open_phase, require_phase, require_seat
from campaigns.services.nonces import nonce_of
from rules.kernel.events import Event


@transaction.atomic(durable=True)
def perform_act(
    slug: str,
    *,
    by: Any,
    power: str,
    act: Any,
    phase: int | None = None,
    nonce: str = "",
    seen: Mapping[str, str] | None = None,
) -> None:
    """Carry an act out and log it. ``act`` is plain data of one of the power's act menus.

    If it rolls, it takes a link of the dice chain, mixed with the nonce that the player may
    bring, and publishes both. ``phase`` guards against a form made for an earlier phase, ``seen``
    (versions of facts) against one made before somebody else declared them: then nothing is done.
    Raises ``OrderRefused``, ``StalePhase``, ``FactsChanged``, ``NotYours``, ``NotNow``.
    """
    campaign = locked(slug)
    require_seat(campaign, by, power)
    current = open_phase(campaign) if phase is None else require_phase(campaign, phase)
    book, state = states.book_of(campaign), states.now(current)
    factversions.require_seen(campaign, book.facts, state.facts, seen or {})
    kind = act.get("kind") if isinstance(act, dict) else None
    menus = {menu.order: menu for menu in book.acts(rulebooks.view_of(book, state, power), power)}
    if kind not in menus:
        raise NotOnTheMenu(
            f"{book.powers[power].name} cannot do {kind!r} now.",
            field="kind",
            remedy=f"Now: {', '.join(menus) or 'nothing'}.",
        )
    order = rulebooks.legal_order(book, act, menus[kind])
    written, secret, now = rulebooks.as_data(order), nonce_of(nonce), timezone.now()
    if dicechain.spent(campaign):
        opening.draw_chain(campaign, at=now)
    link, link_before = dicechain.links(campaign)
    dice = dicechain.dice(link, [secret])
    result = book.perform(state, power, order, dice)
    surprised = _surprised(book, current, power, state, result.state)
    if dice.rolls:
        dicechain.use(campaign)

    row = Act(phase=current, power=power, by=by, at=now, link=link.hex() if dice.rolls else "")
    row.seq = (Act.objects.filter(phase=current).aggregate(last=Max("seq"))["last"] or 0) + 1
    row.content = sheets.envelope(row.place, written, secret)
    row.commitment = sealing.commitment(secret, written)
    row.save()
    body: dict[str, Any] = {"phase": current.number, "act": row.seq}
    body |= journal.told(result.events)
    if all(event.audience.everybody for event in result.events):
        body |= {"order": written, "nonce": secret.hex(), "rolls": dice.rolls}
    if dice.rolls:
        body |= {"link": link.hex(), "link_before": link_before.hex()}
    entry = journal.append(
        campaign,
        "act",
        body,
        at=now,
        actor="power",
        person=by,
        power=power,
        phase=current,
        commitment=row.commitment,
        lines=journal.public_count(result.events),
    )
    journal.record_events(current, entry, result.events)
    journal.record_claims(campaign, current, result.events, at=now, person=by)
    states.keep(current, result.state)
    opening.describe(current, result.state)
    current.save()
    for sheet in surprised:
        orders.set_ready_of(sheet, ready=False)
    opening.seal_bots(campaign, current, result.state, at=now)
    opening.reckon(campaign, current, opening.awaited(result.state, current), at=now)
    campaign.save()
    _announce(slug, result.events)


def _surprised(
    book: rulebooks.Book, phase: Phase, actor: str, before: Any, after: Any
) -> list[Sheet]:
    """The sheets of players who were ready and may do something urgent now that they could not.

    They stay sealed; only the phase does not end before its deadline without another word of
    theirs.
    """
    return [
        sheet
        for power, sheet in sheets.counting(phase).items()
        if sheet.ready
        and power != actor
        and sheet.how != Sheet.How.BOT
        and _urgent(book, after, power) - _urgent(book, before, power)
    ]


def _urgent(book: rulebooks.Book, state: Any, power: str) -> set[str]:
    view = rulebooks.view_of(book, state, power)
    return {menu.order for menu in book.acts(view, power) if menu.urgent}


def _announce(slug: str, events: Sequence[Event]) -> None:
    """Say that pages changed: to everybody, or of an act that only some may know of to those."""
    topics: tuple[push.Topic, ...] = ("facts", "board", "orders", "readiness", "strip", "log")
    if not events or any(event.audience.everybody for event in events):
        push.changed(slug, topics)
        return
    for power in sorted({power for event in events for power in event.audience.powers}):
        push.changed(slug, topics, power=power)

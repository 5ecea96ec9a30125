"""Carrying out what takes effect at once, with the campaign locked and the seat known to be theirs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import structs

from campaigns import rulebooks
from campaigns.crypto import dice_chain, dice_waits
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.errors import NotOnTheMenu
from campaigns.models import Act, Campaign, PendingAct, Phase, Sheet
from campaigns.models.sheet import SheetContent
from campaigns.proofs import commitments, dice_links
from campaigns.rulebooks import order_sheets, states
from campaigns.selectors.facts import fact_versions
from campaigns.selectors.reader import record_versions
from campaigns.services.facts import later_rolls
from campaigns.services.log import entries, push, secret_entries
from campaigns.services.log.lock import open_phase, require_phase
from campaigns.services.orders.nonces import nonce_of
from campaigns.services.phases import phase_opening
from campaigns.services.phases.state_changed import state_changed
from rules.kernel.contract import Resolution
from rules.kernel.dice import Dice, Roll
from rules.kernel.serial import canonical

CHANGED: tuple[push.Topic, ...] = ("facts", "board", "orders", "readiness", "strip", "log")
"""What an act may change of a page, for those who may know of it."""


def carry_out(
    campaign: Campaign,
    *,
    by: Any,
    power: str,
    act: Any,
    phase: int | None = None,
    nonce: str = "",
    seen: Mapping[str, str] | None = None,
    papers: tuple[str, str] | None = None,
    happened: Sequence[str] = (),
    waited: Mapping[str, Any] | None = None,
    asked: PendingAct | None = None,
) -> None:
    """Carry an act out and log it, as :func:`campaigns.services.facts.perform_act.perform_act` says.

    ``asked`` is the act that has waited for its dice, which are there now; without it one that rolls waits
    where dice are thrown after the close.

    ``happened`` are titles of the events of the map that a declaration tells of; the entry names
    them. ``waited`` says of a declaration which dispatch that waited now takes effect, and why.
    """
    current = open_phase(campaign) if phase is None else require_phase(campaign, phase)
    book, state = states.book_of(campaign), states.now(current)
    fact_versions.require_seen(campaign, book.facts, state.facts, seen or {})
    if papers is not None:
        _require_papers(book, state, power, *papers)
    kind = act.get("kind") if isinstance(act, dict) else None
    menus = {menu.order: menu for menu in book.acts(rulebooks.view_of(book, state, power), power)}
    if not isinstance(kind, str) or kind not in menus:
        raise NotOnTheMenu(
            _("%(name)s cannot do %(kind)r now.") % {"name": book.powers[power].name, "kind": kind},
            field="kind",
            remedy=_("Now: %(offered)s.") % {"offered": ", ".join(menus) or "nothing"},
        )
    order = rulebooks.legal_order(book, act, menus[kind])
    written, secret, now = rulebooks.as_data(order), nonce_of(nonce), timezone.now()
    dice = _ActDice(campaign, now, asked)
    try:
        result = book.perform(state, power, order, dice)
    except _RollsLater:
        later_rolls.ask(campaign, current, by=by, power=power, order=written, nonce=secret, now=now)
        return
    if asked is not None:
        waited = {**(waited or {}), "asked": asked.number}
    done = _Done(
        campaign,
        current,
        power,
        by,
        now,
        written,
        secret,
        state,
        result,
        dice,
        tuple(happened),
        waited or {},
    )
    if _is_public(book, done):
        _tell(book, done)
    elif result.events or canonical(result.state) != canonical(state):
        _keep_to_few(done)


class _RollsLater(Exception):
    """The act rolls, and its dice are still to come."""


class _ActDice:
    """The dice of an act, which takes its link with the first roll."""

    def __init__(self, campaign: Campaign, at: datetime, asked: PendingAct | None) -> None:
        self.rolls: list[Roll] = []
        self.taken = dice_chain.Links()
        self._campaign, self._at, self._asked = campaign, at, asked
        self._thrown: Dice | None = None

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Throw one die."""
        if self._thrown is None:
            if dice_chain.spent(self._campaign):
                phase_opening.draw_chain(self._campaign, at=self._at)
            later = self._campaign.dice_policy != dice_links.PROMPT
            if later and self._asked is None and not self._campaign.dice_given:
                raise _RollsLater
            brought = dice_waits.brought(self._asked) if self._asked else dice_chain.NOTHING
            self.taken = dice_chain.links(self._campaign, brought)
            self._thrown = dice_chain.dice(self._campaign, self.taken)
            self.rolls = self._thrown.rolls
        return self._thrown.roll(purpose, sides)


@dataclass(frozen=True, slots=True)
class _Done:
    """An act that was carried out: by whom and when, as what, from which state, and what came of it."""

    campaign: Campaign
    phase: Phase
    power: str
    by: Any
    at: datetime
    order: Any
    nonce: bytes
    before: Any
    result: Resolution[Any]
    dice: _ActDice
    happened: tuple[str, ...]
    waited: Mapping[str, Any]


def _is_public(book: rulebooks.Book, done: _Done) -> bool:
    """Whether anybody else can notice the act: by an event, a die, or anything in what he sees.

    Else it enters the public log as nothing.
    """
    if (
        done.waited
        or done.dice.rolls
        or any(event.audience.everybody for event in done.result.events)
    ):
        return True
    before, after = done.before, done.result.state
    if phase_opening.awaited(before, done.phase) != phase_opening.awaited(after, done.phase):
        return True
    seen = (canonical(rulebooks.view_of(book, state)) for state in (before, after))
    return next(seen) != next(seen)


def _tell(book: rulebooks.Book, done: _Done) -> None:
    """Write the act into the log; what it urgently allows others has them asked again."""
    campaign, current, result, dice = done.campaign, done.phase, done.result, done.dice
    surprised = _surprised(book, current, done.power, done.before, result.state)
    link = dice.taken.link.hex()
    row = Act(phase=current, power=done.power, by=done.by, at=done.at, link=link)
    row.seq = (Act.objects.filter(phase=current).aggregate(last=Max("seq"))["last"] or 0) + 1
    row.content = SheetContent(done.order, done.nonce.hex())
    row.commitment = commitments.commitment(done.nonce, done.order)
    row.save()
    entry = ActCarriedOut(
        phase=current.number, act=row.seq, told=entries.told(result.events), **done.waited
    )
    if all(event.audience.everybody for event in result.events):
        entry = structs.replace(entry, order=done.order, nonce=done.nonce.hex(), rolls=dice.rolls)
    if done.happened:
        entry = structs.replace(entry, happened=done.happened)
    if dice.rolls:
        entry = structs.replace(entry, **dice_chain.published(campaign, dice.taken))
        dice_chain.use(campaign, dice.taken)
    logged = entries.append(
        campaign,
        entry,
        at=done.at,
        actor="power",
        person=done.by,
        power=done.power,
        phase=current,
        commitment=row.commitment,
        brought=entries.public_count(result.events),
    )
    entries.record_events(current, logged, result.events)
    entries.record_claims(campaign, current, result.events, at=done.at, person=done.by)
    for sheet in surprised:
        sheet.ready, sheet.ready_signature = False, ""
        sheet.save(update_fields=["ready", "ready_signature"])
    state_changed(campaign, current, result.state, at=done.at, topics=CHANGED)


def _keep_to_few(done: _Done) -> None:
    """Keep an act that only some may know of: nothing that others can get changes by it, neither
    the log nor readiness nor when the phase ends. Those whom it concerns are told.
    """
    campaign, current, events = done.campaign, done.phase, done.result.events
    concerned = {done.power, *(power for event in events for power in event.audience.powers)}
    secret = secret_entries.keep(
        campaign,
        current,
        ActCarriedOut.tag,
        at=done.at,
        power=done.power,
        person=done.by,
        commitment=commitments.commitment(done.nonce, done.order),
        order=done.order,
        nonce=done.nonce.hex(),
        concerned=concerned,
    )
    entry = campaign.log.get(seq=campaign.log_seq)
    entries.record_events(current, entry, events, secret=secret)
    states.keep(current, done.result.state)
    current.save(update_fields=["state"])
    campaign.save(update_fields=secret_entries.COUNTS)
    for power in sorted(concerned):
        push.changed(campaign.slug, CHANGED, power=power)


def _require_papers(book: rulebooks.Book, state: Any, power: str, other: str, seen: str) -> None:
    found = book.agreements(rulebooks.view_of(book, state, power), power)
    record_versions.require(
        seen,
        record_versions.of_papers(found.papers, power, other),
        _("What is proposed between you changed since you opened this page. Nothing was done."),
        _("Read it as it is now, then decide."),
    )


def _surprised(
    book: rulebooks.Book, phase: Phase, actor: str, before: Any, after: Any
) -> list[Sheet]:
    """The sheets of players who were ready and may do something urgent now that they could not.

    They stay sealed; only the phase does not end before its deadline without another word of
    theirs.
    """
    return [
        sheet
        for power, sheet in order_sheets.counting(phase).items()
        if sheet.ready
        and power != actor
        and sheet.how != Sheet.How.BOT
        and _urgent(book, after, power) - _urgent(book, before, power)
    ]


def _urgent(book: rulebooks.Book, state: Any, power: str) -> set[str]:
    view = rulebooks.view_of(book, state, power)
    return {menu.order for menu in book.acts(view, power) if menu.urgent}

"""Correcting a value that only some may know: proposed by one of them, agreed to by the others, accepted by the
desk, which is not told the value.

All of it is done in secret: nothing that others can get changes by it, neither the log nor a seal, nor who is
ready, nor when the phase ends. So who has sealed takes the seal back first. At the end of the campaign everything is
opened, with the reasons.
"""

from collections.abc import Collection
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.domain.entries.secret import (
    ValueAccepted,
    ValueAgreed,
    ValueProposed,
    ValueRefused,
    ValueWithdrawn,
)
from campaigns.errors import CampaignError, NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, Phase, Sheet
from campaigns.proofs import commitments
from campaigns.rulebooks import order_sheets, states
from campaigns.rulebooks.values import secret_values
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.rulebooks.values.secret_values import Correction, Proposal, Step
from campaigns.selectors.moderator.secret_values_page import of_phase, proposals_of, waits_for
from campaigns.selectors.notifications import audience
from campaigns.selectors.notifications.kinds import Cause
from campaigns.selectors.notifications.kinds.pending_items import SecretItemsWaiting
from campaigns.services.log import push, secret_entries
from campaigns.services.log.lock import (
    locked,
    locked_for_moderator,
    open_phase,
    require_acting_player,
    require_short,
)
from campaigns.services.log.service import service
from campaigns.services.notifications import enqueue
from campaigns.services.orders.nonces import nonce_of
from rules.kernel.serial import plain

CHANGED: tuple[push.Topic, ...] = ("board", "orders", "log")
ANSWERS = {"agree": ValueAgreed.tag, "refuse": ValueRefused.tag, "withdraw": ValueWithdrawn.tag}


@service("act")
def propose(
    slug: str,
    *,
    by: Any,
    power: str,
    change: ValueChange,
    rule: str = "",
    reason: str,
    nonce: str = "",
) -> str:
    """Propose to correct a value that this power knows and not everybody; gives the key of the proposal.

    ``change`` has its path in the power's own view. Proposing the same again while it is open changes nothing.
    Raises ``NotYours``, ``NotOnTheMenu``, ``NotNow``.
    """
    campaign = locked(slug)
    require_acting_player(campaign, by, power, "seal")
    phase = open_phase(campaign)
    more = {"rule": _rule(campaign, rule), "reason": _reason(reason)}
    return _propose(campaign, phase, by=by, power=power, change=change, nonce=nonce, **more)


@service("act")
def undo(slug: str, *, by: Any, power: str, key: str, reason: str, nonce: str = "") -> str:
    """Propose to take a correction back that was made, on the same terms; gives the key of the proposal."""
    campaign = locked(slug)
    require_acting_player(campaign, by, power, "seal")
    phase = open_phase(campaign)
    found = _known(campaign, power, key)
    if found.state != ValueAccepted.tag or found.undone_by:
        raise NotNow(_("There is nothing to take back: that value stands as it was."))
    more = {"rule": found.what.rule, "reason": _reason(reason), "undoes": key}
    change = found.what.change.undone
    return _propose(campaign, phase, by=by, power=power, change=change, nonce=nonce, **more)


@service("act")
def answer(
    slug: str, *, by: Any, power: str, key: str, answer: str, reason: str = "", nonce: str = ""
) -> None:
    """As one who knows the value: ``agree`` to a proposal, or ``refuse`` it; as who made it ``withdraw`` it.

    What was answered so already is left alone.
    """
    campaign = locked(slug)
    require_acting_player(campaign, by, power, "seal")
    phase = open_phase(campaign)
    kind = ANSWERS.get(answer)
    if kind is None:
        raise NotOnTheMenu(_("There is no answer %(answer)r.") % {"answer": answer}, field="answer")
    found = _known(campaign, power, key)
    if (kind == ValueAgreed.tag and power in found.agreed) or found.state == kind:
        return
    _require_open(found, phase)
    if (found.power == power) != (kind == ValueWithdrawn.tag):
        raise NotYours(_("That answer is not yours to give."), field="answer")
    if kind == ValueAgreed.tag:
        _require_unsealed(phase, power)
    _step(campaign, phase, kind, found, by=by, power=power, reason=reason, nonce=nonce)
    if kind == ValueAgreed.tag:
        _tell_the_desk(campaign, phase, found)


@service("desk")
def decide(
    slug: str, *, by: Any, key: str, accept: bool, reason: str = "", nonce: str = ""
) -> None:
    """As a moderator: accept a proposal, which changes the value, or refuse it. Neither shows what it is about.

    What was decided so already is left alone. Nobody accepts their own. Raises ``NotNow`` where it cannot be carried
    out, without a word of why.
    """
    campaign = locked_for_moderator(slug, by)
    phase = open_phase(campaign)
    found = proposals_of(campaign).get(key)
    kind = ValueAccepted.tag if accept else ValueRefused.tag
    if found is None:
        raise _none()
    if found.state == kind:
        return
    if not found.state and waits_for(campaign, found):
        raise _none()
    _require_open(found, phase)
    if campaign.seats.filter(power=found.power, person=by).exists():
        raise NotYours(
            _("You proposed this yourself."),
            remedy=_("Another moderator decides it. The desk can be shared."),
        )
    after = None
    if accept:
        if found.power in _sealed(phase):
            raise NotNow(
                _("Who proposed it has sealed orders meanwhile, for the value as it is."),
                remedy=_("Ask them to take the seal back."),
            )
        after = _made(campaign, phase, found)
    _step(campaign, phase, kind, found, by=by, power="", reason=reason, nonce=nonce)
    if after is not None:
        states.keep(phase, after)
        phase.save(update_fields=["state"])


def _made(campaign: Campaign, phase: Phase, found: Proposal) -> Any:
    """The state with a proposal carried out. Why it cannot be says too much."""
    book, state = states.book_of(campaign), states.now(phase)
    try:
        return secret_values.corrected(book, state, found.power, found.what)
    except CampaignError as error:
        raise NotNow(
            _("This correction cannot be made now; what it is about is not shown to you."),
            remedy=_("Refuse it, or let who proposed it withdraw it."),
        ) from error


def _propose(
    campaign: Campaign,
    phase: Phase,
    *,
    by: Any,
    power: str,
    change: ValueChange,
    nonce: str,
    **more: str,
) -> str:
    for one in of_phase(campaign, phase):
        same = (one.what.change, one.what.undoes) == (change, more.get("undoes", ""))
        if not one.state and one.power == power and same:
            return one.key
    if not campaign.moderators.exists():
        raise NotNow(_("This campaign has no moderator, and the desk has to accept it."))
    _require_unsealed(phase, power)
    book = states.book_of(campaign)
    view = rulebooks.view_of(book, states.now(phase), power)
    what = secret_values.correction(book, view, power, change, **more)
    if change.before == change.after:
        raise NotOnTheMenu(_("The value is so already."), field="value")
    key = _keep(
        campaign, phase, ValueProposed.tag, what, what.audience, by=by, power=power, nonce=nonce
    )
    _tell_the_desk(campaign, phase, proposals_of(campaign)[key])
    return key


def _step(
    campaign: Campaign, phase: Phase, kind: str, found: Proposal, *, reason: str, **who: Any
) -> None:
    step = Step(proposal=found.key, reason=require_short(reason))
    _keep(campaign, phase, kind, step, found.what.audience, **who)


def _keep(
    campaign: Campaign,
    phase: Phase,
    kind: str,
    what: Correction | Step,
    concerned: Collection[str],
    *,
    by: Any,
    power: str,
    nonce: str,
) -> str:
    """Write it among what is done in secret, and tell those whom it concerns; the commitment to it."""
    order, secret = plain(what), nonce_of(nonce)
    commitment = commitments.commitment(secret, order)
    secret_entries.keep(
        campaign,
        phase,
        kind,
        at=timezone.now(),
        power=power,
        person=by,
        commitment=commitment,
        order=order,
        nonce=secret.hex(),
        concerned=concerned,
    )
    campaign.save(update_fields=secret_entries.COUNTS)
    for one in sorted(concerned):
        push.changed(campaign.slug, CHANGED, power=one)
    return commitment


def _known(campaign: Campaign, power: str, key: str) -> Proposal:
    """A proposal about a value that this power knows."""
    found = proposals_of(campaign).get(key)
    if found is None or power not in found.what.audience:
        raise _none()
    return found


def _tell_the_desk(campaign: Campaign, phase: Phase, found: Proposal) -> None:
    """Write to the moderators once a proposal waits for nobody else."""
    if not waits_for(campaign, found):
        people = audience.moderators(campaign) - audience.players(campaign)
        cause = Cause(phase, timezone.now(), nth=campaign.secrets)
        enqueue.notify(SecretItemsWaiting, cause, people=people)


def _sealed(phase: Phase) -> set[str]:
    """The powers whose players have sealed."""
    counting = order_sheets.counting(phase)
    return {power for power, sheet in counting.items() if sheet.how != Sheet.How.BOT}


def _require_unsealed(phase: Phase, power: str) -> None:
    if power in _sealed(phase):
        raise NotNow(
            _("You have sealed orders, for the value as it is."),
            remedy=_("Take the seal back first."),
        )


def _require_open(found: Proposal, phase: Phase) -> None:
    if found.state or found.phase != phase.number:
        raise NotNow(
            _("This proposal is over."), remedy=_("A value is proposed again in each phase.")
        )


def _none() -> CampaignError:
    """The refusal for one who may not know of a proposal, or where there is none."""
    return NotNow(_("There is no such proposal."), remedy=_("Reload the page."))


def _reason(reason: str) -> str:
    if not (reason := require_short(reason)):
        raise NotNow(
            _("A reason is needed; the moderators read it too, and everybody at the end."),
            field="reason",
            remedy=_("Write one that does not tell the value."),
        )
    return reason


def _rule(campaign: Campaign, rule: str) -> str:
    """A rule of the book's index, or none."""
    return states.require_rule(states.book_of(campaign), rule) if rule.strip() else ""

"""Dispatches: writing down what the map says, in secret, and declaring it all at once.

A draft is its author's alone: nobody else sees it, a frame, or a mark of it. Declaring makes one
act and one entry of the log of it.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns import rulebooks
from campaigns.domain.dispatch_items import Item
from campaigns.domain.wording import within
from campaigns.errors import NotNow, NotOnTheMenu, OrderRefused
from campaigns.models import Campaign, Dispatch
from campaigns.models.dispatch import Draft
from campaigns.rulebooks import dispatch_text, states
from campaigns.selectors.facts import dispatch_drafts
from campaigns.selectors.reader import record_versions
from campaigns.selectors.reader.deputies import ActingPlayer
from campaigns.services.facts import apply_act, auto_confirm, dispatch_review
from campaigns.services.log import push
from campaigns.services.log.lock import locked, open_phase, require_acting_player, require_phase
from campaigns.services.log.service import service
from rules.kernel.dispatch.checking import contradictions
from rules.kernel.dispatch.statements import Happened
from rules.kernel.orders import Problem

OVERTAKEN = (
    _lazy(
        "The dispatch was changed in another window since you opened this page. Nothing was done."
    ),
    _lazy("Look at it as it is now, then go on."),
)


@service()
def put(
    slug: str,
    *,
    by: Any,
    power: str,
    items: Sequence[Item] = (),
    drop: Collection[str] = (),
    anew: bool = False,
    seen: str = "",
) -> None:
    """Write statements and events into a power's draft, or (``drop``) take facts out of it.

    ``anew`` writes it instead of what stood there. ``seen`` is the version of the draft that a form
    was made from: if it was changed since, nothing is done. To do it again changes nothing, but for
    a count that is added to. Raises ``OrderRefused`` with every line that cannot be declared,
    ``ChangedMeanwhile``, ``NotYours``, ``NotNow``.
    """
    campaign = locked(slug)
    player = require_acting_player(campaign, by, power, "draft")
    phase = open_phase(campaign)
    book, state = states.book_of(campaign), states.now(phase)
    row = _draft_of(campaign, power, seen)
    before = dispatch_drafts.opened(row, player)
    view = rulebooks.view_of(book, state, power)
    _require_known(book, items)
    draft = dispatch_drafts.without_facts(Draft() if anew else before, drop)
    draft = dispatch_drafts.with_items(draft, items, campaign=campaign, book=book, facts=view.facts)
    _require_declarable(book, view, power, draft)
    if draft == before:
        return
    _keep(row or Dispatch(campaign=campaign, power=power), draft, player)
    push.changed(slug, ("dispatch", "orders"), power=power)


@service()
def clear(slug: str, *, by: Any, power: str, seen: str = "") -> None:
    """Forget a power's draft. ``seen`` as in :func:`put`."""
    campaign = locked(slug)
    require_acting_player(campaign, by, power, "draft")
    row = _draft_of(campaign, power, seen)
    if row is not None:
        row.delete()
        push.changed(slug, ("dispatch", "orders"), power=power)


@service("act")
def declare(
    slug: str, *, by: Any, power: str, phase: int | None = None, seen: str = "", nonce: str = ""
) -> int:
    """Declare a power's draft as one act, and forget it; returns how many lines it had.

    The entry names the events of the map that it tells of. Autopilots
    confirm what no person may. Where the campaign's policy asks for a look, it waits first
    (:mod:`campaigns.services.facts.dispatch_review`). If a fact was declared by others since
    its line was written, nothing is done. Raises ``OrderRefused`` (with every two lines that
    cannot be true together), ``FactsChanged``, ``ChangedMeanwhile``, ``StalePhase``, ``NotYours``,
    ``NotNow``.
    """
    campaign = locked(slug)
    player = require_acting_player(campaign, by, power, "seal")
    current = open_phase(campaign) if phase is None else require_phase(campaign, phase)
    book, state = states.book_of(campaign), states.now(current)
    row = _draft_of(campaign, power, seen)
    draft = dispatch_drafts.opened(row, player)
    if row is None or not draft.lines:
        raise NotNow(
            _("There is nothing to declare."), remedy=_("Write what happened on the map first.")
        )
    view = rulebooks.view_of(book, state, power)
    against = contradictions(book, view, draft.values)
    if against:
        raise OrderRefused(
            [Problem(f"facts.{each.facts[0]}", each.note, each.rule) for each in against]
        )
    row.delete()
    act = {"kind": "declare", "facts": draft.values}
    told: dict[str, Any] = {
        "phase": phase,
        "seen": draft.seen,
        "happened": dispatch_drafts.titles(draft, book, view.facts),
    }
    if dispatch_review.wait(campaign, act):
        return dispatch_review.propose(campaign, by=by, power=power, act=act, **told)
    apply_act.carry_out(campaign, by=by, power=power, act=act, nonce=nonce, **told)
    auto_confirm.autopilots(campaign, draft.values)
    return len(draft.lines)


def _draft_of(campaign: Campaign, power: str, seen: str) -> Dispatch | None:
    """A power's draft, which must be the version that was seen. Raises ``ChangedMeanwhile``."""
    row = campaign.dispatches.filter(power=power).first()
    record_versions.require(seen, record_versions.of_dispatch(row), *OVERTAKEN)
    return row


def _keep(row: Dispatch, draft: Draft, player: ActingPlayer) -> None:
    if not draft.lines:
        if row.pk is not None:
            row.delete()
        return
    row.content, row.by_id, row.at = draft, player.pk, timezone.now()
    row.save()


def _require_known(book: rulebooks.Book, items: Sequence[Item]) -> None:
    """Every event must be one of the book's, and every fact too."""
    for item in items:
        if isinstance(item, Happened):
            if item.event not in dispatch_text.lexicon(book).events:
                raise NotOnTheMenu(
                    _("This game knows no event %(event)r.") % {"event": item.event},
                    field="lines",
                    remedy=_("Write its facts one by one."),
                )
        elif item.key not in book.facts:
            raise NotOnTheMenu(
                _("There is no fact %(key)r in this game.") % {"key": item.key},
                field="lines",
                remedy=_("Look for its name on the sheet."),
            )


def _require_declarable(book: rulebooks.Book, view: Any, power: str, draft: Draft) -> None:
    """Raises ``OrderRefused`` unless the power may declare every line, and it can be so."""
    if len(draft.lines) > dispatch_text.MOST_LINES:
        raise NotOnTheMenu(
            _("A dispatch has at most %(most_lines)s lines.")
            % {"most_lines": dispatch_text.MOST_LINES},
            field="lines",
            remedy=_("Declare these first, then the others."),
        )
    mine = dispatch_text.declarable(book, view, power)
    problems = []
    for line in draft.lines:
        if line.key not in mine:
            name = within(book.powers[power].name)
            message = _("%(label)s: %(name)s cannot declare this.") % {
                "label": book.facts[line.key].label,
                "name": name,
            }
            problems.append(Problem(f"facts.{line.key}", message))
        elif (wrong := mine[line.key].problem(line.value)) is not None:
            problems.append(Problem(f"facts.{line.key}", wrong))
    if problems:
        raise OrderRefused(problems)

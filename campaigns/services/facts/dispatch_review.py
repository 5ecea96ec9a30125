"""Dispatches that wait for a look: declared, looked at, disputed, withdrawn, settled, in effect.

A dispatch takes effect by the ordinary act of declaring, with one entry of the log, in the transaction
of whatever its time has come by: the last look that it waited for, or the end of the phase.
What the log tells of it is all there is (:mod:`campaigns.domain.dispatch_review`).
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from msgspec import UNSET

from campaigns import messages, rulebooks
from campaigns.domain import dispatch_review
from campaigns.domain.dispatch_review import ReviewedDispatch
from campaigns.domain.entries.facts import (
    DispatchConfirmed,
    DispatchDisputed,
    DispatchLapsed,
    DispatchProposed,
    DispatchSettled,
    DispatchStep,
    DispatchWithdrawn,
)
from campaigns.domain.wording import within
from campaigns.errors import CampaignError, NotNow, NotOnTheMenu, OrderRefused
from campaigns.models import Campaign, PendingDispatch, Phase
from campaigns.rulebooks import dispatch_text, states
from campaigns.selectors.facts import fact_versions
from campaigns.services.facts import apply_act, auto_confirm
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked,
    locked_for_moderator,
    open_phase,
    require_acting_player,
    require_phase,
    require_reason,
)
from campaigns.services.log.service import service
from rules.kernel.dispatch.checking import contradictions
from rules.kernel.facts import FactValue
from rules.kernel.orders import Problem

CHANGED: tuple[push.Topic, ...] = ("facts", "strip", "news", "log")
LONGEST_REASON = 200
GONE = _lazy("This dispatch does not wait any more: it is in effect, or was withdrawn.")


def wait(campaign: Campaign, act: Any) -> bool:
    """Whether what this act declares waits, by the campaign's policy."""
    declares = isinstance(act, dict) and act.get("kind") == "declare"
    return declares and campaign.policy.map_look != "at_once"


def propose(
    campaign: Campaign,
    *,
    by: Any,
    power: str,
    act: Any,
    phase: int | None = None,
    seen: Mapping[str, str] | None = None,
    happened: Sequence[str] = (),
) -> int:
    """Declare facts that wait; returns how many. The campaign is locked, and the seat theirs.

    What is so already is left out. Lines of one's own that wait for the same facts are withdrawn.
    Autopilots agree at once: what contradicts what everybody knows is refused. Raises
    ``OrderRefused``, ``FactsChanged``, ``NotOnTheMenu``, ``StalePhase``, and ``NotNow`` where a
    fact waits in another power's dispatch.
    """
    current = open_phase(campaign) if phase is None else require_phase(campaign, phase)
    book, state = states.book_of(campaign), states.now(current)
    fact_versions.require_seen(campaign, book.facts, state.facts, seen or {})
    values = _values(book, state, power, act)
    if not values:
        return 0
    public = rulebooks.view_of(book, state)
    if against := contradictions(book, public, values):
        raise OrderRefused(
            [Problem(f"facts.{each.facts[0]}", each.note, each.rule) for each in against]
        )
    now = timezone.now()
    _replace_own(campaign, current, power, by, values, now)
    number = campaign.pending.count() + 1
    row = PendingDispatch(campaign=campaign, number=number, power=power, by=by, at=now)
    entry = DispatchProposed(
        phase=current.number,
        dispatch=number,
        facts=values,
        until=campaign.policy.map_look,
        concerns=concerned(campaign, book, public, power, values),
        happened=happened or UNSET,
    )
    told = _told(campaign, current, entry, power=power, by=by, at=now)
    versions = fact_versions.current(campaign, book.facts, state.facts, values)
    what = dispatch_review.begun(number, power, told)
    lines = {
        key: msgspec.structs.replace(line, seen=versions[key]) for key, line in what.lines.items()
    }
    row.what = msgspec.structs.replace(what, lines=lines)
    row.save()
    bots = set(campaign.seats.filter(bot=True).values_list("power", flat=True))
    for bot in what.concerns:
        if bot in bots:
            _step(campaign, current, row, DispatchConfirmed, power=bot, facts=list(values))
    _settled(campaign, row)
    return len(values)


def _values(book: rulebooks.Book, state: Any, power: str, act: Any) -> dict[str, FactValue]:
    """What an act of declaring changes, by the keys of today, if its power may declare it."""
    view = rulebooks.view_of(book, state, power)
    menu = next((menu for menu in book.acts(view, power) if menu.order == "declare"), None)
    if menu is None:
        raise NotOnTheMenu(
            _("%(name)s cannot declare facts now.") % {"name": book.powers[power].name},
            field="kind",
        )
    facts = rulebooks.as_data(rulebooks.legal_order(book, act, menu)) or {}
    values = book.named_now(view, facts["facts"], power)
    held = state.facts
    return {
        key: value
        for key, value in sorted(values.items())
        if held.get(key, book.facts[key].default) != value
    }


def concerned(
    campaign: Campaign, book: rulebooks.Book, public: Any, power: str, keys: Collection[str]
) -> list[str]:
    """The seated powers that may declare one of these facts too and are not of this power's side, as
    far as everybody may know: what is published tells of nothing that anybody hides.
    """
    side = book.powers[power].faction
    seats = campaign.seats.order_by("order")
    return [
        seat.power
        for seat in seats
        if (seat.person_id is not None or seat.bot)
        and seat.power != power
        and book.powers[seat.power].faction != side
        and not dispatch_text.declarable(book, public, seat.power).keys().isdisjoint(keys)
    ]


def _replace_own(
    campaign: Campaign, phase: Phase, power: str, by: Any, keys: Collection[str], at: datetime
) -> None:
    """Withdraw what a power's own dispatches say of facts that it declares again."""
    for row in undecided(campaign):
        what = row.what
        again = [key for key in what.lines if key in keys]
        if again and what.power != power:
            raise NotNow(
                _("%(label)s was declared already and waits.")
                % {"label": states.book_of(campaign).facts[again[0]].label},
                field=f"facts.{again[0]}",
                remedy=_("Confirm that line, or dispute it and say what it is."),
            )
        if again:
            _step(campaign, phase, row, DispatchWithdrawn, power=power, by=by, at=at, facts=again)


@service("act")
def confirm(
    slug: str, *, by: Any, power: str, dispatch: int, facts: Sequence[str] | None = None
) -> None:
    """Agree to lines of a dispatch that waits; to all that this power does not dispute, where none are
    named. Raises ``NotYours``, ``NotNow``.
    """
    campaign, phase, row = _held(slug, by, power, dispatch)
    what = row.what
    _require_concerned(campaign, what, power)
    keys = [k for k, line in what.lines.items() if power not in line.disputed]
    keys = _lines_of(what, keys if facts is None else facts)
    if fresh := [key for key in keys if power not in what.lines[key].agreed]:
        _step(campaign, phase, row, DispatchConfirmed, power=power, by=by, facts=fresh)
        _settled(campaign, row)


@service("act")
def dispute(
    slug: str,
    *,
    by: Any,
    power: str,
    dispatch: int,
    facts: Mapping[str, FactValue | None],
    reason: str = "",
) -> None:
    """Say of lines of a dispatch that waits that they are not so: what each is instead (``None``: not
    said), or why. Raises ``NotYours``, ``NotNow``, ``OrderRefused``.
    """
    campaign, phase, row = _held(slug, by, power, dispatch)
    what, book = row.what, states.book_of(campaign)
    _require_concerned(campaign, what, power)
    keys, reason = _lines_of(what, list(facts)), " ".join(reason.split())
    problems = [
        Problem(f"facts.{key}", wrong)
        for key in keys
        if facts[key] is not None and (wrong := book.facts[key].problem(facts[key])) is not None
    ]
    if len(reason) > LONGEST_REASON:
        problems.append(
            Problem(
                "reason",
                _("At most %(longest_reason)s characters.") % {"longest_reason": LONGEST_REASON},
            )
        )
    if not reason and any(facts[key] is None for key in keys):
        problems.append(Problem("reason", _("Say what it is instead, or why it is not so.")))
    if problems:
        raise OrderRefused(problems)
    objections = {key: dispatch_review.Objection(instead=facts[key], reason=reason) for key in keys}
    if any(what.lines[key].disputed.get(power) != objections[key] for key in keys):
        fields: dict[str, Any] = {"facts": {key: facts[key] for key in keys}, "reason": reason}
        _step(campaign, phase, row, DispatchDisputed, power=power, by=by, **fields)
        _settled(campaign, row)


@service("act")
def withdraw(
    slug: str, *, by: Any, power: str, dispatch: int, facts: Sequence[str] | None = None
) -> None:
    """Take back lines of one's own dispatch that wait; all, where none are named."""
    campaign, phase, row = _held(slug, by, power, dispatch)
    what = row.what
    if what.power != power:
        raise NotNow(
            _("Only who declared it can withdraw it."), remedy=_("Confirm it, or dispute a line.")
        )
    keys = _lines_of(what, list(what.lines) if facts is None else facts)
    _step(campaign, phase, row, DispatchWithdrawn, power=power, by=by, facts=keys)
    _settled(campaign, row)


@service("desk")
def settle(
    slug: str, *, by: Any, dispatch: int, facts: Sequence[str], stands: bool, reason: str
) -> None:
    """As moderator: let disputed lines stand as they were declared, or strike them out."""
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    phase = open_phase(campaign)
    row = _row(campaign, dispatch)
    keys = _lines_of(row.what, facts)
    fields: dict[str, Any] = {"facts": keys, "stands": stands, "reason": reason}
    _step(campaign, phase, row, DispatchSettled, by=by, actor="moderator", **fields)
    _settled(campaign, row)


def undecided(campaign: Campaign) -> list[PendingDispatch]:
    """The dispatches of a campaign that wait, oldest first."""
    return list(campaign.pending.filter(open=True).order_by("number"))


def over(campaign: Campaign) -> bool:
    """Let everything take effect whose time comes with the end of the phase; whether there was any.

    To be called with the campaign locked, before the phase is resolved. The phase in play is
    another afterwards, and must be read anew.
    """
    rows = [row for row in undecided(campaign) if row.what.ready(over=True)]
    for row in rows:
        _take_effect(campaign, row, over=True)
    return bool(rows)


def lapse(campaign: Campaign, phase: Phase, *, at: datetime, why: str) -> None:
    """End what still waits, because nothing can take effect any more."""
    for row in undecided(campaign):
        _lapsed(campaign, phase, row, list(row.what.lines), why, at=at)


def _held(slug: str, by: Any, power: str, number: int) -> tuple[Campaign, Phase, PendingDispatch]:
    campaign = locked(slug)
    require_acting_player(campaign, by, power, "seal")
    phase = open_phase(campaign)
    return campaign, phase, _row(campaign, number)


def _row(campaign: Campaign, number: int) -> PendingDispatch:
    row = campaign.pending.filter(number=number, open=True).first()
    if row is None:
        raise NotNow(GONE, field="dispatch", remedy=_("Open the page of the map again."))
    return row


def _require_concerned(campaign: Campaign, what: ReviewedDispatch, power: str) -> None:
    if power not in what.concerns:
        name = within(states.book_of(campaign).powers[power].name)
        raise NotNow(
            _("This dispatch does not wait for %(name)s.") % {"name": name},
            remedy=_("It takes effect without your look."),
        )


def _lines_of(what: ReviewedDispatch, keys: Sequence[str]) -> list[str]:
    """These lines, if all of them wait and there are any."""
    if not keys or any(key not in what.lines for key in keys):
        raise NotNow(
            (
                _("A line of these does not wait any more.")
                if keys
                else _("No line of this dispatch is named.")
            ),
            field="facts",
            remedy=_("Open the page of the map again."),
        )
    return sorted(set(keys))


def _step(
    campaign: Campaign,
    phase: Phase,
    row: PendingDispatch,
    kind: type[DispatchStep],
    *,
    power: str = "",
    by: Any = None,
    actor: str = "power",
    at: datetime | None = None,
    **fields: Any,
) -> None:
    """Write one entry of this kind and with these fields about a dispatch, and keep what it makes of it."""
    at = at or timezone.now()
    entry = kind(phase=phase.number, dispatch=row.number, **fields)
    told = _told(campaign, phase, entry, power=power, by=by, actor=actor, at=at)
    row.what = dispatch_review.stepped(row.what, entry.tag, power, told)
    row.save()


def _told(
    campaign: Campaign,
    phase: Phase,
    entry: DispatchStep,
    *,
    power: str,
    by: Any,
    at: datetime,
    actor: str = "power",
) -> dict[str, Any]:
    entries.append(campaign, entry, at=at, actor=actor, person=by, power=power, phase=phase)
    push.save_and_tell(campaign, CHANGED)
    told: dict[str, Any] = msgspec.to_builtins(entry)
    return told


def _settled(campaign: Campaign, row: PendingDispatch) -> None:
    """Let a dispatch take effect if nobody is waited for any more."""
    if row.what.ready(over=False):
        _take_effect(campaign, row, over=False)


def _take_effect(campaign: Campaign, row: PendingDispatch, *, over: bool) -> None:
    """Declare the lines whose time has come, as one act; what cannot be declared any more lapses."""
    phase, book = open_phase(campaign), states.book_of(campaign)
    _lapse_overtaken(campaign, phase, row, book)
    before = row.what
    keys = before.ready(over=over)
    if not keys:
        return
    values = {key: before.lines[key].value for key in keys}
    whole = len(keys) == before.whole
    try:
        apply_act.carry_out(
            campaign,
            by=row.by,
            power=row.power,
            act={"kind": "declare", "facts": values},
            happened=before.happened if whole else (),
            waited={"dispatch": row.number, "facts": list(keys), "over": over},
        )
    except Exception as error:
        if not isinstance(error, CampaignError) and not rulebooks.refuses(error):
            raise
        _lapsed(campaign, phase, row, list(keys), messages.RULES_FORBID)
        return
    row.what = dispatch_review.in_effect(before, row.power, keys, over=over)
    row.save()
    people = set(campaign.seats.filter(person__isnull=False).values_list("power", flat=True))
    asked = people.intersection(before.concerns)
    auto_confirm.who_looked(
        campaign,
        {key: [p for p in before.lines[key].agreed if p in people or not asked] for key in keys},
    )


def _lapse_overtaken(
    campaign: Campaign, phase: Phase, row: PendingDispatch, book: rulebooks.Book
) -> None:
    """End the lines whose facts somebody corrected, or a rule changed, since they were declared."""
    lines, facts = row.what.lines, states.now(phase).facts
    known = [key for key in lines if key in book.facts]
    now = fact_versions.current(campaign, book.facts, facts, known)
    if gone := [key for key in lines if now.get(key) != lines[key].seen]:
        _lapsed(campaign, phase, row, gone, messages.DECLARED_MEANWHILE)


def _lapsed(
    campaign: Campaign,
    phase: Phase,
    row: PendingDispatch,
    keys: list[str],
    why: str,
    *,
    at: datetime | None = None,
) -> None:
    _step(campaign, phase, row, DispatchLapsed, actor="clock", at=at, facts=keys, why=why)

"""Overriding a value of the public state by hand: with a reason, a rule and the difference, and undone again.

Where anything was revealed in the campaign, and always if the moderator plays, all who have a seat must
agree. What is sealed for the open phase was sealed for another position: it is void, unread, and its
owners are told. Everybody who plays can say that they acknowledge it or dispute it.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import messages, rulebooks
from campaigns.domain.entries.repair import OverrideAnswered, StateOverridden
from campaigns.errors import NotNow, NotOnTheMenu, NotYours, together
from campaigns.models import Campaign, LogEntry
from campaigns.rulebooks import states
from campaigns.rulebooks.values import overrides as value_overrides
from campaigns.rulebooks.values.overrides import MOST, ValueChange
from campaigns.selectors.history.rollback import overrides_alone
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked_for_moderator,
    locked_for_reader,
    open_phase,
    require_phase,
    require_reason,
    require_short,
)
from campaigns.services.log.service import service
from campaigns.services.phases import void_seals
from campaigns.services.phases.state_changed import state_changed
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Decision, Question
from rules.kernel.serial import plain, shaped

KIND = "override"
ANSWERS = ("acknowledged", "disputed")


@service("desk")
def override(
    slug: str, *, by: Any, changes: Sequence[Mapping[str, Any]], rule: str, reason: str
) -> int | None:
    """Change values of the public state, or ask the players; the number of the question, if one is asked.

    Each change has ``path``, ``before`` (what the moderator has seen) and ``after``. ``rule`` is a
    reference of the rulebook's index. Values that are so already are left alone.
    """
    campaign = locked_for_moderator(slug, by)
    phase = open_phase(campaign)
    book, state = states.book_of(campaign), states.now(phase)
    rule, reason, wanted = together(
        partial(states.require_rule, book, rule),
        partial(require_reason, reason),
        partial(_read, changes),
    )
    wanted = [one for one in wanted if one.before != one.after]
    view = rulebooks.view_of(book, state)
    wanted = [one for one in wanted if value_overrides.value_at(view, one.path) != one.after]
    if not wanted:
        return None
    # On what everybody may know: whether it is refused says nothing of what is secret.
    value_overrides.applied(book, view, wanted)
    about = {"phase": phase.number, "changes": plain(wanted), "rule": rule}
    return _do_or_ask(campaign, about, by=by, reason=reason)


@service("desk")
def undo(slug: str, *, by: Any, number: int, reason: str) -> int | None:
    """Take an override back, or ask the players; the number of the question, if one is asked.

    One that was undone already is left alone.
    """
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    phase = open_phase(campaign)
    entry = _entry(campaign, number)
    if any(StateOverridden.of(row.body).undoes == number for row in overrides(campaign)):
        return None
    undone = StateOverridden.of(entry.body)
    changes = [one.undone for one in _read(undone.changes)][::-1]
    book = states.book_of(campaign)
    value_overrides.applied(book, rulebooks.view_of(book, states.now(phase)), changes)
    about = {
        "phase": phase.number,
        "changes": plain(changes),
        "rule": undone.rule,
        "undoes": number,
    }
    return _do_or_ask(campaign, about, by=by, reason=reason)


@service("seat")
def answer(slug: str, *, by: Any, number: int, answer: str, reason: str = "") -> None:
    """As one who plays: acknowledge an override, or dispute it with a reason. Another answer replaces it."""
    campaign = locked_for_reader(slug, by)
    powers = vote_record.seated(campaign).get(by.pk)
    if not powers:
        raise NotYours(_("You have no seat in this campaign."))
    if answer not in ANSWERS:
        raise NotOnTheMenu(_("There is no answer %(answer)r.") % {"answer": answer}, field="answer")
    reason = require_reason(reason) if answer == "disputed" else require_short(reason)
    phase = open_phase(campaign)
    _entry(campaign, number)
    entry = OverrideAnswered(phase=phase.number, override=number, answer=answer, reason=reason)
    before = campaign.log.filter(kind=OverrideAnswered.tag, power=powers[0])
    answers = (OverrideAnswered.of(row.body) for row in before.order_by("-seq"))
    last = next((one for one in answers if one.override == number), None)
    if last is not None and (last.answer, last.reason) == (answer, reason):
        return
    entries.append(
        campaign,
        entry,
        at=timezone.now(),
        actor="power",
        person=by,
        power=powers[0],
        phase=phase,
    )
    push.save_and_tell(campaign, ("log",))


def overrides(campaign: Campaign) -> list[LogEntry]:
    """The overrides of a campaign, oldest first."""
    return list(campaign.log.filter(kind=StateOverridden.tag).order_by("seq"))


def _read(changes: Any) -> list[ValueChange]:
    try:
        found: list[ValueChange] = shaped(list(changes), list[ValueChange])
    except (ValueError, TypeError) as error:
        raise NotOnTheMenu(_("These changes cannot be read."), field="changes") from error
    if len(found) > MOST:
        raise NotOnTheMenu(
            _("At most %(most)s values are changed at once.") % {"most": MOST}, field="changes"
        )
    return found


def _entry(campaign: Campaign, number: int) -> LogEntry:
    found = overrides(campaign)
    if not 1 <= number <= len(found):
        raise NotNow(
            _("There is no override %(number)s.") % {"number": number}, remedy=_("Reload the page.")
        )
    return found[number - 1]


def _do_or_ask(campaign: Campaign, about: dict[str, Any], *, by: Any, reason: str) -> int | None:
    people = vote_record.seated(campaign)
    return proposals.decide_or_ask(
        campaign,
        Question(kind=KIND, about=about, voters=people),
        carry,
        by=by,
        reason=reason,
        actor="moderator",
        alone=overrides_alone(campaign, people, by.pk),
    )


def carry(campaign: Campaign, decision: Decision) -> None:
    """Do what was decided. The campaign is locked."""
    about, at = decision.about, decision.at
    phase = require_phase(campaign, about["phase"])
    book = states.book_of(campaign)
    state = value_overrides.applied(book, states.now(phase), _read(about["changes"]))
    why = (messages.OVERRIDDEN % {"reason": decision.reason})[:300]
    voided = void_seals.void_seals(campaign, phase, reason=why, at=at)
    number = len(overrides(campaign)) + 1
    decision.log(
        campaign,
        StateOverridden(**about, **decision.why, override=number),
        phase=phase,
    )
    switched = {one["path"][1] for one in about["changes"] if one["path"][0] == "variants"}
    campaign.switched |= {key: state.variants[key] for key in sorted(switched)}
    state_changed(campaign, phase, state, at=at, topics=push.EVERYTHING, voided=voided, reason=why)

"""Rulings of the group: how an open question of the rules is decided in this campaign.

A moderator makes one at once; a player asks the others. It is words with a rule reference: no rulebook
reads it, and what was rolled stays. It names the phases whose rolls it touched, and can be withdrawn.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET

from campaigns.domain.entries.phases import OrdersPublished
from campaigns.domain.entries.repair import RulingMade, RulingWithdrawn
from campaigns.errors import NotNow, NotOnTheMenu, together
from campaigns.models import Campaign, EventRow, LogEntry
from campaigns.rulebooks import states
from campaigns.services.log import entries as log_entries
from campaigns.services.log import push
from campaigns.services.log.lock import (
    locked_for_moderator,
    locked_for_reader,
    require_play,
    require_reason,
)
from campaigns.services.log.service import service
from campaigns.services.votes import proposals, vote_record
from campaigns.services.votes.proposals import Decision, Question
from verifier.branches import ROLL, RULES

KIND = "ruling"
LONGEST = 1000
MOST = 20
"""So many phases one ruling names."""


@service("desk")
def make(
    slug: str,
    *,
    by: Any,
    text: str,
    rule: str,
    phases: Sequence[int] = (),
    rolls: Sequence[str] = (),
) -> int | None:
    """Make a ruling, or ask the players; the number of the question, if one is asked.

    ``phases`` are the numbers of those whose rolls it touched; ``rolls`` are dice and events of theirs, as the
    history has them (``4#die-1``, ``4#event-3``). One with the same words and rule that
    holds already is not made again.
    """
    campaign = locked_for_reader(slug, by)
    actor = vote_record.require_say(campaign, by, vote_record.seated(campaign))
    require_play(campaign)
    about = _about(campaign, text, rule, phases, rolls)
    if any(one == about for one in _in_force(campaign).values()):
        return None
    question = Question(kind=KIND, about=about)
    return proposals.decide_or_ask(
        campaign,
        question,
        carry,
        by=by,
        reason="",
        actor=actor,
        alone=actor == "moderator",
    )


@service("desk")
def withdraw(slug: str, *, by: Any, number: int, reason: str) -> None:
    """As moderator: end a ruling. One that was withdrawn already is left alone."""
    campaign = locked_for_moderator(slug, by)
    reason = require_reason(reason)
    require_play(campaign)
    if not 1 <= number <= campaign.log.filter(kind=RulingMade.tag).count():
        raise NotNow(
            _("There is no ruling %(number)s.") % {"number": number}, remedy=_("Reload the page.")
        )
    if number not in _in_force(campaign):
        return
    entry = RulingWithdrawn(ruling=number, reason=reason)
    now = timezone.now()
    log_entries.append(campaign, entry, at=now, actor="moderator", person=by)
    push.save_and_tell(campaign, ("log",))


def _about(
    campaign: Campaign, text: str, rule: str, phases: Sequence[int], rolls: Sequence[str]
) -> dict[str, Any]:
    """What a ruling says, looked at."""
    text, rule, touched = together(
        partial(_words_of, text),
        partial(states.require_rule, states.book_of(campaign), rule),
        partial(_touched, campaign, rolls),
    )
    wanted = sorted({*phases, *(number for number, _place in touched)})[:MOST]
    known = campaign.phases.filter(number__in=wanted).count()
    if known != len(wanted):
        raise NotOnTheMenu(
            _("Not all of these phases are there."),
            field="phases",
            remedy=_("Look in the history."),
        )
    ruling = {"text": text, "rule": rule, "phases": wanted}
    # Only where there are any: most rulings name phases alone.
    named = [f"{number}#{place}" for number, place in touched]
    return {**ruling, "rolls": named} if named else ruling


def _words_of(text: str) -> str:
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise NotOnTheMenu(
            _("A ruling has 1 to %(longest)s characters.") % {"longest": LONGEST}, field="text"
        )
    return text


def _touched(campaign: Campaign, rolls: Sequence[str]) -> list[tuple[int, str]]:
    """Dice and events as they were named, each looked for in what everybody may know of its phase."""
    found = []
    for roll in dict.fromkeys(rolls):
        place = ROLL.fullmatch(roll)
        if place is None or not _is_there(campaign, *place.groups()):
            raise NotOnTheMenu(
                _("There is no roll or event %(said)r.") % {"said": roll[:40]},
                field="rolls",
                remedy=_("Choose it on the page of its phase."),
            )
        found.append((int(place["phase"]), place[2]))
    return sorted(found)[:MOST]


def _is_there(campaign: Campaign, phase: str, place: str, kind: str, number: str) -> bool:
    del place
    rows = campaign.phases.filter(number=int(phase), resolved_at__isnull=False)
    if kind == "event":
        return int(number) <= EventRow.objects.filter(phase__in=rows, public=True).count()
    entries = LogEntry.objects.filter(phase__in=rows, kind=OrdersPublished.tag)
    body = entries.order_by("seq").values_list("body", flat=True).first()
    return body is not None and int(number) <= len(OrdersPublished.of(body).rolls)


def _in_force(campaign: Campaign) -> dict[int, dict[str, Any]]:
    """What the rulings that hold say, by number."""
    kinds = (RulingMade.tag, RulingWithdrawn.tag)
    found: dict[int, dict[str, Any]] = {}
    for row in campaign.log.filter(kind__in=kinds).order_by("seq"):
        if row.kind == RulingMade.tag:
            made = RulingMade.of(row.body)
            ruling = {name: getattr(made, name) for name in RULES}
            found[made.ruling] = {
                name: value for name, value in ruling.items() if value is not UNSET
            }
        else:
            found.pop(RulingWithdrawn.of(row.body).ruling, None)
    return found


def carry(campaign: Campaign, decision: Decision) -> None:
    """Do what was decided. The campaign is locked."""
    number = campaign.log.filter(kind=RulingMade.tag).count() + 1
    decision.log(campaign, RulingMade(**decision.about, ruling=number, consent=decision.consent))
    push.save_and_tell(campaign, ("log", "seats"))

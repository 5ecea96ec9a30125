"""How fast a campaign goes by its clock, and for how long: for who founds it, and who thinks about joining."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import islice

from django.utils.translation import ngettext
from msgspec import Struct

from campaigns.domain.clock_policy import ClockPolicy, words
from campaigns.domain.deadline_steps import deadlines
from campaigns.rulebooks.schedule import schedule_of

SHOWN = 3
"""So many deadlines are named."""
MONTH = timedelta(days=365.25 / 12)


class FirstDeadline(Struct, frozen=True):
    """One of the first phases, and when it is due."""

    title: str
    due_at: datetime


class Pace(Struct, frozen=True, kw_only=True):
    """``clock`` is the policy in one sentence, ``first`` the first deadlines if play begins now, or a turn of a game
    that has ``begun`` (none where there are none). A game has ``turns`` at most, each of about ``a_turn`` phases; if each lasts to its deadline, that is
    ``length`` in all (empty where a phase has no deadline, or the rules are not here). ``fails`` says that the rules
    failed when that was worked out: nothing is said of what comes after.
    """

    clock: str
    first: tuple[FirstDeadline, ...]
    turns: int
    a_turn: int
    length: str
    begun: bool = False
    fails: bool = False


def pace(
    policy: ClockPolicy,
    *,
    rulebook: str,
    revision: str,
    scenario: str,
    variants: Mapping[str, str],
    now: datetime,
    begun: bool = False,
) -> Pace:
    """The pace of a campaign by these rules with this clock, which has nothing wrong with it. How long one that has
    ``begun`` goes on is not said: it has gone on by other clocks.
    """
    schedule = schedule_of(rulebook, revision, scenario, tuple(sorted(variants.items())))
    if begun:
        turn = schedule.a_turn
        coming = deadlines(policy, [phase.family for phase in turn], now)
        shown = zip(turn[:SHOWN], coming, strict=False)
        return Pace(
            clock=words(policy),
            first=tuple(FirstDeadline(one.title, due_at) for one, due_at in shown),
            turns=0,
            a_turn=0,
            length="",
            begun=True,
            fails=schedule.fails,
        )
    dues = list(deadlines(policy, schedule.families, now))
    first = zip(schedule.phases, islice(dues, SHOWN), strict=False)
    whole = bool(dues) and len(dues) == len(schedule.families) and not schedule.fails
    return Pace(
        clock=words(policy),
        first=tuple(FirstDeadline(phase.title, due) for phase, due in first),
        turns=schedule.turns,
        a_turn=len(schedule.a_turn),
        length=_about(dues[-1] - now) if whole else "",
        fails=schedule.fails,
    )


def _about(length: timedelta) -> str:
    """A long time in the unit that people would say it in."""
    days = max(1, round(length / timedelta(days=1)))
    if length >= 2 * MONTH:
        months = round(length / MONTH)
        return ngettext("%(count)d month", "%(count)d months", months) % {"count": months}
    if days >= 14:
        weeks = round(days / 7)
        return ngettext("%(count)d week", "%(count)d weeks", weeks) % {"count": weeks}
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}

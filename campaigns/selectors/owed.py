"""What a power has to do by the rules or by an agreement, and has not done."""

from typing import Any

from campaigns import rulebooks
from campaigns.cache import Cache, state_name
from campaigns.selectors.access import Reading
from campaigns.selectors.badges import Badge
from campaigns.selectors.records import Owing

_found = Cache(500_000)


def owed_by(at: Reading, power: str) -> tuple[Owing, ...]:
    """What one of the reader's own powers owes now, from what that power may know. Raises ``NotYours``
    for another's.
    """
    if at.phase is None:
        return ()
    view, badge = at.view_for(power), at.badge(power)
    if badge is None:
        return ()
    at.phase.campaign = at.campaign

    def work_out() -> tuple[Owing, ...]:
        return tuple(_owing(at, badge, one) for one in rulebooks.owed(at.book, view, power))

    found: tuple[Owing, ...] = _found.get((state_name(at.phase), power), work_out)
    return found


def _owing(at: Reading, badge: Badge, one: Any) -> Owing:
    """A rulebook's record; one of an earlier revision says less."""
    return Owing(
        badge=badge,
        text=one.text,
        due=one.due,
        rule=one.rule,
        toward=at.badge(one.toward) if one.toward else None,
        otherwise=getattr(one, "otherwise", ""),
        soon=getattr(one, "soon", False),
        failed=one.state == "failed",
        how=getattr(one, "how", ""),
    )

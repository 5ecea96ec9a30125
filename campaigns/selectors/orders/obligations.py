"""What a power has to do by the rules or by an agreement, and has not done; and whom it has to answer."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.cache import Cache, state_name
from campaigns.domain.wording import within
from campaigns.selectors.phase.records import Owing
from campaigns.selectors.reader.access import Reading, power_badge
from campaigns.selectors.reader.power_badges import Badge
from core.records import like

_owed = Cache(500_000)

NAMED = 3
"""So many facts are named in a sentence."""
HOW = _("Declare it anew as it is, agree on it with them, or ask the moderator to settle it.")
STANDS = _("it stays as you declared it, marked as disputed.")
WAITS = _("it does not count.")


def owed_by(at: Reading, power: str) -> tuple[Owing, ...]:
    """What one of the reader's own powers owes now, from what that power may know. Raises ``NotYours``
    for another's.
    """
    if at.phase is None:
        return ()
    view, badge = at.view_for(power), at.badge(power)
    if badge is None:
        return ()

    def work_out() -> tuple[Owing, ...]:
        return tuple(_owing(at, badge, one) for one in at.book.owed(view, power))

    return (*_to_answer(at, badge, view), *_owed.get((state_name(at.phase), power), work_out))


def _to_answer(at: Reading, badge: Badge, view: Any) -> Iterator[Owing]:
    """What others dispute of what this power declared: what counts already, and what waits for a look.
    Everybody may know of both.
    """
    counts: dict[str, list[str]] = {}
    for key, claim in view.claims.items():
        said = claim.disputed
        if said and claim.by == badge.key and key in at.book.facts:
            counts.setdefault(said.by, []).append(at.book.facts[key].label)
    waits: dict[str, list[str]] = {}
    for what in at.pending:
        for key, line in what.lines.items() if what.power == badge.key else ():
            for power in line.disputed if not line.settled and key in at.book.facts else ():
                waits.setdefault(power, []).append(at.book.facts[key].label)
    yield from _answers(at, badge, counts, str(STANDS))
    yield from _answers(at, badge, waits, str(WAITS))


def _answers(
    at: Reading, badge: Badge, said: Mapping[str, list[str]], otherwise: str
) -> Iterator[Owing]:
    for power, labels in said.items():
        by = at.badge(power)
        facts = ", ".join(labels[:NAMED])
        if (left := len(labels) - NAMED) > 0:
            facts = gettext("%(facts)s and %(count)d more") % {"facts": facts, "count": left}
        yield Owing(
            badge=badge,
            text=gettext("Answer %(power)s, who disputes what you declared: %(facts)s.")
            % {"power": within(by.name) if by else power, "facts": facts},
            due="",
            rule="",
            toward=by,
            otherwise=otherwise,
            soon=True,
            how=str(HOW),
            on_map=True,
        )


def duties_of_all(at: Reading, view: Any) -> Iterator[Owing]:
    """What every power has to do, as a view tells it."""
    for power in at.book.powers:
        for one in at.book.owed(view, power):
            yield _owing(at, power_badge(at.book, power), one)


def _owing(at: Reading, badge: Badge, one: Any) -> Owing:
    """A rulebook's obligation as a page shows it."""
    return like(
        Owing,
        one,
        badge=badge,
        toward=at.badge(one.toward) if one.toward else None,
        failed=one.state == "failed",
        on_map=False,
    )

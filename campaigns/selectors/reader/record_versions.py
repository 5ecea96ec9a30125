"""Which version of a whole record a form was made from, so that it overwrites nothing unseen.

A version is a short word that a page or a program sends back with its change. Whoever sends none
replaces whatever is there. Facts have versions of their own: :mod:`campaigns.selectors.facts.fact_versions`.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from msgspec import structs

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.errors import ChangedMeanwhile
from campaigns.models import Dispatch, Sheet, StandingOrders
from campaigns.proofs import commitments
from rules.kernel.agreements import Paper


def of_orders(sealed: Sheet | None, draft: Sheet | None, person: Any) -> str:
    """Of what a power has sealed and drafted for a phase, as far as this person may read it."""
    mine = draft is not None and draft.is_hand_of(person)
    seal = sealed.commitment[:16] if sealed is not None else ""
    return f"{seal}.{draft.at.timestamp():.6f}" if draft is not None and mine else f"{seal}."


def of_standing(live: StandingOrders | None) -> str:
    """Of a power's standing orders."""
    return str(live.version) if live is not None else "0"


def of_dispatch(row: Dispatch | None) -> str:
    """Of the dispatch that a power is writing; its own hand only."""
    return f"{row.at.timestamp():.6f}" if row is not None else "0"


def of_policy(policy: ClockPolicy) -> str:
    """Of a campaign's clock policy."""
    return commitments.fingerprint(policy)[:16]


def of_papers(papers: Iterable[Paper], *powers: str) -> str:
    """Of what is proposed between these powers, as one of them sees it; what is still needed of
    whom, and what would follow, are not part of it.
    """
    between = [_as_it_lies(each) for each in papers if set(each.parties) == set(powers)]
    return commitments.fingerprint(between)[:16]


def of_paper(paper: Paper) -> str:
    """Of one proposal."""
    return commitments.fingerprint(_as_it_lies(paper))


def _as_it_lies(paper: Paper) -> Paper:
    """A proposal without what the state around it makes of it."""
    return structs.replace(paper, needs=(), costs=(), moves=())


def require(seen: str, now: str, what: str | Promise, remedy: str | Promise) -> None:
    """A form that says what it was made from must be made from what is there now.

    Raises ``ChangedMeanwhile``, in which ``what`` is the sentence of what happened.
    """
    if seen and seen != now:
        raise ChangedMeanwhile(what, field="seen", remedy=remedy)

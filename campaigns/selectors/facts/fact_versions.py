"""Which version of a fact somebody has seen, so that nobody overwrites what they have not.

A version is the number of times the fact was declared and its value, as ``2:"axis"``: it changes
when somebody declares the fact, and when a rule changes it. To a program it is a word to send
back; a page also reads from it which value it showed.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.db.models import Count
from django.utils.translation import gettext as _

from campaigns.errors import FactChange, FactsChanged, NotOnTheMenu
from campaigns.models import Campaign, FactClaim
from campaigns.selectors.reader import names as reader_names
from rules.kernel.facts import FactRegistry, FactSpec
from rules.kernel.serial import canonical


def version(times: int, value: Any) -> str:
    """The version of a fact that was declared so many times and has this value."""
    return f"{times}:{canonical(value).decode()}"


def first(spec: FactSpec) -> str:
    """The version of a fact that has never been anything else than its default."""
    return version(0, spec.default)


def value_of(seen: str) -> Any:
    """The value that somebody saw who saw this version. Raises ``NotOnTheMenu``."""
    try:
        return msgspec.json.decode(seen.partition(":")[2])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise NotOnTheMenu(
            _("This form cannot be read."), field="seen", remedy=_("Open the fact sheet again.")
        ) from error


def require_seen(
    campaign: Campaign, facts: FactRegistry, values: Mapping[str, Any], seen: Mapping[str, str]
) -> None:
    """Every fact in ``seen`` must still be of that version; ``values`` are the facts now.

    To be called with the campaign locked. Raises ``FactsChanged``.
    """
    for key in seen:
        if key not in facts:
            raise NotOnTheMenu(
                _("There is no fact %(key)r in this rulebook.") % {"key": key}, field=f"seen.{key}"
            )
    if not seen:
        return
    now = current(campaign, facts, values, seen)
    changed = [
        _changed(
            facts[key],
            facts.value(values, key),
            now[key],
            FactClaim.in_line(campaign).filter(key__in=facts.parts(key)),
        )
        for key in now
        if now[key] != seen[key]
    ]
    if changed:
        raise FactsChanged(changed)


def current(
    campaign: Campaign, facts: FactRegistry, values: Mapping[str, Any], keys: Iterable[str]
) -> dict[str, str]:
    """The versions of these facts as they are now, by key in order; ``values`` are the facts now."""
    parts = {key: facts.parts(key) for key in keys}
    named = {part for each in parts.values() for part in each}
    claims = campaign.claims.filter(key__in=sorted(named))
    times = dict(claims.order_by("key").values_list("key").annotate(times=Count("pk")))
    return {
        key: version(sum(times.get(part, 0) for part in parts[key]), facts.value(values, key))
        for key in sorted(parts)
    }


def _changed(spec: FactSpec, value: Any, now: str, claims: Any) -> FactChange:
    last = claims.first()
    if last is None or (last.key == spec.key and last.value != value):
        return FactChange(key=spec.key, label=spec.label, value=value, version=now)
    return FactChange(
        key=spec.key,
        label=spec.label,
        value=value,
        version=now,
        by=last.power,
        by_name=_name(last),
        at=last.at,
    )


def _name(claim: FactClaim) -> str:
    """Who declared it, as everybody may know it."""
    names = reader_names.names_for(claim.campaign, None, claim.at)
    return names.of([claim.person_id]).of_seat(claim.person_id, claim.power)

"""A campaign that is over, as one of its powers knew it then.

Everybody who may read it may choose: it has no secrets left, and its file holds all of this already
(``docs/export.md``). Before the end nobody looks through another's eyes, whoever they are.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.domain.entries.phases import PhaseOpened
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.models import LogEntry, Phase, Status
from campaigns.rulebooks import fork_origin
from campaigns.selectors.reader.access import Reading, power_badge
from campaigns.selectors.reader.power_badges import Badge


class Kept(Struct, frozen=True, kw_only=True):
    """Some records that not everybody might see: the ``field`` of the state in which they stood, and the powers
    ``whose`` they were, in the book's order; of records that name nobody's, those who could see them. ``records``
    are those that the power could see, none of what was sealed for it.
    """

    field: str
    whose: tuple[str, ...]
    records: tuple[Any, ...] = ()


def choices(at: Reading) -> tuple[Badge, ...]:
    """The powers through whose eyes the reader may look; none before the end."""
    if not fork_origin.is_open(at.campaign):
        return ()
    return tuple(power_badge(at.book, seat.power) for seat in at.seats)


def through(at: Reading, power: str) -> Reading:
    """Somebody who knows what this power knew, and nothing else. Raises ``NotNow`` before the end, and
    ``NotOnTheMenu`` for what is no power of the campaign.
    """
    if at.campaign.status != Status.FINISHED:
        raise NotNow(
            _("This campaign is not over: nobody looks through another power's eyes yet."),
            remedy=_("Read it as you may see it."),
        )
    if not fork_origin.is_open(at.campaign):
        raise NotNow(
            _("The campaign that this one was forked from is not over."),
            remedy=_("Read it as you may see it."),
        )
    if power not in {seat.power for seat in at.seats}:
        raise NotOnTheMenu(
            _("%(power)r is no power of this campaign.") % {"power": power}, field="as"
        )
    return Reading(at.campaign, None, at.seats, is_moderator=False, power=None, eyes=power)


def end_of(phase: Phase) -> int:
    """The number of the last log entry of before the next phase: what was public when this one was over."""
    entries = LogEntry.objects.filter(campaign=phase.campaign_id).order_by("seq")
    opened = entries.filter(kind=PhaseOpened.tag, phase=phase).values_list("seq", flat=True)[0]
    later = entries.filter(kind=PhaseOpened.tag, seq__gt=opened).values_list("seq", flat=True)
    following = later.first()
    return following - 1 if following is not None else phase.campaign.log_seq


def kept(at: Reading, state: Any) -> tuple[tuple[Kept, ...], tuple[Kept, ...]]:
    """What a state held that not everybody might see: what the power saw of it through whose eyes this is read, and
    what was sealed for it. Nobody is told more of either than whose it was.
    """
    known: dict[str, set[str]] = {}
    sealed: dict[str, set[str]] = {}
    records: dict[str, list[Any]] = {}
    for field in state.__struct_fields__:
        if field not in state.shown:
            continue
        for record, key in _guarded(getattr(state, field), ""):
            seen = set(record.audience.powers)
            own = {getattr(record, "power", ""), key} & set(at.book.powers)
            if at.eyes in seen:
                known.setdefault(field, set()).update(own)
                records.setdefault(field, []).append(record)
            else:
                sealed.setdefault(field, set()).update(own or seen)
    return _in_order(at, known, records), _in_order(at, sealed, {})


def _guarded(value: Any, key: str) -> Iterator[tuple[Any, str]]:
    """The records that not everybody may see, each with the key of the table in which it stands."""
    if isinstance(value, Struct):
        audience = getattr(value, "audience", None)
        if audience is not None and not audience.everybody:
            yield value, key
        for name in value.__struct_fields__:
            yield from _guarded(getattr(value, name), key)
    elif isinstance(value, dict):
        for own, part in value.items():
            yield from _guarded(part, str(own))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _guarded(part, key)


def _in_order(
    at: Reading, found: dict[str, set[str]], records: dict[str, list[Any]]
) -> tuple[Kept, ...]:
    return tuple(
        Kept(
            field=field,
            whose=tuple(power for power in at.book.powers if power in whose),
            records=tuple(records.get(field, ())),
        )
        for field, whose in found.items()
    )

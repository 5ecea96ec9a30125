"""Dispatches that wait: declared for everybody to see, without effect until the others have looked.

What becomes of one is told by the log, entry by entry; :func:`begun` and :func:`stepped` are what an
entry makes of it. The site, the import and the check of a file all go by them. Pure.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from campaigns.domain.entries.facts import (
    DispatchConfirmed,
    DispatchDisputed,
    DispatchLapsed,
    DispatchSettled,
    DispatchWithdrawn,
)
from rules.kernel.facts import FactValue

Until = Literal["both", "deadline"]
"""``both``: in effect when all whom it concerns have looked, at the latest at the deadline.
``deadline``: at the deadline, or when the phase is resolved before."""


class NotSo(Exception):
    """An entry tells of something that cannot have happened; the message says what."""


class Objection(msgspec.Struct, frozen=True, kw_only=True):
    """What a power says against a line: what it is instead (``None``: not said), and why."""

    instead: FactValue | None = None
    reason: str = ""


class ReviewedLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line that waits. ``seen`` is the version of the fact on which it was declared, ``settled``
    that the moderator let it stand.
    """

    value: FactValue
    seen: str = ""
    agreed: tuple[str, ...] = ()
    disputed: dict[str, Objection] = {}
    settled: bool = False

    def looked_at(self, power: str) -> bool:
        """Whether a power has said something about it, or need not any more."""
        return self.settled or power in self.agreed or power in self.disputed


class ReviewedDispatch(msgspec.Struct, frozen=True, kw_only=True):
    """A dispatch of one power, with the lines that still wait. ``whole`` is how many it had."""

    number: int
    power: str
    phase: int
    until: Until
    concerns: tuple[str, ...]
    lines: dict[str, ReviewedLine]
    whole: int
    happened: tuple[str, ...] = ()

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The powers that have not looked at every line."""
        return tuple(
            power
            for power in self.concerns
            if not all(line.looked_at(power) for line in self.lines.values())
        )

    def ready(self, *, over: bool) -> tuple[str, ...]:
        """The lines whose time has come; ``over`` says that the deadline has passed, or that the phase
        is being resolved. What is disputed waits for agreement.
        """
        if not over and (self.until == "deadline" or self.waits_for):
            return ()
        return tuple(key for key, line in self.lines.items() if not line.disputed)


def begun(number: int, power: str, body: Mapping[str, Any]) -> ReviewedDispatch:
    """A dispatch as the entry that declares it tells it."""
    return ReviewedDispatch(
        number=number,
        power=power,
        phase=body["phase"],
        until=body["until"],
        concerns=tuple(body["concerns"]),
        lines={key: ReviewedLine(value=value) for key, value in body["facts"].items()},
        whole=len(body["facts"]),
        happened=tuple(body.get("happened", ())),
    )


def stepped(
    before: ReviewedDispatch, kind: str, power: str, body: Mapping[str, Any]
) -> ReviewedDispatch:
    """A dispatch after another entry that tells of it. Raises ``NotSo``."""
    keys = tuple(body["facts"])
    if unknown := [key for key in keys if key not in before.lines]:
        raise NotSo(f"{', '.join(unknown)} waits in no line of dispatch {before.number}")
    if kind in (DispatchConfirmed.tag, DispatchDisputed.tag) and power not in before.concerns:
        raise NotSo(f"dispatch {before.number} does not wait for {power}")
    if kind == DispatchWithdrawn.tag and power != before.power:
        raise NotSo(f"dispatch {before.number} is not {power}'s to withdraw")
    match kind:
        case DispatchConfirmed.tag:
            return _changed(before, {key: _agreed(before.lines[key], power) for key in keys})
        case DispatchDisputed.tag:
            said = {
                key: Objection(instead=instead, reason=body["reason"])
                for key, instead in body["facts"].items()
            }
            return _changed(
                before, {key: _disputed(before.lines[key], power, said[key]) for key in keys}
            )
        case DispatchSettled.tag if body["stands"]:
            return _changed(
                before,
                {
                    key: msgspec.structs.replace(before.lines[key], settled=True, disputed={})
                    for key in keys
                },
            )
        case DispatchSettled.tag | DispatchWithdrawn.tag | DispatchLapsed.tag:
            return _without(before, keys)
    raise NotSo(f"{kind} tells of no dispatch that waits")


def in_effect(
    before: ReviewedDispatch, power: str, facts: tuple[str, ...], *, over: bool
) -> ReviewedDispatch:
    """A dispatch after these lines took effect. Raises ``NotSo``."""
    if power != before.power:
        raise NotSo(f"dispatch {before.number} is not {power}'s")
    if set(before.ready(over=over)) != set(facts):
        raise NotSo(f"of dispatch {before.number} other lines were to take effect")
    return _without(before, facts)


def _changed(before: ReviewedDispatch, lines: Mapping[str, ReviewedLine]) -> ReviewedDispatch:
    return msgspec.structs.replace(before, lines={**before.lines, **lines})


def _without(before: ReviewedDispatch, keys: tuple[str, ...]) -> ReviewedDispatch:
    left = {key: line for key, line in before.lines.items() if key not in keys}
    return msgspec.structs.replace(before, lines=left)


def _agreed(line: ReviewedLine, power: str) -> ReviewedLine:
    disputed = {other: said for other, said in line.disputed.items() if other != power}
    agreed = line.agreed if power in line.agreed else (*line.agreed, power)
    return msgspec.structs.replace(line, agreed=agreed, disputed=disputed)


def _disputed(line: ReviewedLine, power: str, said: Objection) -> ReviewedLine:
    return msgspec.structs.replace(
        line,
        agreed=tuple(other for other in line.agreed if other != power),
        disputed={**line.disputed, power: said},
        settled=False,
    )

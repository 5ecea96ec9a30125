"""Correcting a value that only some may know: what can be named, by whom it is known, and what it changes.

As :mod:`campaigns.rulebooks.values.overrides`, but in the view of one power: a path goes through a record with an audience,
and a number in a list counts what that power may see. What comes of it is seen by that audience alone.

All of it is done in secret (:mod:`campaigns.crypto.secret_log`), by kinds of secret entries
(:mod:`campaigns.domain.entries.secret`). What is proposed is opened at the end as a :class:`Correction`; the others name
in :class:`Step` the commitment of the proposal. What the desk does has an empty ``power``.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from campaigns import rulebooks
from campaigns.domain.entries.secret import (
    ValueAccepted,
    ValueAgreed,
    ValueProposed,
    ValueRefused,
    ValueWithdrawn,
)
from campaigns.errors import NotNow, NotOnTheMenu
from campaigns.rulebooks.values import overrides
from campaigns.rulebooks.values.overrides import Path, ValueChange
from core.gettext import gettext as _
from rules.kernel.serial import canonical, shaped

KINDS: Final = frozenset(
    kind.tag for kind in (ValueProposed, ValueAgreed, ValueWithdrawn, ValueRefused, ValueAccepted)
)


class Correction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is proposed. ``audience`` are the powers that know the value, ``record`` the single values of the
    record that hides it, so that it is surely this one; ``rule`` may be empty; ``undoes`` is the commitment
    of the proposal that it takes back.
    """

    change: ValueChange
    audience: tuple[str, ...]
    record: dict[str, Any]
    rule: str = ""
    reason: str
    undoes: str = ""


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was done about a proposal, and why (empty where nobody is to be told why)."""

    proposal: str
    reason: str = ""


@dataclass(slots=True)
class Proposal:
    """One proposal as the secret entries leave it. ``state`` is the kind of the entry that ended it, or empty."""

    power: str
    phase: int
    at: str
    key: str
    what: Correction
    after: int
    agreed: set[str] = field(default_factory=set)
    state: str = ""
    why: str = ""
    undone_by: str = ""


class DoesNotFit(Exception):
    """An entry that does not fit those before it; says why."""


class Proposals:
    """The proposals of a campaign, from its secret entries, oldest first; ``whole`` unless the earliest are
    left out.
    """

    def __init__(self, *, whole: bool = True) -> None:
        self.made: dict[str, Proposal] = {}
        self._whole = whole

    def take(self, one: Any, order: Any, after: int) -> Proposal:
        """Take one more entry: ``one`` has ``kind``, ``power``, ``phase``, ``at`` and ``commitment``.

        Raises ``Told``, and ``ValidationError`` for another shape.
        """
        if one.kind == ValueProposed.tag:
            what = shaped(order, Correction)
            found = Proposal(one.power, one.phase, one.at, one.commitment, what, after)
            if what.undoes and self._whole and not self._undoable(found):
                raise DoesNotFit("takes back what cannot be taken back")
            self.made[one.commitment] = found
            return found
        step = shaped(order, Step)
        earlier = self.made.get(step.proposal)
        if earlier is None or earlier.state or earlier.phase != one.phase:
            raise DoesNotFit("is about no open proposal")
        if not _may(earlier, one.kind, one.power):
            raise DoesNotFit(f"is not for {one.power or 'the desk'} to do")
        if one.kind == ValueAgreed.tag:
            earlier.agreed.add(one.power)
            return earlier
        earlier.state, earlier.why = one.kind, step.reason
        if one.kind == ValueAccepted.tag and (undone := self.made.get(earlier.what.undoes)):
            undone.undone_by = earlier.key
        return earlier

    def carried(self, book: rulebooks.Book, state: Any, one: Any) -> Any:
        """Take an entry that is opened; the state as it leaves it. Raises as :meth:`take` and :func:`corrected`."""
        found = self.take(one, one.order, one.after)
        if one.kind != ValueAccepted.tag:
            return state
        return corrected(book, state, found.power, found.what)

    def about(self, one: Any) -> Proposal:
        """The proposal that an entry made, or is about; it was taken already."""
        key = one.commitment if one.kind == ValueProposed.tag else shaped(one.order, Step).proposal
        return self.made[key]

    def _undoable(self, proposal: Proposal) -> bool:
        earlier = self.made.get(proposal.what.undoes)
        return (
            earlier is not None
            and earlier.state == ValueAccepted.tag
            and not earlier.undone_by
            and proposal.power in earlier.what.audience
            and proposal.what.change == earlier.what.change.undone
        )


def _may(proposal: Proposal, kind: str, power: str) -> bool:
    """Whether a power (empty: the desk) may do this about an open proposal. That all have agreed who play is
    for the site to see to: who plays is not known here.
    """
    knows = power in proposal.what.audience and power != proposal.power
    return {
        ValueAgreed.tag: knows,
        ValueWithdrawn.tag: power == proposal.power,
        ValueRefused.tag: knows or not power,
        ValueAccepted.tag: not power,
    }.get(kind, False)


def values(view: Any, power: str) -> Iterator[tuple[Path, Any]]:
    """Everything in a power's view that only some may know and that can be corrected: paths and values."""
    for path, value in overrides.values(view, {power}):
        if _record(view, path, power) is not None:
            yield path, value


def _through(view: Any, path: Iterable[str], power: str) -> Iterator[Any]:
    """What a path goes through, one in another, without the value at its end."""
    found = view
    for word in path:
        yield found
        found = overrides.part(found, word, {power})


def _record(view: Any, path: Path, power: str) -> Any:
    """The innermost record on a path that not everybody may see; ``None`` where everybody may see the value."""
    hides = [one for one in _through(view, path, power) if overrides.hidden(one)]
    return hides[-1] if hides else None


def _singles(record: Any, power: str) -> dict[str, Any]:
    """The single values of a record, by their names."""
    kinds = (bool, int, float, str)
    return {name: one for name, one in overrides.parts(record, {power}) if isinstance(one, kinds)}


def record_of(view: Any, path: Path, power: str) -> dict[str, Any]:
    """The single values of the record that hides a value."""
    record = _record(view, path, power)
    return {} if record is None else _singles(record, power)


def audience(book: rulebooks.Book, view: Any, path: Path, power: str) -> tuple[str, ...]:
    """The powers that know a value of this power's view."""
    through = list(_through(view, path, power))
    return tuple(
        each for each in book.powers if not any(overrides.hidden(one, {each}) for one in through)
    )


def correction(
    book: rulebooks.Book, view: Any, power: str, change: ValueChange, **more: Any
) -> Correction:
    """A correction of a value as a power sees it, tried on what it sees: whether it is refused says nothing
    that it does not know. Raises ``NotOnTheMenu``, ``NotNow``.
    """
    overrides.value_at(view, change.path, {power})
    record = _record(view, change.path, power)
    if record is None:
        raise NotOnTheMenu(
            _("Everybody may know this value."),
            field="path",
            remedy=_("A moderator can override it."),
        )
    found = Correction(
        change=change,
        audience=audience(book, view, change.path, power),
        record=_singles(record, power),
        **more,
    )
    overrides.applied(book, view, [change], {power})
    return found


def corrected(book: rulebooks.Book, state: Any, power: str, what: Correction) -> Any:
    """The state with the correction made. Raises ``NotNow`` where the value is not what it was, another record
    hides it, others know it, or anybody else would notice.
    """
    view, path = rulebooks.view_of(book, state, power), what.change.path
    record = _record(view, path, power)
    if (
        record is None
        or _singles(record, power) != what.record
        or audience(book, view, path, power) != what.audience
    ):
        raise NotNow(_("What is to be corrected is not what it was any more."))
    after = overrides.applied(book, state, [what.change], {power})
    for viewer in ((), *((one,) for one in book.powers if one not in what.audience)):
        seen = (canonical(rulebooks.view_of(book, one, *viewer)) for one in (state, after))
        if next(seen) != next(seen):
            raise NotNow(_("Others would notice that correction."))
    if canonical(book.phase(state)) != canonical(book.phase(after)):
        raise NotNow(_("Others would notice that correction."))
    return after

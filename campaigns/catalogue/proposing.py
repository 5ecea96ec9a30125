"""What somebody wrote in the editor of tables, as changes of an override: never a second way to change."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.catalogue.kinds import Value, range_in_words
from campaigns.catalogue.lookup import Catalogue, value_at
from campaigns.catalogue.reading import Unfit, read, written
from campaigns.catalogue.shipped import refusal, spot_of
from campaigns.domain.wording import in_readers_words
from campaigns.rulebooks.values.overrides import MOST, TABLES, VARIANTS, ValueChange
from rules.kernel.serial import canonical


class Proposed(Struct, frozen=True, kw_only=True):
    """The changes that were proposed, and what is wrong, by the number of the value."""

    changes: tuple[ValueChange, ...]
    problems: Mapping[int, str]


def proposed(
    catalogue: Catalogue, key: str, overrides: Mapping[str, Any], given: Mapping[int, str]
) -> Proposed:
    """What was written for values of one table, by their numbers. What is as it was is no change."""
    values, present = catalogue.values(key), catalogue.present(overrides)
    changes, problems = list[ValueChange](), dict[int, str]()
    for number, text in given.items():
        if not 0 <= number < len(values):
            continue
        value = values[number]
        now = value_at(present, value.leaf)
        if _same_text(text, written(now, value, catalogue.wording)):
            continue
        try:
            after = _within(read(text, value, catalogue.wording), value)
            one = _changes(catalogue, overrides, value, now, after)
            if one and (refused := refusal(catalogue.book, _changed(overrides, one))):
                raise Unfit(in_readers_words(catalogue.said(refused)))
        except Unfit as error:
            problems[number] = _told(catalogue, value, str(error))
        else:
            changes += one
            if len(changes) > MOST:
                problems[number] = _("At most %(most)s values are changed at once.") % {
                    "most": MOST
                }
                break
    return Proposed(changes=tuple(changes), problems=problems)


def proposed_switches(
    keys: Sequence[str], variants: Mapping[str, str], given: Mapping[int, str]
) -> Proposed:
    """What was chosen for variant switches, by their numbers."""
    wanted = {keys[number]: text for number, text in given.items() if 0 <= number < len(keys)}
    return Proposed(
        changes=tuple(
            ValueChange(path=(VARIANTS, key), before=variants[key], after=text)
            for key, text in wanted.items()
            if key in variants and text != variants[key]
        ),
        problems={},
    )


def _same_text(one: str, other: str) -> bool:
    """Whether two texts of a form say the same; browsers end lines as they like."""
    return one.strip().splitlines() == other.strip().splitlines()


def _within(after: Any, value: Value) -> Any:
    if isinstance(after, int) and not isinstance(after, bool):
        low, high = value.least, value.most
        if (low is not None and after < low) or (high is not None and after > high):
            raise Unfit(_("The book does not take %(number)s here.") % {"number": after})
    return after


def _told(catalogue: Catalogue, value: Value, problem: str) -> str:
    """What is wrong, what may stand there, and by which rule."""
    rule = catalogue.rule(value.leaf.path)
    may = range_in_words(value, catalogue.wording)
    told = f"{problem} {may}"
    if not rule:
        return told
    return _("%(told)s Rule %(rule)s.") % {"told": told, "rule": rule}


def _changed(overrides: Mapping[str, Any], changes: Sequence[ValueChange]) -> dict[str, Any]:
    after = dict(overrides)
    for change in changes:
        if change.after is None:
            after.pop(change.path[1], None)
        else:
            after[change.path[1]] = change.after
    return after


def _changes(
    catalogue: Catalogue, overrides: Mapping[str, Any], value: Value, now: Any, after: Any
) -> list[ValueChange]:
    """The changes that make a value so: none where it is so, the way back where the book ships it so. What
    was overridden in the same place under another path, or within it, goes.
    """
    if canonical(after) == canonical(now):
        return []
    path = value.leaf.path
    around = any(path.startswith(f"{other}.") for other in overrides)
    ships = canonical(after) == canonical(value.leaf.shipped) and not around
    before = overrides.get(path)
    found = [
        ValueChange(path=(TABLES, other), before=overrides[other], after=None)
        for other in _inside(catalogue, overrides, path)
    ]
    wanted = None if ships else after
    if canonical(before) != canonical(wanted):
        found.append(ValueChange(path=(TABLES, path), before=before, after=wanted))
    return found


def _inside(catalogue: Catalogue, overrides: Mapping[str, Any], path: str) -> list[str]:
    """Overrides under another path of what a path leads to, or of a part of it."""
    tree = catalogue.shipped.content
    mine = spot_of(dict(tree), path)
    found = []
    for other in overrides:
        spot = spot_of(dict(tree), other)
        if other == path or mine is None or spot is None:
            continue
        held, key = mine
        value = held.get(key) if isinstance(held, dict) else held[key]
        if (spot[0] is held and spot[1] == key) or spot[0] is value:
            found.append(other)
    return found

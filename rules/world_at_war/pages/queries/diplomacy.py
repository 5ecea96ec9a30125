"""Answers to questions by name, changing nothing; ``signatures`` declares what each takes."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.world_at_war.diplomacy.allotments import allotment, surrender_tally
from rules.world_at_war.diplomacy.eligibility import naming_bar, placing_bar
from rules.world_at_war.diplomacy.modifiers import Attempt, tally_of
from rules.world_at_war.diplomacy.points import NAMES as TARGET_NAMES
from rules.world_at_war.diplomacy.points import cap
from rules.world_at_war.diplomacy.roll_outcomes import (
    allowed_lesser,
    beneficiary,
    chances,
    favoured,
)
from rules.world_at_war.forces.limits import allowed_in
from rules.world_at_war.model.conditions import status_of
from rules.world_at_war.model.powers import POWERS, SEATS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.countries import Minor
from rules.world_at_war.pages.queries.arguments import Arguments
from rules.world_at_war.tensions.forecast import ahead

SIDES_THAT_ROLL = ("axis", "western", "russia")
"""The factions that have diplomatic points."""
MANNERS = ("ordinary", "free", "reaction", "demand")


def _one_of(given: Arguments, name: str, known: Iterable[str], default: str = "") -> str:
    """An argument that has to be one of these words."""
    value, words = str(given.get(name, default)), tuple(dict.fromkeys(known))
    if value not in words:
        said = f"{name}: {value!r} is unknown." if value else f"{name}: missing."
        raise NotUnderstood(said, remedy=_possible(words))
    return value


def _possible(words: Iterable[str]) -> str:
    return f"Possible are {', '.join(words)}."


def _counts(given: Arguments, name: str, known: Iterable[str]) -> dict[str, int]:
    """An argument that is a table of numbers by power or faction."""
    value, words = given.get(name, {}), tuple(known)
    if not isinstance(value, Mapping):
        raise NotUnderstood(f"{name}: a table of numbers.", remedy=f"Write {{{words[0]}: 1}}.")
    for key, count in value.items():
        if key not in words:
            raise NotUnderstood(f"{name}: {key!r} is unknown.", remedy=_possible(words))
        if isinstance(count, bool) or not isinstance(count, int):
            raise NotUnderstood(f"{name}.{key}: {count!r} is no whole number.")
    return dict(value)


def _minor(state: WarState, given: Arguments) -> Minor:
    key = given.get("of", "")
    minors = tables_of(state).minors
    if key not in minors:
        raise NotUnderstood(
            f"There is no country {key!r}.", remedy=f"Countries are {', '.join(minors)}."
        )
    return minors[key]


def _power(given: Arguments, name: str = "of") -> str:
    power = str(given.get(name, ""))
    if power not in SEATS:
        raise NotUnderstood(
            f"{power!r} holds no diplomatic points.", remedy=f"Powers are {', '.join(SEATS)}."
        )
    return power


def _attempt(state: WarState, given: Arguments) -> Attempt:
    by = _one_of(given, "by", (*SIDES_THAT_ROLL, *SEATS), "axis")
    return Attempt(
        country=_minor(state, given).key,
        faction=faction_of(by) if by in POWERS else by,
        manner=_one_of(given, "manner", MANNERS, "ordinary"),
        points=_counts(given, "points", SEATS),
        operations=_counts(given, "operations", SIDES_THAT_ROLL),
        subverted=bool(given.get("subverted", False)),
        bound=bool(given.get("bound", False)),
    )


def _allotment(state: WarState, given: Arguments) -> Any:
    power = _power(given)
    return allotment(state, tables_of(state).allotments[power], power, opening=given.get("opening"))


def _modifiers(state: WarState, given: Arguments) -> Any:
    return tally_of(state, tables_of(state), _attempt(state, given))


def _odds(state: WarState, given: Arguments) -> Any:
    return chances(state, _attempt(state, given), _modifiers(state, given))


def _roll(state: WarState, given: Arguments) -> Any:
    """What a given die brings, with the points that are said to count."""
    die: int = given["die"]
    minor, attempt = _minor(state, given), _attempt(state, given)
    told = tally_of(state, tables_of(state), attempt)
    row = minor.row_for(die + told.net)
    favours = favoured(state, minor.key, attempt.faction, row, attempt.points)
    return {
        "die": die,
        "net": told.net,
        "total": die + told.net,
        "row": row.key,
        "meaning": row.meaning,
        "rule": row.rule,
        "favours": favours,
        "tally": told,
    }


def _row(state: WarState, given: Arguments) -> Any:
    minor = _minor(state, given)
    if "row" in given or "total" not in given:
        return minor.row(_row_key(minor, given))
    if isinstance(given["total"], bool) or not isinstance(given["total"], int):
        raise NotUnderstood(
            f"total: {given['total']!r} is no whole number.", remedy="Write die plus net."
        )
    return minor.row_for(given["total"])


def _row_key(minor: Minor, given: Arguments) -> str:
    return _one_of(given, "row", (row.key for row in minor.rows))


def _lesser(state: WarState, given: Arguments) -> Any:
    minor = _minor(state, given)
    row = minor.row(_row_key(minor, given))
    favoured = "axis" if row.favours == "axis" else "western"
    faction = _one_of(given, "faction", SIDES_THAT_ROLL, favoured)
    return [lesser.key for lesser in allowed_lesser(state, minor.key, row, faction)]


def _bar(bar: Any) -> Any:
    return {"may": bar is None, "why": bar.why if bar else "", "rule": bar.rule if bar else ""}


def _naming(state: WarState, given: Arguments) -> Any:
    return _bar(
        naming_bar(
            state,
            _power(given, "power"),
            _minor(state, given).key,
            _one_of(given, "manner", MANNERS, "ordinary"),
        )
    )


def _placing(state: WarState, given: Arguments) -> Any:
    target = _one_of(given, "of", (*tables_of(state).minors, *TARGET_NAMES))
    return _bar(placing_bar(state, _power(given, "power"), target))


def _benefits(state: WarState, given: Arguments) -> Any:
    faction = _one_of(given, "faction", SIDES_THAT_ROLL)
    return beneficiary(state, _minor(state, given).key, faction)


def _status(state: WarState, given: Arguments) -> Any:
    key = _minor(state, given).key
    status, faction = status_of(state, key)
    record = state.country(key)
    return {
        "status": status,
        "faction": faction,
        "row": record.result,
        "power": record.power,
        "closed": record.closed,
    }


def _surrender(state: WarState, given: Arguments) -> Any:
    power = _one_of(given, "of", ("italy", "france"))
    return surrender_tally(
        state, tables_of(state).allotments[power], power, state.lying(power, SEATS)
    )


def _track(state: WarState, given: Arguments) -> Any:
    key = _one_of(given, "of", state.tracks)
    track = state.tracks[key]
    return {
        "level": track.level, "effective": track.effective, "reached": sorted(int(level) for level in track.reached),
        "next": ahead(state, tables_of(state), key),
    }  # fmt: skip


def _cap(state: WarState, given: Arguments) -> Any:
    return cap(state, _power(given))


def _limit(state: WarState, given: Arguments) -> Any:
    return allowed_in(state, _minor(state, given).key)


ANSWERS = {
    "allotment": _allotment, "modifiers": _modifiers, "odds": _odds, "roll": _roll, "row": _row, "lesser": _lesser, "naming": _naming,
    "placing": _placing, "benefits": _benefits, "status": _status, "surrender": _surrender, "track": _track, "cap": _cap,
    "limit": _limit,
}  # fmt: skip

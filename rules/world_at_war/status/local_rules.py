"""What holds in a country now, and the numbers of the regional rules with their reasons."""

from collections.abc import Iterator

import msgspec

from rules.kernel.facts import FactValue
from rules.kernel.serial import gathered
from rules.kernel.tally import Row, Tally, tally, weigh
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.regions import Standing


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a rule says of a country: whether it is in force now, and why.

    ``who`` are powers or sides that may do what the text says (empty: it simply holds), ``reads`` the
    facts it hangs on with their values, ``amount`` what a number comes to.
    """

    key: str
    text: str
    rule: str
    in_force: bool
    why: str
    who: tuple[str, ...] = ()
    reads: dict[str, FactValue] = {}
    amount: int | None = None


def number(state: WarState, key: str) -> Tally:
    """A number of the tables by its key. Of rows with one ``instead`` the first that holds counts; a
    row whose amount is in none of the sources stands there with nothing. Raises ``KeyError``.
    """
    given = tables_of(state).regions.sums[key]
    rows, passed = weigh(given.rows, Situation(state))
    told = tally(
        given.title, rows, base=given.base, base_reason="To begin with", base_rule=given.rule,
        passed=[row for row in passed if row.key not in given.unknown],
    )  # fmt: skip
    open_rows = [
        Row(row.key, 0, f"{row.reason} (a moderator enters the amount)", row.rule)
        for row in given.rows
        if row.key in given.unknown and row.when.holds(Situation(state))
    ]
    return msgspec.structs.replace(told, rows=(*told.rows, *open_rows))


def effects(state: WarState, area: str) -> tuple[Effect, ...]:
    """Everything that the regional rules say of an area, its numbers first, and what a border war
    of it leads to.
    """
    regions = tables_of(state).regions
    numbers = (_of_number(state, key) for key, one in regions.sums.items() if area in one.areas)
    standing = (_of_standing(state, one) for one in regions.standing if area in one.areas)
    return (*numbers, *standing, *_of_border_war(state, area))


def permitted(state: WarState, area: str, power: str) -> tuple[Effect, ...]:
    """What a power or side (``allied``: Western Allies and Russia) may or may not do in an area."""
    names = {power, *_SIDES.get(power, ())}
    return tuple(one for one in effects(state, area) if names & set(one.who))


def _of_border_war(state: WarState, area: str) -> Iterator[Effect]:
    given = tables_of(state).sides.border_war
    if area == given.area:
        fought = state.yes(given.fact)
        yield Effect(
            key="border-war",
            text=given.text,
            rule=given.rule,
            in_force=fought,
            why=given.because if fought else given.otherwise,
            reads=_values(state, (given.fact, given.war)),
        )


_SIDES = {
    "germany": ("axis",), "italy": ("axis",), "britain": ("western", "allied"),
    "france": ("western", "allied"), "united_states": ("western", "allied"), "russia": ("allied",),
    "western": ("allied",),
}  # fmt: skip


def _of_number(state: WarState, key: str) -> Effect:
    told, given = number(state, key), tables_of(state).regions.sums[key]
    reasons = "; ".join(row.reason for row in told.rows)
    return Effect(
        key=key,
        text=given.title,
        rule=given.rule,
        in_force=bool(told.rows),
        why=f"{reasons}." if reasons else "Nothing changes it.",
        reads=_values(state, _reads(state, key)),
        amount=told.net,
    )


def _reads(state: WarState, key: str) -> tuple[str, ...]:
    here, found = Situation(state), dict[str, None]()
    for row in tables_of(state).regions.sums[key].rows:
        found |= dict.fromkeys((*row.when.reads(here), *row.times.reads(here)))
    return tuple(found)


def _of_standing(state: WarState, one: Standing) -> Effect:
    here = Situation(state)
    holds = one.when.holds(here)
    return gathered(
        Effect,
        one,
        in_force=holds,
        why=one.because if holds else one.otherwise,
        reads=_values(state, one.when.reads(here)),
    )


def _values(state: WarState, keys: tuple[str, ...]) -> dict[str, FactValue]:
    here = Situation(state)
    return {key: here.fact(key) for key in keys}

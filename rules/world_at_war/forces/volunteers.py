"""Volunteers: units of Spain, Vichy France and Poland that a result lends to the eastern front.

How many stand there and how many were lost is declared; this part knows how many may go, which of
them may not be sent again before another roll, and when they have to come home (Ruling 105).
"""

from collections.abc import Iterator

import msgspec

from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import status_of
from rules.world_at_war.model.names import counted
from rules.world_at_war.model.obligation import Obligation
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import Tables, tables_of
from rules.world_at_war.status import clocks

COUNTRIES = ("spain", "vichy", "poland")
HOME = "volunteers"
"""The clock of units that have to come home."""
RULE = R("Ruling 105")
STAGE = "axis.facts"


class Volunteers(msgspec.Struct, frozen=True, kw_only=True):
    """A country's volunteers: how many the row in effect lends (``granted``), how many are ``lost``
    since the last roll and so ``barred``, ``sent`` now, how many ``may`` be there, and how many more
    can be sent (``room``). ``free`` marks an ally, whose units go by rules of their own; ``due`` is
    the turn in which those too many have to be home (0: none are).
    """

    country: str
    granted: int
    lost: int
    barred: int
    sent: int
    may: int
    room: int
    free: bool
    due: int


def volunteers(state: WarState, country: str) -> Volunteers:
    """How a country's volunteers stand. None go before Germany and Russia are at war."""
    granted, free = granted_by(state, country), status_of(state, country) == ("ally", "axis")
    lost, sent = _count(state, country, "lost"), _count(state, country, "sent")
    barred = min(granted, lost)
    may = granted - barred if state.yes("war.germany.russia") else 0
    clock = clocks.running(state, HOME, country)
    return Volunteers(
        country=country, granted=granted, lost=lost, barred=barred, sent=sent, may=may,
        room=max(0, may - sent), free=free, due=clock.due if clock else 0,
    )  # fmt: skip


def granted_by(state: WarState, country: str) -> int:
    """How many units the row in effect lends."""
    record = state.country(country)
    return tables_of(state).minors[country].row(record.result).volunteers if record.result else 0


def _count(state: WarState, country: str, what: str) -> int:
    return int(state.facts.get(f"volunteers.{country}.{what}", 0))


def excess(found: Volunteers) -> int:
    """How many have to come home."""
    return 0 if found.free else max(0, found.sent - found.may)


# -- what happens --------------------------------------------------------------------------------


def settle(course: Adjudication, was: WarState) -> None:
    """Who is there without leave has to be home as the next Axis player turn ends."""
    state = course.state
    if state.facts is was.facts and state.countries is was.countries:
        return
    for country in COUNTRIES:
        clock, over = clocks.running(state, HOME, country), excess(volunteers(state, country))
        name = tables_of(state).minors[country].adjective
        if clock is None and over:
            due = (clocks.next_ending(state, STAGE), STAGE)
            text = f"{name} volunteers on the eastern front must come home: {over} too many"
            clocks.start(course, HOME, country, "germany", due, text, RULE)
        elif clock is not None and not over:
            text = f"No {name} volunteers have to come home any more"
            clocks.end(course, clock, "stopped", text, RULE)


def leave(course: Adjudication, stage: str) -> None:
    """As the Axis player turn ends, those who had to come home are no longer there."""
    for clock in clocks.striking(course.state, HOME, stage):
        found = volunteers(course.state, clock.area)
        name, over = tables_of(course.state).minors[clock.area].adjective, excess(found)
        text = f"{counted(over, f'{name} volunteer unit')} of the eastern front went home"
        clocks.end(course, clock, "struck", text, RULE)
        course.set_fact(f"volunteers.{clock.area}.sent", found.sent - over, RULE)


def lost(course: Adjudication, key: str, before: int, now: int) -> None:
    """Volunteers that are declared lost stand on the front no more."""
    country = key.split(".")[1]
    if now > before:
        sent = _count(course.state, country, "sent")
        course.set_fact(f"volunteers.{country}.sent", max(0, sent - (now - before)), RULE)


def rolled(course: Adjudication, country: str) -> None:
    """Another roll for the country lets it send again what it lost."""
    if country in COUNTRIES:
        course.set_default(f"volunteers.{country}.lost", RULE)


# -- what is owed and may be done ----------------------------------------------------------------


def of_volunteers(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """Bringing home who is there without leave."""
    for clock in state.clocks:
        if clock.kind == HOME:
            found = volunteers(state, clock.area)
            name = tables.minors[clock.area].adjective
            text = (
                f"Bring {counted(excess(found), f'{name} volunteer unit')} home from the eastern front; "
                f"{found.may or 'none'} may be there."
            )
            key, span = f"{HOME}-{clock.area}", (clock.since, clock.due)
            yield Obligation(key, clock.power, text, RULE, *span)


def of_sending(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """Volunteers that may still be sent, and those that may not be sent again."""
    for country in COUNTRIES:
        found = volunteers(state, country)
        if not found.room or found.free:
            continue
        name = tables.minors[country].adjective
        again = f" {found.barred} more may not go before another roll." if found.barred else ""
        text = f"Send {counted(found.room, f'{name} volunteer unit')} to the eastern front.{again}"
        since = state.country(country).turn
        yield Obligation(f"send-{country}", "germany", text, RULE, since, force="may")

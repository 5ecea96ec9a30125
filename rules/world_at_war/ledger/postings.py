"""The BRP ledger: one line for everything that minor countries bring a power or cost it.

Lines are only ever added; a correction is a line of its own. Amounts are prorated by the season
in which they are posted, unless a rule says otherwise. What one power gains and loses at one
moment is prorated as one sum (ruling 47): each line bears the difference that it makes to the
rounded sum, so that the lines add up to it whatever their order.
"""

import msgspec

from rules.kernel.serial import gathered
from rules.kernel.tally import Row, Tally, tally
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.calendar import calendar_of, turn_title, year_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.ledger import BrpsPosted
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Entry
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.variants import SWITCHES

HUNDRED = 100
CORRECTION = R("Ruling 47")


def percent(state: WarState, turn: int = 0) -> int:
    """The share in per cent that counts in a turn (by default the present one)."""
    season = calendar_of(state.scenario).at(turn or state.turn).period
    return tables_of(state).ledger.percent[season]


def share(state: WarState, full: int, per_cent: int) -> int:
    """This part of an amount, rounded as the campaign rounds; a loss like a gain."""
    exact = abs(full) * per_cent
    way = state.variant("prorating") or SWITCHES["prorating"].default
    extra = {"down": 0, "nearest": HUNDRED // 2, "up": HUNDRED - 1}[way]
    rounded = (exact + extra) // HUNDRED
    return rounded if full >= 0 else -rounded


def entries(state: WarState, power: str, year: int = 0) -> tuple[Entry, ...]:
    """The lines of a power in the order of posting, of all years or of one."""
    return tuple(
        entry
        for entry in state.entries
        if entry.power == power and (not year or year_of(state.scenario, entry.turn) == year)
    )


def total(state: WarState, power: str, year: int = 0) -> int:
    """The sum of a power's lines, of all years or of one."""
    return sum(entry.amount for entry in entries(state, power, year))


def statement(state: WarState, power: str, year: int = 0) -> Tally:
    """A power's ledger as a number with its reasons, one row for each line."""
    when = str(year) if year else "all years"
    rows = [
        Row(
            f"{index}-{entry.key or entry.area or 'other'}",
            entry.amount,
            f"{turn_title(state.scenario, entry.turn)}: {entry.reason}",
            entry.rule,
        )
        for index, entry in enumerate(entries(state, power, year), start=1)
    ]
    return tally(f"BRPs of minor countries: {POWERS[power].name}, {when}", rows)


def post(
    course: Adjudication,
    power: str,
    area: str,
    full: int,
    reason: str,
    rule: str,
    *,
    prorated: bool = True,
    key: str = "",
    tell: bool = True,
) -> Entry | None:
    """Add a line to a power's ledger; nothing is added for an amount of zero.

    ``full`` is signed and unprorated, ``area`` an area or country ("" for none), ``reason`` a
    phrase that stands after the amount. ``prorated`` is false where a rule gives the whole amount
    (declarations of war, the start of a year). Raises ``KeyError`` for an unknown power.
    """
    POWERS[power]
    if not full:
        return None
    state = course.state
    rate = percent(state) if prorated else HUNDRED
    entry = Entry(
        power=power,
        area=area,
        full=full,
        percent=rate,
        amount=full if rate == HUNDRED else _difference(state, power, full, rate),
        turn=state.turn,
        stage=state.step,
        reason=reason,
        rule=rule,
        key=key,
    )
    _add(course, entry, tell=tell)
    return entry


def _add(course: Adjudication, entry: Entry, *, tell: bool = True) -> None:
    course.change(entries=(*course.state.entries, entry))
    if tell:
        now = total(course.state, entry.power, course.year)
        course.tell(gathered(BrpsPosted, entry, total=now))


def _difference(state: WarState, power: str, full: int, rate: int) -> int:
    """What one more amount adds to the rounded sum of a power's moment."""
    so_far = sum(
        entry.full
        for entry in state.entries
        if (entry.power, entry.turn, entry.stage, entry.percent)
        == (power, state.turn, state.step, rate)
    )
    return share(state, so_far + full, rate) - share(state, so_far, rate)


def reverse(course: Adjudication, entry: Entry, reason: str) -> None:
    """Take a line back by a line of the opposite amount, at the rate at which it was posted."""
    counter = msgspec.structs.replace(
        entry,
        full=-entry.full,
        amount=-entry.amount,
        turn=course.state.turn,
        stage=course.state.step,
        reason=reason,
        rule=CORRECTION,
        key=f"back-{entry.key}",
    )
    _add(course, counter)


def correct(course: Adjudication, before: WarState) -> None:
    """Enter a moderator's correction of a ledger, and clear the fact that asked for it."""
    if course.state.facts is before.facts:
        return
    for power in POWERS:
        fact = f"ledger.{power}.other"
        amount = int(course.state.facts.get(fact, 0))
        if amount:
            reason = "a moderator's correction"
            post(course, power, "", amount, reason, CORRECTION, prorated=False, key="correction")
            course.set_default(fact, CORRECTION)

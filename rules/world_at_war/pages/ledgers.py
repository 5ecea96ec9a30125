"""The BRP ledgers as pages show them: opening, every line with its reason, and what it comes to.

A year's account begins with nothing: what areas pay at the start of the year (in the first year:
at the start of the campaign) makes its opening sum, and everything posted later follows with the
running total (83.31A, 83.43).
"""

import msgspec

from rules.kernel.grammar import capital
from rules.kernel.pages import LedgerRow
from rules.kernel.serial import gathered
from rules.world_at_war.model.calendar import turn_title, year_of
from rules.world_at_war.model.names import country_name, signed
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.sequence import STAGES
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Entry
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.status.belligerents import out

OPENING = "year"
"""The key of lines that areas post as a year opens."""


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a ledger: when, for which area, how much of what, why, and the sum after it.

    ``part`` says what was prorated (``25 % of 10``), empty where the whole amount counts.
    """

    power: str
    name: str
    area: str
    area_name: str
    when: str
    amount: int
    part: str
    reason: str
    rule: str
    total: int


class Year(msgspec.Struct, frozen=True, kw_only=True):
    """A power's account of one year: opening lines and their sum, later lines, and the end sum.

    ``declared`` is the power's whole BRP total at the start of the year in play, as the fact sheet
    has it (``None`` for other years and for Japan).
    """

    year: int
    opening: tuple[Posting, ...]
    opened: int
    rows: tuple[Posting, ...]
    closed: int
    open: bool
    declared: int | None = None


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """All of a power's ledger, the latest year first."""

    power: str
    name: str
    side: str
    mark: str
    total: int
    years: tuple[Year, ...]


def account(state: WarState, power: str) -> Account:
    """The ledger of one power. Raises ``KeyError`` for an unknown one."""
    mine = [entry for entry in state.entries if entry.power == power]
    now = year_of(state.scenario, state.turn)
    found = {year_of(state.scenario, entry.turn) for entry in mine} | {now}
    years = tuple(_year(state, power, year, mine) for year in sorted(found, reverse=True))
    of, total = POWERS[power], years[0].closed
    return gathered(Account, of, power=power, side=of.faction, total=total, years=years)


def accounts(state: WarState) -> tuple[Account, ...]:
    """The ledgers of all powers, in listed order."""
    return tuple(account(state, power) for power in POWERS)


def _year(state: WarState, power: str, year: int, mine: list[Entry]) -> Year:
    of_year = [entry for entry in mine if year_of(state.scenario, entry.turn) == year]
    first = min((entry.turn for entry in of_year), default=0)
    total = 0
    opening: list[Posting] = []
    later: list[Posting] = []
    ordered = sorted(of_year, key=lambda entry: not _opens(entry, first))
    for entry in ordered:
        total += entry.amount
        (opening if _opens(entry, first) else later).append(posting(state, entry, total))
    now = year == year_of(state.scenario, state.turn)
    whole = state.facts.get(f"brps.{power}.yss") if now else None
    return Year(
        year=year,
        opening=tuple(opening),
        opened=opening[-1].total if opening else 0,
        rows=tuple(later),
        closed=total,
        open=now,
        declared=int(whole) if isinstance(whole, int) else None,
    )


def _opens(entry: Entry, first: int) -> bool:
    return entry.key == OPENING and entry.turn == first


def posting(state: WarState, entry: Entry, total: int = 0) -> Posting:
    """One line in words."""
    name = area_name(state, entry.area)
    part = (
        f"{entry.percent}\N{NO-BREAK SPACE}% of {abs(entry.full)}" if entry.percent != 100 else ""
    )
    return gathered(
        Posting,
        entry,
        name=POWERS[entry.power].name,
        area=entry.area if entry.area in tables_of(state).areas else "",
        area_name=name,
        when=f"{turn_title(state.scenario, entry.turn)}{_moment(entry.stage)}",
        part=part,
        reason=entry.reason.removeprefix(f"{name}, "),
        total=total,
    )


def _moment(stage: str) -> str:
    side = STAGES[stage].side if stage in STAGES else ""
    return {"axis": ", Axis", "allied": ", Allied"}.get(side, "")


def area_name(state: WarState, key: str) -> str:
    """An area or a country of diplomacy as a line begins with it; nothing for no area."""
    areas = tables_of(state).areas
    if key in areas:
        return capital(areas[key].name)
    return country_name(key) if key else ""


def changes(before: WarState, after: WarState) -> tuple[LedgerRow, ...]:
    """What a phase changed in the ledgers, one row for each power, sums of the year in play."""
    found = []
    for power in POWERS:
        was, now = _sum(before, power), _sum(after, power)
        if was != now:
            found.append(
                LedgerRow(
                    label=f"{POWERS[power].name}: BRPs of minor countries",
                    before=str(was),
                    after=str(now),
                    change=signed(now - was),
                    actor=power,
                )
            )
    return tuple(found)


def _sum(state: WarState, power: str) -> int:
    """What minor countries pay a power in the year in play; who has surrendered has nothing of it any more."""
    if out(state, power):
        return 0
    now = year_of(state.scenario, state.turn)
    return sum(
        entry.amount
        for entry in state.entries
        if entry.power == power and year_of(state.scenario, entry.turn) == now
    )


def postings_of(state: WarState, key: str) -> tuple[Posting, ...]:
    """Every power's lines about one area, in the order of posting; their sums run by power."""
    area = tables_of(state).areas[key]
    names = {key, area.diplomacy} - {""}
    sums: dict[str, int] = {}
    found = []
    for entry in state.entries:
        if entry.area in names:
            sums[entry.power] = sums.get(entry.power, 0) + entry.amount
            found.append(posting(state, entry, sums[entry.power]))
    return tuple(found)

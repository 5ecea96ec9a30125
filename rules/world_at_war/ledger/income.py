"""BRPs that minor countries bring: with a result, by association, each year; and going back (82.22).

``received`` remembers what a power has had of a country in this year, unprorated: of a change of
status only what it adds is paid (84.48, 85.32). The ledger has what was posted for it.
"""

from collections.abc import Iterator, Mapping

from rules.kernel.tally import Tally, tally, weigh
from rules.world_at_war.ledger import postings
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation, attacked_half, status_of
from rules.world_at_war.model.events.diplomacy import BrpsDue
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import country_name
from rules.world_at_war.model.powers import FACTIONS, faction_of, side_of
from rules.world_at_war.model.state import Received, WarState
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.model.tables.campaign import Tables, tables_of
from rules.world_at_war.model.tables.countries import Minor, ResultRow
from rules.world_at_war.status.belligerents import out
from rules.world_at_war.status.status import SENIOR, areas_of, concerned, exists

NOBODY = "nobody"
"""The holder of an area whose BRPs were lost and not gained by anybody."""
RETAKE = "recapture"
"""The kind of clock that gives a holder one turn to retake an area (83.31)."""
ATTACK, EVENT = R("84.48A"), R("84.48B")
_JOINED = {
    spec.key.removeprefix("joined."): spec.key for spec in FACTS if spec.key.startswith("joined.")
}


# -- what countries are worth --------------------------------------------------------------------


def slot(area: Area) -> str:
    """Under which key an area's BRPs are remembered: that of its country, or its own where the
    country is of two parts.
    """
    return area.diplomacy if area.diplomacy and area.diplomacy != "belux" else area.key


def worth(state: WarState, key: str) -> Tally | None:
    """What an area or a country is worth now, with what makes it less; ``None`` where only the map
    tells. Raises ``KeyError`` for an unknown key.
    """
    known = tables_of(state)
    if key not in known.areas:
        parts = [worth(state, part) for part in areas_of(state, known.minors[key].key)]
        if any(part is None for part in parts):
            return None
        return tally(country_name(key), (), base=sum(part.net for part in parts if part))
    area = known.areas[key]
    value = _printed(known, area)
    if value is None:
        return None
    rows, passed = weigh(known.ledger.less.get(key, ()), Situation(state))
    return tally(
        f"{country_name(key)} in BRPs",
        rows,
        base=value,
        base_reason="Its printed worth",
        base_rule=area.rule,
        passed=passed,
        least=0,
    )


def _printed(known: Tables, area: Area) -> int | None:
    """The printed worth: as diplomacy has it, where diplomacy knows the country by itself."""
    if slot(area) in known.minors:
        entered = known.minors[slot(area)].value
        return entered if entered is not None else area.value
    return area.value


# -- what was had this year ----------------------------------------------------------------------


def received(state: WarState, power: str, country: str) -> int:
    """What a power has had of a country this year, unprorated."""
    return sum(r.amount for r in state.received if (r.power, r.country) == (power, country))


def book(course: Adjudication, power: str, country: str, amount: int) -> None:
    """Remember that a power has had so much more of a country this year."""
    records = [r for r in course.state.received if (r.power, r.country) != (power, country)]
    whole = received(course.state, power, country) + amount
    if whole:
        records.append(Received(power=power, country=country, amount=whole))
    course.change(received=tuple(records))


# -- results -------------------------------------------------------------------------------------


def _granted(
    state: WarState, minor: Minor, row: ResultRow, pending: bool
) -> tuple[int | None, bool]:
    """What a row pays, and whether it is the country's whole worth (allies and associates)."""
    whole = (row.status in ("ally", "associate") and not pending) or row.brps == "all"
    parts = concerned(state, minor.key)
    now = worth(state, parts[0] if attacked_half(state, minor.key) else minor.key)
    if whole:
        return (now.net if now is not None else None), True
    paid = minor.amount(row)
    return (min(paid, now.net) if paid is not None and now is not None else paid), False


def pay(
    course: Adjudication,
    power: str,
    minor: Minor,
    row: ResultRow,
    *,
    pending: bool = False,
    yearly: bool = False,
) -> str:
    """Pay what a row grants, less what was had this year already; the excess goes back (ruling 48).

    What diplomacy brings is prorated by the present season, at the start of a year it is not. Says why
    nothing is paid: ``possessed`` (whoever possesses the country has its BRPs, whatever the result),
    ``worthless`` or ``had``; empty where something is, or where only the map knows how much.
    """
    here = concerned(course.state, minor.key)
    if any(course.state.area(key).holder for key in here):
        return "possessed"
    amount, whole = _granted(course.state, minor, row, pending)
    if whole and any(_withheld(course, key, power, yearly=yearly) for key in here):
        return "possessed"
    if amount is None:
        course.tell(
            BrpsDue(
                power=power, country=minor.key, amount=0, whole=True, yearly=yearly, rule=R("84.48")
            )
        )
        return ""
    rule = R("85.49") if whole else R("82.22")
    had = received(course.state, power, minor.key)
    _settle(course, power, minor.key, amount, rule, whole=whole, yearly=yearly)
    if amount > had:
        return ""
    return "had" if had else "worthless"


def _settle(
    course: Adjudication,
    power: str,
    country: str,
    amount: int,
    rule: str,
    *,
    whole: bool,
    yearly: bool,
    key: str = "result",
) -> None:
    """Bring what a power has had of a country this year to ``amount``."""
    change = amount - received(course.state, power, country)
    if not change:
        return
    book(course, power, country, change)
    name = country_name(country)
    reason = f"{name}, by a result" if change > 0 else f"{name}, whose result ended"
    if yearly:
        reason, key = f"{name}, for the new year", "year"
    entry = postings.post(
        course, power, country, change, reason, rule, prorated=not yearly, key=key, tell=False,
    )  # fmt: skip
    assert entry is not None
    course.tell(
        BrpsDue(
            power=power, country=country, amount=change, whole=whole, yearly=yearly,
            percent=entry.percent, posted=entry.amount, rule=rule,
        )
    )  # fmt: skip


def give_back(course: Adjudication, power: str, country: str, key: str = "result") -> None:
    """A result that ended takes this year's BRPs with it, prorated by the present season (82.22)."""
    if received(course.state, power, country):
        rule = R("Prior Results")
        _settle(course, power, country, 0, rule, whole=False, yearly=False, key=key)


def keep(course: Adjudication, country: str, areas: tuple[str, ...] = ()) -> None:
    """The power of a conquered ally or associate has its BRPs until it has failed to retake it (83.21);
    of these areas, by default of the whole country.
    """
    record = course.state.country(country)
    powers = {}
    for key in areas or areas_of(course.state, country):
        here = course.state.area(key)
        power = here.allied or driven_to(course.state, course.tables.areas[key])
        power = power or (record.power if not areas else "")
        if here.holder or not power:
            continue
        fallen = here.conquered or (0 if key == "luxembourg" else course.state.turn)
        course.set_area(key, holder=power, conquered=fallen)
        powers[key] = power
    had_by_result(course, country, powers)


def had_by_result(course: Adjudication, country: str, powers: Mapping[str, str]) -> None:
    """What powers have had of a country of two parts is remembered of each part from now on."""
    if country in course.tables.areas:
        return
    for key, power in powers.items():
        now = worth(course.state, key)
        had = min(now.net if now else 0, received(course.state, power, country))
        book(course, power, country, -had)
        book(course, power, key, had)


# -- association by attack or event --------------------------------------------------------------


def accede(course: Adjudication, key: str, power: str, rule: str, *, yearly: bool = False) -> None:
    """Pay a power the whole worth of an area or country that associated or allied with it, less
    what it has had of it this year; an area of several parts pays for those in no enemy's hands.
    """
    for area in parts_of(course.state, key):
        record = course.state.area(area.key)
        if record.conqueror or record.holder or not exists(course.state, area):
            continue
        if _withheld(course, area.key, power, yearly=yearly):
            continue
        now = worth(course.state, area.key)
        if now is None:
            _tell_unknown(course, power, slot(area), rule, yearly=yearly)
            continue
        change = now.net - received(course.state, power, slot(area))
        if not area.diplomacy and not area.start:
            course.set_area(area.key, holder=power)
        if change <= 0:
            continue
        name = country_name(area.key)
        reason = f"{name}, for the new year" if yearly else f"{name} joined"
        book(course, power, slot(area), change)
        postings.post(
            course,
            power,
            area.key,
            change,
            reason,
            rule,
            prorated=not yearly,
            key="year" if yearly else "joined",
        )


def _tell_unknown(
    course: Adjudication, power: str, country: str, rule: str, *, yearly: bool
) -> None:
    """Say once a year that a power is due the BRPs of a country that only the map knows."""
    if any((r.power, r.country) == (power, country) for r in course.state.received):
        return
    had = Received(power=power, country=country, amount=0)
    course.change(received=(*course.state.received, had))
    course.tell(
        BrpsDue(power=power, country=country, amount=0, whole=True, yearly=yearly, rule=rule)
    )


def secede(course: Adjudication, key: str, power: str, reason: str) -> None:
    """An area whose association was none after all takes this year's BRPs with it."""
    for area in parts_of(course.state, key):
        state, record = course.state, course.state.area(area.key)
        paid = [
            entry
            for entry in state.entries
            if (entry.power, entry.area, entry.key) == (power, area.key, "joined")
        ]
        if paid and received(state, power, slot(area)) >= paid[-1].full:
            book(course, power, slot(area), -paid[-1].full)
            postings.reverse(course, paid[-1], reason)
        if record.holder == power and not record.conqueror:
            course.set_area(area.key, holder="")
        left = tuple(
            r
            for r in course.state.received
            if r.amount or (r.power, r.country) != (power, slot(area))
        )
        if left != course.state.received:
            course.change(received=left)


def _withheld(course: Adjudication, key: str, power: str, *, yearly: bool) -> bool:
    """Whether a country that joins or stands by a power brings it nothing, because another faction
    holds what its BRPs hang on (Ruling 91); in a new year, who still has his turn to retake it is paid.
    """
    state, area = course.state, course.tables.areas[key]
    if not area.diplomacy or area.income == area.conquest:
        return False  # where they are the same it is conquered
    holders = {str(state.facts.get(f"control.{place}", "neutral")) for place in area.income}
    if len(holders) != 1 or not holders & (FACTIONS.keys() - {faction_of(power)}):
        return False
    waiting = any((c.kind, c.area, c.power) == (RETAKE, key, power) for c in state.clocks)
    if waiting and yearly:
        return False
    if not waiting and not received(state, power, slot(area)):
        course.set_area(key, holder=NOBODY)
    return True


def parts_of(state: WarState, key: str) -> tuple[Area, ...]:
    """The areas that pay for an area or country: its colonies where it has such, else itself."""
    known = tables_of(state).areas
    if key not in known:
        return tuple(known[part] for part in areas_of(state, key))
    return tuple(known[part] for part in known[key].parts) or (known[key],)


def driven_to(state: WarState, area: Area) -> str:
    """The power to which an attack or an event, not a result, drove an area; empty for none."""
    mine = state.area(area.key).associated
    if not area.diplomacy:
        return mine
    joined = str(state.facts.get(f"joined.{area.diplomacy}", "none"))
    half = attacked_half(state, area.diplomacy)
    if joined == "none" or half not in ("", area.key):
        return ""
    status, faction = ("associate", joined) if half else status_of(state, area.diplomacy)
    if status != "associate":
        return ""
    return mine if mine and faction_of(mine) == faction else SENIOR[faction]


def joined_by_attack(state: WarState) -> Iterator[tuple[str, str]]:
    """Areas that an attack or an event, not a result, made associates, each with its power."""
    for key, area in tables_of(state).areas.items():
        if state.facts.get(_JOINED.get(area.diplomacy, ""), "none") == "none" and (
            area.diplomacy or key not in state.areas
        ):
            continue
        record = state.area(key)
        if record.conqueror or record.holder:
            continue
        power = driven_to(state, area)
        if power and not (area.diplomacy and state.yes(f"conquered.{area.diplomacy}")):
            yield key, power


def open_turn(course: Adjudication, stage: str) -> None:
    """As a player turn begins, its powers have the BRPs of countries that an enemy's attack or an
    event drove to them since their last one (84.48).
    """
    side, _, what = stage.partition(".")
    if what != "targets":
        return
    for key, power in tuple(joined_by_attack(course.state)):
        if side_of(faction_of(power)) == side and not out(course.state, power):
            accede(course, key, power, _rule_of(course, key))


def _rule_of(course: Adjudication, key: str) -> str:
    """Why a country that joined pays: it was attacked in Europe, an event in Asia brought it, or else."""
    if course.tables.areas[key].theatre == "pacific":
        return EVENT
    return ATTACK if course.state.area(key).attacker else R("84.48")


# -- the new year --------------------------------------------------------------------------------


def pay_results(course: Adjudication) -> None:
    """At the start of a year every result in effect pays again, and so does every associate."""
    for country, record in course.state.countries.items():
        minor = course.tables.minors[country]
        power = record.power
        fallen = course.state.yes(f"conquered.{country}")
        if not record.result or (fallen and not attacked_half(course.state, country)):
            continue
        row = minor.row(record.result)
        if row.brps or row.status in ("ally", "associate"):
            pay(course, power, minor, row, pending=record.pending, yearly=True)
    for key, power in tuple(joined_by_attack(course.state)):
        if not out(course.state, power):
            accede(course, key, power, R("84.48"), yearly=True)

"""The war chart: what a declaration of war costs, and what it does to values and American entry."""

from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState, Hex
from rules.days_of_decision.model.table_rows import Tables, part_of
from rules.kernel.tally import Row, Tally, tally

RULE = R("8.7.2 Option 4")
INDIA = "india"
"""Not a country of the display: the part of the Commonwealth that went its own way (CW 8)."""


def price(tables: Tables, target: str) -> int:
    """What a war on a country costs."""
    return int(tables.war["cost"]["major" if target in POWERS else "minor"])


def reserved(state: DecisionState, tables: Tables, power: str) -> int:
    """What is kept back for wars that were announced and are not declared yet (Ruling 40)."""
    return sum(
        price(tables, target)
        for plan in state.plans
        if plan.power == power
        for target in plan.named
        if target not in plan.declared
    )


def purse(state: DecisionState) -> str:
    """What wars are paid in: money, or build points where the switch says so (Ruling 120)."""
    return "bp" if state.switch("war_purse") == "bp" else "money"


PURSES = {"money": "money", "bp": "build points"}


def spendable(state: DecisionState, tables: Tables, power: str, purse_: str = "money") -> int:
    """What a power may spend of its money (down to its debt limit) or of its build points, less
    what it keeps back for wars.
    """
    return spendable_tally(state, tables, power, purse_).net


def spendable_tally(
    state: DecisionState, tables: Tables, power: str, purse_: str = "money"
) -> Tally:
    """The same with its reasons, from what the power holds."""
    nation = state.nation(power)
    debt = 0 if purse_ == "bp" else -tables.limits["debt"]
    kept = reserved(state, tables, power) if purse_ == purse(state) else 0
    return tally(
        f"To spend: {PURSES[purse_]}",
        [
            Row("debt", debt, "of debt allowed", R("8.7.2 Option 5 Debt")),
            Row("kept", -kept, "kept for wars", R("Ruling 40")),
        ],
        nation.bp if purse_ == "bp" else nation.money,
        "held",
        least=0,
        least_row=Row("least", 0, "short already"),
    )


def pay(course: Adjudication, power: str, amount: int) -> None:
    """Take the price of a war from the purse that it is paid from."""
    track = purse(course.state)
    course.nation(power, **{track: getattr(course.state.nation(power), track) - amount})


def price_tally(tables: Tables, target: str) -> Tally:
    """The same with its reason."""
    sort = "A major power" if target in POWERS else "A minor country"
    return tally(
        f"War on {country_name(tables, target)}", [], price(tables, target), sort, R("15.5.1")
    )


def americas(tables: Tables) -> tuple[str, ...]:
    """South America: every minor country of the Americas south of the USA (20)."""
    return tuple(key for key, minor in tables.minors.items() if minor.americas)


def row(tables: Tables, target: str) -> tuple[int, ...]:
    """The four numbers of a country on the war chart."""
    war = tables.war
    whose = "commonwealth" if target == INDIA else target
    if whose in war["majors"]:
        return tuple(war["majors"][whose])
    for each in war["classes"]:
        if whose in each["minors"] or (each.get("americas") and whose in americas(tables)):
            return tuple(each["row"])
    return tuple(war["classes"][-1]["row"])


def share(tables: Tables, amount: int) -> int:
    """A value of the chart as it counts where only a part of it does (options 4(a), 4(b), India)."""
    return part_of(amount, tables.war["share"])


def halved(target: str, *, part: bool) -> bool:
    """Whether a war counts in part: one on India alone does."""
    return part or target == INDIA


def entry_row(tables: Tables, target: str, *, part: bool = False) -> tuple[int, ...]:
    """The row that American entry moves by."""
    found = row(tables, target)
    return tuple(share(tables, n) for n in found) if halved(target, part=part) else found


def entry_tally(
    state: DecisionState, tables: Tables, power: str, target: str, *, part: bool = False
) -> Tally:
    """What the act adds to American entry against whoever commits it."""
    return entry.effect(
        state,
        tables,
        power,
        entry_row(tables, target, part=part),
        title=f"War chart: {country_name(tables, target)}",
        rule=RULE,
    )


def _spot(state: DecisionState, target: str) -> Hex:
    whose = "commonwealth" if target == INDIA else target
    return state.nation(whose).marker if whose in state.nations else state.minor(whose).hex


def value_tally(
    state: DecisionState, tables: Tables, minor: str, target: str, *, part: bool = False
) -> Tally:
    """What a war on a country does to the attacker's value in one minor."""
    far = distance(state.minor(minor).hex, _spot(state, target))
    amount = _printed(tables, minor, target, far)
    if target == "france":
        reason, rule = "Venezuela alone minds", R("War Chart")
    else:
        reason, rule = f"{far} hexes from it", RULE
    rows = []
    if halved(target, part=part):
        less = share(tables, amount) - amount
        rows.append(Row("part", less, "Half of the chart", RULE))
    return tally("War chart", rows, amount, reason, rule)


def _printed(tables: Tables, minor: str, target: str, far: int) -> int:
    """The number of the chart for a minor so many hexes from the country that is attacked."""
    if target == "france":
        return int(tables.war["venezuela"]) if minor == "venezuela" else 0
    for reach, by in tables.war["effects"]:
        if far <= reach:
            return int(by)
    return 0


def values(
    state: DecisionState, tables: Tables, target: str, *, part: bool = False
) -> dict[str, int]:
    """What a war does to the attacker's values, by minor; those that joined a side or are conquered
    do not mind.
    """
    found, spot, less = {}, _spot(state, target), halved(target, part=part)
    for key in sorted(state.minors):
        minor = state.minors[key]
        if minor.joined or key in state.fates or key == target:
            continue
        amount = _printed(tables, key, target, distance(minor.hex, spot))
        if net := share(tables, amount) if less else amount:
            found[key] = net
    return found

"""BRPs that minor countries bring: with a result, each year, and given back when it ends (82.22)."""

from rules.world_at_war.citations import R
from rules.world_at_war.countries import Minor, ResultRow
from rules.world_at_war.course import Course
from rules.world_at_war.events import BrpsDue
from rules.world_at_war.state import Received


def received(course: Course, power: str, country: str) -> int:
    """What a power has had of a country this year."""
    return sum(r.amount for r in course.state.received if (r.power, r.country) == (power, country))


def _book(course: Course, power: str, country: str, amount: int) -> None:
    records = [r for r in course.state.received if (r.power, r.country) != (power, country)]
    total = received(course, power, country) + amount
    if total:
        records.append(Received(power=power, country=country, amount=total))
    course.change(received=tuple(records))


def _worth(course: Course, minor: Minor, row: ResultRow, pending: bool) -> tuple[int | None, bool]:
    """What a row pays, and whether it is the country's whole value (allies and associates)."""
    whole = (row.status in ("ally", "associate") and not pending) or row.brps == "all"
    amount = minor.value if whole else minor.amount(row)
    if (
        minor.key == "finland"
        and amount is not None
        and course.state.yes("russia.controls.finnish_border")
    ):
        amount = min(amount, 5)
    return amount, whole


def pay(
    course: Course,
    power: str,
    minor: Minor,
    row: ResultRow,
    *,
    pending: bool = False,
    yearly: bool = False,
) -> None:
    """Pay what a row grants, less what was had this year already; the excess goes back (ruling 17)."""
    amount, whole = _worth(course, minor, row, pending)
    had = received(course, power, minor.key)
    if amount is None:
        course.tell(
            BrpsDue(
                power=power, country=minor.key, amount=0, whole=True, yearly=yearly, rule=R("84.48")
            )
        )
        return
    if amount != had:
        _book(course, power, minor.key, amount - had)
        rule = R("85.49") if whole else R("82.22")
        course.tell(
            BrpsDue(
                power=power,
                country=minor.key,
                amount=amount - had,
                whole=whole,
                yearly=yearly,
                rule=rule,
            )
        )


def give_back(course: Course, power: str, country: str) -> None:
    """A result that ended takes this year's BRPs with it."""
    had = received(course, power, country)
    if had:
        _book(course, power, country, -had)
        course.tell(BrpsDue(power=power, country=country, amount=-had, rule=R("Prior Results")))


def pay_yearly(course: Course) -> None:
    """At the start of each year every result in effect pays again."""
    course.change(received=())
    for country, record in course.state.countries.items():
        minor = course.tables.minors[country]
        if not record.result or course.state.yes(f"conquered.{country}"):
            continue
        row = minor.row(record.result)
        if row.brps or row.status in ("ally", "associate"):
            pay(course, record.power, minor, row, pending=record.pending, yearly=True)

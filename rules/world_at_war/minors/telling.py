"""What happens to minor countries, in words."""

from rules.kernel.events import Line
from rules.world_at_war.minors.happenings import BrpsPosted, ClockEnded, ClockStarted, ExcessLost
from rules.world_at_war.scenarios import POWERS
from rules.world_at_war.telling import describe
from rules.world_at_war.words import counted, country_name, listed, signed


@describe.register
def _started(event: ClockStarted) -> Line:
    return Line(head=event.text, rule=event.rule, actor=event.power, weight=12)


@describe.register
def _ended(event: ClockEnded) -> Line:
    return Line(head=event.text, rule=event.rule, actor=event.power, weight=14)


@describe.register
def _posted(event: BrpsPosted) -> Line:
    name = POWERS[event.power].name
    verb = (
        "gains" if event.amount > 0 else "loses" if event.amount < 0 else "neither gains nor loses"
    )
    many = f" {counted(abs(event.amount), 'BRP')}" if event.amount else " BRPs"
    part = f" {event.percent} per cent of {abs(event.full)} count." if event.percent < 100 else ""
    return Line(
        head=f"{name} {verb}{many}: {event.reason}",
        rest=f"{part.strip()} This year's sum is {signed(event.total)}.".strip(),
        rule=event.rule,
        actor=event.power,
        weight=16,
    )


@describe.register
def _excess(event: ExcessLost) -> Line:
    what = [counted(event.factors, "foreign factor")] if event.factors else []
    what += [counted(event.armor, "Axis armor unit")] if event.armor else []
    return Line(
        head=f"{country_name(event.country)}: {listed(what)} too many are eliminated",
        rest=f"The limit there was {event.limit}.",
        rule=event.rule,
        weight=28,
    )

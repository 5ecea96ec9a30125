"""Production levels, factories at work, build points, money and debts (8.7.2 Option 2)."""

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.days_of_decision.calendar import first_turn
from rules.days_of_decision.citations import R
from rules.days_of_decision.display import ideology
from rules.days_of_decision.powers import POWERS
from rules.days_of_decision.situation import enemy_powers, grounds
from rules.days_of_decision.state import DecisionState
from rules.kernel.tally import Row, Tally, tally

if TYPE_CHECKING:
    from rules.days_of_decision.tables import LevelRow, Tables

QUARTER = 3
"""A quarter, in the twelfths in which multiples are tallied."""


def half_up(value: Fraction) -> int:
    """The nearest whole number, halves up."""
    return (value + Fraction(1, 2)).__floor__()


def level_row(tables: "Tables", power: str, level: int) -> "LevelRow":
    """The row of a level. Beyond the table the USA gains a quarter and a year with each level."""
    rows = tables.levels[power]
    if level <= len(rows):
        return rows[level - 1]
    if power not in tables.economy["endless"]:
        return rows[-1]
    beyond = level - len(rows)
    last = rows[-1]
    multiple = str(last.fraction + Fraction(beyond, 4))
    return msgspec.structs.replace(last, multiple=multiple, year=last.year + beyond)


def top_level(tables: "Tables", power: str) -> int | None:
    """The highest level of a power (``None``: there is none)."""
    return None if power in tables.economy["endless"] else len(tables.levels[power])


def peace_level(tables: "Tables", power: str) -> int:
    """The peacetime maximum of a power."""
    return next(n for n, row in enumerate(tables.levels[power], start=1) if row.peace)


def printed_level(tables: "Tables", power: str, multiple: str) -> int:
    """The level that stands for a production multiple printed on a card."""
    group = "few" if power in tables.economy["few"] else "others"
    return int(tables.economy["printed"][group][multiple])


def factories(
    state: DecisionState, tables: "Tables", power: str, *, supplied: bool = False
) -> Tally:
    """The factories at work: home ones the level allows, those gained, those without a resource.

    ``supplied`` assumes a resource for each of them, as the cost of gearing up does.
    """
    level = state.nation(power).level
    row = level_row(tables, power, level)
    home = state.count(f"factories.home.{power}")
    used = home if row.home is None else min(home, row.home)
    rows = [
        Row(
            key="gained",
            amount=state.count(f"factories.gained.{power}"),
            reason="Gained by cards or politics",
            rule=R("8.7.2 Option 2"),
            reads=(f"factories.gained.{power}",),
        ),
        *_of_minors(state, tables, power),
        *_overseas(state, power, level),
        *_of_communists(state, power),
    ]
    total = used + sum(each.amount for each in rows)
    short = max(0, total - resources(state, tables, power))
    if short and not supplied:
        reads = (f"resources.{power}",)
        rows.append(
            Row(key="short", amount=-short, reason="No resource", rule=R("10.1"), reads=reads)
        )
    return tally(
        f"{POWERS[power].adjective} factories at work",
        rows,
        base=used,
        base_reason=f"Home factories at level {level}",
        base_rule=R("8.7.2 Option 2"),
        passed=_idle(state, power, home - used),
    )


def _idle(state: DecisionState, power: str, waiting: int) -> list[Row]:
    """Factories that make nothing: home ones a higher level needs, and captured blue ones."""
    rule = R("8.7.2 Option 2")
    blue = state.count(f"factories.blue.{power}")
    rows = [
        Row(key="waiting", amount=waiting, reason="Home factories of higher levels", rule=rule),
        Row(
            key="blue",
            amount=blue,
            reason="Captured blue factories",
            rule=rule,
            reads=(f"factories.blue.{power}",),
        ),
    ]
    return [row for row in rows if row.amount]


def _of_minors(state: DecisionState, tables: "Tables", power: str) -> list[Row]:
    joined = sum(
        tables.minors[key].factories + tables.minors[key].blue
        for key, minor in state.minors.items()
        if minor.joined == power and key in tables.minors
    )
    dealt = sum(
        deal.factories
        for deal in state.deals
        if deal.power == power and state.minor(deal.minor).joined != power
    )
    return [
        Row(key="joined", amount=joined, reason="Of minors that joined", rule=R("8.7.1 IPO 5")),
        Row(key="deals", amount=dealt, reason="By trade deals", rule=R("8.7.1 IPO 2")),
    ]


def _overseas(state: DecisionState, power: str, level: int) -> list[Row]:
    if power != "commonwealth":
        return []
    india = not india_apart(state)
    first = state.count("factories.australia") * (level >= 2)
    red = state.count("factories.india.red") * (level >= 2 and india)
    other = state.count("factories.india.other") * (level >= 3 and india)
    rule = R("8.7.2 CW Option 2")
    return [
        Row(key="australia", amount=first, reason="Australia, from level 2", rule=rule),
        Row(key="india-red", amount=red, reason="Red in India, from level 2", rule=rule),
        Row(key="india", amount=other, reason="Others in India, from level 3", rule=rule),
    ]


def _of_communists(state: DecisionState, power: str) -> list[Row]:
    """What Chinese Communists hold works for the USSR while the civil war lasts (15.7.4)."""
    if power != "ussr" or not state.yes("civil_war.china"):
        return []
    held = state.count("communists.factories")
    reads = ("communists.factories", "civil_war.china")
    reason = "Held by Chinese Communists"
    return [Row(key="communists", amount=held, reason=reason, rule=R("15.7.4"), reads=reads)]


def exchanged(state: DecisionState) -> bool:
    """Whether the exchange of Japan and the USA runs this turn: its build point arrives."""
    return state.exchange and state.yes("exchange.point")


def resources(state: DecisionState, tables: "Tables", power: str) -> int:
    """Resources that reach a power's factories: declared ones, deals, those of minors that
    joined, and the exchange.
    """
    found = state.count(f"resources.{power}")
    found += sum(deal.resources + deal.oil for deal in state.deals if deal.power == power)
    joined = (key for key, minor in state.minors.items() if minor.joined == power)
    rows = (tables.minors[key] for key in joined if key in tables.minors)
    found += sum(row.resources + row.oil for row in rows)
    if power == "ussr" and state.yes("civil_war.china"):
        found += state.count("communists.resources")
    if exchanged(state):
        american = tables.start["exchange"]["usa"]
        sent = american["oil"] + american["resources"]
        found += {"japan": sent, "usa": -sent}.get(power, 0)
    return max(0, found)


def multiple(state: DecisionState, tables: "Tables", power: str) -> Tally:
    """The production multiple in twelfths: the level's own, and a quarter for each ground."""
    row = level_row(tables, power, state.nation(power).level)
    enemies = enemy_powers(state, power)
    attacked = state.yes(f"attacked.{power}") or (
        power == "ussr" and state.yes("attacked.ussr.asia") and state.yes("attacked.ussr.germans")
    )
    rows = [
        Row(
            key="attacked",
            amount=QUARTER if attacked else 0,
            reason="An enemy attacked a home hex this turn",
            rule=R("8.7.2 Option 2 Bonus"),
            reads=(f"attacked.{power}",),
        )
    ]
    if power == "usa":
        own = ideology(state, power, tables)
        foreign = [enemy for enemy in enemies if ideology(state, enemy, tables) != own]
        rule = R("8.7.2 Option 2 Bonus")
        rows += [
            Row(
                key="at-war",
                amount=QUARTER if foreign else 0,
                reason="At war with a power of another ideology",
                rule=rule,
            ),
            Row(
                key="whole-ideology",
                amount=QUARTER if _whole(state, tables, own) else 0,
                reason="At war with every power of an ideology",
                rule=rule,
            ),
        ]
    return tally(
        "Production multiple, in twelfths",
        rows,
        base=int(row.fraction * 12),
        base_reason=f"{row.multiple} at level {state.nation(power).level}",
        base_rule=R("8.7.2 Option 2"),
    )


def _whole(state: DecisionState, tables: "Tables", own: str) -> bool:
    """Whether the USA is at war with every power of another ideology (Ruling 17)."""
    for side in ("fascist", "communist", "democratic"):
        members = [
            power
            for power in state.powers
            if ideology(state, power, tables) == side and not state.yes(f"eliminated.{power}")
        ]
        fought = [war for war in state.wars if {war.attacker, war.target} & {"usa"}]
        since = [w.since for w in fought if {w.attacker, w.target} & set(members)]
        if side != own and members and all(state.at_war("usa", member) for member in members):
            return state.switch("us_whole") != "once" or max(since) == state.turn
    return False


def build_points(
    state: DecisionState, tables: "Tables", power: str, *, supplied: bool = False
) -> Tally:
    """Build points of a turn: factories at work times the multiple, halves up."""
    at_work = factories(state, tables, power, supplied=supplied)
    twelfths = multiple(state, tables, power)
    sent = 0 if supplied else _sent(state, tables)
    return tally(
        f"{POWERS[power].adjective} build points",
        [
            Row(
                key="exchange",
                amount={"japan": -sent, "usa": sent}.get(power, 0),
                reason="Exchange of Japan and the USA",
                rule=R("3.2 Markers"),
            )
        ],
        base=_made(at_work, twelfths),
        base_reason=f"{at_work.net} factories at {Fraction(twelfths.net, 12)}",
        base_rule=R("10.1"),
    )


def _made(at_work: Tally, twelfths: Tally) -> int:
    return half_up(Fraction(at_work.net * twelfths.net, 12))


def _sent(state: DecisionState, tables: "Tables") -> int:
    """The build points that Japan sends the USA: as agreed, but no more than it makes."""
    if not exchanged(state):
        return 0
    at_work = factories(state, tables, "japan")
    made = _made(at_work, multiple(state, tables, "japan"))
    return min(int(tables.start["exchange"]["japan"]["bp"]), made)


def income(tables: "Tables", power: str, points: int) -> Tally:
    """The money of a turn: a share of the build points, and one more."""
    limits = tables.limits
    share = max(0, points) // limits["money_per"]
    return tally(
        f"{POWERS[power].adjective} money",
        [Row(key="share", amount=share, reason="A fifth of the build points", rule=R("Ruling 58"))],
        base=limits["money_base"],
        base_reason="Each turn",
        base_rule=R("Ruling 58"),
    )


def stock(state: DecisionState, power: str, points: int) -> int:
    """Build points that a power may spend or save: saved and made ones, less what it owes.

    None at all when what it makes does not cover what it owes (Ruling 68).
    """
    nation = state.nation(power)
    made = max(0, points)
    return 0 if nation.owed > made else max(0, nation.bp + made - nation.owed)


def gear_cost(state: DecisionState, tables: "Tables", power: str) -> Tally:
    """What the next level costs: printed on the card, or before its year the build points that
    were possible last turn, if those are more.
    """
    level = state.nation(power).level + 1
    printed = tables.limits["gear_factor"] * (level - 1)
    early = state.turn < first_turn(level_row(tables, power, level).year)
    rows = []
    if early and not american_alarm(state, power):
        possible = state.possible.get(power)
        if possible is None:
            possible = build_points(state, tables, power, supplied=True).net
        rows.append(
            Row(
                key="early",
                amount=max(0, possible - printed),
                reason=f"Before its year: the {possible} build points that were possible",
                rule=R("8.7.2 Option 2"),
            )
        )
    rows.append(
        Row(
            key="embargo",
            amount=_embargo(state, tables, power),
            reason="Arms embargo",
            rule=R("8.7.1 IPO 17"),
        )
    )
    return tally(
        f"Gearing up to level {level}",
        rows,
        base=printed,
        base_reason="Printed cost",
        base_rule=R("8.7.2 Option 2"),
    )


def american_alarm(state: DecisionState, power: str) -> bool:
    """Whether foreign units in America let the USA gear up whatever else holds."""
    return power == "usa" and state.yes("americas.foreign_units")


def lost_quarter(state: DecisionState, tables: "Tables", power: str) -> bool:
    """Whether enemies hold or isolate a quarter of the original home factories (Ruling 19)."""
    whole = tables.economy["original"][power]
    return state.count(f"factories.lost.{power}") >= half_up(Fraction(whole, 4))


def gear_bar(state: DecisionState, tables: "Tables", power: str) -> tuple[str, str]:
    """Why a power may not gear up now, with the rule; two empty strings when it may."""
    nation = state.nation(power)
    level = nation.level + 1
    top = top_level(tables, power)
    if top is not None and level > top:
        return "There is no higher level.", R("8.7.2 Option 2")
    if american_alarm(state, power):
        return "", ""
    row = level_row(tables, power, level)
    casus = bool(grounds(state, tables, power))
    pressed = bool(enemy_powers(state, power)) or casus or lost_quarter(state, tables, power)
    if level > peace_level(tables, power) and not pressed:
        return (
            f"Level {level} is beyond the peacetime maximum of {peace_level(tables, power)}.",
            R("8.7.2 Option 2"),
        )
    if state.turn < first_turn(row.year) and not pressed:
        return f"Barred until January/February {row.year}.", R("8.7.2 Option 2")
    return "", ""


def at_war_cost(state: DecisionState, tables: "Tables", power: str) -> int:
    """What a factory costs by option 0(d)."""
    key = "factory_cost_war" if enemy_powers(state, power) else "factory_cost_peace"
    return int(tables.limits[key]) + _embargo(state, tables, power)


def _embargo(state: DecisionState, tables: "Tables", power: str) -> int:
    """What an arms embargo adds to the price of factories and gearing up."""
    lasts = state.nation(power).embargoed_until >= state.turn
    return int(tables.limits["embargo_points"]) if lasts else 0


def india_apart(state: DecisionState) -> bool:
    """Whether India stands on its own: it was let go, and no war has reached Asia (CW 8).

    While the Commonwealth fights a major power with a unit in Asia, India is back.
    """
    near = state.yes("asia.unit_of_enemy") and bool(enemy_powers(state, "commonwealth"))
    return state.india_free and not near


def india_level(state: DecisionState) -> int:
    """The level at which India builds for itself: one less than the Commonwealth's (CW 8)."""
    return max(1, state.nation("commonwealth").level - 1)


def india_points(state: DecisionState, tables: "Tables") -> Tally:
    """What India builds for itself: its factories of that level, at that level's multiple."""
    level = india_level(state)
    row = level_row(tables, "commonwealth", level)
    red = state.count("factories.india.red") * (level >= 2)
    other = state.count("factories.india.other") * (level >= 3)
    rule = R("8.7.2 CW Option 8")
    return tally(
        "Indian build points",
        [],
        base=half_up((red + other) * row.fraction),
        base_reason=f"{red + other} factories at {row.multiple}, level {level}",
        base_rule=rule,
    )

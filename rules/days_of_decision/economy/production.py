"""Production levels, factories at work, build points, money and debts (8.7.2 Option 2)."""

from fractions import Fraction

import msgspec

from rules.days_of_decision.economy.deliveries import RAW, Delivery, Part, flow
from rules.days_of_decision.economy.deliveries import deliveries as delivered
from rules.days_of_decision.economy.italian_factories import italian_row
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import LevelRow, Tables, part_of
from rules.kernel.tally import Row, Tally, tally

QUARTER = 3
"""A quarter, in the twelfths in which multiples are tallied."""


def half_up(value: Fraction) -> int:
    """The nearest whole number, halves up."""
    return part_of(value.numerator, value.denominator)


def level_row(tables: Tables, power: str, level: int) -> LevelRow:
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


def top_level(tables: Tables, power: str) -> int | None:
    """The highest level of a power (``None``: there is none)."""
    return None if power in tables.economy["endless"] else len(tables.levels[power])


def peace_level(tables: Tables, power: str) -> int:
    """The peacetime maximum of a power."""
    return next(n for n, row in enumerate(tables.levels[power], start=1) if row.peace)


def printed_level(tables: Tables, power: str, multiple: str) -> int:
    """The level that stands for a production multiple printed on a card."""
    group = "few" if power in tables.economy["few"] else "others"
    return int(tables.economy["printed"][group][multiple])


Running = tuple[Delivery, ...]
"""What of trade agreements arrives."""


def running(state: DecisionState, tables: Tables) -> Running:
    """What of every trade agreement arrives this turn, and why the rest does not."""

    def able(part: Part, earlier: tuple[Part, ...], going: tuple[Part, ...]) -> bool:
        kind = RAW if part.good in RAW else (part.good,)
        given = sum(p.amount for p in earlier if p.giver == part.giver and p.good in kind)
        if part.good == "factories":
            held = home_at_work(state, tables, part.giver)
        elif part.good in RAW:
            held = own_resources(state, tables, part.giver)
        else:
            held = _makes(state, tables, part.giver, tuple(map(Delivery, going)))
        return held - given >= part.amount

    return delivered(state, able)


def _makes(state: DecisionState, tables: Tables, power: str, made: Running) -> int:
    """The build points of a power's own factories, when so much of its trade arrives."""
    at_work = factories(state, tables, power, made=made)
    return _made(at_work, multiple(state, tables, power))


def home_at_work(state: DecisionState, tables: Tables, power: str) -> int:
    """The home factories that a power's level lets work; only these can be traded away."""
    row = level_row(tables, power, state.nation(power).level)
    home = state.count(f"factories.home.{power}")
    return home if row.home is None else min(home, row.home)


def factories(
    state: DecisionState,
    tables: Tables,
    power: str,
    *,
    supplied: bool = False,
    made: Running | None = None,
) -> Tally:
    """The factories at work: home ones the level allows, those gained, those without a resource.

    ``supplied`` assumes a resource for each of them, as the cost of gearing up does. ``made`` is
    what of trade arrives, if that is known already.
    """
    made = running(state, tables) if made is None else made
    level = state.nation(power).level
    home = state.count(f"factories.home.{power}")
    used = home_at_work(state, tables, power)
    rows = [
        Row(
            "gained",
            state.count(f"factories.gained.{power}"),
            "Gained by cards or politics",
            R("8.7.2 Option 2"),
            reads=(f"factories.gained.{power}",),
        ),
        *_of_minors(state, tables, power),
        *_overseas(state, power, level),
        *_of_communists(state, power),
        *_traded(made, power, "factories"),
    ]
    rows.append(italian_row(state, power, used))
    total = used + sum(each.amount for each in rows)
    short = max(0, total - resources(state, tables, power, made=made))
    if short and not supplied:
        reads = (f"resources.{power}",)
        rows.append(Row("short", -short, "No resource", R("10.1"), reads=reads))
    return tally(
        f"{POWERS[power].adjective} factories at work",
        rows,
        used,
        f"Home factories at level {level}",
        R("8.7.2 Option 2"),
        passed=_idle(state, power, home - used),
    )


def _idle(state: DecisionState, power: str, waiting: int) -> list[Row]:
    """Factories that make nothing: home ones a higher level needs, and captured blue ones."""
    rule = R("8.7.2 Option 2")
    blue = state.count(f"factories.blue.{power}")
    rows = [
        Row("waiting", waiting, "Home factories of higher levels", rule),
        Row("blue", blue, "Captured blue factories", rule, reads=(f"factories.blue.{power}",)),
    ]
    return [row for row in rows if row.amount]


def _of_minors(state: DecisionState, tables: Tables, power: str) -> list[Row]:
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
        Row("joined", joined, "Of minors that joined", R("8.7.1 IPO 5")),
        Row("deals", dealt, "By trade deals", R("8.7.1 IPO 2")),
        Row(
            "occupied",
            sum(v.factories for v in state.vichy.values() if v.conqueror == power),
            "In occupied countries",
            R("8.7.2 Option 5"),
        ),
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
        Row("australia", first, "Australia, from level 2", rule),
        Row("india-red", red, "Red in India, from level 2", rule),
        Row("india", other, "Others in India, from level 3", rule),
    ]


def commander(state: DecisionState) -> str:
    """Who commands the Chinese Communists in their civil war: the USSR, or China once the USSR
    has attacked it (15.5.3). Empty without a civil war.
    """
    return (state.side_of_communists or "ussr") if state.yes("civil_war.china") else ""


def _of_communists(state: DecisionState, power: str) -> list[Row]:
    """What Chinese Communists hold works for their commander while the civil war lasts (15.7.4)."""
    if power != commander(state):
        return []
    held = state.count("communists.factories")
    reads = ("communists.factories", "civil_war.china")
    reason = "Held by Chinese Communists"
    return [Row("communists", held, reason, R("15.7.4"), reads=reads)]


def _traded(made: Running, power: str, *goods: str) -> list[Row]:
    """What a power receives and gives of these goods by trade agreements."""
    received, given = flow(made, power, *goods)
    rule = R("8.7.2 Option 3")
    return [
        Row("received", received, "Received by treaty", rule),
        Row("given", -given, "Given by treaty", rule),
    ]


def exchanged(state: DecisionState) -> bool:
    """Whether the exchange of Japan and the USA runs this turn: its build point arrives."""
    return state.exchange and state.yes("exchange.point")


def resources(
    state: DecisionState, tables: Tables, power: str, *, made: Running | None = None
) -> int:
    """Resources that reach a power's factories: its own, less what it gives by treaty, and what
    it receives.
    """
    received, given = flow(running(state, tables) if made is None else made, power, *RAW)
    return max(0, own_resources(state, tables, power) + received - given)


def own_resources(state: DecisionState, tables: Tables, power: str) -> int:
    """Resources of a power before treaties: declared ones, deals, those of minors that joined,
    and the exchange.
    """
    found = state.count(f"resources.{power}")
    found += sum(deal.resources + deal.oil for deal in state.deals if deal.power == power)
    joined = (key for key, minor in state.minors.items() if minor.joined == power)
    rows = (tables.minors[key] for key in joined if key in tables.minors)
    found += sum(row.resources + row.oil for row in rows)
    if power == commander(state):
        found += state.count("communists.resources")
    if exchanged(state):
        american = tables.start["exchange"]["usa"]
        sent = american["oil"] + american["resources"]
        found += {"japan": sent, "usa": -sent}.get(power, 0)
    return max(0, found)


def multiple(state: DecisionState, tables: Tables, power: str) -> Tally:
    """The production multiple in twelfths: the level's own, and a quarter for each ground."""
    row = level_row(tables, power, state.nation(power).level)
    enemies = enemy_powers(state, power)
    attacked = state.yes(f"attacked.{power}") or (
        power == "ussr" and state.yes("attacked.ussr.asia") and state.yes("attacked.ussr.germans")
    )
    rows = [
        Row(
            "attacked",
            QUARTER if attacked else 0,
            "An enemy attacked a home hex this turn",
            R("8.7.2 Option 2 Bonus"),
            reads=(f"attacked.{power}",),
        )
    ]
    if power == "usa":
        own = ideology(state, power, tables)
        foreign = [enemy for enemy in enemies if ideology(state, enemy, tables) != own]
        rule = R("8.7.2 Option 2 Bonus")
        rows += [
            Row(
                "at-war", QUARTER if foreign else 0, "At war with a power of another ideology", rule
            ),
            Row(
                "whole-ideology",
                QUARTER if _whole(state, tables, own) else 0,
                "At war with every power of an ideology",
                rule,
            ),
        ]
    return tally(
        "Production multiple, in twelfths",
        rows,
        int(row.fraction * 12),
        f"{row.multiple} at level {state.nation(power).level}",
        R("8.7.2 Option 2"),
    )


def _whole(state: DecisionState, tables: Tables, own: str) -> bool:
    """Whether the USA is at war with every power of another ideology (Ruling 17)."""
    for side in ("fascist", "communist", "democratic"):
        members = [
            power
            for power in state.powers
            if ideology(state, power, tables) == side and not state.gone(power)
        ]
        fought = [war for war in state.wars if {war.attacker, war.target} & {"usa"}]
        since = [w.since for w in fought if {w.attacker, w.target} & set(members)]
        if side != own and members and all(state.at_war("usa", member) for member in members):
            return state.switch("us_whole") != "once" or max(since) == state.turn
    return False


def build_points(
    state: DecisionState, tables: Tables, power: str, *, supplied: bool = False
) -> Tally:
    """Build points of a turn: factories at work times the multiple, halves up."""
    made = running(state, tables)
    at_work = factories(state, tables, power, supplied=supplied, made=made)
    twelfths = multiple(state, tables, power)
    sent = 0 if supplied else _sent(state, tables)
    return tally(
        f"{POWERS[power].adjective} build points",
        [
            Row(
                "exchange",
                {"japan": -sent, "usa": sent}.get(power, 0),
                "Exchange of Japan and the USA",
                R("3.2 Markers"),
            ),
            *([] if supplied else _traded(made, power, "bp")),
        ],
        _made(at_work, twelfths),
        f"{at_work.net} factories at {Fraction(twelfths.net, 12)}",
        R("10.1"),
    )


def _made(at_work: Tally, twelfths: Tally) -> int:
    return half_up(Fraction(at_work.net * twelfths.net, 12))


def _sent(state: DecisionState, tables: Tables) -> int:
    """The build points that Japan sends the USA: as agreed, but no more than it makes."""
    if not exchanged(state):
        return 0
    at_work = factories(state, tables, "japan")
    made = _made(at_work, multiple(state, tables, "japan"))
    return min(int(tables.start["exchange"]["japan"]["bp"]), made)


def income(tables: Tables, power: str, points: int) -> Tally:
    """The money of a turn: a share of the build points, and one more."""
    limits = tables.limits
    share = max(0, points) // limits["money_per"]
    return tally(
        f"{POWERS[power].adjective} money",
        [Row("share", share, "A fifth of the build points", R("Ruling 58"))],
        limits["money_base"],
        "Each turn",
        R("Ruling 58"),
    )


def stock(state: DecisionState, power: str, points: int) -> int:
    """Build points that a power may spend or save: saved and made ones, less what it owes.

    None at all when what it makes does not cover what it owes (Ruling 68).
    """
    nation = state.nation(power)
    made = max(0, points)
    return 0 if nation.owed > made else max(0, nation.bp + made - nation.owed)


def india_apart(state: DecisionState) -> bool:
    """Whether India stands on its own: it was let go, and no war has reached Asia (CW 8).

    While the Commonwealth fights a major power with a unit in Asia, India is back.
    """
    near = state.yes("asia.unit_of_enemy") and bool(enemy_powers(state, "commonwealth"))
    return state.india_free and not near


def india_level(state: DecisionState) -> int:
    """The level at which India builds for itself: one less than the Commonwealth's (CW 8)."""
    return max(1, state.nation("commonwealth").level - 1)


def india_points(state: DecisionState, tables: Tables) -> Tally:
    """What India builds for itself: its factories of that level, at that level's multiple."""
    level = india_level(state)
    row = level_row(tables, "commonwealth", level)
    red = state.count("factories.india.red") * (level >= 2)
    other = state.count("factories.india.other") * (level >= 3)
    rule = R("8.7.2 CW Option 8")
    return tally(
        "Indian build points",
        [],
        half_up((red + other) * row.fraction),
        f"{red + other} factories at {row.multiple}, level {level}",
        rule,
    )

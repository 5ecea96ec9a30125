"""American entry: effects of options, totals, thresholds and chits (8.4, 10.3.2)."""

from collections.abc import Sequence
from fractions import Fraction

from rules.days_of_decision.economy.production import half_up
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.calendar import year_of
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.events.political import ChitDrawn, EntryMoved, EntryRolled
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import FACTIONS, name
from rules.days_of_decision.model.state import Chit, DecisionState
from rules.days_of_decision.model.table_rows import Card, Tables, part_of
from rules.kernel.audience import Audience, only
from rules.kernel.tally import Row, Tally, tally

SEES = only("usa")
CITIES = "chinese_cities.japan"
"""The fact that counts the Chinese cities Japan took in the turn."""


def band(tables: Tables, year: int) -> int:
    """Which of the four numbers of a row counts in a year."""
    spans: Sequence[Sequence[int]] = tables.entry["bands"]
    for number, (first, last) in enumerate(spans):
        if first <= year <= last:
            return number
    raise LookupError(f"No band of American entry holds {year}.")


def effect(
    state: DecisionState,
    tables: Tables,
    power: str,
    row: Sequence[int],
    *,
    title: str,
    rule: str,
    year: int = 0,
    whole: bool = False,
) -> Tally:
    """What an act adds to American entry: its row by year, ideology, and the government.

    ``whole`` leaves the actor's ideology out of account.
    """
    base = row[band(tables, year or year_of(state.turn))]
    if not base:
        return tally(title, [], base_reason=title, base_rule=rule)  # a part of nothing is nothing
    side = ideology(state, power, tables) if power in state.nations else "neutral"
    factor = 4 if whole else tables.entry["factors"][side]
    share = part_of(base * factor, 4)
    rows = [
        Row("ideology", share - base, _why(side), R("Ruling 59")),
        republican(state, share),
    ]
    return tally(title, rows, base, title, rule)


def of_option(
    state: DecisionState, tables: Tables, power: str, card: Card, *, title: str = ""
) -> Tally:
    """What an option adds to American entry where it takes effect, under its own title or another."""
    row = card.row
    return effect(
        state,
        tables,
        power,
        card.entry,
        title=title or row.title,
        rule=R(row.rule),
        whole=bool(row.entry_on),
    )


def against(card: Card, power: str) -> str:
    """Against whom American entry moves by an option of a power; empty where it does not."""
    return card.row.entry_on or ("" if power == "usa" else power)


def republican(state: DecisionState, value: int) -> Row:
    """One less under a Republican government, unless there is no effect at all (Ruling 16)."""
    amount = -1 if state.republican and value else 0
    rule = R("8.7.1 IPO 10 Republican")
    return Row("republican", amount, "A Republican government", rule)


def _why(side: str) -> str:
    return {
        "communist": "A communist power counts three quarters",
        "democratic": "A democracy counts minus a half",
    }.get(side, "Its ideology")


def move(course: Adjudication, power: str, against: str, option: str, parts: Tally) -> None:
    """Change the total of a power by a tally."""
    if parts.net:
        after = course.state.nation(against).entry + parts.net
        course.nation(against, entry=after)
        course.tell(
            EntryMoved(
                power=power,
                against=against,
                option=option,
                tally=parts,
                after=after,
                rule=parts.base_rule,
            )
        )


def total(state: DecisionState, power: str) -> Tally:
    """A power's own total as far as this state (or view) knows it; nothing once eliminated."""
    gone = state.gone(power)
    known = sum(chit.value for chit in state.chits if chit.pool == power)
    rows = [
        Row("chits", known, "Entry chits", R("10.3.2")),
        Row(
            "eliminated",
            -(state.nation(power).entry + known) if gone else 0,
            "It controls no territory anywhere",
            R("8.4.5"),
            reads=(f"eliminated.{power}",),
        ),
    ]
    base = state.nation(power).entry
    return tally(f"Entry points against {name(power)}", rows, base, "By options and wars")


def level(state: DecisionState, tables: Tables, power: str) -> Tally:
    """What the USA needs for war: the target's total and half of its whole ideology's."""
    side = ideology(state, power, tables)
    summed = sum(
        total(state, each).net for each in state.powers if ideology(state, each, tables) == side
    )
    reason = "Half the entry points of its whole ideology"
    return tally(
        f"American entry against {name(power)}",
        [Row("ideology", half_up(Fraction(summed, 2)), reason, R("8.4.5"))],
        total(state, power).net,
        "Its own entry points",
        R("8.4.5"),
    )


def threshold(tables: Tables, year: int) -> int:
    """The American entry at which the USA may declare war, by year."""
    rows: list[list[int]] = tables.entry["threshold"]
    return max(row for row in rows if row[0] <= year)[1]


def war_chits(course: Adjudication) -> None:
    """Draw entry chits against those at war with a democracy, and with China (10.3.2)."""
    state, tables = course.state, course.tables
    for power in state.powers:
        fought = enemy_powers(state, power)
        if not fought or power == "usa" or ideology(state, power, tables) == "democratic":
            continue
        democracies = [
            enemy
            for enemy in fought
            if enemy != "china" and ideology(state, enemy, tables) == "democratic"
        ]
        since = [
            war.since
            for war in state.wars
            if (war.attacker == power and war.target in democracies)
            or (war.target == power and war.attacker in democracies)
        ]
        if since:
            _war_roll(course, power, min(since))
        if "china" in fought:
            _china_roll(course, power)
    _city_rolls(course)


def democracy_tally(tables: Tables, turns: int) -> Tally:
    """What the ten-sided die may show at most, so many turns into the war (Ruling 38).

    Each anniversary takes one off the die, so it may show one more.
    """
    years = turns // tables.limits["anniversary"]
    return tally(
        "War with a democracy",
        [Row("years", years, "Anniversaries, each one off the die", R("Ruling 38"))],
        tables.entry["democracy_war"],
        "A chit on so much or less",
        R("10.3.2"),
    )


def _war_roll(course: Adjudication, power: str, since: int) -> None:
    parts = democracy_tally(course.tables, course.state.turn - since)
    die = course.dice.roll(f"entry chit against {power}", 10)
    _thrown(course, power, die, parts)


def china_tally(state: DecisionState, tables: Tables, power: str) -> Tally:
    """What the ten-sided die may show at most: less three, it stays below the resources."""
    key = f"china_resources.{power}"
    shift = -tables.entry["china_war"]
    return tally(
        "War with China",
        [Row("shift", shift, "Three off the die", R("10.3.2"))],
        state.count(key) - 1,
        "Fewer than the Chinese resources controlled",
        R("10.3.2"),
    )


def _china_roll(course: Adjudication, power: str) -> None:
    die = course.dice.roll(f"entry chit for China against {power}", 10)
    _thrown(course, power, die, china_tally(course.state, course.tables, power))


def _city_rolls(course: Adjudication) -> None:
    """A die for each Chinese city that Japan took since the last time (15.7.3)."""
    taken = course.state.count(CITIES)
    if not taken:
        return
    course.change(facts={**course.state.facts, CITIES: 0})
    parts = tally(
        "A Chinese city taken",
        [],
        course.tables.entry["chinese_city"],
        "A chit on so much or less",
        R("15.7.3"),
    )
    for _ in range(taken):
        die = course.dice.roll("entry chit for a Chinese city", 10)
        _thrown(course, "japan", die, parts, R("15.7.3"))


def _thrown(
    course: Adjudication, power: str, die: int, parts: Tally, rule: str = R("10.3.2")
) -> None:
    """Say what a war die showed, and draw the chit that it brought."""
    drawn = int(die <= parts.net)
    pool = war_pool(course, power)
    course.tell(EntryRolled(power=power, die=die, tally=parts, drawn=drawn, pool=pool, rule=rule))
    if drawn:
        draw(course, pool)


def pool_side(state: DecisionState, tables: Tables, power: str) -> str:
    """The ideology whose pool a power's chits go to; in the neutral zone the one it came from
    (Ruling 70).
    """
    side = ideology(state, power, tables)
    return side if side in FACTIONS else state.nation(power).side


def war_pool(course: Adjudication, power: str) -> str:
    """Where a chit of war goes: to the power, or (14.16) to its ideology's pool or its tension."""
    if not course.state.on("experimental"):
        return power
    if course.standing("usa").entry == "tension":
        return f"tension:{power}"
    return pool_side(course.state, course.tables, power)


def fresh_pool(tables: Tables, *, experimental: bool = False) -> tuple[int, ...]:
    """The chits that a pool is made of: those of 1939, or (14.16) the Soviet ones for 1936."""
    if experimental:
        return tuple(tables.entry["ussr_chits"]["1936"])
    return tuple(tables.entry["chits"]["1939"])


def drawn(course: Adjudication, pool: str, sees: Audience, use: str = "") -> int:
    """Draw a chit out of the unseen ones into a pool by chance; gives the value that it shows."""
    state = course.state
    left = list(state.pool) or list(
        fresh_pool(course.tables, experimental=state.on("experimental"))
    )
    value = left.pop(course.dice.roll("which entry chit", len(left)) - 1)
    number = max((chit.number for chit in state.chits), default=0) + 1
    counts = {**state.chit_counts, pool: state.chit_counts.get(pool, 0) + 1}
    chit = Chit(pool=pool, number=number, value=value, use=use, audience=sees)
    course.change(pool=tuple(left), chits=(*state.chits, chit), chit_counts=counts)
    return value


def draw(course: Adjudication, pool: str) -> None:
    """Draw a chit into a pool by chance; only the American player learns its value."""
    value = drawn(course, pool, SEES)
    course.tell(ChitDrawn(pool=pool, value=value, audience=SEES, rule=R("10.3.2")))
    _communist_chit(course, pool)


def _communist_chit(course: Adjudication, pool: str) -> None:
    """Each chit that comes into the communist pool takes one out of the fascist pool (14.16)."""
    if pool == "communist" and course.state.on("experimental"):
        take(course, "fascist")


def take(course: Adjudication, pool: str, into: str = "") -> bool:
    """Take the newest chit out of a pool, back to the unseen ones or ``into`` another pool."""
    state = course.state
    found = [chit for chit in state.chits if chit.pool == pool]
    if not found:
        return False
    chit = found[-1]
    rest = tuple(each for each in state.chits if each is not chit)
    counts = {**state.chit_counts, pool: state.chit_counts[pool] - 1}
    if into:
        counts[into] = counts.get(into, 0) + 1
        moved = Chit(pool=into, number=chit.number, value=chit.value, audience=SEES)
        course.change(chits=(*rest, moved), chit_counts=counts)
        _communist_chit(course, into)
    else:
        course.change(chits=rest, chit_counts=counts, pool=(*state.pool, chit.value))
    return True


def later_chits(state: DecisionState, tables: Tables, since: int) -> Sequence[int]:
    """The chits that come so many turns after the pool was made: every six turns those of the next year
    (10.3.2), or as they are dated (14.16).
    """
    table = tables.entry
    dated = str(year_of(state.pool_since + since))
    year = dated if state.on("experimental") else str(1939 + since // table["later"])
    soviet = table["ussr_chits"].get(dated) if state.on("experimental") else None
    more: Sequence[int] = soviet or table["chits"].get(year, ())
    return more


def add_years(course: Adjudication) -> None:
    """Add the chits of later years, as they fall due."""
    since = course.state.turn - course.state.pool_since
    if since and not since % course.tables.entry["later"]:
        more = later_chits(course.state, course.tables, since)
        course.change(pool=(*course.state.pool, *more))

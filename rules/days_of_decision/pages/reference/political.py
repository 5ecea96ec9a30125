"""The tables of the rules page, made from the same data that judges."""

from collections.abc import Iterator

from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.table_rows import Card, Price, Tables
from rules.days_of_decision.options.base import code, group
from rules.days_of_decision.pages.board.hand import LIMITS, PURSE_WORDS
from rules.kernel.calendar import TWO_MONTHS
from rules.kernel.pages import RuleTable

SOURCES = {"seed": "", "gap": "reconstructed", "house": "house"}
KNOWN = {"sure": "", "likely": "likely", "none": "house"}


def political_tables(tables: Tables) -> Iterator[RuleTable]:
    """Options, the display, the minors, production and objectives."""
    yield from _options(tables)
    yield from _display(tables)
    yield _minors(tables)
    yield from _levels(tables)
    yield _start(tables)
    yield _single(tables)
    yield _entry(tables)
    yield _elections(tables)
    yield _groups(tables)
    yield _goals(tables)


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else str(amount)


def _options(tables: Tables) -> Iterator[RuleTable]:
    titles = dict.fromkeys(group(key) for key in tables.cards)
    for title in titles:
        yield RuleTable(
            title.lower().replace(" ", "-"),
            title,
            ("Option", "Title", "What it does", "Cost", "Limit", "US entry", "Figures"),
            rows=tuple(
                (code(key), card.row.title, card.row.effect, *_terms(card))
                for key, card in tables.cards.items()
                if group(key) == title
            ),
            note="US entry in 1936-37, 1938-39, 1940-41 and from 1942 on.",
            part="Options",
        )


def _terms(card: Card) -> tuple[str, str, str, str]:
    row = card.row
    cost = ", ".join(f"{n} {PURSE_WORDS[purse]}" for purse, n in row.cost.items() if n) or "free"
    limit = {0: LIMITS[row.limit], 1: "once a game"}.get(row.once, "twice a game")
    entry = " / ".join(_signed(n) for n in card.entry) if any(card.entry) else ""
    return cost, limit, entry, KNOWN[row.known]


def _prices(key: str, title: str, prices: tuple[Price, ...]) -> RuleTable:
    return RuleTable(
        key,
        title,
        ("Step", "Costs", "Figures"),
        rows=tuple((price.text, str(price.cost), SOURCES[price.source]) for price in prices),
        rule="8.5",
        part="The display",
    )


def _display(tables: Tables) -> Iterator[RuleTable]:
    display = tables.display
    yield _prices("positive", "A step by positive value", display.positive)
    yield _prices("negative", "A step by negative value", display.negative)
    yield _prices("war", "At war", (display.at_war, display.at_war_inside, display.marker))


def _minors(tables: Tables) -> RuleTable:
    return RuleTable(
        "minors",
        "The minors at the start",
        ("Minor", "Hex", "Red factories", "Blue factories", "Resources", "Oil"),
        rows=tuple(
            (
                row.name,
                f"{row.hex[0]}, {row.hex[1]}",
                *(str(n or "") for n in (row.factories, row.blue, row.resources, row.oil)),
            )
            for row in tables.minors.values()
            if not row.later
        ),
        part="The display",
        note="All of it is ours (house). Blue factories work only for the side a minor joins.",
    )


def _start(tables: Tables) -> RuleTable:
    """Money is printed, effectiveness is ours."""
    return RuleTable(
        "start",
        "How the powers begin",
        ("Power", "Money", "Effectiveness (house)", "Naval multiple", "Home factories"),
        rows=tuple(
            (
                POWERS[key].name,
                str(row["money"]),
                str(row["pe"]),
                _naval(tables, key),
                str(tables.economy["original"][key]),
            )
            for key, row in tables.start["powers"].items()
        ),
        rule="8.7.2 Option 2 Money",
        part="Production",
        note="Of the home factories the Soviet number is printed, the others are ours (house).",
    )


def _naval(tables: Tables, power: str) -> str:
    naval = tables.limits["naval"]
    if power not in naval:
        return ""
    printed = f"naval.{power}" in tables.limits["seed"]
    return str(naval[power]) if printed else f"{naval[power]} (house)"


def _single(tables: Tables) -> RuleTable:
    """Numbers that stand alone, under the words that an override calls them by."""
    limits = tables.limits
    return RuleTable(
        "numbers",
        "Single numbers",
        ("Number", "Value", "Figures"),
        rows=tuple(
            (f"limits.{path}", value, "" if path.split(".")[0] in limits["seed"] else "house")
            for key, whole in limits.items()
            if key not in ("seed", "naval", "claims")
            for path, value in _flat(key, whole)
        ),
        part="Production",
    )


def _flat(key: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for inner, amount in value.items():
            yield f"{key}.{inner}", str(amount)
    else:
        yield key, str(value)


def _entry(tables: Tables) -> RuleTable:
    entry = tables.entry
    *spans, (last_band, _) = entry["bands"]
    bands = [f"{first}-{str(last)[2:]}" for first, last in spans] + [f"{last_band} on"]
    rows = [("Alliance with the USA", *(_signed(n) for n in entry["alliance"]["row"]), "")]
    rows += [
        (f"Level for war, from {year} (8.4.5 War level)", "", "", "", str(least), "house")
        for year, least in entry["threshold"]
    ]
    rows += [
        (f"Chits of {year}", "", "", "", ", ".join(map(str, chits)), "house")
        for year, chits in entry["chits"].items()
    ]
    return RuleTable(
        "entry",
        "American entry",
        ("What", *bands, "Figures"),
        rows=tuple(rows),
        rule="10.3.2",
        part="American entry",
    )


def _elections(tables: Tables) -> RuleTable:
    return RuleTable(
        "elections",
        "Elections",
        ("Power", "First", "Every", "In", "Figures"),
        rows=tuple(
            (
                POWERS[key].name,
                str(row.first),
                f"{row.every} years",
                TWO_MONTHS[row.period],
                SOURCES.get(row.source, row.source),
            )
            for key, row in tables.elections.items()
        ),
        rule="8.7.1 IPO 10",
        part="American entry",
    )


def _groups(tables: Tables) -> RuleTable:
    return RuleTable(
        "groups",
        "Administration groups",
        ("Of", "Group", "From the capital", "From the home nation", "Figures"),
        rows=tuple(
            (
                POWERS[power].name,
                row.name,
                str(row.zones),
                str(row.distance),
                SOURCES.get(row.source, row.source),
            )
            for power, groups in tables.groups.items()
            for row in groups.values()
        ),
        rule="8.7.1 IPO 14 Groups",
        part="Vichy",
    )


def _levels(tables: Tables) -> Iterator[RuleTable]:
    for power, levels in tables.levels.items():
        yield RuleTable(
            f"levels-{power}",
            f"Production levels: {POWERS[power].name}",
            ("Level", "Multiple", "Home factories", "Not before"),
            rows=tuple(
                (
                    str(number),
                    row.multiple,
                    "all" if row.home is None else str(row.home),
                    str(row.year or ""),
                )
                for number, row in enumerate(levels)
            ),
            rule="10.1",
            part="Production",
        )


def _goals(tables: Tables) -> RuleTable:
    goals = [(POWERS[key].name, goal) for key, goal in tables.goals.items()]
    goals += [
        (FACTIONS[key].name if key in FACTIONS else key, goal)
        for key, goal in tables.side_goals.items()
    ]
    return RuleTable(
        "objectives",
        "Objective cities",
        ("Who", "Needed", "High point"),
        rows=tuple((who, str(goal.needed), str(goal.high)) for who, goal in goals),
        rule="4",
        part="Victory",
    )

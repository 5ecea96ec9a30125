"""The tables of treaties for the rules page, made from the data that judges."""

from collections.abc import Iterator

from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.pages import RuleTable

PART = "Treaties"
PURSES = {"money": "money", "bp": "build points"}


def treaty_tables(tables: Tables) -> Iterator[RuleTable]:
    """Levels, access, waiting and garrisons, sanctions."""
    printed = frozenset(tables.treaties["seed"])
    vary = ", ".join(f"{n} {PURSES[purse]}" for purse, n in tables.treaties["vary"].items())
    yield RuleTable(
        "treaty-levels",
        "Treaties by level",
        (
            "Level",
            "Called",
            "Price",
            "Factories and build points",
            "Resources and oil",
            "Given away",
        ),
        rows=tuple(
            (
                str(level),
                row.title,
                ", ".join(f"{n} {PURSES[purse]}" for purse, n in row.price.items()),
                str(row.works),
                str(row.goods),
                str(row.lend),
            )
            for level, row in enumerate(tables.levels_of_treaty, start=1)
        ),
        rule="8.7.2 Option 3",
        note="What either side may give in a turn; all of it is ours (house). Oil is at most half of "
        f"the resources. Other terms cost {vary}, as printed.",
        part=PART,
    )
    yield RuleTable(
        "access",
        "Access to allied territory, by level",
        ("What", "While the ally fights", "While it is neutral", "Figures"),
        rows=tuple(
            (
                row.title,
                str(row.at_war),
                "never" if row.neutral is None else str(row.neutral),
                "" if "access" in printed else "house",
            )
            for row in tables.access
        ),
        rule="8.7.2 Option 3 Access",
        note="For a power that fights a major power itself.",
        part=PART,
    )
    yield _pacts(tables, printed)
    yield RuleTable(
        "sanctions",
        "Sanctions",
        ("Entry option", "Against", "Cost", "Die", "What the errata say of it"),
        rows=tuple(
            (key, row.target, str(row.cost), str(row.die), row.effect)
            for key, row in tables.sanctions.items()
        ),
        rule="14.17",
        note="The list is printed; costs and dice, both before they are halved, stand in the war "
        "game's chart, and ours stand in for them (house).",
        part=PART,
    )


def _pacts(tables: Tables, printed: frozenset[str]) -> RuleTable:
    """Single numbers of pacts, under the words that an override calls them by."""
    treaties = tables.treaties
    lines = [(f"waiting.{side}", str(turns)) for side, turns in treaties["waiting"].items()]
    lines += [(key, str(treaties[key])) for key in ("extension", "odds", "ussr_odds")]
    lines += [("ladder", ", ".join(treaties["ladder"]))]
    lines += [("decay", ", ".join(str(quarters) for quarters in treaties["decay"]))]
    lines += [(f"chits.{key}", str(value)) for key, value in treaties["chits"].items()]
    return RuleTable(
        "pacts",
        "Neutrality pacts",
        ("Number", "Value", "Figures"),
        rows=tuple(
            (
                f"treaties.{path}",
                value,
                "" if path in printed or path.split(".")[0] in printed else "house",
            )
            for path, value in lines
        ),
        rule="13.0",
        note="Turns of waiting after the signing; what a garrison defends with, in quarters, by years.",
        part=PART,
    )

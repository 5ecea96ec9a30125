"""War, surrender and the map on the rules page, from the tables that judge."""

from collections.abc import Iterator

from rules.days_of_decision.entry.war_chart import americas
from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.grammar import capital
from rules.kernel.pages import RuleTable

PART = "War and surrender"
YEARS = ("1936-37", "1938-39", "1940-41", "1942 on")


def war_tables(tables: Tables) -> Iterator[RuleTable]:
    """The war chart, prices and conditions, waterways, waiting after a surrender, optional dice."""
    yield _chart(tables)
    yield _conditions(tables)
    yield _waterways(tables)
    yield _waiting(tables)
    yield _dice(tables)


def _chart(tables: Tables) -> RuleTable:
    war = tables.war
    rows = [(POWERS[key].name, *map(str, row)) for key, row in war["majors"].items()]
    for each in war["classes"]:
        listed = americas(tables) if each.get("americas") else each["minors"]
        names = ", ".join(tables.minors[key].name for key in listed)
        rows.append(
            (f"{each['title']}: {names}" if names else each["title"], *map(str, each["row"]))
        )
    steps = ", ".join(f"{by} within {reach}" for reach, by in war["effects"]).replace("-", "−")
    return RuleTable(
        "war-chart",
        "The war chart: American entry against the attacker",
        ("Attacked", *YEARS),
        rows=tuple(rows),
        rule="8.7.2 Option 4",
        part=PART,
        note=(
            f"All of it is ours (house). The attacker's values change too, by hexes from the country "
            f"attacked: {steps}. For France it is {war['venezuela']} in Venezuela alone, as printed."
        ).replace("is -", "is −"),
    )


def _conditions(tables: Tables) -> RuleTable:
    war = tables.war
    need = war["honolulu"]
    ships = f"{need['battleships']} battleships or {need['ships']} single ships"
    fleet = f"{need['carriers']} carrier and {ships}"
    rows = (
        ("War on a minor country", f"{war['cost']['minor']} money", "house"),
        ("War on a major power", f"{war['cost']['major']} money", "house"),
        ("Turns between a notice and the war", str(war["notice"]["after"]), "house"),
        ("Turns for which a notice stands", str(war["notice"]["stands"]), "house"),
        ("Phases of a ground for war from an ally", str(war["ground"]), "house"),
        ("Effectiveness of the power attacked", f"+{war['effectiveness']['usual']}", ""),
        ("The same for the United States", f"+{war['effectiveness']['usa']}", ""),
        ("Fleet in Honolulu for war on Japan", fleet, ""),
        ("Home capacity for a forced surrender", f"{war['capacity']}\N{NO-BREAK SPACE}%", ""),
        ("Effectiveness for each power surrendered to", str(war["lost"]["usual"]), ""),
        ("The same for the United States, surrendering", str(war["lost"]["usa"]), ""),
        ("Units that an incomplete conquest removes", war["incomplete"], ""),
    )
    return RuleTable(
        "war-conditions",
        "Prices and conditions",
        ("What", "How much", "Figures"),
        rows=tuple((what, much.replace("-", "−"), source) for what, much, source in rows),
        part=PART,
    )


def _waterways(tables: Tables) -> RuleTable:
    return RuleTable(
        "waterways",
        "Restricted waterways",
        ("Waterway", "Of", "May be denied"),
        rows=tuple(
            (
                capital(row.name),
                POWERS[row.owner].name if row.owner in POWERS else tables.minors[row.owner].name,
                "at any time" if row.always else "to powers at war, or by option 4(b)",
            )
            for row in tables.waterways.values()
        ),
        rule="15.6.2.1",
        part=PART,
        note="The list is ours (house). A minor's waterway goes with it when it joins a side.",
    )


def _waiting(tables: Tables) -> RuleTable:
    return RuleTable(
        "vichy-waiting",
        "Turns without war after a Vichy surrender",
        ("Ideology", "Turns"),
        rows=tuple((FACTIONS[key].name, str(n)) for key, n in tables.war["waiting"].items()),
        rule="8.7.2 Option 5",
        part=PART,
    )


def _dice(tables: Tables) -> RuleTable:
    war = tables.war
    begin = ", ".join(f"{FACTIONS[key].name} {n}" for key, n in war["initiative"]["start"].items())
    rows = (
        *(
            (f"Spain is split, die {n}", f"{one} / {other}\N{NO-BREAK SPACE}%", "house")
            for n, (one, other) in enumerate(war["split"], start=1)
        ),
        *(
            (f"American war, tension from {least}", f"{most} or less", "house")
            for least, most in war["its_war"]
        ),
        (
            "Intelligence points for each point out-rolled",
            str(war["intelligence"]["each"]),
            "house",
        ),
        ("Intelligence points to shift a die by one", str(war["intelligence"]["points"]), ""),
        ("Boxes of the initiative track at the start", begin, "house"),
    )
    return RuleTable(
        "war-dice",
        "Dice and tracks of civil wars and optional rules",
        ("What", "How much", "Figures"),
        rows=tuple((what, much.replace("-", "−"), source) for what, much, source in rows),
        part=PART,
    )

"""The tables of the rules page, made from the same data that judges."""

from collections.abc import Iterator

from rules.kernel.pages import RuleTable
from rules.war_game_1939.model.powers import POWERS, name
from rules.war_game_1939.model.tables import Tables, build

SOURCES = {"seed": "", "gap": "reconstructed", "house": "house"}


def tables() -> tuple[RuleTable, ...]:
    """Commerce, war status, land, sea zones, the fall of France, influence and money."""
    tables = build({})
    return (
        _commerce(tables),
        *_status(tables),
        *_france(tables),
        _influence(tables),
        _uses(tables),
        *_land(tables),
        _zones(tables),
    )


def _commerce(tables: Tables) -> RuleTable:
    turns = max(len(row.by_turn) for row in tables.commerce.dice.values())
    return RuleTable(
        "commerce",
        "Commerce dice by game turn",
        ("Nation", *(f"Turn {n}" for n in range(1, turns + 1)), "Figures"),
        rows=tuple(
            (
                POWERS[key].name,
                *(str(row.by_turn[n]) if n < len(row.by_turn) else "" for n in range(turns)),
                SOURCES[row.source],
            )
            for key, row in tables.commerce.dice.items()
        ),
        rule="Military Commerce Progression",
        note=f"Dice of {tables.commerce.sides}; safe bid ${tables.commerce.bid} a die; "
        f"{tables.commerce.rerolls} re-rolls.",
        part="Commerce and money",
    )


def _status(tables: Tables) -> Iterator[RuleTable]:
    words = {"neutral": "neutrals under total Axis control", "balkan": "Balkan neutrals in Axis hands",
             "dominance": "French and Chinese land under Axis control"}  # fmt: skip
    for nation, rows in tables.status.conditions.items():
        yield RuleTable(f"status-{nation}", f"War status: {POWERS[nation].name}", ("To", "What", "Roll of twelve at or below", "Rule"), rows=tuple(
                (
                    tables.status.levels[str(row.level)].title,
                    row.title,
                    (words[row.of] + (f", less {row.ignored}" if row.ignored else "")) if row.of else "",
                    row.rule,
                )
                for row in rows
            ), rule="War Declarations", part="War status")  # fmt: skip


def _france(tables: Tables) -> Iterator[RuleTable]:
    yield RuleTable("vichy", "French territories when France falls", ("Territory", "Free French", "Otherwise sworn to", "Figures"), rows=tuple(
            (tables.place(key).name, f"{row.free} or less", POWERS[row.ally].name, SOURCES[row.source])
            for key, row in tables.vichy.territories.items()
        ), rule="Vichy France", part="The fall of France")  # fmt: skip
    yield RuleTable("vichy-units", "What an Allied unit adds", ("Unit", "Adds", "Figures"), rows=tuple((row.name, f"+{row.amount}", SOURCES[row.source]) for row in tables.vichy.units.values()), rule="Vichy Rolls: units", part="The fall of France")  # fmt: skip
    sides = tables.vichy.sides
    yield RuleTable(
        "ships",
        "French ships",
        ("Ship", "Stays Free French", "Joins the Germans", "Scuttled", "Figures"),
        rows=tuple(
            (
                row.name,
                f"1 to {row.free}",
                f"{row.free + 1} to {row.german}",
                str(sides) if row.german + 1 == sides else f"{row.german + 1} to {sides}",
                SOURCES[row.source],
            )
            for row in tables.vichy.ships.values()
        ),
        rule="Fate of French Navy",
        part="The fall of France",
    )


def _influence(tables: Tables) -> RuleTable:
    table = tables.diplomacy
    return RuleTable(
        "influence",
        "Influence on a neutral",
        ("Attempt in a row", "Twelve-sided die at or below"),
        rows=tuple(
            (str(n), str(amount)) for n, amount in enumerate(table.pattern.amounts, start=1)
        ),
        rule="Diplomacy Phase",
        note=f"Each dollar moves it by {table.per_dollar}; up to ${table.most_money} on either side. "
        f"Steps: {', '.join(table.titles[level] for level in table.levels)}; influence ends at "
        f"{table.titles[table.highest]}.",
        part="Diplomacy",
    )


def _uses(tables: Tables) -> RuleTable:
    return RuleTable(
        "uses",
        "What money buys",
        ("Use", *(row.title for row in tables.funds.funds.values())),
        rows=tuple(
            (use.title, *("yes" if fund in use.funds else "no" for fund in tables.funds.funds))
            for use in tables.funds.uses.values()
        ),
        rule="Military Commerce and Lend/Lease",
        part="Commerce and money",
    )


def _land(tables: Tables) -> Iterator[RuleTable]:
    owners = [*POWERS, ""]
    for owner in owners:
        rows = [row for row in tables.land.territories.values() if row.original == owner]
        whose = f"Land of {name(owner)}" if owner else "Neutral land"
        yield RuleTable(f"land-{owner or 'neutral'}", f"{whose}, {sum(row.value for row in rows)} in all", ("Territory", "Value", "At the start", "Figures"), rows=tuple((row.name, str(row.value), _opening(tables, row.holder, row.lean), SOURCES[row.source]) for row in rows), rule="W-03", part="The map")  # fmt: skip


def _opening(tables: Tables, holder: str, lean: str) -> str:
    if holder:
        return f"held by {name(holder)}"
    patron, _, level = lean.partition(".")
    return f"{tables.diplomacy.titles[level]} to {name(patron)}" if level else ""


def _zones(tables: Tables) -> RuleTable:
    return RuleTable(
        "zones",
        "Sea zones",
        ("Zone", "Along original land of", "Open sea", "American continents", "Figures"),
        rows=tuple(
            (
                zone.name,
                ", ".join(POWERS[key].name for key in zone.coasts),
                "yes" if zone.open else "",
                "yes" if zone.americas else "",
                SOURCES[zone.source],
            )
            for zone in tables.sea.zones.values()
        ),
        rule="Reasonable Defense",
        part="The map",
    )

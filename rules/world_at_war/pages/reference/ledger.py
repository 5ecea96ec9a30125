"""The tables of the ledger for the rules page, made from the data that judges."""

from collections.abc import Iterator
from functools import partial

from rules.kernel.pages import RuleTable
from rules.world_at_war.conquest.cooperation import PARTS
from rules.world_at_war.ledger.control import RANKS, place_name
from rules.world_at_war.model.calendar import SEASONS
from rules.world_at_war.model.names import country_name, listed
from rules.world_at_war.model.powers import FACTIONS, POWERS
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.model.tables.campaign import Tables

PART = "Minor countries: BRPs and conquest"
_table = partial(RuleTable, part=PART)


def ledger_tables(tables: Tables) -> Iterator[RuleTable]:
    """What counts in which season, what must be held where and what it is worth, who has a
    conquest that allies make together.
    """
    yield _table(
        key="prorating",
        title="What part of the BRPs counts",
        columns=("Season", "Per cent"),
        rows=tuple(
            (season, str(rate)) for season, rate in zip(SEASONS, tables.ledger.percent, strict=True)
        ),
        rule="35.7",
        note="Of all that one power gains and loses at one moment; rounded by the campaign's switch.",
    )
    yield _table(
        key="areas",
        title="What must be held to conquer an area, and what it is worth",
        columns=("Area", "Places", "BRPs", "Whose at the start", "Rule"),
        rows=tuple(_area(tables, area) for area in tables.areas.values() if area.conquest),
        rule="83.1",
    )
    yield _table(
        key="worth-less",
        title="What makes a country worth less",
        columns=("Country", "Reason", "BRPs", "Rule"),
        rows=tuple(
            (country_name(key), row.reason, str(row.amount), row.rule)
            for key, rows in tables.ledger.less.items()
            for row in rows
        ),
        rule="85.49",
    )
    orders = "; ".join(
        f"{FACTIONS[faction].name}: {', '.join(POWERS[power].name for power in powers)}"
        for faction, powers in RANKS.items()
        if len(powers) > 1
    )
    yield _table(
        key="conquests-together",
        title="Who has a conquest that allies make together",
        columns=("A power that", "Counts", "Rule"),
        rows=tuple(
            (words, "yes" if counts else "no", rule) for words, counts, rule in PARTS.values()
        ),
        rule="83.5",
        note=f"The most senior power with a part that counts. {orders}.",
    )


def _area(tables: Tables, area: Area) -> tuple[str, ...]:
    places = listed([place_name(place) for place in area.conquest])
    if area.income != area.conquest:
        places += f"; the BRPs go by {listed([place_name(place) for place in area.income])}"
    value = "on the map" if area.value is None else str(area.value)
    if area.parts:
        value = f"{value}, by its parts"
    owner = POWERS[area.owner].name if area.owner in POWERS else ""
    if not owner and area.owner:
        owner = country_name(area.owner)
    return (country_name(area.key), places, value, owner, area.rule)

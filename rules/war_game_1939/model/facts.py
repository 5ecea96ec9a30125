"""The registry of declared facts, expanded from ``data/facts.yaml`` over the shipped lists."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.fact_news import FactNews, news_of
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactType, FactValue, Sheet
from rules.kernel.serial import gathered
from rules.war_game_1939.model.citations import PACKAGE
from rules.war_game_1939.model.powers import FACTIONS, POWERS, SEATS, with_article

NOBODY = "none"
HOLDERS = (*SEATS, NOBODY)
LEVELS = ("friendly", "economic", "sworn")
LEANINGS = (NOBODY, *(f"{nation}.{level}" for nation in SEATS for level in LEVELS))


class Template(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact, or one for each member of a list; without a default the list brings its own."""

    key: str
    label: str
    type: FactType
    default: FactValue = NOBODY
    repeat: str = msgspec.field(default="", name="for")
    options: tuple[str, ...] = ()
    help: str = ""
    also: tuple[str, ...] = ()
    news: tuple[FactNews, ...] = ()


Entry = tuple[dict[str, str], FactValue | None]
"""The words that fill a template, and a default of the entry's own."""


def _lists() -> Mapping[str, list[Entry]]:
    land = tables.raw(PACKAGE, "land.yaml")
    vichy = tables.raw(PACKAGE, "vichy.yaml")
    rows: dict[str, Any] = land["territories"]

    def places(keys: Any, default: Any = None) -> list[Entry]:
        return [
            (
                {"key": key, "name": (named := rows[key]["name"]), "place": with_article(named)},
                default(rows[key]) if default else None,
            )
            for key in keys
        ]

    def holder(row: Any) -> str:
        return str(row.get("holder") or row.get("original") or NOBODY)

    return {
        "places": places(rows, holder),
        "leaning": places(
            (k for k, row in rows.items() if "original" not in row or k in vichy["territories"]),
            lambda row: row.get("lean", NOBODY),
        ),
        "balkan": places(land["lists"]["balkan"]),
        "vichy": places(vichy["territories"]),
        "vichy_units": [
            ({"key": key, "name": rows[key]["name"], "unit": unit}, None)
            for key in vichy["territories"]
            for unit in vichy["units"]
        ],
        "zones": [
            ({"key": key, "name": row["name"]}, None)
            for key, row in tables.raw(PACKAGE, "sea.yaml")["zones"].items()
        ],
        "ships": [({"key": key, "name": row["name"]}, None) for key, row in vichy["ships"].items()],
        "watched": places(land["pact"]["watched"]),
        "nations": [({"key": key, "name": power.name}, None) for key, power in POWERS.items()],
    }


def _specs(
    sheet: Sheet[Template], lists: Mapping[str, list[Entry]], news: dict[str, tuple[FactNews, ...]]
) -> Iterator[FactSpec]:
    """The facts of a sheet; what is news of them goes into ``news``, by key."""
    for template in sheet.facts:
        for words, own in lists[template.repeat] if template.repeat else [({}, None)]:
            options = HOLDERS if template.type == "control" else template.options
            if template.repeat == "leaning":
                options = LEANINGS
            key = template.key.format_map(words)
            news[key] = news_of(template.news, words)
            yield gathered(
                FactSpec,
                template,
                key=key,
                label=template.label.format_map(words),
                default=template.default if own is None else own,
                group=sheet.key,
                declares=tuple(FACTIONS),
                options=options,
                also=tuple(also.format_map(words) for also in template.also),
            )


def _registry() -> FactRegistry:
    sheets = tables.load(PACKAGE, "facts.yaml", tuple[Sheet[Template], ...])
    lists = _lists()
    groups = tuple(FactGroup(key=sheet.key, title=sheet.title) for sheet in sheets)
    news: dict[str, tuple[FactNews, ...]] = {}
    specs = tuple(spec for sheet in sheets for spec in _specs(sheet, lists, news))
    return FactRegistry(groups, specs, news=news)


FACTS = _registry()

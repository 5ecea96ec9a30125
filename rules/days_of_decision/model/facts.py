"""The registry of declared facts, expanded from ``data/facts.yaml``."""

from collections.abc import Iterator
from itertools import combinations, permutations

import msgspec

from rules.days_of_decision.model.citations import PACKAGE
from rules.days_of_decision.model.powers import POWERS, SEATS, name
from rules.kernel import tables
from rules.kernel.aliases import Old
from rules.kernel.fact_news import FactNews, news_of
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactType, FactValue, Sheet
from rules.kernel.grammar import capital
from rules.world_in_flames import house_rules


class Template(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact, one for each power, or one for each of two powers: in both directions (``pairs``)
    or together (``couples``), one for each row of a table (``minors``, ``waterways``,
    ``groups``); ``default`` may name a list of values by power.
    """

    key: str
    label: str
    type: FactType
    default: FactValue
    repeat: str = msgspec.field(default="", name="for")
    options: tuple[str, ...] = ()
    help: str = ""
    also: tuple[str, ...] = ()
    news: tuple[FactNews, ...] = ()


def _specs(
    sheet: Sheet[Template],
    lists: dict[str, dict[str, FactValue]],
    news: dict[str, tuple[FactNews, ...]],
) -> Iterator[FactSpec]:
    """The facts of a sheet; what is news of them goes into ``news``, by key."""
    for template in sheet.facts:
        for power, other in _repeated(template.repeat):
            words = {
                "key": power,
                "name": POWERS[power].name if power in POWERS else other,
                "other": other,
                "other_name": POWERS[other].name if other in POWERS else "",
                "capital": lists["capitals"].get(power, ""),
            }
            default = template.default
            if isinstance(default, str) and default in lists:
                default = lists[default][power]
            key = template.key.format_map(words)
            named = {"name": name(power), "other_name": name(other)} if power in POWERS else {}
            news[key] = news_of(template.news, {**words, **named})
            yield FactSpec(
                key=key,
                label=template.label.format_map(words),
                type=template.type,
                default=default,
                group=sheet.key,
                declares=SEATS,
                options=OPTIONS.get(template.options, template.options),
                help=template.help or (f"As {name(power)} declares it." if power in POWERS else ""),
                also=tuple(also.format_map(words) for also in template.also),
            )


OPTIONS = {("powers",): ("none", *SEATS), ("powers", "other"): (*SEATS, "other")}
"""Options that a template names in short."""


def _repeated(repeat: str) -> Iterator[tuple[str, str]]:
    """What a template is written out for: powers, or rows of a table with their names."""
    match repeat:
        case "minors":
            rows = tables.raw(PACKAGE, "minors.yaml")
            yield from ((key, row["name"]) for key, row in sorted(rows.items()))
        case "waterways":
            rows = tables.raw(PACKAGE, "war.yaml")["waterways"]
            yield from ((key, capital(row["name"])) for key, row in rows.items())
        case "groups":
            rows = tables.raw(PACKAGE, "groups.yaml")
            yield from (
                (f"{power}.{key}", row["name"])
                for power, groups in rows.items()
                for key, row in groups.items()
            )
        case "powers":
            yield from ((power, "") for power in SEATS)
        case "pairs":
            yield from permutations(SEATS, 2)
        case "couples":
            yield from combinations(SEATS, 2)
        case _:
            yield "", ""


NAMES = {power: POWERS[power].name for power in SEATS}


HOUSE = house_rules.fact_specs(SEATS)
"""The facts of the war game's house rules; asked only in a campaign that uses one of them."""


def _registry() -> FactRegistry:
    sheets = tables.load(PACKAGE, "facts.yaml", tuple[Sheet[Template], ...])
    lists = tables.load(PACKAGE, "fact_values.yaml", dict[str, dict[str, FactValue]])
    groups = tuple(FactGroup(key=sheet.key, title=sheet.title) for sheet in sheets)
    news = dict(house_rules.fact_news)
    specs = tuple(spec for sheet in sheets for spec in _specs(sheet, lists, news))
    old = tables.load(PACKAGE, "facts_old.yaml", tuple[Old, ...])
    aliases = tuple(alias for row in old for alias in row.aliases({"powers": NAMES}, SEATS))
    return FactRegistry((*groups, *house_rules.fact_groups), (*specs, *HOUSE), aliases, news)


FACTS = _registry()

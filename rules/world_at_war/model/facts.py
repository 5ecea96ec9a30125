"""The registry of declared facts, expanded from the templates in ``data/facts*.yaml``."""

from itertools import chain
from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.aliases import Old
from rules.kernel.fact_news import FactNews, news_of
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactType, FactValue, Sheet
from rules.kernel.grammar import capital
from rules.kernel.serial import gathered
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.counted_facts import counted

HOLDERS = ("axis", "western", "russia", "japan", "neutral", "none")
DECLARERS = ("axis", "western", "russia")
FILES = (
    "facts.yaml",
    "facts_tensions.yaml",
    "facts_minors.yaml",
    "facts_forces.yaml",
    "facts_regions.yaml",
)
"""The sheets of facts, one file for each part of the rulebook, in the order of the fact sheet."""


class Template(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact, or one for each entry of ``repeat`` (a mapping or the name of a list)."""

    key: str
    label: str
    type: FactType
    default: FactValue
    repeat: dict[str, str] | str | None = msgspec.field(default=None, name="for")
    options: tuple[str, ...] = ()
    most: int | None = None
    least: int = 0
    help: str = ""
    also: tuple[str, ...] = ()
    declares: tuple[str, ...] = DECLARERS
    news: tuple[FactNews, ...] = ()


def _expand(
    sheet: Sheet[Template], lists: dict[str, dict[str, str]], news: dict[str, tuple[FactNews, ...]]
) -> list[FactSpec]:
    """The facts of a sheet; what is news of them goes into ``news``, by key."""
    specs = []
    for template in sheet.facts:
        repeat = lists[template.repeat] if isinstance(template.repeat, str) else template.repeat
        for key, name in (repeat or {"": ""}).items():
            words: dict[str, Any] = {"key": key, "name": name}
            specs.append(
                gathered(
                    FactSpec,
                    template,
                    key=template.key.format_map(words),
                    label=capital(template.label.format_map(words)),
                    group=sheet.key,
                    options=HOLDERS if template.type == "control" else template.options,
                    also=tuple(also.format_map(words) for also in template.also),
                )
            )
            news[specs[-1].key] = news_of(template.news, words)
    return specs


def _registry() -> FactRegistry:
    sheets = [
        sheet for name in FILES for sheet in tables.load(PACKAGE, name, tuple[Sheet[Template], ...])
    ]
    lists = tables.load(PACKAGE, "fact_names.yaml", dict[str, dict[str, str]])
    groups = tuple(FactGroup(key=sheet.key, title=sheet.title) for sheet in sheets)
    news: dict[str, tuple[FactNews, ...]] = {}
    specs = tuple(spec for sheet in sheets for spec in _expand(sheet, lists, news))
    old = tables.load(PACKAGE, "facts_old.yaml", tuple[Old, ...])
    known = {spec.key for spec in specs}
    aliases = (row.aliases(lists, DECLARERS, holders=HOLDERS, known=known) for row in old)
    aliased = (*chain.from_iterable(aliases), *counted(DECLARERS))
    return FactRegistry(groups, specs, aliased, news)


FACTS = _registry()

"""The registry of declared facts, expanded from the templates in ``data/facts*.yaml``."""

from typing import Any

import msgspec

from rules.kernel import tables
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactType, FactValue
from rules.world_at_war.citations import PACKAGE

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
    help: str = ""
    declares: tuple[str, ...] = DECLARERS


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """One heading of the fact sheet with its templates."""

    key: str
    title: str
    facts: tuple[Template, ...]


def _expand(sheet: Sheet, lists: dict[str, dict[str, str]]) -> list[FactSpec]:
    specs = []
    for template in sheet.facts:
        repeat = lists[template.repeat] if isinstance(template.repeat, str) else template.repeat
        for key, name in (repeat or {"": ""}).items():
            words: dict[str, Any] = {"key": key, "name": name}
            specs.append(
                FactSpec(
                    key=template.key.format_map(words),
                    label=template.label.format_map(words)[:1].upper()
                    + template.label.format_map(words)[1:],
                    type=template.type,
                    default=template.default,
                    group=sheet.key,
                    declares=template.declares,
                    options=HOLDERS if template.type == "control" else template.options,
                    most=template.most,
                    help=template.help,
                )
            )
    return specs


def _registry() -> FactRegistry:
    sheets = [sheet for name in FILES for sheet in tables.load(PACKAGE, name, tuple[Sheet, ...])]
    lists = tables.load(PACKAGE, "lists.yaml", dict[str, dict[str, str]])
    groups = tuple(FactGroup(key=sheet.key, title=sheet.title) for sheet in sheets)
    return FactRegistry(groups, tuple(spec for sheet in sheets for spec in _expand(sheet, lists)))


FACTS = _registry()

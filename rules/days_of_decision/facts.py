"""The registry of declared facts, expanded from ``data/facts.yaml``."""

from collections.abc import Iterator

import msgspec

from rules.days_of_decision.citations import PACKAGE
from rules.days_of_decision.powers import POWERS, SEATS, name
from rules.kernel import tables
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactType, FactValue


class Template(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact, or one for each power; ``default`` may name a list of values by power."""

    key: str
    label: str
    type: FactType
    default: FactValue
    repeat: str = msgspec.field(default="", name="for")
    options: tuple[str, ...] = ()
    help: str = ""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """One heading of the fact sheet with its templates."""

    key: str
    title: str
    facts: tuple[Template, ...]


def _specs(sheet: Sheet, lists: dict[str, dict[str, FactValue]]) -> Iterator[FactSpec]:
    for template in sheet.facts:
        for power in SEATS if template.repeat == "powers" else ("",):
            words = {"key": power, "name": POWERS[power].name if power else ""}
            default = template.default
            if isinstance(default, str) and default in lists:
                default = lists[default][power]
            yield FactSpec(
                key=template.key.format_map(words),
                label=template.label.format_map(words),
                type=template.type,
                default=default,
                group=sheet.key,
                declares=SEATS,
                options=template.options,
                help=template.help or (f"As {name(power)} declares it." if power else ""),
            )


def _registry() -> FactRegistry:
    sheets = tables.load(PACKAGE, "facts.yaml", tuple[Sheet, ...])
    lists = tables.load(PACKAGE, "lists.yaml", dict[str, dict[str, FactValue]])
    groups = tuple(FactGroup(key=sheet.key, title=sheet.title) for sheet in sheets)
    return FactRegistry(groups, tuple(spec for sheet in sheets for spec in _specs(sheet, lists)))


FACTS = _registry()

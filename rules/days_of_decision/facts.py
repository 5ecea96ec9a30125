"""The registry of declared facts, expanded from ``data/facts.yaml``."""

from collections.abc import Iterator
from itertools import combinations, permutations

import msgspec

from rules.days_of_decision.citations import PACKAGE
from rules.days_of_decision.powers import POWERS, SEATS, name
from rules.kernel import tables
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactType, FactValue


class Template(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact, one for each power, or one for each of two powers: in both directions (``pairs``)
    or together (``couples``); ``default`` may name a list of values by power.
    """

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
        for power, other in _repeated(template.repeat):
            words = {
                "key": power,
                "name": POWERS[power].name if power else "",
                "other": other,
                "other_name": POWERS[other].name if other else "",
            }
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
                options=SEATS_OR_NONE if template.options == ("powers",) else template.options,
                help=template.help or (f"As {name(power)} declares it." if power else ""),
            )


SEATS_OR_NONE = ("none", *SEATS)


def _repeated(repeat: str) -> Iterator[tuple[str, str]]:
    """The powers that a template is written out for."""
    match repeat:
        case "powers":
            yield from ((power, "") for power in SEATS)
        case "pairs":
            yield from permutations(SEATS, 2)
        case "couples":
            yield from combinations(SEATS, 2)
        case _:
            yield "", ""


def _registry() -> FactRegistry:
    sheets = tables.load(PACKAGE, "facts.yaml", tuple[Sheet, ...])
    lists = tables.load(PACKAGE, "lists.yaml", dict[str, dict[str, FactValue]])
    groups = tuple(FactGroup(key=sheet.key, title=sheet.title) for sheet in sheets)
    return FactRegistry(groups, tuple(spec for sheet in sheets for spec in _specs(sheet, lists)))


FACTS = _registry()

"""The registry of declared facts, as ``data/facts.yaml`` lists them.

Every key begins with the name of its house rule, so that another game's registry can hold them
beside its own; :func:`specs` gives them for other declarers.
"""

import msgspec

from rules.kernel import tables
from rules.kernel.fact_news import FactNews, news_of
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactType, FactValue, Sheet
from rules.kernel.serial import gathered
from rules.world_in_flames.model.citations import PACKAGE

HOLDERS = ("axis", "allied", "nobody")
DECLARERS = ("axis", "allied")


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact as the data file has it."""

    key: str
    label: str
    type: FactType
    default: FactValue
    options: tuple[str, ...] = ()
    most: int | None = None
    help: str = ""
    also: tuple[str, ...] = ()
    news: tuple[FactNews, ...] = ()


SHEETS = tables.load(PACKAGE, "facts.yaml", tuple[Sheet[Line], ...])
GROUPS = tuple(FactGroup(key=sheet.key, title=sheet.title) for sheet in SHEETS)

NEWS = {line.key: news_of(line.news, {}) for sheet in SHEETS for line in sheet.facts}
"""What is news of each fact, by its key."""


def specs(declares: tuple[str, ...]) -> tuple[FactSpec, ...]:
    """Every fact, to be declared by these powers or factions."""
    return tuple(
        gathered(
            FactSpec,
            line,
            group=sheet.key,
            declares=declares,
            options=HOLDERS if line.type == "control" else line.options,
        )
        for sheet in SHEETS
        for line in sheet.facts
    )


FACTS = FactRegistry(GROUPS, specs(DECLARERS), news=NEWS)

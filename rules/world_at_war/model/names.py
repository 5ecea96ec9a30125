"""Pieces of sentences: names, numbers with signs, lists, the reasons of a tally."""

from rules.kernel.grammar import capital
from rules.kernel.setup import CALLED_THE
from rules.kernel.tally import Tally
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.tables.campaign import build

THE = {
    "axis": "the Axis",
    "western": "the Western Allies",
    "russia": "Russia",
    "japan": "Japan",
    "allied": "the Allies",
    "": "nobody",
}


TARGET_NAMES = {
    "italy": "Italy",
    "france": "France",
    "usat": "U.S.-Axis tension",
    "intel": "Intelligence",
    "eastern_poland": "Eastern Poland",
}
"""What points or demands can aim at besides the minor countries."""

ARTICLES = tuple(sorted(CALLED_THE & {power.name for power in POWERS.values()}))
"""Names that a sentence gives an article."""
PLURALS = (
    "Baltic States",
    "Belgium and Luxembourg",
    "Dutch East Indies",
    "Finnish border hexes",
    "Netherlands",
    "Philippines",
)
"""Names that take the verb of many."""


def country_name(key: str) -> str:
    """A country or area as a sentence begins with it."""
    if key in TARGET_NAMES:
        return TARGET_NAMES[key]
    known = build({})
    name = known.minors[key].name if key in known.minors else known.areas[key].name
    return capital(name)


def area_told(key: str) -> str:
    """An area as news tells it, in the middle of a sentence: land, and not hexes."""
    return build({}).areas[key].name.removesuffix(" hexes")


PROPER = frozenset(
    (
        "Allied", "America", "American", "Axis", "Belgium", "Britain", "British", "China", "French",
        "Germany", "IRA", "Ireland", "Italy", "Japan", "Japanese", "Pacific", "Ploesti", "Russia",
        "Russian", "Ukrainian", "Vichy", "Western",
    )
)  # fmt: skip
"""Words that keep their capital in the middle of a sentence."""


def inline(text: str) -> str:
    """A phrase as it stands in the middle of a sentence."""
    first = text.replace(";", " ").replace(",", " ").split(" ")[0].split("-")[0]
    return text if first in PROPER else text[:1].lower() + text[1:]


def signed(number: int) -> str:
    """A number with its sign, with a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def row_words(row: str) -> str:
    """A row label with a true minus and an en dash."""
    return row.replace("-", "−", 1) if row.startswith("-") else row.replace("-", "–")


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(parts: list[str]) -> str:
    """Parts as a list in a sentence."""
    if not parts:
        return "nothing"
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def by_power(points: dict[str, int]) -> str:
    """Points by power, as ``Germany 2, Britain 1``."""
    return ", ".join(f"{POWERS[power].name} {count}" for power, count in points.items())


def reasons(tally: Tally) -> str:
    """The rows of a tally in one line."""
    rows = [f"{signed(row.amount)} {row.reason}" for row in tally.rows]
    return "; ".join([f"base {signed(tally.base)}", *rows])


def fact_words(value: object) -> str:
    """A fact's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in POWERS:
        return POWERS[str(value)].name
    return THE[str(value)] if value in ("axis", "western") else str(value)

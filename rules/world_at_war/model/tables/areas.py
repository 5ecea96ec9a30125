"""Minor countries, colonies, dominions and special areas as data."""

from typing import Literal

import msgspec

from rules.kernel import tables
from rules.world_at_war.model.citations import PACKAGE, R
from rules.world_at_war.model.facts import FACTS

Kind = Literal["minor", "colony", "dominion", "area"]


class Area(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One area; the places are keys of facts ``control.<place>``.

    ``value`` is in BRPs (``None``: printed on the map only, until a moderator enters it).
    ``conquest`` must all be held to conquer it, ``income`` all to have its BRPs; ``cities`` are
    further places in it that decide about neither. ``diplomacy`` is its key among the countries that
    diplomacy reaches, ``owner`` a power or minor whose colony it is, ``within`` the area that it is
    part of, ``home`` the power whose base holds its BRPs at the start, ``exists`` the fact that says
    whether there is such a country, ``unless`` one that says it is divided, ``parts`` the colonies
    within it that bring its BRPs (filled in here). ``key_area`` marks a Japanese key economic area, whose BRPs are in the base. ``start`` is what the area is from the
    outset (82.91): the category and to which power; ``later`` what it is instead once a fact holds.
    """

    key: str = ""
    name: str
    kind: Kind
    theatre: Literal["europe", "pacific"]
    value: int | None
    capitals: tuple[str, ...] = ()
    conquest: tuple[str, ...] = ()
    income: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    diplomacy: str = ""
    owner: str = ""
    within: str = ""
    home: str = ""
    exists: str = ""
    unless: str = ""
    parts: tuple[str, ...] = ()
    forces: Literal["", "none", "own"] = ""
    key_area: bool = False
    islands: tuple[str, ...] = ()
    start: dict[str, str] = {}
    later: dict[str, dict[str, str]] = {}
    rule: str


def read_areas(raw: dict[str, object]) -> dict[str, Area]:
    """The areas of the data file (overrides already applied), in alphabetical order of keys.

    Raises :class:`~rules.kernel.errors.TableError` when one does not fit, ``KeyError`` for a place
    or rule that does not exist.
    """
    where = f"{PACKAGE}/data/areas.yaml"
    found = {}
    for key, area in tables.typed(raw, dict[str, Area], where).items():
        conquest = area.conquest or area.capitals
        whole = msgspec.structs.replace(
            area, key=key, conquest=conquest, income=area.income or area.capitals or conquest
        )
        for place in {*whole.capitals, *whole.conquest, *whole.income, *whole.cities}:
            FACTS[f"control.{place}"]
        R(whole.rule)
        found[key] = whole
    parts: dict[str, tuple[str, ...]] = {}
    for key, area in sorted(found.items()):
        if area.kind == "colony" and area.within and area.value:
            parts[area.within] = (*parts.get(area.within, ()), key)
    for key, inside in parts.items():
        found[key] = msgspec.structs.replace(found[key], parts=inside)
    return dict(sorted(found.items()))

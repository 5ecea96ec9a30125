"""The file of one minor country, and the index of all: everything that is known of it, built from a view."""

import msgspec

from rules.kernel.facts import Claim, FactValue
from rules.kernel.grammar import capital
from rules.kernel.tally import Tally
from rules.world_at_war.forces import construction as building
from rules.world_at_war.forces import deployment as deploying
from rules.world_at_war.forces import limits, strength
from rules.world_at_war.forces.construction import Allowed
from rules.world_at_war.forces.deployment import Deployment
from rules.world_at_war.forces.limits import Limit
from rules.world_at_war.forces.strength import Fighters, Growth, Holder, Units
from rules.world_at_war.ledger.control import FREE, control, place_name
from rules.world_at_war.ledger.income import worth
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import holder, status_by_result
from rules.world_at_war.model.names import fact_words
from rules.world_at_war.model.powers import MARKS, POWERS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.forces import Place
from rules.world_at_war.pages import ledgers
from rules.world_at_war.pages.dossier.clocks import Wait, waits
from rules.world_at_war.pages.dossier.movement import Said, ground
from rules.world_at_war.pages.dossier.permissions import Deed, Roller, deeds, rollers
from rules.world_at_war.pages.ledgers import Posting
from rules.world_at_war.status.local_rules import Effect, effects
from rules.world_at_war.status.status import (
    WORDS,
    Category,
    area_of,
    controller,
    exists,
    power_name,
    statuses,
)

GROUPS = (
    ("Europe", "europe", ("minor", "area")),
    ("Colonies in Europe, Africa and the Near East", "europe", ("colony",)),
    ("Dominions", "", ("dominion",)),
    ("The Pacific", "pacific", ("minor", "area")),
    ("Colonies in Asia and the Pacific", "pacific", ("colony",)),
)
"""Headings of the index: title, theatre (empty: both), kinds."""
_FILLS: dict[Category, str] = {
    "allied": "full", "conquered": "full", "colony": "full", "commonwealth": "full",
    "associated": "half", "hexes": "open",
}  # fmt: skip


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of the table of forces that is not known, and the override that enters it."""

    label: str
    path: str


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A capital or key place: who holds it, who declared that, and what it decides."""

    name: str
    holder: str
    side: str
    decides: str
    by: str
    confirmed: bool


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """A limit on foreign factors with what it leaves out or asks for."""

    limit: Limit
    side: str
    notes: tuple[Place, ...]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One country of the index. ``value`` is its worth in BRPs (``None``: not known), ``brps`` the power
    that has them, ``capitals`` who holds them in words, ``waiting`` how many clocks run.
    """

    key: str
    name: str
    side: str
    mark: str
    fill: str
    words: str
    value: int | None
    brps: str
    capitals: str
    waiting: int
    there: bool


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Countries under one heading."""

    title: str
    countries: tuple[Entry, ...]


class File(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one area, for the eyes of a power if any (``power``).

    ``statuses`` are all that it is now, ``worth`` its BRPs with what makes them less (``None``: not
    known), ``country`` its key on the country board, empty where diplomacy does not reach it.
    """

    power: str
    entry: Entry
    kind: str
    country: str
    statuses: tuple[Said, ...]
    worth: Tally | None
    worth_path: str
    spots: tuple[Spot, ...]
    postings: tuple[Posting, ...]
    waits: tuple[Wait, ...]
    deeds: tuple[Deed, ...]
    rollers: tuple[Roller, ...]
    limits: tuple[Bound, ...]
    units: tuple[Units, ...]
    partisans: tuple[Fighters, ...]
    unknown: tuple[Missing, ...]
    unknown_rule: str
    growth: Growth | None
    pool: Holder
    unarmed: bool
    notes: tuple[str, ...]
    deployment: Deployment
    set_up_by: str
    building: tuple[Allowed, ...]
    built: Place | None
    ground: tuple[Said, ...]
    handling: tuple[Said, ...]
    effects: tuple[Effect, ...]
    parts: tuple[Entry, ...]
    whole: Entry | None


def index(state: WarState) -> tuple[Group, ...]:
    """All countries by region and kind, in alphabetical order."""
    areas = sorted(tables_of(state).areas.values(), key=lambda area: _plain(area.name))
    return tuple(
        Group(
            title=title,
            countries=tuple(
                entry(state, area)
                for area in areas
                if area.kind in kinds and theatre in ("", area.theatre)
            ),
        )
        for title, theatre, kinds in GROUPS
    )


def _plain(name: str) -> str:
    return name.removeprefix("the ").casefold()


def entry(state: WarState, area: Area) -> Entry:
    """One country's line of the index."""
    found = {one.category: one for one in statuses(state, area.key)}
    master = controller(state, area.key)
    side = faction_of(master) if master in POWERS else ""
    now = worth(state, area.key)
    payer = found["brps"].power if "brps" in found else ""
    places = [f"{place_name(place)}: {_holder(state, place)}" for place in area.capitals]
    fill = next((_FILLS[one] for one in _FILLS if one in found), "")
    return Entry(
        key=area.key,
        name=capital(area.name),
        side=side,
        mark=MARKS.get(side, "ring"),
        fill=fill,
        words=_words(state, area.key),
        value=now.net if now is not None else None,
        brps=power_name(payer) if payer in POWERS else "",
        capitals="; ".join(places),
        waiting=sum(clock.area in (area.key, area.diplomacy) for clock in state.clocks),
        there=exists(state, area),
    )


def _words(state: WarState, key: str) -> str:
    """What an area is, without its BRPs, and without hexes that follow from the rest."""
    found = statuses(state, key)
    firm = {one.power for one in found if one.category in ("allied", "associated", "conquered")}
    parts = [
        f"{WORDS[one.category]} {_master(state, one.power, one.category)}".strip()
        for one in found
        if one.category != "brps" and not (one.category == "hexes" and one.power in firm)
    ]
    return ", ".join(parts) or "no country of its own now"


def _master(state: WarState, power: str, category: str = "") -> str:
    """A power, or the owner of a colony, as a sentence names it."""
    if category == "colony" and not power:
        return "nobody"
    if power in POWERS:
        return power_name(power)
    areas = tables_of(state).areas
    return areas[power].name if power in areas else ""


def _held(state: WarState, place: str) -> FactValue:
    """Who holds a place: a garrison whoever's colony it is, a country's own troops whoever controls it."""
    garrisoned = control(state, place)
    return holder(state, f"control.{place}") if garrisoned == FREE else garrisoned


def _holder(state: WarState, place: str) -> str:
    words = fact_words(_held(state, place))
    return {"none": "nobody", "neutral": "its own"}.get(words, words)


def file(state: WarState, key: str, power: str | None) -> File:
    """The file of one area. Raises :class:`NotUnderstood` for an unknown one."""
    area = area_of(state, key)
    tables = tables_of(state)
    told = deploying.deployment(state, key)
    pool, now = strength.pool_of(state, key), worth(state, key)
    named_value = area.diplomacy if area.diplomacy and area.diplomacy != "belux" else ""
    path = f"countries.countries.{named_value}.value" if named_value else f"areas.{key}.value"
    return File(
        power=power or "",
        entry=entry(state, area),
        kind=area.kind,
        country=area.diplomacy,
        statuses=_statuses(state, key),
        worth=now,
        worth_path=path if now is None else "",
        spots=_spots(state, area),
        postings=ledgers.postings_of(state, key),
        waits=waits(state, area),
        deeds=deeds(state, area, power),
        rollers=rollers(state, area),
        limits=_limits(state, area),
        units=strength.units(state, key),
        partisans=strength.partisans(state, key),
        unknown=_unknown(state, key),
        unknown_rule=R("Ruling 41"),
        growth=strength.growth(state, key),
        pool=strength.force_pool(state, key),
        unarmed=strength.without_forces(state, key),
        notes=pool.notes if pool is not None else (),
        deployment=told,
        set_up_by=" or ".join(power_name(one) for one in told.by),
        building=building.allowed(state, key),
        built=building.place(state, key),
        ground=ground(state, key),
        handling=tuple(Said(text=row.text, rule=row.rule) for row in strength.handling(state, key)),
        effects=effects(state, key),
        parts=tuple(entry(state, part) for part in tables.areas.values() if part.within == key),
        whole=entry(state, tables.areas[area.within]) if area.within else None,
    )


def _unknown(state: WarState, key: str) -> tuple[Missing, ...]:
    """The cells of the tables that were lost, units first."""
    units = [
        Missing(label=one.label, path=one.path) for one in strength.units(state, key) if one.path
    ]
    bands = [
        Missing(label=f"{one.label} partisans", path=one.path)
        for one in strength.partisans(state, key)
        if one.path
    ]
    return (*units, *bands)


def _statuses(state: WarState, key: str) -> tuple[Said, ...]:
    """Each thing that the area is, as a phrase with its rule."""
    words = {
        "neutral": "Neutral", "independent": "Fights alone", "brps": "Its BRPs go to {0}",
        "hexes": "Its hexes are controlled by {0}", "associated": "Associated with {0}",
        "allied": "Minor ally of {0}", "conquered": "Conquered by {0}", "colony": "Colony of {0}",
        "commonwealth": "Fights as a dominion beside {0}",
    }  # fmt: skip
    found = statuses(state, key)
    said = [
        Said(
            text=words[one.category].format(_master(state, one.power, one.category)), rule=one.rule
        )
        for one in found
    ]
    by_result = status_by_result(state, area_of(state, key).diplomacy)[0] == "hexes"
    if by_result and any(one.category == "hexes" for one in found):
        holder = _master(state, next(one.power for one in found if one.category == "hexes"))
        lines = tables_of(state).sides.told("hexes", power=holder)
        said += [Said(text=line, rule=R("82.31")) for line in lines]
    return tuple(said)


def _spots(state: WarState, area: Area) -> tuple[Spot, ...]:
    found = []
    for place in dict.fromkeys((*area.capitals, *area.conquest, *area.income)):
        claim: Claim | None = state.claims.get(f"control.{place}")
        held = str(_held(state, place))
        uses = [("conquest", area.conquest), ("BRPs", area.income)]
        found.append(
            Spot(
                name=capital(place_name(place)),
                holder=_holder(state, place),
                side=held if held in MARKS else "",
                decides=" and ".join(word for word, places in uses if place in places),
                by=POWERS[claim.by].name if claim and claim.by in POWERS else "",
                confirmed=bool(claim and claim.confirmed_by),
            )
        )
    return tuple(found)


def _limits(state: WarState, area: Area) -> tuple[Bound, ...]:
    found = limits.limit(state, area.diplomacy) if area.diplomacy else None
    if found is None:
        return ()
    side = {"axis": "The Axis", "western": "The Western Allies", "russia": "Russia"}[found.side]
    return (Bound(limit=found, side=side, notes=tables_of(state).forces.limit_notes),)

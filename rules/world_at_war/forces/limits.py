"""How many foreign factors a minor country may hold and pass supply to (82.32, 82.321, 82.322).

Hex control by a result limits everybody's factors; the Axis are limited in Finland whatever the
country is. Limits are looked at when a phase ends (Ruling 42); before that an excess is told and
owed.
"""

from collections.abc import Iterator
from functools import cache

import msgspec

from rules.kernel.calendar import Date
from rules.kernel.tally import Row, Tally, tally
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.calendar import SPRING, calendar_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import foreign_in, status_of, units_in
from rules.world_at_war.model.events.diplomacy import LimitExceeded
from rules.world_at_war.model.events.ledger import ExcessLost
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.permission import Permission
from rules.world_at_war.model.powers import faction_of, side_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.status import aging
from rules.world_at_war.status.status import areas_of, is_neutral

FINLAND = "finland"
_FACTIONS = ("axis", "western", "russia")
_COUNTED = ("supplied.{0}", "supplied_later.{0}", "armor.{0}")
_UNITS = ("factors.{0}.{1}", "naval.{0}.{1}")
_PARTS = {"spanish_morocco": "spain", "vichy_colonies": "vichy"}
"""Places whose factors count in another country, although they are no part of it."""


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """A limit at work in a country, for the side whose units it counts.

    ``inside`` is the limit on factors in the country at the end of a phase, with what supply
    takes off it; ``counted`` what counts against it; ``passing`` is the limit on factors supplied
    through it after combat. ``over`` is by how much one of them is exceeded, ``armor`` how many
    armor units are allowed (``None``: any number).
    """

    country: str
    side: str
    inside: Tally
    counted: Tally
    passing: Tally
    over: int
    armor: int | None
    armor_over: int
    rule: str


def ceiling(state: WarState, country: str) -> tuple[int, str, str] | None:
    """The limit before supply, the faction that it binds, and its rule; ``None`` without one."""
    ceilings = tables_of(state).forces.ceilings
    status, faction = status_of(state, country)
    if country == FINLAND and (faction == "axis" or _axis_in_finland(state)):
        return tables_of(state).minors[country].limit, "axis", R("82.322")
    if status != "hexes":
        return None
    most = ceilings.hexes if country == FINLAND else tables_of(state).minors[country].limit
    return most, faction, R("82.32")


def _axis_in_finland(state: WarState) -> bool:
    """Whether nobody but the Axis can be meant: the Allies do not control the hexes by a result."""
    status, faction = status_of(state, FINLAND)
    return not (status == "hexes" and faction != "axis")


def limit_of(state: WarState, country: str) -> int | None:
    """How many foreign factors may be in a country; ``None`` where nothing limits them.

    In Finland the five of the Axis bind always, but are the limit shown only once the Axis may be
    there: with a result of theirs, or with factors declared.
    """
    found = limit(state, country)
    return found.inside.base if found is not None else None


def allowed_in(state: WarState, country: str) -> int | None:
    """How many foreign factors may be in a country: none in a neutral one without a result that
    hands over its hexes (82.31); ``None`` where nothing limits them.
    """
    found = limit_of(state, country)
    return 0 if found is None and shut(state, country) else found


def shut(state: WarState, country: str) -> bool:
    """Whether a country is neutral, and no result hands over its hexes to anybody (82.31)."""
    if status_of(state, country)[0] == "hexes":
        return False
    areas = areas_of(state, country)
    return bool(areas) and all(is_neutral(state, area) for area in areas)


def trespassers(state: WarState, country: str) -> dict[str, int]:
    """Factors of each faction in a country that lets none in. Those that have to leave it after a
    reversal may be there until then (82.33), and Russians where it fought over a border.
    """
    found = {side: count for side in _FACTIONS if (count := units_in(state, country, side))}
    if not found or not shut(state, country):
        return {}
    if state.yes(f"border_war.{country}"):
        found.pop("russia", None)
    leaving = {
        faction_of(clock.power)
        for clock in state.clocks
        if clock.kind == "eviction" and clock.area in areas_of(state, country)
    }
    return {side: count for side, count in found.items() if side not in leaving}


def limit(state: WarState, country: str) -> Limit | None:
    """The limit at work in a country now, with everything that counts; ``None`` without one."""
    found = ceiling(state, country)
    if found is None or not _concerns(state, country, found[1]):
        return None
    most, side, rule = found
    through = _fact(state, f"supplied.{country}")
    later = _fact(state, f"supplied_later.{country}")
    taken = Row(
        "supplied",
        -through,
        "Supplied through the country when the turn's supply was determined",
        R("82.32B"),
    )
    why = "Axis factors in Finland" if rule == "82.322" else "Foreign factors under hex control"
    inside = tally(f"Limit in {_name(state, country)}", [taken], base=most, base_reason=why, base_rule=rule)  # fmt: skip
    passing = tally(f"Limit of supply through {_name(state, country)}", [taken], base=most, base_reason=why, base_rule=rule)  # fmt: skip
    counted = tally(
        f"Foreign factors in {_name(state, country)}", _rows(state, country, side, rule)
    )
    armor = tables_of(state).forces.ceilings.finland_armor if rule == "82.322" else None
    return Limit(
        country=country,
        side=side,
        inside=inside,
        counted=counted,
        passing=passing,
        over=max(0, counted.net - inside.net, later - passing.net, -inside.net),
        armor=armor,
        armor_over=max(0, _fact(state, "armor.finland") - armor) if armor is not None else 0,
        rule=rule,
    )


def _concerns(state: WarState, country: str, side: str) -> bool:
    """Whether a limit is worth speaking of: not for a Finland that no Axis unit has come near."""
    if country != FINLAND or status_of(state, country)[1] == side:
        return True
    return any(_fact(state, key) for key in (*_units(FINLAND, (side,)), *_counted(FINLAND)))


def counting(state: WarState, country: str) -> bool:
    """Whether any factor is declared that a limit could count."""
    return any(map(state.facts.get, _counting_facts(country)))


@cache
def _counting_facts(country: str) -> tuple[str, ...]:
    parts = [part for part, whole in _PARTS.items() if whole == country]
    return (
        *_units(country, _FACTIONS),
        *_counted(country),
        *(f"factors.foreign.{part}" for part in parts),
    )


def _units(country: str, factions: tuple[str, ...]) -> tuple[str, ...]:
    """The facts that say what units of these factions are in a country."""
    keys = (template.format(country, faction) for faction in factions for template in _UNITS)
    return tuple(key for key in keys if key in FACTS)


def _counted(country: str) -> tuple[str, ...]:
    """The other facts that a limit there may count."""
    return tuple(key for template in _COUNTED if (key := template.format(country)) in FACTS)


def _rows(state: WarState, country: str, side: str, rule: str) -> list[Row]:
    axis_only = rule == "82.322"
    inside = units_in(state, country, side) if axis_only else foreign_in(state, country)
    rows = [
        Row(
            "inside",
            inside,
            f"{'Axis' if axis_only else 'Foreign'} naval, ground and air factors in the country",
            R("82.32"),
            reads=_units(country, (side,) if axis_only else _FACTIONS),
        )
    ]
    words = {
        "spanish_morocco": "In Spanish Morocco",
        "vichy_colonies": "In Vichy colonies that were not attacked",
    }
    for part, whole in _PARTS.items():
        if whole == country:
            fact = f"factors.foreign.{part}"
            rows.append(Row(part, _fact(state, fact), words[part], R("82.32A"), reads=(fact,)))
    return rows


def _fact(state: WarState, key: str) -> int:
    return int(state.facts.get(key, 0))


def _name(state: WarState, country: str) -> str:
    return tables_of(state).minors[country].name


SPRING_1941 = Date(1941, SPRING)
CLOSED = ("germany", "netherlands")


def attack_from(state: WarState, country: str, faction: str, into: str) -> Permission:
    """Whether a faction may attack out of a country whose hexes a result gave it (82.32E).

    ``into`` is a power or area on the other side of the border. Belgium's cooperation with France
    closes the German and Dutch borders for a time (Ruling 45).
    """
    status, holder = status_of(state, country)
    if status != "hexes" or holder != faction:
        return Permission(may=False, why="Its hexes are not yours by a result.", rule=R("82.31"))
    now = calendar_of(state.scenario).at(state.turn)
    cooperating = country == "belux" and state.country(country).result == "-1"
    open_ = state.yes("declared.germany.belux") or now >= SPRING_1941
    if cooperating and into in CLOSED and not open_:
        why = "Closed up to Spring 1941, unless Germany has declared war on it."
        return Permission(may=False, why=why, rule=R("Ruling 45"))
    return Permission(may=True, why="Attacks may start from the country.", rule=R("82.32E"))


def countries_in(keys: list[str]) -> tuple[str, ...]:
    """The countries whose limits these facts concern."""
    found = []
    for key in keys:
        group, _, rest = key.partition(".")
        if group in ("factors", "naval", "supplied", "supplied_later", "armor"):
            first, _, last = rest.partition(".")
            found.append(_PARTS.get(last, last) if first == "foreign" else first)
    return tuple(dict.fromkeys(found))


def warn(course: Adjudication, keys: list[str]) -> None:
    """Point out an excess that these declared facts show (82.32, 86.23)."""
    for country in countries_in(keys):
        if country not in course.tables.minors:
            continue
        for factors in trespassers(course.state, country).values():
            course.tell(
                LimitExceeded(
                    country=country, factors=factors, limit=0, what="neutral", rule=R("82.31")
                )
            )
        found = limit(course.state, country)
        if found is None:
            continue
        rule = R("86.23") if found.rule == "82.322" else R("Hex Control and Foreign Units")
        for what, factors, most in exceeded(course.state, found):
            course.tell(
                LimitExceeded(country=country, factors=factors, limit=most, what=what, rule=rule)
            )


def exceeded(state: WarState, found: Limit) -> Iterator[tuple[str, int, int]]:
    """What is too much, how many there are and how many there may be: ``inside`` the country as a
    phase ends (moving through it is lawful, 82.321B), ``passing`` through it by supply, ``armor``.
    """
    inside, through = max(0, found.inside.net), _fact(state, f"supplied.{found.country}")
    if found.counted.net > inside:
        yield "inside", found.counted.net, inside
    if found.inside.net < 0:
        yield "passing", through, found.inside.base
    elif (later := _fact(state, f"supplied_later.{found.country}")) > found.passing.net:
        yield "passing", later, found.passing.net
    if found.armor is not None and found.armor_over:
        yield "armor", found.armor + found.armor_over, found.armor


def strike(course: Adjudication, stage: str) -> None:
    """As either player turn ends, what is too much is eliminated; a retreat in the enemy's is no
    excuse. The owner's supply begins anew as his own turn ends (82.321B, Ruling 42); where no limit
    holds, as any player turn ends.
    """
    if not stage.endswith(".facts"):
        return
    moving = stage.partition(".")[0]
    for country in course.tables.minors:
        found = limit(course.state, country)
        if found is None:
            aging.age(course, "player_turn", country)
            continue
        if found.over or found.armor_over:
            course.tell(
                ExcessLost(
                    country=country,
                    factors=found.over,
                    armor=found.armor_over,
                    limit=found.inside.net,
                    rule=R("82.321B"),
                )
            )
            _remove(course, found)
        if side_of(found.side) == moving:
            aging.age(course, "player_turn", country)


def _remove(course: Adjudication, found: Limit) -> None:
    """Take what was eliminated off the facts that counted it: units of the side that the limit binds
    first, those in the country before those elsewhere.
    """
    excess = max(0, found.counted.net - max(0, found.inside.net))
    others = () if found.rule == "82.322" else _FACTIONS
    for fact in dict.fromkeys((
        *_units(found.country, (found.side,)),
        *(f"factors.foreign.{part}" for part, of in _PARTS.items() if of == found.country),
        *_units(found.country, others),
    )):  # fmt: skip
        standing = _fact(course.state, fact)
        gone = min(standing, excess)
        course.set_fact(fact, standing - gone, R("82.321B"))
        excess -= gone
    if found.armor is not None and found.armor_over:
        course.set_fact("armor.finland", found.armor, R("82.322"))

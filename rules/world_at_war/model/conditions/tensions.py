"""Questions that only the tension tables ask, answered from public facts.

Each says with :func:`depending_on` all that its answer can change with, so that a track looks again
only at rows that something changed for.
"""

from typing import Any

from rules.kernel import tables
from rules.kernel.conditions import Question, reading
from rules.kernel.dependencies import depending_on
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.conditions import PARTS, WHOLE, hexes_with, situated, status_of
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import POWERS, faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import read_areas

PRESSED = ("hungary", "rumania", "bulgaria", "yugoslavia", "turkey")
ENEMIES = {
    "britain": ("war.britain.axis", "mobilized.britain.idle", "britain.surrendered"),
    "france": ("war.france.axis", "mobilized.france.idle", "france.fallen"),
    "united_states": ("war.us.axis", "", ""),
    "russia": ("war.germany.russia", "", "russia.surrendered"),
}
"""For each possible enemy of the European Axis: at war, idle though mobilized, out of it."""
_DECLARED = {
    by: tuple(spec.key for spec in FACTS if spec.key.startswith(f"declared.{by}."))
    for by in ("germany", "italy", "western", "russia")
}
BALTIC_STATES = ("estonia", "latvia", "lithuania")
"""Each a country of its own where the Pact line divides them."""
MAJORS = ("britain", "france", "united_states", "russia", "germany", "japan")


_ENEMIES_DEPEND_ON = (
    *(key for keys in ENEMIES.values() for key in keys if key),
    *(f"declared.{by}.{power}" for power in ENEMIES for by in ("germany", "italy")),
)


@depending_on(*_ENEMIES_DEPEND_ON)
@reading(
    "war.britain.axis", "war.france.axis", "war.us.axis", "war.germany.russia",
    "mobilized.britain.idle", "mobilized.france.idle", "france.fallen", "britain.surrendered",
)  # fmt: skip
def enemies_of_axis(at: Any) -> int:
    """Major powers that fight the European Axis; a fallen or surrendered one no more, and one
    that is attacked, or stays idle though fully mobilized, already.
    """
    here, count = situated(at), 0
    for power, (war, idle, out) in ENEMIES.items():
        attacked = any(here.fact(f"declared.{by}.{power}") for by in ("germany", "italy"))
        fights = bool(here.fact(war)) or attacked or bool(idle and here.fact(idle))
        count += fights and not (out and here.fact(out))
    return count


@depending_on(*_ENEMIES_DEPEND_ON)
@reading(*enemies_of_axis.reads)  # type: ignore[attr-defined]
def enemies_number(at: Any, number: int) -> bool:
    """Whether exactly so many major powers fight the European Axis."""
    return bool(enemies_of_axis(at) == number)


@depending_on("russia.ics", "russia.ics_pacific")
@reading("russia.ics", "russia.ics_pacific")
def ics_above(at: Any) -> int:
    """Russian industrial centers above seven, those mobilized in the Pacific left out."""
    here = situated(at)
    return max(0, int(here.fact("russia.ics")) - int(here.fact("russia.ics_pacific")) - 7)


@depending_on("russia.ics")
@reading("russia.ics")
def ics_below(at: Any) -> int:
    """Russian industrial centers that are missing from the seven of the start."""
    return max(0, 7 - int(situated(at).fact("russia.ics")))


@depending_on(
    "italy.yugoslavia_before",
    *(
        part
        for country in PRESSED
        for part in (
            f"countries.{country}", f"joined.{country}", f"trade_pact.{country}",
            *(f"declared.{by}.{country}" for by in ("germany", "italy", "russia")),
        )
    ),
)  # fmt: skip
@reading("italy.yugoslavia_before", *(f"trade_pact.{country}" for country in PRESSED))
def pressed_by(at: Any, side: str) -> bool:
    """Whether the Axis or Russia attacked, or holds a good result in, one of the five countries.

    Results of trade pacts and Italy's earlier war on Yugoslavia do not count.
    """
    here = situated(at)
    attackers = ("germany", "italy") if side == "axis" else ("russia",)
    for country in PRESSED:
        status, holder = status_of(here.state, country)
        won = here.state.country(country).result and status in (
            "income", "hexes", "associate", "ally",
        )  # fmt: skip
        if won and holder == side and here.fact(f"trade_pact.{country}") != side:
            return True
        for by in attackers:
            before = (by, country) == ("italy", "yugoslavia") and here.fact(
                "italy.yugoslavia_before"
            )
            if here.fact(f"declared.{by}.{country}") and not before:
                return True
    return False


@depending_on("war.japan.russia", "war.germany.russia")
@reading("war.japan.russia", "war.germany.russia")
def war_with_neutral_russia(at: Any) -> bool:
    """Whether Japan fights a Russia that is at peace with Germany."""
    here = situated(at)
    return bool(here.fact("war.japan.russia")) and not here.fact("war.germany.russia")


def _decisive() -> dict[str, dict[str, tuple[str, ...]]]:
    areas = read_areas(tables.raw(PACKAGE, "areas.yaml"))
    named = {key.split(".")[1] for key in FACTS.present if key.startswith("hexes.")} | {"egypt"}
    return {
        name: {
            area.key: area.capitals or area.conquest
            for area in areas.values()
            if name in (area.diplomacy, area.key) and area.within != name
        }
        for name in named
    }


CAPITALS = _decisive()
"""The areas that a country of the fact sheet means, with the places that decide about each."""


def _places(country: str) -> tuple[str, ...]:
    return tuple(f"control.{p}" for places in CAPITALS.get(country, {}).values() for p in places)


def _of_diplomacy(country: str) -> tuple[str, ...]:
    """What tells whose a country's hexes are by diplomacy, of an area what tells it of the whole."""
    whole = WHOLE.get(country, country)
    known = (f"countries.{whole}", f"joined.{whole}", f"conquered.{whole}")
    return known if whole == country else (*known, "belgium.attacked")


def _fates(country: str) -> tuple[str, ...]:
    return tuple(f"areas.{key}" for key in CAPITALS.get(country, {}))


def _joined(at: Any, country: str, side: str) -> bool:
    return hexes_with(situated(at).state, country) == side


def _taken(at: Any, country: str, side: str) -> bool:
    """Whether a side holds a capital of the country, or has conquered it."""
    here = situated(at)
    for key, places in CAPITALS.get(country, {}).items():
        record = here.state.area(key)
        conquered = record.conqueror in POWERS and faction_of(record.conqueror) == side
        if conquered or any(here.fact(f"control.{place}") == side for place in places):
            return True
    return False


def _holds(at: Any, country: str, side: str, fact: str) -> bool:
    return (
        _joined(at, country, side) or int(situated(at).fact(fact)) > 0 or _taken(at, country, side)
    )


@depending_on(_of_diplomacy, "hexes.{0}.axis", _places, _fates)
@reading("hexes.{0}.axis", _places)
def axis_holds(at: Any, country: str) -> bool:
    """Whether the Axis hold a hex of the country, by force, by hex control or as its allies."""
    return _holds(at, country, "axis", f"hexes.{country}.axis")


@depending_on("hexes.{0}.axis", _places, _fates)
@reading("hexes.{0}.axis", _places)
def axis_took(at: Any, country: str) -> bool:
    """The same for an area that joins nobody by diplomacy."""
    return int(situated(at).fact(f"hexes.{country}.axis")) > 0 or _taken(at, country, "axis")


EGYPT = ("cairo", "alexandria", "suez")


@depending_on("cities.egypt.axis", *(f"control.{place}" for place in EGYPT), "areas.egypt")
@reading("cities.egypt.axis", *(f"control.{place}" for place in EGYPT))
def axis_in_egypt(at: Any) -> bool:
    """Whether the Axis hold a city of Egypt."""
    here = situated(at)
    named = any(here.fact(f"control.{place}") == "axis" for place in EGYPT)
    return named or int(here.fact("cities.egypt.axis")) > 0 or _taken(at, "egypt", "axis")


@depending_on("hexes.central_poland.russia", "control.warsaw")
@reading("hexes.central_poland.russia", "control.warsaw")
def russia_in_central_poland(at: Any) -> bool:
    """Whether Russia holds a hex of central Poland; Warsaw is one."""
    here = situated(at)
    return (
        int(here.fact("hexes.central_poland.russia")) > 0 or here.fact("control.warsaw") == "russia"
    )


@depending_on("hexes.{0}.axis", "control.{0}")
@reading("hexes.{0}.axis", "control.{0}")
def axis_at(at: Any, border: str) -> bool:
    """Whether the Axis hold one of the hexes of Bessarabia, or of the Finnish border."""
    here = situated(at)
    return int(here.fact(f"hexes.{border}.axis")) > 0 or here.fact(f"control.{border}") == "axis"


@depending_on(_of_diplomacy, "hexes.{0}.axis_beyond", _fates)
@reading("hexes.{0}.axis_beyond")
def axis_holds_beyond(at: Any, country: str) -> bool:
    """The same as :func:`axis_holds` for the part of the country beyond the Pact line."""
    fact = f"hexes.{country}.axis_beyond"
    return _joined(at, country, "axis") or int(situated(at).fact(fact)) > 0


@depending_on(_of_diplomacy, "hexes.{0}.russia", _places, _fates, "pact")
@reading("hexes.{0}.russia", _places)
def russia_holds(at: Any, country: str) -> bool:
    """Whether Russia holds a hex of the country west of the line, by whatever means."""
    here, fact = situated(at), f"hexes.{country}.russia"
    divided = {"rumania": "pact.rumania", "poland": "pact.central_poland"}
    east = country in divided and here.fact(divided[country]) == "russian"
    if east or country == "baltic":
        return _joined(at, country, "russia") or int(here.fact(fact)) > 0
    return _holds(at, country, "russia", fact)


UNITS = {"denmark": "denmark", "norway": "denmark", "belgium": "belux", "luxembourg": "belux"}
"""Countries on which war can be declared as on one, by what the two count as (86.1, 87.13A)."""


@depending_on("declared.{0}", "claims", "pact.through_baltic", *(f"areas.{area}" for area in UNITS))
def declarations_on_minors(at: Any, by: str) -> int:
    """Declarations of war by a side on minor neutrals, those that it backed down from included
    (Ruling 107). Denmark and Norway, when declared on in the same turn, were declared on as a unit, and
    so were Belgium and Luxembourg (Ruling 35); where the Pact line divides the Baltic States, a
    declaration on all of them is one on each (83.12B).
    """
    here = situated(at)
    met = {key.split(".")[2] for key in _DECLARED[by] if here.fact(key)}.difference(MAJORS)
    if "baltic" in met and here.fact("pact.through_baltic"):
        met = met - {"baltic"} | {*BALTIC_STATES}
    found = {
        _declaration(here.state, by, part)
        for country in met
        for part in _parts_met(here.state, by, country)
    }
    withdrawn = here.state.withdrawn if by == "russia" else ()
    again = [one for one in withdrawn if (UNITS.get(one.country, ""), one.turn) not in found]
    return len(found) + len(again)


def _parts_met(state: WarState, by: str, country: str) -> tuple[str, ...]:
    """The areas of a country that were met in a turn that is known, or else the country itself."""
    met = tuple(a for a in PARTS.get(country, ()) if by in state.area(a).declared)
    return met or (country,)


def _declaration(state: WarState, by: str, area: str) -> tuple[str, int]:
    """On what a side declared war when it met an area, and in which turn, where that matters and is
    known (else 0).
    """
    if area not in UNITS:
        return area, 0
    claim = state.claims.get(f"declared.{by}.{area}")
    turn = state.area(area).declared.get(by, 0) or (claim.turn if claim else 0)
    return (UNITS.get(area, area) if turn else area), turn


@depending_on("declared.{0}")
def declarations_on_majors(at: Any, by: str) -> int:
    """Declarations of war by Germany or Italy on major powers."""
    return sum(bool(situated(at).fact(key)) for key in _DECLARED[by] if key.split(".")[2] in MAJORS)


@depending_on("attempts")
def subversion_attempts(at: Any) -> int:
    """Russian attempts at subversion, whether they worked or not."""
    return situated(at).state.attempts


@depending_on("level.usjt")
def usjt_negative(at: Any) -> bool:
    """Whether the level of U.S.-Japanese tension is below zero."""
    return situated(at).state.level("usjt") < 0


@depending_on(
    "japan.mobilizations", "japan.mobilizations_quiet", "war.japan.russia", "war.germany.russia"
)
@reading("japan.mobilizations", "japan.mobilizations_quiet", "war.japan.russia")
def loud_mobilizations(at: Any) -> int:
    """Japan's mobilizations that count: none while it fights a neutral Russia, and never those
    that were made during such a war.
    """
    here = situated(at)
    made = int(here.fact("japan.mobilizations")) - int(here.fact("japan.mobilizations_quiet"))
    return 0 if war_with_neutral_russia(at) else max(0, made)


@depending_on("{0}")
@reading("{0}")
def climbing(at: Any, fact: str) -> int:
    """One for the first, two for the second, three for the third, and so on, added up."""
    count = int(situated(at).fact(fact))
    return count * (count + 1) // 2


HEEDED = {
    "none": (),
    "three_steps": ("full",),
    "result": ("full", "limited"),
    "nine_steps": ("full", "limited", "small"),
}


_OFFENSIVES = ("japan.offensive_kind", "japan.offensive_elsewhere")


@depending_on("china_lobby", *_OFFENSIVES, "war.japan.russia", "war.germany.russia")
@reading("china_lobby", *_OFFENSIVES, "war.japan.russia", "war.germany.russia")
def heeded_offensive(at: Any) -> bool:
    """Whether this turn's greatest Japanese offensive is one that the China Lobby makes count; in a
    war with a neutral Russia those of the Asian front are left out.
    """
    here = situated(at)
    counted = _OFFENSIVES[1:] if war_with_neutral_russia(at) else _OFFENSIVES
    heeded = HEEDED[str(here.fact("china_lobby"))]
    return any(here.fact(kind) in heeded for kind in counted)


QUESTIONS: dict[str, Question] = {
    question.__name__: question
    for question in (
        enemies_of_axis, enemies_number, ics_above, ics_below, pressed_by, war_with_neutral_russia,
        axis_holds, axis_took, axis_in_egypt, axis_at, russia_in_central_poland, axis_holds_beyond, russia_holds, declarations_on_minors, declarations_on_majors,
        subversion_attempts, usjt_negative, loud_mobilizations, climbing, heeded_offensive,
    )
}  # fmt: skip

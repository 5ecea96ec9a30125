"""What conditions are asked about, and the questions that only this game knows.

A situation is a state or a view of it, with the subject of the moment: which country, which
faction rolls, and in what manner. Answers come from what the given state holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.kernel import tables
from rules.kernel.conditions import Question, reading
from rules.kernel.facts import FactValue
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import POWERS, faction_of
from rules.world_at_war.model.state import Country, WarState
from rules.world_at_war.model.tables.areas import Area, read_areas

ALLIED = ("western", "russia")
BALKANS = ("bulgaria", "hungary", "rumania", "yugoslavia", "croatia", "serbia")
PARTS = {"belux": ("belgium", "luxembourg")}
"""A country of diplomacy that is more than one area."""
WHOLE = {part: country for country, parts in PARTS.items() for part in parts}
"""The country of diplomacy that such an area belongs to."""


@dataclass(frozen=True)
class Situation:
    """A state seen for one purpose. ``factions`` are those of the roller, ``manner`` the kind of
    roll (``ordinary``, ``free``, ``reaction``, ``demand``), ``bound`` whether Germany binds
    itself this turn, ``subverted`` whether this roll is the one being subverted.
    """

    state: WarState
    country: str = ""
    faction: str = ""
    manner: str = "ordinary"
    bound: bool = False
    subverted: bool = False
    subject: Mapping[str, str] = field(default_factory=dict)

    def fact(self, key: str) -> FactValue:
        """The declared value, or the registry's default when nothing was declared; who holds a place
        is answered by :func:`holder`.
        """
        return holder(self.state, key) if key in HOMES else FACTS.value(self.state.facts, key)


def is_side(side: str, faction: str) -> bool:
    """Whether a faction belongs to a side (``axis``, ``allied``, or a faction by name)."""
    return faction in ALLIED if side == "allied" else faction == side


def status_of(state: WarState, country: str) -> tuple[str, str]:
    """What a country is to a faction: (``ally`` | ``associate`` | ``hexes`` | ``income`` | ``policy`` | ``""``,
    faction). An attack makes an associate unless a result already made it an ally.
    """
    status, faction = status_by_result(state, country)
    joined = str(state.facts.get(f"joined.{country}", "none"))
    if joined != "none" and not (status == "ally" and faction == joined):
        return "associate", joined
    return status, faction


def status_by_result(state: WarState, country: str) -> tuple[str, str]:
    """The same by the result in effect alone, whatever an attack made of the country."""
    record = state.country(country)
    status = _STATUS_OF_ROW.get(record.result, "")
    if country == "ireland" or (country == "ukraine" and status in ("hexes", "income")):
        status = "policy"
    if record.result and not status:
        status = "policy"
    if record.pending:
        status = "hexes"
    return (status, record.faction) if status else ("", "")


def status_of_part(state: WarState, area: str, country: str) -> tuple[str, str]:
    """What an area of a country is, as :func:`status_of`: of Belgium and Luxembourg one that was attacked
    alone stands by that, and the other one by a result.
    """
    half = attacked_half(state, country)
    if not half or area == country:
        return status_of(state, country)
    if half != area:
        return status_by_result(state, country)
    joined = str(state.facts.get(f"joined.{country}", "none"))
    return ("associate", joined) if joined != "none" else ("", "")


def policy_in(state: WarState, area: Area) -> tuple[str, str]:
    """The same for an area of the table."""
    return status_of_part(state, area.key, area.diplomacy)


def hexes_with(state: WarState, country: str) -> str:
    """The faction that controls a country's hexes, or those of an area that is a part of one: by a
    result, as its associate or ally, or as the side by which it stood when it surrendered (85.52B);
    empty when nobody does so.
    """
    status, faction = status_of_part(state, country, WHOLE.get(country, country))
    if status in ("hexes", "associate", "ally"):
        return faction
    if country not in WHOLE and state.yes(f"conquered.{country}"):
        return ""
    kept = (state.area(area).surrendered for area in PARTS.get(country, (country,)))
    return next((faction_of(power) for power in kept if power in POWERS), "")


def _homes() -> dict[str, tuple[Area, ...]]:
    found: dict[str, tuple[Area, ...]] = {}
    for area in read_areas(tables.raw(PACKAGE, "areas.yaml")).values():
        free = bool(area.diplomacy) and area.kind == "colony"  # Albania can be a country of its own
        if area.kind == "minor" or free or (area.kind == "area" and not area.within):
            for place in (*(area.capitals or area.conquest), *area.cities):
                found[f"control.{place}"] = (*found.get(f"control.{place}", ()), area)
    return found


HOMES = _homes()
"""The facts of places that lie in a minor country, each with the country: where its own troops hold
one, it belongs to whoever controls the country. Border hexes are declared by themselves (Ruling 31).
"""
BEHIND = {
    place: frozenset(
        part
        for area in areas
        for part in (
            f"areas.{area.key}", f"countries.{area.diplomacy}", f"joined.{area.diplomacy}",
            f"conquered.{area.diplomacy}", *(("belgium.attacked",) * (area.diplomacy == "belux")),
        )
        if not part.endswith(".")
    )
    for place, areas in HOMES.items()
}  # fmt: skip
"""All that the holder of such a place can change with besides its own fact."""


def friend_of(state: WarState, area: Area) -> str:
    """The faction that controls the hexes of an area without having conquered it: by hex control, as
    its ally, by association, or because it kept them (82.31, 84.44, 85.44, 85.52B); empty for nobody.
    """
    record = state.area(area.key)
    power = record.allied or record.associated or record.surrendered
    if record.conqueror:
        return ""
    if area.diplomacy and not power and state.yes(f"conquered.{area.diplomacy}"):
        return ""
    if area.diplomacy and not record.allied:
        status, faction = policy_in(state, area)
        if status in ("hexes", "associate", "ally"):
            return faction
    return faction_of(power) if power in POWERS else ""


def holder(state: WarState, key: str) -> FactValue:
    """Who holds the place of a fact ``control.<place>``: whoever was declared to stand there; where
    the country's own troops do, whoever controls the country (Ruling 111).
    """
    declared = FACTS.value(state.facts, key)
    if declared != "neutral":
        return declared
    friends = (friend_of(state, area) for area in HOMES.get(key, ()))
    return next((friend for friend in friends if friend), declared)


def units_in(state: WarState, country: str, faction: str) -> int:
    """A faction's naval, ground and air factors in a country that diplomacy knows."""
    keys = (f"factors.{country}.{faction}", f"naval.{country}.{faction}")
    return sum(int(state.facts.get(key, 0)) for key in keys)


def foreign_in(state: WarState, country: str) -> int:
    """Everybody's naval, ground and air factors in a country, its own left out (82.32)."""
    return sum(units_in(state, country, faction) for faction in ("axis", "western", "russia"))


def attacked_half(state: WarState, country: str) -> str:
    """Which half of Belgium with Luxembourg was attacked alone; diplomacy then deals with the other.
    Empty for every other country, and while both halves are alike.
    """
    half = str(state.facts.get("belgium.attacked", "none")) if country == "belux" else "none"
    return half if half in ("belgium", "luxembourg") else ""


_STATUS_OF_ROW = {
    "-3": "ally", "10": "ally", "-2": "associate", "9": "associate", "-1": "hexes", "8": "hexes", "0": "income", "7": "income",
}  # fmt: skip


def weight_of(state: WarState, country: str) -> tuple[str, str]:
    """The status that modifiers count: as :func:`status_of`, but a joining that waits counts."""
    record = state.country(country)
    if record.pending:
        return _STATUS_OF_ROW.get(record.result, ""), record.faction
    return status_of(state, country)


def alignment(state: WarState, country: str) -> str:
    """Whose friend the country is where unbuilt units are concerned: axis, allied or nobody."""
    status, faction = status_of(state, country)
    record = state.country(country)
    if status and faction:
        return "axis" if faction == "axis" else "allied"
    border = state.facts.get(f"border_war.{country}") is True
    vichy = country == "vichy" and record.closed == ""
    danzig = country == "poland" and state.facts.get("danzig_corridor.how") == "border_war"
    return "axis" if (border or vichy or danzig) and not record.turned else ""


def situated(at: Any) -> Situation:
    """What a question is asked about."""
    assert isinstance(at, Situation)
    return at


def _has(at: Any, wanted: str, side: str, country: str) -> bool:
    here = situated(at)
    if here.manner == "reaction" and country == here.country == "spain" and wanted == "associate":
        return False
    status, faction = weight_of(here.state, country)
    return status == wanted and is_side(side, faction)


@reading("joined.{1}")
def allied_with(at: Any, side: str, country: str) -> bool:
    """An active minor ally of a side."""
    return _has(at, "ally", side, country)


@reading("joined.{1}")
def associated_with(at: Any, side: str, country: str) -> bool:
    """An associate of a side, by diplomacy or through an enemy attack."""
    return _has(at, "associate", side, country)


@reading("joined.{1}")
def hexes_of(at: Any, side: str, country: str) -> bool:
    """Under hex control of a side."""
    return _has(at, "hexes", side, country)


def result(at: Any, country: str, row: str) -> bool:
    """Whether this row is in effect, and not a joining that waits."""
    record: Country = situated(at).state.country(country)
    return record.result == row and not record.pending


def leaning(at: Any, side: str, country: str) -> bool:
    """Whether any result that favours a side is in effect."""
    record = situated(at).state.country(country)
    return bool(record.result) and is_side(side, record.faction)


def rolled_by(at: Any, side: str) -> bool:
    """Whether this side makes the roll."""
    return is_side(side, situated(at).faction)


def demand_roll(at: Any) -> bool:
    """Whether the roll is brought about by a Russian demand now."""
    return situated(at).manner == "demand"


def bound(at: Any) -> bool:
    """Whether Germany has bound itself, this turn, to declare war on Russia."""
    return situated(at).bound


def rgt(at: Any) -> int:
    """The level of Russo-German tension."""
    return situated(at).state.level("rgt")


def usat(at: Any) -> int:
    """The level of U.S.-Axis tension."""
    return situated(at).state.level("usat")


@reading("unbuilt.{0}")
def unbuilt(at: Any, country: str) -> int:
    """Unbuilt units, signed toward the side they help: the foe of whoever the country is aligned
    with, or of whoever rolls.
    """
    here = situated(at)
    count = int(here.fact(f"unbuilt.{country}"))
    side = alignment(here.state, country) or ("axis" if here.faction == "axis" else "allied")
    return -count if side == "axis" else count


def _own_factors(here: Situation, country: str, side: str) -> int:
    """The country's own factors at home, while it is an ally or associate of a side."""
    if here.manner == "reaction" and country == here.country == "spain":
        return 0  # the roll is made as if Spain were neutral (Ruling 66)
    status, faction = status_of(here.state, country)
    joined = status in ("ally", "associate") and is_side(side, faction)
    return int(here.fact(f"factors.{country}.own")) if joined else 0


@reading("factors.{0}.axis", "factors.{0}.own")
def axis_factors(at: Any, country: str) -> int:
    """Axis ground and air factors in the country, its own among them once it is on that side."""
    here = situated(at)
    return int(here.fact(f"factors.{country}.axis")) + _own_factors(here, country, "axis")


@reading("factors.{0}.western", "factors.{0}.russia", "factors.{0}.own")
def allied_factors(at: Any, country: str) -> int:
    """Western and Russian ground and air factors in the country, and its own once it is on either
    side of theirs, summed before they are counted.
    """
    here = situated(at)
    foreign = sum(int(here.fact(f"factors.{country}.{side}")) for side in ALLIED)
    return foreign + _own_factors(here, country, "allied")


@reading("war.russia.bulgaria", "war.russia.hungary", "war.russia.rumania", "war.russia.yugoslavia",
         "war.russia.croatia", "war.russia.serbia", "war.russia.poland", "fighting.bessarabia")  # fmt: skip
def russian_balkan_war(at: Any) -> bool:
    """Russia fights a Balkan country or Poland that is no active ally of Germany."""
    here = situated(at)
    for country in (*BALKANS, "poland"):
        fights = here.fact(f"war.russia.{country}") or (
            country == "rumania" and here.fact("fighting.bessarabia")
        )
        if fights and status_of(here.state, country) != ("ally", "axis"):
            return True
    return False


def subversions_elsewhere(at: Any) -> int:
    """Uses of Russian subversion, leaving out the one that acts on this very roll."""
    here = situated(at)
    return sum(here.state.subversions.values()) - int(here.subverted)


@reading("kiev.axis_since")
def turns_since_kiev(at: Any, turns: int) -> bool:
    """Whether Kiev first fell to the Axis so many turns ago."""
    here = situated(at)
    since = int(here.fact("kiev.axis_since"))
    return since > 0 and here.state.turn - since == turns


_WESTERN_ATTACKS = tuple(
    spec.key
    for spec in FACTS
    if spec.key.startswith("declared.western.") and not spec.key.endswith(".belux")
)


@reading(*_WESTERN_ATTACKS)
def western_attacked_another(at: Any) -> bool:
    """The Western Allies have attacked a minor neutral other than Belgium and Luxembourg."""
    here = situated(at)
    return any(here.fact(key) for key in _WESTERN_ATTACKS)


@reading("war.italy.declared_year")
def italian_delay(at: Any) -> int:
    """One for an Italian declaration of war in 1941, two in 1942, and so on."""
    return max(0, int(situated(at).fact("war.italy.declared_year")) - 1940)


QUESTIONS: dict[str, Question] = {
    question.__name__: question
    for question in (
        allied_with, associated_with, hexes_of, result, leaning, rolled_by, demand_roll, bound, rgt, usat, unbuilt,
        axis_factors, allied_factors, russian_balkan_war, subversions_elsewhere, turns_since_kiev,
        western_attacked_another, italian_delay,
    )
}  # fmt: skip

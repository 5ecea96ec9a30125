"""What every question of this book takes and answers, declared; ``diplomacy`` and the modules that it
joins answer them. docs/questions.md lists them all.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.errors import NotUnderstood
from rules.kernel.questions import (
    Argument,
    ListOf,
    Number,
    OneOf,
    Question,
    Questions,
    Table,
    Words,
    YesNo,
)
from rules.world_at_war.conquest.cooperation import PARTS
from rules.world_at_war.diplomacy.points import NAMES
from rules.world_at_war.forces.construction import BOX, FAILINGS, YARDS
from rules.world_at_war.forces.movement import DEEDS, UNITS, VLASOV
from rules.world_at_war.forces.volunteers import COUNTRIES
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import POWERS, SEATS
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.pages.queries import diplomacy, forces, ledger, regions, sides, tensions
from rules.world_at_war.pages.queries.arguments import Arguments
from rules.world_at_war.pages.queries.diplomacy import MANNERS, SIDES_THAT_ROLL
from rules.world_at_war.regions.decisions import MINING, ROUTE
from rules.world_at_war.tensions.levels import TRACKS

ANSWERS: dict[str, Callable[[Any, Arguments], Any]] = {
    name: answer
    for part in (diplomacy, tensions, ledger, sides, forces, regions)
    for name, answer in part.ANSWERS.items()
}
"""What answers each, by name."""


class Facts:
    """Declared facts with values that fit them."""

    def read(self, value: Any, state: Any, where: str) -> dict[str, Any]:
        """The facts as they would be declared."""
        if not isinstance(value, Mapping):
            raise NotUnderstood(f"{where}: this is no mapping from facts to values.")
        found = {}
        for key, given in value.items():
            name = OneOf(FACTS_KEYS, "a fact").read(key, state, where)
            if problem := FACTS[name].problem(given):
                raise NotUnderstood(f"{where}.{name}: {problem}")
            found[name] = given
        return found

    def said(self) -> str:
        """What it can be."""
        return "a mapping from facts to values"


FACTS_KEYS = frozenset(spec.key for spec in FACTS)
POWER = OneOf(POWERS, "a power")
SEAT = OneOf(SEATS, "a power with diplomatic points")
FACTION = OneOf(SIDES_THAT_ROLL, "a faction that rolls")
FIGHTING = OneOf(("axis", "western", "russia", "japan"), "a side")
COUNTRY = OneOf(lambda state: tables_of(state).minors, "a country of diplomacy")
AREA = OneOf(lambda state: tables_of(state).areas, "an area")
EITHER = OneOf(
    lambda state: (*tables_of(state).areas, *tables_of(state).minors), "an area or country"
)
FOE = OneOf(
    lambda state: (*tables_of(state).areas, *tables_of(state).minors, *POWERS, "axis"),
    "an area, a country or a power",
)
TRACK = OneOf(TRACKS, "a track")
MANNER = Argument(OneOf(MANNERS, "a kind of roll"), "ordinary")
YEAR = Argument(Number(0, 2000), 0)
TURN = Argument(Number(0, 40), 0)
POINTS = Argument(Number(-100, 100), 0)
ROLL = {
    "of": Argument(COUNTRY),
    "by": Argument(OneOf((*SIDES_THAT_ROLL, *SEATS), "a power or faction"), "axis"),
    "manner": MANNER,
    "points": Argument(Table(SEAT, Number(0, 100)), {}),
    "operations": Argument(Table(FACTION, Number(0, 10)), {}),
    "subverted": Argument(YesNo(), False),
    "bound": Argument(YesNo(), False),
}
LEFT_OUT = None
"""The default of an argument that the answer looks for itself."""


def _asks(name: str) -> Callable[[Any, Arguments], Any]:
    answer = ANSWERS[name]

    def asked(state: Any, arguments: Arguments) -> Any:
        return answer(state, {k: v for k, v in arguments.items() if v is not LEFT_OUT})

    return asked


def _question(name: str, about: str, gives: str, **arguments: Argument) -> dict[str, Question]:
    return {name: Question(_asks(name), about, gives, arguments)}


def _of(kind: OneOf) -> Argument:
    return Argument(kind)


_SUPPOSED = {"of": _of(TRACK), "points": POINTS, "facts": Argument(Facts(), {})}
_MAY = "may, why, rule"

DIPLOMACY = (
    _question("allotment", "How many diplomatic points a power is allotted", "a tally",
              of=_of(SEAT), opening=Argument(YesNo(), LEFT_OUT)),
    _question("modifiers", "What modifies a roll", "a tally", **ROLL),
    _question("odds", "The chances of a roll", "a list of chances", **ROLL),
    _question("roll", "What a given die brings", "total, row, meaning, favours, tally",
              **ROLL, die=Argument(Number(1, 6))),
    _question("row", "A row of a country's table, by its name or by a total", "the row",
              of=_of(COUNTRY), total=Argument(Number(-1000, 1000), LEFT_OUT), row=Argument(Words(20), LEFT_OUT)),
    _question("lesser", "Which lesser rows may be taken", "a list of rows",
              of=_of(COUNTRY), row=Argument(Words(20)), faction=Argument(FACTION, LEFT_OUT)),
    _question("naming", "Whether a power may name a country", _MAY,
              of=_of(COUNTRY), power=_of(SEAT), manner=MANNER),
    _question("placing", "Whether a power may place points on a target", _MAY,
              of=_of(OneOf(lambda state: (*tables_of(state).minors, *NAMES), "a target")), power=_of(SEAT)),
    _question("benefits", "Which power of a faction has the benefit of a result", "a power",
              of=_of(COUNTRY), faction=_of(FACTION)),
    _question("status", "What a country is by its result", "status, faction, row, power, closed", of=_of(COUNTRY)),
    _question("surrender", "A surrender level, as far as diplomacy knows it", "a tally",
              of=_of(OneOf(("italy", "france"), "a power whose surrender is judged"))),
    _question("cap", "The most points a power may place on one target", "a number, or nothing", of=_of(SEAT)),
    _question("limit", "How many foreign factors may be in a country", "a number (0: none), or nothing where no limit is",
              of=_of(COUNTRY)),
)  # fmt: skip
TENSIONS = (
    _question("track", "Where a track stands", "level, effective, reached, next", of=_of(TRACK)),
    _question("level", "Why a level is what it is", "a tally", of=_of(TRACK)),
    _question("ahead", "What the next turn adds to a level", "a tally", of=_of(TRACK)),
    _question("what_if", "A track under a supposition", "now, next, levels, reaches, later", **_SUPPOSED),
    _question("supposing", "The level under a supposition", "a tally", **_SUPPOSED),
    _question("grants", "BRPs a turn that America may grant", "a number, or nothing once it is in the war",
              of=_of(OneOf(("britain", "france", "russia", "china"), "a power that receives grants"))),
    _question("duties", "What a power owes now", "a list of key, due, text", of=_of(POWER)),
    _question("bonds", "What binds a power now", "a list of keys", of=_of(POWER)),
    _question("war", "Whether a power may declare war", _MAY, of=_of(POWER), on=_of(FOE)),
    _question("latest", "When a mobilization comes about at the latest", "a turn, or nothing",
              of=_of(OneOf(lambda state: tables_of(state).prewar.mobilizations, "a theatre of mobilization")),
              number=Argument(Number(1, 100))),
    _question("start", "The override that enters an unknown starting level", "a path, or nothing", of=_of(TRACK)),
    _question("suppositions", "Events that can be supposed", "a list"),
    _question("prospect", "All three tracks under suppositions", "what_if by track",
              points=POINTS, suppose=Argument(ListOf(Words(200)), ())),
)  # fmt: skip
LEDGER = (
    _question("ledger", "The ledger of a power", "a tally", of=_of(POWER), year=YEAR),
    _question("balance", "The sum of a power's ledger", "a number", of=_of(POWER), year=YEAR),
    _question("prorated", "What part of an amount counts in a turn", "percent, amount",
              of=Argument(Number(-1000, 1000)), turn=TURN),
    _question("worth", "What an area or country is worth", "a tally, or nothing", of=_of(EITHER)),
    _question("held", "Who has an area's BRPs", "holder, received, due, retake", of=_of(AREA)),
    _question("conquest", "What it takes to conquer an area", "kind, needs, pays, missing, may, conquered, by, rule",
              of=_of(AREA)),
    _question("benefit", "Who has a conquest made together", "power, rule, parts",
              parts=Argument(Table(POWER, OneOf(PARTS, "a part in a conquest")), {})),
    _question("transfer", "Whether an area may be handed over", _MAY, of=_of(AREA), to=_of(POWER)),
    _question("ledgers", "The accounts of one power, or of all", "a list of accounts", of=Argument(POWER, LEFT_OUT)),
)  # fmt: skip
SIDES = (
    _question("statuses", "Everything that an area is", "powers by category", of=_of(AREA)),
    _question("foes", "The powers with which an area is at war", "a list of powers", of=_of(AREA)),
    _question("attack", "Whether a power may attack an area", "may, declaration, first, why, rule",
              of=_of(POWER), on=_of(AREA)),
    _question("price", "What a declaration of war on an area costs", "a tally", of=_of(POWER), on=_of(AREA)),
    _question("joins", "Whom an attacked area joins", "power, why, rule, waits, due, with, barred, refused", of=_of(AREA)),
    _question("alone", "The turn of an area that fights alone", "alone, steps, offensive, text", of=_of(AREA)),
)  # fmt: skip
FORCES = (
    _question("forces", "The forces of an area", "units, partisans, now, unknown, none, pool, growth", of=_of(AREA)),
    _question("handling", "How an area's units are handled", "bearing, power, topics", of=_of(AREA)),
    _question("dominion", "How a dominion's units are handled", "fights, topics, rule", of=_of(AREA)),
    _question("building", "What may be built of an area's units", "sorts, where, idle", of=_of(AREA)),
    _question("build", "Whether units and partisans may be built, and ships repaired, in one turn", _MAY, of=_of(AREA),
              units=Argument(Table(OneOf(lambda state: tables_of(state).forces.kinds, "a kind of unit"), Number(0, 50)), {}),
              at=Argument(OneOf(lambda state: (*tables_of(state).areas, BOX, "ulster"), "an area, or box"), LEFT_OUT),
              lacks=Argument(ListOf(OneOf(FAILINGS, "a quality of the hex")), ()),
              partisans=Argument(Table(FIGHTING, Number(0, 20)), {}),
              repair=Argument(Number(0, 20), 0), yard=Argument(OneOf(YARDS, "in whose hands the yard is"), "own")),
    _question("deployment", "How an area's forces are set up", "occasion, by, capital, text, rule, notes",
              of=_of(AREA), attacker=Argument(POWER, LEFT_OUT)),
    _question("enter", "Whether an area's units may do a deed somewhere", "may, only, why, rule",
              of=_of(OneOf(lambda state: (*tables_of(state).areas, VLASOV), "an area")), to=Argument(Words(200)),
              unit=Argument(OneOf(UNITS, "a sort of unit"), "ground"), deed=Argument(OneOf(DEEDS, "a deed"), "enter")),
    _question("foreign", "The limit on foreign factors with all that counts", "the limit, or nothing", of=_of(COUNTRY)),
    _question("attack_from", "Whether a faction may attack out of a country", _MAY,
              of=_of(COUNTRY), by=_of(FACTION), into=Argument(Words(200), "")),
    _question("volunteers", "A country's volunteers on the eastern front",
              "granted, lost, barred, sent, may, room, free, due", of=_of(OneOf(COUNTRIES, "a country with volunteers"))),
    _question("mission", "What aircraft and ships may do in the first attack", _MAY, of=_of(AREA),
              whose=_of(OneOf(("minor", "major"), "an owner")), unit=_of(OneOf(("air", "naval"), "a sort of unit")),
              mission=_of(OneOf(lambda state: tables_of(state).forces.missions, "a mission"))),
    _question("zones", "Whether enemy armor reaches into an attacked area", "true or false", of=_of(AREA)),
    _question("countries", "The index of all areas", "groups of areas"),
    _question("country", "The file of an area or country", "the file",
              of=_of(EITHER), power=Argument(POWER, LEFT_OUT)),
)  # fmt: skip
REGIONS = (
    _question("number", "A number of the rules of single countries", "a tally",
              of=_of(OneOf(lambda state: tables_of(state).regions.sums, "a number"))),
    _question("effects", "What the rules of single countries say of an area", "a list of effects", of=_of(AREA)),
    _question("permitted", "What a power or side may do in an area", "may, why, rule by effect", of=_of(AREA),
              by=_of(OneOf((*POWERS, "axis", "western", "allied"), "a power or side"))),
    _question("area", "An area as the tables have it", "the area", of=_of(AREA)),
    _question("region", "A region", "title, rule, areas",
              of=_of(OneOf(lambda state: tables_of(state).regions.regions, "a region"))),
    _question("undertaking", "Whether a power may mine Norway or open Persia", _MAY,
              of=_of(OneOf((MINING, ROUTE), "an undertaking")), power=Argument(POWER, "britain")),
)  # fmt: skip

QUESTIONS = Questions(*DIPLOMACY, *TENSIONS, *LEDGER, *SIDES, *FORCES, *REGIONS)

if missing := set(ANSWERS) ^ set(QUESTIONS):
    raise ValueError(f"Declared and answered differ: {', '.join(sorted(missing))}.")

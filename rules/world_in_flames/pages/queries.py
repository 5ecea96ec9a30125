"""Questions by name, answered without changing anything; docs/questions.md lists them all."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from rules.kernel import tables
from rules.kernel.errors import NotUnderstood
from rules.kernel.near_misses import suggestion
from rules.kernel.questions import Argument, Number, OneOf, Question, Questions, Table, Words
from rules.world_in_flames import house_rules
from rules.world_in_flames.isolation.documents import (
    CAMPAIGN,
    INSPECTOR,
    empty,
    judged,
    read,
    to_json,
    to_text,
)
from rules.world_in_flames.isolation.engine import CHOICES
from rules.world_in_flames.isolation.explanations import Answer, explained
from rules.world_in_flames.isolation.picture import drawn
from rules.world_in_flames.model.citations import PACKAGE, R
from rules.world_in_flames.model.conditions import At, situation
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.model.tables import tables_of
from rules.world_in_flames.pages import board
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.surrender import japan as japanese
from rules.world_in_flames.turn import acts, conquest_step


@dataclass(frozen=True, slots=True)
class MapSwitches:
    """Switches of the rule of isolated hexes, each with one of its choices."""

    def read(self, value: Any, state: Any, where: str) -> dict[str, str]:
        """The choices by switch."""
        plain = Table(OneOf(tuple(CHOICES), "a switch of maps"), Words(40))
        found: dict[str, str] = plain.read(value, state, where)
        for key, choice in found.items():
            OneOf(CHOICES[key], f"a choice of {key}").read(choice, state, f"{where}.{key}")
        return found

    def said(self) -> str:
        """What it can be."""
        return f"a mapping from switches of maps ({', '.join(CHOICES)}) to their choices"


def _in_short(found: Answer) -> dict[str, Any]:
    """An answer as a case compares it: outcomes, reasons and changed hexes."""
    return {
        "sets": [
            {
                "first": f"{each.hexes[0][0]},{each.hexes[0][1]}",
                "hexes": len(each.hexes),
                "side": each.side,
                "outcome": each.outcome,
                "power": each.power,
                "tied": list(each.tied),
                "around": {row.key: row.amount for row in each.around.rows} if each.around else {},
                "reasons": {reason.kind: reason.rule for reason in each.reasons},
            }
            for each in found.sets
        ],
        "changes": {f"{held.column},{held.row}": held.after for held in found.changes},
        "open": found.open,
    }


def _isolated(state: HouseState, text: str, switches: dict[str, str]) -> Any:
    return _in_short(explained(judged(read(text, INSPECTOR), switches)))


def _inspect(state: HouseState, text: str, switches: dict[str, str]) -> Any:
    document = read(text, INSPECTOR)
    found = explained(judged(document, switches))
    return {
        "document": document,
        "answer": found,
        "picture": drawn(document, found),
        "text": to_text(document),
        "json": to_json(document),
        "export": to_json(document, found),
    }


def _limits(state: HouseState) -> Any:
    return {
        "switches": tuple(CHOICES),
        "inspector": INSPECTOR,
        "campaign": CAMPAIGN,
        "maps": acts.MOST_MAPS,
    }


def _examples(state: HouseState) -> Any:
    return tables.raw(PACKAGE, "maps.yaml")


def _blank(state: HouseState, holder: str, columns: int, rows: int) -> Any:
    return to_text(empty(columns, rows, holder))


def _maps(state: HouseState) -> Any:
    return [{"title": card.title, **_in_short(card.answer)} for card in board.cards(state)]


def _italy(state: HouseState) -> Any:
    found = conquest_step.italian_criteria(state)
    chance = italy.chance(situation(state)) if found.may_roll else Fraction(0)
    return {
        "met": {row.key: row.met for row in found.criteria},
        "unit": found.unit.met,
        "count": found.count,
        "needed": found.needed,
        "may_roll": found.may_roll,
        "chance": _fraction(chance),
        "why_not": found.why_not,
    }


def _italian_chance(state: HouseState) -> Any:
    return _fraction(italy.chance(situation(state)))


def _japan(state: HouseState) -> Any:
    due = conquest_step.japan_due(state)
    chance = japanese.chance(situation(state)) if due else Fraction(0)
    return {
        "due": due,
        "least": japanese.needed(situation(state)),
        "chance": _fraction(chance),
    }


def _odds(state: HouseState, country: str) -> Any:
    chances = {"italy": italy.chances, "japan": japanese.chances}
    return chances[country](situation(state))


def _factories(state: HouseState) -> Any:
    printed = tables_of(state).italy
    return {each.key: each.colour for each in italy.factories(printed.printed, printed.barren)}


def _may_build(state: HouseState, name: str) -> Any:
    may, why, rule = italy.may_build(name, tables_of(state))
    return {"may": may, "why": why, "rule": rule}


def _city(state: HouseState, name: str) -> Any:
    return japanese.city(name, tables_of(state))


def _die(state: HouseState, shown: int, sides: int) -> Any:
    return house_rules.table_die(shown, sides)


def _intelligence(state: HouseState) -> Any:
    return {"may": False, "rule": R("Japanese Surrender: Intelligence")}


def _situated(answer: Callable[[At], Any]) -> Callable[..., Any]:
    """Answers from the situation of the state."""
    return lambda state: answer(situation(state))


def _question(
    answer: Callable[..., Any], about: str, gives: str, **arguments: Argument
) -> Question:
    """The answer gets the state, and the arguments in the order in which they are declared."""
    return Question(
        lambda state, given: answer(state, *(given[key] for key in arguments)),
        about,
        gives,
        arguments,
    )


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


@dataclass(frozen=True, slots=True)
class ItalianHex:
    """A hex of the table of Italian factories, or any other; a slip of the pen is told."""

    def read(self, value: Any, state: HouseState, where: str) -> str:
        """The name."""
        name: str = Words(80).read(value, state, where)
        printed = tables_of(state).italy
        known = (*printed.printed, *printed.barren)
        if name not in known and get_close_matches(name, known, n=1, cutoff=0.75):
            raise NotUnderstood(f"{where}: {name!r} is no hex.", remedy=suggestion(name, known))
        return name

    def said(self) -> str:
        """What it can be."""
        return "a hex with a printed factory, or any other"


MAP = Argument(Words(INSPECTOR.text + 1))
"""The reader of maps says itself what is too long for it."""
MAPS = {"map": MAP, "switches": Argument(MapSwitches(), {})}

QUESTIONS = Questions(
    {
        "isolated": _question(
            _isolated, "What becomes of the isolated hexes of a map",
            "sets with their outcome, hexes that change, whether a tie is open", **MAPS,
        ),
        "inspect": _question(
            _inspect, "The same for the hex inspector",
            "document, answer, picture, and the map in both forms", **MAPS,
        ),
        "limits": _question(_limits, "How much the inspector and a campaign read", "switches, limits, maps"),
        "examples": _question(_examples, "Maps to begin with", "a list of maps"),
        "blank": _question(
            _blank, "An empty map", "the map as text",
            holder=Argument(Words(24), "", also=("of",)),
            columns=Argument(Number(1, 99)),
            rows=Argument(Number(1, 99)),
        ),
        "italy": _question(
            _italy, "What Italy's early surrender needs, and what is met",
            "criteria by key, unit, count, needed, may_roll, chance this turn, why_not",
        ),
        "garrison": _question(_situated(italy.garrison), "The highest die with which Italy surrenders", "a tally"),
        "italian_chance": _question(_italian_chance, "The chance of the Italian roll", "a fraction, 3/10"),
        "lost": _question(_situated(japanese.factories_lost), "Original Japanese factories lost", "a tally"),
        "modifiers": _question(_situated(japanese.modifiers), "What is added to the Japanese die", "a tally"),
        "japan": _question(
            _japan, "Whether the Japanese roll is due, and the chance of surrender this turn",
            "due, least face, chance",
        ),
        "odds": _question(
            _odds, "The exact chance of each outcome of a roll", "chances by face",
            country=Argument(OneOf(("italy", "japan"), "a country that is rolled for"), also=("of",)),
        ),
        "production": _question(_situated(italy.production), "How many factories Italy has", "a tally"),
        "factories": _question(_factories, "The factory of each Italian hex", "red, blue or nothing, by hex"),
        "may_build": _question(
            _may_build, "Whether Italy may build a factory in a hex", "may, why, rule",
            hex=Argument(ItalianHex(), also=("of",)),
        ),
        "city": _question(
            _city, "Which of the four cities a spelling means", "its key",
            name=Argument(Words(80), also=("of",)),
        ),
        "die": _question(
            _die, "What a die of the table counts", "a number",
            shown=Argument(Number(0, 100), also=("of",)), sides=Argument(Number(2, 100), 10),
        ),
        "intelligence": _question(
            _intelligence, "Whether intelligence may touch the Japanese roll", "may, rule"
        ),
        "maps": _question(_maps, "What the maps of this turn come to, or came to", "a list, as of isolated"),
    }
)  # fmt: skip

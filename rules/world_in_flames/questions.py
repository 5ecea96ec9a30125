"""Questions with names, answered without changing anything; conformance cases ask them.

| question | arguments | answer |
|---|---|---|
| ``isolated`` | ``map`` (either form), ``switches`` | outcome by set and the hexes that change |
| ``inspect`` | ``map``, ``switches`` | document, answer, picture and both forms, for the inspector |
| ``limits``, ``examples`` | | how much the inspector reads; maps to begin with |
| ``blank`` | ``columns``, ``rows``, ``of``: a holder, ``sea`` or nothing | an empty map as text |
| ``italy`` | | criteria by key, count, whether a roll may be made |
| ``garrison``, ``italian_chance`` | | tally; the chance as ``3/10`` |
| ``lost``, ``modifiers`` | | tallies of Japan |
| ``japan`` | | whether the roll is due, the least face, the chance |
| ``odds`` | ``of``: ``italy`` or ``japan`` | the exact chance of each outcome |
| ``production``, ``factories`` | | tally; colour by hex |
| ``may_build`` | ``of``: a hex | whether, and the rule |
| ``city`` | ``of``: a spelling | its key |
| ``die`` | ``of``: what a table's die shows | what it counts |
| ``intelligence`` | | whether it may touch the Japanese roll |
| ``maps`` | | what this turn's maps come to, or came to |
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rules.kernel import tables
from rules.kernel.errors import NotUnderstood
from rules.world_in_flames import board, conquest, declaring, house_rules, italy
from rules.world_in_flames import japan as japanese
from rules.world_in_flames.citations import PACKAGE, R
from rules.world_in_flames.isolation.answers import Answer, explained
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
from rules.world_in_flames.isolation.picture import drawn
from rules.world_in_flames.state import HouseState
from rules.world_in_flames.tables import build

Arguments = Mapping[str, Any]
Question = Callable[[HouseState, Arguments], Any]
QUESTIONS: dict[str, Question] = {}


def _question(ask: Question) -> Question:
    QUESTIONS[ask.__name__.strip("_")] = ask
    return ask


def answer(state: HouseState, question: str, arguments: Arguments) -> Any:
    """Answer a question by name. Raises :class:`NotUnderstood`."""
    if question not in QUESTIONS:
        raise NotUnderstood(
            f"There is no question {question!r}.",
            remedy=f"There are: {', '.join(sorted(QUESTIONS))}.",
        )
    return QUESTIONS[question](state, arguments)


def _given(arguments: Arguments, key: str) -> Any:
    if key not in arguments:
        raise NotUnderstood(f"{key} is missing.", remedy="Compare the list of questions.")
    return arguments[key]


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


@_question
def _isolated(state: HouseState, given: Arguments) -> Any:
    document = read(str(_given(given, "map")), INSPECTOR)
    return _in_short(explained(judged(document, given.get("switches", {}))))


@_question
def _inspect(state: HouseState, given: Arguments) -> Any:
    document = read(str(_given(given, "map")), INSPECTOR)
    found = explained(judged(document, given.get("switches", {})))
    return {
        "document": document,
        "answer": found,
        "picture": drawn(document, found),
        "text": to_text(document),
        "json": to_json(document),
        "export": to_json(document, found),
    }


@_question
def _limits(state: HouseState, given: Arguments) -> Any:
    return {
        "switches": tuple(CHOICES),
        "inspector": INSPECTOR,
        "campaign": CAMPAIGN,
        "maps": declaring.MOST_MAPS,
    }


@_question
def _examples(state: HouseState, given: Arguments) -> Any:
    return tables.raw(PACKAGE, "maps.yaml")


@_question
def _blank(state: HouseState, given: Arguments) -> Any:
    return to_text(empty(int(given["columns"]), int(given["rows"]), str(_given(given, "of"))))


@_question
def _maps(state: HouseState, given: Arguments) -> Any:
    return [{"title": card.title, **_in_short(card.answer)} for card in board.cards(state)]


@_question
def _italy(state: HouseState, given: Arguments) -> Any:
    found = italy.criteria(state.facts, state.variants, build(state.tables))
    return {
        "met": {row.key: row.met for row in found.criteria},
        "unit": found.unit.met,
        "count": found.count,
        "needed": found.needed,
        "may_roll": found.may_roll and conquest.italy_open(state),
        "why_not": found.why_not,
    }


@_question
def _garrison(state: HouseState, given: Arguments) -> Any:
    return italy.garrison(state.facts, state.variants, build(state.tables))


@_question
def _italian_chance(state: HouseState, given: Arguments) -> Any:
    return _fraction(italy.chance(state.facts, state.variants, build(state.tables)))


@_question
def _lost(state: HouseState, given: Arguments) -> Any:
    return japanese.factories_lost(state.facts, state.variants, build(state.tables))


@_question
def _modifiers(state: HouseState, given: Arguments) -> Any:
    return japanese.modifiers(state.facts, state.variants, build(state.tables))


@_question
def _japan(state: HouseState, given: Arguments) -> Any:
    tables = build(state.tables)
    return {
        "due": conquest.japan_due(state),
        "least": japanese.needed(state.facts, state.variants, tables),
        "chance": _fraction(japanese.chance(state.facts, state.variants, tables)),
    }


@_question
def _odds(state: HouseState, given: Arguments) -> Any:
    tables = build(state.tables)
    countries = {"italy": italy.chances, "japan": japanese.chances}
    of = _given(given, "of")
    if of not in countries:
        raise NotUnderstood(f"Nobody rolls for {of!r}.", remedy="Ask for italy or japan.")
    return countries[of](state.facts, state.variants, tables)


@_question
def _production(state: HouseState, given: Arguments) -> Any:
    return italy.production(state.facts, state.variants, build(state.tables))


@_question
def _factories(state: HouseState, given: Arguments) -> Any:
    printed = build(state.tables).italy
    return {each.key: each.colour for each in italy.factories(printed.printed, printed.barren)}


@_question
def _may_build(state: HouseState, given: Arguments) -> Any:
    may, why, rule = italy.may_build(str(_given(given, "of")), build(state.tables))
    return {"may": may, "why": why, "rule": rule}


@_question
def _city(state: HouseState, given: Arguments) -> Any:
    return japanese.city(str(_given(given, "of")), build(state.tables))


@_question
def _die(state: HouseState, given: Arguments) -> Any:
    return house_rules.table_die(int(_given(given, "of")), int(given.get("sides", 10)))


@_question
def _intelligence(state: HouseState, given: Arguments) -> Any:
    return {"may": False, "rule": R("Japanese Surrender: Intelligence")}


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"

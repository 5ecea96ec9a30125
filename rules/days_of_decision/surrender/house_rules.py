"""The house rules of the war game in the conquest step: isolated hexes, Italian production, and the
early surrenders of Italy and Japan. Each is a switch of the campaign.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.days_of_decision.economy.italian_factories import readings
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.consistency import agreement
from rules.days_of_decision.model.events.surrender import HexesJudged, HouseRolled, Surrendered
from rules.days_of_decision.model.house_facts import HOUSE_FACTS, ITALY, JAPAN, RUSSIA, asked_with
from rules.days_of_decision.model.opening import NEXT_TURN
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.surrender.terms import EVERYTHING, out_of_the_war, remember
from rules.kernel.consistency import Consistency
from rules.kernel.errors import NotUnderstood
from rules.kernel.facts import FactValue
from rules.kernel.grammar import capital
from rules.kernel.menus import NEVER_AGAIN, Barred, Text
from rules.kernel.orders import Problem
from rules.kernel.tally import Tally
from rules.world_in_flames import house_rules

EXAMPLE = """title: The bend of the river
SU SU SU SU
 SU GE GE SU
SU GE SU SU
"""
LONGEST = 80_000


def asked_for(state: DecisionState, key: str) -> bool:
    """Whether a fact is asked in this campaign: those of the house rules only where one is used."""
    return asked_with(frozenset(switch for switch in HOUSE_FACTS if state.on(switch)), key)


def seen_facts(state: DecisionState) -> dict[str, FactValue]:
    """Declared facts as the house rules read them, with what the wars of this game say."""
    return {**state.facts, RUSSIA: state.at_war("ussr", "japan")}


def consistency(state: DecisionState) -> Consistency:
    """What facts cannot say together, as far as this campaign asks for them."""
    return agreement(frozenset(switch for switch in HOUSE_FACTS if state.on(switch)))


def as_read(state: DecisionState, values: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Declared values as the house rules read them: every surrender of Italy is complete."""
    incomplete = values.get("conquered.italy") == "incomplete" and state.on(ITALY)
    return {**values, "conquered.italy": "complete"} if incomplete else dict(values)


# -- early surrenders ----------------------------------------------------------------------


def gone(state: DecisionState, power: str) -> bool:
    """Whether a power is conquered completely or has no land left."""
    return state.facts.get(f"conquered.{power}") == "complete" or state.gone(power)


def italian_bar(state: DecisionState, power: str) -> Barred | None:
    """Why a power cannot have Italy's early surrender rolled for."""
    rule = R("Italian Surrender: criteria")
    if gone(state, "italy"):
        return Barred("Italy is conquered.", rule, NEVER_AGAIN)
    if not state.at_war(power, "italy"):
        opens = "Opens when you are at war with Italy."
        return Barred("You are not at war with Italy.", rule, opens)
    if f"italy@{state.turn}" in state.rolled:
        return Barred("It was rolled for this turn.", rule, NEXT_TURN)
    found = house_rules.italian_criteria(house_rules.At(state.facts, readings(state)))
    if found.may_roll:
        return None
    unmet = "; ".join(row.text for row in (*found.criteria, found.unit) if not row.met)
    needed = f"{found.needed} criteria and an Allied land unit in supply in mainland Italy"
    opens = f"Opens with {needed}. Not met: {unmet}."
    return Barred(capital(found.why_not) + ".", rule, opens)


def roll_italy(course: Adjudication) -> None:
    """Roll for Italy: the garrison value or less on a ten-sided die, once a turn."""
    at = house_rules.At(course.state.facts, readings(course.state))
    rolled = house_rules.roll_italy(at, course.dice)
    course.change(rolled=(*course.state.rolled, f"italy@{course.state.turn}"))
    _rolled(course, "italy", rolled.die, rolled.tally, surrendered=rolled.succeeded)


def roll_japan(course: Adjudication) -> None:
    """Roll for Japan in the conquest step of each turn in which it is due."""
    state = course.state
    if not state.on(JAPAN) or gone(state, "japan") or not enemy_powers(state, "japan"):
        return
    at = house_rules.At(seen_facts(state), readings(state))
    if not house_rules.japanese_roll_due(at):
        return
    rolled = house_rules.roll_japan(at, course.dice)
    _rolled(course, "japan", rolled.die, rolled.tally, surrendered=rolled.surrendered)
    blockade = "japanese_surrender.blockade"
    course.change(facts={**course.state.facts, blockade: False})


def _rolled(course: Adjudication, power: str, die: int, parts: Tally, *, surrendered: bool) -> None:
    rule = R("Italian Surrender: roll" if power == "italy" else "Japanese Surrender: roll")
    course.tell(HouseRolled(power=power, die=die, tally=parts, surrendered=surrendered, rule=rule))
    if not surrendered:
        return
    to = enemy_powers(course.state, power)
    facts = {**course.state.facts, f"conquered.{power}": "complete"}
    if course.state.capital_of(power) == power:
        facts[f"control.capital.{power}"] = "other"
    course.change(facts=facts)
    course.tell(Surrendered(power=power, to=to, manner=EVERYTHING, automatic=True, rule=rule))
    remember(course, power, to, EVERYTHING)
    out_of_the_war(course, power)


# -- isolated hexes ------------------------------------------------------------------------


class MapText(Text, frozen=True, kw_only=True, tag="text"):
    """A field for a map of hexes, in the forms that the house rule reads."""

    def problems(self, value: Any) -> Iterator[Problem]:
        """What keeps this text from being judged."""
        yield from super().problems(value)
        try:
            house_rules.isolated_control(value, {})
        except NotUnderstood as error:
            message = f"{error.message} {error.remedy}".strip()
            yield Problem(self.key, message, R("Isolated Control"))


def judge(course: Adjudication, power: str, text: str) -> None:
    """Judge a declared map: isolated land without city or unit passes to the enemy around it."""
    switches: Mapping[str, str] = readings(course.state)
    answer = house_rules.isolated_control(text, switches, course.dice)
    hexes: dict[str, int] = {}
    for held in answer.changes:
        hexes[held.after] = hexes.get(held.after, 0) + 1
    sets = sum(each.outcome == "reverts" for each in answer.sets)
    course.tell(HexesJudged(by=power, sets=sets, hexes=hexes, rule=R("Isolated Control")))


def map_field() -> MapText:
    """The field in which a map is declared."""
    return MapText(
        key="text",
        label="The front, hex by hex",
        most=LONGEST,
        example=EXAMPLE,
        rule=R("Isolated Control"),
        help="As the hex inspector reads it. Whoever holds more of the hexes around takes them.",
    )

"""Taking the land of a Vichy power by administration groups (IPO 14)."""

from fractions import Fraction

import msgspec
from typing_extensions import override

from rules.days_of_decision.economy.production import half_up
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import CasusBelli, DecisionState, Proposal
from rules.days_of_decision.model.table_rows import Card, GroupRow, Tables
from rules.days_of_decision.options.base import Behaviour, Details, text
from rules.kernel.menus import Choice, Field, Pick
from rules.kernel.tally import Row, Tally, tally

RULE = R("8.7.1 IPO 14")


def needed(tables: Tables, distance: int) -> int:
    """What the ten-sided die must show: less by two fifths of the distance (Ruling 32)."""
    least: int = tables.limits["vichy_roll"]
    return half_up(least - Fraction(tables.limits["vichy_share"]) * distance)


def roll_tally(tables: Tables, row: GroupRow) -> Tally:
    """The same as a tally, as whole numbers."""
    least: int = tables.limits["vichy_roll"]
    amount = needed(tables, row.distance) - least
    reason = f"{tables.limits['vichy_share']} of {row.distance} zones"
    return tally(
        row.name,
        [Row("distance", amount, reason, R("Ruling 32"))],
        least,
        "The die must show at least",
        RULE,
    )


def may_roll(state: DecisionState, power: str, target: str) -> bool:
    """Whether one's initiative is lower than the target's and its conqueror's (Ruling 9)."""
    mine = state.nation(power).position
    conqueror = state.vichy[target].conqueror
    return mine < state.nation(target).position and mine < state.nation(conqueror).position


class TakeLand(Behaviour):
    """IPO 14: by the conqueror's answer, or by a die."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        choices = []
        for target, vichy in sorted(at.state.vichy.items()):
            for key, row in at.tables.groups.get(target, {}).items():
                off = row.switch and not at.state.on(row.switch)
                if target != at.power and key not in vichy.taken and not off:
                    least = needed(at.tables, row.distance)
                    choices.append(
                        Choice(
                            f"{target}:{key}",
                            row.name,
                            group=POWERS[target].name,
                            note=f"Without an answer: {least} or more on a ten-sided die.",
                        )
                    )
        return (Pick("group", "Group", choices=tuple(choices), optional=False),)

    @override
    def to(self, at: At, details: Details) -> tuple[str, ...]:
        target = text(details, "group").partition(":")[0]
        conqueror = at.state.vichy[target].conqueror
        return () if conqueror == at.power else (conqueror,)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        target, _, key = text(details, "group").partition(":")
        vichy = course.state.vichy.get(target)
        if vichy is None or key in vichy.taken:
            return "void"
        taken = msgspec.structs.replace(vichy, taken={**vichy.taken, key: power})
        casus = CasusBelli(
            power=target,
            against=power,
            until=course.state.turn + 1,
            why="It took our land",
            rule=RULE,
        )
        course.change(
            vichy={**course.state.vichy, target: taken}, casus=(*course.state.casus, casus)
        )
        return "taken"

    @override
    def refused(self, course: Adjudication, proposal: Proposal, card: Card) -> bool:
        target, _, key = text(proposal.details, "group").partition(":")
        gone = target not in course.state.vichy
        if (
            gone
            or proposal.turn != course.state.turn
            or not may_roll(course.state, proposal.power, target)
        ):
            return False
        row = course.tables.groups[target][key]
        parts = roll_tally(course.tables, row)
        die = course.dice.roll(f"{row.name} for {proposal.power}", 10)
        passed = die >= parts.net
        course.tested(proposal.power, card.key, (die,), parts, RULE, passed=passed)
        return passed

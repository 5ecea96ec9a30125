"""Restricted waterways: who controls one, who may pass, and who may be kept out (15.6.2.1, 14.14)."""

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.events.war import PassagesClosed
from rules.days_of_decision.model.geometry import together
from rules.days_of_decision.model.opening import APART
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.treaties.access import passage_guaranteed
from rules.days_of_decision.treaties.pacts import free_from, pact_of
from rules.days_of_decision.treaties.signing import treaty_of
from rules.kernel.menus import Barred

RULE, CLOSING = R("15.6.2.1"), R("14.14")


def holder(state: DecisionState, tables: Tables, waterway: str) -> str:
    """The power that controls a waterway: who holds it by force, else its owner; a minor's only
    when the minor has joined a side. Empty: nobody of the powers.
    """
    forced = str(state.facts.get(f"passage.{waterway}", "none"))
    if forced in POWERS:
        return forced
    owner = tables.waterways[waterway].owner
    return owner if owner in POWERS else state.minor(owner).joined


def held_by(state: DecisionState, tables: Tables, power: str) -> tuple[str, ...]:
    """The waterways that a power controls."""
    return tuple(key for key in tables.waterways if holder(state, tables, key) == power)


def closing_bar(state: DecisionState, tables: Tables, power: str, target: str) -> Barred | None:
    """Why option 4(b) cannot be aimed at a power (14.14)."""
    if enemy_powers(state, target):
        opens = "Opens when it is at war with no major power."
        return Barred("It is at war; you may deny it passage without this.", CLOSING, opens)
    if bar := _friend_bar(state, tables, power, target):
        return bar
    if (power, target) in state.closed:
        opens = "Opens if they are open to it again."
        return Barred("You closed your passages to it already.", CLOSING, opens)
    return None


def _friend_bar(state: DecisionState, tables: Tables, power: str, target: str) -> Barred | None:
    """Why a power at peace is no stranger to whom a passage could be closed: a treaty, or one
    ideology. What comes about after option 4(b) was played opens the passages again.
    """
    if treaty_of(state, power, target) or pact_of(state, power, target):
        return Barred("You have a treaty with it.", CLOSING, "Opens when that treaty has ended.")
    if together(state, power, target, tables):
        opens = APART
        return Barred("It stands in your own ideology.", CLOSING, opens)
    return None


def denial_bar(
    state: DecisionState, tables: Tables, power: str, waterway: str, target: str
) -> Barred | None:
    """Why a power cannot keep another out of a waterway."""
    row = tables.waterways[waterway]
    if holder(state, tables, waterway) != power:
        return Barred("You do not control it.", RULE, "Opens when you control the waterway.")
    if row.always and row.owner == power:
        return None
    if guaranteed(state, tables, power, target):
        opens = "Opens when the treaty or the terms that guarantee it have ended."
        return Barred("You have guaranteed its passage.", R("8.7.2 Option 3"), opens)
    if not state.on("passages") or enemy_powers(state, target):
        return None
    if (power, target) not in state.closed:
        opens = (
            "Opens once you have played option 4(b) on it, or when it is at war with a major power."
        )
        return Barred("It is at war with no major power; play option 4(b) first.", CLOSING, opens)
    return _friend_bar(state, tables, power, target)


def guaranteed(state: DecisionState, tables: Tables, owner: str, power: str) -> bool:
    """Whether a treaty or the terms of a surrender guarantee a passage now. Terms of a surrender
    do for as long as the waiting period of their pact lasts.
    """
    if passage_guaranteed(state, owner, power):
        return True
    pact = pact_of(state, owner, power)
    if pact is None or pact.terms is None or owner not in pact.terms.passage:
        return False
    return state.turn < free_from(state, tables, pact, power)


def passes(state: DecisionState, tables: Tables, power: str, waterway: str) -> Barred | None:
    """Why a power may not pass a waterway; an enemy never may."""
    owner = holder(state, tables, waterway)
    if not owner or owner == power:
        return None
    if state.at_war(owner, power):
        opens = f"Opens when your war with {name(owner)} is over."
        return Barred(f"It is never granted to an enemy of {name(owner)}.", RULE, opens)
    denied = f"{waterway}:{power}" in state.denied.get(owner, ())
    if denied and denial_bar(state, tables, owner, waterway, power) is None:
        opens = f"Opens when {name(owner)} grants it."
        return Barred(f"{POWERS[owner].name} denies it.", RULE, opens)
    return None


def deny(course: Adjudication, power: str, denied: tuple[str, ...]) -> None:
    """Say anew to whom one denies which waterway."""
    if denied != course.state.denied.get(power, ()):
        rest = {key: value for key, value in course.state.denied.items() if key != power}
        course.change(denied={**rest, power: denied} if denied else rest)
        course.tell(PassagesClosed(power=power, denied=denied, rule=RULE))

"""How a tie between a country and a power ends: conquest, a missing need, giving up, another side (85.5)."""

from rules.world_at_war.ledger.income import give_back, keep
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import attacked_half, status_of
from rules.world_at_war.model.events.diplomacy import PolicyEnded
from rules.world_at_war.model.tables.countries import Minor


def end(course: Adjudication, minor: Minor, how: str, by: str = "") -> None:
    """Put the policy in effect away: its BRPs go back, and an attack's association ends. ``how`` is
    negated (it lacks what it needs), forfeited (its power gives it up), replaced, surrendered, switched or
    conquered; ``by`` the rule, where it is not that of prior results.
    """
    status, holder = status_of(course.state, minor.key)
    record = course.state.country(minor.key)
    event = PolicyEnded(
        country=minor.key, faction=holder, power=record.power, row=record.result, how=how,
        rule=by or (R("85.51") if status in ("ally", "associate") else R("Prior Results")),
    )  # fmt: skip
    course.tell(event)
    if how == "conquered" and status in ("ally", "associate"):
        keep(course, minor.key)
    elif record.power and how not in ("surrendered", "switched"):
        give_back(course, record.power, minor.key, "conquered" if how == "conquered" else "result")
    course.set_country(
        minor.key, result="", faction="", power="", pending=False, turn=course.state.turn
    )
    course.set_fact(f"joined.{minor.key}", "none", R("85.51"))


def conquer(course: Adjudication, minor: Minor) -> None:
    """No result applies any more in a conquered country; one for Luxembourg outlasts Belgium alone."""
    half = attacked_half(course.state, minor.key)
    if half == "belgium" and course.state.country(minor.key).result:
        keep(course, minor.key, (half,))
        course.set_fact(f"joined.{minor.key}", "none", R("83.11"))
    elif status_of(course.state, minor.key)[0]:
        end(course, minor, "conquered")


def side_with(course: Adjudication, minor: Minor, faction: str) -> None:
    """A country that an attack drove to one side drops a policy it had with another."""
    record = course.state.country(minor.key)
    if record.result and record.faction != faction:
        if record.power:
            give_back(course, record.power, minor.key)
        course.tell(
            PolicyEnded(
                country=minor.key, faction=record.faction, power=record.power, row=record.result,
                how="replaced", rule=R("Effects of Aggression"),
            )
        )  # fmt: skip
        course.set_country(minor.key, result="", faction="", power="", pending=False)

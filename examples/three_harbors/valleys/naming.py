"""Who holds a valley that was named (rule 2)."""

from examples.three_harbors.model.adjudication import Adjudication
from examples.three_harbors.model.citations import R
from examples.three_harbors.model.events import Held
from examples.three_harbors.model.tables import tables_of
from examples.three_harbors.valleys.chances import added


def roll(course: Adjudication, valley: str) -> None:
    """Throw the die of a valley; of equal harbors the last by name has most."""
    state, tables = course.state, tables_of(course.state)
    there = {power: state.placed(power).get(valley, 0) for power in sorted(state.purses)}
    there = {power: points for power, points in there.items() if points}
    best = max(there, key=lambda power: (there[power], power), default="")
    told = added(state, there.get(best, 0), max(0, len(there) - 1))
    die = course.dice.roll(f"naming {valley}", tables.die)
    holder = best if die + told.net >= tables.needed else ""
    course.change(holders={**state.holders, valley: holder})
    course.tell(Held(valley=valley, holder=holder, die=die, tally=told, rule=R("1.2")))

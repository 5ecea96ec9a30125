"""The sheets of the steps, and what may be left beforehand."""

from rules.kernel.menus import Choice, Flag, Menu, Pick
from rules.kernel.orders import Order
from rules.world_in_flames.model.citations import R
from rules.world_in_flames.model.conditions import situation
from rules.world_in_flames.model.orders import Standing
from rules.world_in_flames.model.state import HouseState
from rules.world_in_flames.surrender import italy
from rules.world_in_flames.turn import conquest_step
from rules.world_in_flames.turn.steps import ALLIES


def menu(state: HouseState, power: str) -> Menu:
    """The sheet of a side that the step in play awaits."""
    if state.step == "declare":
        note = "Declare facts and maps first, then say that you are done."
        return Menu(power=power, order="done", title="Declared", fields=(), notes=(note,))
    if state.step == "check":
        return Menu(power=power, order="agree", title="Agree", fields=(), notes=_notes(state))
    told = italy.garrison(situation(state))
    label = "Roll for the surrender of Italy"
    field = Flag(
        key="roll",
        label=label,
        rule=R("Italian Surrender: roll"),
        help="A failed roll costs nothing; it may be made again next turn.",
    )
    found = conquest_step.italian_criteria(state)
    notes = () if found.may_roll else (f"No die will be thrown: {found.why_not}.",)
    return Menu(
        power=power, order="roll_italy", title=label, fields=(field,), tallies=(told,), notes=notes
    )


def _notes(state: HouseState) -> tuple[str, ...]:
    """What the Conquest Step is going to do, for those who look at the facts before it."""
    said = []
    if state.used("isolated_control"):
        count = len(state.maps)
        said.append(f"{count} map{'' if count == 1 else 's'} of isolated hexes will be judged.")
    if state.used("italian_surrender") and "italy" not in state.conquered:
        found = conquest_step.italian_criteria(state)
        tail = "the Allies may roll" if found.may_roll else f"no roll: {found.why_not}"
        said.append(f"Italy: {found.count} of {len(found.criteria)} criteria met; {tail}.")
    if state.used("japanese_surrender") and "japan" not in state.conquered:
        due = conquest_step.japan_due(state)
        said.append(f"Japan: {'the roll is due' if due else 'no roll'}.")
    return tuple(said)


def standing(state: HouseState, power: str) -> Menu | None:
    """The Allies may decide about the Italian roll beforehand."""
    if power != ALLIES or not state.used("italian_surrender"):
        return None
    choices = (
        Choice(value="roll", label="Roll", note="whenever the rules allow it"),
        Choice(value="wait", label="Do not roll"),
    )
    field = Pick(
        key="italy",
        label="When a roll for Italy may be made",
        rule=R("F-19"),
        choices=choices,
        help="used when you are silent",
    )
    return Menu(power=power, order="standing", title="Standing orders", fields=(field,))


def stands(state: HouseState, power: str, left: Order) -> bool:
    """Whether the Allies have decided about the Italian roll beforehand."""
    return state.step == "roll" and isinstance(left, Standing) and left.italy != ""

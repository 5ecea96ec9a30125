"""What a power that surrendered in the manner of Vichy may do, and until when (8.7.2 Option 5)."""

from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.treaties.pacts import breakable
from rules.kernel.menus import Barred
from rules.kernel.tally import Tally, tally

RULE = R("8.7.2 Option 5")


def waiting(state: DecisionState, tables: Tables, power: str) -> Tally:
    """How many turns after its surrender a Vichy power may declare no war, by its ideology."""
    side = ideology(state, power, tables)
    rows = tables.war["waiting"]
    side = side if side in rows else state.nation(power).side
    return tally(
        f"{POWERS[power].adjective} turns of waiting after the surrender",
        [],
        rows[side],
        f"A {side} power",
        RULE,
    )


def free_from(state: DecisionState, tables: Tables, power: str) -> int:
    """The first turn in which a Vichy power may declare war; that of its surrender is not counted
    in (Ruling 24).
    """
    return state.vichy[power].since + waiting(state, tables, power).net + 1


def war_bar_of_vichy(
    state: DecisionState, tables: Tables, power: str, target: str
) -> Barred | None:
    """Why a Vichy power cannot declare war: only on one it surrendered to, in time, and with its
    garrison. It needs no other ground.
    """
    if target not in state.vichy[power].acceptors:
        opens = "Opens when you are a Vichy power no longer."
        return Barred("A Vichy power fights only whom it surrendered to.", RULE, opens)
    first = free_from(state, tables, power)
    if state.turn < first:
        why = f"After your surrender you fight nobody before {turn_title(first)}."
        return Barred(why, RULE, f"Opens in {turn_title(first)}.")
    return breakable(state, tables, power, target)


def leave_bar(state: DecisionState, power: str, option: str) -> Barred | None:
    """Why a Vichy power cannot even ask for leave to play an option beyond its option 0.

    The conquering power must act after it, so that its answer comes in the same phase.
    """
    if not needs_leave(state, power, option):
        return None
    conqueror = state.vichy[power].conqueror
    if state.nation(conqueror).position > state.nation(power).position:
        return None
    why = f"A Vichy power plays only its option 0 unless {name(conqueror)} acts after it."
    return Barred(why, RULE, f"Opens in a turn in which {name(conqueror)} acts after you.")


def needs_leave(state: DecisionState, power: str, option: str) -> bool:
    """Whether a power must ask its conqueror before an option takes effect."""
    if power not in state.vichy or not bound(state, power):
        return False
    return option != "4" and not option.startswith("0")

"""Points placed in the United States move U.S.-Axis tension as their owner likes (49.82, Ruling 23).

In its own diplomatic phase a power spends them with its targets, sealed; in every other step of a
diplomatic phase, the other side's too, by an act at once. What is left when the year's last phase
ends is spent then, before the die for the effective level.
"""

from rules.kernel.menus import Count, Menu
from rules.world_at_war.diplomacy.allotments import surrendered
from rules.world_at_war.diplomacy.points import spend
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.powers import POWERS, SEATS, faction_of, side_of
from rules.world_at_war.model.state import USAT, WarState
from rules.world_at_war.tensions.levels import move

PHASE = ("targets", "subversion", "covert", "check", "rolls")
"""The steps of a diplomatic phase."""


def held(state: WarState, power: str) -> int:
    """A power's unspent points in the United States."""
    return sum(state.lying(USAT, (power,)).values())


def menus(state: WarState, power: str) -> tuple[Menu, ...]:
    """Spending points at once, while a diplomatic phase is in play that does not ask for it anyway."""
    most, side = held(state, power), side_of(faction_of(power))
    step = state.step.rpartition(".")[2]
    asked = state.step == f"{side}.targets"
    if not most or asked or step not in PHASE or surrendered(state, power):
        return ()
    name = POWERS[power].name
    field = Count(
        key="points",
        label="Points spent on U.S.-Axis tension",
        rule=R("49.82"),
        least=0,
        most=most,
        help="They move this tension at once, for your side.",
    )
    return (
        Menu(
            power=power, order="activate", title="Points in the United States", fields=(field,),
            notes=(f"They move the level at once and show everybody that {name} had placed them.",),
        ),
    )  # fmt: skip


def activate(course: Adjudication, power: str, count: int) -> None:
    """So many of a power's points are spent, and move the level for its side."""
    if not count:
        return
    spend(course, USAT, {power: count})
    amount = -count if side_of(faction_of(power)) == "axis" else count
    reason = f"{POWERS[power].adjective} points"
    move(course, "usat", amount, reason, R("USAT: diplomatic modifiers"), f"points-{power}")


def spend_rest(course: Adjudication) -> None:
    """As the last diplomatic phase of a year ends, whatever is left is spent."""
    for power in SEATS:
        if not surrendered(course.state, power):
            activate(course, power, held(course.state, power))

"""Covert operations: in the simple variant both sides play cards, sealed, at the same time (47.22).

A card is a point placed on intelligence. An operation moves one announced roll, or the die for
U.S.-Axis tension, by one; a countering card cancels one enemy operation against the same target.
"""

from rules.kernel.menus import Choice, Menu, PickMany
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower
from rules.kernel.serial import gathered
from rules.world_at_war.diplomacy.allotments import surrendered
from rules.world_at_war.diplomacy.eligibility import senior
from rules.world_at_war.diplomacy.operations import COUNTER, OPERATION, countered
from rules.world_at_war.diplomacy.points import spend
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.diplomacy import CardPlayed
from rules.world_at_war.model.orders import Covert
from rules.world_at_war.model.powers import SEATS, faction_of, side_of
from rules.world_at_war.model.state import INTEL, USAT, Play, WarState
from rules.world_at_war.model.tables.campaign import tables_of


def asked(state: WarState) -> tuple[AskedPower, ...]:
    """In the simple variant all powers, whatever cards they hold, so that asking tells nothing."""
    if state.variant("intelligence") != "simple" or not aims(state):
        return ()
    return tuple(
        AskedPower(
            power=power, what="Play cards of intelligence, or none", silence="you play no card"
        )
        for power in SEATS
        if not surrendered(state, power)
    )


def aims(state: WarState) -> tuple[str, ...]:
    """What cards may be played on: the named countries and, in the Allied phase, U.S.-Axis tension."""
    named = tuple(dict.fromkeys(target.country for target in state.named))
    return (*named, USAT) if state.step.startswith("allied") else named


def menu(state: WarState, power: str) -> Menu:
    """The sheet of one power; at most as many plays as it has cards."""
    minors = tables_of(state).minors
    names = {key: "U.S.-Axis tension" if key == USAT else minors[key].name for key in aims(state)}
    held = sum(state.lying(INTEL, (power,)).values())
    choices = tuple(
        Choice(value=f"{card}:{key}", label=f"{word} {name}", group=name)
        for key, name in names.items()
        for card, word in ((OPERATION, "Operation in"), (COUNTER, "Counter operations in"))
    )
    field = PickMany(
        key="plays", label="Cards to play", rule=R("47.22"), choices=choices, most=held
    )
    return Menu(
        power=power,
        order="covert",
        title="Covert operations",
        fields=(field,),
        notes=(f"You hold {held} cards.",),
    )


def resolve(course: Adjudication, orders: dict[str, Order]) -> None:
    """Played cards are public; at most one operation of a faction stands in one place."""
    plays: list[Play] = []
    for faction in ("axis", "western", "russia"):
        taken: set[str] = set()
        for power in senior(course.state, faction):
            order = orders.get(power)
            if not isinstance(order, Covert) or menu(course.view(power), power).problems(order):
                continue
            for play in order.plays:
                card, _, target = play.partition(":")
                if play in taken:
                    continue
                taken.add(play)
                plays.append(Play(power=power, card=card, target=target))
                spend(course, INTEL, {power: 1})
    course.change(plays=tuple(plays))
    for played in plays:
        effect = _effect(course.state, played)
        course.tell(gathered(CardPlayed, played, effect=effect, rule=R("47.22")))


def _effect(state: WarState, played: Play) -> str:
    if played.card == COUNTER:
        side = side_of(faction_of(played.power))
        met = any(
            p.card == OPERATION
            and p.target == played.target
            and side_of(faction_of(p.power)) != side
            for p in state.plays
        )
        return "countered" if met else "met nothing"
    return (
        "was countered" if countered(state, faction_of(played.power), played.target) else "stands"
    )

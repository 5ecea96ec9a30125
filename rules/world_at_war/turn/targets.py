"""Targets: the moving side names countries for a roll, all sealed and revealed together (49.4).

One ordinary target for each faction, besides free Axis rolls in the Balkans and Finland,
reaction rolls and Russian demands (``targets_menu`` has the sheet). Both sides' points in what is named become public at once.
"""

from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower
from rules.kernel.serial import gathered
from rules.world_at_war.diplomacy.allotments import surrendered
from rules.world_at_war.diplomacy.eligibility import (
    counting,
    demand_bar,
    laid_open,
    larger,
    naming_bar,
    senior,
)
from rules.world_at_war.diplomacy.points import lay_open
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events import diplomacy as e
from rules.world_at_war.model.orders import Targets
from rules.world_at_war.model.powers import SIDES, members
from rules.world_at_war.model.state import Named, WarState, Wish
from rules.world_at_war.turn.activation import activate, held
from rules.world_at_war.turn.targets_menu import binding_bar


def powers_of(state: WarState, side: str) -> tuple[str, ...]:
    """The powers of a side that are still in the war."""
    return tuple(
        [p for faction in SIDES[side] for p in members(faction) if not surrendered(state, p)]
    )


def asked(state: WarState, side: str) -> tuple[AskedPower, ...]:
    """Every power of the moving side, whatever it has placed."""
    return tuple(
        AskedPower(
            power=power,
            what="Name the countries to roll for",
            silence="you name nothing; rolls that must be made are made all the same",
        )
        for power in powers_of(state, side)
    )


def enter(course: Adjudication) -> None:
    """A new diplomatic phase: what the last one named, played and rolled is put away."""
    course.change(
        named=(), wishes=(), plays=(), rolls=(), awaited=None, subverted="", subversion_worked=False
    )


def resolve(course: Adjudication, side: str, orders: dict[str, Order]) -> None:
    """Reveal what is named, unite it, lay the points open, and spend points on tension."""
    given = {
        p: order
        for p in powers_of(course.state, side)
        if isinstance(order := orders.get(p), Targets)
    }
    course.change(
        wishes=tuple(
            Wish(power=p, country=country, row=row)
            for p, order in given.items()
            for country, row in sorted(order.lesser.items())
        )
    )
    lists = [_named_by(course, faction, given) for faction in SIDES[side]]
    named = _united(course, lists)
    earned = set(SIDES[side])
    course.change(
        named=tuple(named),
        reactions=tuple(r for r in course.state.reactions if r.faction not in earned),
    )
    _bind(course, given.get("germany"), named)
    for target in named:
        counted = counting(course.state, target.country, target.faction, target.joint)
        lay_open(
            course, target.country, laid_open(course.state, target.faction, target.joint), counted
        )
    for power, order in given.items():
        activate(course, power, min(order.usat, held(course.state, power)))


def _named_by(
    course: Adjudication, faction: str, given: dict[str, Targets]
) -> list[tuple[Named, str]]:
    """What one faction names: reactions, demands, its ordinary target, then free rolls."""
    found: list[tuple[Named, str]] = []
    for country, manner, power in _wanted(course, faction, given):
        named = [target.country for target, _ in found]
        if naming_bar(course.view(power), power, country, manner) is not None:
            _fell_away(course, country, power, "It may not be named now.")
        elif country not in named:
            found.append((Named(country=country, faction=faction, kind=manner), power))
        elif manner == "ordinary":
            _fell_away(course, country, power, "It is named already.")
    return found


def _wanted(
    course: Adjudication, faction: str, given: dict[str, Targets]
) -> list[tuple[str, str, str]]:
    """Country, manner and power of everything handed in, in the order of rolling.

    Of several ordinary targets the most senior power's stands that may be named (ruling 4).
    """
    powers = [power for power in senior(course.state, faction) if power in given]
    wanted = [(c, "reaction", power) for power in powers for c in given[power].reactions]
    demands = [(of, power) for power in powers for of in given[power].demands]
    made = [(of, power) for of, power in demands if _demand(course, of)]
    wanted += [(of, "demand", power) for of, power in made if of == "rumania"]
    ordinary = [(given[power].country, power) for power in powers if given[power].country]
    ordinary.sort(key=lambda named: not _nameable(course, *named))
    for country, power in ordinary[1:]:
        if country != ordinary[0][0]:
            why = "One ordinary target for each faction; the senior power's stands."
            _fell_away(course, country, power, why)
    wanted += [(country, "ordinary", power) for country, power in ordinary[:1]]
    wanted += [(country, "free", power) for power in powers for country in given[power].free]
    return wanted


def _nameable(course: Adjudication, country: str, power: str) -> bool:
    return naming_bar(course.view(power), power, country) is None


def _fell_away(course: Adjudication, country: str, power: str, why: str) -> None:
    course.tell(e.NamingFellAway(country=country, power=power, why=why, rule=R("Ruling 4")))


def _demand(course: Adjudication, of: str) -> bool:
    """Make a demand, when it may be made; whether it was."""
    if demand_bar(course.state, of) is not None:
        return False
    course.tell(e.DemandMade(of=of, rule=R("Ruling 12")))
    course.set_fact(f"russia.demanded.{of}", True, R("Ruling 12"))
    return True


def _united(course: Adjudication, lists: list[list[tuple[Named, str]]]) -> list[Named]:
    """One list for the side; a country that both Allied factions name is rolled for once."""
    everything = [pair for part in lists for pair in part]
    named: list[Named] = []
    for one, power in everything:
        twins = [other for other, _ in everything if other.country == one.country]
        if any(done.country == one.country for done in named):
            continue
        kept = one
        if len(twins) > 1:
            lying = course.state.lying(one.country, laid_open(course.state, one.faction, True))
            special = next((twin for twin in twins if twin.kind == "demand"), None)
            faction = special.faction if special else larger(lying)
            kind = special.kind if special else one.kind
            kept = Named(country=one.country, faction=faction, kind=kind, joint=True)
        named.append(kept)
        course.tell(gathered(e.TargetNamed, kept, power=power, manner=kept.kind, rule=R("49.4")))
    return named


def _bind(course: Adjudication, order: Targets | None, named: list[Named]) -> None:
    if order is None or not order.bind_war or binding_bar(course.state, "germany") is not None:
        return
    if any(target.country in ("finland", "poland") for target in named):
        course.change(bound_turn=course.state.turn)
        course.tell(e.WarBound(rule=R("Ruling 25")))

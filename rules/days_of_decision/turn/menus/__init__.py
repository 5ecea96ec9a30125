"""The menus of every step, computed from what a power may know."""

from collections.abc import Callable, Mapping
from functools import cache

from msgspec.structs import replace

from rules.days_of_decision.display.movement import flips, if_activated
from rules.days_of_decision.economy.bids import bid_tally
from rules.days_of_decision.economy.production import (
    build_points,
    factories,
    income,
    multiple,
    stock,
)
from rules.days_of_decision.entry import pools as entry_pools
from rules.days_of_decision.model import orders
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.geometry import democracies, together
from rules.days_of_decision.model.hex_grid import HEADINGS
from rules.days_of_decision.model.powers import FACTIONS, POWERS, SEATS, name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.options import behaviour, hand, kinds_of
from rules.days_of_decision.options.base import (
    PLAN,
    activation_bar,
    code,
    funds,
    minor_choices,
    named_in,
    power_choices,
    purses,
)
from rules.days_of_decision.options.idle import clashes, stand_ins
from rules.days_of_decision.options.judging import all_legal
from rules.days_of_decision.treaties import sanctions
from rules.days_of_decision.turn.acts.war import initiative_beforehand, initiative_menu
from rules.days_of_decision.turn.menus.treaties import production_fields
from rules.days_of_decision.turn.pressure import DUTY_WORDS
from rules.days_of_decision.turn.resolution import reaching
from rules.days_of_decision.war.intelligence import can_shift, most_bought
from rules.kernel.menus import Choice, Count, Each, Field, Menu, Pick, PickMany, Plays, clashing
from rules.kernel.orders import Order, Problem


def bid_menu(state: DecisionState, power: str) -> Menu:
    """How many options, with how many points, and to whom to yield."""
    tables = tables_of(state)
    limits = tables.limits
    nation = state.nation(power)
    most = min(limits["bid_most"], nation.bids)
    fields: tuple[Field, ...] = (
        Count(
            "options",
            "Options",
            least=1,
            most=limits["options"],
            rule=R("6"),
            help="So many option cards you may play this turn. Your whole score is divided by this number.",
        ),
        Count(
            "points",
            "Bid points",
            most=most,
            rule=R("6"),
            help="Each adds one to your score before it is divided, and is spent. The highest score acts first.",
        ),
    )
    if power in democracies(state, tables) and state.switch("yielding") != "step":
        fields = (*fields, _yield_field(state, power))
    sample = replace(
        bid_tally(power, nation.pe, 0, 0), title="Added to your die, before bid points"
    )
    return Menu(power, "bid", "Bid", fields, tallies=(sample,))


def _yield_field(state: DecisionState, power: str) -> Pick:
    choices = tuple(
        Choice(other, POWERS[other].name)
        for other in democracies(state, tables_of(state))
        if other != power
    )
    return Pick(
        "yield_to",
        "Yield my place to",
        choices=choices,
        rule=R("Ruling 51"),
        help="If you come before it, you change places.",
    )


def yield_menu(state: DecisionState, power: str) -> Menu:
    """To whom to yield, in a step of its own."""
    return Menu(power, "yield", "Yield", (_yield_field(state, power),))


def plays_menu(state: DecisionState, power: str) -> Menu:
    """The hand of a power: every option with its price and details, or what bars it."""
    at = _choosing(state, power)
    field = Plays(
        "plays",
        "Options",
        choices=hand(at),
        most=state.nation(power).options,
        shared=(*plan_fields(at), *_sanction(at)),
        purses=purses(at),
        called=PURSES,
        made=funds(at),
        rule=R("6"),
        clashes=tuple(clashes(at)),
    )
    return Menu(power, "plays", "Your options", (field,), notes=tuple(_notes(state, power)))


def plays_legal(state: DecisionState, power: str, order: orders.Plays) -> bool:
    """Whether the hand finds nothing wrong with an order, seen by what the order names alone."""
    if state.step not in ("select", "play"):
        return False
    at = _choosing(state, power)
    planned = set().union(*(named_in(chosen.details, only=PLAN) for chosen in order.plays))
    near = at.about(planned)
    if not all_legal(at, order, (*plan_fields(near), *_sanction(near))):
        return False
    named = set().union(*(named_in(chosen.details) for chosen in order.plays))
    return next(clashing(tuple(clashes(at.about(named))), order.plays), None) is None


PURSES = {"bp": "build points", "bids": "bid points"}
"""What the purses are called whose keys are no words."""


def _choosing(state: DecisionState, power: str) -> At:
    return At(state, tables_of(state), power, live=state.step == "play")


HEADING = Pick(
    "heading",
    "Prefer the way",
    help="Where the minor could go several ways, it goes this one if it can pay for it.",
    choices=tuple(Choice(each, each.capitalize()) for each in HEADINGS),
    rule=R("Ruling 63"),
    when={"activate": ("*",)},
)


@cache
def _order_of_values(powers: tuple[str, ...], contested: tuple[str, ...]) -> PickMany:
    """Whose values apply first: the same question whoever is asked, and asked with every option that activates
    one of these minors.
    """
    return PickMany(
        "order",
        "Order of values",
        choices=tuple(Choice(power, POWERS[power].name) for power in powers),
        rule=R("8.5"),
        help="Tick first whose values move the minor first. Those left out follow in the order of play.",
        when={"activate": contested},
    )


def _contested(at: At) -> tuple[str, ...]:
    """The minors in which two powers hold values once the option that activates them has given its power some."""
    if at.named is not None:
        return ()
    held = {
        key: {p for p, n in minor.values.items() if n} for key, minor in at.state.minors.items()
    }
    return tuple(key for key, powers in held.items() if len(powers | {at.power}) > 1)


def plan_fields(at: At) -> tuple[Field, ...]:
    """The plan of an activation: which minor, in which order values apply, which way (8.5).

    Each of its fields may be left out, and is then not worth asking when an order is judged.
    """
    wanted = (field for key, field in _PLAN.items() if at.concerns(key))
    return tuple(found for field in wanted if (found := field(at)) is not None)


def _activated(at: At) -> Field:
    alternate = at.state.on("alternate")
    minors = minor_choices(at, why=None if alternate else activation_bar(at))
    choices = tuple(
        replace(choice, note=f"now: {'; '.join(if_activated(at.state, at.tables, choice.value))}")
        if at.named is None and not choice.barred and at.state.minor(choice.value).values
        else choice
        for choice in minors
    )
    return Pick(
        "activate",
        "Activate",
        choices=choices,
        rule=R("8.5"),
        help="After the option this minor moves: the values held with it are spent, each toward its power, "
        "or away from it if it is below zero.",
    )


def _used_values(at: At) -> Field | None:
    """The enemies' values that could serve somebody, of minors that are at war."""
    state = at.state
    fighting = {country for war in state.wars for country in (war.attacker, war.target)}
    turned = {pair for key in fighting if key in state.minors for pair in flips(state, key)}
    if not turned:
        return None
    choices = tuple(
        Choice(
            f"{enemy}>{friend}",
            f"{POWERS[enemy].adjective} values as {POWERS[friend].adjective} ones",
        )
        for enemy, friend in sorted(turned)
    )
    return PickMany("use", "Use enemies' values", choices=choices, rule=R("8.5 War"))


def _stand_in(at: At) -> Field | None:
    if not at.state.on("alternate"):
        return None
    own = tuple(
        choice
        for choice in power_choices(at)
        if not together(at.state, at.power, choice.value, at.tables)
    )
    return Pick(
        "through",
        "Activated by",
        choices=own,
        rule=R("14.12"),
        help="This power activates it in your place.",
    )


def _shift(at: At) -> Field | None:
    most = can_shift(at.state, at.tables, at.power)
    if not most:
        return None
    return Count(
        "shift",
        "Shift its die by intelligence",
        most=most,
        rule=R("14.15"),
        help=f"{at.tables.war['intelligence']['points']} points for each.",
    )


_PLAN: Mapping[str, Callable[[At], Field | None]] = {
    "activate": _activated,
    "order": lambda at: _order_of_values(at.state.powers, _contested(at)),
    "heading": lambda at: HEADING,
    "use": _used_values,
    "through": _stand_in,
    "shift": _shift,
}
"""The fields of a plan by their keys, in the order in which they are asked."""


def _sanction(at: At) -> tuple[Field, ...]:
    """What the USA may add to an option of its own (14.17)."""
    used = at.power == "usa" and at.state.on("sanctions") and at.concerns("sanction")
    return (sanctions.field(at),) if used else ()


def _notes(state: DecisionState, power: str) -> list[str]:
    notes = [
        f"{DUTY_WORDS[duty.kind]} ({name(duty.by)} demands it)."
        for duty in state.duties
        if duty.power == power
    ]
    notes.append(
        "To accept what others may propose to you this turn, leave an option unplayed. Standing orders "
        "below can accept in advance; else you are asked."
    )
    notes += [
        f"{POWERS[p.power].name} waits for your answer to {code(p.option)}."
        for p in reaching(state, power)
    ]
    return notes


def activation_menu(state: DecisionState, power: str) -> Menu:
    """Which minor to activate, in a step of its own; it throws no die that intelligence could shift."""
    at = At(state, tables_of(state), power)
    fields = tuple(field for field in plan_fields(at) if field.key != "shift")
    return Menu(power, "activate", "Activate a minor", fields, clashes=tuple(stand_ins(at)))


def answer_menu(state: DecisionState, power: str) -> Menu:
    """Accept or refuse the oldest proposal."""
    proposal = reaching(state, power)[0]
    title = tables_of(state).cards[proposal.option].row.title
    doing = behaviour(proposal.option)
    field = Pick(
        "answer",
        f"{title}, proposed by {name(proposal.power)}",
        choices=(
            Choice("accept", "Accept", note="Uses up one of your options."),
            *doing.answers(state, proposal, power),
            Choice("refuse", "Refuse", note="Nothing comes of the proposal."),
        ),
        optional=False,
        rule=R("8.7.2 Option 0(f)"),
    )
    return Menu(power, "answer", "Answer", (field,), notes=doing.terms(state, proposal))


def produce_menu(state: DecisionState, power: str) -> Menu:
    """How many build points go to the map."""
    tables = tables_of(state)
    points = build_points(state, tables, power)
    most = stock(state, power, points.net)
    field = Count(
        "spend",
        "Build points spent on the map",
        most=most,
        rule=R("Ruling 58"),
        help=f"The rest is saved, {tables.limits['bp_cap']} at most.",
    )
    return Menu(
        power,
        "produce",
        "Production",
        (
            field,
            *production_fields(state, tables, power, most),
            *_operations(state, tables, power),
        ),
        tallies=(
            replace(points, title="Build points made this turn"),
            replace(factories(state, tables, power), title="Factories at work"),
            replace(
                multiple(state, tables, power),
                title="What a factory makes, in twelfths of a build point",
            ),
            replace(income(tables, power, points.net), title="Money that comes in this turn"),
        ),
    )


def _operations(state: DecisionState, tables: Tables, power: str) -> tuple[Count, ...]:
    """How many operations of intelligence may be bought (14.15)."""
    most = most_bought(state, tables, power)
    cost = tables.war["intelligence"]["cost"]
    if not most:
        return ()
    return (
        Count(
            "operations",
            "Operations of intelligence",
            most=most,
            rule=R("14.15"),
            help=f"{cost} build point for each, out of what you save.",
        ),
    )


def standing_menu(state: DecisionState, power: str) -> Menu:
    """Answers left beforehand, by proposer and by kind."""
    tables = tables_of(state)
    answers = (
        Choice("accept", "Accept"),
        Choice("refuse", "Refuse"),
    )
    by_power = tuple(
        Pick(other, POWERS[other].name, choices=answers) for other in SEATS if other != power
    )
    fields: list[Field] = [
        Each(
            "powers",
            "Proposals of",
            rows=by_power,
            rule=R("8.7.2 Option 0(f)"),
            help="Accepting takes an option that you have not used. Terms of a treaty are accepted "
            "only where you say so below.",
        ),
        Each(
            "kinds",
            "Proposals to",
            rows=_kinds(tables, answers),
            rule=R("Ruling 53"),
            help="What to answer to a proposal of this kind, whoever makes it.",
        ),
    ]
    if power == "usa" and state.on("experimental"):
        choices = (
            Choice("entry", "Draw into the ideology's pool"),
            Choice("tension", "Move a chit to the power's tension"),
        )
        fields.append(
            Pick(
                "entry",
                "When entry succeeds",
                choices=choices,
                rule=R("14.16"),
                help="What a successful roll of American entry does.",
            )
        )
        pools = [Choice(side, FACTIONS[side].name) for side in entry_pools.HOSTILE]
        pools += [
            Choice(entry_pools.tension(other), f"Tension: {POWERS[other].name}")
            for other in SEATS
            if other != power
        ]
        label = "Pool that your own options touch"
        fields.append(
            Pick(
                "pool",
                label,
                choices=tuple(pools),
                rule=R("14.16"),
                help="Where the chits of your options are drawn or put back.",
            )
        )
    if power == "usa" and state.on("sanctions"):
        fields.append(sanctions.field(At(state, tables, power)))
    fields += initiative_beforehand(state, power)
    return Menu(power, "standing", "Standing orders", tuple(fields))


def _kinds(tables: Tables, answers: tuple[Choice, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(kind, label, choices=answers) for kind, label in kinds_of(tables).items())


MENUS: Mapping[str, Callable[[DecisionState, str], Menu]] = {
    "bid": bid_menu,
    "yield": yield_menu,
    "select": plays_menu,
    "play": plays_menu,
    "activate": activation_menu,
    "answer": answer_menu,
    "initiative": initiative_menu,
    "map": produce_menu,
}
"""What each step asks for."""


def menu(state: DecisionState, power: str) -> Menu | None:
    """The menu of the step in play, whoever asks."""
    return MENUS[state.step](state, power) if state.step in MENUS else None


def standing(state: DecisionState, power: str) -> Menu | None:
    """Answers that may be left beforehand."""
    return standing_menu(state, power) if power in state.nations else None


def problems(state: DecisionState, power: str, order: Order) -> list[Problem] | None:
    """None, by what an order plays and names alone; else the whole hand has to be looked at."""
    return [] if isinstance(order, orders.Plays) and plays_legal(state, power, order) else None

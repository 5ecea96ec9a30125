"""A small whole rulebook for the campaign's own tests: two phases a turn, secrets, dice, facts.

Three powers. In *place* each spreads points over two valleys in secret (kept back until the end
of the turn). In *name* each may name a valley; a die and the points decide who holds it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from rules.kernel import fact_acts
from rules.kernel.adjudication import Adjudication
from rules.kernel.audience import PUBLIC, Audience, only
from rules.kernel.cite import RuleEntry, RuleIndex
from rules.kernel.contract import Turn
from rules.kernel.dice import Dice
from rules.kernel.events import (
    Event,
    FactConfirmed,
    FactDeclared,
    FactDisputed,
    Line,
    News,
    OrdersReleased,
)
from rules.kernel.fact_acts import Confirm, Declare, Dispute
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec
from rules.kernel.menus import Allot, Choice, Menu, Pick
from rules.kernel.orders import Order
from rules.kernel.pages import Chance, Panel
from rules.kernel.phases import AskedPower, Phase, PhaseStep
from rules.kernel.rulebook import Rulebook
from rules.kernel.setup import Faction, Power, Scenario, Switch
from rules.kernel.state import Ending, State
from rules.kernel.tally import Row, tally

VALLEYS = ("east", "west")
STEPS = (PhaseStep("place", "Place"), PhaseStep("name", "Name"))


class Place(Order, frozen=True, kw_only=True, tag="place"):
    """Spread three points."""

    points: dict[str, int] = msgspec.field(default_factory=dict)


class Name(Order, frozen=True, kw_only=True, tag="name"):
    """Name a valley."""

    valley: str = ""


class Answer(Order, frozen=True, kw_only=True, tag="answer"):
    """Standing: which valley to fall back to."""

    valley: str = ""


class Spy(Order, frozen=True, kw_only=True, tag="spy"):
    """Roll a die at once, for one's own eyes."""


class Call(Order, frozen=True, kw_only=True, tag="call"):
    """Call on everybody else."""


class Reply(Order, frozen=True, kw_only=True, tag="reply"):
    """Reply to a call."""


class Whisper(Order, frozen=True, kw_only=True, tag="whisper"):
    """Say something to another power."""

    to: str = ""


class Placed(Event, frozen=True, kw_only=True, tag="placed"):
    """A power has placed; only it knows what."""

    power: str
    points: dict[str, int]


class Held(Event, frozen=True, kw_only=True, tag="held"):
    """A valley was rolled for."""

    valley: str
    holder: str
    die: int
    audience: Audience = PUBLIC


class Spied(Event, frozen=True, kw_only=True, tag="spied"):
    """A spy came back."""

    power: str
    die: int


class Whispered(Event, frozen=True, kw_only=True, tag="whispered"):
    """Something was said between two powers."""

    power: str
    to: str


class Overheard(Event, frozen=True, kw_only=True, tag="overheard"):
    """How many whispers there were comes out when a phase ends."""

    whispers: int
    audience: Audience = PUBLIC


class BridgeChanged(Event, frozen=True, kw_only=True, tag="bridge_changed"):
    """Without the bridge nobody holds the east."""

    stands: bool
    audience: Audience = PUBLIC


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """What a power placed, for its own eyes."""

    audience: Audience
    points: dict[str, int]


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A whisper."""

    power: str
    to: str
    audience: Audience


class TinyState(State, frozen=True, kw_only=True):
    """The state."""

    shown: ClassVar[frozenset[str]] = State.shown | {
        "purses", "holders", "placed_by", "caller", "said"
    }  # fmt: skip

    purses: dict[str, Purse] = msgspec.field(default_factory=dict)
    holders: dict[str, str] = msgspec.field(default_factory=dict)
    placed_by: tuple[str, ...] = ()
    caller: str = ""
    said: tuple[Said, ...] = ()


POWERS = {
    "north": Power(key="north", name="Northland", code="NO", faction="up", mark="square"),
    "south": Power(key="south", name="Southland", code="SO", faction="down", mark="disc"),
    "isle": Power(key="isle", name="The Isle", code="IS", faction="down", mark="triangle"),
}
SCENARIOS = {
    key: Scenario(key=key, title=title, summary=f"{key.title()}.", seats=tuple(POWERS), turns=turns)
    for key, title, turns in (("short", "Two turns", 2), ("long", "Many turns", 400))
}
FACTS = FactRegistry(
    (FactGroup(key="map", title="The map"),),
    (
        FactSpec(
            key="bridge",
            label="The bridge stands",
            type="yes",
            default=True,
            group="map",
            declares=("north",),
        ),
        FactSpec(
            key="boats",
            label="Boats",
            type="count",
            default=2,
            group="map",
            declares=("north", "south"),
            most=9,
        ),
    ),
)


class Course(Adjudication[TinyState]):
    """A phase or an act under way."""

    registry = FACTS


def opening(
    scenario: str, variants: Mapping[str, str], tables: Any, facts: Mapping[str, Any]
) -> TinyState:
    """The state in which a campaign begins."""
    return TinyState(
        scenario=scenario, variants=dict(variants), step="place", facts=FACTS.defaults(facts)
    )


def phase(state: TinyState) -> Phase:
    """The step in play."""
    place = state.step == "place"
    return Phase(
        key=state.step,
        title="Placing" if place else "Naming",
        turn=state.turn,
        turn_title=f"Turn {state.turn}",
        asked=asked(state),
        steps=STEPS,
        release="later" if place else "resolution",
        family=state.step,
        rule="1.1" if place else "1.2",
    )


def asked(state: TinyState) -> tuple[AskedPower, ...]:
    """Everybody, until the game is over."""
    what = "Place your points" if state.step == "place" else "Name a valley"
    return tuple(
        AskedPower(power=key, what=what, silence=f"{power.name} does nothing")
        for key, power in (POWERS.items() if state.ending is None else ())
    )


def _valleys() -> tuple[Choice, ...]:
    return tuple(Choice(value=valley, label=valley.title()) for valley in VALLEYS)


def menu(state: TinyState, power: str) -> Menu:
    """What a power may hand in."""
    if state.step == "place":
        most = 3 if state.facts["bridge"] else 2
        points = Allot(key="points", label="Points", rule="1.1", choices=_valleys(), total=most)
        return Menu(power=power, order="place", title="Place", fields=(points,))
    mine = state.purses[power].points if power in state.purses else {}
    choices = tuple(choice for choice in _valleys() if mine.get(choice.value)) or _valleys()
    valley = Pick(key="valley", label="Valley", rule="1.2", choices=choices)
    return Menu(power=power, order="name", title="Name", fields=(valley,))


def standing(state: TinyState, power: str) -> Menu:
    """What a power may leave."""
    valley = Pick(key="valley", label="Valley", choices=_valleys())
    return Menu(power=power, order="answer", title="Fall back", fields=(valley,))


def acts(state: TinyState, power: str) -> tuple[Menu, ...]:
    """What a power may do at once."""
    menus = [
        Menu(power=power, order="spy", title="Spy", fields=()),
        Menu(power=power, order="call", title="Call", fields=()),
    ]
    if state.caller not in ("", power):
        menus.append(Menu(power=power, order="reply", title="Reply", fields=(), urgent=True))
    mine = tuple(spec for spec in FACTS if power in spec.declares)
    of_facts = fact_acts.menus(state, power, FACTS, mine=mine, theirs=lambda by: by != power)
    menus += of_facts if mine else of_facts[1:]
    others = tuple(
        Choice(value=key, label=each.name) for key, each in POWERS.items() if key != power
    )
    to = Pick(key="to", label="To", rule="1.1", choices=others, optional=False)
    menus.append(Menu(power=power, order="whisper", title="Whisper", fields=(to,)))
    return tuple(menus)


def perform(course: Adjudication[Any], power: str, act: Order) -> None:
    """Carry an act out."""
    state = course.state
    match act:
        case Declare():
            fact_acts.declare(course, power, act.facts)
        case Confirm():
            fact_acts.confirm(course, power, act.facts)
        case Dispute():
            fact_acts.dispute(course, power, act)
        case Call():
            course.change(caller=power)
        case Reply():
            course.change(caller="")
        case Whisper():
            seen = only(power, act.to)
            course.change(said=(*state.said, Said(power=power, to=act.to, audience=seen)))
            course.tell(Whispered(power=power, to=act.to, audience=seen))
        case _:
            die = course.dice.roll(f"spy of {power}")
            course.tell(Spied(power=power, die=die, audience=only(power)))


def corrected(course: Adjudication[Any], before: TinyState) -> None:
    """Without the bridge nobody holds the east."""
    stands, holders = course.state.facts["bridge"], dict(course.state.holders)
    if stands != before.facts["bridge"]:
        holders.pop("east", None)
        course.change(holders=holders, placed_by=("bridge",))
        course.tell(BridgeChanged(stands=stands))


def run(course: Adjudication[Any], orders: Mapping[str, Order]) -> None:
    """Carry the step out. Where somebody whispered, everybody hears how much was left in secret."""
    whispers = len(course.state.said)
    _step(course, orders)
    if whispers:
        course.change(said=())
        course.tell(Overheard(whispers=whispers + len(course.standing_orders)))


def _step(course: Adjudication[Any], orders: Mapping[str, Order]) -> None:
    if course.state.step == "place":
        given = {p: order.points for p, order in orders.items() if isinstance(order, Place)}
        purses = {p: Purse(audience=only(p), points=points) for p, points in given.items()}
        course.change(step="name", purses=purses)
        for p in sorted(given):
            course.tell(Placed(power=p, points=given[p], audience=only(p)))
        return
    named = {order.valley for order in orders.values() if isinstance(order, Name) and order.valley}
    for valley in sorted(named):
        _hold(course, valley)
    turn = course.state.turn
    course.tell(OrdersReleased(phases=(f"place@{turn}",)))
    last = turn >= SCENARIOS[course.state.scenario].turns
    ending = Ending(key="done", text="All turns are played.") if last else None
    course.change(step="place", turn=turn + (not last), purses={}, ending=ending)


def _hold(course: Adjudication[Any], valley: str) -> None:
    die, purses = course.dice.roll(f"naming {valley}"), course.state.purses
    scores = {power: purses[power].points.get(valley, 0) for power in sorted(purses)}
    best = max(scores, key=lambda power: (scores[power], power)) if scores and die > 1 else ""
    course.change(holders={**course.state.holders, valley: best})
    course.tell(Held(valley=valley, holder=best, die=die, rule="1.2"))


def autopilot(state: TinyState, power: str, menu: Menu, dice: Dice | None = None) -> Order:
    """By a seed two points somewhere, one of them at least in the east, where without one it is one."""
    if state.step == "place":
        if dice is None:
            return Place(points={"east": 1})
        other = VALLEYS[dice.roll("placement", 2) - 1]
        return Place(points={"east": 2} if other == "east" else {"east": 1, other: 1})
    points = state.purses[power].points if power in state.purses else {"east": 1}
    return Name(valley="east" if "east" in points else "")


def previews(state: TinyState, power: str, order: Order | None) -> tuple[Panel, ...]:
    """The roll of a valley that is named."""
    if not isinstance(order, Name) or not order.valley:
        return ()
    mine = state.purses[power].points.get(order.valley, 0) if power in state.purses else 0
    rows = (Row(key="points", amount=mine, reason="Your points", rule="1.1"),)
    return (
        Panel(
            key=order.valley,
            title=order.valley.title(),
            tally=tally("Naming", rows),
            chances=(Chance(row="2-6", meaning="held", parts=5, whole=6),),
        ),
    )


def board(state: TinyState, power: str | None) -> Any:
    """What is seen of it."""
    return {
        "turn": state.turn,
        "holders": dict(sorted(state.holders.items())),
        "mine": {p: purse.points for p, purse in sorted(state.purses.items())},
    }


def line(event: Event) -> Line:
    """An event in words."""
    match event:
        case Placed():
            return Line(head="Your points lie", rest=str(event.points), actor=event.power)
        case Held():
            holder = POWERS[event.holder].name if event.holder else "nobody"
            return Line(
                head=f"{event.valley.title()}: {holder}",
                rest=f"Die {event.die}.",
                rule=event.rule,
                actor=event.holder,
                weight=60,
            )
        case Spied():
            return Line(head="Your spy is back", rest=f"Die {event.die}.", actor=event.power)
        case Whispered():
            return Line(head=f"{event.power} whispers to {event.to}", actor=event.power)
        case Overheard():
            return Line(head=f"{event.whispers} whispers were heard")
        case BridgeChanged():
            return Line(head="The bridge is otherwise")
        case FactDeclared():
            said = f"{event.label}: {event.after}"
            return Line(head=said, actor=event.by, sort="fact", news=News(one=said))
        case FactConfirmed():
            return Line(head=f"{event.label} confirmed", actor=event.by, sort="fact")
        case FactDisputed():
            return Line(head=f"{event.label} disputed", actor=event.by, sort="fact")
        case _:
            return Line(head="Placements are public", sort="clock", weight=1)


BOOK = Rulebook(
    key="tiny",
    title="Tiny Valleys",
    revision="1",
    summary="For tests.",
    state_type=TinyState,
    powers=POWERS,
    factions={
        "up": Faction(name="The Upper League", hue="western"),
        "down": Faction(name="The Lower League", hue="axis"),
    },
    switches={
        "fog": Switch(key="fog", label="Fog", choices={"on": "On", "off": "Off"}, default="off")
    },
    scenarios=SCENARIOS,
    facts=FACTS,
    index=RuleIndex(
        "tiny",
        (RuleEntry(ref="1.1", heading="Placing"), RuleEntry(ref="1.2", heading="Naming")),
    ),
    orders={
        str(kind.__struct_config__.tag): kind
        for kind in (Place, Name, Answer, Declare, Confirm, Dispute, Spy, Call, Reply, Whisper)
    },
    event_types=Placed
    | Held
    | Spied
    | Whispered
    | Overheard
    | BridgeChanged
    | FactDeclared
    | FactConfirmed
    | FactDisputed
    | OrdersReleased,
    seeded=True,
    turn=Turn(
        adjudication=Course,
        opening=opening,
        begin=lambda course: None,
        run=run,
        asked=asked,
        phase=phase,
        menu=menu,
        autopilot=autopilot,
        acts=acts,
        perform=perform,
        corrected=corrected,
        standing=standing,
    ),
    board=board,
    tell=line,
    preview=previews,
)

PLACE = {"kind": "place", "points": {"east": 2, "west": 1}}

NAME = {"kind": "name", "valley": "east"}

NORTH = {"kind": "place", "points": {"east": 2}}

SPY = {"kind": "spy"}

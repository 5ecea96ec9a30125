"""A small whole rulebook for the campaign's own tests: two phases a turn, secrets, dice, facts.

Three powers. In *place* each spreads points over two valleys in secret (kept back until the end
of the turn). In *name* each may name a valley; a die and the points decide who holds it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from rules.kernel.audience import PUBLIC, Audience, only
from rules.kernel.cite import RuleEntry, RuleIndex
from rules.kernel.contract import Resolution
from rules.kernel.dice import Dice
from rules.kernel.events import Event, FactConfirmed, FactDeclared, Line, OrdersReleased
from rules.kernel.facts import Claim, FactGroup, FactRegistry, FactSpec
from rules.kernel.menus import Allot, Choice, Declare, Menu, Pick, PickMany
from rules.kernel.orders import Order
from rules.kernel.pages import Chance, Panel
from rules.kernel.phases import AskedPower, Phase, PhaseStep
from rules.kernel.setup import Faction, Power, Scenario, Switch
from rules.kernel.state import Ending, State
from rules.kernel.tally import Row, tally
from tests.toy_books import record

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


class DeclareFacts(Order, frozen=True, kw_only=True, tag="declare"):
    """Declare facts."""

    facts: dict[str, Any] = msgspec.field(default_factory=dict)


class ConfirmFacts(Order, frozen=True, kw_only=True, tag="confirm"):
    """Confirm facts."""

    keys: tuple[str, ...] = ()


class Spy(Order, frozen=True, kw_only=True, tag="spy"):
    """Roll a die at once, for one's own eyes."""


class Call(Order, frozen=True, kw_only=True, tag="call"):
    """Call on everybody else."""


class Reply(Order, frozen=True, kw_only=True, tag="reply"):
    """Reply to a call."""


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


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """What a power placed, for its own eyes."""

    audience: Audience
    points: dict[str, int]


class TinyState(State, frozen=True, kw_only=True):
    """The state."""

    shown: ClassVar[frozenset[str]] = State.shown | {
        "purses", "holders", "placed_by", "caller"
    }  # fmt: skip

    purses: dict[str, Purse] = msgspec.field(default_factory=dict)
    holders: dict[str, str] = msgspec.field(default_factory=dict)
    placed_by: tuple[str, ...] = ()
    caller: str = ""


class TinyBook:
    """The book."""

    key = "tiny"
    title = "Tiny Valleys"
    revision = "1"
    summary = "For tests."
    state_type = TinyState
    powers = {
        "north": Power(key="north", name="Northland", code="NO", faction="up", mark="square"),
        "south": Power(key="south", name="Southland", code="SO", faction="down", mark="disc"),
        "isle": Power(key="isle", name="The Isle", code="IS", faction="down", mark="triangle"),
    }
    factions = {
        "up": Faction(name="The Upper League", hue="western"),
        "down": Faction(name="The Lower League", hue="axis"),
    }
    scenarios = {
        "short": Scenario(
            key="short",
            title="Two turns",
            summary="Short.",
            seats=("north", "south", "isle"),
            turns=2,
        ),
        "long": Scenario(
            key="long",
            title="Many turns",
            summary="Long.",
            seats=("north", "south", "isle"),
            turns=400,
        ),
    }
    switches = {
        "fog": Switch(key="fog", label="Fog", choices={"on": "On", "off": "Off"}, default="off")
    }
    facts = FactRegistry(
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
    index = RuleIndex(
        "tiny", (RuleEntry(ref="1.1", heading="Placing"), RuleEntry(ref="1.2", heading="Naming"))
    )
    orders: ClassVar[Mapping[str, type[Order]]] = {
        "place": Place,
        "name": Name,
        "answer": Answer,
        "declare": DeclareFacts,
        "confirm": ConfirmFacts,
        "spy": Spy,
        "call": Call,
        "reply": Reply,
    }
    event_types = Placed | Held | Spied | FactDeclared | FactConfirmed | OrdersReleased

    def start(
        self,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
        facts: Mapping[str, Any],
    ) -> Resolution[TinyState]:
        return Resolution(
            state=TinyState(
                scenario=scenario,
                variants=dict(variants),
                step="place",
                facts=self.facts.defaults(facts),
            )
        )

    def phase(self, state: TinyState) -> Phase:
        place = state.step == "place"
        what = "Place your points" if place else "Name a valley"
        return Phase(
            key=state.step,
            title="Placing" if place else "Naming",
            turn=state.turn,
            turn_title=f"Turn {state.turn}",
            asked=()
            if state.ending
            else tuple(
                AskedPower(
                    power=power, what=what, silence=f"{self.powers[power].name} does nothing"
                )
                for power in self.powers
            ),
            steps=STEPS,
            release="later" if place else "resolution",
            family=state.step,
            rule="1.1" if place else "1.2",
        )

    def menu(self, state: TinyState, power: str) -> Menu | None:
        choices = tuple(Choice(value=valley, label=valley.title()) for valley in VALLEYS)
        if state.step == "place":
            most = 3 if state.facts["bridge"] else 2
            return Menu(
                power=power,
                order="place",
                title="Place",
                fields=(
                    Allot(key="points", label="Points", rule="1.1", choices=choices, total=most),
                ),
            )
        mine = state.purses[power].points if power in state.purses else {}
        choices = tuple(c for c in choices if mine.get(c.value)) or choices
        return Menu(
            power=power,
            order="name",
            title="Name",
            fields=(Pick(key="valley", label="Valley", rule="1.2", choices=choices),),
        )

    def standing_menu(self, state: TinyState, power: str) -> Menu | None:
        choices = tuple(Choice(value=valley, label=valley.title()) for valley in VALLEYS)
        return Menu(
            power=power,
            order="answer",
            title="Fall back",
            fields=(Pick(key="valley", label="Valley", choices=choices),),
        )

    def acts(self, state: TinyState, power: str) -> tuple[Menu, ...]:
        mine = tuple(spec for spec in self.facts if power in spec.declares)
        menus = [
            Menu(power=power, order="spy", title="Spy", fields=()),
            Menu(power=power, order="call", title="Call", fields=()),
        ]
        if state.caller not in ("", power):
            menus.append(Menu(power=power, order="reply", title="Reply", fields=(), urgent=True))
        if mine:
            menus.append(
                Menu(
                    power=power,
                    order="declare",
                    title="Declare",
                    fields=(Declare(key="facts", label="Facts", facts=mine),),
                )
            )
        open_claims = tuple(
            Choice(value=key, label=self.facts[key].label)
            for key, claim in sorted(state.claims.items())
            if not claim.confirmed_by and claim.by != power
        )
        if open_claims:
            menus.append(
                Menu(
                    power=power,
                    order="confirm",
                    title="Confirm",
                    fields=(PickMany(key="keys", label="Facts", choices=open_claims),),
                )
            )
        return tuple(menus)

    def perform(
        self, state: TinyState, power: str, act: Order, dice: Dice
    ) -> Resolution[TinyState]:
        match act:
            case DeclareFacts():
                events = tuple(
                    FactDeclared(
                        key=key,
                        label=self.facts[key].label,
                        before=state.facts[key],
                        after=value,
                        by=power,
                    )
                    for key, value in sorted(act.facts.items())
                )
                claims = {
                    **state.claims,
                    **{key: Claim(by=power, turn=state.turn) for key in act.facts},
                }
                return Resolution(
                    state=msgspec.structs.replace(
                        state, facts={**state.facts, **act.facts}, claims=claims
                    ),
                    events=events,
                )
            case ConfirmFacts():
                claims = {
                    **state.claims,
                    **{
                        key: msgspec.structs.replace(state.claims[key], confirmed_by=power)
                        for key in act.keys
                    },
                }
                confirmed = tuple(
                    FactConfirmed(
                        key=key, label=self.facts[key].label, value=state.facts[key], by=power
                    )
                    for key in act.keys
                )
                return Resolution(
                    state=msgspec.structs.replace(state, claims=claims), events=confirmed
                )
            case Call():
                return Resolution(state=msgspec.structs.replace(state, caller=power))
            case Reply():
                return Resolution(state=msgspec.structs.replace(state, caller=""))
            case _:
                die = dice.roll(f"spy of {power}")
                return Resolution(
                    state=state, events=(Spied(power=power, die=die, audience=only(power)),)
                )

    def resolve(
        self,
        state: TinyState,
        orders: Mapping[str, Order],
        standing: Mapping[str, Order],
        dice: Dice,
    ) -> Resolution[TinyState]:
        if state.step == "place":
            given = {
                power: order.points for power, order in orders.items() if isinstance(order, Place)
            }
            purses = {
                power: Purse(audience=only(power), points=points) for power, points in given.items()
            }
            events = tuple(
                Placed(power=p, points=given[p], audience=only(p)) for p in sorted(given)
            )
            return Resolution(
                state=msgspec.structs.replace(state, step="name", purses=purses), events=events
            )
        named = sorted(
            {order.valley for order in orders.values() if isinstance(order, Name) and order.valley}
        )
        happened: list[Event] = []
        holders = dict(state.holders)
        for valley in named:
            die = dice.roll(f"naming {valley}")
            scores = {
                power: state.purses[power].points.get(valley, 0) for power in sorted(state.purses)
            }
            holders[valley] = (
                max(scores, key=lambda power: (scores[power], power)) if scores and die > 1 else ""
            )
            happened.append(Held(valley=valley, holder=holders[valley], die=die, rule="1.2"))
        happened.append(OrdersReleased(phases=(f"place@{state.turn}",)))
        last = state.turn >= self.scenarios[state.scenario].turns
        ending = Ending(key="done", text="All turns are played.") if last else None
        after = msgspec.structs.replace(
            state,
            step="place",
            turn=state.turn + (not last),
            holders=holders,
            purses={},
            ending=ending,
        )
        return Resolution(state=after, events=tuple(happened))

    def autopilot(self, state: TinyState, power: str) -> Order | None:
        if state.step == "place":
            return Place(points={"east": 1})
        return Name(
            valley="east"
            if "east" in state.purses.get(power, Purse(audience=PUBLIC, points={"east": 1})).points
            else ""
        )

    def by_seed(self, state: TinyState, power: str, dice: Dice) -> Order | None:
        """Two points somewhere, one of them at least in the east, where without a seed it is one."""
        if state.step == "place":
            other = ("east", "west")[dice.roll("placement", 2) - 1]
            return Place(points={"east": 2} if other == "east" else {"east": 1, other: 1})
        return self.autopilot(state, power)

    def preview(self, state: TinyState, power: str, order: Order | None) -> tuple[Panel, ...]:
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

    def board(self, state: TinyState, power: str | None) -> Any:
        return {
            "turn": state.turn,
            "holders": dict(sorted(state.holders.items())),
            "mine": {p: purse.points for p, purse in sorted(state.purses.items())},
        }

    def tell(self, event: Event) -> Line:
        match event:
            case Placed():
                return Line(head="Your points lie", rest=str(event.points), actor=event.power)
            case Held():
                holder = self.powers[event.holder].name if event.holder else "nobody"
                return Line(
                    head=f"{event.valley.title()}: {holder}",
                    rest=f"Die {event.die}.",
                    rule=event.rule,
                    actor=event.holder,
                    weight=60,
                )
            case Spied():
                return Line(head="Your spy is back", rest=f"Die {event.die}.", actor=event.power)
            case FactDeclared():
                return Line(head=f"{event.label}: {event.after}", actor=event.by, sort="fact")
            case FactConfirmed():
                return Line(head=f"{event.label} confirmed", actor=event.by, sort="fact")
            case _:
                return Line(head="Placements are public", sort="clock", weight=1)

    def ask(self, state: TinyState, question: str, arguments: Mapping[str, Any]) -> Any:
        raise KeyError(question)


BOOK = record(TinyBook())

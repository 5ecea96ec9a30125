"""Two Thrones: a rulebook of one page, small enough to know every answer by heart.

Each spring Aurelia and Borealis stake up to three crowns in secret on Marchland or Fenland; in
summer the stakes are shown and one die per courted land is thrown. Three years make a game.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from rules.kernel.adjudication import Adjudication
from rules.kernel.audience import PUBLIC, Audience, only
from rules.kernel.calendar import Calendar, Date
from rules.kernel.cite import RuleEntry, RuleIndex
from rules.kernel.contract import Turn
from rules.kernel.dice import LoadedDice
from rules.kernel.errors import NotUnderstood
from rules.kernel.events import Event, FactDeclared, Line
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactValue
from rules.kernel.menus import Allot, Barred, Choice, Declare, Flag, Menu
from rules.kernel.odds import distribution
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower, Phase
from rules.kernel.questions import Questions
from rules.kernel.rulebook import Rulebook
from rules.kernel.setup import Faction, Power, Scenario, Switch
from rules.kernel.state import Ending, State
from rules.kernel.tally import Row, Tally, tally

LANDS = ("marchland", "fenland")


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    crowns: dict[str, int]
    audience: Audience


class Realm(State, frozen=True, kw_only=True):
    shown: ClassVar[frozenset[str]] = State.shown | {"friends", "stakes"}

    friends: dict[str, str] = msgspec.field(default_factory=dict)
    stakes: dict[str, Stake] = msgspec.field(default_factory=dict)
    vault: int = 7


class StakeLand(Order, frozen=True, kw_only=True, tag="stake"):
    crowns: dict[str, int] = {}
    loud: bool = False


class Tell(Order, frozen=True, kw_only=True, tag="tell"):
    facts: dict[str, FactValue] = {}


class Standing(Order, frozen=True, kw_only=True, tag="standing"):
    loud: bool = False


class Staked(Event, frozen=True, kw_only=True, tag="staked"):
    power: str
    crowns: dict[str, int]


class Courted(Event, frozen=True, kw_only=True, tag="courted"):
    land: str
    die: int
    tally: Tally
    friend: str
    audience: Audience = PUBLIC


POWERS = {
    name: Power(key=name, name=name.title(), code=name[:2], faction=name, mark="disc")
    for name in ("aurelia", "borealis")
}
SCENARIOS = {"peace": Scenario(key="peace", title="Peace", summary="", seats=("aurelia",), turns=3)}
FACTS = FactRegistry(
    (FactGroup(key="map", title="Map"),),
    (
        FactSpec(
            key="control.ford",
            label="Who holds the ford",
            type="control",
            default="none",
            group="map",
            options=("aurelia", "borealis", "none"),
        ),
        FactSpec(key="boats", label="Boats", type="count", default=0, group="map", most=9),
    ),
)
INDEX = RuleIndex(
    "two_thrones",
    (
        RuleEntry(ref="12.1", heading="Stakes"),
        RuleEntry(ref="12.2", heading="Fenland is closed while it floods", part="floods"),
        RuleEntry(ref="12.3", heading="Courting"),
    ),
)
CALENDAR = Calendar(periods=("spring", "summer"), first=Date(1200, 0))


class Course(Adjudication[Realm]):
    registry = FACTS
    agrees_at_once = True


def opening(
    scenario: str, variants: Mapping[str, str], tables: Any, facts: Mapping[str, Any]
) -> Realm:
    if scenario not in SCENARIOS:
        raise NotUnderstood(f"No scenario {scenario!r}.", remedy="Play peace.")
    return Realm(
        scenario=scenario,
        variants={"purse": "3", **variants},
        step="stake",
        facts=FACTS.defaults(facts),
    )


def asked(state: Realm) -> tuple[AskedPower, ...]:
    powers = POWERS if state.step == "stake" else ()
    return tuple(AskedPower(power=p, what="stake", silence="nothing is staked") for p in powers)


def phase(state: Realm) -> Phase:
    return Phase(
        key=state.step,
        title=state.step,
        turn=state.turn,
        turn_title=CALENDAR.name(state.turn),
        asked=asked(state),
    )


def menu(state: Realm, power: str) -> Menu | None:
    if state.step != "stake":
        return None
    closed = Barred("it floods", "12.2") if state.facts["boats"] == 0 else None
    return Menu(
        power=power,
        order="stake",
        title="Stake",
        fields=(
            Allot(
                key="crowns",
                label="Crowns",
                rule="12.1",
                choices=(
                    Choice(value="marchland", label="Marchland"),
                    Choice(value="fenland", label="Fenland", barred=closed),
                ),
                total=int(state.variants["purse"]),
                cap=2,
                cap_rule="12.1",
            ),
            Flag(key="loud", label="Loudly", barred=Barred("hush", "12.3")),
        ),
    )


def standing(state: Realm, power: str) -> Menu:
    fields = (Flag(key="loud", label="Loudly"),)
    return Menu(power=power, order="standing", title="Standing", fields=fields)


def acts(state: Realm, power: str) -> tuple[Menu, ...]:
    fields = (Declare(key="facts", label="Facts", facts=tuple(FACTS)),)
    return (Menu(power=power, order="tell", title="Tell", fields=fields),)


def perform(course: Adjudication[Any], power: str, act: Order) -> None:
    assert isinstance(act, Tell)
    before = course.state.facts
    for k, v in act.facts.items():
        course.tell(FactDeclared(key=k, label=k, before=before[k], after=v, by=power, rule="12.3"))
    course.change(facts={**before, **act.facts})


def run(course: Adjudication[Any], orders: Mapping[str, Order]) -> None:
    if course.state.step == "stake":
        _stake(course, orders)
    else:
        _show(course)


def _stake(course: Adjudication[Any], orders: Mapping[str, Order]) -> None:
    stakes = {}
    for power in POWERS:
        order = orders.get(power, StakeLand())
        assert isinstance(order, StakeLand)
        stakes[power] = Stake(crowns=order.crowns, audience=only(power))
        course.tell(Staked(power=power, crowns=order.crowns, rule="12.1", audience=only(power)))
    course.change(stakes=stakes, step="show", turn=course.state.turn + 1)


def _show(course: Adjudication[Any]) -> None:
    state = course.state
    friends = dict(state.friends)
    for land in LANDS:
        total = weigh(state, land)
        if not total.rows:
            continue
        die = course.dice.roll(f"court {land}")
        score = die + total.net
        friend = "aurelia" if score >= 5 else "borealis" if score <= 2 else ""
        if friend:
            friends[land] = friend
        course.tell(Courted(land=land, die=die, tally=total, friend=friend, rule="12.3"))
    ending = Ending(key="peace", text="Three years are over") if state.turn >= 6 else None
    course.change(friends=friends, stakes={}, step="stake", turn=state.turn + 1, ending=ending)


def weigh(state: Realm, land: str) -> Tally:
    signs = {"aurelia": 1, "borealis": -1}
    rows = [
        Row(
            key=power,
            amount=signs[power] * stake.crowns.get(land, 0),
            reason=power,
            rule="12.1",
        )
        for power, stake in state.stakes.items()
    ]
    ford = signs.get(str(state.facts["control.ford"]), 0)
    held = Row(
        key="ford", amount=ford or 1, reason="the ford", rule="12.3", reads=("control.ford",)
    )
    return tally(land, [*rows, held] if ford else rows, passed=() if ford else (held,))


def autopilot(state: Realm, power: str, menu: Menu) -> Order | None:
    return StakeLand(crowns={"marchland": 1}) if state.step == "stake" else None


class Asks(Questions):
    """Questions that take what they are given as it is."""

    def ask(self, state: Any, question: str, arguments: Mapping[str, Any]) -> Any:
        if question == "weigh":
            return weigh(state, arguments["of"])
        if question == "odds":
            net = weigh(state, arguments["of"]).net
            return distribution(lambda die: str(die + net), 6)
        if question == "crash":
            raise ZeroDivisionError("a bug of the rulebook")
        if question == "roll":
            return LoadedDice().roll("never")
        raise NotUnderstood(f"No question {question!r}.", remedy="Ask weigh or odds.")


BOOK = Rulebook(
    key="two_thrones",
    title="Two Thrones",
    revision="1",
    summary="A game of one page.",
    state_type=Realm,
    powers=POWERS,
    factions={
        "aurelia": Faction(name="Aurelia", hue="western"),
        "borealis": Faction(name="Borealis", hue="axis"),
    },
    switches={
        "purse": Switch(
            key="purse", label="Purse", choices={"3": "three", "5": "five"}, default="3"
        )
    },
    scenarios=SCENARIOS,
    facts=FACTS,
    index=INDEX,
    orders={"stake": StakeLand, "tell": Tell, "standing": Standing},
    event_types=Staked | Courted | FactDeclared,
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
        standing=standing,
    ),
    board=lambda state, power: {"friends": state.friends},
    tell=lambda event: Line(head=type(event).__name__, rule=event.rule),
    questions=Asks(),
)

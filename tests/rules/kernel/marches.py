"""Two Thrones: a rulebook of one page, small enough to know every answer by heart.

Each spring Aurelia and Borealis stake up to three crowns in secret on Marchland or Fenland; in
summer the stakes are shown and one die per courted land is thrown. Three years make a game.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from rules.kernel.audience import PUBLIC, Audience, only
from rules.kernel.calendar import Calendar, Date
from rules.kernel.cite import RuleEntry, RuleIndex
from rules.kernel.contract import Resolution
from rules.kernel.dice import Dice, LoadedDice
from rules.kernel.errors import NotUnderstood
from rules.kernel.events import Event, FactDeclared, Line
from rules.kernel.facts import FactGroup, FactRegistry, FactSpec, FactValue
from rules.kernel.menus import Allot, Barred, Choice, Declare, Flag, Menu
from rules.kernel.odds import distribution
from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower, Phase
from rules.kernel.setup import Faction, Power, Scenario, Switch
from rules.kernel.state import Ending, State
from rules.kernel.tally import Row, Tally, tally
from tests.toy_books import record

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


class TwoThrones:
    key = "two_thrones"
    title = "Two Thrones"
    revision = "1"
    summary = "A game of one page."
    state_type = Realm
    powers: Mapping[str, Power] = {
        name: Power(key=name, name=name.title(), code=name[:2], faction=name, mark="disc")
        for name in ("aurelia", "borealis")
    }
    factions: Mapping[str, Faction] = {
        "aurelia": Faction(name="Aurelia", hue="western"),
        "borealis": Faction(name="Borealis", hue="axis"),
    }
    scenarios: Mapping[str, Scenario] = {
        "peace": Scenario(key="peace", title="Peace", summary="", seats=("aurelia",), turns=3)
    }
    switches: Mapping[str, Switch] = {
        "purse": Switch(
            key="purse", label="Purse", choices={"3": "three", "5": "five"}, default="3"
        )
    }
    facts = FactRegistry(
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
    index = RuleIndex(
        "two_thrones",
        (
            RuleEntry(ref="12.1", heading="Stakes"),
            RuleEntry(ref="12.2", heading="Fenland is closed while it floods", part="floods"),
            RuleEntry(ref="12.3", heading="Courting"),
        ),
    )
    orders: Mapping[str, type[Order]] = {"stake": StakeLand, "tell": Tell, "standing": Standing}
    event_types: Any = Staked | Courted | FactDeclared
    calendar = Calendar(periods=("spring", "summer"), first=Date(1200, 0))

    def start(
        self,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
        facts: Mapping[str, Any],
    ) -> Resolution[Realm]:
        if scenario not in self.scenarios:
            raise NotUnderstood(f"No scenario {scenario!r}.", remedy="Play peace.")
        state = Realm(
            scenario=scenario,
            variants={"purse": "3", **variants},
            step="stake",
            facts=self.facts.defaults(facts),
        )
        return Resolution(state=state)

    def phase(self, state: Realm) -> Phase:
        asked = (
            tuple(
                AskedPower(power=p, what="stake", silence="nothing is staked") for p in self.powers
            )
            if state.step == "stake"
            else ()
        )
        return Phase(
            key=state.step,
            title=state.step,
            turn=state.turn,
            turn_title=self.calendar.name(state.turn),
            asked=asked,
        )

    def menu(self, state: Realm, power: str) -> Menu | None:
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

    def standing_menu(self, state: Realm, power: str) -> Menu | None:
        fields = (Flag(key="loud", label="Loudly"),)
        return Menu(power=power, order="standing", title="Standing", fields=fields)

    def acts(self, state: Realm, power: str) -> tuple[Menu, ...]:
        fields = (Declare(key="facts", label="Facts", facts=tuple(self.facts)),)
        return (Menu(power=power, order="tell", title="Tell", fields=fields),)

    def perform(self, state: Realm, power: str, act: Order, dice: Dice) -> Resolution[Realm]:
        assert isinstance(act, Tell)
        events = tuple(
            FactDeclared(key=k, label=k, before=state.facts[k], after=v, by=power, rule="12.3")
            for k, v in act.facts.items()
        )
        facts = {**state.facts, **act.facts}
        return Resolution(state=msgspec.structs.replace(state, facts=facts), events=events)

    def resolve(
        self,
        state: Realm,
        orders: Mapping[str, Order],
        standing: Mapping[str, Order],
        dice: Dice,
    ) -> Resolution[Realm]:
        if state.step == "stake":
            return self._staked(state, orders)
        return self._shown(state, dice)

    def _staked(self, state: Realm, orders: Mapping[str, Order]) -> Resolution[Realm]:
        stakes, events = {}, []
        for power in self.powers:
            order = orders.get(power, StakeLand())
            assert isinstance(order, StakeLand)
            stakes[power] = Stake(crowns=order.crowns, audience=only(power))
            events.append(
                Staked(power=power, crowns=order.crowns, rule="12.1", audience=only(power))
            )
        new = msgspec.structs.replace(state, stakes=stakes, step="show", turn=state.turn + 1)
        return Resolution(state=new, events=tuple(events))

    def _shown(self, state: Realm, dice: Dice) -> Resolution[Realm]:
        friends, events = dict(state.friends), []
        for land in LANDS:
            total = self.weigh(state, land)
            if not total.rows:
                continue
            die = dice.roll(f"court {land}")
            score = die + total.net
            friend = "aurelia" if score >= 5 else "borealis" if score <= 2 else ""
            if friend:
                friends[land] = friend
            events.append(Courted(land=land, die=die, tally=total, friend=friend, rule="12.3"))
        over = state.turn >= 6
        new = msgspec.structs.replace(
            state,
            friends=friends,
            stakes={},
            step="stake",
            turn=state.turn + 1,
            ending=Ending(key="peace", text="Three years are over") if over else None,
        )
        return Resolution(state=new, events=tuple(events))

    def weigh(self, state: Realm, land: str) -> Tally:
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
        ford = {"aurelia": 1, "borealis": -1}.get(str(state.facts["control.ford"]), 0)
        held = Row(
            key="ford", amount=ford or 1, reason="the ford", rule="12.3", reads=("control.ford",)
        )
        return tally(land, [*rows, held] if ford else rows, passed=() if ford else (held,))

    def autopilot(self, state: Realm, power: str) -> Order | None:
        return StakeLand(crowns={"marchland": 1}) if state.step == "stake" else None

    def board(self, state: Realm, power: str | None) -> Any:
        return {"friends": state.friends}

    def tell(self, event: Event) -> Line:
        return Line(head=type(event).__name__, rule=event.rule)

    def ask(self, state: Realm, question: str, arguments: Mapping[str, Any]) -> Any:
        if question == "weigh":
            return self.weigh(state, arguments["of"])
        if question == "odds":
            net = self.weigh(state, arguments["of"]).net
            return distribution(lambda die: str(die + net), 6)
        if question == "crash":
            raise ZeroDivisionError("a bug of the rulebook")
        if question == "roll":
            return LoadedDice().roll("never")
        raise NotUnderstood(f"No question {question!r}.", remedy="Ask weigh or odds.")


BOOK = record(TwoThrones())

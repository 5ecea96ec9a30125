"""Events in words."""

from examples.three_harbors.model import events as e
from examples.three_harbors.model.powers import POWERS
from examples.three_harbors.model.tables import ISLANDS
from rules.kernel.events import FactConfirmed, FactDeclared, FactDisputed, Line, OrdersReleased
from rules.kernel.wording import Words, objection


def _sent(event: e.EnvoySent) -> Line:
    head = f"Your envoy leaves for {ISLANDS[event.island]}"
    return Line(head=head, rule=event.rule, actor=event.power)


def _turn(event: e.TurnBegan) -> Line:
    return Line(head=f"Turn {event.turn} begins", rule=event.rule, weight=5, sort="clock")


def _arrived(event: e.EnvoyArrived) -> Line:
    head = f"An envoy of {POWERS[event.power].name} reaches {ISLANDS[event.island]}"
    return Line(head=head, rest=f"{_coins(event.coins)}.", rule=event.rule, actor=event.power)


def _coins(coins: int) -> str:
    return "No coins" if not coins else f"{coins} coin{'' if coins == 1 else 's'}"


def _asked(event: e.IslandAsked) -> Line:
    return Line(
        head=f"{ISLANDS[event.island]} {'agrees' if event.won else 'declines'}",
        rest=f"Die {event.die}, {event.tally.net:+} added; {event.needed} needed.",
        rule=event.rule,
        actor=event.power,
        weight=30,
        detail=event.tally,
        die=event.die,
        topic=event.island,
    )


def _joined(event: e.IslandJoined) -> Line:
    rest = f"It leaves {POWERS[event.before].name}." if event.before else ""
    return Line(
        head=f"{ISLANDS[event.island]} joins {POWERS[event.power].name}",
        rest=rest,
        rule=event.rule,
        actor=event.power,
        weight=60,
        topic=event.island,
    )


def _ended(event: e.GameEnded) -> Line:
    return Line(head="The game is over", rule=event.rule, weight=40, sort="clock")


def _released(event: OrdersReleased) -> Line:
    return Line(head="All envoys are turned over", weight=1, sort="clock")


def _declared(event: FactDeclared) -> Line:
    head = f"{event.label}: {_value(event.after)}"
    return Line(head=head, rule=event.rule, actor=event.by, weight=8, sort="fact")


def _confirmed(event: FactConfirmed) -> Line:
    head = f"{event.label}: {_value(event.value)}, confirmed"
    return Line(head=head, rule=event.rule, actor=event.by, weight=4, sort="fact")


def _disputed(event: FactDisputed) -> Line:
    head = f"{event.label}: {_value(event.value)}, disputed"
    return Line(
        head=head,
        rest=objection(event, _value),
        rule=event.rule,
        actor=event.by,
        weight=8,
        sort="fact",
    )


def _value(value: object) -> str:
    return "yes" if value else "no"


WORDS = Words(
    {
        e.EnvoySent: _sent,
        e.TurnBegan: _turn,
        e.EnvoyArrived: _arrived,
        e.IslandAsked: _asked,
        e.IslandJoined: _joined,
        e.GameEnded: _ended,
        OrdersReleased: _released,
        FactDeclared: _declared,
        FactConfirmed: _confirmed,
        FactDisputed: _disputed,
    }
)
line = WORDS.line


def name(key: str) -> str:
    """What a key that stands in an order is called; empty for one that is no island."""
    return ISLANDS.get(key, "")

"""Events in words."""

from collections.abc import Mapping

from examples.three_harbors.model.events import Held, Placed
from examples.three_harbors.model.powers import POWERS
from examples.three_harbors.model.tables import VALLEYS
from rules.kernel.events import (
    FactConfirmed,
    FactDeclared,
    FactDisputed,
    Line,
    News,
    OrdersReleased,
)
from rules.kernel.wording import Words, objection


def spread(points: Mapping[str, int]) -> str:
    """Points by valley, in words."""
    return ", ".join(f"{VALLEYS[valley]} {count}" for valley, count in points.items() if count)


def _placed(event: Placed) -> Line:
    rest = f"{spread(event.points)}."
    return Line(head="Your points lie", rest=rest, rule=event.rule, actor=event.power)


def _held(event: Held) -> Line:
    holder = POWERS[event.holder].name if event.holder else "nobody"
    return Line(
        head=f"{VALLEYS[event.valley]}: {holder}",
        rest=f"Die {event.die}.",
        rule=event.rule,
        actor=event.holder,
        weight=60,
        detail=event.tally,
        die=event.die,
    )


def _released(event: OrdersReleased) -> Line:
    return Line(head="Placements are public", weight=1, sort="clock")


def _declared(event: FactDeclared) -> Line:
    said = f"{event.label}: {_value(event.after)}"
    return Line(head=said, rule=event.rule, actor=event.by, sort="fact", news=News(one=said))


def _confirmed(event: FactConfirmed) -> Line:
    head = f"{event.label} confirmed"
    return Line(head=head, rule=event.rule, actor=event.by, sort="fact")


def _disputed(event: FactDisputed) -> Line:
    head = f"{event.label} disputed"
    rest = objection(event, _value)
    return Line(head=head, rest=rest, rule=event.rule, actor=event.by, sort="fact")


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


WORDS = Words(
    {
        Placed: _placed,
        Held: _held,
        OrdersReleased: _released,
        FactDeclared: _declared,
        FactConfirmed: _confirmed,
        FactDisputed: _disputed,
    }
)
line = WORDS.line


def name(key: str) -> str:
    """What a key that stands in an order is called; empty for one that is no valley."""
    return VALLEYS.get(key, "")

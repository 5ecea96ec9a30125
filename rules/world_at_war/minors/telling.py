"""What happens to minor countries, in words."""

from rules.kernel.events import Line
from rules.world_at_war.minors.happenings import ClockEnded, ClockStarted
from rules.world_at_war.telling import describe


@describe.register
def _started(event: ClockStarted) -> Line:
    return Line(head=event.text, rule=event.rule, actor=event.power, weight=12)


@describe.register
def _ended(event: ClockEnded) -> Line:
    return Line(head=event.text, rule=event.rule, actor=event.power, weight=14)

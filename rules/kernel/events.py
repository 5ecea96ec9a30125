"""Events: past-tense facts that carry their own audience.

If nobody says who may see an event, nobody does, so that forgetting hides and never leaks.
Events hold data, not prose; a rulebook turns them into sentences at the edge (``tell``).
"""

from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any

import msgspec

from rules.kernel.audience import NOBODY, PUBLIC, Audience, Viewer
from rules.kernel.facts import FactValue


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Something that happened in a phase, by which rule, and who may know."""

    rule: str = ""
    audience: Audience = NOBODY

    def seen_by(self, who: Viewer) -> bool:
        """Whether the viewer may know of it at all."""
        return self.audience.admits(who)

    @property
    def begins(self) -> str:
        """The key of the clock or duty that begins by it, as what is open of the map has it; empty for none."""
        return ""


class PublicEvent(Event, frozen=True, kw_only=True):
    """Something that everybody may know."""

    audience: Audience = PUBLIC


def kinds_in(*modules: ModuleType) -> Any:
    """The union of all kinds of event that these modules define, for reading them back."""
    kinds = [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Event) and each.__module__ == module.__name__
    ]
    return reduce(or_, kinds)


class FactDeclared(PublicEvent, frozen=True, kw_only=True, tag="fact_declared"):
    """A fact of the map was declared or corrected; the past keeps what it was."""

    key: str
    label: str
    before: FactValue
    after: FactValue
    by: str


class FactConfirmed(PublicEvent, frozen=True, kw_only=True, tag="fact_confirmed"):
    """The other side agreed to a declared fact."""

    key: str
    label: str
    value: FactValue
    by: str


class FactDisputed(PublicEvent, frozen=True, kw_only=True, tag="fact_disputed"):
    """The other side does not agree to a declared fact. ``instead`` is what it is as they say, ``None``
    where they said only why.
    """

    key: str
    label: str
    value: FactValue
    by: str
    instead: FactValue | None = None
    reason: str = ""


class OrdersReleased(PublicEvent, frozen=True, kw_only=True, tag="orders_released"):
    """Sealed orders that were kept back at their phase's end become public now.

    ``phases`` are the keys-with-turn of the phases (``place@3``), as given by the rulebook.
    """

    phases: tuple[str, ...]


Slots = dict[str, str | tuple[str, ...]]
"""What stands in the slots of a message: names, which gather, or a text, which does not."""


class News(msgspec.Struct, frozen=True, kw_only=True):
    """An event as a headline tells it: messages, and what stands in their slots.

    ``one`` is a clause for one who does it (``{who} gears up``), ``many`` the same for several. Both begin
    as in the middle of a sentence and end without a full stop. News of the same message gather
    into one clause where they differ in one slot of names alone: ``who`` then names all of them.
    ``alone`` stands in place of ``one`` while nothing is gathered, and may say more.

    In the lede follow ``why``, a sentence, which gathers in the same way, or, where several were gathered, a
    list of what ``part`` says of each (``{who} {sum}``), as ``parts`` has it.

    Without ``one`` it is an aside, of routine: ``why`` is the lede of a phase that has no news.
    """

    one: str
    many: str = ""
    alone: str = ""
    why: str = ""
    part: str = ""
    parts: str = "{parts}"
    slots: Slots = {}


UNTOLD = News(one="")
"""Of a line whose event is told by another: a headline has its head only where there is nothing else."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """An event in words, for logs and histories.

    ``head`` is the outcome, put first and in bold; ``rest`` the die and the reasons; ``actor``
    a power or faction whose mark stands beside it; ``weight`` 0 to 100, how much it matters to
    history (headlines take the highest). Lines of one ``topic`` tell one piece of news, of which a
    headline takes the weightiest. ``detail`` is a tally that explains it, ``die`` the die that
    was thrown (0 for none). ``news`` is how a headline tells it, where that is not by its head.
    ``mark`` names what may be taken back; a line that ``undoes`` it tells that it was, and neither is told in a
    headline.
    """

    head: str
    rest: str = ""
    rule: str = ""
    actor: str = ""
    weight: int = 10
    sort: str = "result"
    detail: Any = None
    die: int = 0
    topic: str = ""
    news: News | None = None
    mark: str = ""
    undoes: str = ""


def line_of(event: Event, head: str, rest: str = "", **parts: Any) -> Line:
    """A line with the rule of its event."""
    return Line(head=head, rest=rest, rule=event.rule, **parts)

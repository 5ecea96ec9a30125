"""Lines of events and their news, and an event in the words of its headline."""

from functools import cache
from typing import Any

from msgspec import structs

from rules.days_of_decision.model.powers import name
from rules.days_of_decision.model.tables import build
from rules.kernel.events import Event, Line, News
from rules.kernel.grammar import capital
from rules.kernel.headlines import Clause
from rules.kernel.tally import Tally


@cache
def _named(*endings: str) -> tuple[str, ...]:
    """The countries whose names end so."""
    return tuple(row.name for row in build({}).minors.values() if row.name.endswith(endings))


PEOPLE = ("Republicans", "Nationalists", "Communists", "Baltic States")
ARTICLES = _named(*PEOPLE, "Netherlands", "Philippines")
"""Countries whose names take an article."""
PLURALS = _named(*PEOPLE)
"""Those of which a sentence tells as of several."""


def line(event: Event, head: str, rest: str = "", **more: Any) -> Line:
    """An event as a line; what its ``power`` did, unless another is named as its actor."""
    more.setdefault("actor", getattr(event, "power", ""))
    return Line(head=head.removesuffix("."), rest=rest, rule=event.rule, **more)


def report(one: str, many: str = "", *, why: str = "", **slots: str | tuple[str, ...]) -> News:
    """An event as a headline tells it, of one or of several, with what stands in its slots."""
    return News(one=one, many=many, why=why, slots=slots)


def report_of(
    event: Any, one: str, many: str = "", *, why: str = "", **slots: str | tuple[str, ...]
) -> News:
    """The same of what the event's own power did (``who``), and with whom it did it (``to``)."""
    if "{to}" in one and "to" not in slots:
        slots["to"] = (name(event.to),)
    return report(one, many, why=why, who=(name(event.power),), **slots)


def named(tally: Tally) -> Tally:
    """A sum whose title ends with a country, by the name that the country has in a sentence."""
    found = next((each for each in ARTICLES if tally.title.endswith(f" {each}")), "")
    if not found:
        return tally
    return structs.replace(tally, title=f"{tally.title.removesuffix(found)}the {found}")


def told(news: News) -> str:
    """News as the head of a line: the log and the cards say it as the headline does."""
    return capital(Clause.of(0, news).said(ARTICLES))

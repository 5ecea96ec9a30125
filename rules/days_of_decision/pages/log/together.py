"""What the lines of one phase say together: who conquered what, whom a failed attempt was about, who builds most.

An event tells that a country falls, a fact who stands in it, a peace who fought it; an option that was turned
over says whom its test is about. A headline takes them together.
"""

from collections.abc import Iterable, Sequence

from msgspec import structs

from rules.days_of_decision.model.names import minor
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.log.declared import declared
from rules.days_of_decision.pages.log.news import report
from rules.days_of_decision.pages.log.options import aimed
from rules.kernel import fact_news
from rules.kernel.events import UNTOLD, Line, News
from rules.kernel.grammar import ROUTINE, number

MARCH = 68
"""The weight of troops that enter a country which is not conquered: so much more than the fall of another that they come first."""


def fallen(key: str) -> News:
    """A country that was conquered, as its own event has it."""
    country = (minor(key),)
    return report("{minor} is conquered", "{minor} are conquered", who=country, minor=country)


def fought(one: str, other: str) -> News:
    """A peace by conquest is told with the conquest; who fought whom is kept for that."""
    minors = build({}).minors
    key, power = (one, other) if one in minors else (other, one)
    return News(one="", slots={"who": (minor(power),), "fought": key})


def produced(power: str, points: int, said: str) -> News:
    """What a power makes is no news; who makes most may be."""
    why = "{who} has most to build with, {said}"
    return report("", why=why, who=(power,), points=str(points), said=said)


def together(lines: Sequence[Line]) -> list[Line]:
    """The lines of a phase, each with what the others say of it."""
    lines = declared(lines)
    holders, fighters = _holders(lines), _fighters(lines)
    most = _most(lines)
    fell = {key for of, key in map(_about, lines) if of == "conquest"}
    laid_open = any(line.news and _is_turned(line.news) for line in lines)
    found: list[Line] = []
    turned = UNTOLD
    for line in lines:
        if line.sort == "seal" and laid_open:
            continue
        news = line.news or UNTOLD
        if _is_turned(news):
            turned = news
        of, key = _about(line)
        if of == "conquest" and (by := holders.get(key) or fighters.get(key)):
            news = _conquered(news, by)
        elif (of == "hosts" and key in fell) or news.slots.get("points", most) != most:
            news = UNTOLD
        elif news.one:
            news = _worded(aimed(news, turned))
        weight = MARCH if of == "hosts" and news.one else line.weight
        found.append(
            structs.replace(line, news=news, weight=weight) if line.news is not None else line
        )
    return found if any(map(_tells, found)) else [line for line in found if not _untold(line)]


def _worded(news: News) -> News:
    """News of which what was counted is said in words."""
    value = news.slots.get("value")
    if not isinstance(value, str) or not value.isdecimal():
        return news
    return structs.replace(news, slots={**news.slots, "value": number(int(value))})


def _about(line: Line) -> tuple[str, str]:
    """What a line is about, by its topic: a country's conquest or the fact that says whose units stand in it (its
    hosts), with the key of the country.
    """
    if line.topic.startswith(fact_news.TOPIC):
        what, _, of = line.topic.removeprefix(fact_news.TOPIC).partition(".")
        return what, of
    kind, _, key = line.topic.rpartition(" ")
    return kind.removesuffix(" of"), key


def _is_turned(news: News) -> bool:
    """Whether an option was turned over, of which others tell."""
    return "whom" in news.slots and not news.one


def _tells(line: Line) -> bool:
    """Whether a line is news."""
    return bool(line.news.one) if line.news is not None else line.sort not in ROUTINE


def _untold(line: Line) -> bool:
    """Whether a line is told by others, or not at all."""
    return line.news is not None and not line.news.one and not line.news.why


def _conquered(news: News, by: tuple[str, ...]) -> News:
    return News(
        one="{who} conquers {minor}",
        many="{who} conquer {minor}",
        slots={"who": by, "minor": news.slots["minor"]},
    )


def _holders(lines: Iterable[Line]) -> dict[str, tuple[str, ...]]:
    """By country, whose units stand in it as was declared."""
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        value = line.news.slots.get("value") if line.news else None
        of, key = _about(line)
        if of == "hosts" and isinstance(value, tuple):
            found[key] = value
    return found


def _fighters(lines: Iterable[Line]) -> dict[str, tuple[str, ...]]:
    """By country, who fought it until it fell."""
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        slots = line.news.slots if line.news else {}
        key, who = slots.get("fought"), slots.get("who")
        if isinstance(key, str) and isinstance(who, tuple):
            found[key] = (*found.get(key, ()), *who)
    return found


def _most(lines: Iterable[Line]) -> str:
    """The largest number of build points of a phase, where one power alone makes so many."""
    made = [
        line.news.slots["points"] for line in lines if line.news and "points" in line.news.slots
    ]
    counts = sorted(int(points) for points in made if isinstance(points, str))
    alone = counts and counts.count(counts[-1]) == 1
    return str(counts[-1]) if alone else "none"

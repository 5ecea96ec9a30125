"""What stands over a phase: which of its events are told, and as what."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules.kernel.events import Line, News
from rules.kernel.headlines import by_weight

GREAT, NOTABLE = 40, 18
"""Weights from which an event makes a headline, and from which it may stand in for one."""
LEAST = 10
"""Of less weight are dice, bids and moves: nobody tells of a phase by them."""
PLACE, COURTED, IN_VAIN, COMMERCE, MONEY = "place", "courted", "in_vain", "commerce", "money"
"""How topics begin: land that was taken, neutrals that are courted or were in vain, money of the dice and of land."""
NAMED = 3
"""So many attempts at neutrals are told each by itself."""

_by_weight = by_weight(GREAT, NOTABLE)


def headline(lines: Sequence[Line]) -> tuple[str, str]:
    """Headline and lede of a phase. Influence is told by the best chances, money by who has most."""
    said = [line for line in lines if line.news is None or line.news.one or line.news.why]
    told = [
        line
        for line in said
        if line.weight >= LEAST and not line.topic.startswith((COURTED, IN_VAIN, COMMERCE, MONEY))
    ]
    told = list(_in_order(told))
    courted = [line for line in said if line.topic.startswith(COURTED)]
    courted.sort(key=lambda line: -line.detail.net)
    in_vain = [line for line in said if line.topic.startswith(IN_VAIN)]
    told += _courtships(courted, "others court {place}", 2)
    told += _courtships(in_vain, "others court {place} in vain", 1 if told else 2)
    traded = [line for line in said if line.topic == COMMERCE]
    money = [line for line in said if line.topic == MONEY]
    return _by_weight(told or list(_most(traded, TRADE)) or list(_most(money, LAND)))


def _in_order(lines: Sequence[Line]) -> Iterator[Line]:
    """Each conquest of a nation with the weight of its greatest: they are told as they were made."""
    most: dict[str, int] = {}
    for line in lines:
        if line.topic.startswith(PLACE):
            most[line.actor] = max(line.weight, most.get(line.actor, 0))
    for line in lines:
        taken = line.topic.startswith(PLACE)
        yield replace(line, weight=most[line.actor]) if taken else line


def _courtships(lines: Sequence[Line], others: str, first: int) -> Iterator[Line]:
    """Attempts at neutrals. Of many the first are told each by itself, of the ``others`` only where."""
    for at, line in enumerate(lines):
        news = line.news or News(one="")
        if len(lines) > NAMED and at >= first:
            news = News(one=others, slots={"place": news.slots["place"]})
        yield replace(line, weight=NOTABLE, topic="", news=news)


TRADE = News(
    one="{who} earns most by trade", why="it takes in ${sum}; {second} comes next with ${less}"
)
LAND = News(one="", why="{who} takes in most, ${sum}")


def _most(lines: Sequence[Line], told: News) -> Iterator[Line]:
    """Who has most of what came in; of one alone what that was."""
    ranked = sorted(lines, key=lambda line: -line.detail.net)
    if len(ranked) < 2:
        yield from ranked
        return
    first, second = ((line.news or News(one="")).slots for line in ranked[:2])
    slots = {**first, "second": second["who"], "less": second["sum"]}
    yield replace(ranked[0], topic="", news=replace(told, slots=slots))

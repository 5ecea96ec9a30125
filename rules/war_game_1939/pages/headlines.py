"""What stands over a phase: which of its events are told, and as what."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules.kernel.events import Line, News, Slots
from rules.kernel.grammar import number
from rules.kernel.headlines import FULLY_NAMED, by_weight
from rules.war_game_1939.model.powers import PLURALS

GREAT, NOTABLE = 40, 18
"""Weights from which an event makes a headline, and from which it may stand in for one."""
LEAST = 10
"""Of less weight are dice, bids and moves: nobody tells of a phase by them."""
PLACE, COURTED, IN_VAIN, COMMERCE, MONEY = "place", "courted", "in_vain", "commerce", "money"
"""How topics begin: land that was attacked, neutrals that are courted or were in vain, money of the dice and of land."""
SHIPS = "ships"
"""How the topics of blows at sea begin."""
WAR, WAR_OF_ONE = "war", "war_of_one"
"""Topics of a war for all that begins, and of one for the nation alone whose land was attacked."""
TAKES, TAKE = "{who} takes {where}", "{who} take {where}"
"""How land is told that was taken."""
HOMELAND = "the French homeland"
"""What is taken with the land called France, before France falls."""
NAMED = 3
"""So many attempts at neutrals in vain are told each by itself."""

_by_weight = by_weight(GREAT, NOTABLE, plurals=PLURALS)


def headline(lines: Sequence[Line]) -> tuple[str, str]:
    """Headline and lede of a phase. A war begun comes first, many attempts at neutrals are one, money is told by who
    has most.
    """
    said = [line for line in lines if line.news is None or line.news.one or line.news.why]
    told = [
        line
        for line in said
        if line.weight >= LEAST and not line.topic.startswith((COURTED, IN_VAIN, COMMERCE, MONEY))
    ]
    told = list(_begun(list(_in_order(told)), lines))
    courted = [line for line in said if line.topic.startswith(COURTED)]
    in_vain = [line for line in said if line.topic.startswith(IN_VAIN)]
    told += _failed(in_vain, told)
    traded = [line for line in said if line.topic == COMMERCE]
    money = [line for line in said if line.topic == MONEY]
    return _by_weight(
        told or _tried(courted) or list(_most(traded, TRADE)) or list(_most(money, LAND))
    )


def _in_order(lines: Sequence[Line]) -> Iterator[Line]:
    """Each conquest of a nation with the weight of its greatest: they are told as they were made, before the ships that
    it struck at. Of more than a headline names the first says which the others are.
    """
    most: dict[str, int] = {}
    taken: dict[str, list[str]] = {}
    for line in lines:
        if _taking(line):
            most[line.actor] = max(line.weight, most.get(line.actor, 0))
            where = taken.setdefault(line.actor, [])
            where += [name for name in _slot(line, "where") if name not in where]
    for line in lines:
        news = line.news
        if news is None or not _taking(line):
            beside = line.topic.startswith(SHIPS) and line.actor in most
            yield replace(line, weight=min(line.weight, GREAT - 1)) if beside else line
            continue
        others = tuple(taken.pop(line.actor, [])[2:])
        if len(others) + 2 > FULLY_NAMED:
            slots = {**news.slots, "others": others}
            news = News(one=TAKES, many=TAKE, why="the others are {others}", slots=slots)
        yield replace(line, weight=most[line.actor], news=news)


def _taking(line: Line) -> bool:
    """Whether it tells that land was taken by an attack."""
    return line.topic.startswith(PLACE) and line.news is not None and line.news.one == TAKES


def _slot(line: Line, slot: str) -> Sequence[str]:
    return line.news.slots.get(slot, ()) if line.news is not None else ()


def _begun(lines: Sequence[Line], every: Sequence[Line]) -> Iterator[Line]:
    """Whoever begins a war and takes land is told of both in one clause, before all else. So is who strikes at the fleet
    and at the original land of a nation; a war for France alone says nothing once its land is taken.
    """
    wars = [line for line in lines if line.topic == WAR]
    struck = _struck(every)
    wars += [line for line in struck if _slot(line, "by") not in [_slot(war, "by") for war in wars]]
    gone = any(HOMELAND in _slot(line, "where") for line in lines if _taking(line))
    told: list[Line] = []
    for war in wars:
        taken = [line for line in lines if _taking(line) and _slot(line, "who") == _slot(war, "by")]
        told += taken
        where = tuple(dict.fromkeys(name for line in taken for name in _slot(line, "where")))
        if where and war.news is not None:
            news = replace(
                war.news, one=ATTACKS_AND_TAKES, slots={**war.news.slots, "where": where}
            )
            yield replace(war, news=news)
        else:
            yield war
    for line in lines:
        if not (line in wars or line in told or (gone and line.topic == WAR_OF_ONE)):
            yield line


ATTACKS = "{by} attacks {whom}"
ATTACKS_AND_TAKES = "{by} attacks {whom} and takes {where}"


def _struck(lines: Iterable[Line]) -> Iterator[Line]:
    """Attacks of one nation on another, at sea and on its original land at once."""
    effects: dict[tuple[str, str], set[str]] = {}
    for line in lines:
        for by, whom in zip(_slot(line, "by"), _slot(line, "whom"), strict=False):
            effects.setdefault((by, whom), set()).add(str(_slot(line, "effect")))
    for (by, whom), found in effects.items():
        if {"full_war", "naval_aggression"} <= found:
            news = News(one=ATTACKS, slots={"by": (by,), "whom": (whom,)})
            yield Line(head="", weight=89, topic=WAR, news=news)


def _tried(courted: Sequence[Line]) -> list[Line]:
    """Attempts at neutrals, of which the dice decide next."""
    where = tuple(dict.fromkeys(name for line in courted for name in _slot(line, "place")))
    news = News(one="the nations court neutrals", why="they court {place}", slots={"place": where})
    return [replace(courted[0], topic="", news=news)] if where else []


def _failed(in_vain: Sequence[Line], told: Sequence[Line]) -> list[Line]:
    """Attempts at neutrals that came to nothing: few each by itself, many as one."""
    won = {name for line in told for name in _slot(line, "who")}
    where = [name for line in in_vain for name in _slot(line, "place") if name not in won]
    where = list(dict.fromkeys(where))
    if not where:
        return []
    if len(in_vain) <= NAMED:
        return [replace(line, weight=NOTABLE, topic="") for line in in_vain]
    slots: Slots = {"place": tuple(where)}
    news = News(one="nobody wins a neutral", why="courting {place} comes to nothing", slots=slots)
    if told:
        one = "{count} others are courted in vain"
        news = News(one=one, slots={"count": number(len(where))})
    return [replace(in_vain[0], weight=NOTABLE, topic="", news=news)]


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

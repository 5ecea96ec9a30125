"""What the declared facts of one phase say together: who took cities from whom, whose troops came, who guards a border.

One fact counts what a power holds, and says nothing of why; beside the fact of who lost as many, or beside cities of
China that fell, it is a story. A lone count stays what it is: an aside.
"""

from collections.abc import Sequence

from msgspec import structs

from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.pages.log.news import report
from rules.kernel import fact_news
from rules.kernel.events import UNTOLD, Line, News, Slots
from rules.kernel.grammar import number

CITIES, GARRISON = f"{fact_news.TOPIC}cities.", f"{fact_news.TOPIC}garrison."
CHINESE = f"{fact_news.TOPIC}chinese_cities.japan"
GOODS = f"{fact_news.TOPIC}china_resources.japan"
INVADED = {
    "enemy troops march into {name}": "{by} marches into {name}",
    "an enemy attacks {name} at home": "{by} attacks {name} at home",
}
"""What is told of an enemy whom nobody names, and of one who says so himself."""


def declared(lines: Sequence[Line]) -> list[Line]:
    """The lines of a phase, those of declared facts with what the others of them say."""
    gained = {
        topic.removeprefix(CITIES): after - before
        for topic, (before, after) in _counts(lines).items()
        if topic.startswith(CITIES)
    }
    told = {f"{CITIES}{power}": news for power, news in _cities(gained).items()}
    told |= _chinese(lines, gained) | _garrisons(lines)
    return [_invaded(line) if line.topic not in told else _with(line, told) for line in lines]


def _with(line: Line, told: dict[str, News]) -> Line:
    return structs.replace(line, news=told[line.topic]) if line.news is not None else line


def _counts(lines: Sequence[Line]) -> dict[str, tuple[int, int]]:
    """By the topics of declared counts what they were when the phase began, and what they came to."""
    found: dict[str, tuple[int, int]] = {}
    for line in lines:
        slots = line.news.slots if line.news else {}
        before, after = slots.get("before"), slots.get("value")
        if line.topic.startswith(fact_news.TOPIC) and _whole(before) and _whole(after):
            first = found[line.topic][0] if line.topic in found else int(str(before))
            found[line.topic] = first, int(str(after))
    return found


def _whole(value: str | tuple[str, ...] | None) -> bool:
    return isinstance(value, str) and value.isdigit()


def _cities(gained: dict[str, int]) -> dict[str, News]:
    """By power the news of objective cities that it gained; who took them of whom, if that is plain."""
    losers = [power for power, by in gained.items() if by < 0]
    winners = [power for power, by in gained.items() if by > 0]
    plain = len(winners) == len(losers) == 1 and sum(gained.values()) == 0
    found: dict[str, News] = {}
    for power in winners:
        one, many = (
            ("{who} gains an objective city", "{who} gain an objective city each")
            if gained[power] == 1
            else (
                "{who} gains {count} objective cities",
                "{who} gain {count} objective cities each",
            )
        )
        if plain:
            one, many = (
                ("{who} takes an objective city of {whom}", "")
                if gained[power] == 1
                else ("{who} takes {count} objective cities of {whom}", "")
            )
        slots: Slots = {"who": (name(power),), "count": number(gained[power])}
        if plain:
            slots = {**slots, "whom": (name(losers[0]),)}
        found[power] = News(one=one, many=many, slots=slots)
    return found


def _chinese(lines: Sequence[Line], gained: dict[str, int]) -> dict[str, News]:
    """The news of Chinese cities that Japan took: how many of them are objectives, and whether resources came."""
    counts = _counts(lines)
    cities = counts.get(CHINESE, (0, 0))[1]
    before, goods = counts.get(GOODS, (0, 0))
    objectives = min(gained.get("japan", 0), -gained.get("china", 0), cities)
    found = {}
    if goods > 1:
        found[GOODS] = report("Japan holds {goods} Chinese resources", goods=number(goods))
    if not cities:
        return found
    slots = {"cities": number(cities), "some": number(objectives)}
    if cities == 1 and objectives == 1:
        news = report("Japan takes a Chinese city, an objective")
    elif objectives == 1:
        news = report("Japan takes {cities} Chinese cities, one of them an objective", **slots)
    elif objectives > 1:
        news = report("Japan takes {cities} Chinese cities, {some} of them objectives", **slots)
    elif goods > before and cities == 1:
        news = report("Japan takes a Chinese city, and resources with it")
    elif goods > before:
        news = report("Japan takes {cities} Chinese cities, and resources with them", **slots)
    else:
        return found
    if objectives > 0:
        found[f"{CITIES}japan"] = UNTOLD
    return {**found, CHINESE: news}


def _garrisons(lines: Sequence[Line]) -> dict[str, News]:
    """The news of borders that both sides garrison."""
    counts = {
        tuple(topic.removeprefix(GARRISON).split(".")): after
        for topic, (_before, after) in _counts(lines).items()
        if topic.startswith(GARRISON) and after
    }
    found: dict[str, News] = {}
    for sides, count in counts.items():
        power, other = sides
        against = counts.get((other, power))
        if against is None:
            continue
        told = f"{GARRISON}{other}.{power}" in found
        found[f"{GARRISON}{power}.{other}"] = (
            UNTOLD
            if told
            else report(
                "{who} and {to} garrison their common border",
                why="the garrison of {who} there counts {count}, that of {to} {against}",
                who=(name(power),),
                to=(name(other),),
                count=str(count),
                against=str(against),
            )
        )
    return found


def _invaded(line: Line) -> Line:
    """The news of an enemy on a power's soil, with its name where it is the one who declared it."""
    one = INVADED.get(line.news.one if line.news else "", "")
    whose, by = line.topic.rpartition(" ")[2], line.actor
    if not one or line.news is None or not {whose, by} <= set(POWERS):
        return line
    if POWERS[whose].faction == POWERS[by].faction:
        return line
    return structs.replace(line, news=structs.replace(line.news, one=one))

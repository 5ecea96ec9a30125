"""What an event says, and how names stand in it."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rules.kernel.events import UNTOLD, News
from rules.kernel.setup import CALLED_THE
from rules.kernel.tally import Tally
from rules.war_game_1939.model.powers import POWERS, THE, name, with_article
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.war.status import SIDES

ARTICLES = (
    *sorted(CALLED_THE & {power.name for power in POWERS.values()}),
    *("Central United States", "Northeast United States", "Northwest United States"),
    *("Southeast United States", "Southwest United States"),
    *THE,
)
"""Names that take an article; a longer one goes before what ends it."""


def place_name(key: str) -> str:
    """A territory or sea zone by name."""
    tables = build({})
    if key in tables.land.territories:
        return tables.place(key).name
    return tables.sea.zones[key].name if key in tables.sea.zones else key


CALLED = {"belgium_holland": "Low Countries"}
"""Land that a headline calls otherwise than the rules, whose names are no words."""


def in_news(key: str) -> tuple[str, ...]:
    """A territory or sea zone as a name in a headline, with its article."""
    named = CALLED.get(key, place_name(key))
    sea = key in build({}).sea.zones and not named.endswith("Waters")
    return (f"the {named}" if sea else with_article(named),)


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def nations(keys: Iterable[str]) -> str:
    """Nations as a list in a sentence."""
    return listed(name(key) for key in keys)


def leaning(word: str) -> str:
    """``germany.sworn`` in words."""
    patron, _, level = word.partition(".")
    if not level:
        return "unaffiliated"
    return f"{build({}).diplomacy.titles[level].lower()} to {name(patron)}"


def rolled(die: int, target: Tally) -> str:
    """What a die showed, and what was needed."""
    if not die:
        return "No die was needed: it could not fail."
    if target.net < 1:
        return f"The die is {die}, but it could not succeed."
    return f"The die is {die}; {target.net} or less was needed."


def enough(target: Tally) -> str:
    """Which dice will succeed."""
    if target.net < 1:
        return "No die will do as yet."
    return "Any die will do." if target.net >= SIDES else f"{target.net} or less will do."


class Told(NamedTuple):
    """What an event says: its line but for the rule, and how a headline tells it. Its actor is the nation of
    the event, unless another one is named.
    """

    head: str
    rest: str = ""
    weight: int = 10
    tally: Tally | None = None
    die: int = 0
    actor: str = ""
    news: News | None = None
    topic: str = ""
    mark: str = ""
    undoes: str = ""

    def as_news(self, one: str, many: str = "", topic: str = "", **slots: Any) -> "Told":
        """The same with news: a message for one and for several, and what stands in its slots."""
        more = {key: slots.pop(key) for key in ("alone", "why", "part", "parts") if key in slots}
        news = News(one=one, many=many, slots=slots, **more)
        return self._replace(news=news, topic=topic)

    def untold(self) -> "Told":
        """The same, told in a headline by another event."""
        return self._replace(news=UNTOLD)

    def aside(self, why: str, topic: str = "", **slots: Any) -> "Told":
        """The same as routine: the lede of a phase that has no news."""
        return self._replace(news=News(one="", why=why, slots=slots), topic=topic)


Telling = dict[type, Callable[..., Told]]
"""What each kind of event says."""

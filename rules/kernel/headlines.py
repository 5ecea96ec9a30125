"""Headlines and ledes: what stands over a phase, made of the news that its events bring.

One event is told once, the weightiest first. News of one message become one clause ("Germany and the United
States gear up"), and two clauses of one actor name it once. Nothing is worded here but lists and numbers: the messages are the rulebooks'.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from rules.kernel.events import Line, News
from rules.kernel.grammar import ROUTINE, capital, joined, within

QUIET = "Nothing changed"
"""Over a phase in which nothing happened that its reader may know."""
LONGEST = 92
"""Letters up to which a second clause goes into a headline."""
LEDE = 280
"""Letters up to which sentences are added to a lede."""
ASIDES = 100
"""Letters up to which asides are added to each other."""
FULLY_NAMED = 4
"""More names than these are counted in a headline: "Germany, Italy and six others"."""
LISTED = 6
"""More names than these are counted in a lede, where they explain nothing."""


@dataclass(slots=True)
class Clause:
    """News of one message, gathered. ``names`` are those in its slots, ``texts`` what else is in them;
    ``members`` are the news it was gathered from.
    """

    weight: int
    news: News
    names: dict[str, list[str]]
    texts: dict[str, str]
    members: list[News] = field(default_factory=list)

    @classmethod
    def of(cls, weight: int, news: News) -> Self:
        """The clause of one piece of news."""
        return cls(weight, news, *_slots(news), [news])

    def takes(self, weight: int, news: News) -> bool:
        """Gather more news, if they are of this clause; whether they were."""
        names, texts = _slots(news)
        if (news.one, news.many) != (self.news.one, self.news.many) or texts != self.texts:
            return False
        others = [slot for slot in names if names[slot] != self.names[slot]]
        if len(others) > 1:
            return False
        for slot in others:
            self.names[slot] += [name for name in names[slot] if name not in self.names[slot]]
        self.weight = max(self.weight, weight)
        if news not in self.members:
            self.members.append(news)
        return True

    def said(self, plurals: Collection[str] = (), most: int = 99) -> str:
        """The clause in words, with at most so many names of each kind."""
        if self.gathered or not self.news.alone:
            return self._message(plurals).format_map(
                {**self.texts, **{slot: joined(each, most) for slot, each in self.names.items()}}
            )
        return filled(self.news.alone, self.news)

    @property
    def who(self) -> str:
        """The names with which the clause begins; empty where it begins with anything else."""
        slot = self._actor
        return joined(self.names.get(slot, ())) if slot else ""

    @property
    def gathered(self) -> bool:
        """Whether it is of more than one piece of news."""
        return len(self.members) > 1

    @property
    def _actor(self) -> str:
        """The slot with which the message begins, if it begins with one."""
        slot = self.news.one.partition("}")[0]
        return slot.removeprefix("{") if slot.startswith("{") else ""

    def _message(self, plurals: Collection[str]) -> str:
        first = self._actor or "who"
        who = self.names.get(first, [self.texts[first]] if first in self.texts else [])
        plural = self._actor and any(name.removeprefix("the ") in plurals for name in who)
        return self.news.many if self.news.many and (len(who) > 1 or plural) else self.news.one

    def reasons(self) -> list[News]:
        """The sentences of a lede that explain it, each as news that gathers with others."""
        told = [filled(each.part, each) for each in self.members if each.part]
        if self.gathered and told:
            parts = listed(told)
            return [News(one="{parts}", slots={"parts": self.news.parts.format(parts=parts)})]
        return [News(one=each.why, slots=each.slots) for each in self.members if each.why]


def gather(given: Iterable[tuple[int, News]]) -> list[Clause]:
    """Weighted news as clauses, in their order."""
    found: list[Clause] = []
    for weight, news in given:
        if not any(clause.takes(weight, news) for clause in found):
            found.append(Clause.of(weight, news))
    return found


def _slots(news: News) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The slots of the gathering message: those of names, and those of a text."""
    used = {slot: value for slot, value in news.slots.items() if f"{{{slot}}}" in news.one}
    names = {slot: list(value) for slot, value in used.items() if not isinstance(value, str)}
    return names, {slot: value for slot, value in used.items() if isinstance(value, str)}


def filled(message: str, news: News) -> str:
    """A message with what stands in the slots of one piece of news."""
    slots = news.slots.items()
    return message.format_map(
        {slot: value if isinstance(value, str) else joined(value) for slot, value in slots}
    )


def listed(parts: Sequence[str]) -> str:
    """Parts as a list; one that is a list itself is parted from the next by more than a comma."""
    if len(parts) > 1 and any(", " in part or " and " in part for part in parts):
        return "; and ".join(("; ".join(parts[:-1]), parts[-1]))
    return joined(parts)


def together(clauses: Iterable[Clause], say: Callable[[Clause], str]) -> list[str]:
    """Clauses in words; two of one actor that stand beside each other are one, which names it once ("Russia conquers
    Hungary and takes Poland").
    """
    said: list[str] = []
    before: Clause | None = None
    for clause in clauses:
        words = say(clause)
        does = _continues(said[-1], words, before.who or clause.who) if before else ""
        if does:
            said[-1] += does
        else:
            said.append(words)
        before = None if does else clause
    return said


def _continues(one: str, other: str, who: str) -> str:
    """How a clause goes on behind one of the same actor; empty where it is not of the same."""
    if not who or not all(words.startswith(f"{who} ") for words in (one, other)):
        return ""
    did, does = (words.removeprefix(f"{who} ") for words in (one, other))
    if did.startswith("and ") or does.startswith("and "):
        return ""
    return f", and {does}" if " and " in did else f" and {does}"


def sentence(words: str) -> str:
    """A clause as a sentence of its own."""
    return capital(words) if words.endswith((".", "?", "!", ".”")) else f"{capital(words)}."


def news_of(line: Line) -> News:
    """How a line reads in a headline: as its event says, or else its head, explained by what follows it."""
    if line.news is not None and line.news.one:
        return line.news
    why = "" if line.detail is not None else line.rest
    said = within(line.head).removesuffix(".")
    return News(one="{said}", why="{why}" if why else "", slots={"said": said, "why": why})


def sentences(news: Iterable[News]) -> list[str]:
    """News as sentences, those of one message gathered."""
    return [sentence(clause.said()) for clause in gather((0, each) for each in news)]


def clauses(lines: Iterable[Line], great: int) -> list[Clause]:
    """The news of a phase, gathered, the weightiest first; of routine only what is great, or has news of its
    own. What another event tells is told where there is nothing else, and asides never.
    """
    counted = told_once(
        line
        for line in lines
        if not (line.sort in ROUTINE and line.news is None and line.weight < great)
    )
    news = [line for line in counted if line.news is None or line.news.one]
    silent = [line for line in counted if line.news is not None and not line.news.why]
    ranked = sorted(news or silent, key=lambda line: -line.weight)
    return gather((line.weight, news_of(line)) for line in ranked)


def told_once(lines: Iterable[Line]) -> list[Line]:
    """Of the lines of one topic the weightiest, the last where several weigh the same."""
    told: dict[object, Line] = {}
    for number, line in enumerate(lines):
        topic = line.topic or number
        if topic not in told or told[topic].weight <= line.weight:
            told[topic] = line
    return list(told.values())


def asides(lines: Iterable[Line]) -> list[str]:
    """What routine brings, in sentences, the weightiest first: the lede of a phase without news."""
    ranked = sorted(told_once(lines), key=lambda line: -line.weight)
    news = [line.news for line in ranked if line.news is not None and not line.news.one]
    return sentences(News(one=each.why, slots=each.slots) for each in news if each.why)


def by_weight(
    great: int, notable: int = 0, *, plurals: Collection[str] = (), alike: int = -1
) -> Callable[[Sequence[Line]], tuple[str, str]]:
    """How a phase gets its headline and lede from its lines.

    ``great`` is the weight from which news make a headline, ``notable`` that from which they may stand in for
    great ones; what is of less weight is told only where there is nothing else, and makes no
    lede. ``plurals`` are names that take the verb of many. Two clauses of a headline whose weights differ by ``alike`` at most
    stand in the order of time, so that no answer comes before what it answers.
    """
    least = notable or great

    def chosen(lines: Sequence[Line]) -> tuple[str, str]:
        found = clauses(lines, great)
        if not found:
            return QUIET, _cut(asides(lines), ASIDES)
        over = _headlined(found, great, least, plurals)
        if over[0].weight - over[-1].weight <= alike:
            told = [news_of(line) for line in lines]
            over.sort(key=lambda clause: min(map(told.index, clause.members)))
        said = "; ".join(together(over, lambda clause: clause.said(plurals, FULLY_NAMED)))
        return capital(said) or QUIET, _lede(found, over, least, plurals)

    return chosen


def _headlined(
    found: Sequence[Clause], great: int, least: int, plurals: Collection[str]
) -> list[Clause]:
    """The one or two clauses of a headline."""
    for weight in (great, least):
        weighty = [clause for clause in found if clause.weight >= weight]
        if weighty:
            both = sum(len(clause.said(plurals, FULLY_NAMED)) for clause in weighty[:2])
            return weighty[: 2 if both <= LONGEST else 1]
    return list(found[:1])


def _lede(
    found: Sequence[Clause], over: Sequence[Clause], least: int, plurals: Collection[str]
) -> str:
    """What explains the headline, then what else was of weight, as far as there is room."""
    said = sentences(why for clause in over for why in clause.reasons())
    more = [
        clause
        for clause in found
        if clause.weight >= least and not any(clause is each for each in over)
    ]
    said += map(sentence, together(more, lambda clause: clause.said(plurals, LISTED)))
    return _cut(said)


def _cut(said: Sequence[str], most: int = LEDE) -> str:
    """As many sentences as there is room for."""
    kept: list[str] = []
    for each in said:
        if kept and sum(map(len, kept)) + len(each) > most:
            break
        kept.append(each)
    return " ".join(kept)

"""Events in words: the outcome first, then the die and the reasons, then the rule."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.kernel import fact_news
from rules.kernel.events import (
    UNTOLD,
    FactConfirmed,
    FactDeclared,
    FactDisputed,
    Line,
    News,
    Slots,
    line_of,
)
from rules.kernel.grammar import capital, joined, number, within
from rules.kernel.headlines import by_weight
from rules.kernel.setup import named_within
from rules.kernel.tally import Tally
from rules.kernel.wording import Words, objection
from rules.world_in_flames.isolation.holders import title_of
from rules.world_in_flames.model import events as e
from rules.world_in_flames.model.facts import FACTS
from rules.world_in_flames.model.tables import build

GREAT, NOTABLE = 62, 12
"""Weights from which an event makes a headline, and from which it may stand in for one."""


def value_words(value: object) -> str:
    """A fact's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    words = {
        "axis": "the Axis",
        "allied": "the Allies",
        "japan": "Japan",
        "three_quarters": "three quarters",
        "allied_major": "an Allied major power",
        "allied_minor": "an Allied minor country",
    }
    return words.get(str(value), str(value))


def _in_news(value: object) -> str:
    """A fact's value in a headline: small numbers in words."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    return value_words(value)


def signed(amount: int) -> str:
    """A number with its sign and a true minus."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


def reasons(tally: Tally) -> str:
    """The rows of a tally in one line."""
    return "; ".join(f"{signed(row.amount)} {row.reason}" for row in tally.rows)


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _turn(event: e.TurnBegan) -> Line:
    return line_of(event, f"{event.title} begins", weight=5, sort="clock")


def _declared(event: FactDeclared) -> Line:
    head = event.label if event.after is True else f"{event.label}: {value_words(event.after)}"
    if event.rule == "F-20":
        return line_of(event, f"{head}, as every turn begins", weight=4, sort="fact")
    rest = "" if event.after is True else f"Before: {value_words(event.before)}."
    line = line_of(event, head, rest, actor=event.by, weight=8, sort="fact")
    return fact_news.told(line, event, FACTS, _in_news)


def _confirmed(event: FactConfirmed) -> Line:
    head = f"{event.label}: {value_words(event.value)}, confirmed"
    return line_of(event, head, actor=event.by, weight=4, sort="fact")


def _disputed(event: FactDisputed) -> Line:
    head = f"{event.label}: {value_words(event.value)}, disputed"
    return line_of(
        event, head, objection(event, value_words), actor=event.by, weight=8, sort="fact"
    )


def _map(event: e.MapDeclared) -> Line:
    verb = "corrected" if event.replaced else "declared"
    head = f"Map {verb}: {event.title}, {_counted(event.hexes, 'hex', 'hexes')}"
    slots: Slots = {"where": (where(event.title),)}
    news = News(one="", why="land may be cut off {where}", slots=slots)
    return line_of(
        event, head, actor=event.by, weight=8, sort="fact", mark=_map_of(event), news=news
    )


WHERE = re.compile(
    r"(about|across|along|among|around|at|before|behind|below|beside|between|beyond|by|east|from|in|inside|near|north"
    r"|off|on|opposite|outside|over|round|south|towards|under|west|within)\b",
    re.IGNORECASE,
)
"""The beginning of a title that says itself where a map is: "On the Bzura", "West of Smolensk"."""


def _says_where(title: str) -> bool:
    return WHERE.match(title) is not None


def where(title: str) -> str:
    """Where a map is, by its title: "on the Bzura", "at Tobruk"; without what the title adds behind a comma."""
    place = title.split(",", maxsplit=1)[0]
    small = f"{place[:1].lower()}{place[1:]}"
    return small if _says_where(title) else f"at {within(place)}"


def _withdrawn(event: e.MapWithdrawn) -> Line:
    head, about = f"Map withdrawn: {event.title}", {"actor": event.by, "sort": "fact"}
    return line_of(event, head, weight=6, undoes=_map_of(event), **about)


def _map_of(event: e.MapDeclared | e.MapWithdrawn) -> str:
    """What a map is called where it may be taken back."""
    return f"map.{event.title}"


def _judged(event: e.MapJudged) -> Line:
    if not event.sets:
        said = line_of(event, f"{event.title}: nothing is isolated", weight=12)
        why = "by these rules no land there counts as cut off"
        if _says_where(event.title):
            one = "no land changes hands {place}"
            return _with(said, one, why=why, place=(where(event.title),))
        place, one, many = within(event.title), "{place} holds out", "{place} hold out"
        return _with(said, one, many=many, why=why, place=(place,))
    verb = "changes" if event.hexes == 1 else "change"
    sets = f", in {event.sets} sets" if event.sets > 1 else ""
    head = f"{event.title}: {_counted(event.hexes, 'hex', 'hexes')} {verb} hands{sets}"
    return line_of(event, head, weight=20, news=UNTOLD)


def _with(said: Line, one: str, topic: str = "", **slots: Any) -> Line:
    """A line with its news."""
    more = {key: slots.pop(key) for key in ("many", "why") if key in slots}
    return replace(said, news=News(one=one, slots=slots, **more), topic=topic)


def _surrender(said: Line, who: str, topic: str) -> Line:
    return _with(said, "{who} surrenders", topic, many="{who} surrender", who=(who,))


def _reverted(event: e.ControlReverted) -> Line:
    around = ", ".join(f"{title_of(row.key)} {row.amount}" for row in event.around.rows)
    hexes = _counted(event.hexes, "isolated hex", "isolated hexes")
    place = where(event.map)  # no list of names: each pocket is told for itself
    if event.spread:
        won = ", ".join(f"{title_of(p)} {n}" for p, n in event.spread.items())
        head, rest = (
            f"{hexes} at {event.first} are shared out",
            f"Around them: {around}. Drawn: {won}.",
        )
        said = line_of(event, head, rest, weight=35, detail=event.around)
        winners = tuple(map(_by_name, event.spread))
        return _with(said, "{who} share out the pocket {where}", who=winners, where=place)
    verb = "goes" if event.hexes == 1 else "go"
    rest = f"Around {'it' if event.hexes == 1 else 'them'}: {around}."
    if event.tied:
        rest += f" Drawn among {joined(map(_by_name, event.tied))}: the die is {event.die}."
    head = f"{hexes} at {event.first} {verb} to {_by_name(event.power)}"
    said = line_of(event, head, rest, weight=35, detail=event.around, die=event.die)
    if event.tied:
        why = "{others} stand around it alike, and the die decides"
    elif len(event.around.rows) == 1:
        why = "{who} holds all land around it"
    else:
        why = "{who} holds most of the land around it"
    return _with(
        said,
        "the pocket {where} falls to {who}",
        why=why,
        where=place,
        who=(_by_name(event.power),),
        others=tuple(map(_by_name, event.tied)),
    )


def _by_name(holder: str) -> str:
    """A holder in the middle of a sentence."""
    return named_within(title_of(holder))


ITALY, JAPAN = "surrender.italy", "surrender.japan"
"""Topics: the roll for a surrender and what comes of it are one event."""


def _safe(event: e.ItalySafe) -> Line:
    said = line_of(event, "No roll for Italy", f"{capital(event.why)}.", weight=10)
    if event.count >= event.needed:
        return _with(said, "Italy fights on", ITALY, why="{missing}", missing=event.why)
    if not event.count:
        return _with(said, "", ITALY, why="Italy fights on")
    slots: Slots = {"count": number(event.count), "needed": number(event.needed)}
    why = "Italy fights on, with {count} of {needed} conditions for its surrender met"
    if event.met:
        criteria = build({}).italy.criteria
        why = "Italy fights on, with {count} of {needed} conditions for its surrender met, since {met}"
        slots["met"] = tuple(within(criteria[key].text) for key in event.met)
    return _with(said, "", ITALY, why=why, **slots)


def _left(event: e.ItalyLeft) -> Line:
    said = line_of(event, "The Allies do not roll for Italy", actor="allied", weight=14)
    return _with(said, "the Allies leave Italy in the war", ITALY)


ENOUGH = "the Allied garrison there is worth {points} points, and the die shows {die}, low enough"
TOO_MUCH = "the Allied garrison there is worth {points} points, and a die of {die} is too much"


def _italy(event: e.ItalyRolled) -> Line:
    head = f"The Allies roll {event.die} for Italy, {'and that is enough' if event.succeeded else 'too much'}"
    points = event.tally.net
    rest = (
        f"{points} or less was needed, one for each point of the Allied garrison."
        if points > 0
        else "No die could be enough: the Allied garrison is worth less than one point."
    )
    said = line_of(event, head, rest, actor="allied", weight=60, detail=event.tally, die=event.die)
    return _with(
        said,
        "the Allies call on Italy to surrender in vain",
        ITALY,
        why=ENOUGH if event.succeeded else TOO_MUCH,
        die=number(event.die),
        points=number(event.tally.net),
    )


def _conquered(event: e.ItalyConquered) -> Line:
    counts = "It counts as completely conquered from now on."
    rest = counts if event.early else f"It does so by the ordinary rules. {counts}"
    said = line_of(event, "Italy surrenders", rest, actor="allied", weight=95)
    return _surrender(said, "Italy", ITALY)


def _japan(event: e.JapanRolled) -> Line:
    head = f"The roll for Japan: {event.die} and {signed(event.tally.net)} make {event.total}"
    rest = f"At least {event.needed} was needed. {reasons(event.tally)}."
    said = line_of(event, head, rest, actor="axis", weight=60, detail=event.tally, die=event.die)
    return _with(
        said,
        "Japan fights on",
        JAPAN,
        why="the roll for its surrender comes to {total}; {needed} was needed",
        total=str(event.total),
        needed=str(event.needed),
    )


def _surrendered(event: e.JapanSurrendered) -> Line:
    rest = "" if event.early else "By the ordinary rules."
    said = line_of(event, "Japan surrenders", rest, actor="allied", weight=95)
    return _surrender(said, "Japan", JAPAN)


def _ended(event: e.CampaignEnded) -> Line:
    said = line_of(event, "The campaign is over", weight=40, sort="clock")
    return _with(said, "the game ends, and the end of Germany is not for these rules to decide")


WORDS = Words(
    {
        e.TurnBegan: _turn,
        FactDeclared: _declared,
        FactConfirmed: _confirmed,
        FactDisputed: _disputed,
        e.MapDeclared: _map,
        e.MapWithdrawn: _withdrawn,
        e.MapJudged: _judged,
        e.ControlReverted: _reverted,
        e.ItalySafe: _safe,
        e.ItalyLeft: _left,
        e.ItalyRolled: _italy,
        e.ItalyConquered: _conquered,
        e.JapanRolled: _japan,
        e.JapanSurrendered: _surrendered,
        e.CampaignEnded: _ended,
    }
)


line = WORDS.line
_by_weight = by_weight(GREAT, NOTABLE, plurals=("Axis", "Allies"))


def headline(lines: Sequence[Line]) -> tuple[str, str]:
    """Headline and lede of a phase. A surrender is explained by the roll that brought it."""
    rolls = {line.topic: line.news for line in lines if line.topic in (ITALY, JAPAN) and line.die}
    return _by_weight([_by_its_roll(line, rolls.get(line.topic)) for line in lines])


def _by_its_roll(line: Line, roll: News | None) -> Line:
    if roll is None or line.news is None or line.die:
        return line
    return replace(line, news=replace(line.news, why=roll.why, slots=line.news.slots | roll.slots))

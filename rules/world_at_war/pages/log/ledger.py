"""What happens to minor countries, in words."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules.kernel import fact_news
from rules.kernel.events import UNTOLD, Line, News, Slots, line_of
from rules.kernel.grammar import within
from rules.kernel.wording import Wording
from rules.world_at_war.conquest.cooperation import PARTS
from rules.world_at_war.conquest.recapture import GAIN
from rules.world_at_war.ledger.income import RETAKE
from rules.world_at_war.model.events.ledger import (
    AreaConquered,
    BrpsPosted,
    BuildsAdded,
    BuildsOpen,
    ClockEnded,
    ClockStarted,
    ConquestCredited,
    ExcessLost,
    YearPosted,
)
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import PLURALS, area_told, counted, country_name, listed, signed
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.pages.log.topics import war_of


def _started(event: ClockStarted) -> Line:
    awaited = _AWAITED.get(event.clock)
    weight, news = (12, None) if awaited is None else (15, _of_area(awaited, event))
    text = event.text
    if build({}).areas[event.area].name.removeprefix("the ") in PLURALS:
        text = text.replace(", it joins", ", they join").replace("holds it", "holds them")
    return line_of(event, text, actor=event.power, weight=weight, news=news)


_AWAITED = {
    GAIN: "the BRPs of {area} are to go to {who} next turn",
    RETAKE: "{who} has one turn to retake {area}",
}
"""What a clock means for an area, as an aside tells it of several."""


def _of_area(message: str, event: ClockStarted | BrpsPosted) -> News:
    """An aside of a power and an area; the areas of one power are told together."""
    slots: Slots = {"who": (POWERS[event.power].name,), "area": (area_told(event.area),)}
    return News(one="", why=message, slots=slots)


def _ended(event: ClockEnded) -> Line:
    return line_of(event, event.text, actor=event.power, weight=14)


def _added(event: BuildsAdded) -> Line:
    name, units = (
        POWERS[event.power].name,
        [f"{u} from {turn} on" for u, turn in event.when.items()],
    )
    return line_of(
        event,
        f"{name} adds units to its force pool with {country_name(event.country)}",
        f"It may build {listed(units)}. Its BRP base grows by {event.base}.",
        actor=event.power,
        weight=30,
    )


def _open(event: BuildsOpen) -> Line:
    return line_of(
        event,
        f"{POWERS[event.power].name} may now build {event.units}",
        f"They came with {country_name(event.country)}.",
        actor=event.power,
        weight=14,
    )


def _posted(event: BrpsPosted) -> Line:
    name = POWERS[event.power].name
    verb = (
        "gains" if event.amount > 0 else "loses" if event.amount < 0 else "neither gains nor loses"
    )
    many = f" {counted(abs(event.amount), 'BRP')}" if event.amount else " BRPs"
    part = f" {event.percent} per cent of {abs(event.full)} count." if event.percent < 100 else ""
    return line_of(
        event,
        f"{name} {verb}{many}: {within(event.reason)}",
        f"{part.strip()} This year's sum is {signed(event.total)}.".strip(),
        actor=event.power,
        weight=16 if _war_on(event) else 13,
        topic=war_of(event.power, event.area) if _war_on(event) else "",
        news=_posting(event),
    )


def _war_on(event: BrpsPosted) -> str:
    """On whom war was declared, if that is what a line of the ledger pays for."""
    on = event.reason.removeprefix("declaration of war on ")
    return "" if on == event.reason else on


def _posting(event: BrpsPosted) -> News | None:
    """What a war costs, or which area's BRPs a power gains or loses: routine behind what brings it."""
    if on := _war_on(event):
        slots: Slots = {
            "who": (POWERS[event.power].name,),
            "whom": (on,),
            "amount": counted(abs(event.amount), "BRP"),
        }
        return News(one="", why="{who} pays {amount} for war on {whom}", slots=slots)
    if event.area not in build({}).areas or not event.amount:
        return None
    return _of_area(GAINS if event.amount > 0 else LOSES, event)


GAINS, LOSES = "{who} gains the BRPs of {area}", "{who} loses the BRPs of {area}"
PASSED = "the BRPs of {area} go from {who} to {to}"


def passed(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines, those of an area that one power loses and another gains as one."""
    told = list(lines)
    gained = {
        _area(line): line.news.slots["who"] for line in told if line.news and _says(line, GAINS)
    }
    lost = {_area(line) for line in told if _says(line, LOSES)}
    for line in told:
        if line.news and _says(line, LOSES) and _area(line) in gained:
            slots = {**line.news.slots, "to": gained[_area(line)]}
            yield replace(line, news=News(one="", why=PASSED, slots=slots))
        elif not (_says(line, GAINS) and _area(line) in lost):
            yield line


def _says(line: Line, message: str) -> bool:
    return line.news is not None and line.news.why == message


def _area(line: Line) -> Sequence[str]:
    return line.news.slots["area"] if line.news else ()


def _year(event: YearPosted) -> Line:
    what = ", ".join(f"{country_name(area)} {amount}" for area, amount in event.amounts.items())
    who = POWERS[event.power].name
    return line_of(
        event,
        f"{who} has {counted(event.sum, 'BRP')} of its countries and colonies",
        f"{what}.",
        actor=event.power,
        weight=13,
        news=News(
            one="",
            why="{who} has {sum} of its countries and colonies",
            slots={"who": (who,), "sum": counted(event.sum, "BRP")},
        ),
    )


def _conquered(event: AreaConquered) -> Line:
    name = country_name(event.area)
    if not event.power:
        head = f"{name} falls to partisans"
    elif event.rescued:
        head = f"{name} is retaken from Russia and becomes an ally of {POWERS[event.power].name}"
    else:
        head = f"{name} is {TAKEN[_how(event)]} by {POWERS[event.power].name}"
    news = _conquest(event)
    return line_of(
        event,
        head,
        " ".join(event.effects),
        actor=event.power,
        weight=72 if news.one else 24,
        topic=war_of(event.power, event.area),
        news=news,
    )


def _conquest(event: AreaConquered) -> News:
    """Who falls to whom; several that fall to one power are one piece of news. A city is told as it is taken,
    by the fact of who holds it.
    """
    slots: Slots = {"who": (area_told(event.area),)}
    if event.power and fact_news.found(FACTS, f"control.{event.area}", POWERS[event.power].faction):
        return UNTOLD
    if not event.power:
        return News(one="{who} falls to partisans", many="{who} fall to partisans", slots=slots)
    slots["power"] = (POWERS[event.power].name,)
    if event.rescued:
        return News(
            one="{who} is retaken from Russia and becomes an ally of {power}",
            many="{who} are retaken from Russia and become allies of {power}",
            slots=slots,
        )
    return News(one=TAKES[_how(event)], slots=slots)


OCCUPIED = ("belgium", "denmark", "greece", "luxembourg", "netherlands", "norway", "poland")
"""Countries that never side with the Axis of themselves: the Western Allies free them."""
AXIS = tuple(power.key for power in POWERS.values() if power.faction in ("axis", "japan"))
TAKEN = {"conquers": "conquered", "retakes": "retaken", "frees": "freed", "takes": "taken"}
TAKES = {
    "conquers": "{power} conquers {who}",
    "retakes": "{power} retakes {who}",
    "frees": "{power} frees {who}",
    "takes": "{power} takes {who}",
}


def _how(event: AreaConquered) -> str:
    """What a power does that conquers an area: its own it retakes, and what the Axis had conquered the West frees."""
    if event.first:
        return "conquers"
    area = build({}).areas[event.area]
    if event.power in (area.owner, area.home):
        return "retakes"
    freed = event.area in OCCUPIED and POWERS[event.power].faction == "western"
    return "frees" if freed and event.before in AXIS else "takes"


def _credited(event: ConquestCredited) -> Line:
    parts = [f"{POWERS[power].name} {PARTS[part][0]}" for power, part in event.parts.items()]
    return line_of(
        event,
        f"{country_name(event.area)} will be {POWERS[event.power].name}'s conquest",
        f"{'; '.join(parts)}.",
        actor=event.by,
        weight=14,
        sort="fact",
    )


def _excess(event: ExcessLost) -> Line:
    what = [counted(event.factors, "foreign factor")] if event.factors else []
    what += [counted(event.armor, "Axis armor unit")] if event.armor else []
    return line_of(
        event,
        f"{country_name(event.country)}: {listed(what)} too many are eliminated",
        f"The limit there was {event.limit}.",
        weight=28,
    )


WORDS: Wording = {
    ClockStarted: _started,
    ClockEnded: _ended,
    BuildsAdded: _added,
    BuildsOpen: _open,
    BrpsPosted: _posted,
    YearPosted: _year,
    AreaConquered: _conquered,
    ConquestCredited: _credited,
    ExcessLost: _excess,
}
"""What these words are of."""

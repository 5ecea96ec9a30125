"""What happens to minor countries, in words."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules.kernel import fact_news
from rules.kernel.events import UNTOLD, Line, News
from rules.kernel.grammar import within
from rules.kernel.wording import Wording
from rules.world_at_war.conquest.cooperation import PARTS
from rules.world_at_war.conquest.recapture import GAIN
from rules.world_at_war.ledger.income import RETAKE
from rules.world_at_war.model.events import ledger as e
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import PLURALS, area_told, counted, country_name, listed, signed
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.pages.log.news import aside, line, report
from rules.world_at_war.pages.log.topics import war_of


def _started(event: e.ClockStarted) -> Line:
    awaited = _AWAITED.get(event.clock)
    weight, news = (12, None) if awaited is None else (15, _of_area(awaited, event))
    text = event.text
    if build({}).areas[event.area].name.removeprefix("the ") in PLURALS:
        text = text.replace(", it joins", ", they join").replace("holds it", "holds them")
    return line(event, text, weight=weight, news=news)


_AWAITED = {
    GAIN: "the BRPs of {area} are to go to {who} next turn",
    RETAKE: "{who} has one turn to retake {area}",
}
"""What a clock means for an area, as an aside tells it of several."""


def _of_area(message: str, event: e.ClockStarted | e.BrpsPosted) -> News:
    """An aside of a power and an area; the areas of one power are told together."""
    return aside(message, who=(POWERS[event.power].name,), area=(area_told(event.area),))


def _ended(event: e.ClockEnded) -> Line:
    return line(event, event.text, weight=14)


def _added(event: e.BuildsAdded) -> Line:
    name, units = (
        POWERS[event.power].name,
        [f"{u} from {turn} on" for u, turn in event.when.items()],
    )
    return line(
        event,
        f"{name} adds units to its force pool with {country_name(event.country)}",
        f"It may build {listed(units)}. Its BRP base grows by {event.base}.",
        weight=30,
    )


def _open(event: e.BuildsOpen) -> Line:
    return line(
        event,
        f"{POWERS[event.power].name} may now build {event.units}",
        f"They came with {country_name(event.country)}.",
        weight=14,
    )


def _posted(event: e.BrpsPosted) -> Line:
    name = POWERS[event.power].name
    verb = (
        "gains" if event.amount > 0 else "loses" if event.amount < 0 else "neither gains nor loses"
    )
    many = f" {counted(abs(event.amount), 'BRP')}" if event.amount else " BRPs"
    part = f" {event.percent} per cent of {abs(event.full)} count." if event.percent < 100 else ""
    return line(
        event,
        f"{name} {verb}{many}: {within(event.reason)}",
        f"{part.strip()} This year's sum is {signed(event.total)}.".strip(),
        weight=16 if _war_on(event) else 13,
        topic=war_of(event.power, event.area) if _war_on(event) else "",
        news=_posting(event),
    )


def _war_on(event: e.BrpsPosted) -> str:
    """On whom war was declared, if that is what a line of the ledger pays for."""
    on = event.reason.removeprefix("declaration of war on ")
    return "" if on == event.reason else on


def _posting(event: e.BrpsPosted) -> News | None:
    """What a war costs, or which area's BRPs a power gains or loses: routine behind what brings it."""
    if on := _war_on(event):
        return aside(
            "{who} pays {amount} for war on {whom}",
            who=(POWERS[event.power].name,),
            whom=(on,),
            amount=counted(abs(event.amount), "BRP"),
        )
    if event.area not in build({}).areas or not event.amount:
        return None
    return _of_area(GAINS if event.amount > 0 else LOSES, event)


GAINS, LOSES = "{who} gains the BRPs of {area}", "{who} loses the BRPs of {area}"
PASSED = "the BRPs of {area} go from {who} to {to}"


def passed(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines, those of an area that one power loses and another gains as one."""
    told = list(lines)
    gained = {
        _area(each): each.news.slots["who"] for each in told if each.news and _says(each, GAINS)
    }
    lost = {_area(each) for each in told if _says(each, LOSES)}
    for each in told:
        if each.news and _says(each, LOSES) and _area(each) in gained:
            yield replace(each, news=aside(PASSED, **each.news.slots, to=gained[_area(each)]))
        elif not (_says(each, GAINS) and _area(each) in lost):
            yield each


def _says(told: Line, message: str) -> bool:
    return told.news is not None and told.news.why == message


def _area(told: Line) -> Sequence[str]:
    return told.news.slots["area"] if told.news else ()


def _year(event: e.YearPosted) -> Line:
    what = ", ".join(f"{country_name(area)} {amount}" for area, amount in event.amounts.items())
    who = POWERS[event.power].name
    return line(
        event,
        f"{who} has {counted(event.sum, 'BRP')} of its countries and colonies",
        f"{what}.",
        weight=13,
        news=aside(
            "{who} has {sum} of its countries and colonies",
            who=(who,),
            sum=counted(event.sum, "BRP"),
        ),
    )


def _conquered(event: e.AreaConquered) -> Line:
    name = country_name(event.area)
    if not event.power:
        head = f"{name} falls to partisans"
    elif event.rescued:
        head = f"{name} is retaken from Russia and becomes an ally of {POWERS[event.power].name}"
    else:
        head = f"{name} is {TAKEN[_how(event)]} by {POWERS[event.power].name}"
    news = _conquest(event)
    return line(
        event,
        head,
        " ".join(event.effects),
        weight=72 if news.one else 24,
        topic=war_of(event.power, event.area),
        news=news,
    )


def _conquest(event: e.AreaConquered) -> News:
    """Who falls to whom; several that fall to one power are one piece of news. A city is told as it is taken,
    by the fact of who holds it.
    """
    who = (area_told(event.area),)
    if event.power and fact_news.found(FACTS, f"control.{event.area}", POWERS[event.power].faction):
        return UNTOLD
    if not event.power:
        return report("{who} falls to partisans", "{who} fall to partisans", who=who)
    power = (POWERS[event.power].name,)
    if event.rescued:
        return report(
            "{who} is retaken from Russia and becomes an ally of {power}",
            "{who} are retaken from Russia and become allies of {power}",
            who=who,
            power=power,
        )
    return report(TAKES[_how(event)], who=who, power=power)


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


def _how(event: e.AreaConquered) -> str:
    """What a power does that conquers an area: its own it retakes, and what the Axis had conquered the West frees."""
    if event.first:
        return "conquers"
    area = build({}).areas[event.area]
    if event.power in (area.owner, area.home):
        return "retakes"
    freed = event.area in OCCUPIED and POWERS[event.power].faction == "western"
    return "frees" if freed and event.before in AXIS else "takes"


def _credited(event: e.ConquestCredited) -> Line:
    parts = [f"{POWERS[power].name} {PARTS[part][0]}" for power, part in event.parts.items()]
    return line(
        event,
        f"{country_name(event.area)} will be {POWERS[event.power].name}'s conquest",
        f"{'; '.join(parts)}.",
        actor=event.by,
        weight=14,
        sort="fact",
    )


def _excess(event: e.ExcessLost) -> Line:
    what = [counted(event.factors, "foreign factor")] if event.factors else []
    what += [counted(event.armor, "Axis armor unit")] if event.armor else []
    return line(
        event,
        f"{country_name(event.country)}: {listed(what)} too many are eliminated",
        f"The limit there was {event.limit}.",
        weight=28,
    )


WORDS: Wording = {
    e.ClockStarted: _started,
    e.ClockEnded: _ended,
    e.BuildsAdded: _added,
    e.BuildsOpen: _open,
    e.BrpsPosted: _posted,
    e.YearPosted: _year,
    e.AreaConquered: _conquered,
    e.ConquestCredited: _credited,
    e.ExcessLost: _excess,
}
"""What these words are of."""

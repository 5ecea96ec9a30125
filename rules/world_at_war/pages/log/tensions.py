"""What happens around the tensions, in words."""

from rules.kernel.events import Line, News
from rules.kernel.grammar import within
from rules.kernel.wording import Wording
from rules.world_at_war.model.events import tensions as h
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import country_name, inline, listed
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.pages.log.news import aside, line, report
from rules.world_at_war.pages.log.topics import war_of
from rules.world_at_war.tensions.declarations import MAJORS, areas_on

ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth",
)  # fmt: skip
HALVES = {0: "", 1: ", first half", 2: ", second half"}


def foe_name(power: str, on: str) -> str:
    """Against whom war is declared, in the middle of a sentence."""
    if on in MAJORS.get(power, {}):
        return within(MAJORS[power][on].name)
    areas = build({}).areas
    return " and ".join(areas[area].name for area in areas_on(on))


def plan_name(theatre: str, number: int, part: int = 0) -> str:
    """A mobilization by its number, as a sentence goes on with it."""
    title = inline(build({}).prewar.mobilizations[theatre].title)
    return f"{ORDINALS[number - 1]} {title}{HALVES[part]}"


def units_in_words(units: dict[str, int]) -> str:
    """BRPs by kind of unit: *20 BRPs of infantry and 10 of armor*; a kind without a number is named alone."""
    said = [f"{n} of {kind}" if n else kind for kind, n in units.items()]
    for kind, n in list(units.items())[:1]:
        said[0] = f"{n} BRPs of {kind}" if n else kind
    return listed(said)


def _mobilized(event: h.Mobilized) -> Line:
    name = plan_name(event.theatre, event.number, event.part)
    amount = f"{event.brps} BRPs of units. " if event.brps is not None else ""
    place = f" Its industrial center goes to {event.place}." if event.place else ""
    if event.otherwise:
        place += f" If that is lost or has one, to {', else '.join(event.otherwise)}."
    if event.sooner:
        several = len(event.sooner) > 1
        which = "one of them" if several else "it"
        place += f" Before it {'come' if several else 'comes'} {listed(list(event.sooner))}, if Russia holds {which} without a center."
    return line(
        event,
        f"The {name} comes about",
        f"{amount}{event.why}.{place}",
        weight=49 if event.number <= 3 and event.part != 2 else 20,
        sort="track",
        news=_mobilization(event),
    )


def _mobilization(event: h.Mobilized) -> News:
    """A mobilization by its number; from the fourth on, and where one is completed, an aside."""
    who, nth = (POWERS[event.power].name,), ORDINALS[event.number - 1]
    if event.number > 3 or event.part == 2:
        return aside("mobilization goes on in {who}", who=who, nth=nth)
    return News(
        one="{who} mobilizes",
        many="{who} mobilize",
        alone=_BEGUN.get(event.theatre, "{who} begins its {nth} mobilization"),
        why="{who} may build new forces" if event.brps is not None else "",
        part="{who}",
        parts="they may build new forces",
        slots={"who": who, "nth": nth},
    )


_BEGUN = {
    "us_europe": "{who} begins its {nth} mobilization in Europe",
    "us_pacific": "{who} begins its {nth} mobilization in the Pacific",
}
"""A mobilization in a theatre; others have but one."""


def _units(event: h.UnitsMobilized) -> Line:
    name = plan_name(event.theatre, event.number, event.part)
    units = event.chosen or dict.fromkeys(event.arrives, 0)
    said = (
        "Nothing was chosen: the required units come, and infantry for the rest."
        if event.by_default
        else ""
    )
    return line(
        event,
        f"{POWERS[event.power].name} mobilizes {units_in_words(units)}",
        " ".join(part for part in (f"The {name}.", said) if part),
        weight=12,
        sort="track",
        news=aside(
            "{who} decides which units a mobilization brings", who=(POWERS[event.power].name,)
        ),
    )


def _available(event: h.UnitsAvailable) -> Line:
    words = units_in_words(event.units)
    return line(
        event,
        f"Mobilized units of {POWERS[event.power].name} may be built: {words}",
        f"{build({}).prewar.mobilizations[event.theatre].title}.",
        weight=13,
        sort="track",
        news=aside(
            "{who} may now build the units of a mobilization", who=(POWERS[event.power].name,)
        ),
    )


def _declared(event: h.WarDeclared) -> Line:
    major = event.on in MAJORS.get(event.power, {})
    return line(
        event,
        f"{POWERS[event.power].name} declares war on {foe_name(event.power, event.on)}",
        f"It costs {event.cost} BRPs." if event.cost is not None else "",
        weight=90 if major else 72,
        topic=war_of(event.power, event.on),
        news=report(
            "{who} declares war on {whom}",
            "{who} declare war on {whom}",
            who=(POWERS[event.power].name,),
            whom=(foe_name(event.power, event.on),),
        ),
    )


def _unlawful(event: h.WarUnlawful) -> Line:
    label = FACTS[event.fact].label
    return line(
        event,
        f"Not allowed by the level of tension: {inline(label)}",
        f"{event.why} Correct the fact, or let the moderator rule.",
        weight=45,
        sort="fact",
    )


def _awaited(event: h.SupportAwaited) -> Line:
    return line(
        event,
        f"Will Germany support {country_name(event.country)} against Russia?",
        "Silence until the turn ends means no.",
        actor="germany",
        weight=50,
    )


def _given(event: h.SupportGiven) -> Line:
    name = country_name(event.country)
    silent = "Germany kept silent. " if event.silent else ""
    head = f"Germany supports {name}" if event.support else f"Germany leaves {name} alone"
    rest = (
        "Russia goes to war with Germany too, or backs down."
        if event.support
        else f"{silent}Its interest there is lost. Axis help for {name} later takes a declaration of war on Russia."
    )
    return line(event, head, rest, actor="germany", weight=55)


def _answered(event: h.SupportAnswered) -> Line:
    name = country_name(event.country)
    silent = "Russia kept silent. " if event.silent else ""
    if event.war:
        head, rest = f"Russia does not give way over {name}", "It declares war on Germany as well."
    else:
        head, rest = f"Russia backs down from {name}", f"{silent}It loses {event.forfeit} BRPs."
    return line(event, head, rest, actor="russia", weight=55)


def _unprepared(event: h.Unprepared) -> Line:
    return line(
        event,
        "Russia is caught unprepared",
        f"Tension was only {event.level}, so Russian forces are slow and weak in this turn. "
        + " ".join(f"{line.removesuffix('.')}." for line in event.effects),
        actor="russia",
        weight=60,
    )


def _alone(event: h.BritainAttackedAlone) -> Line:
    return line(
        event,
        "Japan attacks Britain and leaves America alone",
        event.effect,
        actor="japan",
        weight=75,
    )


def _handed(event: h.PacificHandedOver) -> Line:
    return line(
        event,
        "America takes Australia and the British Pacific over",
        event.effect,
        actor="united_states",
        weight=50,
    )


def _within(text: str) -> str:
    """What is owed, with the names of countries as they stand within a sentence."""
    return text.replace(" of The ", " of the ")


def _arose(event: h.ObligationArose) -> Line:
    return line(
        event,
        f"{POWERS[event.power].name} has an obligation: {inline(_within(event.text)).rstrip('.')}",
        weight=14,
        sort="clock",
    )


def _obligation_ended(event: h.ObligationEnded) -> Line:
    word = "has met" if event.how == "settled" else "is rid of"
    return line(
        event,
        f"{POWERS[event.power].name} {word} an obligation",
        _within(event.text),
        weight=8,
        sort="clock",
    )


WORDS: Wording = {
    h.Mobilized: _mobilized,
    h.UnitsMobilized: _units,
    h.UnitsAvailable: _available,
    h.WarDeclared: _declared,
    h.WarUnlawful: _unlawful,
    h.SupportAwaited: _awaited,
    h.SupportGiven: _given,
    h.SupportAnswered: _answered,
    h.Unprepared: _unprepared,
    h.BritainAttackedAlone: _alone,
    h.PacificHandedOver: _handed,
    h.ObligationArose: _arose,
    h.ObligationEnded: _obligation_ended,
}
"""What these words are of."""

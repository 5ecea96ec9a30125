"""Lines of events, and how options read in headlines and ledes."""

from typing import Any

from rules.days_of_decision.model.events import political as e
from rules.days_of_decision.model.names import minor
from rules.days_of_decision.model.powers import name
from rules.days_of_decision.model.tables import build
from rules.kernel.events import UNTOLD, Event, Line, News, Slots
from rules.kernel.grammar import within

EFFECTS = {
    "moved": "{power} moves its marker.",
    "joined": "{minor} joins {power_in}.",
    "geared": "{power} gears up.",
    "guaranteed": "{power} guarantees {minor}.",
    "elected": "{power} holds an election.",
    "ceded": "{minor} cedes what {power_in} claimed.",
    "subverted": "{minor} is subverted by {power_in}.",
    "factory": "{power} obtains a factory of {minor}.",
    "resources": "{power} obtains resources of {minor}.",
    "resource": "{power} obtains a resource of {minor}.",
    "oil": "{power} obtains oil of {minor}.",
    "war": "{power} is at war with China.",
    "armed": "{power} may declare war this turn.",
    "forced_vichy": "{power} forces a surrender of {target} in the manner of Vichy.",
    "closed": "{power} closes its passages to {target}.",
    "burma": "{power} closes the Burma Road.",
    "surrendered": "{power} surrenders.",
    "civil_war": "Civil war in China.",
    "free": "India goes its own way.",
    "home": "The Rhineland becomes German home territory.",
    "founded": "The Ukraine becomes a country of its own.",
    "with_kiev": "The Ukraine becomes a country of its own, with Kiev.",
    "broken": "{power} breaks its treaties with {target}.",
    "taken": "{power} takes Vichy land.",
    "ended": "The exchange of Japan and the United States ends.",
    "bound": "A naval treaty binds {power_in} and {target}.",
    "joint": "{power} and {target} declare common war aims.",
    "secret": "{power} builds a unit for a minor country in secret.",
}


def line(event: Event, head: str, rest: str = "", **more: Any) -> Line:
    """An event as a line; what its ``power`` did, unless another is named as its actor."""
    more.setdefault("actor", getattr(event, "power", ""))
    return Line(head=head.removesuffix("."), rest=rest, rule=event.rule, **more)


def report(one: str, many: str = "", *, why: str = "", **slots: str | tuple[str, ...]) -> News:
    """An event as a headline tells it, of one or of several, with what stands in its slots."""
    return News(one=one, many=many, why=why, slots=slots)


def play_of(power: str, option: str) -> str:
    """The topic of one option: proposed, answered and carried out it is one event."""
    return f"option {option} of {power}"


def titled(option: str) -> str:
    """An option by its title alone, as news name it."""
    row = build({}).cards.get(option)
    return row.row.title if row else option


def tested_news(event: e.TestRolled) -> News:
    """A test that was passed is told by what it brought, but for effectiveness that was bought."""
    who = (name(event.power),)
    if event.option == "0a":
        if event.passed:
            return report("{who} gains effectiveness", "{who} gain effectiveness", who=who)
        return report(
            "{who} pays for effectiveness in vain",
            "{who} pay for effectiveness in vain",
            who=who,
        )
    if event.passed:
        return UNTOLD
    return report("“{card}” fails for {whom}", card=titled(event.option), whom=who)


QUIET = {"ipo-18": 14, "ipo-3": 29}
"""Options that make little news: a bonus, economic aid."""
ELSEWHERE = ("0a", "0f", "3", "4", "ipo-9", "ipo-10", "broken", "surrendered")
"""Options and effects that another event tells: a test, a treaty, a war, a duty, an election, an end."""

TOLD = {
    "moved": ("{who} moves its marker", "{who} move their markers"),
    "joined": ("{minor} joins {who}", ""),
    "geared": ("{who} gears up", "{who} gear up"),
    "guaranteed": ("{who} guarantees {minor}", "{who} guarantee {minor}"),
    "elected": ("{who} holds an election", "{who} hold elections"),
    "ceded": ("{minor} cedes what {who} claimed", ""),
    "subverted": ("{who} subverts {minor}", "{who} subvert {minor}"),
    "factory": ("{who} gains a factory of {minor}", "{who} gain a factory of {minor}"),
    "resources": ("{who} gains resources of {minor}", "{who} gain resources of {minor}"),
    "resource": ("{who} gains a resource of {minor}", "{who} gain a resource of {minor}"),
    "oil": ("{who} gains oil of {minor}", "{who} gain oil of {minor}"),
    "war": ("{who} goes to war with China", "{who} go to war with China"),
    "armed": ("{who} may declare war this turn", "{who} may declare war this turn"),
    "burma": ("{who} closes the Burma Road", ""),
    "civil_war": ("civil war begins in China", ""),
    "home": ("Germany remilitarizes the Rhineland", ""),
    "closed": ("{who} closes its passages to {target}", ""),
    "joint": ("{who} and {target} declare common war aims", ""),
    "bound": ("a naval treaty binds {who} and {target}", ""),
    "ipo-3": ("{who} sends economic aid to {minor}", "{who} send economic aid to {minor}"),
    "ipo-18": ("{who} takes bid points as a bonus", "{who} take bid points as a bonus"),
}
"""What came of an option, for one power and for several: by its effect, else by the option."""


def play_news(event: e.CardPlayed, place: str, other: str) -> News:
    """What an option brought; ``place`` is the minor and ``other`` the power that it touched, if any."""
    one, many = TOLD.get(event.effect, TOLD.get(event.option, ("", "")))
    who = name(event.power)
    slots: Slots = {
        "who": (who,),
        "minor": (minor(place) if place else "a minor country",),
        "target": (name(other) if other else "another power",),
        "card": titled(event.option),
    }
    if not one and event.effect in EFFECTS:
        said = EFFECTS[event.effect].format(
            power=who,
            power_in=who,
            minor=slots["minor"][0],
            target=slots["target"][0],
            card=slots["card"],
        )
        return News(one=within(said).removesuffix("."))
    if not one:
        aim = ": {minor}" if place else ": {target}" if other else ""
        return News(
            one=f"{{who}} plays “{{card}}”{aim}", many=f"{{who}} play “{{card}}”{aim}", slots=slots
        )
    return News(one=one, many=many, slots=slots)


PRESSED = {
    "move": "pressed by {by}, {who} must move: {way}",
    "answer": "pressed by {by}, {who} must answer a proposal",
    "tell": "pressed by {by}, {who} must tell its next option",
    "none": "{who} shrugs off the pressure of {by}",
    "found": "{who} discovers the hand of {by}",
}

"""Lines of events and their news, and what came of options as the log has it."""

from typing import Any

from rules.kernel.events import Event, Line, News

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

"""What is declared of the map."""

from typing import Any

from msgspec.structs import replace

from rules.kernel import fact_news
from rules.kernel.events import FactConfirmed, FactDeclared, FactDisputed, Line
from rules.kernel.wording import Wording, objection
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.powers import POWERS, title
from rules.war_game_1939.pages.log.attacks import blow_at
from rules.war_game_1939.pages.log.france import COLONIES
from rules.war_game_1939.pages.log.neutrals import leaning_of
from rules.war_game_1939.pages.log.told import leaning


def value_in_words(value: Any) -> str:
    """The value of a fact in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    word = str(value)
    if word in POWERS:
        return POWERS[word].name
    return leaning(word) if "." in word else "nobody" if word == "none" else word


BY_PLAYERS = R("W-02")
"""What players declare of the map; other facts follow from events, which tell them."""


def _declared(event: FactDeclared) -> Line:
    after, before = value_in_words(event.after), value_in_words(event.before)
    line = Line(
        head=f"{event.label}: {after}",
        rest=f"Before: {before}." if event.after != event.before else "",
        rule=event.rule,
        actor=event.by if event.by in POWERS else "",
        weight=8,
        sort="fact",
    )
    if event.rule == BY_PLAYERS:
        return fact_news.told(line, event, FACTS, value_in_words)
    return replace(line, topic=_follows_from(event))


def _follows_from(event: FactDeclared) -> str:
    """The topic of what brought a fact about: an attack, colonies that pass, a neutral that leans elsewhere."""
    sort, _, place = event.key.partition(".")
    if event.rule == R("Belgium/Holland"):
        return COLONIES
    if sort == "control" or (sort == "lean" and event.after == "none"):
        return blow_at(place, event.by)
    return leaning_of(place) if sort == "lean" else ""


def _confirmed(event: FactConfirmed) -> Line:
    head = f"{title(event.by)} agrees: {event.label}, {value_in_words(event.value)}"
    return Line(head=head, rule=event.rule, actor=event.by, weight=4, sort="fact")


def _disputed(event: FactDisputed) -> Line:
    head = f"{title(event.by)} disputes: {event.label}, {value_in_words(event.value)}"
    rest = objection(event, value_in_words)
    return Line(head=head, rest=rest, rule=event.rule, actor=event.by, weight=8, sort="fact")


WORDS: Wording = {FactDeclared: _declared, FactConfirmed: _confirmed, FactDisputed: _disputed}
"""What these words are of."""

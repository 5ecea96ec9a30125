"""Neutrals that are courted, and what they come to lean to."""

from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.powers import name, title
from rules.war_game_1939.pages.headlines import COURTED, IN_VAIN
from rules.war_game_1939.pages.log.told import (
    Telling,
    Told,
    enough,
    in_news,
    leaning,
    place_name,
    rolled,
)


def _tried(v: e.InfluenceTried) -> Told:
    head = f"{title(v.nation)} courts {place_name(v.place)}"
    money = f"${v.money} of influence. " if v.money else ""
    told = Told(head, f"{money}{enough(v.tally)}", 8, v.tally)
    topic = f"{COURTED}.{v.place}.{v.nation}"
    return told.aside("the nations court {place}", topic, place=in_news(v.place))


def _opposed(v: e.InfluenceOpposed) -> Told:
    late = " after the roll" if v.late else ""
    head = f"{title(v.nation)} paid ${v.money} against {name(v.against)} in {place_name(v.place)}{late}"
    return Told(head, weight=8).as_news(
        "{who} pays against the influence of others",
        "{who} pay against the influence of others",
        alone="{who} pays against {against} in {place}",
        part="{who} ${sum} against {against} in {place}",
        who=(name(v.nation),),
        against=name(v.against),
        place=place_name(v.place),
        sum=str(v.money),
    )


def _rolled(v: e.InfluenceRolled) -> Told:
    place = place_name(v.place)
    head = (
        f"{place} is now {leaning(v.after)}"
        if v.made
        else f"{place} did not follow {name(v.nation)}"
    )
    if v.again:
        head = f"The money came in late: {place} is {leaning(v.after)}"
    weight = 26 if v.made and v.after.endswith(".sworn") else 18 if v.made else 6
    told = Told(head, rolled(v.die, v.tally), weight, v.tally, v.die)
    patron, _, level = v.after.partition(".")
    if (v.made or v.again) and level in FOLLOWS:
        one, many, why = FOLLOWS[level]
        topic = leaning_of(v.place)
        return told.as_news(one, many, topic, why=why, who=in_news(v.place), patron=(name(patron),))
    if v.made or v.again:
        return told.as_news("{who} turns away from {nation}", "{who} turn away from {nation}",
                            who=in_news(v.place), nation=(name(v.nation),))  # fmt: skip
    return told.as_news(
        "{who} courts {place} in vain",
        "{who} court {place} in vain",
        f"{IN_VAIN}.{v.place}.{v.nation}",
        who=(name(v.nation),),
        place=in_news(v.place),
    )


def leaning_of(place: str) -> str:
    """The topic of what a neutral leans to: the roll, and the fact that follows from it."""
    return f"lean.{place}"


FOLLOWS = {
    "friendly": ("{who} befriends {patron}", "{who} befriend {patron}", ""),
    "economic": (
        "{who} trades with {patron}",
        "{who} trade with {patron}",
        "the land of {who} pays {patron} from now on",
    ),
    "sworn": (
        "{who} sides with {patron}",
        "{who} side with {patron}",
        "the land of {who} pays {patron} from now on",
    ),
}
"""What a neutral does that comes to lean to a nation so far, and what it brings."""


TELL: Telling = {
    e.InfluenceTried: _tried,
    e.InfluenceOpposed: _opposed,
    e.InfluenceRolled: _rolled,
}

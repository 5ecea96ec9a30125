"""Events in words: the outcome first, then the die and the reasons, then the rule."""

from collections.abc import Iterator

from rules.kernel import fact_news
from rules.kernel.events import (
    FactConfirmed,
    FactDeclared,
    FactDisputed,
    Line,
    News,
    OrdersReleased,
)
from rules.kernel.grammar import capital, joined, with_articles, within
from rules.kernel.wording import Wording, objection
from rules.world_at_war.model.events import diplomacy as e
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import (
    ARTICLES,
    THE,
    by_power,
    counted,
    country_name,
    fact_words,
    inline,
    listed,
    reasons,
    row_words,
    signed,
)
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.pages.log.news import aside, line, report
from rules.world_at_war.pages.log.topics import WAR_AHEAD, result_in


def _turn(event: e.TurnBegan) -> Line:
    return Line(head=f"{event.title} begins", weight=5, sort="clock")


def _allotted(event: e.PointsAllotted) -> Line:
    head = f"{POWERS[event.power].name} is allotted {counted(event.tally.net, 'diplomatic point')}"
    return line(
        event,
        head,
        reasons(event.tally),
        weight=12,
        detail=event.tally,
        news=report(
            "{who} receives {points}",
            "{who} receive {points}",
            who=(POWERS[event.power].name,),
            points=counted(event.tally.net, "diplomatic point"),
        ),
    )


def _placed(event: e.PointsPlaced) -> Line:
    where = listed([f"{count} on {country_name(target)}" for target, count in event.points.items()])
    return line(
        event, f"{POWERS[event.power].name} places its points", f"{where}.", weight=8, sort="seal"
    )


def _sealed(event: e.PlacementSealed) -> Line:
    head = f"The points of {event.year} are placed, in secret"
    return line(
        event,
        head,
        weight=29,
        sort="seal",
        news=report("the powers choose in secret whom to court in {year}", year=str(event.year)),
    )


def _revealed(event: e.PointsRevealed) -> Line:
    name = country_name(event.target)
    if not event.points:
        head = f"No points lie in {name}"
        return line(event, head, weight=6, topic=result_in(event.target))
    idle = {power: count for power, count in event.points.items() if power not in event.counted}
    rest = f"Not counted: {by_power(idle)}." if idle and event.counted else ""
    return line(
        event,
        f"Points in {name}: {by_power(event.points)}",
        rest,
        weight=14,
        topic=result_in(event.target),
    )


def _lapsed(event: e.PointsLapsed) -> Line:
    lost = sum(sum(row.values()) for row in event.unused.values())
    rest = "; ".join(
        f"{POWERS[power].name}: "
        + ", ".join(f"{country_name(target)} {count}" for target, count in row.items())
        for power, row in event.placed.items()
    )
    return line(
        event,
        f"The placements of {event.year} are laid open, {counted(lost, 'point')} unused",
        rest,
        weight=25,
        news=report(
            "the points of {year} are laid open",
            why="{where}",
            year=str(event.year),
            where="; ".join(_lay(event)),
        ),
    )


ELSEWHERE = ("usat", "intel")
"""Targets of points that are no country."""


def _lay(event: e.PointsLapsed) -> Iterator[str]:
    """Whom each power courted, a clause each; what its points did elsewhere is left out."""
    for power, row in event.placed.items():
        who = within(with_articles(POWERS[power].name, ARTICLES))
        names = [within(country_name(target)) for target in row if target not in ELSEWHERE]
        if names:
            yield f"{who} courted {joined(names)}"


def _named(event: e.TargetNamed) -> Line:
    name, who = country_name(event.country), THE[event.faction]
    head = {
        "reaction": f"{who} react in {name}"
        if event.faction != "russia"
        else f"Russia reacts in {name}",
        "demand": f"Russia's demand brings a roll in {name}",
    }.get(event.manner, f"{who} {'names' if event.faction == 'russia' else 'name'} {name}")
    rest = "Western Allies and Russia name it together." if event.joint else ""
    return line(
        event, capital(head), rest, weight=15, topic=result_in(event.country), news=_naming(event)
    )


_NAMED = {
    "reaction": ("{side} reacts in {where}", "{side} react in {where}"),
    "demand": ("{side} presses {where}", "{side} press {where}"),
}
"""What a side does in a country that it does not simply name, one power and several."""


def _naming(event: e.TargetNamed) -> News:
    """Who names what."""
    one, many = _NAMED.get(event.manner, ("{side} names {where}", "{side} name {where}"))
    where = (country_name(event.country),)
    if event.joint:
        together = "the Western Allies and Russia name {where}"
        return report(together, where=where)
    return report(one, many, where=where, side=THE[event.faction])


def _fell(event: e.NamingFellAway) -> Line:
    head = f"{POWERS[event.power].name}'s naming of {country_name(event.country)} falls away"
    return line(event, head, event.why, weight=7)


def _bound(event: e.WarBound) -> Line:
    return line(
        event, "Germany binds itself to declare war on Russia this turn", actor="germany", weight=70
    )


def _owed(event: e.WarOwed) -> Line:
    head = "Germany owes the declaration of war on Russia it was bound to"
    return line(event, head, actor="germany", weight=55)


def _demand(event: e.DemandMade) -> Line:
    what = {
        "rumania": "Bessarabia of Rumania",
        "finland": "the border hexes of Finland",
        "eastern_poland": "eastern Poland",
    }[event.of]
    return line(event, f"Russia demands {what}", actor="russia", weight=45)


def _answered(event: e.DemandAnswered) -> Line:
    head = {
        "annexed": "Bessarabia is annexed by Russia",
        "ceded": "Rumania cedes Bessarabia to Russia",
        "resisted": "Rumania resists: a border war over Bessarabia begins",
        "dropped": "Russia drops its demand on Rumania",
    }[event.answer]
    topic = "border_war.rumania" if event.answer == "resisted" else ""
    return line(event, head, actor="russia", weight=50, topic=topic)


def _subverted(event: e.SubversionTried) -> Line:
    head = f"Russian subversion in {country_name(event.country)} {'succeeds' if event.worked else 'fails'}"
    return line(
        event,
        head,
        f"Rolled {event.die}, needs 4 or more.",
        actor="russia",
        weight=30,
        news=report(
            f"Russian subversion {'succeeds' if event.worked else 'fails'} in {{where}}",
            where=(country_name(event.country),),
        ),
    )


def _card(event: e.CardPlayed) -> Line:
    what = "a covert operation" if event.card == "operation" else "a countering card"
    head = f"{POWERS[event.power].name} plays {what} on {country_name(event.target)}"
    return line(event, head, f"It {event.effect}.", weight=18)


def _roll(event: e.RollMade) -> Line:
    head = f"{country_name(event.country)}: {row_words(event.row)}, {inline(event.meaning)}"
    rest = f"{capital(THE[event.faction])} rolled {event.die}, net {signed(event.tally.net)}, total {row_words(str(event.total))}: {reasons(event.tally)}."
    return line(
        event,
        head,
        rest,
        actor=event.faction,
        weight=22,
        detail=event.tally,
        die=event.die,
        topic=result_in(event.country),
        news=_rolled(event),
    )


def _rolled(event: e.RollMade) -> News:
    """A roll that changes nothing: what one brings is told by the policy that begins, ends or stays."""
    return report(
        "{side} courts {who} in vain",
        "{side} court {who} in vain",
        who=(country_name(event.country),),
        side=THE[event.faction],
    )


def _lesser(event: e.LesserTaken) -> Line:
    head = f"{POWERS[event.power].name} takes row {row_words(event.taken)} in {country_name(event.country)} instead of {row_words(event.rolled)}"
    return line(
        event,
        head,
        weight=25,
        topic=result_in(event.country),
        news=report(
            "{who} asks less of {whom} than it could",
            who=(POWERS[event.power].name,),
            whom=(country_name(event.country),),
        ),
    )


def _moved(event: e.TrackMoved) -> Line:
    head = f"{build({}).scales[event.track].title} {signed(event.amount)}, to {row_words(str(event.after))}"
    return line(
        event,
        head,
        f"{event.reason}.",
        weight=10,
        sort="track",
        topic=f"track {event.track}",
        news=_standing("{what} stands at {level}", event.track, event.after),
    )


def _standing(message: str, track: str, level: int) -> News:
    """Where a track stands: an aside of a phase without news."""
    return aside(message, what=build({}).scales[track].title, level=row_words(str(level)))


def _effective(event: e.EffectiveRolled) -> Line:
    head = f"{build({}).scales[event.track].title} is effectively {row_words(str(event.level))} this turn"
    return line(
        event,
        head,
        f"Rolled {event.die}: {reasons(event.tally)}.",
        weight=9,
        sort="track",
        detail=event.tally,
        die=event.die,
        topic=f"track {event.track}",
        news=_standing("{what} counts as {level} this turn", event.track, event.level),
    )


def _threshold(event: e.ThresholdReached) -> Line:
    head = f"{build({}).scales[event.track].title} reaches {event.level}: {inline(event.effect)}"
    scale = build({}).scales[event.track]
    effect = next((step.news for step in scale.steps if step.level == event.level), "")
    return line(
        event,
        head,
        weight=48,
        sort="track",
        topic=WAR_AHEAD[event.track] if effect else "",
        news=report(effect)
        if effect
        else _standing("{what} reaches {level}", event.track, event.level),
    )


def _reaction(event: e.ReactionEarned) -> Line:
    head = f"{THE[event.faction]} may react in {country_name(event.country)}"
    return line(
        event,
        capital(head),
        "At the next opportunity, or not at all.",
        actor=event.faction,
        weight=28,
        news=report(
            "{side} may react in {where}",
            side=THE[event.faction],
            where=(country_name(event.country),),
        ),
    )


def _limit(event: e.LimitExceeded) -> Line:
    name, factors = country_name(event.country), counted(event.factors, "foreign factor")
    be = "is" if event.factors == 1 else "are"
    match event.what:
        case "passing":
            head = f"{factors} {be} supplied through {name}; {event.limit} may be"
            rest = "The rest goes without supply."
        case "armor":
            head = f"{counted(event.factors, 'armor unit')} {be} declared in {name}"
            rest = f"{event.limit} may be there as the phase ends. Moving through is lawful."
        case "neutral":
            head = f"{factors} {be} declared in {name}, which is neutral"
            rest = "No result lets them in: declare war on it, or correct the fact."
        case _:
            head = f"{factors} {be} declared in {name}"
            rest = (
                f"{event.limit} may be there as the phase ends. Moving through is lawful; what is "
                "more than that has to leave before."
            )
    return line(event, head, rest, weight=26, sort="fact")


def _over(event: e.WarEnded) -> Line:
    return line(
        event,
        "The campaign is over",
        event.title,
        weight=90,
        sort="clock",
        news=report("the campaign is over", why="{title}", title=event.title),
    )


def _fact(event: FactDeclared) -> Line:
    head = event.label if event.after is True else f"{event.label}: {fact_words(event.after)}"
    # What it was before is told only where it was something.
    rest = "" if event.before in fact_news.NOTHING else f"Before: {fact_words(event.before)}."
    told = line(event, head, rest, actor=event.by, weight=11, sort="fact")
    return fact_news.told(told, event, FACTS, fact_words)


def _confirmed(event: FactConfirmed) -> Line:
    head = f"{POWERS[event.by].name} confirms: {event.label}, {fact_words(event.value)}"
    return line(event, head, actor=event.by, weight=4, sort="fact")


def _disputed(event: FactDisputed) -> Line:
    head = f"{POWERS[event.by].name} disputes: {event.label}, {fact_words(event.value)}"
    rest = objection(event, fact_words)
    return line(event, head, rest, actor=event.by, weight=8, sort="fact")


def _released(event: OrdersReleased) -> Line:
    return line(event, "The sealed placements of the year can be checked", weight=6, sort="seal")


WORDS: Wording = {
    e.TurnBegan: _turn,
    e.PointsAllotted: _allotted,
    e.PointsPlaced: _placed,
    e.PlacementSealed: _sealed,
    e.PointsRevealed: _revealed,
    e.PointsLapsed: _lapsed,
    e.TargetNamed: _named,
    e.NamingFellAway: _fell,
    e.WarBound: _bound,
    e.WarOwed: _owed,
    e.DemandMade: _demand,
    e.DemandAnswered: _answered,
    e.SubversionTried: _subverted,
    e.CardPlayed: _card,
    e.RollMade: _roll,
    e.LesserTaken: _lesser,
    e.TrackMoved: _moved,
    e.EffectiveRolled: _effective,
    e.ThresholdReached: _threshold,
    e.ReactionEarned: _reaction,
    e.LimitExceeded: _limit,
    e.WarEnded: _over,
    FactDeclared: _fact,
    FactConfirmed: _confirmed,
    FactDisputed: _disputed,
    OrdersReleased: _released,
}
"""What these words are of."""

"""Events of war and surrender in words."""

from rules.days_of_decision.entry.war_chart import country_name
from rules.days_of_decision.model.events import surrender as s
from rules.days_of_decision.model.events import war as w
from rules.days_of_decision.model.powers import FACTIONS, POWERS, name, title
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.log.news import line, report
from rules.days_of_decision.pages.log.political import figure, signed
from rules.days_of_decision.surrender.terms import EVERYTHING, TERMS
from rules.kernel.events import Line
from rules.kernel.grammar import capital
from rules.kernel.tally import Tally
from rules.kernel.wording import Wording


def _country(key: str) -> str:
    return country_name(build({}), key)


def _head(key: str) -> str:
    return capital(_country(key))


def _sum(tally: Tally) -> str:
    rows = "".join(f", {row.reason} {signed(row.amount)}" for row in tally.rows)
    return f"{tally.base_reason or 'Base'} {figure(tally.base)}{rows}: {figure(tally.net)}."


def _announced(event: w.WarsAnnounced) -> Line:
    head = f"{title(event.power)} announces war on {', '.join(map(_country, event.targets))}."
    rest = "It begins with the first impulse."
    news = report(
        "{who} announces war on {whom}",
        "{who} announce war on {whom}",
        why="it begins with the first impulse",
        who=(name(event.power),),
        whom=tuple(map(_country, event.targets)),
    )
    topic = f"war of {event.power} on {'+'.join(event.targets)}"
    return line(event, head, rest, weight=70, topic=topic, news=news)


def _lapsed(event: w.AnnouncementLapsed) -> Line:
    head = f"The war of {name(event.power)} on {_country(event.target)} does not begin."
    return line(event, head, event.why, weight=45)


def _notice(event: w.NoticeGiven) -> Line:
    head = f"{title(event.power)} gives {name(event.to)} notice of war."
    rest = f"It may declare it from {event.first} to {event.last}."
    news = report(
        "{who} gives {whom} notice of war",
        "{who} give {whom} notice of war",
        why="{who} may declare it from {first} to {last}",
        who=(name(event.power),),
        whom=(name(event.to),),
        first=str(event.first),
        last=str(event.last),
    )
    return line(event, head, rest, weight=55, news=news)


def _declared(event: w.WarDeclared) -> Line:
    head = f"{title(event.power)} declares war on {_country(event.target)}."
    rest = f"It pays {event.price.net} money."
    topic = f"war of {event.power} on {event.target}"
    news = report(
        "{who} declares war on {whom}",
        "{who} declare war on {whom}",
        why="{who} pays {price} money",
        who=(name(event.power),),
        whom=(_country(event.target),),
        price=str(event.price.net),
    )
    return line(event, head, rest, weight=95, detail=event.price, topic=topic, news=news)


def _rolled(event: w.WarRolled) -> Line:
    word = "declares" if event.passed else "does not declare"
    head = f"The United States {word} war"
    rest = f"Die {event.die}. {_sum(event.tally)}"
    return line(
        event, f"{head} on {name(event.target)}.", rest, actor="usa", weight=60, detail=event.tally
    )


def _number(event: w.WarNumber) -> Line:
    head = f"The die for war on {name(event.target)} may show {event.tally.net} at most."
    return line(event, head, _sum(event.tally), actor="usa", detail=event.tally)


WHYS = {
    "lapse": "The war game's conditions for a lapse hold.",
    "conquest": "By conquest.",
    "surrender": "By surrender.",
}


def _ended(event: w.WarEnded) -> Line:
    head = f"{_head(event.one)} and {_country(event.other)} are at peace."
    return line(event, head, WHYS[event.why], weight=50)


def _drawn(event: w.MinorDrawn) -> Line:
    head = f"{_head(event.minor)} joins {name(event.power)}."
    rest = f"{title(event.attacker)} attacked it while it stood under that marker."
    return line(event, head, rest, weight=62)


def _passed(event: w.SidePassed) -> Line:
    side = "Chinese Communists" if event.side == "communists" else _head(event.side)
    who = name(event.power) if event.power else "nobody"
    head = f"The {side} come under the command of {who}."
    return line(event, head, actor=event.power or event.before, weight=50)


def _passages(event: w.PassagesClosed) -> Line:
    tables = build({})
    parts = [each.partition(":") for each in event.denied]
    found = ", ".join(f"{tables.waterways[key].name} to {name(to)}" for key, _, to in parts)
    head = (
        f"{title(event.power)} denies {found}."
        if found
        else (f"{title(event.power)} denies no passage any more.")
    )
    return line(event, head, weight=40)


def _burma(event: w.BurmaRoad) -> Line:
    word = "closed" if event.closed else "open again"
    return line(event, f"The Burma Road is {word}.", weight=55)


def _split(event: w.CountrySplit) -> Line:
    shares = " and ".join(f"{_head(side)} {share}" for side, share in event.shares.items())
    said = "; ".join(
        f"{_head(side)}: {u['land']} land, {u['air']} air, {u['ships']} ships"
        for side, u in event.units.items()
    )
    rest = f"Die {event.die}. On the map: {said}. A ship that is not placed is gone; all else may be built later."
    return line(event, f"{_head(event.country)} is split: {shares} percent.", rest, weight=60)


def _side_made(event: w.SideProduced) -> Line:
    head = f"{_head(event.side)}: {event.points.net} build points of its own."
    return line(event, head, _sum(event.points), sort="track", weight=6, detail=event.points)


def _china(event: w.ChinaWon) -> Line:
    head = f"The {event.side.capitalize()} win the Chinese civil war."
    rest = "China becomes a communist power." if event.side == "communists" else ""
    return line(event, head, rest, actor="china", weight=85)


def _placed(event: w.MarkerPlaced) -> Line:
    head = f"The marker of {name(event.power)} stands beside that of {name(event.by)}."
    return line(event, head, actor=event.by, weight=40)


def _conquered(event: w.MinorConquered) -> Line:
    head = f"{_head(event.minor)} is conquered."
    rest = "Grounds for war over it last through the next political phase."
    return line(event, head, rest, weight=65)


def _intelligence(event: w.IntelligenceRolled) -> Line:
    gained = [f"{FACTIONS[side].name} {points}" for side, points in event.points.items()]
    head = f"Intelligence points: {', '.join(gained)}." if gained else "Intelligence: a draw."
    dice = "; ".join(
        f"{POWERS[power].name} {' '.join(map(str, thrown))}" for power, thrown in event.dice.items()
    )
    return line(event, head, f"Dice: {dice}.", weight=30)


def _shifted(event: w.DieShifted) -> Line:
    head = (
        f"Intelligence turns the die of {name(event.power)} from {event.before} to {event.after}."
    )
    return line(event, head, f"{event.points} points.", weight=28)


def _ideologies(event: w.IdeologiesRolled) -> Line:
    found = ", ".join(f"{FACTIONS[side].name} {score}" for side, score in event.scores.items())
    rest = f"Called for by the {FACTIONS[event.again].name} ideology." if event.again else ""
    return line(event, f"Initiative of the ideologies: {found}.", rest, weight=24)


def _order(event: w.ImpulseOrder) -> Line:
    found = ", ".join(FACTIONS[side].name for side in event.order)
    news = report(
        "the {side} side has the first impulse",
        why="impulses in order: {order}",
        side=FACTIONS[event.order[0]].name.lower(),
        order=tuple(FACTIONS[side].name.lower() for side in event.order),
    )
    return line(event, f"Impulses in order: {found}.", weight=26, news=news)


def _impulse(event: w.ImpulseEnded) -> Line:
    side = FACTIONS[event.side].name.lower()
    rest = f"Die {event.die} against {event.number}."
    if event.over:
        head = f"The turn is over after a {side} impulse."
        return line(event, head, rest, weight=40)
    head = f"The {side} impulse ends; the marker goes on to {event.after}."
    return line(event, head, f"{rest} {_sum(event.advance)}", weight=18, detail=event.advance)


def _track(event: w.TrackMoved) -> Line:
    head = (
        f"The {FACTIONS[event.side].name.lower()} marker of initiative goes from {event.before} to "
    )
    return line(event, f"{head}{event.after}.", _sum(event.tally), sort="track", weight=12)


# -- surrender -----------------------------------------------------------------------------


def _surrendered(event: s.Surrendered) -> Line:
    to = " and ".join(name(power) for power in event.to) or "nobody"
    manner = {TERMS: "on terms", EVERYTHING: "and keeps nothing"}.get(
        event.manner, "in the manner of Vichy"
    )
    verb = "is made to surrender" if event.forced else "surrenders"
    rest = f"Ceded: {event.ceded}." if event.ceded else ""
    if event.conqueror:
        rest = f"The conquering power is {name(event.conqueror)}."
    if event.automatic:
        rest = f"Nobody was asked. {rest}".strip()
    head = f"{title(event.power)} {verb} to {to} {manner}."
    return line(event, head, rest, weight=98)


def _dissolved(event: s.AimsDissolved) -> Line:
    one, other = event.powers
    head = f"The combined war aims of {name(one)} and {name(other)} end."
    return line(event, head, weight=40)


def _bids(event: s.BidsHalved) -> Line:
    head = f"{title(event.power)} has {event.tally.net} bid points left."
    return line(event, head, _sum(event.tally), sort="track", detail=event.tally)


def _home(event: s.HomeDivided) -> Line:
    who = name(event.conqueror)
    head = f"{title(event.power)} is divided: {event.factories.net} factories work for {who}."
    if event.historical:
        rest = "On the map: by the borders of 1940. Nobody keeps hexes of it."
    else:
        rest = (
            "On the map: what the conquerors hold and what is cut off becomes the occupied country; "
            "the loser keeps the rest, enemy held isolated hexes too."
        )
    return line(event, head, rest, weight=58, detail=event.factories)


def _territory(event: s.TerritoryPassed) -> Line:
    row = build({}).groups[event.power][event.group]
    return line(event, f"{row.name} passes to {name(event.to)}.", actor=event.to, weight=45)


def _kept(event: s.LandKept) -> Line:
    head = f"{title(event.power)} keeps of {name(event.of)}: {event.hexes}."
    return line(event, head, weight=35)


def _named(event: s.ConquerorNamed) -> Line:
    head = f"{title(event.conqueror)} is the conquering power of {name(event.power)}."
    return line(event, head, f"Named by {name(event.by)}.", actor=event.by, weight=40)


POOLS = {
    "vichy": "half of the units in its force pools, by type, are removed; of dated units half come.",
    "back": "all units removed since its surrender return to its force pools.",
    "incomplete": "two thirds of its force pools, by type and first cost, are removed by chance.",
    "complete": "it is conquered completely, by the war game's 13.7.1.",
}


def _pools(event: s.PoolsDue) -> Line:
    head = f"{title(event.power)}'s force pools change."
    if event.what == "complete":
        head = f"{title(event.power)} is conquered."
    return line(event, head, f"On the map: {POOLS[event.what]}", weight=44)


def _early(event: s.HouseRolled) -> Line:
    word = "gives up" if event.surrendered else "fights on"
    rest = f"Die {event.die}. {_sum(event.tally)}"
    head = f"{title(event.power)} {word}."
    return line(event, head, rest, weight=75, detail=event.tally)


def _hexes(event: s.HexesJudged) -> Line:
    count = sum(event.hexes.values())
    head = f"{count} isolated hexes change hands." if count else "No isolated hexes change hands."
    rest = ", ".join(f"{n} to {name(power)}" for power, n in sorted(event.hexes.items()))
    return line(event, head, f"{rest}." if rest else "", actor=event.by, sort="fact", weight=22)


WORDS: Wording = {
    w.WarsAnnounced: _announced,
    w.AnnouncementLapsed: _lapsed,
    w.NoticeGiven: _notice,
    w.WarDeclared: _declared,
    w.WarRolled: _rolled,
    w.WarNumber: _number,
    w.WarEnded: _ended,
    w.MinorDrawn: _drawn,
    w.SidePassed: _passed,
    w.PassagesClosed: _passages,
    w.BurmaRoad: _burma,
    w.CountrySplit: _split,
    w.SideProduced: _side_made,
    w.ChinaWon: _china,
    w.MarkerPlaced: _placed,
    w.MinorConquered: _conquered,
    w.IntelligenceRolled: _intelligence,
    w.DieShifted: _shifted,
    w.IdeologiesRolled: _ideologies,
    w.ImpulseOrder: _order,
    w.ImpulseEnded: _impulse,
    w.TrackMoved: _track,
    s.Surrendered: _surrendered,
    s.AimsDissolved: _dissolved,
    s.BidsHalved: _bids,
    s.HomeDivided: _home,
    s.TerritoryPassed: _territory,
    s.LandKept: _kept,
    s.ConquerorNamed: _named,
    s.PoolsDue: _pools,
    s.HouseRolled: _early,
    s.HexesJudged: _hexes,
}
"""How each event of war and surrender is told."""

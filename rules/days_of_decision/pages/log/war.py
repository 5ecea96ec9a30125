"""Events of war and surrender in words."""

from rules.days_of_decision.model.events import surrender as s
from rules.days_of_decision.model.events import war as w
from rules.days_of_decision.model.names import minor
from rules.days_of_decision.model.powers import FACTIONS, POWERS, name, title
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.log.news import ARTICLES, line, named, report, report_of, told
from rules.days_of_decision.pages.log.together import fallen, fought
from rules.days_of_decision.surrender.terms import EVERYTHING, TERMS
from rules.kernel.events import UNTOLD, Line
from rules.kernel.grammar import capital, figure, joined, number, signed
from rules.kernel.tally import Tally
from rules.kernel.wording import Wording


def _head(key: str) -> str:
    return capital(minor(key))


def _sum(tally: Tally) -> str:
    rows = "".join(f", {row.reason} {signed(row.amount)}" for row in tally.rows)
    return f"{tally.base_reason or 'Base'} {figure(tally.base)}{rows}: {figure(tally.net)}."


def _announced(event: w.WarsAnnounced) -> Line:
    head = f"{title(event.power)} announces war on {joined(map(minor, event.targets))}."
    rest = "It begins with the first impulse."
    news = report_of(
        event,
        "{who} announces war on {whom}",
        "{who} announce war on {whom}",
        why="it begins with the first impulse",
        whom=tuple(map(minor, event.targets)),
    )
    topic = _war(event.power, event.targets[0])
    return line(event, head, rest, weight=70, topic=topic, news=news)


def _war(power: str, target: str) -> str:
    """The topic of a war that is announced, declared or not begun: of several announced together the first."""
    return f"war of {power} on {target}"


def _lapsed(event: w.AnnouncementLapsed) -> Line:
    head = f"The war of {name(event.power)} on {minor(event.target)} does not begin."
    news = report_of(
        event, "the war of {who} on {whom} does not begin", whom=(minor(event.target),)
    )
    topic = _war(event.power, event.target)
    return line(event, head, event.why, weight=72, topic=topic, news=news)


def _notice(event: w.NoticeGiven) -> Line:
    head = f"{title(event.power)} gives {name(event.to)} notice of war."
    rest = f"It may declare it from {event.first} to {event.last}."
    news = report_of(
        event,
        "{who} gives {whom} notice of war",
        "{who} give {whom} notice of war",
        why="the war may begin in {first} at the earliest",
        whom=(name(event.to),),
        first=str(event.first),
    )
    return line(event, head, rest, weight=55, news=news)


def _declared(event: w.WarDeclared) -> Line:
    head = f"{title(event.power)} declares war on {minor(event.target)}."
    rest = f"It pays {event.price.net} money."
    topic = _war(event.power, event.target)
    news = report_of(
        event,
        "{who} declares war on {whom}",
        "{who} declare war on {whom}",
        whom=(minor(event.target),),
    )
    weight = 96 if event.target in POWERS else 94
    return line(event, head, rest, weight=weight, detail=named(event.price), topic=topic, news=news)


def _rolled(event: w.WarRolled) -> Line:
    word = "declares" if event.passed else "does not declare"
    head = f"The United States {word} war"
    rest = f"The die is {event.die}. {_sum(event.tally)}"
    news = report(
        "the United States declares war on {whom}"
        if event.passed
        else "the call for war on {whom} fails in the United States",
        whom=(name(event.target),),
    )
    return line(
        event,
        f"{head} on {name(event.target)}.",
        rest,
        actor="usa",
        weight=60,
        detail=event.tally,
        topic=_war("usa", event.target),
        news=news,
    )


def _number(event: w.WarNumber) -> Line:
    head = f"The die for war on {name(event.target)} may show {event.tally.net} at most."
    rest = _sum(event.tally)
    return line(event, head, rest, actor="usa", detail=event.tally, news=UNTOLD)


WHYS = {
    "lapse": "The war game's conditions for a lapse hold.",
    "conquest": "One of them is conquered.",
    "surrender": "One of them has surrendered.",
}


def _why_over(event: w.WarEnded) -> str:
    """Why a war is over."""
    fell = next((key for key in (event.one, event.other) if key in build({}).minors), "")
    if event.why != "conquest" or not fell:
        return WHYS[event.why]
    if minor(fell) in ARTICLES:
        return f"{_head(fell)} are conquered."
    return f"{_head(fell)} is conquered."


def _ended(event: w.WarEnded) -> Line:
    head = (
        f"{_head(event.one)} and {minor(event.other)} are at peace."
        if event.why == "lapse"
        else f"The war of {minor(event.one)} and {minor(event.other)} is over."
    )
    news = UNTOLD
    if event.why == "lapse":
        news = report(
            "{who} and {whom} make peace", who=(minor(event.one),), whom=(minor(event.other),)
        )
    if event.why == "conquest":
        head = f"The war of {minor(event.one)} and {minor(event.other)} is over."
        news = fought(event.one, event.other)
    return line(event, head, _why_over(event), weight=50, news=news)


def _drawn(event: w.MinorDrawn) -> Line:
    head = f"{_head(event.minor)} joins {name(event.power)}."
    rest = f"{title(event.attacker)} attacked it while it stood under that marker."
    news = report(
        "{who} joins {whom}",
        "{who} join {whom}",
        why="{attacker} attacked while it stood under that marker",
        who=(minor(event.minor),),
        whom=(name(event.power),),
        attacker=(name(event.attacker),),
    )
    return line(event, head, rest, weight=62, news=news)


def _passed(event: w.SidePassed) -> Line:
    side = "Chinese Communists" if event.side == "communists" else _head(event.side)
    who = name(event.power) if event.power else "nobody"
    head = f"The {side} come under the command of {who}."
    news = report(
        "{who} takes command of {side}" if event.power else "nobody commands {side} any more",
        "{who} take command of {side}" if event.power else "",
        who=(who,),
        side=("the Chinese Communists",) if event.side == "communists" else (minor(event.side),),
    )
    return line(event, head, actor=event.power or event.before, weight=50, news=news)


def _passages(event: w.PassagesClosed) -> Line:
    tables = build({})
    parts = [each.partition(":") for each in event.denied]
    found = ", ".join(f"{tables.waterways[key].name} to {name(to)}" for key, _, to in parts)
    head = (
        f"{title(event.power)} denies {found}."
        if found
        else (f"{title(event.power)} denies no passage any more.")
    )
    waters = tuple(dict.fromkeys(tables.waterways[key].name for key, _, _ in parts))
    news = report_of(
        event,
        "{who} denies passage through {waters}" if found else "{who} opens all its passages again",
        "{who} deny passage through {waters}" if found else "{who} open all their passages again",
        why="it is denied to {whom}" if len(waters) == 1 else "",
        waters=waters,
        whom=tuple(name(to) for _, _, to in parts),
    )
    return line(event, head, weight=40, news=news)


def _burma(event: w.BurmaRoad) -> Line:
    word = "closed" if event.closed else "open again"
    weight = 54 if event.closed else 55
    return line(event, f"The Burma Road is {word}.", weight=weight, topic="burma")


def _split(event: w.CountrySplit) -> Line:
    shares = " and ".join(f"{_head(side)} {share}" for side, share in event.shares.items())
    said = "; ".join(
        f"{_head(side)}: {u['land']} land, {u['air']} air, {u['ships']} ships"
        for side, u in event.units.items()
    )
    rest = f"The die is {event.die}. On the map: {said}. A ship that is not placed is gone; all else may be built later."
    head = f"{_head(event.country)} is split: {shares} per cent."
    parts = sorted(event.shares.items(), key=lambda share: -share[1])
    larger, smaller = (minor(side) for side, _share in parts[:2])
    even = parts[0][1] == parts[1][1]
    news = report(
        "civil war divides {where}",
        why="each side has half of its forces"
        if even
        else "{larger} have {share} per cent of its forces, {smaller} the rest",
        where=minor(event.country),
        larger=(larger,),
        smaller=(smaller,),
        share=str(parts[0][1]),
    )
    return line(event, head, rest, weight=66, topic=f"civil war in {event.country}", news=news)


def _side_made(event: w.SideProduced) -> Line:
    points = "1 build point" if event.points.net == 1 else f"{event.points.net} build points"
    head = f"{_head(event.side)} makes {points}."
    rest = _sum(event.points)
    return line(event, head, rest, sort="track", weight=6, detail=event.points, news=UNTOLD)


def _china(event: w.ChinaWon) -> Line:
    head = f"The {event.side.capitalize()} win the Chinese civil war."
    rest = "China becomes a communist power." if event.side == "communists" else ""
    news = report(
        "the Communists win the Chinese civil war"
        if event.side == "communists"
        else "the Nationalists win the Chinese civil war",
        why="China becomes a communist power" if event.side == "communists" else "",
    )
    return line(event, head, rest, actor="china", weight=85, news=news)


def _placed(event: w.MarkerPlaced) -> Line:
    head = f"The marker of {name(event.power)} stands beside that of {name(event.by)}."
    news = report_of(
        event,
        "{who} stands beside {by} on the display",
        "{who} stand beside {by} on the display",
        by=(name(event.by),),
    )
    return line(event, head, actor=event.by, weight=40, news=news)


def _conquered(event: w.MinorConquered) -> Line:
    news = fallen(event.minor)
    said = news
    if event.by:
        said = report(
            "{minor} is conquered by {by}",
            "{minor} are conquered by {by}",
            minor=(minor(event.minor),),
            by=(name(event.by),),
        )
    parts = []
    if event.guaranteed:
        parts.append(f"Guaranteed until now by {joined(map(name, event.guaranteed))}.")
    if event.grounds:
        parts.append("Grounds for war over it last through the next political phase.")
    rest = " ".join(parts)
    return line(event, told(said), rest, weight=65, topic=f"conquest of {event.minor}", news=news)


def _intelligence(event: w.IntelligenceRolled) -> Line:
    gained = [f"{FACTIONS[side].name} {points}" for side, points in event.points.items()]
    head = f"Intelligence points: {', '.join(gained)}." if gained else "Intelligence: a draw."
    dice = "; ".join(
        f"{POWERS[power].name} {' '.join(map(str, thrown))}" for power, thrown in event.dice.items()
    )
    news = report(
        "{who} gain intelligence points" if gained else "intelligence ends in a draw",
        who=tuple(f"the {FACTIONS[side].name.lower()} powers" for side in event.points),
    )
    return line(event, head, f"Dice: {dice}.", weight=14, news=news)


def _shifted(event: w.DieShifted) -> Line:
    head = (
        f"Intelligence turns the die of {name(event.power)} from {event.before} to {event.after}."
    )
    news = report("intelligence turns a die of {whom}", whom=(name(event.power),))
    return line(event, head, f"{event.points} points.", weight=14, news=news)


def _ideologies(event: w.IdeologiesRolled) -> Line:
    found = ", ".join(f"{FACTIONS[side].name} {score}" for side, score in event.scores.items())
    rest = f"Called for by the {FACTIONS[event.again].name} ideology." if event.again else ""
    head = f"Initiative of the ideologies: {found}."
    return line(event, head, rest, weight=24, news=UNTOLD)


def _order(event: w.ImpulseOrder) -> Line:
    found = ", ".join(FACTIONS[side].name for side in event.order)
    news = report(
        "the {side} side has the first impulse",
        why="the order of impulses is {order}",
        side=FACTIONS[event.order[0]].name.lower(),
        order=tuple(FACTIONS[side].name.lower() for side in event.order),
    )
    return line(event, f"Impulses in order: {found}.", weight=26, news=news)


def _impulse(event: w.ImpulseEnded) -> Line:
    side = FACTIONS[event.side].name.lower()
    rest = f"The die is {event.die}, against {event.number}."
    if event.over:
        head = f"The turn is over after a {side} impulse."
        news = report("the turn is over after a {side} impulse", side=side)
        return line(event, head, rest, weight=13, news=news)
    head = f"The {side} impulse ends; the marker goes on to {event.after}."
    rest = f"{rest} {_sum(event.advance)}"
    news = report("the {side} impulse ends", side=side)
    return line(event, head, rest, weight=12, detail=event.advance, news=news)


def _track(event: w.TrackMoved) -> Line:
    head = (
        f"The {FACTIONS[event.side].name.lower()} marker of initiative goes from {event.before} to "
    )
    rest = _sum(event.tally)
    return line(event, f"{head}{event.after}.", rest, sort="track", weight=10, news=UNTOLD)


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
    news = report_of(
        event,
        "{who} surrenders" if not event.to else "{who} surrenders to {to}",
        "{who} surrender" if not event.to else "{who} surrender to {to}",
        why={
            TERMS: "{who} gives up {ceded}" if event.ceded else "{who} keeps its land",
            EVERYTHING: "{who} keeps nothing",
        }.get(
            event.manner, "{who} lives on in the manner of Vichy, and part of its land is occupied"
        ),
        to=tuple(map(name, event.to)),
        ceded=event.ceded,
    )
    return line(event, head, rest, weight=98, news=news)


def _dissolved(event: s.AimsDissolved) -> Line:
    one, other = event.powers
    head = f"The combined war aims of {name(one)} and {name(other)} end."
    news = report(
        "{who} and {other} have common war aims no longer", who=(name(one),), other=(name(other),)
    )
    return line(event, head, weight=40, news=news)


def _bids(event: s.BidsHalved) -> Line:
    head = f"{title(event.power)} has {event.tally.net} bid points left."
    rest = _sum(event.tally)
    return line(event, head, rest, sort="track", detail=event.tally, news=UNTOLD)


def _home(event: s.HomeDivided) -> Line:
    who = name(event.conqueror)
    head = f"{title(event.power)} is divided: {event.factories.net} factories work for {who}."
    if event.historical:
        rest = "On the map: by the borders of 1940. Nobody keeps hexes of it."
    else:
        rest = (
            "On the map: what the conquerors hold and what is cut off becomes the occupied country; "
            "the loser keeps the rest, with the isolated hexes that its enemies hold."
        )
    news = report_of(
        event,
        "{who} is divided by the borders of 1940"
        if event.historical
        else "{factories} factories of {who} work for {whom} now",
        why="no conqueror keeps more than these borders give it" if event.historical else "",
        whom=(who,),
        factories=number(event.factories.net),
    )
    weight = 58 if event.historical else 29
    return line(event, head, rest, weight=weight, detail=event.factories, news=news)


def _territory(event: s.TerritoryPassed) -> Line:
    row = build({}).groups[event.power][event.group]
    head = f"{row.name} passes to {name(event.to)}."
    news = report(
        "{who} gains {land} of {whom}",
        "{who} gain {land} of {whom}",
        who=(name(event.to),),
        land=(row.name,),
        whom=(name(event.power),),
    )
    return line(event, head, actor=event.to, weight=45, news=news)


def _kept(event: s.LandKept) -> Line:
    head = f"{title(event.power)} keeps of {name(event.of)}: {event.hexes}."
    news = report_of(
        event,
        "{who} keeps land of {whom}",
        "{who} keep land of {whom}",
        why="{hexes}",
        whom=(name(event.of),),
        hexes=event.hexes,
    )
    return line(event, head, weight=35, news=news)


def _named(event: s.ConquerorNamed) -> Line:
    head = f"{title(event.conqueror)} is the conquering power of {name(event.power)}."
    rest = f"Named by {name(event.by)}."
    news = report(
        "{by} names {who} the conqueror of {whom}",
        by=(name(event.by),),
        who=(name(event.conqueror),),
        whom=(name(event.power),),
    )
    return line(event, head, rest, actor=event.by, weight=40, news=news)


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
    one, many, weight = {
        "complete": ("{who} is conquered", "{who} are conquered", 88),
        "incomplete": ("{who} is half conquered", "{who} are half conquered", 80),
        "back": ("{who} has its forces back", "{who} have their forces back", 24),
    }.get(event.what, ("", "", 10))
    news = report_of(event, one, many)
    rest = f"On the map: {POOLS[event.what]}"
    if event.what not in ("complete", "incomplete"):
        return line(event, head, rest, weight=weight, news=news)
    return line(event, head, rest, weight=weight, topic=f"end of {event.power}", news=news)


def _early(event: s.HouseRolled) -> Line:
    word = "gives up" if event.surrendered else "fights on"
    rest = f"The die is {event.die}. {_sum(event.tally)}"
    head = f"{title(event.power)} {word}."
    news = report_of(
        event,
        "{who} gives up" if event.surrendered else "{who} fights on",
        "{who} give up" if event.surrendered else "{who} fight on",
        why="its early surrender was rolled for",
    )
    return line(event, head, rest, weight=75, detail=event.tally, news=news)


def _hexes(event: s.HexesJudged) -> Line:
    count = sum(event.hexes.values())
    head = f"{count} isolated hexes change hands." if count else "No isolated hexes change hands."
    rest = ", ".join(f"{n} to {name(power)}" for power, n in sorted(event.hexes.items()))
    news = UNTOLD
    if count:
        news = report(
            "isolated hexes go to {who}", who=tuple(name(power) for power in sorted(event.hexes))
        )
    said = f"{rest}." if rest else ""
    return line(event, head, said, actor=event.by, sort="fact", weight=22, news=news)


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

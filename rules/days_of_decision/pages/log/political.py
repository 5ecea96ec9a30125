"""Events in words: the outcome first, then the die and the reasons."""

import re

from msgspec import structs

from rules.days_of_decision.economy.bids import mixed
from rules.days_of_decision.model.events import political as e
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.geometry import zone
from rules.days_of_decision.model.names import minor, value
from rules.days_of_decision.model.powers import FACTIONS, POWERS, name, title
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.options.base import code
from rules.days_of_decision.options.markers import direction_name
from rules.days_of_decision.pages.log.news import line, named, report, report_of, told
from rules.days_of_decision.pages.log.options import (
    PRESSED,
    WASTED,
    answered_news,
    course_of,
    lost_news,
    play_news,
    play_of,
    played_news,
    proposed_news,
    tested_news,
    tested_words,
    topic_of,
    turned_news,
    weight_of,
)
from rules.days_of_decision.pages.log.together import produced
from rules.kernel import fact_news
from rules.kernel.events import (
    UNTOLD,
    FactConfirmed,
    FactDeclared,
    FactDisputed,
    Line,
    News,
    OrdersReleased,
)
from rules.kernel.grammar import capital, figure, number, signed, within
from rules.kernel.tally import Tally
from rules.kernel.wording import Wording, objection


def card(key: str) -> str:
    """An option's number and title."""
    row = build({}).cards.get(key)
    return f"{code(key)}, {row.row.title}" if row else key or "its chance"


def sum_of(tally: Tally) -> str:
    """A tally in one line."""
    rows = ", ".join(f"{_within(row.reason)} {signed(row.amount)}" for row in tally.rows)
    base, net = figure(tally.base), figure(tally.net)
    reason = tally.base_reason or "Base"
    if reason[-1].isdigit():
        reason += ":"
    return f"{reason} {base}, {rows}: {net}." if rows else f"{reason} {net}."


PROPER = ("Australia", "Vichy", "China", "India", "IPO", *(p.name for p in POWERS.values()))


def counted(number: int, one: str) -> str:
    """So many of something, in the singular where it is one."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def _within(reason: str) -> str:
    """A reason within a sentence: its first letter small, unless a name begins it."""
    return reason if reason.startswith(PROPER) else reason[:1].lower() + reason[1:]


def _bid(event: e.BidsOpened) -> Line:
    head = f"{title(event.power)} scores {mixed(event.score)} for {event.options} options."
    if event.options == 1:
        head = f"{title(event.power)} scores {mixed(event.score)} for one option."
    rest = sum_of(event.tally)
    if event.options > 1:
        rest = f"{rest} Divided by {event.options} options."
    news = News(
        one="the bids are open",
        part="{who} {score}",
        parts="the scores are {parts}",
        slots={"who": (POWERS[event.power].name,), "score": mixed(event.score)},
    )
    return line(event, head, rest, detail=event.tally, news=news)


def _yielded(event: e.PlaceYielded) -> Line:
    head = f"{title(event.power)} yields its place to {name(event.to)}."
    news = report_of(event, "{who} lets {to} act first", "{who} let {to} act first")
    return line(event, head, news=news)


def _order(event: e.OrderSet) -> Line:
    names = ", ".join(POWERS[power].name for power in event.order)
    head = f"{title(event.order[0])} acts first."
    news = report(
        "{who} acts first",
        why="then come {others}",
        who=(name(event.order[0]),),
        others=tuple(map(name, event.order[1:])),
    )
    return line(event, head, f"In order: {names}.", weight=14, news=news)


def _sealed(event: e.CardsSealed) -> Line:
    count = sum(event.counts.values())
    said = number(count)
    head = "One option lies face down." if count == 1 else f"{capital(said)} options lie face down."
    news = report(
        "one option lies face down" if count == 1 else "{count} options lie face down",
        count=number(count),
    )
    return line(event, head, sort="seal", news=news)


def _turned(event: e.CardTurned) -> Line:
    head = f"{title(event.power)} turns over {card(event.option)}."
    if event.forced_by:
        head = f"{title(event.power)} is forced by {name(event.forced_by)}: {card(event.option)}."
    return line(event, head, weight=22, news=turned_news(event))


def _wasted(event: e.CardWasted) -> Line:
    why = event.why
    if re.search(r"\b[Yy]ou(r|rs)?\b", why):
        why = f"The answer to {name(event.power)}: “{why}”"
    news = lost_news(event.power, event.option)
    head = told(news) if news.one else f"{card(event.option)} of {name(event.power)} is wasted."
    return line(event, head, why, weight=WASTED, news=news)


def _paid(event: e.CostPaid) -> Line:
    word = {"bp": "build points", "bids": "bid points"}.get(event.purse, event.purse)
    head = f"{title(event.power)} pays {event.tally.net} {word}."
    rest = sum_of(event.tally) if event.tally.rows else ""
    return line(event, head, rest, sort="track", weight=4, detail=event.tally, news=UNTOLD)


def _tested(event: e.TestRolled) -> Line:
    dice = " and ".join(str(die) for die in event.dice)
    thrown = f"The die is {dice}" if len(event.dice) == 1 else f"The dice are {dice}"
    rest, detail = f"{thrown}. {sum_of(event.tally)}", event.tally
    if event.option == "0a":
        count = event.dice.count(6)
        sixes = SIXES.get(count, f"{count} sixes")
        rest = f"{thrown}: {sixes}."
        detail = structs.replace(event.tally, base_reason=sixes.capitalize())
    # An election that is lost costs effectiveness: one event.
    lost = event.option in ("ipo-10", "0c") and not event.passed
    topic = _standing(event.power) if lost else ""
    weight, news = 27 if lost else 25, tested_news(event)
    head = tested_words(event)
    return line(event, head, rest, weight=weight, detail=detail, topic=topic, news=news)


SIXES = {0: "no six", 1: "one six"}


def _played(event: e.CardPlayed) -> Line:
    row = build({}).cards.get(event.option)
    on_map = f" On the map: {row.row.on_map}" if row and row.row.on_map else ""
    rest = f"{card(event.option)}.{on_map}"
    weight, topic, news = weight_of(event), topic_of(event), play_news(event)
    head = told(played_news(event))
    return line(event, head, rest, weight=weight, topic=topic, news=news)


def _proposed(event: e.ProposalMade) -> Line:
    topic, news = play_of(event.power, event.option), proposed_news(event)
    rest = f"{card(event.option)}."
    return line(event, told(news), rest, weight=28, topic=topic, news=news)


def _answered(event: e.ProposalAnswered) -> Line:
    rest = "By standing order." if event.standing else ""
    rest = "The text was agreed beforehand." if event.agreed else rest
    rest = "It had left no option unplayed to accept with." if event.how == "lapsed" else rest
    topic, news = play_of(event.power, event.option), answered_news(event)
    weight = 29 if event.how == "lapsed" else 32
    return line(event, told(news), rest, actor=event.by, weight=weight, topic=topic, news=news)


def _values(event: e.ValuesChanged) -> Line:
    parts = ", ".join(f"{minor(key)} {signed(by)}" for key, by in event.changes.items())
    if len(event.changes) > FEW:
        head = f"{POWERS[event.power].adjective} values change in {len(event.changes)} countries ({event.reason})."
        return line(event, head, f"{parts[:1].upper()}{parts[1:]}.", sort="track", news=UNTOLD)
    head = f"{POWERS[event.power].adjective} values change: {parts}."
    return line(event, head, f"{event.reason}.", sort="track", news=UNTOLD)


FEW = 6
"""More countries than these are counted where their values change, and listed behind that."""


def _activated(event: e.MinorActivated) -> Line:
    head = f"{title(event.power)} activates {minor(event.minor)}."
    return line(event, head, news=UNTOLD)


def _moved(event: e.CounterMoved) -> Line:
    steps = len(event.path) - 1
    who = title(event.counter) if event.counter in POWERS else minor(event.counter)
    hexes = "one hex" if steps == 1 else f"{steps} hexes" if steps else "nowhere"
    inside = zone(event.path[-1], build({}).display)
    where = "the neutral zone" if inside == "neutral" else f"the {inside} ideology"
    lost = f" {event.lost} lost." if event.lost else ""
    rest = f"{event.tally.title}, in {where}. {sum_of(event.tally)}{lost}"
    weight = 8 if not steps else 42 if _crossed(event) else 22
    return line(
        event,
        f"{who} moves {hexes}.",
        rest,
        actor=event.by,
        weight=weight,
        detail=event.tally,
        topic="" if event.value else f"{event.by} subverts {event.counter}",
        news=_moved_news(event),
    )


def _crossed(event: e.CounterMoved) -> bool:
    """Whether a minor country entered an ideology or left one."""
    first, last = (zone(event.path[end], build({}).display) for end in (0, -1))
    return event.counter not in POWERS and first != last


def _moved_news(event: e.CounterMoved) -> News:
    """Who drew a minor country where; of a power's own marker its option tells."""
    if event.counter in POWERS:
        return UNTOLD
    who, place = (name(event.by),), (minor(event.counter),)
    first, last = (zone(event.path[end], build({}).display) for end in (0, -1))
    if _crossed(event) and last == "neutral":
        return report(
            "{who} draws {minor} out of the {side} ideology",
            "{who} draw {minor} out of the {side} ideology",
            who=who,
            minor=place,
            side=first,
        )
    if _crossed(event):
        return report(
            "{who} draws {minor} into the {side} ideology",
            "{who} draw {minor} into the {side} ideology",
            who=who,
            minor=place,
            side=last,
        )
    if len(event.path) < 2:
        one, many = "{who} courts {minor} in vain", "{who} court {minor} in vain"
    elif event.value > 0:
        one, many = "{who} draws {minor} closer", "{who} draw {minor} closer"
    elif event.value < 0:
        one, many = "{who} pushes {minor} away", "{who} push {minor} away"
    else:
        return UNTOLD
    return report(one, many, who=who, minor=place)


def _entry(event: e.EntryMoved) -> Line:
    head = f"Entry points against {name(event.against)}: {signed(event.tally.net)}."
    rest = f"{sum_of(event.tally)} Now {figure(event.after)}."
    one = ""
    if event.tally.net >= HARDENS:
        one = "American opinion hardens against {who}"
    elif event.tally.net <= -HARDENS and event.power != "usa":
        one = "American opinion warms to {who}"
    news = report(one, who=(name(event.against),))
    weight = 18 if one else 10
    return line(
        event, head, rest, sort="track", weight=weight, detail=named(event.tally), news=news
    )


HARDENS = 2
"""From so many points on a step of American entry is told."""


def _entry_roll(event: e.EntryRolled) -> Line:
    word = {0: "no chit", 1: "one chit"}.get(event.drawn, f"{event.drawn} chits")
    head = f"Entry points, {name(event.power)}: {word}."
    net = figure(event.tally.net)
    rest = (
        f"The die is {event.die}; {net} or less draws a chit."
        if event.die
        else f"{net} or less draws a chit."
    )
    news = UNTOLD
    if event.drawn:
        news = report_of(
            event,
            "American suspicion of {who} grows",
            why="chits are drawn for it, and only the United States knows what they show",
        )
    # It comes each turn of a war: news only where nothing else is.
    weight = 11 if event.drawn else 8
    return line(event, head, rest, actor="usa", weight=weight, detail=event.tally, news=news)


def _by_war(reason: str) -> bool:
    """Whether effectiveness changes for a war or a surrender, which are the news."""
    return "War" in reason or "surrendered" in reason


def _pe(event: e.EffectivenessChanged) -> Line:
    power, goes = POWERS[event.power].adjective, "rises" if event.after > event.before else "falls"
    before, after = map(figure, (event.before, event.after))
    head = f"{power} effectiveness {goes} from {before} to {after} ({_inside(event.reason)})."
    news = UNTOLD
    if event.reason != f"Option {code('0a')}" and not _by_war(event.reason):
        news = report(
            "the effectiveness of {whom} rises to {after}"
            if event.after > event.before
            else "the effectiveness of {whom} falls to {after}",
            whom=(name(event.power),),
            after=after,
        )
    topic = _standing(event.power)
    return line(event, head, sort="track", weight=26, topic=topic, news=news)


def _inside(reason: str) -> str:
    """A reason within brackets: a clause begins small, a name of an option or a country does not."""
    first, _, rest = reason.partition(" ")
    return f"{first.lower()} {rest}" if first in ("A", "An", "It", "The", "War") else reason


def _standing(power: str) -> str:
    """The topic of what changes a power's effectiveness."""
    return f"effectiveness of {power}"


def _duty(event: e.DutyLaid) -> Line:
    way = direction_name(event.direction).lower() if event.direction else ""
    news = report_of(event, PRESSED[event.effect], by=name(event.by), way=way)
    rest = f"The difference is {signed(event.difference)}."
    return line(event, told(news), rest, actor=event.by, weight=34, news=news)


def _duty_ended(event: e.DutyEnded) -> Line:
    head = f"{title(event.power)}'s duty to {event.effect} is {event.how}."
    return line(event, head, news=UNTOLD)


def _told(event: e.NextOptionTold) -> Line:
    head = f"{title(event.power)} tells {name(event.to)}: next comes {card(event.option)}."
    return line(event, head)


def _government(event: e.GovernmentChanged) -> Line:
    word = "Republican" if event.republican else "Democratic"
    head = f"The United States has a {word} government."
    news = report(f"a {word} government takes office in the United States")
    return line(event, head, actor="usa", weight=55, news=news)


def _produced(event: e.Produced) -> Line:
    points = counted(event.points.net, "build point")
    head = f"{title(event.power)} makes {points}, {event.money.net} money."
    rest = f"{sum_of(event.points)} Spent: {event.spent}, saved: {event.saved}."
    news = produced(name(event.power), event.points.net, points)
    return line(event, head, rest, sort="track", weight=6, news=news)


def _india(event: e.IndiaProduced) -> Line:
    head = f"India makes {event.points.net} build points of its own."
    rest = sum_of(event.points)
    return line(event, head, rest, actor="commonwealth", sort="track", weight=6, news=UNTOLD)


def _india_changed(event: e.IndiaChanged) -> Line:
    head = "India is on its own again."
    rest = "On the map: its units have a force pool of their own; Commonwealth units stay out."
    news = report("India is on its own again", why="it builds for itself")
    if event.returned:
        head = "India returns to the Commonwealth, as war has reached Asia."
        rest = "On the map: its units go back to the Commonwealth force pool."
        news = report("India returns to the Commonwealth", why="war has reached Asia")
    return line(event, head, rest, actor="commonwealth", weight=50, news=news)


def _ukraine(event: e.UkraineChanged) -> Line:
    if event.change == "joined":
        return line(event, "The Ukraine joins Germany.", actor="germany", weight=60)
    rest = (
        "On the map: what the USSR holds or frees of it is Soviet home territory. Its units can "
        "still be built as militia, but are no reserves any more."
    )
    head = "Kiev falls: the Ukraine is no more."
    news = report(
        "the Ukraine is no more", why="Kiev has fallen, and its land is Soviet home territory"
    )
    return line(event, head, rest, actor="ussr", weight=60, news=news)


def _civil_war_ended(event: e.CivilWarEnded) -> Line:
    head = "The Chinese civil war is over."
    rest = "On the map: all Chinese units are of one nationality from now on."
    news = report(
        "the Chinese civil war is over", why="all Chinese units are of one nationality from now on"
    )
    return line(event, head, rest, actor="china", weight=70, topic="civil war in china", news=news)


def _due(event: e.MapDue) -> Line:
    if event.what == "civil_war":
        head = "The victor of the Chinese civil war gains units."
        rest = (
            "On the map: half of what is left in the loser's force pool, by type, is the victor's."
        )
        news = report("the victor of the Chinese civil war takes over half of what the loser has")
    else:
        head = f"{title(event.power)} has its whole force pool back."
        rest = "On the map: the units still removed since it left its ideology return."
        news = report_of(event, "{who} has all its forces back", "{who} have all their forces back")
    return line(event, head, rest, weight=24, news=news)


def _debt(event: e.DebtPaid) -> Line:
    head = f"{title(event.power)} pays for its weakness."
    lost = " What it lent is lost." if event.lost else ""
    news = report_of(event, "{who} pays for its weakness", "{who} pay for their weakness")
    return line(event, head, sum_of(event.tally) + lost, sort="track", news=news)


def _gained(event: e.BidPointsGained) -> Line:
    head = f"{title(event.power)} has {counted(event.after, 'bid point')}."
    return line(event, head, sum_of(event.tally), sort="track", weight=3, news=UNTOLD)


FORCE_POOLS = {
    True: "On the map: half of the units in its force pools, by type, are removed.",
    False: "On the map: half of the units removed from its force pools return now if it came "
    "from the neutral zone, the others in six turns.",
}


def _side(event: e.SideChanged) -> Line:
    if event.after == "neutral":
        head = f"{title(event.power)} leaves the {FACTIONS[event.before].name.lower()} ideology."
        one, many = "{who} leaves the {side} ideology", "{who} leave the {side} ideology"
    else:
        head = f"{title(event.power)} enters the {FACTIONS[event.after].name.lower()} ideology."
        one, many = "{who} enters the {side} ideology", "{who} enter the {side} ideology"
    rest = f"It needs {event.needed} objective cities. {FORCE_POOLS[event.after == 'neutral']}"
    news = report_of(
        event,
        one,
        many,
        why="to win, {who} must hold {needed} objective cities",
        side=FACTIONS[event.before if event.after == "neutral" else event.after].name.lower(),
        needed=str(event.needed),
    )
    return line(event, head, rest, weight=85, topic=course_of(event.power), news=news)


def _over(event: e.CampaignEnded) -> Line:
    parts = ", ".join(
        f"{POWERS[p].name} {share}\N{NO-BREAK SPACE}%" for p, share in event.shares.items()
    )
    best, _, single = event.title.removesuffix(".").partition("; ")
    news = report("{best}", why="{single}" if single else "", best=within(best), single=single)
    return line(event, event.title, f"Of its high point: {parts}.", weight=100, news=news)


def _fact(event: FactDeclared) -> Line:
    head = f"{event.label}: {value(event.after)}."
    how = "It follows from the rest." if event.rule else f"Declared by {name(event.by)}."
    # What it was before is told only where the line does not say it.
    told_by_itself = event.before is True or event.before in (*fact_news.NOTHING, "standing")
    rest = how if told_by_itself else f"{how} Before: {value(event.before)}."
    said = line(event, head, rest, actor=event.by, sort="fact")
    said = fact_news.told(said, event, FACTS, value)
    return structs.replace(said, head=told(said.news)) if said.news and said.news.one else said


def _confirmed(event: FactConfirmed) -> Line:
    head = f"{event.label}: {value(event.value)}, confirmed."
    return line(event, head, f"By {name(event.by)}.", actor=event.by, sort="fact")


def _disputed(event: FactDisputed) -> Line:
    head = f"{event.label}: {value(event.value)}, disputed."
    rest = f"By {name(event.by)}. {objection(event, value)}"
    return line(event, head, rest, actor=event.by, sort="fact")


def _released(event: OrdersReleased) -> Line:
    return line(event, "The sealed options are opened for checking.", sort="seal", weight=2)


WORDS: Wording = {
    e.TurnBegan: lambda event: line(event, f"{event.title} begins.", weight=5, sort="clock"),
    e.BidsOpened: _bid,
    e.PlaceYielded: _yielded,
    e.OrderSet: _order,
    e.CardsSealed: _sealed,
    e.CardTurned: _turned,
    e.CardWasted: _wasted,
    e.CardReturned: lambda event: line(
        event, f"A card of {name(event.power)} goes back unturned.", news=UNTOLD
    ),
    e.CostPaid: _paid,
    e.TestRolled: _tested,
    e.CardPlayed: _played,
    e.ProposalMade: _proposed,
    e.ProposalAnswered: _answered,
    e.ValuesChanged: _values,
    e.MinorActivated: _activated,
    e.CounterMoved: _moved,
    e.EntryMoved: _entry,
    e.EntryRolled: _entry_roll,
    e.ChitDrawn: lambda event: line(
        event, f"The chit shows {event.value}.", actor="usa", news=UNTOLD
    ),
    e.EffectivenessChanged: _pe,
    e.DutyLaid: _duty,
    e.DutyEnded: _duty_ended,
    e.NextOptionTold: _told,
    e.SecretUnitBuilt: lambda event: line(event, f"A unit for {minor(event.minor)} is built."),
    e.GovernmentChanged: _government,
    e.Produced: _produced,
    e.IndiaProduced: _india,
    e.IndiaChanged: _india_changed,
    e.UkraineChanged: _ukraine,
    e.CivilWarEnded: _civil_war_ended,
    e.MapDue: _due,
    e.DebtPaid: _debt,
    e.BidPointsGained: _gained,
    e.SideChanged: _side,
    e.CampaignEnded: _over,
    FactDeclared: _fact,
    FactConfirmed: _confirmed,
    FactDisputed: _disputed,
    OrdersReleased: _released,
}
"""What these words are of."""

"""Events about treaties in words."""

from msgspec import structs

from rules.days_of_decision.model.events import treaties as e
from rules.days_of_decision.model.powers import SEATS, name, title
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.log.news import line, report, report_of, told
from rules.days_of_decision.pages.log.options import play_of
from rules.days_of_decision.treaties.drafts import WHYS, amount, clauses
from rules.kernel.events import UNTOLD, Line
from rules.kernel.wording import Wording

LEVELS = tuple(row.title for row in build({}).levels_of_treaty)
USES = {"offense": "attack", "defense": "defense"}


def _changed(event: e.TextChanged) -> Line:
    word = {
        "offered": f"{title(event.power)} puts a text on the table for {name(event.to)}.",
        "agreed": f"{title(event.power)} stands by the text of {name(event.to)}.",
        "declined": f"{title(event.power)} declines the text of {name(event.to)}.",
        "withdrawn": f"{title(event.power)} takes the text with {name(event.to)} off the table.",
    }
    said = " ".join(clause.text for clause in clauses(event.terms, (event.power, event.to)))
    return line(event, word[event.what], said, sort="treaty")


SIGNED = {
    1: (
        "{who} and {to} sign a neutrality pact",
        "{who} and {to} open trade, and may not attack each other while the pact holds",
    ),
    2: (
        "{who} and {to} sign an alliance",
        "{who} and {to} may send each other more goods than before",
    ),
    3: ("{who} and {to} sign a full alliance", "{who} and {to} may at once join each other's wars"),
}
"""What a treaty of each level is, and what follows from it."""


def _signed(event: e.TreatySigned) -> Line:
    both = f"{title(event.power)} and {name(event.to)}"
    head = f"{both} sign a treaty of level {event.level}: {LEVELS[event.level - 1].lower()}."
    if event.varied:
        head = f"{both} give their treaty other terms."
    said = [clause.text for clause in clauses(event.terms, (event.power, event.to))]
    if event.default:
        said.insert(0, "On the default terms.")
    one, why = ("{who} and {to} give their treaty other terms", "")
    if not event.varied:
        one, why = SIGNED.get(event.level, ("{who} and {to} sign a treaty", ""))
    news = report_of(event, one, why=why)
    topic = play_of(event.power, "3")
    said_whole = " ".join(said)
    return line(event, head, said_whole, weight=58, topic=topic, news=news)


ENDINGS = {
    "broken": "{one} breaks its {what} with {other}.",
    "war": "War ends the {what} of {one_in} and {other}.",
    "aircraft": "{one} breaks its {what} with {other} because of its aircraft.",
}


BROKEN = {
    1: ("{who} ends its trade with {to}", "{who} end their trade with {to}"),
    2: ("{who} breaks its alliance with {to}", "{who} break their alliances with {to}"),
}
"""A treaty that is broken: of the first level, and of a higher one."""


def _ended(event: e.TreatyEnded) -> Line:
    what = "pact" if event.what == "pact" else "treaty"
    head = ENDINGS[event.why].format(
        one=title(event.power), one_in=name(event.power), other=name(event.to), what=what
    )
    pact = event.what == "pact"
    one, many = {
        "broken": (
            ("{who} breaks its pact with {to}", "{who} break their pacts with {to}")
            if pact
            else BROKEN.get(event.level, BROKEN[2])
        ),
        "war": (
            ("war ends the pact of {who} and {to}", "")
            if pact
            else ("war ends the treaty of {who} and {to}", "")
        ),
        "aircraft": (
            "{who} breaks its pact with {to} over its aircraft",
            "{who} break their pacts with {to} over its aircraft",
        ),
    }[event.why]
    news = report_of(event, one, many)
    return line(event, head, weight=29 if event.why == "war" else 57, news=news)


def _kept(event: e.PactKept) -> Line:
    head = f"The pact of {name(event.power)} and {name(event.to)} stays."
    news = report_of(event, "the neutrality pact of {who} and {to} stands")
    return line(event, head, event.why, weight=24, news=news)


def _failed(event: e.DeliveryFailed) -> Line:
    goods = amount(event.good, event.amount)
    head = f"{title(event.power)} does not give {name(event.to)} {goods}."
    weight = 40 if event.breach else 12
    news = report_of(
        event,
        "{who} fails to give {to} {goods}"
        if event.breach
        else "{to} goes without {goods} of {who}",
        "{who} fail to give {to} {goods}" if event.breach else "{to} go without {goods} of {who}",
        why=WHYS[event.why].removesuffix("."),
        goods=goods,
    )
    return line(event, head, WHYS[event.why], sort="treaty", weight=weight, news=news)


def _lent(event: e.PointsLent) -> Line:
    goods = amount("bp", event.amount)
    head = f"{title(event.power)} gives {name(event.to)} {goods}."
    rest = f"{title(event.to)} has {event.after} saved."
    news = report_of(event, "{who} gives {to} {goods}", "{who} give {to} {goods}", goods=goods)
    return line(event, head, rest, sort="track", weight=20, news=news)


def _drawn(event: e.PactChitsDrawn) -> Line:
    chits = "one chit" if event.count == 1 else f"{event.count} chits"
    head = f"{title(event.power)} draws {chits} for its pact with {name(event.to)}."
    news = report_of(
        event,
        "{who} puts chits behind its pact with {to}",
        "{who} put chits behind their pacts with {to}",
        why="what they show and serve is secret",
    )
    return line(event, head, weight=18, news=news)


def _chit(event: e.PactChit) -> Line:
    head = f"The chit for the pact with {name(event.to)} shows {event.value}."
    return line(event, head, f"It serves {USES[event.use]}.", news=UNTOLD)


def _border(event: e.BorderShared) -> Line:
    word = "share a border" if event.shared else "share no border any more"
    head = f"{title(event.power)} and {name(event.to)} {word}."
    news = report_of(
        event,
        "{who} and {to} share a border"
        if event.shared
        else "{who} and {to} share a border no longer",
        why="their pact counts from it",
    )
    one, other = sorted((event.power, event.to), key=SEATS.index)
    return line(
        event,
        head,
        "Their pact counts from it.",
        sort="fact",
        weight=22,
        topic=f"border of {one}+{other}",
        news=news,
    )


def _ground(event: e.GroundGained) -> Line:
    head = f"{title(event.power)} holds a casus belli on {name(event.to)}."
    rest = f"{event.why}. It lasts through the political phase of {event.until}."
    news = report_of(
        event,
        "{who} gains grounds for war on {to}",
        "{who} gain grounds for war on {to}",
        why="{why}; they last through the political phase of {until}",
        until=event.until,
    )
    news = structs.replace(news, slots={**news.slots, "why": event.why.removesuffix(".")})
    return line(event, head, rest, weight=36, news=news)


def _called(event: e.AllyCalled) -> Line:
    head = f"{title(event.power)} may join {name(event.ally)} against {name(event.aggressor)}."
    news = report_of(
        event,
        "{who} may join the war of {ally} on {whom}",
        why="it may do so until the turn ends",
        ally=(name(event.ally),),
        whom=(name(event.aggressor),),
    )
    return line(event, head, "At once, until the turn ends.", weight=62, news=news)


def _joined(event: e.WarJoined) -> Line:
    head = f"{title(event.power)} declares war on {name(event.aggressor)}, as it stands by {name(event.ally)}."
    news = report_of(
        event,
        "{who} declares war on {whom}",
        "{who} declare war on {whom}",
        why="it stands by {ally}",
        whom=(name(event.aggressor),),
        ally=name(event.ally),
    )
    return line(event, head, weight=88, news=news)


def _raised(event: e.LevelRaised) -> Line:
    news = report_of(event, "{who} gears up for war", "{who} gear up for war")
    rest = f"War was declared on it: its production level rises to {event.level} at once, and its factories make more."
    return line(event, told(news), rest, weight=28, news=news)


def _interned(event: e.CarrierInterned) -> Line:
    rest = "On the map: the French carrier stays in port, by the war game's 13.3.2."
    news = report("the French carrier is interned", why="it stays in port")
    return line(event, "The French carrier is interned.", rest, weight=42, news=news)


def _sanctioned(event: e.SanctionAdded) -> Line:
    row = build({}).sanctions.get(event.sanction)
    effect = f"{row.effect}. " if row and row.effect else ""
    rest = f"{effect}The die is {event.die}. It costs {event.cost.net} money. On the map: the war game's {event.sanction}."
    news = report_of(
        event, "the United States adds a sanction to what {who} does", why=effect.removesuffix(". ")
    )
    return line(event, told(news), rest, actor="usa", weight=44, detail=event.cost, news=news)


WORDS: Wording = {
    e.TextChanged: _changed,
    e.TreatySigned: _signed,
    e.TreatyEnded: _ended,
    e.PactKept: _kept,
    e.DeliveryFailed: _failed,
    e.PointsLent: _lent,
    e.PactChitsDrawn: _drawn,
    e.PactChit: _chit,
    e.BorderShared: _border,
    e.GroundGained: _ground,
    e.AllyCalled: _called,
    e.WarJoined: _joined,
    e.LevelRaised: _raised,
    e.CarrierInterned: _interned,
    e.SanctionAdded: _sanctioned,
}
"""How each kind of event about treaties is told."""

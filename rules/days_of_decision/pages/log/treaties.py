"""Events about treaties in words."""

from rules.days_of_decision.model.events import treaties as e
from rules.days_of_decision.model.powers import name, title
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.log.news import line, play_of, report
from rules.days_of_decision.treaties.drafts import WHYS, amount, clauses
from rules.kernel.events import Line
from rules.kernel.wording import Wording

LEVELS = tuple(row.title for row in build({}).levels_of_treaty)
USES = {"offense": "attack", "defense": "defense"}


def _changed(event: e.TextChanged) -> Line:
    word = {
        "offered": f"{title(event.power)} puts a text on the table for {name(event.to)}.",
        "agreed": f"{title(event.power)} stands by the text of {name(event.to)}.",
        "withdrawn": f"{title(event.power)} takes the text with {name(event.to)} off the table.",
    }
    said = " ".join(clause.text for clause in clauses(event.terms, (event.power, event.to)))
    return line(event, word[event.what], said, sort="treaty")


def _signed(event: e.TreatySigned) -> Line:
    both = f"{title(event.power)} and {name(event.to)}"
    head = f"{both} sign a treaty of level {event.level}: {LEVELS[event.level - 1].lower()}."
    if event.varied:
        head = f"{both} give their treaty other terms."
    said = [clause.text for clause in clauses(event.terms, (event.power, event.to))]
    if event.default:
        said.insert(0, "On the default terms.")
    news = report(
        "{who} and {to} give their treaty other terms"
        if event.varied
        else "{who} and {to} sign a treaty",
        why="" if event.varied else "it is of level {level}: {what}",
        who=(name(event.power),),
        to=(name(event.to),),
        level=str(event.level),
        what=LEVELS[event.level - 1].lower(),
    )
    topic = play_of(event.power, "3")
    said_whole = " ".join(said)
    return line(event, head, said_whole, weight=58, topic=topic, news=news)


ENDINGS = {
    "broken": "{one} breaks its {what} with {other}.",
    "war": "War ends the {what} of {one_in} and {other}.",
    "aircraft": "{one} breaks its {what} with {other} because of its aircraft.",
}


def _ended(event: e.TreatyEnded) -> Line:
    what = "pact" if event.what == "pact" else "treaty"
    head = ENDINGS[event.why].format(
        one=title(event.power), one_in=name(event.power), other=name(event.to), what=what
    )
    return line(event, head, weight=57)


def _kept(event: e.PactKept) -> Line:
    head = f"The pact of {name(event.power)} and {name(event.to)} stays."
    return line(event, head, event.why, weight=24)


def _failed(event: e.DeliveryFailed) -> Line:
    goods = amount(event.good, event.amount)
    head = f"{title(event.power)} does not give {name(event.to)} {goods}."
    weight = 40 if event.breach else 12
    return line(event, head, WHYS[event.why], sort="treaty", weight=weight)


def _lent(event: e.PointsLent) -> Line:
    goods = amount("bp", event.amount)
    head = f"{title(event.power)} gives {name(event.to)} {goods}."
    rest = f"{title(event.to)} has {event.after} saved."
    return line(event, head, rest, sort="track", weight=20)


def _drawn(event: e.PactChitsDrawn) -> Line:
    chits = "one chit" if event.count == 1 else f"{event.count} chits"
    head = f"{title(event.power)} draws {chits} for its pact with {name(event.to)}."
    return line(event, head, weight=18)


def _chit(event: e.PactChit) -> Line:
    head = f"The chit for the pact with {name(event.to)} shows {event.value}."
    return line(event, head, f"It serves {USES[event.use]}.")


def _border(event: e.BorderShared) -> Line:
    word = "share a border" if event.shared else "share no border any more"
    head = f"{title(event.power)} and {name(event.to)} {word}."
    return line(event, head, "Their pact counts from it.", sort="fact")


def _ground(event: e.GroundGained) -> Line:
    head = f"{title(event.power)} holds a casus belli on {name(event.to)}."
    rest = f"{event.why}. It lasts through the political phase of {event.until}."
    return line(event, head, rest, weight=36)


def _called(event: e.AllyCalled) -> Line:
    head = f"{title(event.power)} may join {name(event.ally)} against {name(event.aggressor)}."
    return line(event, head, "At once, until the turn ends.", weight=62)


def _joined(event: e.WarJoined) -> Line:
    head = f"{title(event.power)} declares war on {name(event.aggressor)}, as it stands by {name(event.ally)}."
    news = report(
        "{who} declares war on {whom}",
        "{who} declare war on {whom}",
        why="it stands by {ally}",
        who=(name(event.power),),
        whom=(name(event.aggressor),),
        ally=name(event.ally),
    )
    return line(event, head, weight=88, news=news)


def _raised(event: e.LevelRaised) -> Line:
    head = f"{title(event.power)}, attacked, works at production level {event.level}."
    return line(event, head, "Its peacetime maximum.", weight=30)


def _interned(event: e.CarrierInterned) -> Line:
    rest = "On the map: the French carrier stays in port, by the war game's 13.3.2."
    return line(event, "The French carrier is interned.", rest, weight=42)


def _sanctioned(event: e.SanctionAdded) -> Line:
    row = build({}).sanctions.get(event.sanction)
    head = f"The United States add sanction {event.sanction} to an option of {name(event.power)}."
    effect = f"{row.effect}. " if row and row.effect else ""
    rest = f"{effect}Die {event.die}. It costs {event.cost.net} money. On the map: the war game's {event.sanction}."
    return line(event, head, rest, actor="usa", weight=44, detail=event.cost)


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

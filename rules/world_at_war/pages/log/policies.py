"""What results do to a country, in words: policies that end, begin or stay, and what they pay."""

from rules.kernel.events import Line
from rules.kernel.wording import Wording
from rules.world_at_war.model.events import diplomacy as e
from rules.world_at_war.model.names import (
    THE,
    counted,
    country_name,
    inline,
    row_words,
)
from rules.world_at_war.model.powers import POWERS


def _ended(event: e.PolicyEnded) -> Line:
    name, who = country_name(event.country), THE[event.faction]
    head = {
        "negated": f"{name} breaks with {who}",
        "replaced": f"{name} turns away from {who}",
        "surrendered": f"{name} leaves {who} and lays down its arms",
        "switched": f"{name} changes sides, away from {who}",
        "conquered": f"{name} is conquered, and its ties to {who} are cut",
        "forfeited": f"{who[:1].upper()}{who[1:]} give up their interest in {name}",
    }[event.how]
    weight = 65 if event.how in ("surrendered", "switched") else 30
    leave = event.row in ("8", "-1") and event.how != "conquered"
    ended = f"Row {row_words(event.row)} ends." if event.row else ""
    units = "Units that stand there leave by the end of the next redeployment." if leave else ""
    return Line(
        head=head,
        rest=" ".join(part for part in (ended, units) if part),
        rule=event.rule,
        actor=event.faction,
        weight=weight,
    )


_KEPT = {"ally": "an ally", "associate": "an associate", "hexes": "under hex control"}


def _kept(event: e.StandingKept) -> Line:
    stays = f"stays {_KEPT[event.status]}" if event.status in _KEPT else "goes on as before"
    return Line(
        head=f"{country_name(event.country)} {stays}",
        rest=" ".join((f"Row {row_words(event.row)} changes nothing in that.", *event.effects)),
        rule=event.rule,
        actor=event.faction,
        weight=20,
    )


_UNPAID = {
    "had": "What it brings was had this year already.",
    "possessed": "Its BRPs belong to whoever possesses it.",
    "worthless": "It is worth nothing now.",
}
"""Why a row that speaks of BRPs pays none."""


def _began(event: e.PolicyBegan) -> Line:
    name = country_name(event.country)
    gain = f", to {POWERS[event.power].name}'s benefit" if event.power else ""
    head = f"{name}: {inline(event.meaning)}{gain}"
    weight = {"10": 75, "-3": 75, "9": 65, "-2": 65, "8": 50, "-1": 50}.get(event.row, 32)
    instead = f" in place of {row_words(event.before)}" if event.before else ""
    taken = f"Row {row_words(event.row)} takes effect{instead}."
    if event.before == event.row:
        taken = f"Row {row_words(event.row)} stays in effect."
    return Line(
        head=head,
        rest=" ".join((taken, *event.effects, *((_UNPAID[event.unpaid],) if event.unpaid else ()))),
        rule=event.rule,
        actor=event.power or event.faction,
        weight=weight,
    )


def _benefit(event: e.BenefitDecided) -> Line:
    head = f"The benefit in {country_name(event.country)} goes to {THE[event.faction]}"
    return Line(
        head=head,
        rest=f"Points were equal; a die of {event.die} decided."
        if event.die
        else "Points were equal; the Western Allies and Russia had agreed.",
        rule=event.rule,
        actor=event.faction,
        weight=28,
    )


def _closed(event: e.CountryClosed) -> Line:
    head = f"{country_name(event.country)} is closed to diplomacy for good"
    return Line(
        head=head, rest=f"Row {row_words(event.row)} is permanent.", rule=event.rule, weight=40
    )


def _joined(event: e.CountryJoined) -> Line:
    what = "becomes a minor ally of" if event.status == "ally" else "associates with"
    return Line(
        head=f"{country_name(event.country)} {what} {THE[event.faction]}",
        rest=event.why,
        rule=event.rule,
        actor=event.faction,
        weight=70,
    )


def _brps(event: e.BrpsDue) -> Line:
    name, country = POWERS[event.power].name, country_name(event.country)
    if event.amount < 0:
        head = f"{name} gives back {counted(-event.amount, 'BRP')} of {country}"
    elif event.lost:
        head = f"{name} loses all BRPs of {country}, by the map"
    elif event.amount == 0 and event.whole:
        head = f"{name} receives all BRPs of {country}, by the map"
    else:
        head = f"{name} receives {counted(event.amount, 'BRP')} from {country}"
    part = f"{event.percent} per cent count now: {event.posted} posted."
    return Line(
        head=head,
        rest="For the new year." if event.yearly else part if event.percent < 100 else "",
        rule=event.rule,
        actor=event.power,
        weight=16,
    )


WORDS: Wording = {
    e.PolicyEnded: _ended,
    e.StandingKept: _kept,
    e.PolicyBegan: _began,
    e.BenefitDecided: _benefit,
    e.CountryClosed: _closed,
    e.CountryJoined: _joined,
    e.BrpsDue: _brps,
}
"""What these words are of."""

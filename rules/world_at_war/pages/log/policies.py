"""What results do to a country, in words: policies that end, begin or stay, and what they pay."""

from rules.kernel.events import UNTOLD, Line, News, Slots
from rules.kernel.grammar import capital
from rules.kernel.wording import Wording
from rules.world_at_war.model.events import diplomacy as e
from rules.world_at_war.model.names import THE, counted, country_name, inline, row_words
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.pages.log.news import aside, line, report
from rules.world_at_war.pages.log.topics import result_in


def _ended(event: e.PolicyEnded) -> Line:
    name, who = country_name(event.country), THE[event.faction]
    head = {
        "negated": f"{name} breaks with {who}",
        "replaced": f"{name} turns away from {who}",
        "surrendered": f"{name} leaves {who} and lays down its arms",
        "switched": f"{name} changes sides, away from {who}",
        "conquered": f"{name} is conquered, and its ties to {who} are cut",
        "forfeited": f"{capital(who)} give up their interest in {name}",
    }[event.how]
    weight = 65 if event.how in ("surrendered", "switched") else 30
    leave = event.row in ("8", "-1") and event.how != "conquered"
    ended = f"Result {row_words(event.row)} ends." if event.row else ""
    units = "Units that stand there leave by the end of the next redeployment." if leave else ""
    return line(
        event,
        head,
        " ".join(part for part in (ended, units) if part),
        actor=event.faction,
        weight=weight,
        topic=result_in(event.country) if event.how in ("negated", "replaced") else "",
        news=_ending(event),
    )


def _ending(event: e.PolicyEnded) -> News:
    """How a country leaves a side; that a conquest cuts its ties is told with the conquest."""
    if event.how == "conquered":
        return UNTOLD
    one, many = _ENDS[event.how]
    return report(one, many, who=(country_name(event.country),), side=THE[event.faction])


_ENDS = {
    "negated": ("{who} breaks with {side}", "{who} break with {side}"),
    "replaced": ("{who} turns away from {side}", "{who} turn away from {side}"),
    "surrendered": (
        "{who} leaves {side} and lays down its arms",
        "{who} leave {side} and lay down their arms",
    ),
    "switched": ("{who} changes sides, away from {side}", "{who} change sides, away from {side}"),
    "forfeited": (
        "{side} gives up its interest in {who}",
        "{side} give up their interest in {who}",
    ),
}
"""How a policy ends, for one country and for several."""

_KEPT = {"ally": "an ally", "associate": "an associate", "hexes": "under hex control"}


def _kept(event: e.StandingKept) -> Line:
    stays = f"stays {_KEPT[event.status]}" if event.status in _KEPT else "goes on as before"
    return line(
        event,
        f"{country_name(event.country)} {stays}",
        " ".join((f"Row {row_words(event.row)} changes nothing in that.", *event.effects)),
        actor=event.faction,
        weight=23,
        topic=result_in(event.country),
        news=report(
            *_STAYS.get(event.status, _GOES_ON),
            who=(country_name(event.country),),
            side=THE[event.faction],
        ),
    )


_STAYS = {
    "ally": ("{who} stays an ally of {side}", "{who} stay allies of {side}"),
    "associate": ("{who} stays an associate of {side}", "{who} stay associates of {side}"),
    "hexes": ("{who} stays under the control of {side}", "{who} stay under the control of {side}"),
}
"""What a country stays, one and several."""
_GOES_ON = ("the policy of {who} goes on", "")


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
    weight = weight if event.before != event.row else 23
    instead = f" in place of {row_words(event.before)}" if event.before else ""
    taken = f"Row {row_words(event.row)} takes effect{instead}."
    if event.before == event.row:
        taken = f"Row {row_words(event.row)} stays in effect."
    return line(
        event,
        head,
        " ".join((taken, *event.effects, *((_UNPAID[event.unpaid],) if event.unpaid else ()))),
        actor=event.power or event.faction,
        weight=weight,
        topic=result_in(event.country),
        news=_beginning(event),
    )


_BEGINS = {
    "minor ally": ("{who} becomes an ally of {side}", "{who} become allies of {side}"),
    "associate": ("{who} becomes an associate of {side}", "{who} become associates of {side}"),
    "hex control": (
        "{who} comes under the control of {side}",
        "{who} come under the control of {side}",
    ),
    "ro-Axis policy ends": (
        "{who} ends its policy for the Axis",
        "{who} end their policy for the Axis",
    ),
    "ro-Allied policy ends": (
        "{who} ends its policy for the Allies",
        "{who} end their policy for the Allies",
    ),
}
"""What a country becomes, by the last words of the first part of its row (“Pro-Axis”, “Any pro-Axis”)."""


def _beginning(event: e.PolicyBegan) -> News:
    """What a country turns to: the side in the headline, the rest of the row in the lede."""
    first, _, more = event.meaning.partition(", ")
    slots: Slots = {
        "who": (country_name(event.country),),
        "side": _SIDES.get(first.split(" ")[0], THE[event.faction]),
        "power": (POWERS[event.power].name,) if event.power else (),
        "first": inline(first),
        "more": more,
    }
    benefit = "{power} has the benefit in {who}" if event.power else ""
    if event.before == event.row:
        return News(one="the policy of {who} goes on", slots=slots)
    for words, (one, many) in _BEGINS.items():
        if first.endswith(words):
            why = "{who} brings {power} {more}" if more and event.power else benefit
            why = "{who} brings {power} all its BRPs" if why and more == "all BRPs" else why
            return News(one=one, many=many, why=why, slots=slots)
    if " BRPs for " in first:
        slots["side"] = first.partition(" for ")[2]
        return News(
            one="{who} supplies {side}", many="{who} supply {side}", why=benefit, slots=slots
        )
    one, many = _TOLD.get(first, ("{who}: {first}, {more}" if more else "{who}: {first}", ""))
    return News(one=one, many=many, why=benefit, slots=slots)


_TOLD = {
    "Joins the Reich": ("{who} joins the Reich", "{who} join the Reich"),
    "Defensive cooperation": (
        "{who} agrees to a common defence with France",
        "{who} agree to a common defence with France",
    ),
    "Tranquil for good": ("{who} stays quiet for good", ""),
    "Policy goes on": ("the policy of {who} goes on", ""),
    "IRA active": ("the IRA rises in {who}", ""),
    "Ireland helps the IRA": ("{who} helps the IRA", ""),
    "The Ukraine is pacified": ("Germany pacifies {who}", ""),
    "Talks with the nationalists": ("Germany talks with the nationalists of {who}", ""),
    "Militia under German command": ("a militia of {who} fights under German command", ""),
    "Larger Ukrainian forces": ("{who} raises larger forces for Germany", ""),
    "A nearly complete army": ("{who} raises an army for Germany", ""),
    "Axis minor ally worth 25 BRPs": _BEGINS["minor ally"],
    "Hex control now": ("{who} lets the Axis in until Finland has chosen", ""),
    "Vichy dissolved": ("{who} is dissolved", ""),
    "Leans to the Axis": ("{who} leans to the Axis", ""),
}
"""What a row of a country's own means, for one country and for several."""


_SIDES = {"Axis": "the Axis", "Allied": "the Allies", "French": "France"}
"""Whose a row is by its first word."""


def _benefit(event: e.BenefitDecided) -> Line:
    head = f"The benefit in {country_name(event.country)} goes to {THE[event.faction]}"
    return line(
        event,
        head,
        f"Points were equal; a die of {event.die} decided."
        if event.die
        else "Points were equal; the Western Allies and Russia had agreed.",
        actor=event.faction,
        weight=28,
    )


def _closed(event: e.CountryClosed) -> Line:
    head = f"{country_name(event.country)} is closed to diplomacy for good"
    return line(
        event,
        head,
        f"Row {row_words(event.row)} is permanent.",
        weight=40,
        topic=result_in(event.country) if event.meaning in ("No effect", "No change") else "",
        news=report(
            "{who} is closed to diplomacy for good",
            "{who} are closed to diplomacy for good",
            who=(country_name(event.country),),
        ),
    )


def _joined(event: e.CountryJoined) -> Line:
    what = "becomes a minor ally of" if event.status == "ally" else "associates with"
    one, many = _BEGINS["minor ally" if event.status == "ally" else "associate"]
    return line(
        event,
        f"{country_name(event.country)} {what} {THE[event.faction]}",
        event.why,
        actor=event.faction,
        weight=70,
        news=News(
            one=one,
            many=many,
            why="{why}",
            slots={
                "who": (country_name(event.country),),
                "side": THE[event.faction],
                "why": event.why,
            },
        ),
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
    return line(
        event,
        head,
        "For the new year." if event.yearly else part if event.percent < 100 else "",
        weight=13,
        topic=result_in(event.country),
        news=_paid(event),
    )


def _paid(event: e.BrpsDue) -> News:
    """What a power receives or loses, as an aside; several payments are told together."""
    if not (event.amount or event.whole):
        return UNTOLD
    verb = "loses" if event.lost or event.amount < 0 else "receives"
    return aside(
        _PAID[verb], who=(POWERS[event.power].name,), area=(_sentence_name(event.country),)
    )


_PAID = {"receives": "{who} gains the BRPs of {area}", "loses": "{who} loses the BRPs of {area}"}
"""What the BRPs of a country do, as the ledger says it of an area."""


def _sentence_name(key: str) -> str:
    """A country or area in the middle of a sentence."""
    areas = build({}).areas
    return areas[key].name if key in areas else country_name(key)


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

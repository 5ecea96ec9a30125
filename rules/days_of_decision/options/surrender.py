"""Option 5: surrender on terms, of everything, or in the manner of Vichy."""

from typing_extensions import override

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState, Proposal
from rules.days_of_decision.model.table_rows import Card, Tables
from rules.days_of_decision.options.base import Behaviour, Details, number, text
from rules.days_of_decision.surrender import vichy_peace
from rules.days_of_decision.surrender.terms import (
    EVERYTHING,
    TERMS,
    VICHY,
    Conditions,
    must_accept,
    reparation_limits,
    surrender_everything,
    surrender_on_terms,
)
from rules.kernel.menus import Choice, Count, Field, Flag, Pick, Text

RULE = R("8.7.2 Option 5")
HOWS = {
    TERMS: "On terms",
    VICHY: "In the manner of Vichy",
    EVERYTHING: "Of everything",
}
NOTES = {
    TERMS: "It must accept; the terms below count.",
    VICHY: "Accepted at once, but by those bound by combined war aims.",
    EVERYTHING: "You keep no territory anywhere. It needs no answer.",
}
ON_TERMS = "On terms."
"""What is said of a detail that a surrender of another manner leaves out of account."""
LONGEST = 200
"""Characters in which what is ceded is described."""


def manner(how: str) -> str:
    """How somebody surrenders, within a sentence."""
    return HOWS[how][:1].lower() + HOWS[how][1:]


def aim(details: Details) -> tuple[str, tuple[str, ...]]:
    """How somebody surrenders, and to whom: read from ``vichy:germany+italy``."""
    how, _, to = text(details, "surrender").partition(":")
    return how, tuple(p for p in to.split("+") if p)


def conditions(details: Details) -> Conditions:
    """The terms among the details."""
    return Conditions(
        cede=text(details, "cede"),
        factories=number(details, "factories"),
        resources=number(details, "resources"),
        oil=number(details, "oil"),
        bp=number(details, "bp"),
        odds=text(details, "odds"),
        extension=number(details, "extension"),
        passage=details.get("passage") is True,
        theirs=details.get("theirs") is True,
        returned=details.get("returned") is True,
    )


def longest(at: At) -> int:
    """How many turns the terms may add to the waiting: in all, or beyond one's own (Ruling 23)."""
    most: int = at.tables.war["extension"]
    if at.state.switch("terms_waiting") != "total":
        return most
    side = ideology(at.state, at.power, at.tables)
    waits: dict[str, int] = at.tables.treaties["waiting"]
    return most - waits.get(side, waits[at.state.nation(at.power).side])


class Surrender(Behaviour):
    """Option 5: the choice names how and to whom; the other details are the terms."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        state, tables = at.state, at.tables
        found = [
            self._choice(how, (other,))
            for other in (p for bloc in vichy_peace.blocs(state, at.power) for p in bloc)
            for how in (TERMS, EVERYTHING)
        ]
        found += [self._choice(VICHY, to) for to in vichy_peace.offers(state, at.power)]
        oil, bp = reparation_limits(tables)
        ladder = tuple(Choice(each, each) for each in tables.treaties["ladder"])
        home = state.count(f"factories.home.{at.power}")
        goods = state.count(f"resources.{at.power}")
        usual = tables.treaties["odds"]
        return (
            Pick("surrender", "How, and to whom", choices=tuple(found), optional=False, rule=RULE),
            Flag(
                "isolated",
                "Isolated cities are given up",
                rule=RULE,
                help="In the manner of Vichy.",
            ),
            Flag(
                "returned", "All that you took of it since it attacked is returned", help=ON_TERMS
            ),
            Text(
                "cede",
                "Home hexes and territories ceded",
                most=LONGEST,
                example="Alsace",
                help="On terms. In words; the map is changed by hand.",
            ),
            *(
                Count(key, label, most=most, rule=RULE, help=ON_TERMS)
                for key, label, most in (
                    ("factories", "Factories in what is ceded", home),
                    ("resources", "Resources in what is ceded", goods),
                    ("oil", "Oil given each turn", oil),
                    ("bp", "Build points given each turn", bp),
                )
            ),
            Pick(
                "odds",
                "Garrison ratio that breaks the pact",
                choices=ladder,
                rule=R("Ruling 109"),
                help=f"{ON_TERMS} Left out: {usual}.",
            ),
            Count(
                "extension",
                "Turns longer without war",
                most=longest(at),
                rule=R("Ruling 23"),
                help=ON_TERMS,
            ),
            Flag("passage", "You guarantee it passage through your waterways", help=ON_TERMS),
            Flag("theirs", "It guarantees you passage through its waterways", help=ON_TERMS),
        )

    def _choice(self, how: str, to: tuple[str, ...]) -> Choice:
        names = " and ".join(name(power) for power in to)
        return Choice(
            f"{how}:{'+'.join(to)}", f"{HOWS[how]}, to {names}", note=NOTES[how], group=HOWS[how]
        )

    @override
    def to(self, at: At, details: Details) -> tuple[str, ...]:
        how, to = aim(details)
        if how == EVERYTHING:
            return ()
        if how == VICHY:
            return vichy_peace.asked(at.state, at.power, to)
        if must_accept(at.state, to[0], at.power, conditions(details)):
            return ()
        bound = next(b for b in vichy_peace.blocs(at.state, at.power) if to[0] in b)
        # Nobody with combined war aims accepts what the others do not.
        return (*to, *(p for p in bound if p not in to))

    @override
    def kinds(self, card: Card, tables: Tables) -> dict[str, str]:
        return {
            "surrender-terms": "A surrender on terms",
            "surrender-vichy": "A surrender in the manner of Vichy",
        }

    @override
    def kind(self, at: At, card: Card, details: Details) -> str:
        return f"surrender-{aim(details)[0]}"

    @override
    def free(self, state: DecisionState, proposal: Proposal) -> bool:
        return aim(proposal.details)[0] == VICHY

    @override
    def blanket(self, proposal: Proposal) -> bool:
        return aim(proposal.details)[0] == VICHY

    @override
    def terms(self, state: DecisionState, proposal: Proposal) -> tuple[str, ...]:
        how, _ = aim(proposal.details)
        if how == VICHY:
            return ("In the manner of Vichy. One refusal is a refusal of all.",)
        return told(conditions(proposal.details))

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        how, to = aim(details)
        to = tuple(p for p in POWERS if p in to and course.state.at_war(p, power))
        if not to:
            return "void"
        if how == EVERYTHING:
            surrender_everything(course, power, to[0])
        elif how == VICHY:
            isolated = details.get("isolated") is True
            vichy_peace.surrender_like_vichy(course, power, to, isolated=isolated)
        else:
            words = conditions(details)
            automatic = must_accept(course.state, to[0], power, words)
            surrender_on_terms(course, power, to[0], words, automatic=automatic)
        return "surrendered"


def told(terms: Conditions) -> tuple[str, ...]:
    """The terms of a surrender, sentence by sentence."""
    found = []
    if terms.returned:
        found.append("All that was taken since the attack is returned.")
    if terms.cede:
        found.append(f"Ceded: {terms.cede}.")
    if terms.factories or terms.resources:
        found.append(f"With {terms.factories} factories and {terms.resources} resources.")
    if terms.oil or terms.bp:
        found.append(f"Each turn {terms.oil} oil and {terms.bp} build points.")
    if terms.odds:
        found.append(f"The pact breaks at {terms.odds}.")
    if terms.extension:
        found.append(f"No war for {terms.extension} turns longer.")
    if terms.passage:
        found.append("Passage through the loser's waterways is guaranteed.")
    if terms.theirs:
        found.append("Passage through the victor's waterways is guaranteed.")
    return tuple(found) or ("Peace and a neutrality pact, nothing else.",)

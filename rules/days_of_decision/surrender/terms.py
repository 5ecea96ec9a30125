"""Peace on terms and without any: what a conditional surrender may say, and what it does."""

import msgspec

from rules.days_of_decision.minors.minors_at_war import end_war
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound
from rules.days_of_decision.model.events.surrender import Surrendered
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.surrender import LastSurrender
from rules.days_of_decision.model.state.treaties import Terms, Treaty
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.treaties.pacts import bordering, couple, pact_of
from rules.kernel.grammar import number

RULE, COST = R("8.7.2 Option 5"), R("8.7.2 Option 5 Effectiveness")
EVERYTHING, TERMS, VICHY = "everything", "terms", "vichy"


class Conditions(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a conditional surrender: what is ceded in words and in factories and resources,
    reparations a turn, the ratio of the pact and its longer waiting, and passages guaranteed.

    ``returned``: all land is returned that the victor had when it attacked.
    """

    cede: str = ""
    factories: int = 0
    resources: int = 0
    oil: int = 0
    bp: int = 0
    odds: str = ""
    extension: int = 0
    passage: bool = False
    theirs: bool = False
    returned: bool = False

    @property
    def bare(self) -> bool:
        """Whether there is no term but the return of land."""
        return self == Conditions(returned=self.returned)


def reparation_limits(tables: Tables) -> tuple[int, int]:
    """The most oil and the most build points a turn: as if a treaty of level 1 stood."""
    row = tables.levels_of_treaty[tables.war["reparations"] - 1]
    return row.goods // tables.treaties["oil_share"], row.works


def must_accept(state: DecisionState, victor: str, loser: str, terms: Conditions) -> bool:
    """Whether a Vichy power accepts a conditional surrender without being asked: it attacked in an
    earlier turn, the loser has no units in its land, its land is returned, and nothing else is
    asked for.
    """
    attacked = any(
        (war.attacker, war.target) == (victor, loser) and war.since < state.turn
        for war in state.wars
    )
    if not bound(state, victor) or not attacked:
        return False
    return terms.returned and terms.bare and not state.yes(f"soil.{victor}")


def cost_of_surrender(course: Adjudication, loser: str, count: int) -> None:
    """Effectiveness lost: one for each power surrendered to, two for the USA."""
    rows = course.tables.war["lost"]
    each = rows.get(loser, rows["usual"])
    course.effectiveness(
        loser,
        each * count,
        f"It surrendered to {number(count)} power{'s' if count != 1 else ''}",
        COST,
    )


def remember(
    course: Adjudication, loser: str, to: tuple[str, ...], manner: str, ceded: str = ""
) -> None:
    """Write the surrender into the history."""
    line = LastSurrender(power=loser, to=to, manner=manner, turn=course.state.turn, ceded=ceded)
    course.change(surrenders=(*course.state.surrenders, line))


def make_pact(course: Adjudication, loser: str, victor: str, terms: Conditions) -> None:
    """A neutrality pact stands after a surrender, with the ratio and the terms agreed."""
    gives = {key: n for key, n in (("oil", terms.oil), ("bp", terms.bp)) if n}
    passage = tuple(p for p, yes in ((loser, terms.passage), (victor, terms.theirs)) if yes)
    words = Terms(gives={loser: gives} if gives else {}, passage=passage)
    old = pact_of(course.state, loser, victor)
    turn = course.state.turn
    pact = Treaty(
        powers=couple(loser, victor),
        kind="pact",
        since=turn,
        terms=words if gives or passage else None,
        extension=terms.extension,
        border=turn if bordering(course.state, loser, victor) else 0,
        odds=terms.odds,
    )
    kept = tuple(each for each in course.state.treaties if each is not old)
    course.change(treaties=(*kept, pact))


def surrender_on_terms(
    course: Adjudication, loser: str, victor: str, terms: Conditions, *, automatic: bool = False
) -> None:
    """A conditional surrender takes effect: peace, a pact, and what was ceded."""
    end_war(course, loser, victor, "surrender", RULE)
    _hand_over(course, loser, victor, terms.factories, terms.resources)
    make_pact(course, loser, victor, terms)
    course.tell(
        Surrendered(
            power=loser,
            to=(victor,),
            manner=TERMS,
            ceded=terms.cede,
            automatic=automatic,
            rule=RULE,
        )
    )
    remember(course, loser, (victor,), TERMS, terms.cede)
    cost_of_surrender(course, loser, 1)


def _hand_over(
    course: Adjudication, loser: str, victor: str, factories: int, resources: int
) -> None:
    """Ceded factories and resources work for the victor, as gained by politics."""
    facts = dict(course.state.facts)
    moved = min(factories, course.state.count(f"factories.home.{loser}"))
    found = min(resources, course.state.count(f"resources.{loser}"))
    facts[f"factories.home.{loser}"] = course.state.count(f"factories.home.{loser}") - moved
    facts[f"factories.gained.{victor}"] = course.state.count(f"factories.gained.{victor}") + moved
    facts[f"resources.{loser}"] = course.state.count(f"resources.{loser}") - found
    facts[f"resources.{victor}"] = course.state.count(f"resources.{victor}") + found
    course.change(facts=facts)


def surrender_everything(course: Adjudication, loser: str, victor: str) -> None:
    """A surrender that cedes all land: it needs no answer and leaves the loser nothing (8.4.5)."""
    rule = R("8.4.5 Surrender")
    facts = dict(course.state.facts)
    home = course.state.count(f"factories.home.{loser}")
    gained = course.state.count(f"factories.gained.{loser}")
    found = course.state.count(f"resources.{loser}")
    holder = course.state.capital_of(loser)
    facts |= {
        f"factories.home.{loser}": 0,
        f"factories.gained.{loser}": 0,
        f"resources.{loser}": 0,
        f"factories.blue.{victor}": course.state.count(f"factories.blue.{victor}") + home + gained,
        f"resources.{victor}": course.state.count(f"resources.{victor}") + found,
        f"conquered.{loser}": "complete",
        f"control.capital.{loser}": victor if holder == loser else holder,
        f"eliminated.{loser}": True,
    }
    course.change(facts=facts)
    course.tell(Surrendered(power=loser, to=(victor,), manner=EVERYTHING, rule=rule))
    remember(course, loser, (victor,), EVERYTHING)
    cost_of_surrender(course, loser, 1)
    out_of_the_war(course, loser)


def out_of_the_war(course: Adjudication, loser: str) -> None:
    """A power without any land has no wars, treaties, allies or claims left."""
    for war in course.state.wars:
        if loser in (war.attacker, war.target):
            end_war(course, war.attacker, war.target, "conquest", R("15.8"))
    course.change(
        treaties=tuple(t for t in course.state.treaties if loser not in t.powers),
        texts=tuple(t for t in course.state.texts if loser not in t.powers),
        deals=tuple(deal for deal in course.state.deals if deal.power != loser),
        casus=tuple(c for c in course.state.casus if loser not in (c.power, c.against)),
        aims=tuple(pair for pair in course.state.aims if loser not in pair),
        aimed={key: to for key, to in course.state.aimed.items() if loser not in key.split("+")},
        notices=tuple(n for n in course.state.notices if loser not in (n.power, n.against)),
        proposals=tuple(
            p for p in course.state.proposals if loser != p.power and loser not in p.to
        ),
        duties=tuple(d for d in course.state.duties if loser not in (d.power, d.by)),
        exchange=course.state.exchange and loser not in ("japan", "usa"),
    )
    for key, minor in course.state.minors.items():
        if loser in (minor.joined, minor.held) or loser in minor.guaranteed:
            guaranteed = tuple(p for p in minor.guaranteed if p != loser)
            course.minor(
                key,
                joined="" if minor.joined == loser else minor.joined,
                held="" if minor.held == loser else minor.held,
                guaranteed=guaranteed,
            )
    course.change(vichy={key: v for key, v in course.state.vichy.items() if key != loser})

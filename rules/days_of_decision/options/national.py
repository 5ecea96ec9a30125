"""Options of single powers: the Rhineland, the Ukraine, the war in China, India and others."""

from typing_extensions import override

from rules.days_of_decision.economy.production import india_apart
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events.political import (
    CivilWarEnded,
    IndiaChanged,
    UkraineChanged,
)
from rules.days_of_decision.model.state import Minor, War
from rules.days_of_decision.model.table_rows import Card
from rules.days_of_decision.options.base import Behaviour, Details
from rules.days_of_decision.war.declarations import follow

UKRAINE = R("8.7.2 GE Option 11")


class Rhineland(Behaviour):
    """Germany 6: the Rhineland becomes home territory; its resource needs no marker any more."""

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        deals = course.state.deals
        kept = tuple(deal for deal in deals if deal.minor != "rhineland")
        mine = [deal for deal in deals if deal not in kept and deal.power == power]
        key = f"resources.{power}"
        found = course.state.count(key) + sum(deal.resources for deal in mine)
        course.change(rhineland_home=True, deals=kept, facts={**course.state.facts, key: found})
        return "home"


class Ukraine(Behaviour):
    """Germany 11: a minor of its own at war with the USSR; Crimea if Sevastopol is not Soviet."""

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        state = course.state
        crimea = not state.yes("sevastopol.ussr")
        kiev = state.facts.get("control.kiev") == power
        facts = dict(state.facts)
        if not kiev and not state.at_war(power, "ussr"):
            facts["control.kiev"] = "other"
        war = War(attacker="ukraine", target="ussr", since=state.turn)
        record = Minor(hex=state.nation(power).marker, held=power)
        course.change(
            facts=facts,
            minors={**state.minors, "ukraine": record},
            wars=(*state.wars, war),
            ukraine="with_crimea" if crimea else "without_crimea",
            kiev=str(facts["control.kiev"]),
        )
        loss = course.tables.limits["ukraine_pe"]
        course.effectiveness(power, loss, "Ukrainian independence", UKRAINE)
        ukraine_settles(course)
        return "with_kiev" if kiev else "founded"


def ukraine_settles(course: Adjudication) -> None:
    """The Ukraine joins when Germany and the USSR fight; it ends when the USSR captures Kiev."""
    state = course.state
    record = state.minors.get("ukraine")
    if record is None:
        return
    kiev = str(state.facts.get("control.kiev", ""))
    course.change(kiev=kiev)
    if kiev == "ussr" and state.kiev != "ussr":
        course.change(
            ukraine="ended",
            minors={key: minor for key, minor in state.minors.items() if key != "ukraine"},
            wars=tuple(war for war in state.wars if "ukraine" not in (war.attacker, war.target)),
            deals=tuple(deal for deal in state.deals if deal.minor != "ukraine"),
        )
        course.tell(UkraineChanged(change="ended", rule=UKRAINE))
    elif not record.joined and state.at_war("germany", "ussr"):
        course.minor("ukraine", joined="germany", values={}, guaranteed=())
        course.tell(UkraineChanged(change="joined", rule=UKRAINE))


class WarOnChina(Behaviour):
    """Japan 6: full war; there is no limited one."""

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        follow(course, power, "china")
        return "war"


class CivilWar(Behaviour):
    """China and USSR 7: the Chinese civil war."""

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        course.change(facts={**course.state.facts, "civil_war.china": True})
        return "civil_war"


def civil_war_settles(course: Adjudication) -> None:
    """Note when the Chinese civil war begins, and when it is declared to be over (option 7)."""
    fought = course.state.yes("civil_war.china")
    if fought and not course.state.civil_war:
        course.change(civil_war=True, civil_war_over=0)
    elif course.state.civil_war and not fought:
        course.change(civil_war=False, civil_war_over=course.state.turn)
        course.tell(CivilWarEnded(rule=R("8.7.2 China and Russia Option 7")))


class HomeRule(Behaviour):
    """Commonwealth 8: India leaves its control, until the war reaches Asia."""

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        course.change(india_free=True)
        return "free"


def india_settles(course: Adjudication) -> None:
    """Say when India comes back to the Commonwealth, and when it is on its own again (CW 8)."""
    state = course.state
    back = state.india_free and not india_apart(state)
    if back != state.india_back:
        course.change(india_back=back)
        course.tell(IndiaChanged(returned=back, rule=R("8.7.2 CW Option 8")))

"""Options of single powers: the Rhineland, the Ukraine, the war in China, India and others."""

from typing_extensions import override

from rules.days_of_decision.citations import R
from rules.days_of_decision.desk import Desk
from rules.days_of_decision.options.base import Behaviour, Details
from rules.days_of_decision.situation import enemy_powers
from rules.days_of_decision.state import Minor, War
from rules.days_of_decision.tables import Card


class Rhineland(Behaviour):
    """Germany 6: the Rhineland becomes home territory; its resource needs no marker any more."""

    @override
    def play(self, desk: Desk, power: str, card: Card, details: Details) -> str:
        deals = desk.state.deals
        kept = tuple(deal for deal in deals if deal.minor != "rhineland")
        mine = [deal for deal in deals if deal not in kept and deal.power == power]
        key = f"resources.{power}"
        found = desk.state.count(key) + sum(deal.resources for deal in mine)
        desk.change(rhineland_home=True, deals=kept, facts={**desk.state.facts, key: found})
        return "home"


class Ukraine(Behaviour):
    """Germany 11: a minor of its own at war with the USSR; Crimea if Sevastopol is not Soviet."""

    @override
    def play(self, desk: Desk, power: str, card: Card, details: Details) -> str:
        state = desk.state
        crimea = not state.yes("sevastopol.ussr")
        fighting = state.at_war(power, "ussr")
        kiev = state.facts.get("control.kiev") == power
        record = Minor(hex=state.nation(power).marker, joined=power if fighting else "")
        war = War(attacker="ukraine", target="ussr", since=state.turn)
        desk.change(
            minors={**state.minors, "ukraine": record},
            wars=(*state.wars, war),
            ukraine="with_crimea" if crimea else "without_crimea",
        )
        desk.effectiveness(power, -2, "Ukrainian independence", R("8.7.2 GE Option 11"))
        return "with_kiev" if kiev else "founded"


class WarOnChina(Behaviour):
    """Japan 6: full war; there is no limited one."""

    @override
    def play(self, desk: Desk, power: str, card: Card, details: Details) -> str:
        desk.change(
            wars=(*desk.state.wars, War(attacker=power, target="china", since=desk.state.turn))
        )
        return "war"


class CivilWar(Behaviour):
    """China and USSR 7: the Chinese civil war."""

    @override
    def play(self, desk: Desk, power: str, card: Card, details: Details) -> str:
        desk.change(facts={**desk.state.facts, "civil_war.china": True})
        return "civil_war"


class HomeRule(Behaviour):
    """Commonwealth 8: India leaves its control, until the war reaches Asia."""

    @override
    def play(self, desk: Desk, power: str, card: Card, details: Details) -> str:
        desk.change(india_free=True)
        return "free"


def india_returns(desk: Desk) -> bool:
    """Whether India comes back: the Commonwealth fights a power with a unit in Asia (CW 8)."""
    state = desk.state
    back = (
        state.india_free
        and state.yes("asia.unit_of_enemy")
        and bool(enemy_powers(state, "commonwealth"))
    )
    if back:
        desk.change(india_free=False)
    return back

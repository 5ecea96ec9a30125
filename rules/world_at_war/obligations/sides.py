"""What attacks, associations and changes of side ask of powers, until which turn."""

from collections.abc import Iterator, Sequence

from rules.kernel.events import Event
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.sides import AllianceVoid, ForeignersLost, UnitsDisbanded
from rules.world_at_war.model.obligation import Obligation
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Clock
from rules.world_at_war.model.tables.campaign import Tables
from rules.world_at_war.sides import association, surrender, war_entry
from rules.world_at_war.status.status import power_name

_MISSED = (AllianceVoid, ForeignersLost, UnitsDisbanded)
"""Events that tell that an obligation of this part was not done in time."""


def of_sides(state: WarState, tables: Tables) -> Iterator[Obligation]:
    """Units that have to leave, capitals that have to be held, wars that an ally needs, and countries
    that may still be refused.
    """
    for clock in state.clocks:
        name = tables.areas[clock.area].name if clock.area in tables.areas else clock.area
        match clock.kind:
            case surrender.EVICTION:
                text = f"Take every unit out of {name}; what stays is lost."
                yield _obligation(clock, text, R("82.33"))
            case surrender.CAPITAL:
                text = f"Hold the capital of {name}, or lose its units."
                yield _obligation(clock, text, R("85.53A"))
            case war_entry.DECLARATION:
                foes = " and ".join(power_name(foe) for foe in clock.data["on"].split())
                text = f"Declare war on {foes}, or the alliance of {name} is void."
                yield _obligation(clock, text, R("85.34"))
            case association.ASSOCIATION if clock.area in association.refusable(state, clock.power):
                text = f"Refuse {name} as an associate, if you do not want it to join you."
                yield _obligation(clock, text, R("82.81D"), force="may")
            case _:
                continue


def _obligation(clock: Clock, text: str, rule: str, force: str = "must") -> Obligation:
    key, span = f"{clock.kind}-{clock.area}", (clock.since, clock.due)
    return Obligation(key, clock.power, text, rule, *span, force)


def missed(told: Sequence[Event], obligation: Obligation) -> bool:
    """Whether these events tell that an obligation of this part ended undone."""
    kind, _, area = obligation.key.partition("-")
    if kind not in (surrender.EVICTION, surrender.CAPITAL, war_entry.DECLARATION):
        return False
    return any(
        isinstance(event, _MISSED)
        and event.power == obligation.power
        and _place(event) in (area, "belux")
        for event in told
    )


def _place(event: Event) -> str:
    return event.country if isinstance(event, AllianceVoid) else str(getattr(event, "area", ""))

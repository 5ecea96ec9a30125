"""What war, neutrality and surrender oblige powers to, and allow them, in words with a date."""

from collections.abc import Iterator

from rules.days_of_decision.economy.production import commander
from rules.days_of_decision.minors.minors_at_war import directed
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound, enemy_powers
from rules.days_of_decision.model.geometry import controller
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.powers import POWERS, name, title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.surrender.vichy_limits import free_from
from rules.days_of_decision.treaties.obligations import lasting
from rules.days_of_decision.war.casus_belli import notice_spell
from rules.days_of_decision.war.civil_wars import sides_of
from rules.days_of_decision.war.impulses import allowed
from rules.kernel.agreements import Obligation

RULE, SURRENDER = R("8.7.2 Option 4"), R("8.7.2 Option 5")


def owed(state: DecisionState, tables: Tables) -> tuple[Obligation, ...]:
    """Every obligation of war, neutrality and surrender that stands now."""
    return (
        *_announced(state, tables),
        *_units_in_minors(state, tables),
        *_neutrals(state),
        *_vichy(state, tables),
        *_conquered(state),
        *_civil_wars(state, tables),
        *_pearl_harbor(state),
    )


def allowances(state: DecisionState, tables: Tables) -> tuple[Obligation, ...]:
    """What powers may do by the same rules: directed minors, notices, several states of war."""
    return (
        *_calls(state),
        *_directed(state, tables),
        *_notices(state, tables),
        *_several(state),
    )


def _announced(state: DecisionState, tables: Tables) -> Iterator[Obligation]:
    """Wars that were announced and must begin with the first impulse."""
    for power, targets in state.announced.items():
        plan = next((plan for plan in state.plans if plan.power == power), None)
        for target in targets:
            done = plan is not None and target in plan.declared
            over = state.step == "map" and not done
            yield Obligation(
                power,
                f"Declare war on {country_name(tables, target)}, as announced.",
                f"in the first impulse of {turn_title(state.turn)}",
                toward=target if target in POWERS else "",
                state="met" if done else "released" if over else "open",
                soon=not done and not over,
                rule=R("15.5.1"),
            )


def _units_in_minors(state: DecisionState, tables: Tables) -> Iterator[Obligation]:
    """Units of a neutral power in a minor that it controls or controlled may stay (8.1.4)."""
    for minor in sorted(state.minors):
        host = str(state.facts.get(f"hosts.{minor}", "none"))
        if host not in state.nations or enemy_powers(state, host):
            continue
        yield lasting(
            host,
            f"Your units in {country_name(tables, minor)} may stay and be supplied from "
            "outside it; move no more into it.",
            "while you are neutral",
            rule=R("8.1.4"),
            facts=(f"hosts.{minor}",),
        )


def _neutrals(state: DecisionState) -> Iterator[Obligation]:
    """Who fights no major power takes combined impulses or passes (15.6.2)."""
    for power in state.powers:
        if len(allowed(state, power)) == 2:
            yield lasting(
                power,
                "Take only combined impulses, or pass.",
                "while you fight no major power",
                rule=R("15.6.2"),
            )


def _vichy(state: DecisionState, tables: Tables) -> Iterator[Obligation]:
    for power, vichy in sorted(state.vichy.items()):
        if not bound(state, power):
            continue
        to = " or ".join(name(each) for each in vichy.acceptors)
        yield lasting(
            power,
            f"Play only your option 0, others by leave of {name(vichy.conqueror)}.",
            f"until you fight {to}",
            rule=SURRENDER,
        )
        first = free_from(state, tables, power)
        yield lasting(
            power,
            f"Declare war on nobody but {to}.",
            f"not before {turn_title(first)}" if state.turn < first else "",
            rule=SURRENDER,
        )
        yield lasting(
            power,
            "Of dated units only half, by type, enter your force pools.",
            f"until you fight all of {', '.join(name(each) for each in vichy.acceptors)}",
            rule=SURRENDER,
        )
        for each, hexes in vichy.kept.items():
            yield lasting(power, f"{title(each)} keeps {hexes}.", toward=each, rule=SURRENDER)


def _conquered(state: DecisionState) -> Iterator[Obligation]:
    """Where reinforcements of a conquered power may go (10.2)."""
    for power in state.powers:
        if state.facts.get(f"conquered.{power}") != "no" and not state.gone(power):
            yield lasting(
                power,
                "Put reinforcements into any territory of yours; a further one only where each "
                "other territory has one.",
                "while your home nation is conquered",
                rule=R("10.2"),
                facts=(f"conquered.{power}",),
            )


def _civil_wars(state: DecisionState, tables: Tables) -> Iterator[Obligation]:
    spain = tables.war["spain"]["country"]
    for side in sides_of(state, tables, spain):
        power = controller(state, side, tables)
        if power and enemy_powers(state, spain):
            yield lasting(
                power,
                f"{country_name(tables, side)} do not co-operate with the other side.",
                "while the civil war lasts",
                rule=R("9.2.4"),
            )
    who = commander(state)
    if who and enemy_powers(state, "china"):
        yield lasting(
            who,
            "Chinese Communists do not attack Nationalists.",
            "while China fights a major power",
            rule=R("15.5.3"),
        )


def _pearl_harbor(state: DecisionState) -> Iterator[Obligation]:
    if state.burma_closed:
        yield lasting(
            "commonwealth",
            "The Burma Road is closed.",
            "until the United States reopens it by entry option 27",
            rule=R("8.7.2 Japan Option 4(c)"),
        )


def _directed(state: DecisionState, tables: Tables) -> Iterator[Obligation]:
    for minor, power in directed(state, tables).items():
        land = country_name(tables, minor)
        yield lasting(
            power,
            f"You direct {land}. It builds its own units until it is conquered, and shares no "
            "convoys with you.",
            rule=R("15.6"),
        )


def _calls(state: DecisionState) -> Iterator[Obligation]:
    """Full allies that may join a war at once (8.7.2 Option 3 Level 3)."""
    for call in state.calls:
        until = f"until {turn_title(state.turn)} ends"
        yield Obligation(
            call.power,
            f"You may join {name(call.ally)} against {name(call.aggressor)}, {until}.",
            until,
            toward=call.ally,
            rule=R("8.7.2 Option 3 Level 3"),
        )


def _notices(state: DecisionState, tables: Tables) -> Iterator[Obligation]:
    for notice in state.notices:
        first, last = notice_spell(tables, notice)
        if state.turn <= last and not state.at_war(notice.power, notice.against):
            yield Obligation(
                notice.power,
                f"Your notice of war on {name(notice.against)} stands "
                f"from {turn_title(first)} to {turn_title(last)}.",
                f"from {turn_title(first)} to {turn_title(last)}",
                toward=notice.against,
                rule=R("Ruling 102"),
            )


def _several(state: DecisionState) -> Iterator[Obligation]:
    """Friends at war with different powers go by the war game's rule for that (15.6.3)."""
    for power in state.powers:
        enemies = enemy_powers(state, power)
        neutral = [
            other
            for other in state.powers
            if other != power
            and enemies
            and not set(enemies) & set(enemy_powers(state, other))
            and not state.at_war(power, other)
            and enemy_powers(state, other)
        ]
        if neutral:
            yield lasting(
                power,
                f"You fight other enemies than {', '.join(name(each) for each in neutral)}; "
                "go by the war game's 9.9.",
                rule=R("15.6.3"),
            )

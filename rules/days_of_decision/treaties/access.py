"""What a treaty opens: allied territory, minors under attack, waterways, aircraft (Option 3)."""

from collections.abc import Iterator

from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.geometry import controller, ideology
from rules.days_of_decision.model.powers import POWERS, name, title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import AccessRow, Tables
from rules.days_of_decision.treaties.pacts import pact_of
from rules.days_of_decision.treaties.sanctions import pearl_harbor_bar
from rules.days_of_decision.treaties.signing import NOT_BEFORE_A_WAR, TOP, level_of, treaty_of
from rules.kernel.menus import NEVER_AGAIN, Barred

RULE = R("8.7.2 Option 3")


def opened(state: DecisionState, tables: Tables, power: str, ally: str) -> tuple[AccessRow, ...]:
    """What of an ally's territory is open to a power, by the level of their treaty.

    Nothing to one that fights no major power.
    """
    if not enemy_powers(state, power):
        return ()
    level = level_of(state, power, ally)
    fights = bool(enemy_powers(state, ally))
    found = []
    for row in tables.access:
        least = row.at_war if fights else row.neutral
        if least is not None and level >= least:
            found.append(row)
    return tuple(found)


def attackers(state: DecisionState, minor: str) -> tuple[str, ...]:
    """The major powers that declared war on a minor."""
    return tuple(
        war.attacker for war in state.wars if war.target == minor and war.attacker in POWERS
    )


def entry_bar(state: DecisionState, tables: Tables, power: str, minor: str) -> Barred | None:
    """Why a power's forces may not enter a minor that a major power attacked.

    Who fights it needs nobody's leave. Its controller stays out while it does not fight the attacker; partners by a treaty of level 2
    or 3 may enter when they do.
    """
    owner = controller(state, minor, tables)
    if state.at_war(power, minor):
        return None
    for attacker in attackers(state, minor):
        if state.at_war(power, attacker):
            continue
        if power == owner or level_of(state, power, owner) >= 2:
            why = f"You do not fight {name(attacker)}, which attacked it."
            return Barred(why, RULE, f"Opens when you are at war with {name(attacker)}.")
    if attackers(state, minor) and power != owner and level_of(state, power, owner) < 2:
        opens = f"Opens with a treaty of level 2 with {name(owner) or 'its owner'}."
        return Barred(
            f"You have no treaty of level 2 with {name(owner) or 'its owner'}.", RULE, opens
        )
    return None


def kept_out(state: DecisionState, tables: Tables, power: str) -> Iterator[tuple[str, str]]:
    """Controlled minors that a power's own forces may not enter, with the rule's reason."""
    for minor in sorted(state.minors):
        if attackers(state, minor) and controller(state, minor, tables) == power:
            bar = entry_bar(state, tables, power, minor)
            if bar is not None:
                yield minor, bar.why


def passage_guaranteed(state: DecisionState, owner: str, power: str) -> bool:
    """Whether one who controls a waterway has guaranteed another its passage; never in war."""
    treaty = treaty_of(state, owner, power)
    terms = treaty.terms if treaty else None
    return bool(terms and owner in terms.passage) and not state.at_war(owner, power)


def aircraft_bar(state: DecisionState) -> Barred | None:
    """Why China may not build aircraft: without a treaty with the USA (Ruling 21)."""
    if level_of(state, "china", "usa") >= 1:
        return None
    why = "China builds no aircraft without a treaty of level 1 with the United States."
    opens = "Opens with a treaty of level 1 with the United States."
    return Barred(why, R("8.7.2 China Option 3"), opens)


def carrier_bar(state: DecisionState, tables: Tables) -> Barred | None:
    """Why the French carrier cannot be interned."""
    rule = R("8.7.2 US/French Option 3")
    if state.carrier_interned:
        return Barred("It is interned already.", rule, NEVER_AGAIN)
    if pact_of(state, "usa", "france") is None:
        opens = "Opens while the United States and France have a neutrality pact."
        return Barred("The United States and France have no neutrality pact.", rule, opens)
    if ideology(state, "france", tables) != "democratic":
        return Barred("France is not democratic.", rule, "Opens when France is democratic.")
    if not enemy_powers(state, "france"):
        opens = "Opens when France is at war with a major power."
        return Barred("France is at war with no major power.", rule, opens)
    return None


def garrison_units(state: DecisionState, power: str) -> tuple[str, ...]:
    """Whose units count as a power's garrison: its own, and those of level 3 partners that stand
    in no enemy zone of control (15.5.2).
    """
    allies = (other for other in state.powers if level_of(state, power, other) >= TOP)
    return (power, *allies)


def restrictions(state: DecisionState, tables: Tables, power: str) -> Iterator[tuple[str, str]]:
    """What a power may not do for want of treaties, with the rule."""
    if power == "china" and (bar := aircraft_bar(state)):
        yield bar.why, bar.rule
    if power == "usa" and not enemy_powers(state, power):
        yield NOT_BEFORE_A_WAR.why, NOT_BEFORE_A_WAR.rule
    if ideology(state, power, tables) == "democratic" and (bar := pearl_harbor_bar(state)):
        yield bar.why, bar.rule
    if power == "france" and state.carrier_interned:
        yield f"{title('france')}'s carrier is interned.", R("8.7.2 US/French Option 3")

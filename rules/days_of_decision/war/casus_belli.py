"""On whom a power may declare war, and why not (8.7.2 Option 4)."""

from rules.days_of_decision.economy.production import india_apart
from rules.days_of_decision.entry import entry, pools
from rules.days_of_decision.entry.war_chart import INDIA, RULE
from rules.days_of_decision.model.calendar import turn_title, year_of
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import bound, enemy_powers, grounds
from rules.days_of_decision.model.geometry import CONQUERED, together
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.opening import APART, BACK, NEXT_TURN, WAR_OVER
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.war import Notice
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.surrender.vichy_limits import war_bar_of_vichy
from rules.days_of_decision.treaties.pacts import breakable
from rules.days_of_decision.treaties.sanctions import pearl_harbor_bar
from rules.kernel.grammar import capital
from rules.kernel.menus import Barred

US = R("8.7.2 US Option 4")


def countries(state: DecisionState, power: str) -> tuple[str, ...]:
    """Every country that a war could be declared on, as far as the display goes."""
    found = [other for other in state.powers if other != power]
    if state.india_free and power != "commonwealth":
        found.append(INDIA)
    return (*found, *sorted(state.minors))


def is_country(state: DecisionState, power: str, key: str) -> bool:
    """Whether something is one of :func:`countries`."""
    if key in state.minors or (key == INDIA and state.india_free and power != "commonwealth"):
        return True
    return key != power and key in state.powers


def war_bar(state: DecisionState, tables: Tables, power: str, target: str) -> Barred | None:
    """Why a power cannot declare war on a country now, by what it knows itself."""
    if not is_country(state, power, target):
        return Barred("There is no such country now.", RULE, "Opens if it comes to exist.")
    if state.at_war(power, target):
        return Barred("You are at war with it already.", RULE, WAR_OVER)
    if target == INDIA:
        return _india(state, power)
    if target in POWERS:
        return _major(state, tables, power, target)
    return _minor(state, tables, power, target)


def _india(state: DecisionState, power: str) -> Barred | None:
    rule = R("8.7.2 CW Option 8")
    if not india_apart(state):
        opens = "Opens while India stands apart from the Commonwealth, by its option 8."
        return Barred("India is Commonwealth now.", rule, opens)
    if not state.at_war(power, "commonwealth"):
        opens = "Opens when you are at war with the Commonwealth."
        return Barred("First you must be at war with the Commonwealth.", rule, opens)
    return None


def _major(state: DecisionState, tables: Tables, power: str, target: str) -> Barred | None:
    if state.gone(target):
        return Barred("It controls no territory any more.", R("8.4.5"), BACK)
    if together(state, power, target, tables):
        return Barred("It stands in your own ideology.", RULE, APART)
    if bound(state, power):
        return war_bar_of_vichy(state, tables, power, target)
    if bar := breakable(state, tables, power, target):
        return bar
    if power == "usa":
        return american_bar(state, tables, target)
    return _ground_bar(state, tables, power, target)


def _ground_bar(state: DecisionState, tables: Tables, power: str, target: str) -> Barred | None:
    """A war on a major power needs a casus belli, or notice given in time (Ruling 102)."""
    if target in grounds(state, tables, power):
        return None
    notice = notice_of(state, power, target)
    rule = R("Ruling 102")
    if notice is None:
        opens = (
            "Opens when you hold a casus belli on it, or when a notice of war has run (option 4)."
        )
        return Barred("You hold no casus belli on it and gave no notice of war.", rule, opens)
    first, last = notice_spell(tables, notice)
    if state.turn < first:
        opens = f"Opens in {turn_title(first)}."
        return Barred(f"Your notice runs until {turn_title(first)}.", rule, opens)
    if state.turn > last:
        opens = "Opens with a casus belli on it, or a new notice of war."
        return Barred("Your notice has lapsed.", rule, opens)
    return None


def notice_of(state: DecisionState, power: str, target: str) -> Notice | None:
    """The last notice that a power gave another."""
    found = [n for n in state.notices if (n.power, n.against) == (power, target)]
    return found[-1] if found else None


def notice_spell(tables: Tables, notice: Notice) -> tuple[int, int]:
    """The first and the last turn in which a notice allows the war."""
    rows = tables.war["notice"]
    first = notice.given + rows["after"]
    return first, first + rows["stands"] - 1


def american_bar(state: DecisionState, tables: Tables, target: str) -> Barred | None:
    """What the USA needs: entry against the target, and in Honolulu a fleet for war on Japan."""
    if state.on("experimental"):
        if tried(target, state.turn) in state.rolled:
            return Barred("The roll for this war failed this turn.", R("Ruling 116"), NEXT_TURN)
        if not pools.may_try_war(state, tables, target):
            least = tables.entry["war_level"]
            found = pools.level(state, tables, target)
            opens = f"Opens at entry level {least}; it is {found}."
            return Barred(f"The entry level is {found}; a try needs {least}.", R("14.16"), opens)
    else:
        least = entry.threshold(tables, year_of(state.turn))
        found = entry.level(state, tables, target).net
        if found < least:
            why = f"The entry level is {found}; war needs {least}."
            opens = f"Opens at entry level {least}; it is {found}."
            return Barred(why, R("8.4.5 War level"), opens)
    if target != "japan":
        return None
    return pearl_harbor_bar(state) or honolulu_bar(state, tables)


def tried(target: str, turn: int) -> str:
    """How a failed American roll for war is written down until the turn is over."""
    return f"usa>{target}@{turn}"


def honolulu_bar(state: DecisionState, tables: Tables) -> Barred | None:
    """Why the fleet in Honolulu does not suffice for war on Japan."""
    rows = tables.war["honolulu"]
    single = state.on("ships")
    big = "ships" if single else "battleships"
    have = {key: state.count(f"honolulu.{key}") for key in ("carriers", big)}
    if all(have[key] >= rows[key] for key in have):
        return None
    word = "surface ships" if single else "battleships"
    why = f"Honolulu needs {rows['carriers']} carrier and {rows[big]} {word}; it has "
    opens = f"Opens with {rows['carriers']} carrier and {rows[big]} {word} in Honolulu."
    return Barred(f"{why}{have['carriers']} and {have[big]}.", US, opens)


def _minor(state: DecisionState, tables: Tables, power: str, target: str) -> Barred | None:
    record = state.minor(target)
    if bound(state, power):
        return Barred(
            "A Vichy power fights only whom it surrendered to.",
            R("8.7.2 Option 5"),
            "Opens when you are a Vichy power no longer.",
        )
    if state.facts.get(f"fate.{target}") == "conquered":
        return CONQUERED
    if power in (record.joined, record.held):
        return Barred("It is yours.", RULE, "Opens if it leaves your side.")
    if power in record.guaranteed:
        return Barred("You guarantee it.", R("8.7.1 IPO 12"), "Opens if that guarantee ends.")
    for other in _there(state, target):
        foreign = not together(state, power, other, tables)
        if other != power and foreign and not state.at_war(power, other):
            why = f"{country_name(tables, other)} fights it or has units in it; fight that first."
            opens = f"Opens when you are at war with {country_name(tables, other)}."
            return Barred(capital(why), RULE, opens)
    return None


def _there(state: DecisionState, minor: str) -> tuple[str, ...]:
    """The major powers that are at war with a minor, or have units in it."""
    host = str(state.facts.get(f"hosts.{minor}", "none"))
    found = (*enemy_powers(state, minor), host)
    return tuple(power for power in dict.fromkeys(found) if power in state.nations)


def open_targets(state: DecisionState, tables: Tables, power: str) -> tuple[str, ...]:
    """The countries that a power may declare war on now."""
    return tuple(
        target
        for target in countries(state, power)
        if war_bar(state, tables, power, target) is None
    )

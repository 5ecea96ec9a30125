"""Who may name which country, and why not; who may place points where; which points count.

Every function reads only the state it is given, so from a view it tells no more than the view
holds. A bar is a sentence and the rule that it rests on.
"""

from rules.kernel.grammar import agreeing, capital
from rules.kernel.menus import NEVER, NEVER_AGAIN, Barred
from rules.world_at_war.diplomacy.allotments import surrendered
from rules.world_at_war.model.calendar import year_of
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import attacked_half, is_side, status_of
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.names import PLURALS, row_words
from rules.world_at_war.model.powers import FACTIONS, faction_of, members
from rules.world_at_war.model.state import INTEL, USAT, WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.model.tables.countries import Minor
from rules.world_at_war.status.status import concerned, is_neutral

FREE = ("bulgaria", "hungary", "rumania", "yugoslavia", "finland")
"""Where the Axis roll beside their ordinary target, without points."""

CLOSED_TO_RUSSIA = ("finland", "sweden", "yugoslavia", "croatia", "serbia")

DEMANDS = ("rumania", "finland", "eastern_poland")


def russia_is_free(state: WarState) -> bool:
    """Whether the bars on Russian diplomacy have fallen: war with Germany, or tension of 50."""
    return state.yes("war.germany.russia") or state.reached("rgt", 50)


NEXT_YEAR = "Opens next year."
GERMAN_SIDE = "Rumania lies on the German side of the Pact line."


def russian_opens(state: WarState) -> str:
    """What frees Russia where :func:`russia_is_free` does not hold."""
    level = state.level("rgt")
    return f"Opens at war with Germany, or at Russo-German tension 50; it is {level}."


def existence_bar(state: WarState, minor: Minor) -> Barred | None:
    """Why nobody can deal with a country at all."""
    name, record = capital(minor.name), state.country(minor.key)
    if record.closed:
        why = agreeing(f"{name} is closed for good by row {row_words(record.closed)}.", PLURALS)
        return Barred(why, R("49.52"), NEVER_AGAIN)
    if state.area(minor.key).locked:
        return Barred(
            f"{name} was retaken from Russia and is an ally for good.", R("83.211"), NEVER_AGAIN
        )
    if state.facts.get(f"exists.{minor.key}") is False:
        rule = R("Vichy France") if minor.key == "vichy" else R("Ruling 9")
        opens = f"Opens once the fact “{FACTS[f'exists.{minor.key}'].label}” is declared."
        what = gone(state, minor)
        return Barred(f"Cannot be named: {what}.", rule, opens)
    if state.yes(f"conquered.{minor.key}") and not _half_is_free(state, minor):
        rule = R("Effects of Aggression")
        return Barred("Cannot be named: conquered.", rule, "Opens if it is liberated.")
    return None


def gone(state: WarState, minor: Minor) -> str:
    """What became of a country that is none, or is conquered, in a word or two; empty for others."""
    if state.facts.get(f"exists.{minor.key}") is not False:
        return "conquered" if state.yes(f"conquered.{minor.key}") else ""
    halves = minor.key in ("croatia", "serbia") and not state.yes("exists.yugoslavia")
    return "does not exist" if halves else minor.became


def _half_is_free(state: WarState, minor: Minor) -> bool:
    """Whether one of Belgium and Luxembourg is neutral still, the other having been attacked alone."""
    if not attacked_half(state, minor.key):
        return False
    return any(is_neutral(state, key) for key in concerned(state, minor.key))


def naming_bar(
    state: WarState, power: str, country: str, manner: str = "ordinary"
) -> Barred | None:
    """Why a power may not name a country now, or ``None`` when it may.

    ``manner`` is ``ordinary``, ``free``, ``reaction`` or ``demand``; a reaction or a demand is
    free of the year, the single target and the need of a point.
    """
    minor, faction = tables_of(state).minors[country], faction_of(power)
    if faction not in minor.lists:
        rule = next(iter(minor.lists.values()))
        who = "Russia" if faction == "russia" else f"The {FACTIONS[faction].name}"
        return Barred(f"{who} can never win {minor.name}.", _list_rule(faction, rule), NEVER)
    bar = (
        existence_bar(state, minor)
        or _own_bar(state, faction, country, manner)
        or _aggressor_bar(state, power, minor)
    )
    if bar is None and manner != "demand":
        bar = _russian_bar(state, faction, minor)
    if bar is None and manner != "reaction":
        bar = _poaching_bar(state, faction, minor)
    if bar is None and manner in ("ordinary", "free"):
        bar = _year_bar(state, faction, minor)
    if bar is None and manner == "ordinary" and not own_points(state, power, country):
        opens = "Opens once a diplomatic point of yours lies there."
        bar = Barred(f"No point of yours lies in {minor.name}.", R("49.4"), opens)
    return bar


def _list_rule(faction: str, fallback: str) -> str:
    return {"axis": R("85.211"), "western": R("85.213"), "russia": R("85.214")}.get(
        faction, fallback
    )


def own_points(state: WarState, power: str, country: str) -> int:
    """Points that let a power name a country: its faction's, or its own where allies do not see
    each other's.
    """
    mates = members(faction_of(power)) if state.variant("faction_sees_dps") != "false" else (power,)
    return sum(state.lying(country, mates).values())


def _own_bar(state: WarState, faction: str, country: str, manner: str) -> Barred | None:
    """The restrictions printed on single tables."""
    match country:
        case "spain" if manner != "reaction" and not state.yes("france.fallen"):
            opens = f"Opens once the fact “{FACTS['france.fallen'].label}” is declared."
            return Barred("Spain may be named only once France is conquered.", R("Spain"), opens)
        case "norway" if any(
            state.yes(f"declared.{by}.norway") for by in ("germany", "italy", "western", "russia")
        ):
            return Barred("War has been declared on Norway.", R("Norway"), NEVER_AGAIN)
        case "ukraine" if state.facts.get("control.kiev") != "axis":
            return Barred(
                "The Axis do not hold Kiev.",
                R("Ukraine"),
                "Opens once Kiev is declared to be held by the Axis.",
            )
        case "belux" if state.facts.get("belgium.attacked") == "both":
            why = "Both Belgium and Luxembourg have been attacked."
            return Barred(why, R("Belgium/Luxembourg"), NEVER_AGAIN)
        case "vichy" if manner != "reaction":
            if state.facts.get("france.fallen_year") == year_of(state.scenario, state.turn):
                return Barred("France fell in this very year.", R("Vichy France"), NEXT_YEAR)
            if faction == "western" and not state.yes("units.us.vichy_trigger"):
                return Barred(
                    "No American ground unit is in a port or bridgehead of France or North Africa.",
                    R("Vichy France"),
                    "Opens when an American ground unit is in one.",
                )
    return None


def _aggressor_bar(state: WarState, power: str, minor: Minor) -> Barred | None:
    """Who drove a country into the enemy's camp may not name it again."""
    faction = faction_of(power)
    by = faction if faction in ("western", "russia") else power
    if _half_is_free(state, minor):
        return None
    status, friend = status_of(state, minor.key)
    enemy = status in ("ally", "associate") and not is_side(
        "axis" if faction == "axis" else "allied", friend
    )
    if enemy and state.yes(f"declared.{by}.{minor.key}"):
        return Barred(
            f"Your own attack drove {minor.name} into the enemy's camp.",
            R("Effects of Aggression"),
            "Opens if it stands on the enemy's side no longer.",
        )
    return None


def _russian_bar(state: WarState, faction: str, minor: Minor) -> Barred | None:
    if faction != "russia" or russia_is_free(state):
        return None
    if minor.key in CLOSED_TO_RUSSIA:
        return Barred(
            "Russia must be at war with Germany, or tension have reached 50.",
            R(minor.own),
            russian_opens(state),
        )
    if minor.key == "rumania" and state.yes("pact.in_effect"):
        match state.facts.get("pact.rumania"):
            case "german":
                return Barred(GERMAN_SIDE, R("Rumania"), russian_opens(state))
            case "through":
                return Barred(
                    "The Pact line runs through Rumania: only a demand brings a roll.",
                    R("Rumania"),
                    russian_opens(state),
                )
    return None


def _poaching_bar(state: WarState, faction: str, minor: Minor) -> Barred | None:
    status, friend = status_of(state, minor.key)
    other = {"western": "russia", "russia": "western"}.get(faction)
    if other is not None and friend == other and status:
        return Barred(
            f"{capital(minor.name)} leans to {FACTIONS[other].name if other == 'russia' else 'the Western Allies'}.",
            R("49.433"),
            "Opens when it leans there no longer.",
        )
    return None


def _year_bar(state: WarState, faction: str, minor: Minor) -> Barred | None:
    record = state.country(minor.key)
    if record.rolled_year != year_of(state.scenario, state.turn):
        return None
    free = faction == "axis" and minor.key in FREE and not state.yes("war.germany.russia")
    if free and "axis" not in record.rolled_by:
        return None
    return Barred("A roll was already made there this year.", R("Ruling 10"), NEXT_YEAR)


def demand_bar(state: WarState, of: str) -> Barred | None:
    """Why Russia may not demand territory now."""
    name = "Poland" if of == "eastern_poland" else of.capitalize()
    if state.yes(f"russia.demanded.{of}"):
        return Barred(f"The demand on {name} was made before.", R("Ruling 12"), NEVER_AGAIN)
    if of == "rumania":
        minor = tables_of(state).minors[of]
        if state.facts.get("control.bessarabia") == "russia":
            opens = "Opens if Russia loses Bessarabia."
            return Barred("Russia holds Bessarabia already.", R("66.12"), opens)
        if (
            state.yes("pact.in_effect")
            and state.facts.get("pact.rumania") == "german"
            and not russia_is_free(state)
        ):
            return Barred(GERMAN_SIDE, R("Rumania"), russian_opens(state))
        status, friend = status_of(state, of)
        axis = friend == "axis" and status in ("ally", "associate", "hexes")
        if axis or int(state.facts.get("hexes.rumania.axis", 0)) > 0:
            opens = "Opens when the Axis hold none."
            return Barred("The Axis hold Rumanian hexes.", R("66.12"), opens)
        return existence_bar(state, minor)
    if of == "eastern_poland":
        return existence_bar(state, tables_of(state).minors["poland"])
    return existence_bar(state, tables_of(state).minors[of])


def placing_bar(state: WarState, power: str, target: str) -> Barred | None:
    """Why a power may not place points on a target (49.3)."""
    faction = faction_of(power)
    if target == INTEL:
        return (
            None
            if state.variant("intelligence") == "simple"
            else Barred("There is no intelligence in this game.", R("47.22"), NEVER)
        )
    if target == USAT:
        return (
            Barred("Russian points may not go to the United States.", R("49.82"), NEVER)
            if faction == "russia"
            else None
        )
    if target in ("italy", "france"):
        gone = state.yes("italy.surrendered" if target == "italy" else "france.fallen")
        if faction == "russia":
            why = "Russia has no say in this surrender."
            return Barred(why, R("Italy and France"), NEVER)
        out = Barred("It is out of the war.", R("Italy and France"), NEVER_AGAIN)
        return out if gone else None
    minor = tables_of(state).minors[target]
    if faction not in minor.lists and not (target == "ireland" and faction == "western"):
        return Barred(
            f"{capital(minor.name)} is not on your list.", _list_rule(faction, R("49.3")), NEVER
        )
    return existence_bar(state, minor)


def placing_targets(state: WarState, power: str) -> tuple[str, ...]:
    """Everything a power could ever place points on, in listed order; for Russia the United States
    too, so that the sheet says by which rule it may not (49.82).
    """
    faction = faction_of(power)
    minors = [
        k
        for k, m in tables_of(state).minors.items()
        if faction in m.lists or (k == "ireland" and faction == "western")
    ]
    others = [USAT] if faction == "russia" else ["italy", "france", USAT]
    return (*minors, *others, *([INTEL] if state.variant("intelligence") == "simple" else []))


def senior(state: WarState, faction: str) -> tuple[str, ...]:
    """The powers of a faction that are still in the war, the senior partner first."""
    order = members(faction)
    if faction == "western" and state.yes("war.us.axis"):
        order = ("united_states", "britain", "france")
    return tuple(power for power in order if not surrendered(state, power)) or order


def laid_open(state: WarState, faction: str, joint: bool) -> tuple[str, ...]:
    """Whose points in a target are revealed when a faction names it."""
    foes = ("western", "russia") if faction == "axis" else ("axis",)
    friends = (
        ("western", "russia")
        if joint or (faction != "axis" and state.yes("war.germany.russia"))
        else (faction,)
    )
    order = ("axis", "western", "russia")
    return tuple(power for side in order if side in (*foes, *friends) for power in members(side))


def counting(state: WarState, country: str, faction: str, joint: bool) -> dict[str, int]:
    """The points that count on a roll, by power (ruling 5).

    Axis points always do. While Germany and Russia fight, Western and Russian points add up;
    before, only one Allied faction's count: the roller's, or when the Axis roll the one that
    holds a result there, otherwise the one with more (the Western Allies when equal).
    """
    lying = state.lying(country, laid_open(state, faction, joint))
    if state.yes("war.germany.russia"):
        return lying
    if faction == "axis":
        _, holder = status_of(state, country)
        allied = holder if holder in ("western", "russia") else larger(lying)
    else:
        allied = faction
    return {power: count for power, count in lying.items() if faction_of(power) in ("axis", allied)}


def larger(lying: dict[str, int]) -> str:
    """The Allied faction with more points; the Western Allies when they are equal."""
    western = sum(count for power, count in lying.items() if faction_of(power) == "western")
    russian = sum(count for power, count in lying.items() if faction_of(power) == "russia")
    return "russia" if russian > western else "western"

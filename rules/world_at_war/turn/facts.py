"""Facts: what the map says is declared and confirmed at once, whenever a power is at the table.

The step at the end of a player turn only asks whether the side is done. A declaration may earn
a reaction roll, join an attacked Spain to the Axis, or lay points open for a surrender check.
"""

from collections.abc import Mapping, Sequence

import msgspec

from rules.kernel import fact_acts
from rules.kernel.fact_acts import Declare
from rules.kernel.facts import FactValue
from rules.kernel.menus import Menu
from rules.kernel.phases import AskedPower
from rules.world_at_war.diplomacy.points import lay_open
from rules.world_at_war.forces import limits, volunteers
from rules.world_at_war.ledger.control import contested, held_by
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import foreign_in, status_of
from rules.world_at_war.model.consistency import FACT_CONSISTENCY
from rules.world_at_war.model.events.diplomacy import ReactionEarned
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.powers import POWERS, SEATS, faction_of
from rules.world_at_war.model.state import Reaction, WarState
from rules.world_at_war.sides import attacks
from rules.world_at_war.sides.ties import conquer, side_with
from rules.world_at_war.status.status import said_to_fall
from rules.world_at_war.tensions import declarations
from rules.world_at_war.turn.implied_facts import bring_along, found_vichy
from rules.world_at_war.turn.targets import powers_of

FOR_GOOD = ("norway.mined", "norway.mined_without_leave")
"""Facts that no player takes back: mines, once announced, stay (86.33). A moderator may correct them."""
ETHIOPIA = (
    "control.ethiopia", "factors.ethiopia.italy", "factors.ethiopia.germany", "factors.ethiopia.western",
)  # fmt: skip
"""Facts that only a moderator corrects in an Ethiopia that is neutral: it plays no part (88.41)."""


def asked_done(state: WarState, side: str) -> tuple[AskedPower, ...]:
    """The powers of the side whose turn it is."""
    return tuple(
        AskedPower(
            power=power,
            manner="at_once",
            what="Declare what this turn's moves and battles changed on the map",
            silence="you have nothing more to declare",
        )
        for power in powers_of(state, side)
    )


def asked_check(state: WarState) -> tuple[AskedPower, ...]:
    """Where a campaign wants it, both sides look at the facts once before the dice."""
    if state.variant("fact_check") != "step" or not state.named:
        return ()
    what = "Look at the facts that the rolls hang on; correct or agree"
    return tuple(
        AskedPower(power=power, what=what, silence="you agree")
        for side in ("axis", "allied")
        for power in powers_of(state, side)
    )


def done_menu(state: WarState, power: str) -> Menu:
    """A sheet without choices: done."""
    return Menu(
        power=power,
        order="done",
        title="This turn's facts",
        fields=(),
        notes=("Declare facts first, then say that you are done.",),
    )


def check_menu(state: WarState, power: str) -> Menu:
    """A sheet without choices: agreed."""
    return Menu(power=power, order="check", title="Agree to the facts", fields=())


def acts(state: WarState, power: str) -> tuple[Menu, ...]:
    """Declare or correct facts at any time, and confirm or dispute those of another faction."""
    if power not in SEATS:
        return ()
    faction = faction_of(power)
    return fact_acts.menus(
        state,
        power,
        FACTS,
        mine=[s for s in FACTS if faction in s.declares and not settled(state, s.key)],
        theirs=lambda by: by in POWERS and faction_of(by) != faction,
        rule=R("Ruling 21"),
        always=True,
    )


def settled(state: WarState, key: str) -> bool:
    """Whether a fact is as it is for good, as far as players go; a slip of this turn may be mended."""
    if key in ETHIOPIA:
        claim = state.claims.get(ETHIOPIA[0])
        slip = claim is not None and claim.turn == state.turn
        return state.facts.get(ETHIOPIA[0]) == "neutral" and not slip
    return key in FOR_GOOD and state.yes(key)


def declare(course: Adjudication, power: str, order: Declare) -> None:
    """Enter declared facts, with who declared them, and draw what follows from them; what can no
    longer be so beside them is put right (Ruling 90).
    """
    before_all = course.state
    facts = FACTS.named_now(
        course.state.facts, order.facts, lambda key: resolve_alias(course.state, key, power)
    )
    facts |= _wars_meant(course, facts)
    fact_acts.declare(
        course,
        power,
        facts,
        R("Ruling 21"),
        lambda key, before, after: follow(course, key, before, after),
    )
    found_vichy(course, before_all, facts)
    agree(course, sorted(facts))
    declarations.follow(course, before_all)
    limits.warn(course, sorted(facts))


def _wars_meant(course: Adjudication, facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """The declarations of war that a conquest means, which is entered with the places of a neutral
    country in the conqueror's hands: "only if it first declares war on that minor country" (82.41).
    """
    now = msgspec.structs.replace(course.state, facts={**course.state.facts, **facts})
    met: dict[str, list[str]] = {}
    for area in contested(now):
        said = said_to_fall(now, area.key)
        new = {f"conquest.{area.key}.by", *(f"control.{place}" for place in area.conquest)} & {
            *facts
        }
        if not new or said not in SEATS or area.key not in declarations.minors_of(said):
            continue
        held = held_by(now, area.conquest) == faction_of(said)
        if held and attacks.judge(now, said, area.key).declaration:
            met.setdefault(said, []).append(area.key)
    found: dict[str, FactValue] = {}
    for power, keys in met.items():
        both = {*declarations.HALVES} <= {*keys}
        for key in ("belux", *(k for k in keys if k not in declarations.HALVES)) if both else keys:
            found |= declarations.declare(course, power, key)
    return found


def agree(course: Adjudication, declared: Sequence[str]) -> None:
    """Put right what contradicts facts just declared (Ruling 90)."""
    for key, value, bound in FACT_CONSISTENCY.agreed(course.state.facts, declared):
        before = course.state.facts.get(key, FACTS[key].default)
        course.set_fact(key, value, R(bound.rule or "Ruling 90"))
        follow(course, key, before, value)


def resolve_alias(state: WarState, key: str, by: str = "") -> str:
    """Whose units an old count of foreign factors means: of the side that has the country, else of
    whoever declares them, if nobody has any there yet.
    """
    if not key.startswith("factors.foreign."):
        return ""
    country = key.removeprefix("factors.foreign.")
    found = limits.ceiling(state, country)
    side = found[1] if found else status_of(state, country)[1]
    if not side and by in POWERS and not foreign_in(state, country):
        side = faction_of(by)
    return f"factors.{country}.{side}" if side in ("axis", "western", "russia") else ""


def follow(course: Adjudication, key: str, before: FactValue, value: FactValue) -> None:
    """What a declared fact brings about by rule."""
    grew = value is True or (
        isinstance(value, int)
        and isinstance(before, int)
        and not isinstance(value, bool)
        and value > before
    )
    if grew:
        for rule in course.tables.reactions:
            if key in rule.facts:
                earned = Reaction(
                    country=rule.country, faction=rule.side, fact=key, turn=course.state.turn
                )
                course.change(reactions=(*course.state.reactions, earned))
                course.tell(
                    ReactionEarned(
                        country=rule.country, faction=rule.side, fact=key, rule=R(rule.rule)
                    )
                )
    bring_along(course, key, value)
    group, _, country = key.partition(".")
    if group == "conquered" and value is True:
        conquer(course, course.tables.minors[country])
    if group == "volunteers" and key.endswith(".lost"):
        volunteers.lost(course, key, int(before), int(value))
    if group == "joined" and value != "none":
        side_with(course, course.tables.minors[country], str(value))
    if group == "border_war" and value is True:
        course.set_country(country, turned=False)
    if key == "danzig_corridor.how" and value == "border_war":
        course.set_country("poland", turned=False)
    if key in ("check.italy", "check.france") and value is True:
        lay_open(course, key.removeprefix("check."), SEATS, {})

"""The surrender in the manner of Vichy, voluntary or forced, and how it ends (8.7.2 Option 5,
14.13).
"""

from fractions import Fraction
from itertools import combinations

import msgspec

from rules.days_of_decision.economy.production import half_up
from rules.days_of_decision.minors.minors_at_war import end_war
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import enemy_powers
from rules.days_of_decision.model.events.surrender import (
    AimsDissolved,
    BidsHalved,
    ConquerorNamed,
    HomeDivided,
    PoolsDue,
    Surrendered,
    TerritoryPassed,
)
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.surrender import Vichy
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.surrender.terms import (
    VICHY,
    Conditions,
    cost_of_surrender,
    make_pact,
    remember,
)
from rules.kernel.menus import Barred
from rules.kernel.tally import Row, Tally, tally

RULE, FORCED = R("8.7.2 Option 5"), R("14.13")
MANY = 4
"""From so many blocs of enemies on, one surrenders to one of them or to all."""


def aims_against(state: DecisionState, power: str) -> tuple[tuple[str, ...], ...]:
    """The pairs that have combined war aims against a power (IPO 13)."""
    return tuple(pair for pair in state.aims if power in state.aimed.get("+".join(pair), (power,)))


def blocs(state: DecisionState, power: str) -> tuple[tuple[str, ...], ...]:
    """The enemies of a power, those bound by combined war aims together (IPO 13)."""
    enemies = enemy_powers(state, power)
    left = [p for p in POWERS if p in enemies and not state.gone(p)]
    found: list[tuple[str, ...]] = []
    while left:
        bloc = [left.pop(0)]
        for one in bloc:
            for pair in aims_against(state, power):
                if one in pair:
                    joined = [p for p in pair if p in left]
                    bloc += joined
                    left = [p for p in left if p not in joined]
        found.append(tuple(p for p in POWERS if p in bloc))
    return tuple(found)


def offers(state: DecisionState, power: str) -> tuple[tuple[str, ...], ...]:
    """To whom a power may surrender together: any of its blocs, each as a whole."""
    found = blocs(state, power)
    sizes = range(1, len(found) + 1) if len(found) <= MANY else (1, len(found))
    sums = (sum(chosen, ()) for size in sizes for chosen in combinations(found, size))
    return tuple(tuple(p for p in POWERS if p in chosen) for chosen in sums)


def asked(state: DecisionState, power: str, to: tuple[str, ...]) -> tuple[str, ...]:
    """Who must be asked: members of combined war aims, who may refuse; others accept at once."""
    bound = {p for bloc in blocs(state, power) if len(bloc) > 1 for p in bloc}
    return tuple(p for p in to if p in bound)


def capacity(state: DecisionState, tables: Tables, target: str) -> Tally:
    """The original home factories of a power that the holder of its capital controls, in percent."""
    taken, whole = state.count(f"factories.taken.{target}"), tables.economy["original"][target]
    return tally(
        f"{POWERS[target].adjective} home capacity held, in percent",
        [],
        taken * 100 // whole,
        f"{taken} of {whole} original home factories",
        FORCED,
    )


def force_bar(state: DecisionState, tables: Tables, power: str, target: str) -> Barred | None:
    """Why a power cannot force a Vichy surrender: it needs the capital and 60 percent (14.13)."""
    if not state.at_war(power, target):
        return Barred("You are not at war with it.", FORCED, "Opens when you are at war with it.")
    if state.capital_of(target) != power:
        return Barred(
            "You do not control its capital.", FORCED, "Opens when you control its capital."
        )
    taken, whole = state.count(f"factories.taken.{target}"), tables.economy["original"][target]
    if taken * 100 < tables.war["capacity"] * whole:
        least = tables.war["capacity"]
        why = (
            f"You control {taken} of {whole} original home factories; {least} per cent are needed."
        )
        opens = f"Opens when you control {least} per cent of them."
        return Barred(why, FORCED, opens)
    return None


def conquering(state: DecisionState, loser: str, to: tuple[str, ...]) -> str:
    """The conquering power until the holder of the capital names another (Ruling 110): the holder
    itself if it accepted, else the acceptor that acts first.
    """
    holder = state.capital_of(loser)
    if holder in to:
        return holder
    return min(to, key=lambda power: state.nation(power).position)


def surrender_like_vichy(
    course: Adjudication,
    loser: str,
    to: tuple[str, ...],
    *,
    forced: bool = False,
    isolated: bool = False,
) -> None:
    """A Vichy surrender takes effect: peace with who accepted, and all that it costs the loser."""
    conqueror = conquering(course.state, loser, to)
    before = course.state.vichy.get(loser)
    if before:
        _stays_with_holder(course, before)
    for power in to:
        end_war(course, loser, power, "surrender", RULE)
        make_pact(course, loser, power, Conditions())
    everybody = tuple(dict.fromkeys((*(before.acceptors if before else ()), *to)))
    vichy = Vichy(
        conqueror=conqueror,
        since=course.state.turn,
        taken=before.taken if before else {},
        kept=before.kept if before else {},
        to=everybody,
        forced=forced,
        named=len(to) == 1,
    )
    course.change(vichy={**course.state.vichy, loser: vichy})
    rule = FORCED if forced else RULE
    course.tell(
        Surrendered(power=loser, to=to, manner=VICHY, forced=forced, conqueror=conqueror, rule=rule)
    )
    remember(course, loser, to, VICHY)
    if not forced:
        cost_of_surrender(course, loser, len(to))
    _dissolve(course, loser, to)
    _divide(course, loser, isolated=isolated)
    _overseas(course, loser, to)
    _halve_bids(course, loser)
    course.tell(PoolsDue(power=loser, what="vichy", rule=RULE))


def _dissolve(course: Adjudication, loser: str, to: tuple[str, ...]) -> None:
    """Combined war aims end when some of their members accept and others fight on (14.13)."""
    for pair in aims_against(course.state, loser):
        fighting = [p for p in pair if course.state.at_war(p, loser)]
        if fighting and set(pair) & set(to):
            left = {
                key: value for key, value in course.state.aimed.items() if key != "+".join(pair)
            }
            kept = tuple(each for each in course.state.aims if each != pair)
            course.change(aims=kept, aimed=left)
            course.tell(AimsDissolved(powers=pair, rule=FORCED))


def occupied_tally(state: DecisionState, loser: str, *, isolated: bool) -> Tally:
    """The factories of the occupied country: those the conquerors hold, and those of isolated
    cities if the loser gives them up.
    """
    home = state.count(f"factories.home.{loser}")
    held = min(home, state.count(f"factories.taken.{loser}"))
    cut_off = state.count(f"factories.isolated.{loser}") if isolated else 0
    return tally(
        f"Factories in occupied {name(loser)}",
        [
            Row(
                "isolated",
                min(cut_off, home - held),
                "In isolated cities that are given up",
                RULE,
                reads=(f"factories.isolated.{loser}",),
            )
        ],
        held,
        "Held by the conquerors",
        RULE,
    )


def _divide(course: Adjudication, loser: str, *, isolated: bool) -> None:
    """The home nation is divided: an occupied country works for the conquering power."""
    parts = occupied_tally(course.state, loser, isolated=isolated)
    home = course.state.count(f"factories.home.{loser}")
    facts = {
        **course.state.facts,
        f"factories.home.{loser}": home - parts.net,
        f"factories.taken.{loser}": 0,
    }
    if isolated:
        facts[f"factories.isolated.{loser}"] = 0
    vichy = course.state.vichy[loser]
    changed = msgspec.structs.replace(vichy, factories=parts.net)
    course.change(facts=facts, vichy={**course.state.vichy, loser: changed})
    course.tell(HomeDivided(power=loser, conqueror=vichy.conqueror, factories=parts, rule=RULE))


def _overseas(course: Adjudication, loser: str, to: tuple[str, ...]) -> None:
    """Each territory goes to the greatest influence in it; where that is the loser's, it stays."""
    for key, row in course.tables.groups.get(loser, {}).items():
        winner = str(course.state.facts.get(f"influence.{loser}.{key}", "none"))
        off = row.switch and not course.state.on(row.switch)
        if winner not in to or off:
            continue
        vichy = course.state.vichy[loser]
        changed = msgspec.structs.replace(vichy, taken={**vichy.taken, key: winner})
        course.change(vichy={**course.state.vichy, loser: changed})
        course.tell(TerritoryPassed(power=loser, group=key, to=winner, rule=RULE))


def _halve_bids(course: Adjudication, loser: str) -> None:
    held = course.state.nation(loser).bids
    gone = half_up(Fraction(held, 2))
    if gone:
        course.nation(loser, bids=held - gone)
        row = Row("half", -gone, "Half of them", RULE)
        parts = tally("Saved bid points", [row], held, "Saved", RULE)
        course.tell(BidsHalved(power=loser, tally=parts, rule=RULE))


def _stays_with_holder(course: Adjudication, vichy: Vichy) -> None:
    """What works in an occupied country stays with its holder until the map says otherwise."""
    key = f"factories.gained.{vichy.conqueror}"
    held = course.state.count(key) + vichy.factories
    course.change(facts={**course.state.facts, key: held})


def vichy_settles(course: Adjudication) -> None:
    """A power at war with all who accepted its surrender is a Vichy power no more, nor is one whose
    conquerors are all gone; of several the next takes the place of a conquering power that is.
    """
    for power, vichy in list(course.state.vichy.items()):
        there = [each for each in vichy.acceptors if not course.state.gone(each)]
        if all(course.state.at_war(power, each) for each in there):
            _stays_with_holder(course, vichy)
            left = {p: each for p, each in course.state.vichy.items() if p != power}
            course.change(vichy=left)
            course.tell(PoolsDue(power=power, what="back", rule=RULE))
        elif vichy.conqueror not in there:
            conqueror = conquering(course.state, power, tuple(there))
            changed = msgspec.structs.replace(vichy, conqueror=conqueror)
            course.change(vichy={**course.state.vichy, power: changed})
            note = ConquerorNamed(power=power, by=conqueror, conqueror=conqueror, rule=RULE)
            course.tell(note)

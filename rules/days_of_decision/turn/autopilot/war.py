"""What a power without a player thinks of war: it attacks what is rich and weak, keeps its word to
allies, and gives up when its capital is lost.
"""

from collections.abc import Iterator
from typing import Any

from rules.days_of_decision.entry.pools import war_roll
from rules.days_of_decision.model.calendar import year_of
from rules.days_of_decision.model.conditions import At, enemy_powers, grounds
from rules.days_of_decision.model.geometry import ideology
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state import DecisionState, Proposal
from rules.days_of_decision.options.war import notice_why
from rules.days_of_decision.surrender.vichy_peace import force_bar, offers
from rules.days_of_decision.treaties.pacts import pact_of
from rules.days_of_decision.war.declarations import declare_bar, most_tally

Wish = tuple[str, dict[str, Any]]
PACE = 7
"""Every so many turns a warlike power looks for a victim, each in a turn of its own."""
FIRST, GREAT = 1938, 1939
"""From which year on minor countries and major powers are attacked."""
WARLIKE = ("fascist", "communist")
NEAR = 6
"""Hexes from one's marker within which an unclaimed minor is worth an attack."""
MOST = 3
"""So many enemies of its own size are enough for any power."""


def last_resorts(at: At) -> Iterator[Wish]:
    """Surrender when the capital is lost; force it on one whose home is held."""
    state = at.state
    if state.capital_of(at.power) != at.power and enemy_powers(state, at.power):
        together = offers(state, at.power)
        if together:
            yield "5", {"surrender": f"vichy:{'+'.join(together[-1])}"}
    for target in enemy_powers(state, at.power):
        if force_bar(state, at.tables, at.power, target) is None:
            yield "4a", {"target": target}


def wars(at: At) -> Iterator[Wish]:
    """A war on whom one has a ground against; else, now and then, a minor or a notice."""
    state = at.state
    turn = (state.turn + SEATS.index(at.power)) % PACE
    if turn and not _pressing(at):
        return
    if year_of(state.turn) >= GREAT and _warlike(at) and not _pressing(at):
        rival = next((rival for rival in _rivals(at) if not notice_why(at, rival)), "")
        if rival and (state.turn // PACE) % 2:
            yield "4", {"notice": rival}
            return
    for victim in _victims(at)[:1]:
        yield "4", {"named": (victim,)}


def _warlike(at: At) -> bool:
    return ideology(at.state, at.power, at.tables) in WARLIKE


def _pressing(at: At) -> bool:
    """Whether a casus belli or an entry level invites a war before one's own turn comes."""
    return any(declare_bar(at.state, at.tables, at.power, rival) is None for rival in _rivals(at))


def _rivals(at: At) -> list[str]:
    """Major powers that one would fight: on whom one has a claim, listed rivals, enemies of friends,
    then the nearest; none with enough enemies already, or while a pact stands.
    """
    state = at.state
    if len(enemy_powers(state, at.power)) >= MOST or year_of(state.turn) < GREAT:
        return []
    side = ideology(state, at.power, at.tables)
    listed = at.tables.war["rivals"].get(at.power, [])
    found = []
    for other in state.powers:
        if other == at.power or state.at_war(at.power, other) or pact_of(state, at.power, other):
            continue
        if ideology(state, other, at.tables) == side or _hopeless(at, other):
            continue
        fights = any(ideology(state, e, at.tables) == side for e in enemy_powers(state, other))
        claimed = other in grounds(state, at.tables, at.power)
        if not _warlike(at) and not (fights or claimed):
            continue
        far = distance(state.nation(at.power).marker, state.nation(other).marker)
        place = listed.index(other) if other in listed else len(listed)
        found.append((not claimed, place, not fights, far, other))
    return [other for *_, other in sorted(found)]


def _hopeless(at: At, other: str) -> bool:
    """Whether no die would bring the USA into this war by the experimental rules."""
    if at.power != "usa" or not at.state.on("experimental"):
        return False
    shift = war_roll(at.state, at.tables, other).net
    return most_tally(at.state, at.tables, other).net - shift < 1


def _victims(at: At) -> list[str]:
    """Whom to declare war on now: rivals that may be attacked, and for warlike powers a minor that
    they claim, or one close by.
    """
    state, tables = at.state, at.tables
    found = [r for r in _rivals(at) if declare_bar(state, tables, at.power, r) is None]
    if found or not _warlike(at) or year_of(state.turn) < FIRST:
        return found
    minors = []
    here = state.nation(at.power).marker
    claims = tables.limits["claims"].get(at.power, ())
    for key, minor in state.minors.items():
        far = distance(minor.hex, here)
        if key not in tables.minors or minor.joined or (key not in claims and far > NEAR):
            continue
        if declare_bar(state, tables, at.power, key) is None:
            minors.append((key not in claims, far, key))
    return [key for *_, key in sorted(minors)[:1]]


def reply(state: DecisionState, power: str, proposal: Proposal) -> str:
    """What a bot says to a surrender, to a forced one, and to a Vichy power that asks for leave;
    empty for anything else.
    """
    if proposal.kind in ("force-vichy", "surrender-vichy", "surrender-terms"):
        return "accept"
    if proposal.kind == "vichy-leave":
        return "refuse"
    return ""

"""Whom an attacked country joins, and why it does not join yet (82.81, 82.82, 84.2)."""

import msgspec

from rules.world_at_war.model.citations import R
from rules.world_at_war.model.powers import POWERS, SEATS, faction_of, members
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.sides.attacks import garrisons
from rules.world_at_war.status import status
from rules.world_at_war.status.belligerents import at_war, enemies, out
from rules.world_at_war.status.status import power_name


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a country would join now: ``power``, empty while it joins nobody. ``why`` is a clause that
    says why so, ``waits`` whether that may change by itself.
    """

    power: str = ""
    why: str
    rule: str
    waits: bool = False


def barred(state: WarState, key: str) -> tuple[str, ...]:
    """The factions that an area may not join as associate or ally: who declared war on it (82.351)."""
    area = status.area_of(state, key)
    by = {faction_of(status.SENIOR.get(who, who)) for who in status.declarers(state, key)}
    found = by | set(state.area(area.key).barred)
    return tuple(faction for faction in ("axis", "western", "russia") if faction in found)


def prospect(state: WarState, key: str) -> Prospect:
    """Whom an attacked area joins, if it survives, in the situation of this state."""
    record = state.area(key)
    attacker = record.attacker
    friend = tables_of(state).sides.friends.get(attacker, "")
    if not friend:
        why = f"attacks by {power_name(attacker)} bring no association in Europe"
        return Prospect(why=why, rule=R("84.11A"))
    foe = _friend_at_war(state, attacker, friend)
    if foe == "britain" and out(state, foe):
        return Prospect(
            why="it waits until Britain is back in the war", rule=R("82.81C"), waits=True
        )
    if not foe:
        why = f"{power_name(attacker)} is not at war with any side that could help"
        return Prospect(why=why, rule=R("82.81B"), waits=True)
    if faction_of(foe) in barred(state, key):
        return Prospect(
            why=f"{power_name(foe)} or its partners declared war on it too", rule=R("82.351")
        )
    if faction_of(foe) in record.refused:
        return Prospect(why=f"{power_name(foe)} refused it", rule=R("82.81D"))
    neutral_then = record.independent and record.attacked < state.turn
    return Prospect(
        power=foe,
        why=f"{power_name(attacker)} attacked it and {power_name(foe)} is at war with the attacker",
        rule=R("84.11B") if neutral_then else R("82.81"),
    )


def _friend_at_war(state: WarState, attacker: str, friend: str) -> str:
    """The power that a country attacked by this one joins: the usual friend, or who else fights the
    attacker (Ruling 59), but never Japan. A surrendered Britain is still the friend that is waited for.
    """
    if at_war(state, attacker, friend) or (friend == "britain" and out(state, friend)):
        return friend
    faction = faction_of(friend)
    others = [mate for mate in members(faction) if mate not in (friend, "italy")]
    rivals = [power for power in SEATS if faction_of(power) not in (faction, faction_of(attacker))]
    return next((one for one in (*others, *rivals) if at_war(state, attacker, one)), "")


_BORDER_WARS = {
    "rumania": ("war.russia.rumania", "fighting.bessarabia"),
    "finland": ("finland.war_escalated",),
}
"""Facts that say a country fights Russia without a declaration of war."""


def own_foes(state: WarState, key: str) -> tuple[str, ...]:
    """The powers that an area fights by itself: its attackers, Russia in a border war (Ruling 63),
    and whom it fought from the outset.
    """
    area = status.area_of(state, key)
    facts = _BORDER_WARS.get(area.diplomacy, (f"war.russia.{area.diplomacy}",))
    border = bool(area.diplomacy) and any(state.yes(fact) for fact in facts)
    start = area.start.get("independent", "")
    found = (*status.attackers(state, key), *(("russia",) if border else ()), start)
    return tuple(dict.fromkeys(foe for foe in found if foe and not out(state, foe)))


def foes(state: WarState, key: str) -> tuple[str, ...]:
    """The powers with which an area is at war: everybody whom its power fights (84.42, 85.42), and
    those that it fights by itself, unless they are on its side by now.
    """
    side = status.standing(
        state, key, "associated", "allied", "commonwealth", "colony", "conquered"
    )
    if side is not None and side.power in POWERS:
        own = [f for f in own_foes(state, key) if faction_of(f) != faction_of(side.power)]
        if status.standing(state, key, "associated", "allied") is None:
            own = []  # colonies, dominions and conquests fight nobody by themselves
        return tuple(dict.fromkeys((*enemies(state, side.power), *own)))
    if not status.statuses(state, key):
        return ()
    return own_foes(state, key)


def garrison_of(state: WarState, key: str) -> str:
    """The power whose garrison makes an attacked area join it at once; empty for none (82.34)."""
    attacker = state.area(key).attacker
    if attacker not in POWERS:
        return ""
    closed = barred(state, key)
    return next(
        (
            power
            for power in garrisons(state, attacker, key)
            if at_war(state, attacker, power) and faction_of(power) not in closed
        ),
        "",
    )

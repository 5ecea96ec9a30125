"""Conquests that allies make together: who took part, and who has the benefit (83.5, 83.6)."""

from collections.abc import Mapping

from rules.kernel.grammar import capital
from rules.kernel.menus import NEVER, Barred, Choice, Menu, Pick
from rules.world_at_war.ledger.control import RANKS, falling, held_by
from rules.world_at_war.model.adjudication import Adjudication
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.events.ledger import ConquestCredited
from rules.world_at_war.model.orders import Credit
from rules.world_at_war.model.powers import FACTIONS, POWERS, SEATS, faction_of, side_of
from rules.world_at_war.model.sequence import STAGES
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.status.status import is_conquered, said_to_fall

PARTS: dict[str, tuple[str, bool, str]] = {
    "offensive": ("spent BRPs on attacks in the area", True, R("83.53")),
    "attrition": ("took part in attrition against its defenders", True, R("83.52")),
    "entered": ("moved in without an attack", False, R("83.52")),
    "air_cover": ("countered enemy air that could have covered ships against supply lanes", False, R("83.54A")),
    "outside": ("attacked only units outside the area", False, R("83.54B")),
    "grant": ("lent BRPs to the attacker", False, R("83.54C")),
}  # fmt: skip
"""How a power can have a part in a conquest: in words, whether it gives a right to it, and the rule."""


def benefits(parts: Mapping[str, str]) -> tuple[str, str]:
    """The power that has a conquest, and the rule by which; two empty strings when nobody took it.

    The most senior power with a part that counts; without such a one, the most senior that moved
    in. Raises ``KeyError`` for an unknown power or part.
    """
    faction = next((faction_of(power) for power in parts), "")
    order = [power for power in RANKS.get(faction, ()) if parts.get(power)]
    counting = [power for power in order if PARTS[parts[power]][1]]
    entered = [power for power in order if parts[power] == "entered"]
    rule = R("83.51A") if faction == "axis" else R("83.51B")
    found = counting or entered
    return (found[0], rule if len(order) > 1 else R("83.51")) if found else ("", "")


def menus(state: WarState, power: str) -> tuple[Menu, ...]:
    """Saying who took part in taking an area, as long as that is open; only in one's own turn, and
    where allies could have taken part at all.
    """
    if power not in SEATS:
        return ()
    faction = faction_of(power)
    if STAGES[state.step].side != side_of(faction) or len(RANKS[faction]) < 2:
        return ()
    areas = falling(state, faction)
    if not areas:
        return ()
    choices = tuple(Choice(value=area.key, label=capital(area.name)) for area in areas)
    parts = tuple(
        Choice(value=key, label=capital(words), note="counts" if counts else "does not count")
        for key, (words, counts, _) in PARTS.items()
    )
    fields = [
        Pick(key="area", label="Area", rule=R("83.5"), choices=choices, optional=False),
        *(
            Pick(key=mate, label=POWERS[mate].name, rule=R("83.52"), choices=parts)
            for mate in RANKS[faction]
        ),
    ]
    title = "Who took part in a conquest"
    return (Menu(power=power, order="credit", title=title, fields=tuple(fields)),)


def credit(course: Adjudication, power: str, order: Credit) -> None:
    """Enter who took part, and with that who will have the area as the player turn ends."""
    faction = faction_of(power)
    parts = {mate: part for mate in RANKS[faction] if (part := getattr(order, mate))}
    who, rule = benefits(parts)
    if not who:
        return
    course.tell(ConquestCredited(area=order.area, parts=parts, power=who, by=power, rule=rule))
    course.set_fact(f"conquest.{order.area}.by", who, rule, by=power)


def forget(course: Adjudication) -> None:
    """As a turn closes, drop who took part where nothing fell: that counts "in the turn of conquest".
    Of what has fallen the record alone tells who conquered it, whoever stands there now (83.61).
    """
    state = course.state
    for area in course.tables.areas.values():
        said = said_to_fall(state, area.key)
        last = state.area(area.key).conqueror
        if last and said and said != last:
            course.set_fact(f"conquest.{area.key}.by", last, R("83.61"))
        elif not said or is_conquered(state, area):
            continue
        elif held_by(state, area.conquest) != faction_of(said):
            course.set_default(f"conquest.{area.key}.by", R("Ruling 49"))


def transfer_bar(state: WarState, area: Area, to: str) -> Barred:
    """Why an area cannot be handed to an ally: always (83.61)."""
    holder = held_by(state, area.conquest)
    side = f"the {FACTIONS[holder].name}" if holder in FACTIONS and holder != "russia" else holder
    mine = faction_of(to) == holder
    why = (
        "What one power conquered is not handed to an ally; only a reconquest changes it."
        if mine
        else f"{capital(area.name)} is in the hands of {side or 'several sides'}."
    )
    return Barred(why, R("83.61"), NEVER)

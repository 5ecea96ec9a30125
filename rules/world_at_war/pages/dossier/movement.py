"""Where a country's units may go now, in sentences for its file."""

import msgspec

from rules.world_at_war.forces import construction, movement, strength
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.tables.campaign import tables_of


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence with its rule."""

    text: str
    rule: str


def ground(state: WarState, key: str) -> tuple[Said, ...]:
    """Where the area's units may go now, in sentences; nothing while none is in play."""
    bearing, power = strength.bearing_of(state, key)
    if not bearing or construction.idle(state, key) is not None:
        return ()
    tables, row = tables_of(state), movement.range_of(state, key)
    names = dict(tables.roaming.regions) | {k: one.name for k, one in tables.areas.items()}
    home = movement.territory(state, key, key, bearing, power)
    if bearing == "commonwealth":
        told = movement.may(state, key, key)
        return (Said(text=f"They go where British units go, {told.only}.", rule=told.rule),)
    own = [names[part] for part in tables.roaming.home.get(key, ())]
    lines = [Said(text=f"Home{', with ' + ' and '.join(own) if own else ''}.", rule=home.rule)]
    if row is None:
        lines[0] = Said(text=f"They stay at home{', with ' + ' and '.join(own) if own else ''}.", rule=home.rule)  # fmt: skip
    elif row.anywhere:
        lines = [Said(text="Nothing limits where they go.", rule=row.rule)]
    else:
        places = [names[place] for place in row.to if place != key]
        places += [names[front] for front in row.fronts]
        if places:
            lines.append(Said(text=f"Also {', '.join(places)}.", rule=row.rule))
        if row.balkans:
            open_ = [
                names[one]
                for one in tables.roaming.balkans
                if one != key and movement.may(state, key, one).may
            ]
            now = ", ".join(open_) if open_ else "none now"
            lines.append(Said(text=f"Balkan countries that are conquered or hostile: {now}.", rule=row.rule))  # fmt: skip
    lines += [
        Said(text=bar.why, rule=bar.rule)
        for bar in tables.roaming.bars
        if key in bar.of and any(not movement.may(state, key, to).may for to in bar.to)
    ]
    lines += [Said(text=one.why, rule=one.rule) for one in tables.roaming.passages if key in one.of and bearing == "ally"]  # fmt: skip
    lines += [Said(text=one.why, rule=one.rule) for one in tables.roaming.ships if key in one.of]
    return tuple(lines)

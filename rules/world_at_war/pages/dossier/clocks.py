"""Clocks that run for a country, and obligations that speak of it, as its file shows them."""

import msgspec

from rules.kernel.serial import gathered
from rules.world_at_war.model.calendar import turn_title
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.model.sequence import STAGES
from rules.world_at_war.model.state import WarState
from rules.world_at_war.model.state.areas import Clock
from rules.world_at_war.model.tables.areas import Area
from rules.world_at_war.obligations import obligations

WORDS = {
    "recapture": "may still retake it, or loses its BRPs",
    "income": "receives its BRPs, if it still holds it",
    "association": "gains it as an associate",
    "declaration": "has to declare war, or the alliance is void",
    "capital": "has to hold the capital, or the country's units are lost",
    "eviction": "has to take its units out",
    "volunteers": "has to bring its volunteers home from the eastern front",
    "ethiopia": "loses it, if the Western Allies stay at two to one",
}
"""What a clock of each kind means for its power."""
_KIND_RULES = {
    "recapture": "83.31B", "income": "83.31B", "association": "82.81", "declaration": "85.34",
    "capital": "85.53A", "eviction": "82.33", "ethiopia": "88.43",
    "volunteers": "Ruling 105",
}  # fmt: skip


class Wait(msgspec.Struct, frozen=True, kw_only=True):
    """Something that comes by itself, or that somebody owes: who, what, until when, by which rule."""

    name: str
    side: str
    mark: str
    text: str
    when: str
    rule: str
    late: bool


def waits(state: WarState, area: Area) -> tuple[Wait, ...]:
    """Clocks of an area, the soonest first, then obligations about it."""
    names = {area.key, area.diplomacy} - {""}
    running = sorted((c for c in state.clocks if c.area in names), key=lambda clock: clock.due)
    keys = tuple(f"-{name}" for name in names)
    owed = [one for one in obligations(state) if one.key.endswith(keys) or one.key in names]
    owed += [one for one in obligations(state) if any(f"-{name}-" in one.key for name in names)]
    return (
        *(_clock(state, clock) for clock in running),
        *(
            gathered(
                Wait,
                one,
                POWERS[one.power],
                side=POWERS[one.power].faction,
                when=f"by {turn_title(state.scenario, one.due)}" if one.due else "optional",
                late=0 < one.due < state.turn,
            )
            for one in owed
        ),
    )


def _clock(state: WarState, clock: Clock) -> Wait:
    power = POWERS.get(clock.power)
    name = power.name if power else "Nobody"
    return Wait(
        name=name,
        side=power.faction if power else "",
        mark=power.mark if power else "ring",
        text=WORDS.get(clock.kind, "awaits what comes of it") + ",",
        when=f"{moment(clock)}, {turn_title(state.scenario, clock.due)}",
        rule=clock.data.get("rule", _KIND_RULES.get(clock.kind, "")),
        late=clock.due < state.turn,
    )


def moment(clock: Clock) -> str:
    """The moment of a turn at which a clock strikes, in words."""
    side, _, what = clock.stage.partition(".")
    whose = {"axis": "Axis", "allied": "Allied"}.get(side, "")
    if what == "targets":
        return f"as the {whose} player turn begins"
    if what == "facts":
        return f"as the {whose} player turn ends"
    title = STAGES[clock.stage].strip.lower() if clock.stage in STAGES else ""
    return f"at the {whose} {title}".replace("  ", " ") if title else "as the turn closes"

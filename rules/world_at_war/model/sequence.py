"""The sequence of play of a game turn, as one literal. No phase calls the next; ``flow`` does.

A stage that awaits nobody is passed through. ``family`` is the kind of phase for the clock,
``strip`` the name of the step in the phase strip (empty: not shown).
"""

import msgspec

from rules.world_at_war.model.citations import R


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """One stage: its key, the side whose turn it is, and what the strip calls it."""

    key: str
    side: str = ""
    strip: str = ""
    family: str = "orders"
    rule: str


def _diplomacy(side: str) -> tuple[Stage, ...]:
    return (
        Stage(key=f"{side}.targets", side=side, strip="Targets", family="targets", rule=R("49.4")),
        Stage(
            key=f"{side}.subversion",
            side=side,
            strip="Subversion",
            family="reply",
            rule=R("Ruling 13"),
        ),
        Stage(
            key=f"{side}.covert",
            side=side,
            strip="Covert operations",
            family="targets",
            rule=R("47.22"),
        ),
        Stage(
            key=f"{side}.check",
            side=side,
            strip="Check of facts",
            family="facts",
            rule=R("Ruling 21"),
        ),
        Stage(key=f"{side}.rolls", side=side, strip="Rolls", family="reply", rule=R("49.51")),
    )


SEQUENCE: tuple[Stage, ...] = (
    Stage(key="place", strip="Placement", family="placement", rule=R("49.21")),
    Stage(key="open", rule=R("RGT: automatic modifier")),
    *_diplomacy("axis"),
    Stage(key="axis.facts", side="axis", strip="Facts", family="facts", rule=R("Ruling 21")),
    *_diplomacy("allied"),
    Stage(key="allied.tension", side="allied", rule=R("49.851")),
    Stage(key="allied.facts", side="allied", strip="Facts", family="facts", rule=R("Ruling 21")),
    Stage(key="close", rule=R("49.82")),
)

STAGES = {stage.key: stage for stage in SEQUENCE}

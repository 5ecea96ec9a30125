"""The sequence of play of a game turn, as one literal. No phase calls the next; ``flow`` does.

A stage that awaits nobody is passed through. ``family`` is the kind of phase for the clock,
``strip`` the name of the step in the phase strip (empty: not shown), ``then`` what happens when it
is over, for people who do not know the rules.
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
    then: str = ""


_ROLLED = (
    "Both sides' points in the countries named are shown, and a die is rolled for each country."
)


def _diplomacy(side: str) -> tuple[Stage, ...]:
    return tuple(
        Stage(key=f"{side}.{key}", side=side, strip=strip, family=family, rule=R(rule), then=then)
        for key, strip, family, rule, then in (
            (
                "targets", "Targets", "targets", "49.4",
                f"{_ROLLED} Then the side says what changed on the map.",
            ),
            ("subversion", "Subversion", "reply", "Ruling 13", _ROLLED),
            ("covert", "Covert operations", "targets", "47.22", _ROLLED),
            ("check", "Check of facts", "facts", "Ruling 21", _ROLLED),
            ("rolls", "Rolls", "reply", "49.51", "The next country is rolled for."),
        )
    )  # fmt: skip


SEQUENCE: tuple[Stage, ...] = (
    Stage(
        key="place",
        strip="Placement",
        family="placement",
        rule=R("49.21"),
        then="The points lie in secret for the year. In each of its turns first the Axis, then the "
        "Allies name countries, and dice show how far these come over.",
    ),
    Stage(key="open", rule=R("RGT: automatic modifier")),
    *_diplomacy("axis"),
    Stage(
        key="axis.facts",
        side="axis",
        strip="Facts",
        family="facts",
        rule=R("Ruling 21"),
        then="Tensions move by what was declared. The Allied diplomatic phase follows.",
    ),
    *_diplomacy("allied"),
    Stage(key="allied.tension", side="allied", rule=R("49.851")),
    Stage(
        key="allied.facts",
        side="allied",
        strip="Facts",
        family="facts",
        rule=R("Ruling 21"),
        then="Tensions move by what was declared. The next turn follows, or the year's end.",
    ),
    Stage(key="close", rule=R("49.82")),
)

STAGES = {stage.key: stage for stage in SEQUENCE}
ORDER = {key: place for place, key in enumerate(STAGES)}
"""The place of each stage in a game turn."""

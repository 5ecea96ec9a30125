"""Topics: which lines tell one piece of news, of which a headline takes the weightiest."""

from rules.world_at_war.model.powers import POWERS

FALL_OF_ETHIOPIA = "fall.ethiopia"


def war_of(power: str, on: str) -> str:
    """One war: its declaration, the attack and the conquest that it brings, and the fact that says so
    (``topic`` in ``data/facts*.yaml``). A war of two powers is one, whoever declares it.
    """
    if on == "ethiopia":
        return FALL_OF_ETHIOPIA
    foe = "germany" if on == "axis" else on
    if power == "italy" and foe in ("britain", "france"):
        foe = "western"
    elif foe not in POWERS:
        return f"war.{power}.{foe}"
    first, second = sorted((power, foe))
    return f"war.{first}.{second}"


WAR_AHEAD = {
    "rgt": war_of("germany", "russia"),
    "usat": war_of("germany", "united_states"),
    "usjt": war_of("japan", "united_states"),
}
"""The war that a tension leads to: what its levels allow is told by the last of them, and by the war when it comes."""


def result_in(country: str) -> str:
    """All that leads to one result of diplomacy: naming, points, roll and BRPs."""
    return f"result.{country}"

"""What powers may decide about single countries, and why not now: mines and the Persian route (86.33, 88.64)."""

from rules.kernel.menus import NEVER, Barred
from rules.world_at_war.model.citations import R
from rules.world_at_war.model.conditions import Situation
from rules.world_at_war.model.conditions.regions import controls, russian_war_past, season
from rules.world_at_war.model.powers import faction_of
from rules.world_at_war.model.state import WarState
from rules.world_at_war.regions.northern_europe import MINED
from rules.world_at_war.status.belligerents import at_war_with_faction, out

MINING, ROUTE = "mining", "persian_route"


def mining_bar(state: WarState, power: str) -> Barred | None:
    """Why a power may not mine Norwegian waters now (86.33, ruling 68)."""
    rule, here = R("86.33"), Situation(state)
    if faction_of(power) != "western":
        return Barred("Only the Western Allies lay mines there.", rule, NEVER)
    if (absent := _absent(state, power, rule)) is not None:
        return absent
    if state.yes(MINED):
        return Barred("The mines lie already.", rule, "Opens if the mines are cleared.")
    if not season(here, "fall", "winter"):
        return Barred("Mines are laid in fall and winter only.", rule, "Opens in fall.")
    if controls(here, "axis", "norway"):
        return Barred("Germany controls Norway.", rule, "Opens when the Axis lose Norway.")
    return None


def route_bar(state: WarState, power: str) -> Barred | None:
    """Why a power may not open the Persian route now (88.64, ruling 73)."""
    rule = R("88.64")
    if faction_of(power) != "western":
        return Barred("Only the Western Allies open the route.", rule, NEVER)
    if (absent := _absent(state, power, rule)) is not None:
        return absent
    if state.regions.route is not None:
        return Barred("The route is open already.", rule, "Opens if the route is closed.")
    if not russian_war_past(Situation(state)):
        return Barred(
            "Germany and Russia must have gone to war in an earlier turn; wait for the next.",
            rule,
            "Opens in the turn after Germany and Russia went to war.",
        )
    return None


def _absent(state: WarState, power: str, rule: str) -> Barred | None:
    """A power that fell, and a neutral one, does nothing for the Western Allies."""
    if out(state, power):
        return Barred("It is out of the war.", rule, "Opens if it returns to the war.")
    if power == "united_states" and not at_war_with_faction(state, power, "axis"):
        opens = "Opens when the United States is at war with the Axis."
        return Barred("The United States is not at war with the Axis.", rule, opens)
    return None

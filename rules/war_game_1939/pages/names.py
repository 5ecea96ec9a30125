"""What a key that stands in an order is called."""

from rules.war_game_1939.model.powers import POWERS
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.pages.log import place_name


def name(key: str) -> str:
    """Territories and zones by their names, with the nation that a key also names; empty for the
    rest.
    """
    tables = build({})
    sort, _, what = key.partition(":")
    if sort in POWERS and what:
        return f"{POWERS[sort].name}, {name(what) or what.replace('_', ' ')}"
    what = what or sort
    return place_name(what) if what in tables.land.territories or what in tables.sea.zones else ""

"""What a key that stands in an order is called."""

from rules.kernel import tables
from rules.war_game_1939.model.citations import PACKAGE
from rules.war_game_1939.model.powers import POWERS
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.pages.log.told import place_name

WORDS = tables.words(PACKAGE)


def name(key: str) -> str:
    """Territories and zones by their names, with the nation that a key also names, fields and
    policies by their words; empty for the rest.
    """
    known = build({})
    sort, _, what = key.partition(":")
    if sort in POWERS and what:
        return f"{POWERS[sort].name}, {name(what) or what.replace('_', ' ')}"
    what = what or sort
    if what in known.land.territories or what in known.sea.zones:
        return place_name(what)
    return WORDS.get(key, "")

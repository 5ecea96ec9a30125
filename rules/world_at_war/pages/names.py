"""What a key that stands in an order is called."""

from rules.kernel import tables
from rules.world_at_war.model.citations import PACKAGE
from rules.world_at_war.model.names import TARGET_NAMES, country_name
from rules.world_at_war.model.tables.campaign import build

WORDS = tables.words(PACKAGE)


def name(key: str) -> str:
    """Countries and other targets by their names, fields by their words; empty for rows and numbers."""
    known = key in build({}).minors or key in TARGET_NAMES
    return country_name(key) if known else WORDS.get(key, "")

"""What a key that stands in an order is called."""

from rules.world_at_war.model.names import TARGET_NAMES, country_name
from rules.world_at_war.model.tables.campaign import build


def name(key: str) -> str:
    """Countries and other targets by their names; empty for rows and numbers."""
    known = key in build({}).minors or key in TARGET_NAMES
    return country_name(key) if known else ""

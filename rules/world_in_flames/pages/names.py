"""What a key that stands in an order is called."""

from rules.world_in_flames.model.facts import FACTS


def name(key: str) -> str:
    """Facts by their labels; empty for the rest."""
    return FACTS[key].label if key in FACTS else ""

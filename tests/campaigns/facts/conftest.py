"""Campaigns at war."""

from tests.campaigns.facts.at_war import at_war, game, war

__all__ = ["at_war", "game", "war"]

"""A World at War: the diplomacy of rule 49, tensions with all they set off, and minor countries.

Read ``model.sequence`` (the order of play), ``turn.steps`` (from stage to stage) and the rest of
``turn`` (one file a stage), then ``diplomacy``: ``eligibility``, ``modifiers``, ``rolls`` and
``results`` (one roll from naming to effect).
"""

from rules.world_at_war.book import BOOK

__all__ = ["BOOK"]

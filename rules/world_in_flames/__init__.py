"""World in Flames, four house rules: isolated hexes, Italian production, two early surrenders.

``house_rules`` is what other rulebooks may use. Read ``turn.steps`` (the turn), ``turn.conquest_step`` (what the
Conquest Step does), ``surrender`` (criteria, tallies, chances) and ``isolation``.
"""

from rules.world_in_flames.book import BOOK

__all__ = ["BOOK"]

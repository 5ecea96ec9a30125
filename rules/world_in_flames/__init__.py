"""World in Flames, four house rules: isolated hexes, Italian production, two early surrenders.

``house_rules`` is what other rulebooks may use. Read ``flow`` (the turn), ``conquest`` (what the
Conquest Step does), ``italy`` and ``japan`` (criteria, tallies, chances) and ``isolation``.
"""

from rules.world_in_flames.book import BOOK

__all__ = ["BOOK"]

"""Attacks, association, alliance, surrender and changes of side (82.8, 84.2, 85)."""

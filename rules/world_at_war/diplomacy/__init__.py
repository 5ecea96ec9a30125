"""Points, targets, modifiers, rolls and results (49)."""

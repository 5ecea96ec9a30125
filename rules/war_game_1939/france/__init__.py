"""The fall of France and the dice of Vichy."""

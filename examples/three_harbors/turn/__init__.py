"""The turn: placing, then naming."""

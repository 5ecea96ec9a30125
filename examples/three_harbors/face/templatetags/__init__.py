"""Tags of the board."""

"""The turn: declare, look, roll, and the Conquest Step."""

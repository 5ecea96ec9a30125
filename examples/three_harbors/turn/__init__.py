"""The turn: envoys, then gifts."""

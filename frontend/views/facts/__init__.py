"""The map: facts, dispatches, acts at once."""

"""What the map says: the sheet of facts, the map desk, dispatches and their review."""

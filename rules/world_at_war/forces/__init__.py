"""Units of minor countries: building, setting up, moving, and limits on foreign ones (84, 85.4, 86.5)."""

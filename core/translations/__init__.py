"""Where translations stand, and how far each has come."""

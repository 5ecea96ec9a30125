"""Minor countries at war (8.7.2 Option 4)."""

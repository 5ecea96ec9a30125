"""What each step of a turn does."""

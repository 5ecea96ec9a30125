"""Surrender and conquest (8.7.2 Option 5, 14.13, 15.8), and what a Vichy power may do."""

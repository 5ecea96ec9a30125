"""Conquest, recapture, cooperation and the start of a year (83.1 to 83.6)."""

"""Rulebooks to test with, and the real ones played."""

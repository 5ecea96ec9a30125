"""The rules and their tables."""

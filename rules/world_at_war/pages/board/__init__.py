"""The board as data, built from a view."""

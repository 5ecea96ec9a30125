"""Reaching the database and Redis, and what may not be missing there."""

"""Exported files: made, tampered with, and verified by other code."""

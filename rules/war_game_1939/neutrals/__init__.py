"""Influence on neutrals."""

"""Funds, land values, spending and lending."""

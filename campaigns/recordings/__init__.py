"""Recorded campaigns: games kept as data, to show that the rules still do what they did."""

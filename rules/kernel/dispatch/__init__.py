"""Dispatches: what one power declares of the map at once, as text, as events, checked and weighed.

A *statement* is one line of a dispatch; an *event of the map* fills several statements. Campaigns of
every revision are served by the newest dispatch, so a rulebook is asked for parts of interface 1 alone.
"""

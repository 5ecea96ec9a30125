"""The three tension tracks: what moves them, and what their levels set off.

``model.tables.tensions`` reads the tables, ``model.conditions.tensions`` answers their conditions.
``levels`` moves the tracks, ``mobilization`` and ``declarations`` carry out what a level allows or
forces, ``forecast`` and ``what_if`` look ahead without changing anything.
"""

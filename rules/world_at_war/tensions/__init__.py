"""The three tension tracks: what moves them, what their levels set off, and what is owed by then.

``rows`` reads the tables, ``asked`` answers their conditions, ``levels`` moves the tracks,
``mobilizing`` and ``wars`` carry out what a level allows or forces, ``duties`` lists who owes
what, ``outlook`` looks ahead without changing anything.
"""

"""Isolated control of hexes: a map of hexes in, every set that changes hands out, with reasons.

Read in this order: ``holders`` (who is whose enemy), ``hexmap`` (a hex as one byte), ``regions``
(the sets of one map), ``engine`` (which of them change hands), ``explanations`` (the reasons in
words) and ``documents`` (maps as JSON and as plain text).
"""

"""Frozen revisions of the rulebooks: the exact rules that running campaigns began with.

A revision is a zip of everything that a book imports, under a package name of its own, so that it can
be loaded beside today's source and beside other revisions. ``packing`` makes one, ``loading`` finds
and loads it; ``index.json`` lists all that are kept, with their digests.
"""

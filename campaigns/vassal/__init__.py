"""Saved games of VASSAL: what of the map game's own file is read, and what it says of facts.

``docs/vassal.md`` describes the format as far as it is read. A file is opened by a process of its own
(:mod:`~campaigns.vassal.child`) that knows neither Django nor a rulebook; what the modules here import
must be as free of both, but for :mod:`~campaigns.vassal.compiling` and
:mod:`~campaigns.vassal.asking`.
"""

"""How dates and times are written in each language, by Django's names for formats.

Django knows most of it. What stands here differs from that: one set of formats for every language, in
which the day goes before the month and hours run to 24.
"""

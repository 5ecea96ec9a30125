"""The games: pure Python, without framework, clock, network or randomness of its own.

``kernel`` is what every rulebook is made of, each other folder is one rulebook, and
``registry`` is the only module that knows them all.
"""

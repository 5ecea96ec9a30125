"""Rules of single countries and regions (83.7, 85.6, 86 to 89) that act by themselves or by decision.

Read ``data/regions.yaml`` first: every number with its reasons, and everything that holds in a country
or may be done there, with its condition; ``status.local_rules`` says what of it holds now.
"""

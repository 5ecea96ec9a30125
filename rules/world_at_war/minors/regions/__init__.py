"""Rules of single countries and regions (83.7, 85.6, 86 to 89).

Read ``data/regions.yaml`` first: every number with its reasons, and everything that holds in a country
or may be done there, with its condition. Then ``happening`` (what comes about by itself), ``acts`` (what
powers decide), ``asked`` (the conditions' own questions) and ``answers`` (what can be asked).
"""

"""Every write to a campaign: one verb, one function, one transaction.

``by`` is always the person who acts. Everything may be called twice. Pushes and tasks go out
after the commit, never before. Refusals are :mod:`campaigns.errors`.
"""

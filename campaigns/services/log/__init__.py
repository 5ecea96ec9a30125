"""Every write begins here: the lock (``lock``), requests that come twice (``idempotency``), limits
(``rate_limits``), and the log (``entries.append``, ``secret_entries.keep``).
"""

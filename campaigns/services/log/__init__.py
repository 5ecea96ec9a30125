"""Every write begins here: the lock (``lock``), requests that come twice (``idempotency``) and limits
(``rate_limits``), which ``service`` sees to, and the log (``entries.append``, ``secret_entries.keep``).
"""

"""PostgreSQL as a backend of Django, with a cheaper look whether a connection is alive."""

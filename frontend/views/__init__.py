"""Pages: each reads through a selector, writes through a service, and decides nothing."""

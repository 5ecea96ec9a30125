"""Movement and objectives on the political status display (8.5)."""

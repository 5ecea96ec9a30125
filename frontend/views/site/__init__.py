"""Pages of the site itself, and of those who run it."""

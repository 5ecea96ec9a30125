"""The site as a whole, for those who run it."""
